"""Every order: its name in the address, who may give it, and the event it becomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.rules.ruleset import Ruleset
from referee.rules.switches.officials import Official
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTurned,
    Corrected,
    DealStarted,
    Event,
    FaultNoted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PassDenied,
    Passed,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    Ruled,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeGranted,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.history import History
from referee.session.table_settings import TableSettings
from referee.web.access.roles import Role
from referee.web.orders import bodies
from referee.web.orders.appeals import made
from referee.web.orders.corrections import insert, remove, replace, undo


class Basis(Enum):
    """What an order rests on: what must not have happened since its page was drawn."""

    TABLE = "table"
    """Nothing at the table at all, besides calls and time."""
    OFFICIALS = "officials"
    """No decision of an official: players may go on meanwhile."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order as it reaches the owner of the table."""

    at_ms: int
    by: Official
    history: History
    ruleset: Callable[[str], Ruleset]
    table: TableSettings
    """How the table is equipped."""


@dataclass(frozen=True, slots=True)
class Order:
    least: Role
    basis: Basis
    becomes: type[Event]
    body: type[bodies.Body]
    event: Callable[[Any, Given], Event]
    """Makes the event of a checked body; raises `ImpossibleOrder` or `ValueError`."""


def _act(
    becomes: type[Event],
    body: type[bodies.Body],
    event: Callable[[Any, Given], Event],
    least: Role = Role.REFEREE,
) -> Order:
    return Order(least, Basis.TABLE, becomes, body, event)


def _decision(
    becomes: type[Event], body: type[bodies.Body], event: Callable[[Any, Given], Event]
) -> Order:
    return Order(Role.REFEREE, Basis.OFFICIALS, becomes, body, event)


def _official(by: Official, on_behalf: Official | None) -> Official:
    """The chief referee enters what arbitration or the organiser decided; nobody else does."""
    return on_behalf if on_behalf is not None and by is Official.CHIEF_REFEREE else by


ORDERS: dict[str, Order] = {
    "play": _act(
        CardsLaid, bodies.Play, lambda b, g: CardsLaid(g.at_ms, b.seat, b.cards, b.declared)
    ),
    "pass": _act(Passed, bodies.OfSeat, lambda b, g: Passed(g.at_ms, b.seat)),
    "unread": _act(
        CardsUnread, bodies.OfSeat, lambda b, g: CardsUnread(g.at_ms, b.seat, "entered")
    ),
    "take-back": _act(TakenBack, bodies.OfSeat, lambda b, g: TakenBack(g.at_ms, b.seat)),
    "deny-pass": _act(PassDenied, bodies.OfSeat, lambda b, g: PassDenied(g.at_ms, b.seat)),
    "declare": _act(WildDeclared, bodies.Declare, lambda b, g: WildDeclared(g.at_ms, b.reading)),
    "report": _decision(Reported, bodies.Report, lambda b, g: Reported(g.at_ms, b.seat, b.count)),
    "replace": _act(Corrected, bodies.Replace, replace),
    "insert": _act(Corrected, bodies.Insert, insert),
    "remove": _act(Corrected, bodies.AtRow, remove),
    "undo": _act(Corrected, bodies.AtRow, undo),
    "rule": _decision(
        Ruled,
        bodies.Rule,
        lambda b, g: Ruled(
            g.at_ms, b.case, b.decision, _official(g.by, b.on_behalf), b.step, b.stopped, b.named
        ),
    ),
    "penalty": _decision(
        PenaltyGiven,
        bodies.Penalty,
        lambda b, g: PenaltyGiven(g.at_ms, b.seat, b.step, _official(g.by, b.on_behalf)),
    ),
    "note": _decision(
        FaultNoted, bodies.Note, lambda b, g: FaultNoted(g.at_ms, b.seat, b.fault, b.cards or ())
    ),
    "pause": _decision(Paused, bodies.Nothing, lambda _, g: Paused(g.at_ms)),
    "resume": _decision(Resumed, bodies.Nothing, lambda _, g: Resumed(g.at_ms)),
    "extra-time": _decision(
        TimeGranted, bodies.ExtraTime, lambda b, g: TimeGranted(g.at_ms, b.seconds * 1000)
    ),
    "call": _decision(RefereeCalled, bodies.OfSeat, lambda b, g: RefereeCalled(g.at_ms, b.seat)),
    "answer-call": _decision(
        CallAnswered, bodies.OfSeat, lambda b, g: CallAnswered(g.at_ms, b.seat)
    ),
    "start-round": _act(
        RoundStarted,
        bodies.StartRound,
        lambda b, g: RoundStarted(
            g.at_ms,
            g.ruleset(b.ruleset),
            b.east_west,
            b.north_south,
            b.must_decide,
            settings=g.table,
            best_of=b.best_of,
            must_pass_ace=b.must_pass_ace,
        ),
    ),
    "start-deal": _act(
        DealStarted,
        bodies.StartDeal,
        lambda b, g: DealStarted(g.at_ms, b.level, b.leader, settings=g.table),
    ),
    "turn-card": _act(CardTurned, bodies.OneTurned, lambda b, g: CardTurned(g.at_ms, b.card)),
    "hands-drawn": _act(HandsDrawn, bodies.Nothing, lambda _, g: HandsDrawn(g.at_ms)),
    "name-leader": _act(LeaderNamed, bodies.OfSeat, lambda b, g: LeaderNamed(g.at_ms, b.seat)),
    "resist-tribute": _act(TributeResisted, bodies.Nothing, lambda _, g: TributeResisted(g.at_ms)),
    "choose-tribute": _act(
        TributeChosen, bodies.OfSeat, lambda b, g: TributeChosen(g.at_ms, b.seat)
    ),
    "take-up": _act(
        PlayTakenUp,
        bodies.TakeUp,
        lambda b, g: PlayTakenUp(g.at_ms, b.leader, b.cards_left, tuple(b.finished)),
    ),
    "finish": _act(
        FinishEntered, bodies.Order, lambda b, g: FinishEntered(g.at_ms, tuple(b.order))
    ),
    "confirm-result": _act(ResultConfirmed, bodies.Nothing, lambda _, g: ResultConfirmed(g.at_ms)),
    "sign": _act(Signed, bodies.OfSide, lambda b, g: Signed(g.at_ms, b.side)),
    "appeal": _decision(AppealMade, bodies.Appeal, made),
    "answer-appeal": Order(
        Role.CHIEF,
        Basis.OFFICIALS,
        AppealAnswered,
        bodies.AnswerAppeal,
        lambda b, g: AppealAnswered(g.at_ms, b.appeal, b.outcome, _official(g.by, b.on_behalf)),
    ),
    "decide-round": _act(
        RoundDecided, bodies.Decide, lambda b, g: RoundDecided(g.at_ms, b.winner, g.by), Role.CHIEF
    ),
    "withdraw": _act(
        SideWithdrew, bodies.OfSide, lambda b, g: SideWithdrew(g.at_ms, b.side, g.by), Role.CHIEF
    ),
}

CORRECTIONS = ("replace", "insert", "remove", "undo")
"""Orders whose effect is shown before it is accepted."""
