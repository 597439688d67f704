"""A deck that was shown to the device: its prints, kept as pictures.

Pictures and not descriptions are kept, so a deck stays enrolled when the weights are renewed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from referee.rules.cards import FACES, Card
from vision.detectors.base import Picture


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    name: str
    enrolled_on: date
    px_per_mm: float
    """Scale of the pictures the prints were cut from, the median."""
    weights_sha256: str
    """The classifier that told the faces when they were shown."""
    prints: Mapping[Card, Picture]
    """Of each face shown: shape ``(n, 2, height, width, 3)``, red, green, blue, ``n`` at least 1;
    see `prints.cut_prints`."""
    announced: frozenset[Card] = frozenset()
    """Faces that a person named; no later showing makes another face of their prints."""

    @property
    def missing(self) -> tuple[Card, ...]:
        """Faces that have not been shown yet, in the order of `FACES`."""
        return tuple(card for card in FACES if card not in self.prints)
