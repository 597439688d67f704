"""`guandan-referee journal`: what a person gets to see of a record, and what is found wrong."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from referee.app.main import main
from referee.record.journal import Journal
from referee.session.history import add, replay
from referee.session.step import Step
from tests.record.deals import ABOUT, WALL_CLOCK, deal_events, write
from tests.record.rounds import ROUND


@pytest.fixture
def round_journal(tmp_path: Path) -> Path:
    path = tmp_path / "round.journal"
    with Journal.create(path, ABOUT) as journal:
        write(journal, ROUND)
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str | Path, expect: int = 0) -> list[str]:
    """Run a sub-command and give its output, line by line; on a refusal, its complaint."""
    status = main(["journal", *map(str, words)])
    out, err = capsys.readouterr()
    assert status == expect, err
    return (out if out else err).splitlines()


def damage(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_stay")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_sound_journal_is_said_to_be_sound(
    round_journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chain, schema, pages, and every verdict judged again."""
    told = said(capsys, "verify", round_journal, "--language", "en")
    rows = len(ROUND)
    assert told == [
        f"the journal is sound: {rows} rows, each bound to the one before",
        f"replay equals the journal, row by row: {rows} rows",
    ]


def test_changed_row_is_named(round_journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever changed the file by hand, verify says in which row."""
    damage(round_journal, "UPDATE entries SET event = replace(event, 'C5', 'C6') WHERE number = 5")
    (told,) = said(capsys, "verify", round_journal, expect=3)
    assert "row 5 outside the chain" in told


def test_verdict_that_does_not_come_out_again_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A chain may be whole and the judgement still another: verify judges every event again."""
    path = tmp_path / "a.journal"
    events = deal_events()[:6]
    with Journal.create(path, ABOUT) as journal:
        written = write(journal, events[:4])
        _, taken = add(replay(events[:4]), events[4])
        journal.append(events[4], Step(taken.table, written[1].verdict, taken.effects), {}, "")
    told = said(capsys, "verify", path, "--json", expect=3)
    assert json.loads(told[0])["replay_differs"] == 5


def test_missing_pictures_are_counted_and_are_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A picture the quota took is told; the record stands without it."""
    kept = hashlib.sha256(b"kept").hexdigest()
    gone = hashlib.sha256(b"gone").hexdigest()
    (tmp_path / "evidence").mkdir()
    (tmp_path / "evidence" / f"{kept}.jpg").write_bytes(b"kept")
    path = tmp_path / "a.journal"
    (event,) = deal_events()[:1]
    with Journal.create(path, ABOUT) as journal:
        _, taken = add(replay([]), event)
        journal.append(event, taken, {"evidence": [kept, gone]}, WALL_CLOCK)
    (told,) = said(capsys, "verify", path, "--json")
    assert json.loads(told)["pictures"] == 2
    assert json.loads(told)["pictures_missing"] == [gone]


def test_exported_lines_import_bit_for_bit(
    round_journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A journal made of its own export has the same rows and hashes."""
    lines, again = tmp_path / "a.jsonl", tmp_path / "again.journal"
    said(capsys, "export", round_journal, "--format", "jsonl", "--output", lines)
    said(capsys, "import", lines, again)
    with Journal.read(round_journal) as before, Journal.read(again) as after:
        assert list(after.rows()) == list(before.rows())
        assert after.about() == before.about()
    assert said(capsys, "export", again, "--format", "jsonl") == lines.read_text().splitlines()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"C5"', '"C6"', "line 6 outside the chain"),
        ('"schema":1', '"schema":2', "schema 2 in line 1"),
        ('"Li / Wang"', '"Li"', "line 2 outside the chain"),
        ("\n{", "\n[", "no JSON object in line 2"),
    ],
)
def test_changed_lines_are_not_imported(
    round_journal: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
    complaint: str,
) -> None:
    """The line is named and no journal is begun."""
    lines, again = tmp_path / "a.jsonl", tmp_path / "again.journal"
    said(capsys, "export", round_journal, "--format", "jsonl", "--output", lines)
    lines.write_text(lines.read_text("utf-8").replace(old, new, 1), "utf-8")
    (told,) = said(capsys, "import", lines, again, expect=3)
    assert complaint in told
    assert not again.exists()


