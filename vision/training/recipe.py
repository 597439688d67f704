"""The shipped networks again, stage by stage: ``python -m vision.training.recipe RUNS ...``.

Each stage leaves a mark in RUNS when it is done and is then passed over, so that the same command
goes on after an interruption; both trainings resume from their own checkpoints. Stages that need
nothing of each other run side by side, a process and a core each.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

SETS = ("phone-closeups", "desk-webcam", "desk-blackgold")
"""Labelled sets that are learnt from; three quarters of each."""

Stage = tuple[str, list[str]]
"""A name and the words given to ``python -m vision.training``."""

_SHARDS = 32
_GENTLY = ["--peak-rate", "5e-4"]
"""Weights that can read already would first unlearn at the rate that teaches from nothing."""


def stages(
    runs: Path, sets: Path, decks: Path, weights: Path, minutes: float
) -> list[tuple[Stage, ...]]:
    """All stages in order; those of one tuple may run at the same time.

    Args:
        runs: Folder for everything that is made.
        sets: Folder of the labelled sets.
        decks: Folder of photographed decks.
        weights: Folder with the weights to start from and to complete labels with.
        minutes: Time for each training; the card says which figures 45 of them gave.
    """
    finder, classifier = weights / "index-finder.pt", weights / "index-classifier.pt"
    out, shipped = runs / "out", runs / "weights"
    learn = ["--drawn", f"{runs}/learn", "--photographs", f"{runs}/completed"]
    timed = ["--output", f"{out}", "--minutes", f"{minutes:g}"]
    decks_of = ["--photographed-decks", f"{decks}"]
    judged = [f"{sets / name}" for name in ("overhead-fans", "overhead-singles", *SETS)]
    half = ["scenes", f"{runs}/learn", "--shards", f"{_SHARDS // 2}", *decks_of]
    test = ["scenes", "--shards", "1", "--test", *decks_of]
    return [
        (
            ("scenes", [*half, "--first", "1"]),
            ("more scenes", [*half, "--first", f"{1 + _SHARDS // 2}"]),
        ),
        (
            ("test scenes", [*test, f"{runs}/test", "--first", "0"]),
            ("fit scenes", [*test, f"{runs}/fit", "--first", "1"]),
        ),
        (
            ("photographs", ["photographs", *(f"{sets / name}" for name in SETS),
                             "--learn", f"{runs}/photographs", "--held-out", f"{runs}/held-out",
                             "--classifier", f"{weights}/index-classifier.onnx"]),
        ),
        (
            ("completed", ["complete", f"{runs}/photographs", f"{runs}/completed",
                           "--weights", f"{weights}"]),
        ),
        (
            ("finder", ["finder", *learn, *timed, "--start", f"{finder}", *_GENTLY]),
            ("classifier", ["classifier", *learn, *timed, "--start", f"{classifier}", *_GENTLY]),
        ),
        (("curve", ["curve", f"{out}/curve.svg", f"{out}/finder.csv", f"{out}/classifier.csv"]),),
        (
            ("export", ["export", f"{shipped}", "--finder", f"{out}/finder.pt",
                        "--classifier", f"{out}/classifier.pt"]),
        ),
        (("ncnn", ["ncnn", f"{shipped}"]),),
        (
            ("calibration", ["calibrate", f"{shipped}", "--fit", f"{runs}/fit",
                             "--drawn", f"{runs}/test", "--photographs", *judged]),
        ),
        (
            ("judgement", ["judge", f"{shipped}", "--drawn", f"{runs}/test",
                           "--photographs", *judged]),
        ),
    ]  # fmt: skip


def run_together(commands: Sequence[list[str]]) -> list[int]:
    """``python -m vision.training`` with each list of words at once; returns their statuses."""
    program = [sys.executable, "-m", "vision.training"]
    running: list[subprocess.Popen[bytes]] = []
    try:
        for words in commands:
            running.append(subprocess.Popen([*program, *words]))  # noqa: PERF401,S603 - one by one
        return [one.wait() for one in running]
    finally:
        for one in running:
            if one.poll() is None:
                one.terminate()


def go_through(
    runs: Path,
    wanted: Sequence[Sequence[Stage]],
    run: Callable[[Sequence[list[str]]], list[int]] = run_together,
) -> int:
    """Run the stages not yet done, in order; returns the first failure's status, or 0."""
    runs.mkdir(parents=True, exist_ok=True)
    for together in wanted:
        todo = [(_mark(runs, name), name, words) for name, words in together]
        todo = [each for each in todo if not each[0].exists()]
        for _, name, words in todo:
            sys.stdout.write(f"== {name}: python -m vision.training {' '.join(words)}\n")
        sys.stdout.flush()
        statuses = run([words for _, _, words in todo]) if todo else []
        for (mark, _, _), status in zip(todo, statuses, strict=True):
            if status == 0:
                mark.touch()
        if failed := next(filter(None, statuses), 0):
            return failed
    return 0


def _mark(runs: Path, name: str) -> Path:
    return runs / f".done-{name.replace(' ', '-')}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, help="folder for everything that is made")
    parser.add_argument("--sets", type=Path, required=True, help="folder of labelled sets")
    parser.add_argument("--decks", type=Path, required=True, help="folder of photographed decks")
    parser.add_argument("--minutes", type=float, default=45, help="time for each training")
    parser.add_argument(
        "--weights", type=Path, default=Path(__file__).parents[1] / "weights", help="to start from"
    )
    given = parser.parse_args(words)
    missing = [name for name in SETS if not (given.sets / name / "labels.csv").is_file()]
    if missing:
        parser.error(f"{given.sets}: found no labels.csv of {', '.join(missing)}")
    wanted = stages(given.runs, given.sets, given.decks, given.weights, given.minutes)
    return go_through(given.runs, wanted)


if __name__ == "__main__":
    sys.exit(main())
