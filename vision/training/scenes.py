"""Tables with cards on them, drawn at the reader's scale, with every index labelled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.training.camera import photographed, photographed_at_table
from vision.training.cloth import draw_table, put_hands, put_things
from vision.training.decks import TEXTURE_PX_PER_MM, Deck, Picture, PrintedIndex
from vision.training.faces import BLACK_JOKER

SCENE_PX = 640
PX_PER_MM = 2.5
_HALF_MM = SCENE_PX / PX_PER_MM / 2

LABELLED_FROM = 0.2
"""Indices seen less than this are not labelled at all."""

_INDEX_HEIGHT_PX = (30.0, 62.0)
"""Scenes are scaled so that indices are about this high, as the reader scales photographs."""

_AT_A_TABLE = 0.4
"""Share of scenes as a calibrated table gives them: true to scale, sharp, over older cards."""
_TABLE_SCALE_SPREAD = 0.015
_OLDER_MM = 25.0
"""Standard deviation of how far a play lies from the older cards it covers."""

_TIGHT_FANS = 0.2
"""Share of the fans in which a card shows hardly more than its index."""

Matrix = MatLike
"""3 × 3 homography."""


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One index in a picture."""

    face: int
    """Number of the face in `vision.training.faces.FACES`."""
    quad: NDArray[np.float32]
    """4 × 2 pixels: upper left, upper right, lower right, lower left of the upright index."""
    visible: float
    """Share of the quad that shows this card, 0..1."""
    card: int
    """Cards of one picture have different numbers; indices of one card share it."""

    @property
    def centre(self) -> NDArray[np.float32]:
        """Middle of the quad."""
        middle: NDArray[np.float32] = self.quad.mean(axis=0)
        return middle

    @property
    def up(self) -> NDArray[np.float32]:
        """Unit vector from the suit towards the rank."""
        rise = self.quad[0] + self.quad[1] - self.quad[2] - self.quad[3]
        direction: NDArray[np.float32] = rise / np.linalg.norm(rise)
        return direction


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture 640 × 640 RGB and its labels."""

    picture: Picture
    labels: tuple[IndexLabel, ...]


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on the table, in millimetres of the table's plane."""

    face: int
    centre_mm: tuple[float, float]
    angle: float
    """Radians the card is turned clockwise on the picture."""
    back: bool = False


def draw_scene(seed: int, number: int, decks: Sequence[Deck]) -> Scene:
    """Scene *number* of the stream *seed*; the same numbers and decks give the same scene."""
    chance = np.random.default_rng([seed, number])
    deck = decks[int(chance.integers(len(decks)))]
    if chance.random() < _AT_A_TABLE:
        return _scene_at_table(chance, deck)
    canvas = Canvas(chance, draw_table(chance, (SCENE_PX, SCENE_PX)), _draw_view(chance, deck))
    for _ in range(int(chance.choice([1, 1, 2, 2, 3, 4]))):
        other = chance.random() < 0.06
        used = decks[int(chance.integers(len(decks)))] if other else deck
        middle = chance.uniform(-_HALF_MM * 0.85, _HALF_MM * 0.85, 2)
        for card in draw_group(chance, (float(middle[0]), float(middle[1]))):
            canvas.lay(used, card)
    if chance.random() < 0.16:
        canvas.cover(put_hands(chance, canvas.picture))
    if chance.random() < 0.1:
        canvas.cover(put_things(chance, canvas.picture))
    return Scene(photographed(chance, canvas.picture), canvas.labels())


def _scene_at_table(chance: np.random.Generator, deck: Deck) -> Scene:
    """One to three plays one over the other, rectified to the reader's scale."""
    canvas = Canvas(chance, draw_table(chance, (SCENE_PX, SCENE_PX)), _draw_table_view(chance))
    middle = chance.uniform(-_HALF_MM * 0.5, _HALF_MM * 0.5, 2)
    for _ in range(int(chance.choice([1, 2, 2, 3]))):
        for card in draw_group(chance, (float(middle[0]), float(middle[1]))):
            canvas.lay(deck, card)
        middle = middle + chance.normal(0, _OLDER_MM, 2)
    if chance.random() < 0.1:
        canvas.cover(put_hands(chance, canvas.picture))
    return Scene(photographed_at_table(chance, canvas.picture), canvas.labels())


