"""How fast the session is: absolute figures of this machine, and ratios to the rules alone.

The round is a whole one by the national rules: real hands, tribute, irregularities, rulings. Times
are processor time, so that a busy machine measures the same; only the ratios tell one program from
another. Run with ``python -m tests.bench.bench_session``; prints
one JSON object.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median, quantiles
from time import process_time

from referee.app.rulesets import ruleset_named
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.deal_rules import DealRules
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.ruling import Allowed
from referee.session.events import (
    CardsLaid,
    CorrectableEvent,
    Corrected,
    Passed,
    RoundStarted,
    TimePassed,
)
from referee.session.history import History, add, preview, replay
from referee.session.step import next_deadline_ms, step
from referee.session.table import Phase, Table
from tests.session.script import Script

DEALS = 9
"""Deals of the round; some two thousand events."""
REPEATS = 3


def figures(deals: int = DEALS, repeats: int = REPEATS) -> dict[str, dict[str, float]]:
    """Measure everything; some fifteen seconds on a quiet machine."""
    script = whole_round(deals)
    events = with_deadlines(script.events)
    history = replay(events)
    round_s = best(lambda: run(events), repeats)
    replay_s = best(lambda: replay(events), repeats)
    corrections_s = [seconds(partial(corrected, history, place)) for place in places(history)]
    previews_s = [seconds(partial(shown, history, place)) for place in places(history)]
    acts_s, rules_s = acts_and_rules(script.events, repeats)
    slowest_s = quantiles([seconds(partial(step, *met)) for met in steps(events)], n=100)
    return {
        "reducer": {
            "events_per_second": round(len(events) / round_s),
            "microseconds_per_event": round(round_s / len(events) * 1e6, 1),
            "microseconds_99_of_100": round(slowest_s[-1] * 1e6, 1),
            "times_rules_alone": round(acts_s / rules_s, 2),
        },
        "replay": {
            "events": len(events),
            "deals": deals,
            "milliseconds": round(replay_s * 1e3, 1),
        },
        "correction": {
            "milliseconds": round(median(corrections_s) * 1e3, 1),
            "milliseconds_slowest": round(max(corrections_s) * 1e3, 1),
            "times_replay": round(median(corrections_s) / replay_s, 2),
            "preview_milliseconds": round(median(previews_s) * 1e3, 1),
        },
    }


def whole_round(deals: int = DEALS) -> Script:
    """A round of so many deals, every card of them laid."""
    rules = ruleset_named("national-2017")
    rules = replace(rules, round=replace(rules.round, minutes=300))
    script = Script(RoundStarted(0, rules))
    for number in range(1, deals + 1):
        script.play(f"deal {number}", "tribute")
        if script.table.phase is Phase.LEADER:
            script.play("lead E")
        script.play("E high", "E back", "+21 wait")  # out of turn, or played and taken back
        script.play(*(f"rule {case.number} dismiss" for case in script.table.open_cases))
        script.play("out E N W" if number % 2 else "out S E N", "confirm")
        if script.table.phase is Phase.ROUND_ENDED:
            raise AssertionError(f"the round is over after {number} deals")
    return script


def with_deadlines(events: Sequence[CorrectableEvent]) -> list[CorrectableEvent]:
    """The events as a running table writes them, a `TimePassed` at every deadline."""
    table, written = Table(), list[CorrectableEvent]()
    for event in events:
        while (due := next_deadline_ms(table)) is not None and due <= event.at_ms:
            written.append(TimePassed(due))
            table = step(table, written[-1]).table
        written.append(event)
        table = step(table, event).table
    return written


def run(events: Sequence[CorrectableEvent]) -> Table:
    table = Table()
    for event in events:
        table = step(table, event).table
    return table


def steps(events: Sequence[CorrectableEvent]) -> list[tuple[Table, CorrectableEvent]]:
    """Every event with the table that it meets."""
    table, met = Table(), []
    for event in events:
        met.append((table, event))
        table = step(table, event).table
    return met


def places(history: History) -> list[int]:
    """Places of the record to correct, spread over the whole round."""
    count = len(history.counted)
    return [count * part // 10 for part in range(1, 10)]


def correction_of(history: History, place: int) -> Corrected:
    """Put the same event in once more, a millisecond later: everything is judged anew."""
    counted = history.counted[place]
    again = replace(counted.event, at_ms=counted.event.at_ms + 1)
    return Corrected(history.table.now_ms, counted.ref, counted.ref, (again,))


def corrected(history: History, place: int) -> History:
    return add(history, correction_of(history, place))[0]


def shown(history: History, place: int) -> object:
    return preview(history, correction_of(history, place))


def acts_and_rules(events: Sequence[CorrectableEvent], repeats: int) -> tuple[float, float]:
    """Seconds of all plays and passes in turn through the session, and through the rules alone."""
    met = [
        (table, event)
        for table, event in steps(events)
        if table.phase is Phase.PLAYING
        and isinstance(event, CardsLaid | Passed)
        and table.to_act == (event.seat,)
    ]
    acts_s = best(lambda: [step(table, event) for table, event in met], repeats)
    deals = [
        (replace(table.deal, rules=DealRules.of(table.ruleset)), event)
        for table, event in met
        if table.deal is not None
    ]
    rules_s = best(lambda: [decided(deal, event) for deal, event in deals], repeats)
    return acts_s, rules_s


def decided(deal: Deal, event: CardsLaid | Passed) -> Deal | None:
    """The deal after one act by the rules alone; ``None`` where it is refused."""
    if isinstance(event, Passed):
        allowed = isinstance(judge_pass(deal, event.seat), Allowed)
        return pass_turn(deal, event.seat) if allowed else None
    ruling = judge_play(deal, event.seat, event.cards)
    if not isinstance(ruling, AllowedPlay):
        return None
    return lay(deal, event.seat, event.cards, ruling.reading)


def best(work: Callable[[], object], repeats: int) -> float:
    """Shortest of several runs in seconds; what disturbs a run only ever makes it longer."""
    return min(seconds(work) for _ in range(repeats))


def seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures(), indent=2) + "\n")
