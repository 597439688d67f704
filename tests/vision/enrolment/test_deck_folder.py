from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest

from referee.rules.cards import Card
from tests.vision.enrolment.shown import show
from tests.vision.read.fakes import OneFaceClassifier
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.deck_folder import HEADER, SHEET, DeckError, load_deck, save_deck
from vision.enrolment.enrolment import Enrolment


def shown() -> EnrolledDeck:
    enrolment = Enrolment(OneFaceClassifier())
    enrolment.see(*show(["C2", "HT", "SB"]))
    enrolment.see(*show(["HT"], seed=2))
    return enrolment.deck('掼蛋 "hall"', date(2026, 11, 30), "ab12")


def test_a_deck_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every pixel and every fact, also over an older deck in the same folder."""
    deck = shown()
    save_deck(tmp_path / "a", deck)
    save_deck(tmp_path / "a", deck)

    back = load_deck(tmp_path / "a")

    assert (back.name, back.enrolled_on, back.px_per_mm) == (deck.name, deck.enrolled_on, 2.5)
    assert back.weights_sha256 == "ab12"
    assert list(back.prints) == list(deck.prints)
    assert all(np.array_equal(back.prints[card], deck.prints[card]) for card in deck.prints)
    assert len(back.missing) == 51
    assert sorted(file.name for file in (tmp_path / "a").iterdir()) == [HEADER, SHEET]


def test_who_was_named_is_kept(tmp_path: Path) -> None:
    """Another day's announcement must not take the prints of today's for misread ones."""
    enrolment = Enrolment(OneFaceClassifier(), shown())
    enrolment.see(*show(["S9"]), Card.parse("S9"))
    save_deck(tmp_path, enrolment.deck("a", date(2026, 12, 1), "ab12"))

    assert load_deck(tmp_path).announced == {Card.parse("S9")}
    save_deck(tmp_path, shown())
    assert load_deck(tmp_path).announced == frozenset()


def test_nothing_shown_cannot_be_saved(tmp_path: Path) -> None:
    """An empty deck would be taken for one that knows nothing."""
    empty = Enrolment(OneFaceClassifier()).deck("a", date.min, "")

    with pytest.raises(DeckError, match="found no print, want at least one card"):
        save_deck(tmp_path, empty)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "a").write_text("")

    with pytest.raises(DeckError, match="a: found"):
        save_deck(tmp_path / "a", shown())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema = 1", "schema = 2", "found schema 2, want schema 1; enrol again"),
        ("schema = 1\n", "", "keys missing or unknown: schema"),
        ("name =", "colour = 1\nname =", "keys missing or unknown: colour"),
        ("2026-11-30", '"today"', "found enrolled_on = 'today'"),
        ("2026-11-30", "2026-11-30T10:00:00", "found enrolled_on = "),
        ("px_per_mm = 2.5", "px_per_mm = true", "found px_per_mm = True"),
        ("[32, 64]", "[32]", "found crop_wh"),
        ("[32, 64]", "[32, 65]", r"prints.png: found \d+ x 192 pixels, want \d+ x 195"),
        ("SB = 2", "SB = 0", "found prints"),
        ("SB = 2", "BJ = 2", "the face 'BJ'"),
        ("[prints]", 'announced = "HT"\n[prints]', "announced = 'HT'"),
        ("[prints]", 'announced = ["H1"]\n[prints]', "the face 'H1'"),
        ("SB = 2", "", r"prints.png: found \d+ x 192 pixels, want \d+ x 128"),
        ("HT = 4", "HT = 7", "prints.png: found 256 x 192 pixels, want 448 x 192"),
        ("schema", "\x00", "Invalid"),
    ],
)
def test_a_damaged_header_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    """One error with file, what was found and what is wanted."""
    save_deck(tmp_path, shown())
    header = tmp_path / HEADER
    text = header.read_text("utf-8")
    assert old in text
    header.write_text(text.replace(old, new), "utf-8")

    with pytest.raises(DeckError, match=message):
        load_deck(tmp_path)


def test_a_missing_or_foreign_sheet_is_refused(tmp_path: Path) -> None:
    """The sheet belongs to the header."""
    save_deck(tmp_path, shown())
    (tmp_path / SHEET).write_bytes(b"no picture")
    with pytest.raises(DeckError, match=r"prints\.png: found"):
        load_deck(tmp_path)
    (tmp_path / SHEET).unlink()
    with pytest.raises(DeckError, match=r"prints\.png: found"):
        load_deck(tmp_path)


def test_no_deck_at_all(tmp_path: Path) -> None:
    """The error says how to make one."""
    with pytest.raises(DeckError, match=r"deck\.toml: found no such file, want .*deck enrol"):
        load_deck(tmp_path / "none")
