"""Showing a deck to the device, a few cards at a time, in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import combinations
from statistics import median

import numpy as np

from referee.rules.cards import FACES, Card
from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.gallery import Gallery, Separation
from vision.enrolment.prints import cut_prints, described, spot_of
from vision.read.group import DIAGONAL_DEG
from vision.read.one_card import card_lean_deg
from vision.read.reading import CardSeen, IndexSeen, Reading

MOST_PRINTS = 8
"""Kept of a face: its two ends, shown four ways round; more teach nothing new."""
_SURE = 0.75
"""A card whose surest index is read less surely is asked for again."""
_ENDS_TURN_DEG = 140.0
_ENDS_MM = 100.0
"""The two ends of one card point away from each other and are no further apart."""
_ALIKE = 0.55
"""Prints of one face are at least this much alike, described by the classifier; prints of two
faces of one deck reach 0.6, so this finds a misread card more often than not, not always."""
_SAME, _NEARLY = 0.8, 0.05
"""A print this much like an announced one, and nearly as much as it is like its own face, or more,
was misread: it is of the face that was announced."""
_ASKEW_DEG = 9.0
"""The finder may turn an unclear index by more, to read something; such a print shows it askew."""
_ENOUGH_FACES = 8
"""Before so many faces are known, what all have in common hides how they differ."""


class Again(Enum):
    """Why a card that was shown could not be taken, so it must be shown again."""

    UNREAD = "unread"
    """There is a card, but its face is not clear."""
    DOUBTFUL = "doubtful"
    """It was read, but not surely enough."""
    HALF_SEEN = "half_seen"
    """Only one of its two printed indices was seen."""
    TWICE = "twice"
    """Two cards of this face in one picture: two copies, or one of them is another face."""
    UNLIKE = "unlike"
    """It does not look like what was shown as this face before: one of the two was misread."""
    NOT_ALONE = "not_alone"
    """A face was announced, so it must be the only card in the picture."""


@dataclass(frozen=True, slots=True)
class ShowAgain:
    why: Again
    card: Card | None
    """As it was read; ``None`` where it was not."""
    x: float
    y: float
    """Where, pixels of the picture shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What came of one picture."""

    taken: tuple[Card, ...]
    """Faces whose prints were kept, new ones and known ones."""
    new: tuple[Card, ...]
    """Those of them that had not been seen before."""
    again: tuple[ShowAgain, ...]


class Enrolment:
    """The state of showing one deck.

    Pictures and readings come in; nothing is read or written. Not for two threads at once.
    """

    def __init__(self, classifier: IndexClassifier, begun: EnrolledDeck | None = None) -> None:
        """Start, or go on.

        Args:
            classifier: The network that described and will describe the prints.
            begun: A deck that was shown in part.
        """
        self._classifier = classifier
        self._prints: dict[Card, list[Picture]] = {}
        self._described: dict[Card, list[FloatArray]] = {}
        self._scales: list[float] = []
        self._announced: set[Card] = set()
        if begun is not None:
            self._scales.append(begun.px_per_mm)
            self._announced |= begun.announced
            for card, prints in begun.prints.items():
                self._keep(card, prints, described(prints, classifier))

    @property
    def seen(self) -> tuple[Card, ...]:
        """Faces with prints, in the order of `FACES`."""
        return tuple(card for card in FACES if card in self._prints)

    @property
    def missing(self) -> tuple[Card, ...]:
        """Faces still to be shown, in the order of `FACES`."""
        return tuple(card for card in FACES if card not in self._prints)

    @property
    def is_complete(self) -> bool:
        return not self.missing

    def prints_of(self, card: Card) -> int:
        """How many prints of a face were kept."""
        return len(self._prints.get(card, ()))

    def see(self, reading: Reading, picture_bgr: Picture, announced: Card | None = None) -> Shown:
        """Take the cards of one picture.

        Args:
            reading: What the reader, without this deck, reads on the picture.
            picture_bgr: That picture.
            announced: The face of the only card shown, where a person says it: for faces that the
                reader does not know, such as a joker without a word.
        """
        if announced is not None:
            return self._see_announced(reading, picture_bgr, announced)
        before = self.seen
        cards = _with_joined_jokers(reading)
        counts = Counter(seen.card for seen in cards)
        again = [ShowAgain(Again.UNREAD, None, doubt.x, doubt.y) for doubt in reading.unsure]
        taken = []
        for seen in cards:
            why = _objection(seen, counts[seen.card])
            if why is None and not self._take(seen.card, seen.indices, picture_bgr):
                why = Again.UNLIKE
            if why is None:
                taken.append(seen.card)
            else:
                first = seen.indices[0]
                again.append(ShowAgain(why, seen.card, first.x, first.y))
        return self._shown(taken, before, again, reading)

    def forget(self, card: Card) -> None:
        """Drop the prints of a face, to be shown anew."""
        self._prints.pop(card, None)
        self._described.pop(card, None)
        self._announced.discard(card)

    def separation(self) -> tuple[Separation, ...]:
        """How safe each face seen is; empty before two faces have been seen."""
        if len(self._prints) < 2:
            return ()
        return Gallery.of(self.deck("", date.min, ""), self._classifier).separation()

    def deck(self, name: str, enrolled_on: date, weights_sha256: str) -> EnrolledDeck:
        """The deck as shown so far."""
        return EnrolledDeck(
            name,
            enrolled_on,
            median(self._scales) if self._scales else 0.0,
            weights_sha256,
            {card: np.stack(self._prints[card]) for card in self.seen},
            frozenset(self._announced),
        )

    def _see_announced(self, reading: Reading, picture_bgr: Picture, announced: Card) -> Shown:
        indices = _only_card(reading)
        if indices is None or _are_askew(announced, indices):
            places = [(index.x, index.y) for seen in reading.cards for index in seen.indices]
            why = Again.NOT_ALONE if places and indices is None else Again.UNREAD
            x, y = (places or [(doubt.x, doubt.y) for doubt in reading.unsure] or [(0.0, 0.0)])[0]
            return Shown((), (), (ShowAgain(why, announced, x, y),))
        before = self.seen
        # A person's word stands above what was kept from an earlier reading.
        self.forget(announced)
        self._announced.add(announced)
        self._take(announced, indices, picture_bgr)
        self._forget_misread(announced)
        return self._shown([announced], before, [], reading)

    def _forget_misread(self, announced: Card) -> None:
        """Drop the prints of this face that were kept as another's, before it was announced."""
        if len(self._described) < _ENOUGH_FACES:
            return
        middle = self._middle()
        typical = np.mean(self._described[announced], axis=0) - middle
        for card in set(self._described) - self._announced:
            rows = np.stack(self._described[card]) - middle
            rest = (rows.sum(axis=0) - rows) / max(len(rows) - 1, 1)
            kept = [
                place
                for place, row in enumerate(rows)
                if _cosine(row, typical) < max(_SAME, _cosine(row, rest[place]) - _NEARLY)
            ]
            self._prints[card] = [self._prints[card][place] for place in kept]
            self._described[card] = [self._described[card][place] for place in kept]
            if not kept:
                self.forget(card)

    def _shown(
        self,
        taken: Sequence[Card],
        before: Sequence[Card],
        again: Sequence[ShowAgain],
        reading: Reading,
    ) -> Shown:
        if taken and reading.px_per_mm is not None:
            self._scales.append(reading.px_per_mm)
        new = tuple(card for card in taken if card not in before)
        return Shown(tuple(taken), new, tuple(again))

    def _take(self, card: Card, indices: Sequence[IndexSeen], picture_bgr: Picture) -> bool:
        """Keep the prints of a card; ``False`` where they do not look like earlier ones."""
        spots = [spot_of(index) for index in indices]
        prints = cut_prints(picture_bgr, spots, self._classifier.crop_wh)
        descriptions = described(prints, self._classifier)
        if not self._is_like_before(card, descriptions):
            return False
        self._keep(card, prints, descriptions)
        return True

    def _keep(self, card: Card, prints: Picture, descriptions: FloatArray) -> None:
        self._prints[card] = [*self._prints.get(card, ()), *prints][-MOST_PRINTS:]
        self._described[card] = [*self._described.get(card, ()), *descriptions][-MOST_PRINTS:]

    def _is_like_before(self, card: Card, descriptions: FloatArray) -> bool:
        if card not in self._described or len(self._described) < _ENOUGH_FACES:
            return True
        middle = self._middle()
        before = np.mean(self._described[card], axis=0) - middle
        return _cosine(before, descriptions.mean(axis=0) - middle) >= _ALIKE

    def _middle(self) -> FloatArray:
        """What all faces have in common."""
        means = [np.mean(each, axis=0) for each in self._described.values()]
        return np.asarray(np.mean(means, axis=0), np.float32)


