"""Whole decks drawn from chance: faces as pictures, and where their indices are printed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.training.faces import JOKER_RANK, RANKS
from vision.training.pen import pen_words
from vision.training.pips import Mask, PipShapes, draw_pips

TEXTURE_PX_PER_MM = 5.0

Picture = MatLike
"""Height × width × 3 bytes, RGB."""

Colour = tuple[int, int, int]

WORDS = tuple("10" if rank == "T" else rank for rank in RANKS[:JOKER_RANK])
"""What is printed for each rank."""

_PIP_PLACES: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.2), (0.5, 0.8)),
    3: ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    4: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)),
    5: ((0.3, 0.2), (0.7, 0.2), (0.5, 0.5), (0.3, 0.8), (0.7, 0.8)),
    6: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
}
_FONTS_TRIED = 1000
"""Some fonts lack letters; where so many do, none has them."""
_COLUMNS = ((0.3, 0.19), (0.7, 0.19), (0.3, 0.4), (0.7, 0.4))


def _pip_places(count: int) -> tuple[tuple[float, float], ...]:
    """Where the pips of a number card stand, as fractions of the card."""
    if count in _PIP_PLACES:
        return _PIP_PLACES[count]
    if count < 9:
        extra = ((0.5, 0.35), (0.5, 0.65))[: count - 6]
        return (*_PIP_PLACES[6], *extra)
    outer = (*_COLUMNS, *((x, 1 - y) for x, y in _COLUMNS))
    return (*outer, (0.5, 0.5)) if count == 9 else (*outer, (0.5, 0.29), (0.5, 0.71))


@dataclass(frozen=True, slots=True)
class PrintedIndex:
    """One printed index of a face, in pixels of the face's picture."""

    centre_xy: tuple[float, float]
    size_wh: tuple[float, float]
    """Width and height on the face, parallel to its edges."""
    quarter_turns: int
    """Clockwise turns of the index on the face: 0 upright, 2 on its head at the lower edge.

    A word across the card counts as a word down its edge that was turned: it begins at its top.
    So 3 is a word read from left to right at the upper edge, and 1 the same at the lower.
    """


@dataclass(frozen=True, slots=True)
class Deck:
    """54 faces with their printed indices."""

    name: str
    faces: tuple[Picture, ...]
    indices: tuple[tuple[PrintedIndex, ...], ...]
    size_mm: tuple[float, float]

    def __post_init__(self) -> None:
        if len(self.faces) != 54 or len(self.indices) != 54:
            raise ValueError(
                f"deck {self.name!r}: want 54 faces and 54 lists of indices, "
                f"got {len(self.faces)} and {len(self.indices)}"
            )

    def index_height_mm(self) -> float:
        """Height of the index of the ace of clubs, which stands for all suited cards."""
        return self.indices[0][0].size_wh[1] / TEXTURE_PX_PER_MM


JokerManner = Literal["stacked", "sideways", "across", "star"]


@dataclass(frozen=True, slots=True)
class Style:
    """What one printer decided for a whole deck; lengths in millimetres."""

    size_mm: tuple[float, float]
    paper: Colour
    red_ink: Colour
    black_ink: Colour
    rank_wh: tuple[float, float]
    """Box the rank is fitted into."""
    suit_height: float
    gap: float
    left: float
    """Middle of the index from the card's left edge."""
    top: float
    four_indices: bool
    frame: bool
    pip_height: float
    joker_manner: JokerManner
    joker_letter_wh: tuple[float, float]
    joker_gap: float
    picture_jokers_alike: bool
    """Whether both jokers carry the same picture, so that only colour tells them apart."""
    weight_px: int
    """Pixels by which letters are made bolder, or finer when negative."""
    slant: float


