"""Session files: every mistake at once, each with its place; nothing converted silently."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.app.errors import InputRefused
from referee.app.session_file import SessionFile, check_pictures, read_session
from referee.rules.cards import parse_cards
from referee.rules.seats import Seat
from referee.session.verdict import Finding

GOOD = """
level = "8"
leader = "S"
[[act]]
seat = "S"
after_seconds = 12
photo = "a.png"
cards = "C5 HT"
verdict = "not_a_combination"
[[act]]
seat = "S"
after_seconds = 1.5
takes_back = true
"""


def write(folder: Path, text: str) -> Path:
    (folder / "a.png").write_bytes(b"no picture")
    path = folder / "session.toml"
    path.write_text(text, "utf-8")
    return path


def mistakes(folder: Path, text: str) -> list[str]:
    with pytest.raises(InputRefused) as refused:
        read_session(write(folder, text))
    return list(refused.value.mistakes)


def test_session_is_read(tmp_path: Path) -> None:
    """Cards, seats and verdicts come out as values, pictures as paths beside the file."""
    session, digest = read_session(write(tmp_path, GOOD))

    first, second = session.act
    assert session.leader is Seat.SOUTH
    assert (session.lead_seconds, session.follow_seconds) == (40, 20)
    assert first.cards == parse_cards("C5 HT")
    assert first.photo == tmp_path / "a.png"
    assert first.verdict is Finding.NOT_A_COMBINATION
    assert second.takes_back
    assert second.verdict is None
    assert len(digest) == 64


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('cards = "C5 HT"', 'cards = "C5 X9"', "act 1.cards: no card is written 'X9'; want suit"),
        ('cards = "C5 HT"', 'cards = "BJ"', "act 1.cards: no card is written 'BJ'"),
        ('cards = "C5 HT"', "cards = 5", "act 1.cards: found 5; want cards in one text"),
        ('seat = "S"\nafter_seconds = 12', 'seat = "Q"\nafter_seconds = 12', "act 1.seat: no seat"),
        ("after_seconds = 12", "after_seconds = -1", "act 1.after_seconds: found -1"),
        ("after_seconds = 12", "after_seconds = nan", "act 1.after_seconds: found nan"),
        ("after_seconds = 12", 'after_seconds = "12"', "act 1.after_seconds: found '12'"),
        ("after_seconds = 12", "", "act 1.after_seconds: Field required"),
        ('photo = "a.png"', 'photo = "b.png"', "act 1.photo: there is no picture"),
        ('photo = "a.png"', "", "act 1: want exactly one of photo, passes"),
        ("takes_back = true", "takes_back = true\npasses = true", "act 2: want exactly one of"),
        ('"not_a_combination"', '"fine"', "act 1.verdict: no verdict is written 'fine'; want one"),
        ('level = "8"', 'level = "1"', "level: no level is written '1'"),
        ('level = "8"', 'levle = "8"', "levle: unknown key"),
        ('leader = "S"', "", "leader: Field required"),
        ('leader = "S"', 'leader = "S', "not TOML"),
    ],
)
def test_mistake_names_file_act_key_and_cure(
    tmp_path: Path, was: str, becomes: str, said: str
) -> None:
    """The operator can mend the file from the message alone."""
    found = mistakes(tmp_path, GOOD.replace(was, becomes, 1))

    assert any(f"{tmp_path / 'session.toml'}: {said}" in line for line in found), found


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Nobody has to run the program once a mistake."""
    text = GOOD.replace('"C5 HT"', '"X9"').replace('level = "8"', 'level = "0"')
    text = text.replace("after_seconds = 1.5", "after_seconds = -1.5")

    assert len(mistakes(tmp_path, text)) == 3


def test_session_without_acts_is_refused(tmp_path: Path) -> None:
    """An empty session has nothing to referee."""
    assert "want at least one [[act]]" in mistakes(tmp_path, 'level = "8"\nleader = "S"')[0]


def test_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A picture given as a session is named as what it is not."""
    path = tmp_path / "session.toml"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(InputRefused, match="no UTF-8, wanted a text file"):
        read_session(path)
    with pytest.raises(InputRefused, match="cannot be read"):
        read_session(tmp_path / "none.toml")
    with pytest.raises(InputRefused, match="cannot be read"):
        read_session(tmp_path)


def test_picture_that_is_none_is_refused_before_anything_begins(tmp_path: Path) -> None:
    """The act and the file are named, and what was found in it."""
    session, _ = read_session(write(tmp_path, GOOD))
    with pytest.raises(InputRefused, match=r"act 1: .*a\.png"):
        check_pictures(session)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=300), st.binary(max_size=300)))
def test_any_rubbish_is_read_or_refused(tmp_path: Path, rubbish: str | bytes) -> None:
    """No file makes the reader fail in another way than by refusing it."""
    path = tmp_path / "rubbish.toml"
    path.write_bytes(rubbish if isinstance(rubbish, bytes) else rubbish.encode("utf-8", "replace"))
    try:
        session, _ = read_session(path)
    except InputRefused as refused:
        said = str(refused)
    else:
        said = str(path) if isinstance(session, SessionFile) else ""
    assert str(path) in said
