"""The score sheet of a round (记分表) as data.

The recorder's entries are the only facts on it; levels, steps and grades follow from them by the
ruleset. An entry is never altered (不得涂改): a correction is a further entry for the same deal,
and the one it replaces stays to be read. Both sides sign, and a signed sheet takes no more entries.

Source: jiangsu-2017 八; general-never-demote, 方位 art. 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from referee.rules.advance import steps_won
from referee.rules.game import Game, after_deal
from referee.rules.level import Level
from referee.rules.result import DealResult, Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from referee.rules.switches.penalties import LadderStep
from referee.tournament.meetings import Meeting
from referee.tournament.pairs import Pair
from referee.tournament.recording import Grades
from referee.tournament.results import Result


class SheetError(ValueError):
    """Something that cannot be written on a score sheet as it stands."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the recorder wrote about one deal."""

    deal: int
    """From 1."""
    result: DealResult
    """Who won it and how well; also of a deal that ended by a foul."""
    finish: Finish | None = None
    """The order in which the hands went out, where they did."""
    decides_tie: bool = False
    """加打一副: an extra deal that decides the round and moves no levels."""
    written: Grades | None = None
    """The grades written beside it by hand, to be compared with what follows by the rules."""

    def __post_init__(self) -> None:
        if self.finish is not None and self.finish.result != self.result:
            raise SheetError(
                f"deal {self.deal}: a finish of {self.finish.result} is no {self.result}"
            )


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty (判罚), which the referee enters."""

    deal: int
    side: Side
    step: LadderStep
    article: str
    """Document and article."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One round of two pairs."""

    event: str
    meeting: Meeting
    east_west: Pair
    north_south: Pair
    ruleset: str
    """Id of the ruleset it is kept by."""
    recorder: Seat
    checkers: tuple[Seat, ...]
    entries: tuple[Entry, ...] = ()
    """In the order written."""
    penalties: tuple[Penalty, ...] = ()
    result: Result | None = None
    """Set when the round is over."""
    signed: tuple[Seat, ...] = ()
    """Who has signed, in that order."""


@dataclass(frozen=True, slots=True)
class Row:
    """One deal as the sheet shows it."""

    entry: Entry
    level: Level
    """The deal was played at this level."""
    steps: int
    """Levels or points it is worth to the winners."""
    game: Game
    """Where both sides stand after it."""

    @property
    def grades(self) -> Grades:
        return Grades(self.game.east_west.grade, self.game.north_south.grade)

    @property
    def is_miswritten(self) -> bool:
        """Whether the recorder wrote other grades than the rules give."""
        return self.entry.written is not None and self.entry.written != self.grades


def open_sheet(event: str, meeting: Meeting, pairs: Iterable[Pair], rules: Ruleset) -> ScoreSheet:
    """An empty sheet for a meeting.

    Raises:
        SheetError: If one of the two pairs is not in *pairs*.
    """
    entered = {pair.number: pair for pair in pairs}
    strangers = set(meeting.pairs) - entered.keys()
    if strangers:
        raise SheetError(f"table {meeting.table}: no pair has draw number {min(strangers)}")
    return ScoreSheet(
        event,
        meeting,
        entered[meeting.east_west],
        entered[meeting.north_south],
        rules.id,
        rules.officials.recorder,
        rules.officials.checkers,
    )


def write(sheet: ScoreSheet, entry: Entry) -> ScoreSheet:
    """Add the next deal, or correct one already written.

    Raises:
        SheetError: If deals are left out or the sheet is signed.
    """
    _check_unsigned(sheet)
    last = max((written.deal for written in sheet.entries), default=0)
    if not 1 <= entry.deal <= last + 1:
        raise SheetError(f"deal {entry.deal} cannot be written after deal {last}")
    return replace(sheet, entries=(*sheet.entries, entry))


def penalise(sheet: ScoreSheet, penalty: Penalty) -> ScoreSheet:
    """Add a penalty; raises `SheetError` when the sheet is signed."""
    _check_unsigned(sheet)
    return replace(sheet, penalties=(*sheet.penalties, penalty))


def close(sheet: ScoreSheet, result: Result) -> ScoreSheet:
    """Write down what the round counts.

    Raises:
        SheetError: If the result is of another meeting or the sheet is signed.
    """
    _check_unsigned(sheet)
    if result.pairs != sheet.meeting.pairs or result.round_number != sheet.meeting.round_number:
        raise SheetError(
            f"a result of pairs {result.pairs} in round {result.round_number} does not belong on "
            f"the sheet of pairs {sheet.meeting.pairs} in round {sheet.meeting.round_number}"
        )
    return replace(sheet, result=result)


def sign(sheet: ScoreSheet, seat: Seat) -> ScoreSheet:
    """Sign the result; signing twice changes nothing.

    Raises:
        SheetError: If there is no result to sign yet.
    """
    if sheet.result is None:
        raise SheetError(f"{seat.value} cannot sign: the round has no result yet")
    return sheet if seat in sheet.signed else replace(sheet, signed=(*sheet.signed, seat))


def is_confirmed(sheet: ScoreSheet, rules: Ruleset) -> bool:
    """Whether the result stands: both sides have signed, where the sheet asks for it.

    Source: jiangsu-2017 八.2 “双方在记分表上签字确认比赛成绩”.
    """
    if sheet.result is None:
        return False
    sides = {seat.side for seat in sheet.signed}
    return sides == set(Side) if rules.officials.signatures else True


def rows(sheet: ScoreSheet, rules: Ruleset) -> Iterator[Row]:
    """The deals in order, each by its last entry, with what follows from them.

    Raises:
        ValueError: At a deal written after a side had passed A.
    """
    valid = {entry.deal: entry for entry in sheet.entries}
    game = Game.start(rules)
    for _, entry in sorted(valid.items()):
        level = rules.round.extra_deal_level if entry.decides_tie else game.level
        if not entry.decides_tie:
            game = after_deal(game, entry.result, rules)
        yield Row(entry, level, steps_won(entry.result, rules), game)


def replaced(sheet: ScoreSheet) -> tuple[Entry, ...]:
    """Entries a later one has corrected, in the order written."""
    valid = {entry.deal: entry for entry in sheet.entries}
    return tuple(entry for entry in sheet.entries if valid[entry.deal] is not entry)


def _check_unsigned(sheet: ScoreSheet) -> None:
    if sheet.signed:
        seats = " ".join(seat.value for seat in sheet.signed)
        raise SheetError(f"the sheet is signed by {seats} and takes no more entries")
