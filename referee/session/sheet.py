"""The score sheet (记分表) of the round at a table, as one value to be shown and signed."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.penalties import PenaltyBook
from referee.rules.seats import Seat, Side
from referee.session.round_state import DealRecord, PenaltyRecord, RoundOutcome
from referee.session.table import Table


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything a score sheet says. East-west comes first in every pair."""

    ruleset: str
    """Id of the ruleset it is kept by."""
    names: tuple[str, str]
    """Of the two pairs; empty where nobody entered them."""
    recorder: Seat
    checkers: tuple[Seat, ...]
    deals: tuple[DealRecord, ...]
    penalties: tuple[PenaltyRecord, ...]
    tallies: PenaltyBook
    wins: tuple[Side, ...]
    """Winners of the games that are over, where several make the round."""
    grades: tuple[Grade, Grade]
    """Where both sides stand in the game at hand."""
    points: tuple[int, int]
    """Sums of what the won deals were worth, in the game at hand."""
    level: Level
    """Of the deal that is played now or next."""
    outcome: RoundOutcome | None
    """``None`` while the round goes on."""
    signed: tuple[Side, ...]


def sheet_of(table: Table) -> Sheet | None:
    """The sheet as it stands; ``None`` at a table that is only watched.

    Source: jiangsu-2017 八 (W records, N checks, both sides sign); penalties by the referee.
    """
    state = table.round
    if state is None:
        return None
    officials, game = table.ruleset.officials, state.game
    return Sheet(
        ruleset=table.ruleset.id,
        names=state.names,
        recorder=officials.recorder,
        checkers=officials.checkers,
        deals=state.sheet,
        penalties=state.penalties,
        tallies=state.book,
        wins=state.wins,
        grades=(game.east_west.grade, game.north_south.grade),
        points=(game.east_west.points, game.north_south.points),
        level=game.level,
        outcome=state.outcome,
        signed=tuple(side for side in Side if side in state.signed),
    )
