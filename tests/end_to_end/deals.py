"""Whole rendered deals, refereed: ``python -m tests.end_to_end.deals --deals 10 --jobs 2``.

Prints how many plays were right, missed, invented, merged, split or unsure, and every false alarm.
Each deal is kept as one line of ``--keep FILE``; deals that are there already are not played again,
so a long run may be stopped and taken up.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from referee.rules.seats import PerSeat
from tests.end_to_end.refereed import Score, referee
from vision.eye.eye import reading_with
from vision.read.reader import CardReader
from vision.rendered.table.players import Habits, Irregularity, random_script
from vision.rendered.table.script import Manner

_FOLLOW_MS = 9_000
_LEAD_MS = 12_000
"""Shorter than at a real table, so that an overtime does not fill the film."""


@cache
def _reader() -> CardReader:
    cv2.setNumThreads(1)
    return CardReader.from_weights(threads=1)


def one_deal(task: tuple[int, str, int | None, bool, int]) -> Score:
    """Referee the deal of one seed; runs in a process of its own."""
    seed, manner, tricks, perfect, read_ms = task
    script = random_script(
        seed,
        Habits(PerSeat.all(Manner(manner))),
        list(Irregularity),
        most_tricks=tricks,
        lead_ms=_LEAD_MS,
        follow_ms=_FOLLOW_MS,
    )
    began = time.process_time()
    score = referee(script, None if perfect else reading_with(_reader()), lambda: read_ms)
    spent = time.process_time() - began
    score.wrong = [f"deal {seed} ({script.deck}): {words}" for words in score.wrong]
    sys.stderr.write(
        f"deal {seed} ({script.deck}): {score.counts['right']} of {score.counts['plays']} plays, "
        f"{spent:.0f} s of processor\n"
    )
    return score


def _numbered(task: tuple[int, str, int | None, bool, int]) -> tuple[int, Score]:
    return task[0], one_deal(task)


def _keep(file: Path, seed: int, score: Score) -> None:
    line = {
        "seed": seed,
        "counts": dict(sorted(score.counts.items())),
        "wrong": score.wrong,
        "final_ms": score.final_ms,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(line, ensure_ascii=False) + "\n")


def _kept(file: Path | None) -> dict[int, Score]:
    if file is None or not file.is_file():
        return {}
    found = {}
    for text in file.read_text("utf-8").splitlines():
        line = json.loads(text)
        found[line["seed"]] = Score(Counter(line["counts"]), line["wrong"], line["final_ms"])
    return found


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--manner", choices=[each.value for each in Manner], default="sloppy")
    parser.add_argument("--tricks", type=int, metavar="N", help="stop each deal after N tricks")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--read-ms", type=int, default=90, metavar="MS", help="a reading takes")
    parser.add_argument("--keep", type=Path, metavar="FILE.jsonl", help="results of each deal")
    parser.add_argument("--perfect", action="store_true", help="with a reader that cannot err")
    arguments = parser.parse_args(words)
    seeds = range(arguments.first, arguments.first + arguments.deals)
    kept = _kept(arguments.keep)
    tasks = [
        (seed, arguments.manner, arguments.tricks, arguments.perfect, arguments.read_ms)
        for seed in seeds
        if seed not in kept
    ]
    total = Score()
    for seed in seeds:
        if seed in kept:
            total.add(kept[seed])
    with get_context("spawn").Pool(arguments.jobs) as pool:
        for seed, score in pool.imap_unordered(_numbered, tasks):
            total.add(score)
            if arguments.keep is not None:
                _keep(arguments.keep, seed, score)
    sys.stdout.write("\n".join(sorted(total.wrong)) + "\n\n")
    for name, count in sorted(total.counts.items()):
        sys.stdout.write(f"{name:28}{count:6}\n")
    if total.final_ms:
        median, most = np.percentile(total.final_ms, [50, 95])
        sys.stdout.write(f"rest to final, table time: median {median:.0f} ms, 95 % {most:.0f} ms\n")
    plays, right = total.counts["plays"], total.counts["right"]
    sys.stdout.write(f"{right} of {plays} plays exact ({100 * right / max(plays, 1):.2f} %)\n")
    alarms = total.counts["false alarm"] + total.counts["invented"]
    return 1 if alarms else 0


if __name__ == "__main__":
    sys.exit(main())
