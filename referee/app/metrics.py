"""Numbers for Prometheus in its text format, version 0.0.4.

Written here because a table needs three kinds of numbers and one page of text, and the usual
library brings a registry of its own that outlives the table. The tests read what is written with
that library's parser.
"""

from __future__ import annotations

import math
import threading
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Sample:
    """One number; *suffix* and *labels* tell it from the others of its family."""

    value: float
    labels: Mapping[str, str] | None = None
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Family:
    """A named number with its meaning."""

    name: str
    """With its unit; a counter ends in ``_total``."""
    kind: str
    """``counter``, ``gauge`` or ``histogram``."""
    meaning: str
    samples: tuple[Sample, ...]


def gauge(name: str, meaning: str, value: float | None) -> Family:
    """A number that goes up and down; ``None`` where it cannot be known just now."""
    return Family(name, "gauge", meaning, () if value is None else (Sample(value),))


def counter(name: str, meaning: str, value: float) -> Family:
    return Family(name, "counter", meaning, (Sample(value),))


def by_label(name: str, kind: str, meaning: str, label: str, values: Mapping[str, float]) -> Family:
    """A family with one label."""
    samples = tuple(Sample(value, {label: each}) for each, value in values.items())
    return Family(name, kind, meaning, samples)


class Histogram:
    """How often a duration was how long; may be told from one thread and read from another."""

    def __init__(self, name: str, meaning: str, bounds_s: Iterable[float]) -> None:
        """Begin with nothing seen; *bounds_s* are the upper bounds in seconds, ascending."""
        self._name = name
        self._meaning = meaning
        self._bounds_s = tuple(bounds_s)
        self._counts = [0] * (len(self._bounds_s) + 1)
        self._sum_s = 0.0
        self._lock = threading.Lock()

    def saw(self, seconds: float) -> None:
        place = bisect_left(self._bounds_s, seconds)
        with self._lock:
            self._counts[place] += 1
            self._sum_s += seconds

    def family(self) -> Family:
        with self._lock:
            counts, sum_s = tuple(self._counts), self._sum_s
        samples, so_far = [], 0
        for bound, count in zip((*self._bounds_s, math.inf), counts, strict=True):
            so_far += count
            samples.append(Sample(so_far, {"le": _number(bound)}, "_bucket"))
        samples += [Sample(sum_s, suffix="_sum"), Sample(so_far, suffix="_count")]
        return Family(self._name, "histogram", self._meaning, tuple(samples))


def exposition(families: Iterable[Family]) -> str:
    """The page that Prometheus reads. A family without samples is left out."""
    lines = []
    for family in families:
        if not family.samples:
            continue
        meaning = family.meaning.replace("\\", r"\\").replace("\n", r"\n")
        lines.append(f"# HELP {family.name} {meaning}")
        lines.append(f"# TYPE {family.name} {family.kind}")
        lines += [
            f"{family.name}{sample.suffix}{_labels(sample.labels)} {_number(sample.value)}"
            for sample in family.samples
        ]
    return "".join(line + "\n" for line in lines)


def _labels(labels: Mapping[str, str] | None) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(float(value))
