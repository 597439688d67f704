"""From one deal to the next first lead: duties, the draw, and who leads.

Tribute and return have a file of their own, `paying`.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules.deal import Deal
from referee.rules.deal_rules import DealRules
from referee.rules.drawing import must_recut
from referee.rules.seats import Seat
from referee.rules.tribute import NOTHING_OWED, Debt, TributeKind, debt
from referee.rules.tribute_leader import leader_without_tribute
from referee.session.clock import TurnClock
from referee.session.effects import Announce, Notice
from referee.session.events import CardTurned, HandsDrawn, LeaderNamed
from referee.session.outcome import Outcome, resume_clock
from referee.session.round_state import RoundState, Tributes
from referee.session.table import NO_UNREAD, Phase, Table
from referee.session.turns import begin_play
from referee.session.waiting import announced, duties_of, leader_to_name


def begin_drawing(table: Table) -> Outcome:
    """The table before a deal: who shuffles, cuts and draws first is announced."""
    table = replace(
        table,
        phase=Phase.DRAWING,
        deal=None,
        clock=None,
        refused=(),
        unread=None,
        unread_plays=NO_UNREAD,
        before=None,
        acts=0,
        void=None,
        finish=(),
        turned=None,
        leader=None,
        reports_due=frozenset(),
        tributes=None,
    )
    return Outcome(table, effects=announced(duties_of(table)))


def card_turned(table: Table, event: CardTurned) -> Outcome:
    """A card was turned in the cut of a first deal; it counts out who draws first."""
    state = in_round(table)
    if state.last_finish is not None or state.after_foul is not None:
        return Outcome(table)
    if must_recut(event.card, table.ruleset) or event.card.rank.is_joker:
        return Outcome(table, effects=(Announce(Notice.CUT_AGAIN),))
    table = replace(table, turned=event.card)
    return Outcome(table, effects=(Announce(Notice.DRAW_FIRST, duties_of(table).first_draw),))


def leader_named(table: Table, event: LeaderNamed) -> Outcome:
    """Who leads was said; while the cards are still drawn it is only remembered."""
    table = replace(table, leader=event.seat)
    return start_play(table, event.seat) if table.phase is Phase.LEADER else Outcome(table)


def hands_drawn(table: Table, _: HandsDrawn) -> Outcome:
    """All cards are drawn: tribute if one is owed, else play."""
    state = replace(in_round(table), drawn_ms=table.now_ms)
    table = replace(table, round=state)
    owed = _owed(table, state)
    if state.last_finish is None or owed.kind is TributeKind.NONE:
        return lead(table, _leader_without_tribute(table, state) or table.leader)
    clock = TurnClock(table.now_ms, table.clocks.tribute_ms, table.clocks.tribute_stages)
    table = replace(
        table,
        phase=Phase.TRIBUTE,
        tributes=Tributes(owed, state.last_finish),
        clock=clock,
    )
    notices = tuple(Announce(Notice.PAY_TRIBUTE, seat) for seat in owed.payers)
    return Outcome(resume_clock(table), effects=notices)


def lead(table: Table, seat: Seat | None) -> Outcome:
    """Let *seat* lead the deal, or ask who does where nothing tells it."""
    if seat is not None:
        return start_play(table, seat)
    table = replace(table, phase=Phase.LEADER, clock=None, refused=(), unread=None)
    return Outcome(table, effects=(leader_to_name(table),))


def start_play(table: Table, leader: Seat) -> Outcome:
    """Begin play; the first clock starts once the time for sorting is over."""
    state = in_round(table)
    deal = Deal.start(state.game.level, leader, rules=DealRules.of(table.ruleset))
    sorted_ms = state.drawn_ms + table.ruleset.clocks.sort_seconds * 1000
    table = begin_play(replace(table, leader=leader), deal, max(table.now_ms, sorted_ms))
    return Outcome(resume_clock(table), effects=(Announce(Notice.LEAD, leader),))


def in_round(table: Table) -> RoundState:
    """The round; asked only where there is one."""
    if table.round is None:
        raise AssertionError(f"no round is played: {table.phase}")
    return table.round


def _owed(table: Table, state: RoundState) -> Debt:
    if state.extra and not table.ruleset.round.extra_deal_tribute:
        return NOTHING_OWED
    return debt(state.last_finish, table.ruleset, after_foul=state.after_foul is not None)


def _leader_without_tribute(table: Table, state: RoundState) -> Seat | None:
    """Who leads where no card changes hands; ``None`` where a person has to say it."""
    if state.extra or state.after_foul is not None or state.last_finish is None:
        return None
    return leader_without_tribute(state.last_finish, TributeKind.NONE, table.ruleset).seat
