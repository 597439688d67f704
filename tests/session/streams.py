"""Event streams that visit every phase: mostly what a table does, sometimes anything at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import get_args

from referee.rules.cards import FACES, Card
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    AppealOutcome,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTaken,
    CardTurned,
    CorrectableEvent,
    DealStarted,
    Decision,
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
    RowRef,
    Ruled,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeForgiven,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.step import step
from referee.session.table import Phase, Table
from referee.session.table_settings import Passing, TableSettings

KINDS: tuple[type, ...] = tuple(
    kind for part in get_args(CorrectableEvent) for kind in (get_args(part) or (part,))
)
"""Every kind of event that can have happened at a table."""

SEATS, SIDES = tuple(Seat), tuple(Side)
FINISHES = tuple(
    (first, second, third)
    for first in Seat
    for second in Seat
    for third in Seat
    if len({first, second, third}) == 3
)


def stream(
    chance: Random, ruleset: Ruleset, length: int, *, odd: float = 0.2
) -> Iterator[CorrectableEvent]:
    """*length* events; a share of *odd* has nothing to do with what the table waits for."""
    table = Table()
    for _ in range(length):
        at_ms = table.now_ms + _pause_ms(chance)
        make = _anything if chance.random() < odd else _fitting(table, chance)
        event = make(table, chance, at_ms, ruleset)
        yield event
        table = step(table, event).table


def _pause_ms(chance: Random) -> int:
    kind = chance.random()
    if kind < 0.8:
        return chance.randrange(0, 4_000)
    if kind < 0.95:
        return chance.randrange(4_000, 60_000)
    return chance.choice((-5_000, 0, 1, 20_001, 600_000))


Make = Callable[[Table, Random, int, Ruleset], CorrectableEvent]


def _fitting(table: Table, chance: Random) -> Make:
    if table.open_cases and chance.random() < 0.3:
        return _ruled
    if table.paused and chance.random() < 0.5:
        return lambda _, __, at, ___: Resumed(at)
    match table.phase:
        case Phase.WAITING | Phase.SIGNED:
            return _round_started
        case Phase.DRAWING:
            return _drawing
        case Phase.TRIBUTE:
            return _tribute
        case Phase.RETURN:
            return _tribute
        case Phase.LEADER:
            return lambda _, chance, at, __: LeaderNamed(at, chance.choice(SEATS))
        case Phase.PLAYING:
            return _playing
        case Phase.ENDED:
            return lambda _, __, at, ___: ResultConfirmed(at)
        case Phase.TIED:
            return lambda _, chance, at, __: RoundDecided(at, chance.choice(SIDES))
        case Phase.ROUND_ENDED:
            return lambda _, chance, at, __: Signed(at, chance.choice(SIDES))


def _round_started(_: Table, chance: Random, at_ms: int, ruleset: Ruleset) -> CorrectableEvent:
    settings = TableSettings(chance.choice(list(Passing)), chance.choice((0, 1_000)))
    return RoundStarted(
        at_ms,
        ruleset,
        must_decide=chance.random() < 0.5,
        settings=settings,
        best_of=chance.choice((1, 1, 1, 3)),
        must_pass_ace=chance.random() < 0.2,
    )


def _drawing(_: Table, chance: Random, at_ms: int, __: Ruleset) -> CorrectableEvent:
    kind = chance.random()
    if kind < 0.2:
        return CardTurned(at_ms, chance.choice(FACES))
    if kind < 0.5:
        return LeaderNamed(at_ms, chance.choice(SEATS))
    return HandsDrawn(at_ms)


def _tribute(table: Table, chance: Random, at_ms: int, __: Ruleset) -> CorrectableEvent:
    kind = chance.random()
    if kind < 0.1:
        return TributeResisted(at_ms)
    if kind < 0.2 or not table.to_act:
        return TributeChosen(at_ms, chance.choice(SEATS))
    if kind < 0.3:
        return TakenBack(at_ms, chance.choice(SEATS))
    if kind < 0.35:
        return CardTaken(at_ms, chance.choice(SEATS), chance.choice(SEATS))
    count = 2 if kind < 0.4 else 1
    return CardsLaid(at_ms, chance.choice(table.to_act), (chance.choice(FACES),) * count)


def _playing(table: Table, chance: Random, at_ms: int, __: Ruleset) -> CorrectableEvent:
    deal, kind = table.deal, chance.random()
    seat = table.to_act[0] if table.to_act else chance.choice(SEATS)
    if kind < 0.04:
        return FinishEntered(at_ms, chance.choice(FINISHES))
    if kind < 0.1:
        return Passed(at_ms, chance.choice(SEATS), chance.choice(list(Passing)))
    if kind < 0.14:
        return TakenBack(at_ms, chance.choice(SEATS))
    if kind < 0.17:
        return Reported(at_ms, chance.choice(SEATS), chance.choice((None, 5)))
    if kind < 0.2 and deal is not None and deal.top is not None and deal.top.may_be:
        return WildDeclared(at_ms, chance.choice(deal.top.may_be))
    if kind < 0.25 and table.before is not None and table.before.skipped:
        return PassDenied(at_ms, chance.choice(table.before.skipped))
    if kind < 0.5 and deal is not None and deal.top is not None:
        return Passed(at_ms, seat)
    if chance.random() < 0.2:
        seat = seat.following
    return CardsLaid(at_ms, seat, _some_cards(table, chance))


def _some_cards(table: Table, chance: Random) -> tuple[Card, ...]:
    """Cards of one rank, or a straight, that were laid fewer than twice; most make something."""
    if table.deal is None:
        return (chance.choice(FACES),)
    free = [face for face in FACES for _ in range(max(0, 2 - table.deal.laid[face]))]
    if not free:
        return (chance.choice(FACES),)
    top = table.deal.to_beat
    size = chance.choice((1, 1, 1, 2, 2, 3, 4, 5)) if top is None else top.size
    rank = chance.choice(free).rank
    alike = [card for card in free if card.rank is rank]
    wilds = [card for card in free if table.deal.level.is_wild(card)]
    cards = (alike + wilds)[:size] if chance.random() < 0.3 else alike[:size]
    return tuple(cards) or (chance.choice(free),)


def _ruled(table: Table, chance: Random, at_ms: int, _: Ruleset) -> CorrectableEvent:
    case = chance.choice(table.open_cases)
    return Ruled(
        at_ms,
        case.number,
        chance.choice(list(Decision)),
        chance.choice(list(Official)),
        chance.choice((None, None, *LadderStep)),
        stopped=chance.random() < 0.2,
        named=chance.choice((None, None, Kind.PAIR)),
    )


def _anything(table: Table, chance: Random, at_ms: int, ruleset: Ruleset) -> CorrectableEvent:
    seat, side = chance.choice(SEATS), chance.choice(SIDES)
    face, by = chance.choice(FACES), chance.choice(list(Official))
    cards = tuple(chance.choice(FACES) for _ in range(chance.randrange(1, 29)))
    left = tuple(chance.randrange(1, 28) for _ in range(4))
    step_, number = chance.choice(list(LadderStep)), chance.randrange(0, 12)
    extra_ms = chance.choice((-1, 0, 30_000))
    match chance.choice(KINDS):
        case kind if kind in (HandsDrawn, TributeResisted, TimePassed, Paused, Resumed):
            made: CorrectableEvent = kind(at_ms)
        case kind if kind in (ResultConfirmed,):
            made = kind(at_ms)
        case kind if kind in (LeaderNamed, TributeChosen, Passed, TakenBack, Reported):
            made = kind(at_ms, seat)
        case kind if kind is CardTaken:
            made = CardTaken(at_ms, seat, chance.choice(SEATS))
        case kind if kind in (RefereeCalled, CallAnswered, PassDenied):
            made = kind(at_ms, seat)
        case kind if kind is DealStarted:
            assert len(left) == 4
            made = DealStarted(
                at_ms, Level.parse("8"), seat, cards_left=left, same_deck=chance.random() < 0.5
            )
        case kind if kind is RoundStarted:
            made = _round_started(table, chance, at_ms, ruleset)
        case kind if kind is CardTurned:
            made = CardTurned(at_ms, face)
        case kind if kind is CardsLaid:
            made = CardsLaid(at_ms, seat, cards)
        case kind if kind is CardsUnread:
            made = CardsUnread(at_ms, seat, "glare")
        case kind if kind is WildDeclared:
            made = WildDeclared(at_ms, Combination(Kind.PAIR, 2, 9))
        case kind if kind is TimeGranted:
            made = TimeGranted(at_ms, extra_ms)
        case kind if kind is TimeForgiven:
            made = TimeForgiven(at_ms, extra_ms)
        case kind if kind is Ruled:
            made = Ruled(at_ms, number, chance.choice(list(Decision)), by, step_)
        case kind if kind is PenaltyGiven:
            made = PenaltyGiven(at_ms, seat, step_, by)
        case kind if kind is FaultNoted:
            made = FaultNoted(at_ms, seat, chance.choice(list(Fault)), cards[:2])
        case kind if kind is PlayTakenUp:
            assert len(left) == 4
            made = PlayTakenUp(at_ms, seat, left)
        case kind if kind is FinishEntered:
            made = FinishEntered(at_ms, chance.choice(FINISHES))
        case kind if kind is RoundDecided:
            made = RoundDecided(at_ms, chance.choice((None, *SIDES)), by)
        case kind if kind is AppealMade:
            about = chance.choice((None, RowRef(number + 1)))
            made = AppealMade(at_ms, side, chance.randrange(1, 4), about)
        case kind if kind is AppealAnswered:
            made = AppealAnswered(at_ms, number, chance.choice(list(AppealOutcome)), by)
        case kind if kind is SideWithdrew:
            made = SideWithdrew(at_ms, side, by)
        case _:
            made = Signed(at_ms, side)
    return made