def draw_style(chance: np.random.Generator) -> Style:
    """One printer's decisions: most decks plain, some jumbo, tiny, dark or with four indices."""
    dark = chance.random() < 0.1
    red_ink: Colour
    if dark:
        paper = _grey(chance, 8, 40)
        # Gold for red, silver for black, as such decks are printed.
        red_ink = (
            int(chance.integers(165, 225)),
            int(chance.integers(120, 170)),
            int(chance.integers(30, 90)),
        )
        black_ink = _grey(chance, 165, 235)
    else:
        warmth = int(chance.integers(0, 18))
        paper = (255 - warmth // 4, 255 - warmth // 2, 255 - warmth)
        red_ink = (
            int(chance.integers(175, 245)),
            int(chance.integers(0, 65)),
            int(chance.integers(5, 70)),
        )
        black_ink = _grey(chance, 5, 55)
    size = chance.choice(["plain", "plain", "plain", "jumbo", "tiny"])
    growth = {"plain": 1.0, "jumbo": chance.uniform(1.25, 1.75), "tiny": chance.uniform(0.68, 0.85)}
    grown = float(growth[str(size)])
    rank_wh = (chance.uniform(4.4, 7.0) * grown, chance.uniform(6.0, 10.0) * grown)
    manner: JokerManner = ("stacked", "stacked", "stacked", "sideways", "across", "star")[
        int(chance.integers(6))
    ]
    return Style(
        size_mm=(float(chance.choice([57, 58, 58, 60, 62, 63])), chance.uniform(86.5, 89)),
        paper=paper,
        red_ink=red_ink,
        black_ink=black_ink,
        rank_wh=rank_wh,
        suit_height=chance.uniform(4.4, 7.2) * grown,
        gap=chance.uniform(0.4, 2.2),
        left=max(chance.uniform(4.4, 7.0), rank_wh[0] / 2 + 1.6),
        top=chance.uniform(2.5, 5.5),
        four_indices=bool(chance.random() < 0.14),
        frame=bool(chance.random() < 0.18),
        pip_height=chance.uniform(9.5, 13.0),
        joker_manner=manner,
        joker_letter_wh=(chance.uniform(3.0, 5.2), chance.uniform(3.6, 6.2)),
        joker_gap=chance.uniform(0.2, 1.3),
        picture_jokers_alike=bool(chance.random() < 0.6),
        weight_px=int(chance.integers(-1, 4)),
        slant=float(chance.choice([0, 0, 0, 0, chance.uniform(-0.05, 0.18)])),
    )


def _grey(chance: np.random.Generator, low: int, high: int) -> Colour:
    level = int(chance.integers(low, high))
    tint = int(chance.integers(0, 8))
    return (level, level, min(255, level + tint))


Lettering = Callable[[str], Mask]


class Typefaces(Protocol):
    """A family of fonts, which `vision.training.fonts` takes from the system."""

    def pick(self, chance: np.random.Generator) -> Callable[[str], Mask | None]:
        """One font, as a function from words to their ink; None for words it cannot write."""


def draw_lettering(
    chance: np.random.Generator, families: Sequence[Typefaces], style: Style
) -> Lettering:
    """The deck's way of writing ranks: one font, or for every fifth deck a pen of our own.

    Raises:
        ValueError: If no font can write every rank.
    """
    if not families or chance.random() < 0.2:
        words = dict(pen_words(chance))
        return lambda word: _worn(words[word], style)
    for _ in range(_FONTS_TRIED):
        write = families[int(chance.integers(len(families)))].pick(chance)
        found = {word: write(word) for word in WORDS}
        inks = {word: ink for word, ink in found.items() if ink is not None}
        if len(inks) == len(WORDS):
            return lambda word: _worn(inks[word], style)
    raise ValueError(f"found no font of {len(families)} families that writes all of {WORDS}")


def _worn(ink: Mask, style: Style) -> Mask:
    """Apply the printer's weight and slant to a letter."""
    height, width = ink.shape
    pad = 8
    padded = np.pad(ink, pad)
    if style.weight_px:
        kernel = np.ones((abs(style.weight_px) + 1,) * 2, np.uint8)
        change = cv2.dilate if style.weight_px > 0 else cv2.erode
        padded = change(padded, kernel).astype(np.float32)
    if style.slant:
        lean = int(abs(style.slant) * height) + 1
        shear = np.array([[1, -style.slant, max(0.0, style.slant) * height], [0, 1, 0]], np.float32)
        size = (width + 2 * pad + lean, height + 2 * pad)
        padded = cv2.warpAffine(padded, shear, size).astype(np.float32)
    rows, columns = np.nonzero(padded > 0.3)
    if len(rows) < 20:  # A hairline eroded away; the letter as it was is still a letter.
        return ink
    return padded[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def draw_deck(
    seed: int,
    families: Sequence[Typefaces],
    courts: Sequence[Mapping[str, Picture]] = (),
    style: Style | None = None,
) -> Deck:
    """A deck decided by *seed* alone.

    Args:
        seed: the same seed, fonts and courts give the same deck, pixel by pixel.
        families: fonts to choose from; with none the ranks are drawn with a pen.
        courts: pictures by face text, from which jacks, queens, kings and jokers borrow their
            middles; without any, figures are drawn.
        style: what the printer decided, where it is not left to chance.
    """
    chance = np.random.default_rng([seed, 17])
    drawn_style = draw_style(chance)
    style = style or drawn_style
    lettering = draw_lettering(chance, families, style)
    pips = draw_pips(chance)
    court = courts[int(chance.integers(len(courts)))] if courts and chance.random() < 0.7 else None
    printer = _Printer(style, lettering, pips, court, chance, families)
    faces: list[Picture] = []
    indices: list[tuple[PrintedIndex, ...]] = []
    for suit in range(4):
        for rank in range(JOKER_RANK):
            face, printed = printer.suited(suit, rank)
            faces.append(face)
            indices.append(printed)
    for red in (False, True):
        face, printed = printer.joker(red=red)
        faces.append(face)
        indices.append(printed)
    return Deck(f"drawn-{seed}", tuple(faces), tuple(indices), style.size_mm)


class _Printer:
    """Prints the faces of one deck."""

    def __init__(
        self,
        style: Style,
        lettering: Lettering,
        pips: PipShapes,
        court: Mapping[str, Picture] | None,
        chance: np.random.Generator,
        families: Sequence[Typefaces],
    ) -> None:
        self.style = style
        self.lettering = lettering
        self.pips = pips
        self.court = court
        self.chance = chance
        self.width = round(style.size_mm[0] * TEXTURE_PX_PER_MM)
        self.height = round(style.size_mm[1] * TEXTURE_PX_PER_MM)
        self.joker_letters = self._joker_letters(families)
        self.joker_seed = int(chance.integers(1 << 30))

    def suited(self, suit: int, rank: int) -> tuple[Picture, tuple[PrintedIndex, ...]]:
        """Print a card of a suit; the picture and its indices."""
        face = self._paper()
        ink = self.style.red_ink if suit in (1, 2) else self.style.black_ink
        if rank < 10:
            self._pips(face, suit, rank + 1, ink)
        else:
            self._court(face, suit, rank, ink)
        return self._cornered(face, self._index_print(suit, rank, ink))

    def joker(self, *, red: bool) -> tuple[Picture, tuple[PrintedIndex, ...]]:
        """Print the black or the red joker."""
        face = self._paper()
        ink = self.style.red_ink if red else self.style.black_ink
        seed = self.joker_seed if self.style.picture_jokers_alike else self.joker_seed + red
        chance = np.random.default_rng(seed)
        x0, y0 = round(self.width * 0.27), round(self.height * 0.22)
        x1, y1 = self.width - round(self.width * 0.2), self.height - y0
        if self.court is not None and chance.random() < 0.6:
            source = self.court["HR" if red else "SB"]
            h, w = source.shape[:2]
            middle = source[round(h * 0.2) : round(h * 0.8), round(w * 0.24) : round(w * 0.76)]
            face[y0:y1, x0:x1] = cv2.resize(middle, (x1 - x0, y1 - y0))
        else:
            figure = draw_figure(chance, (x1 - x0, y1 - y0), self.style.paper, ink)
            # The picture of a red joker is usually coloured, that of a black one often plain.
            plain = not red and chance.random() < 0.6
            face[y0:y1, x0:x1] = _without_colour(figure) if plain else figure
        return self._cornered(face, self._joker_print(ink))

    def _paper(self) -> Picture:
        face = np.empty((self.height, self.width, 3), np.uint8)
        face[:] = self.style.paper
        if self.style.frame:
            inset = round((self.style.left + self.style.rank_wh[0] * 0.6) * TEXTURE_PX_PER_MM)
            cv2.rectangle(
                face,
                (inset, round(inset * 0.7)),
                (self.width - inset, self.height - round(inset * 0.7)),
                self.style.black_ink,
                1,
            )
        return face

    def _pips(self, face: Picture, suit: int, count: int, ink: Colour) -> None:
        shape = self.pips.of(suit)
        height = self.style.pip_height * TEXTURE_PX_PER_MM
        if count == 1:
            height *= 2.2 if suit == 3 else self.chance.choice([1.0, 1.3, 2.0])
        width = min(height * shape.shape[1] / shape.shape[0], height * 1.2)
        for x, y in _pip_places(count):
            upright = shape if y <= 0.5 else shape[::-1, ::-1]
            stamp(face, upright, (x * self.width, y * self.height), (width, height), ink)

    def _court(self, face: Picture, suit: int, rank: int, ink: Colour) -> None:
        mm = TEXTURE_PX_PER_MM
        x0 = round((self.style.left + self.style.rank_wh[0] * 0.62) * mm)
        y0 = round(self.chance.uniform(4, 9) * mm)
        size = (self.width - 2 * x0, self.height - 2 * y0)
        if self.court is not None:
            source = self.court["CDHS"[suit] + RANKS[rank]]
            h, w = source.shape[:2]
            source = source[round(h * 0.09) : h - round(h * 0.09)]
            source = source[:, round(w * 0.17) : w - round(w * 0.17)]
            picture = cv2.resize(source, size, interpolation=cv2.INTER_AREA)
        else:
            half = draw_figure(self.chance, (size[0], size[1] // 2), self.style.paper, ink)
            picture = np.concatenate([half, half[::-1, ::-1]])
            picture = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
        face[y0 : y0 + size[1], x0 : x0 + size[0]] = picture
        if self.chance.random() < 0.5:
            corner = (x0 + size[0], y0 + size[1])
            cv2.rectangle(face, (x0, y0), corner, self.style.black_ink, 1)
        if self.court is None:
            height = self.style.pip_height * mm
            shape = self.pips.of(suit)
            width = height * shape.shape[1] / shape.shape[0]
            centre = (x0 + width * 0.7, y0 + height * 0.8)
            stamp(face, shape, centre, (width, height), ink)
            opposite = (self.width - centre[0], self.height - centre[1])
            stamp(face, shape[::-1, ::-1], opposite, (width, height), ink)

    def _index_print(self, suit: int, rank: int, ink: Colour) -> _CornerPrint:
        """Rank above suit, as a list of stamps around the upper left corner."""
        style, mm = self.style, TEXTURE_PX_PER_MM
        letter, shape = self.lettering(WORDS[rank]), self.pips.of(suit)
        box_w, box_h = style.rank_wh[0] * mm, style.rank_wh[1] * mm
        room = box_w * (1.18 if WORDS[rank] == "10" else 0.85 if WORDS[rank] == "J" else 1.0)
        rank_w = min(box_h * letter.shape[1] / letter.shape[0], room)
        suit_h = style.suit_height * mm
        suit_w = min(suit_h * shape.shape[1] / shape.shape[0], suit_h * 1.1)
        x, y = style.left * mm, style.top * mm
        suit_y = y + box_h + style.gap * mm
        return _CornerPrint(
            stamps=(
                (letter, (x, y + box_h / 2), (rank_w, box_h)),
                (shape, (x, suit_y + suit_h / 2), (suit_w, suit_h)),
            ),
            ink=ink,
            index=PrintedIndex(
                centre_xy=(x, (y + suit_y + suit_h) / 2),
                size_wh=(max(box_w, suit_w) + 4, suit_y + suit_h - y + 4),
                quarter_turns=0,
            ),
        )

    def _joker_letters(self, families: Sequence[Typefaces]) -> Mapping[str, Mask]:
        """Ink of J, O, K, E, R and of the whole word in two manners."""
        words = ("J", "O", "K", "E", "R", "JOKER", "Joker")
        for _ in range(40 if families else 0):
            write = families[int(self.chance.integers(len(families)))].pick(self.chance)
            found = {word: write(word) for word in words}
            letters = {word: ink for word, ink in found.items() if ink is not None}
            if len(letters) == len(words):
                return letters
        return {word: _plain_word(word) for word in words}

    def _joker_print(self, ink: Colour) -> _CornerPrint:
        style, mm = self.style, TEXTURE_PX_PER_MM
        letter_w, letter_h = style.joker_letter_wh[0] * mm, style.joker_letter_wh[1] * mm
        gap = style.joker_gap * mm
        x, y = style.left * mm, style.top * mm
        match style.joker_manner:
            case "stacked":
                stamps = []
                for number, letter in enumerate("JOKER"):
                    ink_mask = self.joker_letters[letter]
                    width = min(letter_h * ink_mask.shape[1] / ink_mask.shape[0], letter_w * 1.2)
                    centre = (x, y + letter_h / 2 + number * (letter_h + gap))
                    stamps.append((ink_mask, centre, (width, letter_h)))
                height = 5 * letter_h + 4 * gap
                size = (letter_w * 1.2, height)
            case "sideways":
                word = np.rot90(self.joker_letters["JOKER"], -1)
                size = (letter_w * 1.2, 5 * letter_h)
                stamps = [(word, (x, y + size[1] / 2), size)]
            case "across":
                word = self.joker_letters["Joker" if style.frame else "JOKER"]
                height = letter_h * 1.3
                size = (min(height * word.shape[1] / word.shape[0], self.width * 0.72), height)
                x = max(x - letter_w / 2, 2 * mm) + size[0] / 2
                stamps = [(word, (x, y + size[1] / 2), size)]
            case "star":
                star, word = star_mask(), self.joker_letters["JOKER"]
                size = (style.rank_wh[0] * mm * 1.4, style.rank_wh[1] * mm * 1.5)
                star_h = size[1] * 0.6
                x = max(x, size[0] / 2 + mm)
                stamps = [
                    (star, (x, y + star_h / 2), (star_h * 0.95, star_h)),
                    (word, (x, y + size[1] * 0.84), (size[0], size[1] * 0.28)),
                ]
        centre = (x, y + size[1] / 2)
        turns = 3 if style.joker_manner == "across" else 0
        index = PrintedIndex(centre, (size[0] + 4, size[1] + 4), turns)
        return _CornerPrint(tuple(stamps), ink, index)

    def _cornered(
        self, face: Picture, corner: _CornerPrint
    ) -> tuple[Picture, tuple[PrintedIndex, ...]]:
        """Print the index at the upper left and, turned, at the lower right; maybe at all four."""
        printed = [self._stamped(face, corner, shift_x=0.0)]
        wide = corner.index.size_wh[0] > self.width * 0.4
        if self.style.four_indices and not wide:
            shift = self.width - 2 * corner.index.centre_xy[0]
            printed.append(self._stamped(face, corner, shift_x=shift))
        # The lower half is the upper one turned, so one stamping serves both.
        for index in tuple(printed):
            x, y = index.centre_xy
            w, h = index.size_wh[0] / 2 + 2, index.size_wh[1] / 2 + 2
            x0, x1 = max(0, int(x - w)), min(self.width, int(x + w) + 1)
            y0, y1 = max(0, int(y - h)), min(self.height, int(y + h) + 1)
            face[self.height - y1 : self.height - y0, self.width - x1 : self.width - x0] = face[
                y0:y1, x0:x1
            ][::-1, ::-1]
            turned = (index.quarter_turns + 2) % 4
            opposite = (self.width - x, self.height - y)
            printed.append(replace(index, centre_xy=opposite, quarter_turns=turned))
        return face, tuple(printed)

    def _stamped(self, face: Picture, corner: _CornerPrint, *, shift_x: float) -> PrintedIndex:
        x, y = corner.index.centre_xy
        w, h = corner.index.size_wh
        # Clear what the middle of the card printed under the index.
        x0, y0 = max(0, int(x + shift_x - w / 2)), max(0, int(y - h / 2))
        face[y0 : int(y + h / 2) + 1, x0 : int(x + shift_x + w / 2) + 1] = self.style.paper
        for mask, (mask_x, mask_y), size in corner.stamps:
            stamp(face, mask, (mask_x + shift_x, mask_y), size, corner.ink)
        return replace(corner.index, centre_xy=(x + shift_x, y))


@dataclass(frozen=True, slots=True)
class _CornerPrint:
    """What is stamped into one corner: ink masks with centre and size in pixels."""

    stamps: tuple[tuple[Mask, tuple[float, float], tuple[float, float]], ...]
    ink: Colour
    index: PrintedIndex


def stamp(
    face: Picture,
    mask: Mask,
    centre_xy: tuple[float, float],
    size_wh: tuple[float, float],
    ink: Colour,
) -> None:
    """Print *mask* into *face*, cut at the edges."""
    width, height = max(3, round(size_wh[0])), max(3, round(size_wh[1]))
    x, y = round(centre_xy[0] - width / 2), round(centre_xy[1] - height / 2)
    scaled = cv2.resize(np.ascontiguousarray(mask), (width, height), interpolation=cv2.INTER_AREA)
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + width, face.shape[1]), min(y + height, face.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    cover = scaled[y0 - y : y1 - y, x0 - x : x1 - x, None]
    under = face[y0:y1, x0:x1]
    face[y0:y1, x0:x1] = (under * (1 - cover) + np.array(ink, np.float32) * cover).astype(np.uint8)


def draw_figure(
    chance: np.random.Generator, size_wh: tuple[int, int], paper: Colour, ink: Colour
) -> Picture:
    """A made-up figure: robe, stripes, head, crown; what a court card's middle looks like afar."""
    width, height = size_wh
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = paper
    colours: list[Colour] = [ink]
    for _ in range(5):
        red, green, blue = (int(level) for level in chance.integers(20, 250, 3))
        colours.append((red, green, blue))

    def colour() -> Colour:
        return colours[int(chance.integers(len(colours)))]

    for _ in range(int(chance.integers(12, 26))):
        points = chance.uniform(0, 1, (int(chance.integers(3, 6)), 2)) * [width, height]
        points = (points + chance.uniform(0, 1, 2) * [width, height]) / 2
        cv2.fillPoly(picture, [points.astype(np.int32)], colour(), cv2.LINE_AA)
    for _ in range(int(chance.integers(4, 12))):
        ends = (chance.uniform(0, 1, (2, 2)) * [width, height]).astype(int)
        start, end = (int(ends[0, 0]), int(ends[0, 1])), (int(ends[1, 0]), int(ends[1, 1]))
        cv2.line(picture, start, end, colour(), int(chance.integers(1, 6)), cv2.LINE_AA)
    for _ in range(int(chance.integers(3, 14))):
        spot = (chance.uniform(0, 1, 2) * [width, height]).astype(int)
        radius = int(chance.integers(2, 10))
        filled = int(chance.choice([-1, 1, 2]))
        cv2.circle(picture, (int(spot[0]), int(spot[1])), radius, colour(), filled, cv2.LINE_AA)
    head = (width // 2, round(height * 0.3))
    axes = (round(width * 0.16), round(height * 0.17))
    cv2.ellipse(picture, head, axes, 0, 0, 360, (235, 205, 180), -1, cv2.LINE_AA)
    cv2.ellipse(picture, head, axes, 0, 0, 360, (30, 25, 25), 1, cv2.LINE_AA)
    crown_y = head[1] - round(axes[1] * 0.8)
    crown = [(head[0] - axes[0], crown_y)]
    for spike in range(1, 8):
        rise = axes[1] if spike % 2 else axes[1] // 3
        crown.append((head[0] - axes[0] + axes[0] * spike // 4, crown_y - rise))
    crown.append((head[0] + axes[0], crown_y))
    cv2.fillPoly(picture, [np.array(crown, np.int32)], colour(), cv2.LINE_AA)
    return picture


def star_mask() -> Mask:
    """A five-pointed star."""
    t = np.arange(10) * math.pi / 5 - math.pi / 2
    radius = np.where(np.arange(10) % 2, 24.0, 58.0)
    points = np.stack([60 + radius * np.cos(t), 60 + radius * np.sin(t)], 1).astype(np.int32)
    canvas = np.zeros((110, 120), np.uint8)
    cv2.fillPoly(canvas, [points], 255, cv2.LINE_AA)
    return canvas.astype(np.float32) / 255


def _plain_word(word: str) -> Mask:
    """A word in OpenCV's own strokes, for machines without fonts."""
    (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 3, 8)
    canvas = np.zeros((height + 40, width + 40), np.uint8)
    cv2.putText(canvas, word, (20, height + 20), cv2.FONT_HERSHEY_DUPLEX, 3, 255, 8, cv2.LINE_AA)
    rows, columns = np.nonzero(canvas > 80)
    cut = canvas[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return cut.astype(np.float32) / 255


def _without_colour(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    return np.repeat(grey[..., None], 3, axis=2)
