"""Enrolling the event's deck from the page: what lies before the camera is looked at when asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Self

from referee.app.compose import build_reader, reader_networks
from referee.app.seat_trial import IDLE
from referee.app.settings import Settings, deck_folder
from referee.rules.cards import FACES, Card
from referee.session.table import Table
from referee.texts import Language, card_name, say
from referee.web.ports import EnrolmentState, FaceSeen, NotNow
from vision.detectors.base import IndexClassifier, Picture
from vision.detectors.loading import CLASSIFIER_FILE, weights_folder
from vision.enrolment.deck_folder import DeckError, save_deck
from vision.enrolment.enrolment import Enrolment, ShowAgain
from vision.enrolment.gallery import Separation
from vision.read.reading import Reading


@dataclass(frozen=True, slots=True)
class DeckEye:
    """What a deck is looked at with: the reader without any deck, and the network behind it."""

    read: Callable[[Picture, float | None], Reading]
    classifier: IndexClassifier
    weights_sha256: str

    @classmethod
    def load(cls, settings: Settings) -> Self:
        """A second or so; raises `InputRefused` for weights that are not what they should be."""
        # The deck must not be a witness of itself.
        reading = settings.reader.model_copy(update={"deck": ""})
        reader = build_reader(reading)
        place = weights_folder(Path(reading.weights).expanduser() if reading.weights else None)
        return cls(
            lambda picture, scale: reader.read_picture(picture, px_per_mm=scale),
            reader_networks(reading).classifier,
            sha256((place / CLASSIFIER_FILE).read_bytes()).hexdigest(),
        )


class DeckDesk:
    """The `DeckEnrolment` of a served table."""

    def __init__(
        self,
        settings: Settings,
        picture: Callable[[], Picture | None],
        px_per_mm: Callable[[], float | None],
        table: Callable[[], Table],
        load: Callable[[Settings], DeckEye] = DeckEye.load,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        """Begin without a deck.

        Args:
            settings: Of the table.
            picture: The newest full frame of the camera; ``None`` where none comes.
            px_per_mm: Its scale where the camera is calibrated.
            table: The table, which must not be playing meanwhile.
            load: Loads what reads, at the first deck.
            today: The date that is kept with a deck.
        """
        self._settings = settings
        self._picture = picture
        self._px_per_mm = px_per_mm
        self._table = table
        self._load = load
        self._today = today
        self._lock = threading.Lock()
        self._eye: DeckEye | None = None
        self._begun: tuple[str, Enrolment] | None = None
        self._state: EnrolmentState | None = None

    def state(self) -> EnrolmentState | None:
        return self._state

    def begin(self, name: str) -> EnrolmentState:
        self._check_idle()
        with self._lock:
            self._eye = self._eye or self._load(self._settings)
            self._begun = name, Enrolment(self._eye.classifier)
            return self._shown()

    def look(self, announced: Card | None = None) -> EnrolmentState:
        self._check_idle()
        with self._lock:
            _, enrolment = self._enrolment()
            picture = self._picture()
            if picture is None or self._eye is None:
                raise NotNow("enrol_no_picture")
            read = self._eye.read(picture, self._px_per_mm())
            seen = enrolment.see(read, picture, announced)
            return self._shown(seen.new, seen.again)

    def forget(self, face: Card) -> EnrolmentState:
        with self._lock:
            self._enrolment()[1].forget(face)
            return self._shown()

    def save(self) -> EnrolmentState:
        with self._lock:
            name, enrolment = self._enrolment()
            if enrolment.missing or self._eye is None:
                raise NotNow("enrol_missing")
            deck = enrolment.deck(name, self._today(), self._eye.weights_sha256)
            try:
                save_deck(deck_folder(self._settings, name), deck)
            except DeckError as refused:
                raise NotNow("enrol_disk") from refused
            return self._shown(saved=True)

    def drop(self) -> None:
        with self._lock:
            self._begun = self._state = None

    def _check_idle(self) -> None:
        if self._table().phase not in IDLE:
            raise NotNow("enrol_playing")

    def _enrolment(self) -> tuple[str, Enrolment]:
        if self._begun is None:
            raise NotNow("enrol_not_begun")
        return self._begun

    def _shown(
        self,
        new: Sequence[Card] = (),
        again: Sequence[ShowAgain] = (),
        *,
        saved: bool = False,
    ) -> EnrolmentState:
        name, enrolment = self._enrolment()
        # Comparing all prints takes some tenths of a second, so only once there is nothing to add.
        told = {each.card: each for each in enrolment.separation()} if enrolment.is_complete else {}
        self._state = EnrolmentState(
            name,
            [_face(face, enrolment.prints_of(face), told.get(face)) for face in FACES],
            [_again_words(each) for each in again],
            tuple(new),
            saved,
        )
        return self._state


def _face(face: Card, prints: int, told: Separation | None) -> FaceSeen:
    if told is None:
        return FaceSeen(face, prints)
    return FaceSeen(face, prints, told.margin, told.nearest, told.is_safe or told.is_tight)


def _again_words(again: ShowAgain) -> dict[str, str]:
    def words(language: Language) -> str:
        card = "–" if again.card is None else card_name(again.card, language)
        return say(f"page.again_{again.why.value}", language, card=card)

    return {language.value: words(language) for language in Language}
