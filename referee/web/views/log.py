"""What happened at a table, line by line, with the deal and trick that each line belongs to.

The lines follow from the history alone. A log is carried on by the events that are new; after a
correction, which judges everything anew, it is made from the first event on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce

from referee.rules.cards import Card
from referee.rules.seats import Seat
from referee.session.effects import Announce, AskReferee
from referee.session.events import (
    CardsLaid,
    CorrectableEvent,
    Passed,
    RoundStarted,
    SeatEvent,
    TakenBack,
)
from referee.session.history import Counted, History
from referee.session.step import step
from referee.session.table import Table
from referee.session.verdict import Finding


@dataclass(frozen=True, slots=True)
class Line:
    """One event that counts."""

    counted: Counted
    deal: int
    """Number of the deal in the round; 0 at a table that is only watched."""
    trick: int
    """Number of the trick the event came in; 0 outside play."""
    asked: tuple[AskReferee, ...] = ()

    @property
    def event(self) -> CorrectableEvent:
        return self.counted.event

    @property
    def stands(self) -> bool:
        """Whether it is an act of a seat that counts."""
        verdict = self.counted.verdict
        return verdict is not None and verdict.finding in (Finding.OK, Finding.OVERTIME)


@dataclass(frozen=True, slots=True)
class Log:
    lines: tuple[Line, ...] = ()
    table: Table = field(default_factory=Table)
    notices: tuple[Announce, ...] = ()
    """What the table was told last, while it still waits for that."""
    made_anew: int = 0
    """How often the lines were judged anew; lines of one count only ever grow."""


def follow(log: Log, history: History) -> Log:
    """The log of *history*, carried on from an earlier one of the same table."""
    known = len(log.lines)
    grown = known <= len(history.counted) and all(
        line.counted is counted for line, counted in zip(log.lines, history.counted, strict=False)
    )
    if not grown:
        log, known = Log(made_anew=log.made_anew + 1), 0
    lines, table, notices = list(log.lines), log.table, log.notices
    for counted in history.counted[known:]:
        taken = step(table, counted.event)
        asked = tuple(e for e in taken.effects if isinstance(e, AskReferee))
        trick = table.deal.trick if table.deal is not None else 0
        line = Line(counted, taken.table.deal_number or table.deal_number, trick, asked)
        told = tuple(e for e in taken.effects if isinstance(e, Announce))
        moved = table.phase is not taken.table.phase or line.stands
        if told or moved:
            notices = told
        lines.append(line)
        table = taken.table
    return Log(tuple(lines), table, notices, log.made_anew)


def table_before(log: Log, place: int) -> Table:
    """The table as it was before the line in that place; made from the first event on."""
    lines = log.lines[:place]
    return reduce(lambda table, line: step(table, line.event).table, lines, Table())


def table_of_round(log: Log, number: int) -> Table | None:
    """The table at the end of a round, or as it is now in the last one; ``None``: no such round."""
    begun = [place for place, line in enumerate(log.lines) if isinstance(line.event, RoundStarted)]
    if not 1 <= number <= len(begun):
        return None
    return log.table if number == len(begun) else table_before(log, begun[number])


def row_of_round(log: Log, number: int) -> int | None:
    """Where a round was started; ``None`` for no such round, or one that a correction started."""
    begun = [line.counted.ref for line in log.lines if isinstance(line.event, RoundStarted)]
    ref = begun[number - 1] if 1 <= number <= len(begun) else None
    return ref.row if ref is not None and ref.part == 0 else None


def rounds(log: Log) -> int:
    """How many rounds were started at the table."""
    return sum(isinstance(line.event, RoundStarted) for line in log.lines)


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in front of a seat."""

    cards: tuple[Card, ...]
    """Empty for a pass."""
    passed: bool
    of_last_trick: bool
    """Whether it is what was left of the trick before, as nobody has led yet."""


def lying(log: Log) -> dict[Seat, Lying]:
    """The last act of each seat in the trick at hand, or in the one before between two."""
    deal = log.table.deal
    if deal is None:
        return {}
    between = deal.top is None and deal.trick > 1
    trick = deal.trick - 1 if between else deal.trick
    front: dict[Seat, Lying] = {}
    for line in _of_trick(log, trick):
        match line.event:
            case CardsLaid(seat=seat, cards=cards) if line.stands:
                front[seat] = Lying(cards, passed=False, of_last_trick=between)
            case Passed(seat=seat) if line.stands:
                front[seat] = Lying((), passed=True, of_last_trick=between)
            case TakenBack(seat=seat) if line.stands:
                front.pop(seat, None)
            case _:
                pass
    if deal.top is not None:
        front[deal.top.seat] = Lying(deal.top.cards, passed=False, of_last_trick=False)
        for seat in deal.passed:
            front[seat] = Lying((), passed=True, of_last_trick=False)
    return front


def _of_trick(log: Log, trick: int) -> list[Line]:
    """The acts of one trick of the deal at hand, oldest first."""
    found: list[Line] = []
    for line in reversed(log.lines):
        if line.deal != log.table.deal_number or 0 < line.trick < trick:
            break
        if line.trick == trick and isinstance(line.event, SeatEvent):
            found.append(line)
    return found[::-1]
