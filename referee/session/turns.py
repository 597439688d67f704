"""Whose turn it is: play begins, an act ends a turn, barred seats are passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.rules.cards import Card
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal, give_lead, lay, pass_turn
from referee.rules.declare import standing_reading
from referee.rules.seats import Seat
from referee.session.cases import Case
from referee.session.clock import TurnClock
from referee.session.outcome import resume_clock, without_pile
from referee.session.places import is_decided
from referee.session.table import NO_UNREAD, NOBODY_BARRED, Bars, Phase, Stood, Table


def begin_play(table: Table, deal: Deal, start_ms: int) -> Table:
    """The table when the leader of *deal* may act from *start_ms* on."""
    return replace(
        table,
        phase=Phase.PLAYING,
        deal=deal,
        clock=table.clocks.for_play(start_ms, leads=True, first_of_deal=True),
        refused=(),
        unread=None,
        unread_plays=NO_UNREAD,
        before=None,
        acts=0,
        bars=NOBODY_BARRED,
        void=None,
        finish=(),
        reports_due=frozenset(),
        reported=frozenset(),
    )


def playing(table: Table) -> tuple[Deal, TurnClock]:
    """The deal and its clock; asked only where both are there."""
    if table.deal is None or table.clock is None:
        raise AssertionError(f"no deal is played: {table.phase}")
    return table.deal, table.clock


def turn_over(table: Table, seat: Seat, deal: Deal) -> Table:
    """The table when *seat* has acted, *deal* is what follows, and the turn goes on."""
    return resume_clock(skip_barred(_acted(table, seat, deal)))


def stood(table: Table, seat: Seat, cards: Sequence[Card], skipped: tuple[Seat, ...]) -> Stood:
    """What *table* was before *seat* acted, to be restored when the act is undone."""
    deal, clock = playing(table)
    return Stood(
        seat,
        tuple(cards),
        deal,
        clock.paused(table.now_ms),
        table.bars,
        table.tributes,
        table.reports_due,
        table.unread_plays,
        table.acts,
        skipped,
    )


def restored(table: Table, before: Stood) -> Table:
    """The table with the last act undone; cases stay, and so does what was reported."""
    return replace(
        table,
        deal=before.deal,
        clock=before.clock,
        bars=before.bars,
        tributes=before.tributes,
        reports_due=before.reports_due - table.reported,
        unread_plays=before.unread_plays,
        acts=before.acts,
        before=None,
        unread=None,
    )


def standing(deal: Deal, cards: Sequence[Card]) -> Combination | None:
    """What *cards* count as when a person lets them stand; ``None`` if they are nothing."""
    found = readings(cards, deal.level, types=deal.rules.types)
    if not found:
        return None
    stands = standing_reading(found, cards, deal.level, deal.to_beat, deal.rules.wild)
    return found[-1] if stands is None else stands.reading


def stand(table: Table, case: Case) -> tuple[Table, Combination] | None:
    """Let the cards of *case* count as that seat's play; ``None`` where they cannot.

    They can while they lie there and were neither taken back nor followed, and make a combination.
    """
    deal, _ = playing(table)
    seat, cards = case.seat, case.cards
    lie = bool(cards) and (
        table.refused_of(seat) == cards or (table.unread is seat and case.acts == table.acts)
    )
    if not lie or deal.to_act is None or deal.cards_left[seat] < len(cards):
        return None
    reading = standing(deal, cards)
    if reading is None:
        return None
    after = turn_over(table, seat, lay(deal, seat, cards, reading))
    return replace(after, before=None), reading


def lose_cards(table: Table, seat: Seat, cards: Sequence[Card]) -> Table:
    """The table when shown cards may not go back: they lie there and count as no play.

    Source: general-never-demote 十一.1 “不得收回”. Last cards stay in the hand: nobody goes out by
    a wrong play.
    """
    deal, _ = playing(table)
    left = deal.cards_left[seat] - len(cards)
    if left <= 0:
        return table
    lost = replace(
        deal,
        cards_left=deal.cards_left.put(seat, left),
        laid=deal.laid.with_added(cards) if table.same_deck else deal.laid,
    )
    return replace(table, deal=lost, before=None)


def skip_barred(table: Table) -> Table:
    """Pass for the seats that have lost their play; a lead goes to the next one that may."""
    while (
        table.phase is Phase.PLAYING
        and table.deal is not None
        and (seat := table.deal.to_act) is not None
        and is_barred(table, seat)
    ):
        deal = table.deal
        if deal.top is not None:
            table = _acted(table, seat, pass_turn(deal, seat))
            continue
        heir = _next_unbarred(table, deal, seat)
        if heir is None:
            return table
        first = deal.trick == 1
        clock = table.clocks.for_play(table.now_ms, leads=True, first_of_deal=first)
        table = replace(table, deal=give_lead(deal, heir), clock=clock, unread=None)
    return table


def is_barred(table: Table, seat: Seat) -> bool:
    """Whether *seat* may not act now.

    A side barred for a pass out of turn may still lead: a lead answers nothing.
    """
    bars, deal = table.bars, table.deal
    if seat is table.void:
        return True
    if deal is None or bars.trick != deal.trick:
        return False
    return seat in bars.seats or (deal.top is not None and seat.side is bars.side)


def _acted(table: Table, seat: Seat, deal: Deal) -> Table:
    table = replace(without_pile(table, seat), deal=deal, unread=None, acts=table.acts + 1)
    if is_decided(deal, table.void):
        return replace(
            table,
            phase=Phase.ENDED,
            deal=replace(deal, to_act=None),
            clock=None,
            refused=(),
            reports_due=frozenset(),
        )
    clock = table.clocks.for_play(table.now_ms, leads=deal.top is None, first_of_deal=False)
    return replace(table, clock=clock, bars=_bars_now(table.bars, deal, seat))


def _next_unbarred(table: Table, deal: Deal, seat: Seat) -> Seat | None:
    others = (seat.following, seat.partner, seat.preceding)
    return next((s for s in others if deal.cards_left[s] and not is_barred(table, s)), None)


def _bars_now(bars: Bars, deal: Deal, acted: Seat) -> Bars:
    """What is left of the bars after *acted* has acted."""
    if bars == NOBODY_BARRED:
        return bars
    if deal.trick > bars.trick and deal.trick > bars.lead_trick:
        return NOBODY_BARRED
    others_played = (
        bars.side is not None
        and deal.top is not None
        and deal.top.seat is acted
        and acted.side is not bars.side
    )
    return replace(bars, side=None) if others_played else bars