def test_sound_rows_of_a_damaged_journal_can_be_rescued(
    round_journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Export writes every row before the damage, says where it is, and import takes them."""
    damage(round_journal, "UPDATE entries SET wall_clock = '' WHERE number = 20")
    lines, again = tmp_path / "a.jsonl", tmp_path / "again.journal"
    words = ("export", round_journal, "--format", "jsonl", "--output", lines)
    (told,) = said(capsys, *words, expect=3)
    assert "row 20" in told
    said(capsys, "import", lines, again)
    with Journal.read(again) as rescued:
        assert rescued.head.rows == 19


def test_files_are_never_overwritten(
    round_journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An export that names an existing file changes nothing."""
    before = round_journal.read_bytes()
    words = ("export", round_journal, "--format", "csv", "--output", round_journal)
    (told,) = said(capsys, *words, expect=2)
    assert "cannot be written (File exists)" in told
    assert round_journal.read_bytes() == before


def test_score_sheet_has_a_line_a_deal(
    round_journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Level, declarer, places, result, steps, levels after it, penalties; headed in words."""
    sheet = said(capsys, "export", round_journal, "--format", "csv", "--language", "en")
    assert sheet == [
        "round,deal,level,declarer,1st,2nd,3rd,4th,result,steps,EW level,NS level,Penalties",
        "1,1,2,,East,West,,,1-2,3,5,2,West: warning",
        "1,2,5,East-West,North,East,South,West,1-3,2,5,4,East: violation",
    ]


def test_deal_reads_as_a_story(round_journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tricks, plays, passes, verdicts with their article, and the result, in either language."""
    words = ("export", round_journal, "--format", "text", "--deal", "1", "--language")
    english, chinese = said(capsys, *words, "en"), said(capsys, *words, "zh")
    assert english[0] == "Round 1, deal 1, level 2"
    assert "  trick 1" in english
    assert "    0:01:40.0  South plays ♣5 ♠5  pair" in english
    assert (
        "    0:01:47.0  West plays ♥K  ✗ North is to act; West played ♥K out of turn."
        " (national-2017/art.18)"
    ) in english
    # The correction counts: the unread cards were a pass.
    assert "    0:02:21.0  South passes" in english
    assert english[-1] == "  East-West won: double-down, worth 3; levels EW 5, NS 2"
    assert len(chinese) == len(english)
    assert chinese[0] == "第1轮第1副，打2"


def test_deal_that_is_not_there_is_refused(
    round_journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The deals there are are named."""
    words = ("export", round_journal, "--format", "text", "--deal", "4")
    assert said(capsys, *words, expect=2) == [
        "guandan-referee: --deal 4: the journal has deals 1 to 3"
    ]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("--deal", "2", "--seat", "N"), [19, 26]),
        (("--finding", "out_of_turn_play"), [7]),
        (("--seat", "S", "--finding", "unsure"), [14]),
    ],
)
def test_rows_are_found_by_deal_seat_and_finding(
    round_journal: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    numbers: list[int],
) -> None:
    """Also rows that a correction took out of the count."""
    told = said(capsys, "show", round_journal, "--json", *words)
    assert [json.loads(line)["number"] for line in told] == numbers
    lines = said(capsys, "show", round_journal, "--language", "en", *words)
    assert [int(line.split()[0][1:]) for line in lines] == numbers


def test_corrections_are_shown_with_what_they_put_in(
    round_journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both versions stand in the list."""
    told = said(capsys, "show", round_journal, "--language", "en")
    assert len(told) == len(ROUND)
    assert "South's cards unread" in told[13]
    assert "row 14 corrected: South passes" in told[14]


def test_first_difference_of_two_journals_is_told(
    round_journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The row, what differs in it, and both sides."""
    other = tmp_path / "other.journal"
    with Journal.create(other, ABOUT) as journal:
        write(journal, [*ROUND[:5], *ROUND[6:]])
    told = said(capsys, "diff", round_journal, other, "--language", "en", expect=3)
    assert told[0] == "the events of row 6 differ"
    assert "East plays" in told[1]
    assert "West plays" in told[2]


def test_longer_journal_and_equal_ones_are_told_apart(
    round_journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that only ends sooner is not called different in its events."""
    shorter = tmp_path / "shorter.journal"
    with Journal.create(shorter, {"session_sha256": "another"}) as journal:
        write(journal, ROUND[:9])
    words = ("diff", shorter, round_journal, "--language", "en")
    told = said(capsys, *words, expect=3)
    assert told[0] == "only one journal has row 10"
    assert told[1] == "  A  –"
    assert said(capsys, "diff", shorter, shorter, "--language", "en") == [
        "both journals tell the same events, verdicts and orders"
    ]