def draw_group(
    chance: np.random.Generator, middle_mm: tuple[float, float]
) -> tuple[PlacedCard, ...]:
    """Cards as one player leaves them: a fan, a row, a column or a heap around *middle_mm*."""
    count = int(chance.choice([1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 10, 13]))
    manner = chance.choice(["fan", "fan", "fan", "backward fan", "column", "heap", "row"])
    square = chance.random() < 0.25
    turn = chance.choice(4) * math.pi / 2 + chance.normal(0, 0.08) if square else None
    turn = chance.uniform(0, 2 * math.pi) if turn is None else turn
    step = chance.uniform(10, 24) if manner != "row" else chance.uniform(60, 72)
    if "fan" in manner and chance.random() < _TIGHT_FANS:
        step = chance.uniform(6.5, 10)
    spread = chance.uniform(0, 0.11) if chance.random() < 0.6 else 0.0
    same_rank = int(chance.integers(13)) if chance.random() < 0.35 else None
    heap_mm = chance.uniform(18, 42)
    cards = []
    for number in range(count):
        place = number - (count - 1) / 2
        along, across = chance.normal(0, 0.8), chance.normal(0, 1.8)
        angle = turn + chance.normal(0, 0.02)
        if manner == "heap":
            x, y = chance.normal(0, heap_mm, 2)
            angle = chance.uniform(0, 2 * math.pi)
        elif manner == "column":
            x, y = along + across * 0.4, place * max(step, 18.0) + along
            angle += place * spread * 0.2
        else:
            sense = -1 if manner == "backward fan" else 1
            x = sense * place * step + along
            y = across + place * place * spread * step * 0.5
            angle += sense * place * spread
        if chance.random() < 0.04:
            angle += math.pi
        cosine, sine = math.cos(turn), math.sin(turn)
        centre = (
            middle_mm[0] + float(x * cosine - y * sine),
            middle_mm[1] + float(x * sine + y * cosine),
        )
        back = bool(chance.random() < 0.015)
        cards.append(PlacedCard(_draw_face(chance, same_rank), centre, float(angle), back))
    return tuple(cards)


def _draw_face(chance: np.random.Generator, same_rank: int | None) -> int:
    if same_rank is not None and chance.random() < 0.8:
        return int(chance.integers(4)) * 13 + same_rank
    if chance.random() < 0.1:
        return BLACK_JOKER + int(chance.integers(2))
    return int(chance.integers(BLACK_JOKER))


def _draw_table_view(chance: np.random.Generator) -> Matrix:
    """The same of a calibrated table: only its scale strays a little, whatever the deck's print."""
    scale = PX_PER_MM * math.exp(chance.normal(0, _TABLE_SCALE_SPREAD))
    half = SCENE_PX / 2
    return np.array([[scale, 0, half], [0, scale, half], [0, 0, 1.0]])


def _draw_view(chance: np.random.Generator, deck: Deck) -> Matrix:
    """The homography from millimetres around the table's middle to pixels of the picture."""
    scale = PX_PER_MM * math.exp(chance.normal(0, 0.1))
    index_px = deck.index_height_mm() * scale
    low, high = _INDEX_HEIGHT_PX
    if chance.random() < 0.8:
        scale *= min(max(index_px, low), high) / index_px
    linear = np.eye(3)
    linear[0, 0] = linear[1, 1] = scale
    if chance.random() < 0.3:
        # Wide pictures squeezed into a square, as some archives and networks do.
        squeeze = math.sqrt(chance.uniform(0.55, 0.95))
        axis = int(chance.integers(2))
        linear[axis, axis] *= squeeze
        linear[1 - axis, 1 - axis] /= squeeze
    if chance.random() < 0.1:
        linear[0, 1] = scale * chance.normal(0, 0.08)
    steep = 0.0011 if chance.random() < 0.3 else 0.0003
    tilt = np.eye(3)
    tilt[2, :2] = chance.uniform(-steep, steep, 2)
    to_middle = np.array([[1, 0, SCENE_PX / 2], [0, 1, SCENE_PX / 2], [0, 0, 1.0]])
    view: Matrix = to_middle @ tilt @ linear
    return view


