"""Plays of 1 to 10 cards, laid as people lay them, as a table's camera would see them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from referee.rules.cards import FACES, FULL_DECK, SUITED_RANKS, Card, Rank, Suit
from referee.rules.seats import Seat
from vision.calibration.patch import Patch, patch_around
from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.rendered.table.deck import load_deck
from vision.rendered.table.layouts import Pose, card_corners, index_corners, laid
from vision.rendered.table.painting import Painter, sensed
from vision.rendered.table.room import draw_room
from vision.rendered.table.script import Manner
from vision.rendered.table.source import FULL_WH
from vision.sources.base import Window

_TABLE_MM = 900.0
_MARGIN_MM = 26.0
"""Around the play, as a live table reads around what has changed."""
_FINER = 2.95
"""Pixels a millimetre of the printed faces: a little finer than any frame, so that warping averages
instead of sampling."""
_PILE_MM = 26.0
"""Standard deviation of where a card of a pile falls; more where a card would hide another."""
_TRIES = 400


class Shape(Enum):
    """What a play looks like on the table."""

    ROW = "row"
    FAN = "fan"
    SLANTED = "slanted"
    PILE = "pile"


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table."""

    card: Card
    pose: Pose

    def ends(self) -> tuple[Pose, Pose]:
        """The card as its two ends see it: each has its index at the upper left."""
        return self.pose, replace(self.pose, turn=self.pose.turn + math.pi)


@dataclass(frozen=True, slots=True)
class LaidPlay:
    """One play, what lies under it, and who laid it."""

    seed: int
    deck: str
    seat: Seat
    shape: Shape
    older: tuple[Lying, ...]
    play: tuple[Lying, ...]
    """Left to right as its player sees it, except in a pile."""


def draw_play(seed: int, deck: str) -> LaidPlay:
    """Lay a play; every card of it shows one of its indices whole, the older ones need not."""
    chance = np.random.default_rng([seed, 2026])
    seat = list(Seat)[int(chance.integers(4))]
    shape = list(Shape)[int(chance.integers(4))]
    cards = draw_cards(chance, 1 + seed % 10)
    older: tuple[Lying, ...] = ()
    if chance.random() < 0.5:
        under = draw_cards(chance, int(chance.integers(1, 7)))
        older = _lying(under, laid(chance, seat, len(under), 0, Manner.HASTY))
    poses = _poses(chance, seat, len(cards), shape, earlier=1 if older else 0)
    return LaidPlay(seed, deck, seat, shape, older, _lying(cards, poses))


def draw_cards(chance: np.random.Generator, count: int) -> tuple[Card, ...]:
    """Cards as they are played together: of few ranks, in a run, or anything; jokers included."""
    kind = chance.choice(["alike", "run", "anything"])
    if kind == "alike":
        ranks = set(chance.choice([rank.value for rank in Rank], max(1, math.ceil(count / 4))))
        pool = [card for card in FULL_DECK if card.rank.value in ranks]
    elif kind == "run":
        start = int(chance.integers(len(SUITED_RANKS) - 4))
        suits = [list(Suit)[int(i)] for i in chance.integers(4, size=2)]
        run = SUITED_RANKS[start : start + 5]
        pool = [card for card in FULL_DECK if card.rank in run and card.suit in suits]
    else:
        pool = list(FULL_DECK)
    if len(pool) < count:
        pool = list(FULL_DECK)
    return tuple(pool[int(i)] for i in chance.choice(len(pool), count, replace=False))


def photographed(scene: LaidPlay) -> tuple[Picture, Patch]:
    """Cut from the full frame and rectified to the device's scale, as a live table does it."""
    image, window, patch, view = full_cut(scene)
    return patch.rectified(image, window, view), patch


def full_cut(scene: LaidPlay) -> tuple[Picture, Window, Patch, TableView]:
    """What is cut from the full frame, and how it is rectified."""
    chance = np.random.default_rng([scene.seed, 2027])
    room = draw_room(scene.seed, _TABLE_MM, FULL_WH)
    corners = np.concatenate([card_corners(each.pose) for each in scene.play])
    patch = patch_around(corners, scene.seat, _MARGIN_MM)
    window = patch.window(room.view)
    if window is None:
        raise AssertionError(f"play {scene.seed} lies off the frame")
    painter = Painter(room.view, room, (window.x, window.y), (window.width, window.height), 1.0)
    canvas = painter.bare_table()
    deck = load_deck(scene.deck, _FINER)
    for each in (*scene.older, *scene.play):
        painter.card(canvas, deck.of(each.card), each.pose)
    cv2.GaussianBlur(canvas, (0, 0), float(chance.uniform(0.6, 0.95)), dst=canvas)
    noise = chance.standard_normal(canvas.shape, np.float32)
    lit = canvas * painter.lamp(room.lamp)
    image = sensed(lit, float(chance.uniform(0.7, 1.1)), noise, room.noise)
    return image, window, patch, room.view


