"""`guandan-referee deck`, on a rendered deck and on rubbish."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.app.main import main
from referee.rules.cards import Card
from tests.end_to_end.laid_plays import draw_alone, draw_showing, photographed
from vision.sources.stills import save_still

DECK = "cantarell"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of the whole deck, nine cards each."""
    folder = tmp_path_factory.mktemp("shown")
    for number, scene in enumerate(draw_showing(5, DECK)):
        save_still(folder / f"{number}.png", photographed(scene)[0])
    return folder


@pytest.fixture(scope="module")
def enrolled(shown: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That deck, enrolled with the shipped networks."""
    folder = tmp_path_factory.mktemp("decks") / "cup"
    assert enrol(folder, shown) == 0
    return folder


def enrol(deck: Path, source: Path, *more: str) -> int:
    words = ["deck", "enrol", "--deck", str(deck), "--source", f"stills:{source}", "--threads", "1"]
    return main([*words, "--px-per-mm", "2.5", *more])


def test_a_whole_deck_is_enrolled_in_six_pictures(
    enrolled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All faces are known, every one told apart, and a person can look at all of it."""
    assert sorted(file.name for file in enrolled.iterdir()) == ["deck.toml", "prints.png"]

    assert main(["deck", "check", "--deck", str(enrolled), "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 55
    assert lines[-1] == "All these faces are told apart safely."
    assert main(["deck", "show", "--deck", str(enrolled), "--language", "zh"]) == 0
    assert "54/54种牌面" in capsys.readouterr().out


def test_an_enrolled_deck_reads_its_own_cards(
    enrolled: Path, shown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command with and without it names the same cards, surer with it."""
    picture = str(shown / "0.png")
    assert main(["read", "--px-per-mm", "2.5", picture]) == 0
    alone = capsys.readouterr().out
    assert main(["read", "--px-per-mm", "2.5", "--deck", str(enrolled), picture]) == 0

    assert capsys.readouterr().out == alone
    assert alone.count(" ") == 9


def test_a_deck_is_shown_in_parts(
    shown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing is named, half a deck is no witness, and the same command goes on."""
    part, deck = tmp_path / "part", tmp_path / "half"
    part.mkdir()
    shutil.copy(shown / "0.png", part)

    assert enrol(deck, part, "--language", "en") == 0
    said = capsys.readouterr().out
    assert "0.png: new ♥3 ♦2" in said
    assert "45 still to show: ♣2" in said
    assert main(["read", "--deck", str(deck), str(shown / "0.png")]) == 2
    assert "45 faces were not shown yet" in capsys.readouterr().err
    assert main(["deck", "check", "--deck", str(deck)]) == 2
    shutil.copy(shown / "1.png", part / "0.png")
    assert enrol(deck, part, "--language", "en") == 0
    assert "36 still to show" in capsys.readouterr().out


def test_a_card_is_announced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A person's word names a card that is shown alone."""
    save_still(tmp_path / "a" / "x.png", photographed(draw_alone(1, DECK, Card.parse("C7")))[0])

    assert enrol(tmp_path / "deck", tmp_path / "a", "--only", "C8", "--language", "en") == 0
    assert "x.png: new ♣8" in capsys.readouterr().out
    assert enrol(tmp_path / "deck", tmp_path / "a", "--only", "BJ") == 2
    assert "--only: no card is written 'BJ'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no folder with pictures"),
        (b"no picture", "found text of 10 bytes, want a JPEG"),
    ],
    ids=["empty folder", "no picture"],
)
def test_rubbish_is_one_clear_error(
    tmp_path: Path, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written, and the error names file, what was found and what is wanted."""
    if content is not None:
        (tmp_path / "a.png").write_bytes(content)

    assert enrol(tmp_path / "deck", tmp_path) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()


def test_pictures_without_cards_make_no_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of other pictures ends with one error instead of an empty deck."""
    bare = photographed(draw_alone(1, DECK, Card.parse("C7")))[0]
    bare[:] = bare[:1, :1]
    save_still(tmp_path / "a.png", bare)

    assert enrol(tmp_path / "deck", tmp_path) == 2
    assert "no card of it could be taken; nothing was written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["enrol", "--source", "stills:x"], "--deck: found no name"),
        (["enrol", "--source", "stills:x", "--deck", "./a b"], "--deck: found './a b'"),
        (["enrol", "--source", "moon", "--deck", "a"], "moon"),
        (["show", "--deck", "./none"], "no such file, want an enrolled deck"),
        (["check", "--deck", "./none"], "no such file, want an enrolled deck"),
    ],
)
def test_words_that_are_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2 and what was wanted."""
    assert main(["deck", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_decks_of_a_table_are_listed(
    enrolled: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They lie beside its journals; a damaged one is named and does not hide the others."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    decks = tmp_path / "guandan-referee" / "decks"
    assert main(["deck", "list", "--language", "en"]) == 0
    assert capsys.readouterr().out == f"No deck was shown yet; they would lie in {decks}.\n"
    shutil.copytree(enrolled, decks / "cup")
    (decks / "broken").mkdir()

    assert main(["deck", "list", "--language", "en"]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("cup: shown on ")
    assert "broken/deck.toml: found no such file" in said.err
