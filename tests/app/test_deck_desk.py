"""Enrolling a deck from the page: looked at when asked, kept when whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from referee.app.deck_desk import DeckDesk, DeckEye
from referee.app.settings import JournalSettings, Settings, deck_folder
from referee.rules.cards import FACES, Card
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import DealStarted
from referee.session.step import step
from referee.session.table import Table
from referee.web.ports import NotNow
from tests.vision.enrolment.shown import show
from tests.vision.read.fakes import OneFaceClassifier
from vision.detectors.base import Picture
from vision.enrolment.deck_folder import load_deck
from vision.read.reading import Reading


class Bench:
    """A desk before which cards are laid."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(journal=JournalSettings(folder=str(folder)))
        self.lying: tuple[Reading, Picture] | None = None
        self.table = Table()
        self.desk = DeckDesk(
            self.settings,
            lambda: None if self.lying is None else self.lying[1],
            lambda: None,
            lambda: self.table,
            lambda _: DeckEye(self.read, OneFaceClassifier(), "ab"),
            lambda: date(2026, 11, 30),
        )

    def read(self, _: Picture, __: float | None) -> Reading:
        assert self.lying is not None
        return self.lying[0]

    def show_all(self) -> None:
        for start in range(0, len(FACES), 9):
            self.lying = show([str(card) for card in FACES[start : start + 9]])
            self.desk.look()


def test_a_whole_deck_is_enrolled_and_kept(tmp_path: Path) -> None:
    """Faces are counted as they come, the separation is told in the end, and the folder is read."""
    bench = Bench(tmp_path)
    begun = bench.desk.begin("event")
    bench.show_all()
    saved = bench.desk.save()

    assert not any(face.prints for face in begun.faces)
    assert all(face.prints for face in saved.faces)
    assert all(face.margin is not None for face in saved.faces)
    assert saved.saved
    assert load_deck(deck_folder(bench.settings, "event")).missing == ()


def test_what_could_not_be_taken_is_told_in_both_languages(tmp_path: Path) -> None:
    """With the card and what to do."""
    bench = Bench(tmp_path)
    bench.desk.begin("event")
    bench.lying = show(["CQ"], ends=1)
    (again,) = bench.desk.look().again

    assert "♣Q" in again["zh"]
    assert set(again) == {"zh", "en"}


def test_a_face_can_be_forgotten_and_announced(tmp_path: Path) -> None:
    """A misread card is shown anew, alone, and a person says which it is."""
    bench = Bench(tmp_path)
    bench.desk.begin("event")
    bench.lying = show(["HR"])
    bench.desk.look(Card.parse("HR"))
    known = bench.desk.state()
    forgotten = bench.desk.forget(Card.parse("HR"))

    assert known is not None
    assert [str(f.face) for f in known.faces if f.prints] == ["HR"]
    assert not any(face.prints for face in forgotten.faces)


def test_nothing_is_done_that_cannot_be(tmp_path: Path) -> None:
    """Each refusal has its own words on the page."""
    bench = Bench(tmp_path)
    with pytest.raises(NotNow, match="enrol_not_begun"):
        bench.desk.look()
    bench.desk.begin("event")
    with pytest.raises(NotNow, match="enrol_no_picture"):
        bench.desk.look()
    with pytest.raises(NotNow, match="enrol_missing"):
        bench.desk.save()
    bench.show_all()
    (tmp_path / "decks").write_text("in the way")
    with pytest.raises(NotNow, match="enrol_disk"):
        bench.desk.save()
    bench.desk.drop()
    assert bench.desk.state() is None


def test_no_deck_is_enrolled_while_cards_are_played(tmp_path: Path) -> None:
    """The reader and the table are needed for the deal."""
    bench = Bench(tmp_path)
    bench.desk.begin("event")
    bench.table = step(Table(), DealStarted(0, Level.parse("8"), Seat.SOUTH)).table

    for ask in (bench.desk.look, lambda: bench.desk.begin("other")):
        with pytest.raises(NotNow, match="enrol_playing"):
            ask()
    bench.table = replace(bench.table, phase=Table().phase)
    bench.lying = show(["C2"])
    assert bench.desk.look().new == (Card.parse("C2"),)