def draw_showing(seed: int, deck: str) -> list[LaidPlay]:
    """How an organiser shows a deck: nine cards at a time, apart, in any order and any way round.

    No scene of it is a scene of `draw_play`.
    """
    chance = np.random.default_rng([seed, 2028])
    order = [FACES[int(i)] for i in chance.permutation(len(FACES))]
    scenes = []
    for start in range(0, len(order), 9):
        lying = []
        for place, card in enumerate(order[start : start + 9]):
            row, column = divmod(place, 3)
            x, y = chance.normal(((column - 1) * 95, (1 - row) * 115), 4)
            turn = chance.normal(0, 0.2) + math.pi * chance.integers(2)
            lying.append(Lying(card, Pose(float(x), float(y), float(turn))))
        number = 1_000_000 + seed * 100 + start
        scenes.append(LaidPlay(number, deck, Seat.SOUTH, Shape.ROW, (), tuple(lying)))
    return scenes


def draw_alone(seed: int, deck: str, card: Card) -> LaidPlay:
    """A card that is shown by itself, because it is asked for."""
    chance = np.random.default_rng([seed, card.number, 2029])
    x, y = chance.normal(0, 30, 2)
    pose = Pose(float(x), float(y), float(chance.uniform(-math.pi, math.pi)))
    return LaidPlay(2_000_000 + seed, deck, Seat.SOUTH, Shape.ROW, (), (Lying(card, pose),))


def shows_an_index(poses: Sequence[Pose], place: int) -> bool:
    """Whether no later card covers some part of both ends of a card."""
    pose = poses[place]
    ends = (pose, replace(pose, turn=pose.turn + math.pi))
    over = [card_corners(later).astype(np.float32) for later in poses[place + 1 :]]
    return any(not any(_covers(outline, end) for outline in over) for end in ends)


def _covers(outline: np.ndarray, end: Pose) -> bool:
    covered, _ = cv2.intersectConvexConvex(index_corners(end).astype(np.float32), outline)
    return covered > 0


def _lying(cards: Sequence[Card], poses: Sequence[Pose]) -> tuple[Lying, ...]:
    return tuple(Lying(card, pose) for card, pose in zip(cards, poses, strict=True))


def _poses(
    chance: np.random.Generator, seat: Seat, count: int, shape: Shape, earlier: int
) -> tuple[Pose, ...]:
    row = laid(
        chance,
        seat,
        count,
        earlier,
        Manner.TIDY if shape is Shape.ROW else Manner.SLOPPY,
    )
    match shape:
        case Shape.ROW:
            return row
        case Shape.FAN:
            return _fanned(chance, row)
        case Shape.SLANTED:
            return _turned(row, math.radians(float(chance.uniform(-40, 40))))
        case Shape.PILE:
            return _piled(chance, row)


def _middle(poses: Sequence[Pose]) -> np.ndarray:
    return np.mean([(pose.x, pose.y) for pose in poses], axis=0)


def _turned(poses: Sequence[Pose], by: float) -> tuple[Pose, ...]:
    """A row turned as a whole, clockwise seen from above."""
    middle = _middle(poses)
    cos, sin = math.cos(by), math.sin(by)
    turned = []
    for pose in poses:
        x, y = pose.x - middle[0], pose.y - middle[1]
        turned.append(
            Pose(middle[0] + x * cos + y * sin, middle[1] - x * sin + y * cos, pose.turn + by)
        )
    return tuple(turned)


def _fanned(chance: np.random.Generator, row: Sequence[Pose]) -> tuple[Pose, ...]:
    """Opened like a hand of cards: each turned a few degrees further about a point below."""
    for _ in range(_TRIES):
        step = math.radians(float(chance.uniform(5.5, 9.0)))
        radius = float(chance.uniform(150, 210))
        seat_up = float(np.median([pose.turn for pose in row]))
        up = np.array([math.sin(seat_up), math.cos(seat_up)])
        pivot = _middle(row) - up * radius
        poses = []
        for place in range(len(row)):
            turn = seat_up + (place - (len(row) - 1) / 2) * step
            turn += math.radians(float(chance.normal(0, 0.8)))
            way = np.array([math.sin(turn), math.cos(turn)]) * (radius + chance.normal(0, 1.5))
            poses.append(Pose(float(pivot[0] + way[0]), float(pivot[1] + way[1]), turn))
        if all(shows_an_index(poses, place) for place in range(len(poses))):
            return tuple(poses)
    raise AssertionError(f"no fan of {len(row)} cards shows an index of each")


def _piled(chance: np.random.Generator, row: Sequence[Pose]) -> tuple[Pose, ...]:
    """Thrown one upon another, any way round."""
    middle = _middle(row)
    poses: list[Pose] = []
    for _ in row:
        for attempt in range(_TRIES):
            spread = _PILE_MM * (1 + attempt / 40)
            x, y = middle + chance.normal(0, spread, 2)
            pose = Pose(float(x), float(y), row[0].turn + math.radians(float(chance.normal(0, 35))))
            trial = [*poses, pose]
            if all(shows_an_index(trial, place) for place in range(len(trial))):
                poses = trial
                break
        else:
            raise AssertionError(f"no pile of {len(row)} cards shows an index of each")
    return tuple(poses)
