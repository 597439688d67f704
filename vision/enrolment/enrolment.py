"""Showing a deck to the device, a few cards at a time, in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from statistics import median

import numpy as np

from referee.rules.cards import FACES, Card
from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.gallery import Gallery, Separation
from vision.enrolment.prints import cut_prints, described, spot_of
from vision.read.reading import CardSeen, Reading

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
        if begun is not None:
            self._scales.append(begun.px_per_mm)
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
            if why is None and not self._take(seen.card, seen, picture_bgr):
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
        )

    def _see_announced(self, reading: Reading, picture_bgr: Picture, announced: Card) -> Shown:
        cards = _with_joined_jokers(reading)
        if len(cards) != 1:
            why = Again.NOT_ALONE if cards else Again.UNREAD
            places = [(seen.indices[0].x, seen.indices[0].y) for seen in cards]
            x, y = (places or [(doubt.x, doubt.y) for doubt in reading.unsure] or [(0.0, 0.0)])[0]
            return Shown((), (), (ShowAgain(why, announced, x, y),))
        before = self.seen
        # A person's word stands above what was kept from an earlier reading.
        self.forget(announced)
        self._take(announced, cards[0], picture_bgr)
        return self._shown([announced], before, [], reading)

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

    def _take(self, card: Card, seen: CardSeen, picture_bgr: Picture) -> bool:
        """Keep the prints of a card; ``False`` where they do not look like earlier ones."""
        spots = [spot_of(index) for index in seen.indices]
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
        middle = np.mean([np.mean(each, axis=0) for each in self._described.values()], axis=0)
        before = np.mean(self._described[card], axis=0) - middle
        now = descriptions.mean(axis=0) - middle
        length = float(np.linalg.norm(before) * np.linalg.norm(now))
        return length == 0 or float(before @ now) / length >= _ALIKE


def _objection(seen: CardSeen, copies: int) -> Again | None:
    """Why a card that was read is not taken."""
    if copies > 1:
        return Again.TWICE
    if max(index.confidence for index in seen.indices) < _SURE:
        return Again.DOUBTFUL
    if len(seen.indices) < 2 and not seen.card.rank.is_joker:
        return Again.HALF_SEEN
    return None


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


def _are_ends(one: CardSeen, other: CardSeen, px_per_mm: float | None) -> bool:
    if one.card is not other.card or not one.card.rank.is_joker or px_per_mm is None:
        return False
    if len(one.indices) > 1 or len(other.indices) > 1:
        return False
    first, second = one.indices[0], other.indices[0]
    turn = abs(math.remainder(first.angle_deg - second.angle_deg, 360))
    apart_mm = math.hypot(first.x - second.x, first.y - second.y) / px_per_mm
    return turn > _ENDS_TURN_DEG and apart_mm < _ENDS_MM
