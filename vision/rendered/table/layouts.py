"""How a play lies on the table, by the manner of who laid it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.rules.seats import Seat
from vision.calibration.view import Points
from vision.calibration.zones import AWAY
from vision.rendered.table.deck import CARD_MM
from vision.rendered.table.script import Manner

_DISPLAY_DEPTH_MM = 150.0
"""From the table's middle to the middle of a seat's strip: 200 mm less half of 100 mm."""
_FORWARD_MM = 34.0
"""A later play of one trick lies so much nearer to the middle, over the earlier one."""
_DISCARD_MM = (60.0, 95.0)
"""Middle of the discard area: to the player's right, and from the table's edge (national-2017)."""
_INDEX_MM = ((1.5, 12.5), (1.5, 26.0))
"""Where a card's upper left index is printed, from its left and from its upper edge."""
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies."""

    x: float
    y: float
    """Its middle, table millimetres."""
    turn: float
    """Direction of its upper edge: radians clockwise from north, seen from above."""
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class _Habit:
    """Spreads are standard deviations."""

    step_mm: tuple[float, float]
    """Least and most from one card of a row to the next."""
    step_spread_mm: float
    slant_deg: float
    """Of the whole row."""
    turn_deg: float
    """Of each card."""
    shift_mm: float
    fan_deg: float
    """Most by which each card is turned against the one before."""


_HABITS = {
    Manner.TIDY: _Habit((20, 24), 0.6, 1.5, 0.7, 6, 0.0),
    Manner.HASTY: _Habit((17, 22), 1.5, 5, 2.5, 14, 2.5),
    Manner.SLOPPY: _Habit((15.5, 22), 1.8, 11, 4, 24, 4.0),
}


def laid(
    chance: np.random.Generator, seat: Seat, count: int, earlier: int, manner: Manner
) -> tuple[Pose, ...]:
    """Poses of a play, left to right; each card lies on the one before and leaves its index free.

    Players show what they lay (示牌), so a row that hides an index is laid again.

    Args:
        chance: Decides within the manner.
        seat: Who lays.
        count: How many cards.
        earlier: Plays of this seat that lie there from this trick.
        manner: How.
    """
    for _ in range(_TRIES):
        poses = _row(chance, seat, count, earlier, _HABITS[manner])
        if shows_all(poses):
            return poses
    return _row(chance, seat, count, earlier, _HABITS[Manner.TIDY])


def shows_all(poses: tuple[Pose, ...]) -> bool:
    """Whether no card covers the upper left index of an earlier one."""
    for place, pose in enumerate(poses):
        index = index_corners(pose).astype(np.float32)
        for later in poses[place + 1 :]:
            outline = card_corners(later).astype(np.float32)
            covered, _ = cv2.intersectConvexConvex(index, outline)
            if covered > 0:
                return False
    return True


def card_corners(pose: Pose) -> Points:
    """Corners of a card on the table: upper left, upper right, lower right, lower left."""
    width, height = CARD_MM
    return _on_card(pose, [(0, 0), (width, 0), (width, height), (0, height)])


def index_corners(pose: Pose) -> Points:
    """Corners of the place where a card's upper left index is printed."""
    (left, right), (top, bottom) = _INDEX_MM
    return _on_card(pose, [(left, top), (right, top), (right, bottom), (left, bottom)])


def _on_card(pose: Pose, places: list[tuple[float, float]]) -> Points:
    """Table millimetres of places on a card, given from its left and its upper edge."""
    up = np.array([math.sin(pose.turn), math.cos(pose.turn)])
    right = np.array([up[1], -up[0]])
    off = np.array(places) - np.array(CARD_MM) / 2
    on_table = np.array([pose.x, pose.y]) + off[:, [0]] * right - off[:, [1]] * up
    return np.asarray(on_table, np.float64)


def handed(chance: np.random.Generator, giver: Seat, receiver: Seat, manner: Manner) -> Pose:
    """A card that *giver* puts down before *receiver*, with its upper edge away from himself."""
    habit = _HABITS[manner]
    across, stray = (float(chance.normal(0, habit.shift_mm)) for _ in range(2))
    x, y = before(receiver, across, _DISPLAY_DEPTH_MM + stray)
    up_x, up_y = AWAY[giver]
    return Pose(x, y, math.atan2(up_x, up_y) + math.radians(float(chance.normal(0, 8))))