def _cosine(one: FloatArray, other: FloatArray) -> float:
    """From -1 to 1; 1 where there is nothing to compare."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 1.0


def _objection(seen: CardSeen, copies: int) -> Again | None:
    """Why a card that was read is not taken."""
    if copies > 1:
        return Again.TWICE
    if max(index.confidence for index in seen.indices) < _SURE or _are_askew(
        seen.card, seen.indices
    ):
        return Again.DOUBTFUL
    if len(seen.indices) < 2 and not seen.card.rank.is_joker:
        return Again.HALF_SEEN
    return None


def _are_askew(card: Card, indices: Sequence[IndexSeen]) -> bool:
    """Whether two ends of a card point elsewhere than they do on any card; words differ by deck."""
    if len(indices) != 2 or card.rank.is_joker:
        return False
    return abs(card_lean_deg(*indices) - DIAGONAL_DEG) > _ASKEW_DEG


def _with_joined_jokers(reading: Reading) -> list[CardSeen]:
    """The cards, the two ends of a joker made one: its word may hide how they belong together."""
    cards: list[CardSeen] = []
    for seen in reading.cards:
        twin = next((each for each in cards if _are_ends(each, seen, reading.px_per_mm)), None)
        if twin is None:
            cards.append(seen)
        else:
            indices = (*twin.indices, *seen.indices)
            confidence = max(twin.confidence, seen.confidence)
            cards[cards.index(twin)] = CardSeen(seen.card, confidence, indices)
    return cards


def _only_card(reading: Reading) -> Sequence[IndexSeen] | None:
    """The indices of the only card shown, read or not; ``None`` where that cannot be told.

    Two ends that lie and point as one card's do belong to it, whatever faces they are read as.
    Doubts make no second card, since a court's artwork may look like another index.
    """
    read = [seen.indices for seen in _with_joined_jokers(reading)]
    doubted = [doubt.indices for doubt in reading.unsure if doubt.indices]
    whole = [indices for indices in read or doubted if len(indices) > 1]
    if whole:
        return whole[0] if len(whole) == len(read or whole) == 1 else None
    lone = [indices[0] for indices in [*read, *doubted] if len(indices) == 1]
    pairs = [
        pair
        for pair in combinations(lone, 2)
        if _are_opposite(*pair, reading.px_per_mm) and all(each[0] in pair for each in read)
    ]
    for found in (pairs, read or doubted):
        if len(found) == 1:
            return found[0]
    return None


def _are_ends(one: CardSeen, other: CardSeen, px_per_mm: float | None) -> bool:
    if one.card is not other.card or not one.card.rank.is_joker:
        return False
    if len(one.indices) > 1 or len(other.indices) > 1:
        return False
    return _are_opposite(one.indices[0], other.indices[0], px_per_mm)


def _are_opposite(one: IndexSeen, other: IndexSeen, px_per_mm: float | None) -> bool:
    """Whether two indices may be the two ends of one card."""
    if px_per_mm is None:
        return False
    turn = abs(math.remainder(one.angle_deg - other.angle_deg, 360))
    apart_mm = math.hypot(one.x - other.x, one.y - other.y) / px_per_mm
    return turn > _ENDS_TURN_DEG and apart_mm < _ENDS_MM
