"""Score sheets as data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.result import DealResult, Finish
from referee.rules.seats import Seat, Side
from referee.rules.switches.penalties import LadderStep
from referee.tournament.meetings import Meeting
from referee.tournament.recording import Grades, played
from referee.tournament.score_sheet import (
    Entry,
    Penalty,
    ScoreSheet,
    SheetError,
    close,
    is_confirmed,
    open_sheet,
    penalise,
    replaced,
    rows,
    sign,
    write,
)
from tests.tournament.helpers import ADVISED, entries

MEETING = Meeting(round_number=1, table=3, east_west=2, north_south=5)


def sheet(*results: str) -> ScoreSheet:
    """A sheet with deals written ``"EW 2"``: the side of the first out, its partner's place."""
    opened = open_sheet("迎五一", MEETING, entries(6), ADVISED)
    for deal, text in enumerate(results, start=1):
        side, place = text.split()
        opened = write(opened, Entry(deal, DealResult(Side(side), int(place))))
    return opened


def test_sheet_names_who_keeps_it() -> None:
    """Vector SCO-014: W records, N checks (jiangsu-2017 八.1)."""
    opened = sheet()

    assert (opened.east_west.number, opened.north_south.number) == (2, 5)
    assert opened.recorder is Seat.WEST
    assert opened.checkers == (Seat.NORTH,)


def test_levels_follow_from_the_entries() -> None:
    """Double down 3, first and third 2, first and last 1; each deal at its winners' level."""
    shown = list(rows(sheet("EW 2", "NS 3", "NS 4", "EW 3"), ADVISED))

    assert [str(row.level) for row in shown] == ["2", "5", "4", "5"]
    assert [row.steps for row in shown] == [3, 2, 1, 2]
    assert [tuple(grade.label for grade in row.grades) for row in shown] == [
        ("5", "2"),
        ("5", "4"),
        ("5", "5"),
        ("7", "5"),
    ]


def test_a_correction_keeps_what_it_corrects() -> None:
    """不得涂改: the second deal is written again, later deals follow the new entry."""
    wrong = sheet("EW 2", "NS 3", "EW 4")
    corrected = write(wrong, Entry(2, DealResult(Side.NORTH_SOUTH, 2)))

    assert replaced(corrected) == (wrong.entries[1],)
    assert [row.entry.deal for row in rows(corrected, ADVISED)] == [1, 2, 3]
    assert [row.grades for row in rows(corrected, ADVISED)][-1] == Grades(Grade.SIX, Grade.FIVE)


def test_miswritten_grades_are_seen() -> None:
    """The recorder wrote 6 after a double-down from 2, which makes 5."""
    written = Entry(
        1, DealResult(Side.EAST_WEST, 2), written=Grades(east_west=Grade.SIX, north_south=Grade.TWO)
    )
    (row,) = rows(write(sheet(), written), ADVISED)

    assert row.is_miswritten
    assert row.grades.east_west is Grade.FIVE


def test_an_extra_deal_moves_no_levels() -> None:
    """加打一副 is played at 2 and leaves both sides where they were."""
    tied = sheet("EW 2", "NS 2")
    extra = write(tied, Entry(3, DealResult(Side.EAST_WEST, 4), decides_tie=True))
    *_, last = rows(extra, ADVISED)

    assert last.level is Level.parse("2")
    assert last.grades == Grades(Grade.FIVE, Grade.FIVE)


def test_a_finish_must_agree_with_its_result() -> None:
    """E, W first is a double-down, not a first and third."""
    finish = Finish.of((Seat.EAST, Seat.WEST))

    assert Entry(1, DealResult(Side.EAST_WEST, 2), finish).finish == finish
    with pytest.raises(SheetError, match="deal 1: a finish of 1-2 is no 1-3"):
        Entry(1, DealResult(Side.EAST_WEST, 3), finish)


def test_deals_are_not_left_out() -> None:
    """After deal 1 comes deal 2."""
    with pytest.raises(SheetError, match="deal 3 cannot be written after deal 1"):
        write(sheet("EW 2"), Entry(3, DealResult(Side.EAST_WEST, 2)))


def test_both_sides_sign() -> None:
    """jiangsu-2017 八.2: one of each side; a side alone, or twice, is not enough."""
    outcome = played(MEETING, Grades(Grade.FIVE, Grade.FOUR), ADVISED)
    closed = close(sheet("EW 2", "NS 3"), outcome)
    one_side = sign(sign(closed, Seat.EAST), Seat.WEST)
    both = sign(sign(one_side, Seat.SOUTH), Seat.SOUTH)

    assert not is_confirmed(closed, ADVISED)
    assert not is_confirmed(one_side, ADVISED)
    assert is_confirmed(both, ADVISED)
    assert both.signed == (Seat.EAST, Seat.WEST, Seat.SOUTH)


def test_nothing_is_written_after_a_signature() -> None:
    """Entries, penalties and results are over once somebody has signed."""
    outcome = played(MEETING, Grades(Grade.FIVE, Grade.TWO), ADVISED)
    signed = sign(close(sheet("EW 2"), outcome), Seat.NORTH)
    penalty = Penalty(1, Side.EAST_WEST, LadderStep.WARNING, "jiangsu-2017/三（一）")

    attempts: list[Callable[[], ScoreSheet]] = [
        lambda: write(signed, Entry(2, DealResult(Side.EAST_WEST, 2))),
        lambda: penalise(signed, penalty),
        lambda: close(signed, outcome),
    ]
    for attempt in attempts:
        with pytest.raises(SheetError, match="signed by N and takes no more entries"):
            attempt()
    assert penalise(sheet("EW 2"), penalty).penalties == (penalty,)


def test_there_must_be_something_to_sign() -> None:
    """A sheet without a result is neither signed nor confirmed."""
    assert not is_confirmed(sheet("EW 2"), ADVISED)
    with pytest.raises(SheetError, match="E cannot sign: the round has no result yet"):
        sign(sheet("EW 2"), Seat.EAST)


def test_a_foreign_result_is_refused() -> None:
    """The result of another table does not belong on this sheet."""
    foreign = played(Meeting(1, 4, 1, 6), Grades(Grade.FIVE, Grade.TWO), ADVISED)

    with pytest.raises(SheetError, match=r"a result of pairs \(1, 6\) in round 1 does not belong"):
        close(sheet("EW 2"), foreign)


def test_a_sheet_is_for_entered_pairs() -> None:
    """A draw number nobody has cannot be written on top."""
    with pytest.raises(SheetError, match="table 1: no pair has draw number 7"):
        open_sheet("迎五一", Meeting(1, 1, 2, 7), entries(6), ADVISED)