def piled(chance: np.random.Generator, place: int) -> Pose:
    """A card of the pile in the middle (牌墩), *place* from below."""
    x, y = (float(chance.normal(0, 1.5)) for _ in range(2))
    return Pose(x + 0.4 * place, y, math.radians(float(chance.normal(0, 2))), face_up=False)


def _row(
    chance: np.random.Generator, seat: Seat, count: int, earlier: int, habit: _Habit
) -> tuple[Pose, ...]:
    step = float(chance.uniform(*habit.step_mm))
    slant = math.radians(float(chance.normal(0, habit.slant_deg)))
    fan = math.radians(float(chance.uniform(0, habit.fan_deg)))
    depth = _DISPLAY_DEPTH_MM - _FORWARD_MM * (earlier % 3) + float(chance.normal(0, 6))
    shift = float(chance.normal(0, habit.shift_mm)) + (12.0 * (earlier // 3))
    poses = []
    for place in range(count):
        off = place - (count - 1) / 2
        along = off * step + float(chance.normal(0, habit.step_spread_mm))
        bow = -(abs(off) ** 2) * fan * step / 4  # a fan's ends hang back
        stray = float(chance.normal(0, habit.step_spread_mm))
        across = shift + along * math.cos(slant)
        ahead = -depth - along * math.sin(slant) + bow + stray
        turn = slant + off * fan + math.radians(float(chance.normal(0, habit.turn_deg)))
        poses.append(_from_player(seat, across, ahead, turn))
    return tuple(poses)


def straightened(chance: np.random.Generator, poses: tuple[Pose, ...]) -> tuple[Pose, ...]:
    """The same row after its player has pushed it a little squarer."""
    for _ in range(_TRIES):
        better = _pushed(chance, poses)
        if shows_all(better):
            return better
    return poses


def _pushed(chance: np.random.Generator, poses: tuple[Pose, ...]) -> tuple[Pose, ...]:
    shift = chance.normal(0, 4, 2)
    return tuple(
        Pose(
            pose.x + float(shift[0] + chance.normal(0, 1)),
            pose.y + float(shift[1] + chance.normal(0, 1)),
            pose.turn + math.radians(float(chance.normal(0, 1.5))),
        )
        for pose in poses
    )


def discarded(chance: np.random.Generator, seat: Seat, table_mm: float) -> Pose:
    """A card turned over onto its player's discard area."""
    across = _DISCARD_MM[0] + float(chance.normal(0, 9))
    ahead = -(table_mm / 2 - _DISCARD_MM[1]) + float(chance.normal(0, 6))
    turn = math.pi / 2 + math.radians(float(chance.normal(0, 9)))
    return _from_player(seat, across, ahead, turn, face_up=False)


def heaped(chance: np.random.Generator, seat: Seat, table_mm: float) -> Pose:
    """A card swept onto the heap at a player's left."""
    across = -(table_mm / 2 - 140) + float(chance.normal(0, 25))
    ahead = -(table_mm / 2 - 150) + float(chance.normal(0, 25))
    turn = float(chance.uniform(-math.pi, math.pi))
    return _from_player(seat, across, ahead, turn, face_up=bool(chance.random() < 0.2))


def at_edge(seat: Seat, table_mm: float, across_mm: float = 0.0) -> tuple[float, float]:
    """A place off the table before *seat*, where hands and the cards in them are."""
    pose = _from_player(seat, across_mm, -(table_mm / 2 + 180), 0.0)
    return pose.x, pose.y


def before(seat: Seat, across_mm: float, depth_mm: float) -> tuple[float, float]:
    """A place on the table: to the player's right, and from the middle towards the player."""
    pose = _from_player(seat, across_mm, -depth_mm, 0.0)
    return pose.x, pose.y


def _from_player(
    seat: Seat, across: float, ahead: float, turn: float, *, face_up: bool = True
) -> Pose:
    """From what the player sees, right and forward of the table's middle, to the table."""
    up_x, up_y = AWAY[seat]
    right_x, right_y = up_y, -up_x
    return Pose(
        across * right_x + ahead * up_x,
        across * right_y + ahead * up_y,
        math.atan2(up_x, up_y) + turn,
        face_up,
    )
