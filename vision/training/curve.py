"""The learning curve of a training, drawn from the progress that it noted."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_WIDTH, _HEIGHT, _MARGIN = 640, 320, 48
_TICKS = 5
_COLOURS = ("#1f6f8b", "#c8553d", "#5b8c5a", "#6c4f77")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training was at one moment."""

    step: int
    seconds: float
    loss: float
    """Smoothed over some fifty steps."""


def note_progress(file: Path, progress: Progress) -> None:
    """Append one line to a CSV file ``step,seconds,loss``; a resumed training goes on in it."""
    fresh = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as notes:
        writer = csv.writer(notes)
        if fresh:
            writer.writerow(("step", "seconds", "loss"))
        writer.writerow((progress.step, f"{progress.seconds:.0f}", f"{progress.loss:.5f}"))


def read_progress(file: Path) -> list[Progress]:
    """The lines of such a file, by step.

    Raises:
        ValueError: If a line is not ``step,seconds,loss``; names the file and the line.
    """
    points = {}
    with file.open(encoding="utf-8", newline="") as notes:
        for number, row in enumerate(csv.DictReader(notes), start=2):
            try:
                point = Progress(int(row["step"]), float(row["seconds"]), float(row["loss"]))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{file}:{number}: found {row}, want step,seconds,loss") from error
            # A training killed between two checkpoints repeats some steps; the later run counts.
            points[point.step] = point
    return [points[step] for step in sorted(points)]


def curve_svg(trainings: Mapping[str, Sequence[Progress]]) -> str:
    """Loss, on a logarithmic scale, over minutes; one line a training.

    Raises:
        ValueError: If there is nothing to draw.
    """
    points = [point for line in trainings.values() for point in line if point.loss > 0]
    if not points:
        raise ValueError("no progress to draw")
    longest = max(point.seconds for point in points) / 60 or 1.0
    low = math.log10(min(point.loss for point in points))
    high = math.log10(max(point.loss for point in points))
    spread = high - low or 1.0

    def place(minutes: float, loss: float) -> tuple[float, float]:
        x = _MARGIN + (_WIDTH - 2 * _MARGIN) * minutes / longest
        y = _HEIGHT - _MARGIN - (_HEIGHT - 2 * _MARGIN) * (math.log10(loss) - low) / spread
        return round(x, 1), round(y, 1)

    parts = [_text(_WIDTH / 2, _HEIGHT - 10, "minutes", "middle"), _text(8, 24, "loss", "start")]
    for tick in range(_TICKS):
        share = tick / (_TICKS - 1)
        minutes, loss = longest * share, 10 ** (low + spread * share)
        x, base = place(minutes, 10**low)
        left, y = place(0, loss)
        parts.append(_text(x, base + 18, f"{minutes:.3g}", "middle"))
        parts.append(_text(left - 6, y + 4, f"{loss:.3g}", "end"))
        parts.append(f'<path d="M{left} {y}H{_WIDTH - _MARGIN}" stroke="#ddd"/>')
    for number, (name, line) in enumerate(trainings.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        drawn = [place(point.seconds / 60, point.loss) for point in line if point.loss > 0]
        way = " ".join(f"{x},{y}" for x, y in drawn)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(_WIDTH - _MARGIN, 20 + 16 * number, name, "end", colour))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#333") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'
