"""Places where the finder saw a printed index, in pixels of the picture given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.detectors.base import Proposals

_ALONG = 0.6
"""Parts of an index are found up to its end; along it the next card is 17 mm or more away."""
_CUT_SLACK = 0.1
"""Share of an index's height by which its box may stick out before print is missing."""
TIGHTEST = 0.28
"""Two indices side by side stand at least this share of their height apart: 5 mm for 17 mm, where
cards are pushed together until each shows little more than its rank."""

_ACROSS_DEG, _PLAIN_SCORE, _ALIKE_LENGTH = 45.0, 0.5, 1.25
"""Parts of an index are seen along it, whichever way up; what is turned against it by more, as high
as it and not faint, is another card's."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One printed index (牌角): where it is, which way is up, how large."""

    x: float
    y: float
    """Middle of the index, pixels of the picture, ``(0, 0)`` in the middle of its first pixel."""
    up_x: float
    up_y: float
    """From the index's bottom middle to its top middle, pixels; as long as the index is high."""
    score: float
    """The finder's, 0 to 1."""

    @property
    def length(self) -> float:
        """Height of the index along its own up direction, pixels."""
        return math.hypot(self.up_x, self.up_y)

    def narrowed(self, stretch: float) -> Spot:
        """The same spot in the picture from which *stretch* times widening made the present one."""
        return replace(self, x=(self.x + 0.5) / stretch - 0.5, up_x=self.up_x / stretch)

    def scaled(self, factor: float) -> Spot:
        """The same spot in the picture made *factor* times as large."""
        return replace(
            self,
            x=(self.x + 0.5) * factor - 0.5,
            y=(self.y + 0.5) * factor - 0.5,
            up_x=self.up_x * factor,
            up_y=self.up_y * factor,
        )

    def seen_aside(self, aside: float, turn_deg: float) -> Spot:
        """The spot moved *aside* of its height to its right and turned clockwise."""
        cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        return replace(
            self,
            x=self.x - aside * self.up_y,
            y=self.y + aside * self.up_x,
            up_x=cos * self.up_x - sin * self.up_y,
            up_y=sin * self.up_x + cos * self.up_y,
        )

    def seen_along(self, along: float) -> Spot:
        """The spot moved *along* of its height towards its top."""
        return replace(self, x=self.x + along * self.up_x, y=self.y + along * self.up_y)

    @property
    def angle_deg(self) -> float:
        """Where the index's top points: 0 up in the picture, 90 right, -90 left, 180 down."""
        return math.degrees(math.atan2(self.up_x, -self.up_y))


def spots_of(
    proposals: Proposals, corner_xy: tuple[float, float], scale: float, size_wh: tuple[int, int]
) -> list[Spot]:
    """Bring proposals of one tile back to the picture.

    Args:
        proposals: As the finder gave them.
        corner_xy: Upper left corner of the tile in the scaled picture, or, where the scaled picture
            lies on the tile, its own upper left corner with a minus sign.
        scale: Size of the scaled picture over that of the picture given.
        size_wh: Size of the picture given; spots centred outside are left out.
    """
    spots = []
    for score, (cx, cy, _, _), top, bottom in zip(
        proposals.scores.tolist(),
        proposals.boxes_xywh.tolist(),
        proposals.tops_xy.tolist(),
        proposals.bottoms_xy.tolist(),
        strict=True,
    ):
        up_x, up_y = top[0] - bottom[0], top[1] - bottom[1]
        spot = Spot(cx + corner_xy[0], cy + corner_xy[1], up_x, up_y, score).scaled(1 / scale)
        if 0 <= spot.x < size_wh[0] and 0 <= spot.y < size_wh[1] and spot.length > 0:
            spots.append(spot)
    return spots


def suppress(spots: Iterable[Spot]) -> list[Spot]:
    """Keep the best spot of each place, best first."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda each: -each.score):
        if not any(is_same_place(spot, other, TIGHTEST) for other in kept):
            kept.append(spot)
    return kept


def is_same_place(spot: Spot, better: Spot, across: float) -> bool:
    """Whether *spot* is a second sight of the index at *better*.

    Args:
        spot: The worse of the two.
        better: Sets the frame.
        across: How far apart, in index heights, two indices side by side are at least.
    """
    x, y = spot.x - better.x, spot.y - better.y
    if math.hypot(x, y) <= across * min(spot.length, better.length):
        return True
    if _cross(spot, better):
        return False
    along = (x * better.up_x + y * better.up_y) / better.length**2
    aside = (x * better.up_y - y * better.up_x) / better.length**2
    return math.hypot(along / _ALONG, aside / across) <= 1


def _cross(one: Spot, other: Spot) -> bool:
    """Whether two indices plainly run across each other, as those of two cards of a heap may."""
    short, long = sorted((one.length, other.length))
    along = abs(one.up_x * other.up_x + one.up_y * other.up_y)
    is_across = along < math.cos(math.radians(_ACROSS_DEG)) * short * long
    is_alike = long <= _ALIKE_LENGTH * short and min(one.score, other.score) >= _PLAIN_SCORE
    return is_across and is_alike


def overlaps(one: Spot, other: Spot) -> bool:
    """Whether the middle of one lies within the other, an index being half as wide as high."""
    x, y = one.x - other.x, one.y - other.y
    return any(
        abs(x * frame.up_x + y * frame.up_y) <= frame.length**2 * 0.6
        and abs(x * frame.up_y - y * frame.up_x) <= frame.length**2 * 0.3
        for frame in (one, other)
    )


def is_cut(spot: Spot, size_wh: Sequence[int], slack: float = _CUT_SLACK) -> bool:
    """Whether the edge of a picture of *size_wh* cuts an index, taken half as wide as high.

    Args:
        spot: Where the index is.
        size_wh: Pixels.
        slack: Share of its height by which its box may stick out; negative for how far inside it
            must lie.
    """
    reach_x = (abs(spot.up_x) + abs(spot.up_y) / 2) / 2
    reach_y = (abs(spot.up_y) + abs(spot.up_x) / 2) / 2
    out = slack * spot.length
    return not (
        reach_x - out <= spot.x <= size_wh[0] - 1 - reach_x + out
        and reach_y - out <= spot.y <= size_wh[1] - 1 - reach_y + out
    )


def usual_length(spots: Sequence[Spot]) -> float | None:
    """Index height most of the spots agree on, pixels; ``None`` without spots.

    The median over the spots, each counted by its score: one deck's indices have one size, up to
    perspective and the taller joker.
    """
    if not spots:
        return None
    ordered = sorted(spots, key=lambda spot: spot.length)
    half = sum(spot.score for spot in ordered) / 2
    seen = 0.0
    for spot in ordered:
        seen += spot.score
        if seen >= half:
            return spot.length
    return ordered[-1].length
