"""Tables to start tests from, and what to look at in the last step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.app.rulesets import ruleset_named
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.session.cases import Case
from referee.session.clock import Clocks
from referee.session.effects import (
    Announce,
    AskReferee,
    Buzz,
    Effect,
    Notice,
    Question,
    ShowSeat,
)
from referee.session.events import DealStarted, RoundStarted
from referee.session.step import Step
from referee.session.table_settings import WITH_KEYS, TableSettings
from referee.session.verdict import Finding
from tests.session.script import Script

E, N, W, S = Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH


def a_round(rules: str | Ruleset, *lines: str, **how: Any) -> Script:
    """A round by *rules* from the seating on; *how* goes to `RoundStarted`."""
    ruleset = ruleset_named(rules) if isinstance(rules, str) else rules
    script = Script(replace(RoundStarted(0, ruleset), **how))
    script.play(*lines)
    return script


def in_play(rules: str | Ruleset, leader: str = "E", *lines: str, **how: Any) -> Script:
    """A first deal at level 2 that *leader* may lead at once: all sorting time is over."""
    script = a_round(rules, f"lead {leader}", "draw", **how)
    script.play(f"+{script.table.ruleset.clocks.sort_seconds} wait", *lines)
    return script


def watched(
    *lines: str,
    leader: Seat = E,
    left: tuple[int, int, int, int] = (27, 27, 27, 27),
    level: str = "8",
    settings: TableSettings = WITH_KEYS,
    clocks: Clocks | None = None,
) -> Script:
    """A deal that is only watched."""
    script = Script(
        DealStarted(0, Level.parse(level), leader, clocks or Clocks(), left, settings=settings)
    )
    script.play(*lines)
    return script


def finding(done: Step) -> Finding:
    assert done.verdict is not None
    return done.verdict.finding


def asked(done: Step) -> list[Question]:
    return [effect.question for effect in done.effects if isinstance(effect, AskReferee)]


def said(done: Step) -> list[tuple[Notice, Seat | None]]:
    return [(e.notice, e.seat) for e in done.effects if isinstance(e, Announce)]


def sounded(done: Step) -> list[tuple[Seat, Buzz]]:
    shown = [effect for effect in done.effects if isinstance(effect, ShowSeat)]
    return [(order.seat, order.buzz) for order in shown if order.buzz is not Buzz.SILENT]


def of_kind(done: Step, kind: type[Effect]) -> list[Effect]:
    return [effect for effect in done.effects if isinstance(effect, kind)]


def last_case(script: Script) -> Case:
    return script.table.cases[-1]
