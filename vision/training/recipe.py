"""The shipped networks again, stage by stage: ``python -m vision.training.recipe RUNS ...``.

Each stage leaves a mark in RUNS when it is done and is then passed over, so that the same command
goes on after an interruption; both trainings resume from their own checkpoints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

SETS = ("phone-closeups", "desk-webcam", "desk-blackgold")
"""Labelled sets that are learnt from; three quarters of each."""

Stage = tuple[str, list[str]]


def stages(runs: Path, sets: Path, decks: Path, weights: Path, minutes: float) -> list[Stage]:
    """Each stage's name and the words given to ``python -m vision.training``.

    Args:
        runs: Folder for everything that is made.
        sets: Folder of the labelled sets.
        decks: Folder of photographed decks.
        weights: Folder with the weights to start from and to complete labels with.
        minutes: Time for each training; the card says which figures 80 of them gave.
    """
    finder, classifier = weights / "index-finder.pt", weights / "index-classifier.pt"
    out, shipped = runs / "out", runs / "weights"
    learn = ["--drawn", f"{runs}/learn", "--photographs", f"{runs}/completed"]
    timed = ["--output", f"{out}", "--minutes", f"{minutes:g}"]
    decks_of = ["--photographed-decks", f"{decks}"]
    judged = [f"{sets / name}" for name in ("overhead-fans", "overhead-singles", *SETS)]
    return [
        ("scenes", ["scenes", f"{runs}/learn", "--shards", "32", "--first", "1", *decks_of]),
        ("test scenes", ["scenes", f"{runs}/test", "--shards", "1", "--test", *decks_of,
                         "--first", "0"]),
        ("fit scenes", ["scenes", f"{runs}/fit", "--shards", "1", "--test", *decks_of,
                        "--first", "1"]),
        ("photographs", ["photographs", *(f"{sets / name}" for name in SETS),
                         "--learn", f"{runs}/photographs", "--held-out", f"{runs}/held-out",
                         "--classifier", f"{weights}/index-classifier.onnx"]),
        ("completed", ["complete", f"{runs}/photographs", f"{runs}/completed",
                       "--weights", f"{weights}"]),
        ("finder", ["finder", *learn, *timed, "--start", f"{finder}"]),
        ("classifier", ["classifier", *learn, *timed, "--start", f"{classifier}"]),
        ("curve", ["curve", f"{out}/curve.svg", f"{out}/finder.csv", f"{out}/classifier.csv"]),
        ("export", ["export", f"{shipped}", "--finder", f"{out}/finder.pt",
                    "--classifier", f"{out}/classifier.pt"]),
        ("calibration", ["calibrate", f"{shipped}", "--fit", f"{runs}/fit",
                         "--drawn", f"{runs}/test", "--photographs", *judged]),
        ("judgement", ["judge", f"{shipped}", "--drawn", f"{runs}/test",
                       "--photographs", *judged]),
    ]  # fmt: skip


def run_command(words: list[str]) -> int:
    """``python -m vision.training`` with these words; it needs the extra `train`."""
    from vision.training.__main__ import main as command  # noqa: PLC0415

    return command(words)


def go_through(
    runs: Path, wanted: Sequence[Stage], run: Callable[[list[str]], int] = run_command
) -> int:
    """Run the stages not yet done, in order; returns the first failure's status, or 0."""
    runs.mkdir(parents=True, exist_ok=True)
    for name, words in wanted:
        mark = runs / f".done-{name.replace(' ', '-')}"
        if mark.exists():
            continue
        sys.stdout.write(f"== {name}: python -m vision.training {' '.join(words)}\n")
        sys.stdout.flush()
        status = run(words)
        if status != 0:
            return status
        mark.touch()
    return 0


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, help="folder for everything that is made")
    parser.add_argument("--sets", type=Path, required=True, help="folder of labelled sets")
    parser.add_argument("--decks", type=Path, required=True, help="folder of photographed decks")
    parser.add_argument("--minutes", type=float, default=80, help="time for each training")
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
