"""Play random deals under every ruleset until a number of decisions is reached.

Run with ``python -m tests.fuzz.deals --decisions 1000000``. Every act is checked; the first thing
that does not hold ends the run with the deal in the message, and the seed plays it again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import cycle
from random import Random
from time import perf_counter

from referee.app.rulesets import ruleset_ids, ruleset_named
from referee.rules.deal_rules import DealRules
from tests.fuzz.checks import play_out
from tests.fuzz.players import random_deal

COMPARED = 0.002
"""Share of the plays that the slow reader judges too."""


def main() -> int:
    """Print one JSON object about the run; raises `FuzzFailure` where something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = perf_counter()
    decisions, deals, places = 0, 0, Counter[str]()
    rulesets = [(name, DealRules.of(ruleset_named(name))) for name in ruleset_ids()]
    for name, rules in cycle(rulesets):
        if decisions >= arguments.decisions:
            break
        seed = f"{arguments.seed}/{deals}"
        chance = Random(seed)  # noqa: S311  a deal, not a secret
        try:
            deal, taken = play_out(random_deal(chance, rules), chance, compare=COMPARED)
        except Exception:
            sys.stderr.write(f"ruleset {name}, deal seed {seed!r}\n")
            raise
        decisions += taken
        deals += 1
        places["double_down" if len(deal.finished) == 2 else "third_out"] += 1
    seconds = perf_counter() - begun
    report = {
        "decisions": decisions,
        "deals": deals,
        "rulesets": len(rulesets),
        "ended_by": dict(places),
        "seconds": round(seconds, 1),
        "decisions_per_second": round(decisions / seconds),
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
