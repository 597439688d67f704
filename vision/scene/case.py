"""One change of the table on its way to being understood."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.calibration.patch import Patch
from vision.scene.memory import Difference
from vision.scene.sighting import Sighting
from vision.watch.glance import Change

FIRST_READINGS = 2
"""Pictures that are taken of every change at once: what is final rests on two that agree."""
_SAME_PLACE_MM = 8.0
_SAME_AREA_MM2 = 500.0
"""Middle and area of a change that only light and noise have altered."""
_FRAME_MS = 90


@dataclass(slots=True)
class Case:
    change: Change
    first_ms: int
    seen_ms: int
    """When the change was last visible; an arm may lie over it since."""
    basis: Change | None = None
    """How it looked when it was first read; readings of it stay good while it looks like that."""
    rest_ms: int = 0
    """Since when it has looked like that."""
    patch: Patch | None = None
    """What is read of it; the same each time, so that pictures can be compared."""
    asked: dict[int, Change] = field(default_factory=dict)
    """Readings that are under way."""
    asked_ms: int = -1
    motions_ms: list[int] = field(default_factory=list)
    """When something moved in or beside it."""
    sightings: list[tuple[Change, Sighting]] = field(default_factory=list)
    """What clean pictures have shown, each with how the change looked then."""
    tries: int = 0
    """Readings that have been answered."""
    is_photographed: bool = False
    """Whether it lay at rest with nobody at work on it, and was absorbed: only readings of its
    pictures are waited for, whatever happens on the table meanwhile."""
    last: Difference | None = None
    """What the latest picture says beyond what is known."""
    agreed: Difference | None = None
    """What two pictures say alike."""
    judged: tuple[int, int] = (0, 0)
    """How many sightings, and which state of memory, the judgement rests on."""

    def follow(self, change: Change, now_ms: int) -> None:
        """Take the change as it looks now."""
        if change.still_since_ms > self.change.still_since_ms:
            self.motions_ms.append(change.still_since_ms)
        self.change, self.seen_ms = change, now_ms

    def looks_like(self, change: Change) -> bool:
        """Whether *change* may show what has been read, or is about to be."""
        return self.basis is None or alike(change, self.basis)

    def ask(self, number: int, now_ms: int) -> None:
        if self.basis is None:
            self.basis, self.rest_ms = self.change, self.change.still_since_ms
        self.asked[number] = self.change
        self.asked_ms = now_ms

    def answer(self, number: int, sighting: Sighting | None) -> bool:
        """Take a reading; returns whether it tells how the change looked at rest."""
        change = self.asked.pop(number)
        self.tries += 1
        if sighting is None or self.basis is None or not alike(change, self.basis):
            return False
        if not self._is_clean(change, sighting.at_ms):
            return False
        if any(other.at_ms == sighting.at_ms for _, other in self.sightings):
            return False
        self.sightings.append((change, sighting))
        return True

    @property
    def evidence(self) -> Change:
        """How it looked when it was read: later on nobody remembers whose arm was there."""
        return self.change if self.basis is None else self.basis

    @property
    def has_pictures(self) -> bool:
        """Whether enough pictures have been taken to understand it without the table."""
        return len(self.sightings) + len(self.asked) >= FIRST_READINGS

    @property
    def order_ms(self) -> int:
        """Changes are understood in the order in which they came to rest."""
        return self.rest_ms or self.change.still_since_ms

    def forget(self) -> None:
        """Begin again: what was asked showed something else."""
        self.basis, self.patch, self.last, self.agreed = None, None, None, None
        self.sightings.clear()
        self.asked.clear()
        self.tries, self.rest_ms = 0, 0

    def _is_clean(self, change: Change, at_ms: int) -> bool:
        """Whether nothing moved from when *change* came to rest until a picture was taken."""
        return not any(
            change.still_since_ms < moment <= at_ms + _FRAME_MS for moment in self.motions_ms
        )


def alike(change: Change, other: Change) -> bool:
    """Whether two looks at a change may show the same things lying there."""
    off = np.abs(change.places_mm.mean(axis=0) - other.places_mm.mean(axis=0)).max()
    grown = abs(change.area_mm2 - other.area_mm2)
    return float(off) <= _SAME_PLACE_MM and grown <= max(_SAME_AREA_MM2, 0.12 * other.area_mm2)
