"""What happened before a deal that a script begins with the drawing of its cards."""

from __future__ import annotations

from dataclasses import dataclass

from referee.app.errors import InputRefused
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.session.events import (
    CorrectableEvent,
    FinishEntered,
    HandsDrawn,
    ResultConfirmed,
    RoundStarted,
)
from referee.session.history import replay
from referee.session.table import Phase
from referee.session.table_settings import Passing, TableSettings


@dataclass(frozen=True, slots=True)
class RoundBefore:
    """A round whose first deal is over."""

    ruleset: Ruleset
    finish: tuple[Seat, ...]
    """Finishing places of the first deal, 上游 first."""


def first_deal(before: RoundBefore) -> tuple[CorrectableEvent, ...]:
    """The round as an official would have entered it, up to the drawing of the second deal."""
    return (
        RoundStarted(0, before.ruleset, settings=TableSettings(Passing.KNOCK)),
        HandsDrawn(0),
        FinishEntered(0, before.finish),
        ResultConfirmed(0),
    )


def check_level(before: RoundBefore, level: Level, file: str) -> None:
    """Raise `InputRefused` unless the second deal is played, and at *level*."""
    table = replay(first_deal(before)).table
    if table.phase is not Phase.DRAWING or table.round is None:
        sheet = before.ruleset.id
        raise InputRefused(f"{file}: ruleset: found {sheet!r}, want one that goes on after a deal")
    if table.round.game.level != level:
        wanted = f"{table.round.game.level}, which finish_before makes of the first level"
        raise InputRefused(f"{file}: level: found {level}, want {wanted}")