class Canvas:
    """A table picture onto which cards are laid one over the other."""

    def __init__(self, chance: np.random.Generator, table: Picture, view: Matrix) -> None:
        self.picture = table
        self._chance = chance
        self._view = view
        height, width = table.shape[:2]
        self._owner = np.full((height, width), -1, np.int16)
        """Number of the card seen at each pixel, -1 for the table, -2 for what covers cards."""
        self._printed: list[tuple[int, NDArray[np.float32], int]] = []
        self._cards = 0
        light = chance.uniform(0, 2 * math.pi)
        reach = chance.uniform(1, 6)
        self._shadow_shift = (reach * math.cos(light), reach * math.sin(light))
        self._shadow_depth = chance.uniform(0, 0.55)
        self._shadow_blur = int(chance.choice([3, 5, 9, 13]))

    def lay(self, deck: Deck, card: PlacedCard) -> None:
        """Lay *card* on top of what is there; a card outside the picture leaves no trace."""
        face = deck.faces[card.face]
        height, width = face.shape[:2]
        if card.back:
            face = _back_of(self._chance, face)
        placed = self._placing(deck, card, (width, height))
        corners = _mapped(placed, [(0, 0), (width, 0), (width, height), (0, height)])
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 14, 0)
        limit = (self.picture.shape[1], self.picture.shape[0])
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 14, limit)
        if x1 - x0 < 8 or y1 - y0 < 8:
            return
        size = (int(x1 - x0), int(y1 - y0))
        local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ placed
        # Softened first: a texture sampled at half its resolution would alias.
        soft = cv2.GaussianBlur(face, (0, 0), 0.85)
        print_ = cv2.warpPerspective(soft, local, size, borderMode=cv2.BORDER_REPLICATE)
        outline = cv2.warpPerspective(_card_outline(width, height), local, size)
        region = self.picture[y0:y1, x0:x1]
        region[:] = self._shadowed(region, outline)
        cover = outline.astype(np.float32)[..., None] / 255
        shine = self._chance.uniform(0.93, 1.0)
        region[:] = (region * (1 - cover) + print_ * (cover * shine)).astype(np.uint8)
        self._owner[y0:y1, x0:x1][outline > 127] = self._cards
        if not card.back:
            for index in deck.indices[card.face]:
                self._printed.append((card.face, _index_quad(index, placed), self._cards))
        self._cards += 1

    def cover(self, mask: NDArray[np.bool_]) -> None:
        """Note that something that is no card hides the picture where *mask* holds."""
        self._owner[mask] = -2

    def labels(self) -> tuple[IndexLabel, ...]:
        """Every index that can be seen well enough, with the share of it that can be seen."""
        labels = []
        for face, quad, card in self._printed:
            visible = self._visible(quad, card)
            if visible >= LABELLED_FROM:
                labels.append(IndexLabel(face, quad, visible, card))
        return tuple(labels)

    def _placing(self, deck: Deck, card: PlacedCard, size_wh: tuple[int, int]) -> Matrix:
        """From pixels of the face to pixels of the picture."""
        width, height = size_wh
        cosine, sine = math.cos(card.angle), math.sin(card.angle)
        x, y = card.centre_mm
        turn = np.array([[cosine, -sine, x], [sine, cosine, y], [0, 0, 1.0]])
        to_mm = np.array(
            [
                [deck.size_mm[0] / width, 0, -deck.size_mm[0] / 2],
                [0, deck.size_mm[1] / height, -deck.size_mm[1] / 2],
                [0, 0, 1.0],
            ]
        )
        flat = self._view @ turn @ to_mm
        # Cards are never quite flat: each corner strays by a pixel, under half a millimetre.
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        strayed = _mapped(flat, corners) + self._chance.normal(0, 1.0, (4, 2))
        return cv2.getPerspectiveTransform(corners, strayed.astype(np.float32))

    def _shadowed(self, region: Picture, outline: MatLike) -> Picture:
        if self._shadow_depth < 0.03:
            return region
        soft = cv2.blur(outline, (self._shadow_blur,) * 2)
        shift = np.array([[1, 0, self._shadow_shift[0]], [0, 1, self._shadow_shift[1]]], np.float32)
        soft = cv2.warpAffine(soft, shift, (region.shape[1], region.shape[0]))
        dimmed = (255 - soft.astype(np.float32) * self._shadow_depth)[..., None] / 255
        return (region * dimmed).astype(np.uint8)

    def _visible(self, quad: NDArray[np.float32], card: int) -> float:
        """Share of *quad* whose pixels show *card*; what lies outside the picture is not seen."""
        height, width = self._owner.shape
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 1, (width, height))
        if x1 <= x0 or y1 <= y0:
            return 0.0
        inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(inside, np.round(quad - (x0, y0)).astype(np.int32), 1)
        seen = ((self._owner[y0:y1, x0:x1] == card) & (inside > 0)).sum()
        return float(min(1.0, seen / (cv2.contourArea(quad) + 1)))


def _index_quad(index: PrintedIndex, placed: Matrix) -> NDArray[np.float32]:
    x, y = index.centre_xy
    w, h = index.size_wh[0] / 2, index.size_wh[1] / 2
    corners = [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]
    # An index turned clockwise begins at the next corner of its box on the face.
    first = index.quarter_turns
    return _mapped(placed, corners[first:] + corners[:first])


def _mapped(
    matrix: Matrix, points: NDArray[np.float32] | Sequence[tuple[float, float]]
) -> NDArray[np.float32]:
    listed = np.asarray(points, np.float32)[None]
    mapped: NDArray[np.float32] = cv2.perspectiveTransform(listed, matrix)[0]
    return mapped


def _card_outline(width: int, height: int) -> NDArray[np.uint8]:
    """A card's rounded rectangle, 255 inside."""
    radius = round(3.2 * TEXTURE_PX_PER_MM)
    outline = np.zeros((height, width), np.uint8)
    cv2.rectangle(outline, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(outline, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(outline, (x, y), radius, 255, -1, cv2.LINE_AA)
    return outline


def _back_of(chance: np.random.Generator, face: Picture) -> Picture:
    """A card's back: a coloured, patterned field with a border."""
    back = np.full_like(face, 250)
    margin = int(chance.integers(6, 22))
    field = back[margin:-margin, margin:-margin]
    field[:] = chance.integers(20, 200, 3)
    pitch = int(chance.integers(6, 24))
    lighter = np.minimum(field[0, 0].astype(int) + 60, 255)
    field[::pitch] = lighter
    field[:, ::pitch] = lighter
    return back
