"""From one deal to the next first lead: duties, draw, tribute, return, and who leads."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.deal import Deal
from referee.rules.deal_rules import DealRules
from referee.rules.drawing import (
    Duties,
    first_duties,
    first_leader,
    later_duties,
    must_recut,
)
from referee.rules.returns import Undecided, return_ruling
from referee.rules.ruling import Fault, Refused
from referee.rules.seats import Seat
from referee.rules.switches.dealing import FirstLead
from referee.rules.tribute import Debt, TributeKind, debt
from referee.rules.tribute_assignment import assign
from referee.rules.tribute_errors import tribute_remedy
from referee.rules.tribute_leader import leader_after_tribute, leader_without_tribute
from referee.session.cases import Proposal, cleared
from referee.session.clock import TurnClock
from referee.session.effects import Announce, AskReferee, Buzz, Effect, Notice, Question
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTurned,
    HandsDrawn,
    LeaderNamed,
    Passed,
    TakenBack,
    TributeChosen,
    TributeResisted,
)
from referee.session.outcome import Outcome, resume_clock, with_case, without_pile
from referee.session.playing import begin_play
from referee.session.round_state import RoundState, Tributes
from referee.session.table import Phase, Table
from referee.session.verdict import Finding, Verdict


def begin_drawing(table: Table) -> Outcome:
    """The table before a deal: who shuffles, cuts and draws first is announced."""
    state = in_round(table)
    finish = state.last_finish
    if state.after_foul is not None:
        duties = Duties(None, None, None)
    elif finish is None:
        duties = first_duties(table.ruleset)
    else:
        duties = later_duties(finish, table.ruleset)
    table = replace(
        table,
        phase=Phase.DRAWING,
        deal=None,
        clock=None,
        refused=(),
        unread=None,
        before=None,
        leader=None,
        tributes=None,
    )
    return Outcome(table, effects=_announced(duties))


def card_turned(table: Table, event: CardTurned) -> Outcome:
    """A card was turned in the cut of a first deal; it counts out who draws first."""
    if in_round(table).last_finish is not None:
        return Outcome(table)
    if must_recut(event.card, table.ruleset) or event.card.rank.is_joker:
        return Outcome(table, effects=(Announce(Notice.CUT_AGAIN),))
    first = first_duties(table.ruleset, event.card).first_draw
    return Outcome(table, effects=(Announce(Notice.DRAW_FIRST, first),))


def leader_named(table: Table, event: LeaderNamed) -> Outcome:
    """Who leads was said; while the cards are still drawn it is only remembered."""
    table = replace(table, leader=event.seat)
    return _start_play(table, event.seat) if table.phase is Phase.LEADER else Outcome(table)


def hands_drawn(table: Table, _: HandsDrawn) -> Outcome:
    """All cards are drawn: tribute if one is owed, else play."""
    state = in_round(table)
    owed = _owed(table, state)
    if owed.kind is TributeKind.NONE:
        if state.extra or state.after_foul is not None:
            return _lead(table, table.leader)
        if state.last_finish is None:
            return _lead(table, table.leader or _only_leader(table))
        leader = leader_without_tribute(state.last_finish, owed.kind, table.ruleset)
        return _lead(table, leader.seat or table.leader)
    if state.last_finish is None:
        raise AssertionError(f"tribute without a deal before: {owed}")
    table = replace(
        table,
        phase=Phase.TRIBUTE,
        tributes=Tributes(owed, state.last_finish),
        clock=_tribute_clock(table, table.clocks.tribute_ms, after_sorting=True),
    )
    return Outcome(table, effects=tuple(Announce(Notice.PAY_TRIBUTE, seat) for seat in owed.payers))


def tribute_resisted(table: Table, _: TributeResisted) -> Outcome:
    """Both red jokers were shown: no card changes hands and the first out leads."""
    tributes = of_tribute(table)
    owed = replace(tributes.owed, kind=TributeKind.ANTI)
    table = replace(table, tributes=replace(tributes, owed=owed, paid=()))
    leader = leader_without_tribute(tributes.finish, TributeKind.ANTI, table.ruleset)
    return _lead(table, leader.seat)


def tribute_chosen(table: Table, event: TributeChosen) -> Outcome:
    """The first out took the card of one payer."""
    tributes = of_tribute(table)
    if event.payer not in tributes.owed.payers:
        return Outcome(table)
    return _after_payment(replace(table, tributes=replace(tributes, chosen=event.payer)))


def laid(table: Table, event: CardsLaid) -> Outcome:
    """The card that a seat pays or returns."""
    seat = event.seat
    verdict = Verdict(seat, Finding.NOT_NOW, cards=event.cards)
    if seat not in table.to_act or len(event.cards) != 1:
        return Outcome(table, verdict)
    verdict = replace(verdict, finding=Finding.OK)
    if table.clock is not None:
        used_ms = table.clock.used_ms(table.now_ms)
        verdict = replace(verdict, used_ms=used_ms, limit_ms=table.clock.limit_ms)
    if table.phase is Phase.TRIBUTE:
        return _pay(table, event, verdict)
    return _give_back(table, event, verdict)


def unread(table: Table, event: CardsUnread) -> Outcome:
    verdict = Verdict(event.seat, Finding.UNSURE, because=event.reason)
    if event.seat not in table.to_act:
        return Outcome(table, replace(verdict, finding=Finding.NOT_NOW))
    return Outcome(table, verdict, effects=(AskReferee(Question.UNREAD_CARDS, event.seat),))


def passed(table: Table, event: Passed) -> Outcome:
    """Nobody passes in tribute; a key pressed by mistake is named and not sounded."""
    return Outcome(table, Verdict(event.seat, Finding.NOT_NOW))


def taken_back(table: Table, event: TakenBack) -> Outcome:
    """A refused card goes back to the hand, or a tribute before the cards were handed over."""
    seat, verdict = event.seat, Verdict(event.seat, Finding.OK)
    if table.refused_of(seat):
        table = replace(without_pile(table, seat), cases=cleared(table.cases, seat))
        return Outcome(resume_clock(table), verdict)
    tributes = of_tribute(table)
    if table.phase is Phase.TRIBUTE and tributes.paid_by(seat) is not None:
        paid = tuple(entry for entry in tributes.paid if entry[0] is not seat)
        return Outcome(replace(table, tributes=replace(tributes, paid=paid)), verdict)
    return Outcome(table, replace(verdict, finding=Finding.NOTHING_TO_TAKE_BACK))


def in_round(table: Table) -> RoundState:
    """The round; asked only where there is one."""
    if table.round is None:
        raise AssertionError(f"no round is played: {table.phase}")
    return table.round


def of_tribute(table: Table) -> Tributes:
    """The tribute of the deal at hand; asked only where one is owed."""
    if table.tributes is None:
        raise AssertionError(f"no tribute is owed: {table.phase}")
    return table.tributes


def _owed(table: Table, state: RoundState) -> Debt:
    if state.extra and not table.ruleset.round.extra_deal_tribute:
        return Debt(TributeKind.NONE)
    if state.after_foul is not None and state.last_finish is None:
        return Debt(TributeKind.NONE)
    return debt(state.last_finish, table.ruleset, after_foul=state.after_foul is not None)


def _only_leader(table: Table) -> Seat | None:
    """The leader of a first deal whose cards decide it is entered by a person."""
    if table.ruleset.dealing.first_lead is FirstLead.TURNED_CARD:
        return None
    return first_leader(table.ruleset)


def _pay(table: Table, event: CardsLaid, verdict: Verdict) -> Outcome:
    tributes, level = of_tribute(table), in_round(table).game.level
    (card,) = event.cards
    seat = event.seat
    if level.is_wild(card):
        # The one card that is never the tribute; whether another is the highest nobody can see.
        because = f"{seat.value} paid the wild card {card}"
        return _wrong_card(table, verdict, Fault.WRONG_TRIBUTE, because, "tribute.card")
    table = replace(without_pile(table, seat), tributes=_put_paid(tributes, event))
    outcome = _after_payment(resume_clock(table))
    return replace(outcome, verdict=_timed(table, verdict))


def _put_paid(tributes: Tributes, event: CardsLaid) -> Tributes:
    return replace(tributes, paid=(*tributes.paid, (event.seat, event.cards[0])))


def _after_payment(table: Table) -> Outcome:
    """Hand the cards over once all are paid and nothing is left to choose."""
    tributes, state = of_tribute(table), in_round(table)
    if table.to_act:
        return Outcome(table)
    assignment = assign(
        tributes.owed,
        tributes.finish,
        dict(tributes.paid),
        state.game.level,
        table.ruleset,
        chosen=tributes.chosen,
    )
    if assignment.open is not None:
        first = tributes.finish.first_out
        table = replace(table, clock=None)
        return Outcome(table, effects=(Announce(Notice.CHOOSE_TRIBUTE, first),))
    table = replace(
        table,
        phase=Phase.RETURN,
        tributes=replace(tributes, assignment=assignment),
        clock=_tribute_clock(table, table.clocks.return_ms, after_sorting=False),
    )
    notices = tuple(Announce(Notice.RETURN_CARD, gift.receiver) for gift in assignment.gifts)
    return Outcome(table, effects=notices)


def _give_back(table: Table, event: CardsLaid, verdict: Verdict) -> Outcome:
    tributes, state, seat = of_tribute(table), in_round(table), event.seat
    (card,) = event.cards
    if tributes.assignment is None:
        raise AssertionError(f"cards are returned before they were handed over: {tributes}")
    gift = next(gift for gift in tributes.assignment.gifts if gift.receiver is seat)
    ruling = return_ruling(
        card, returner=seat, payer=gift.payer, level=state.game.level, ruleset=table.ruleset
    )
    if isinstance(ruling, Refused):
        # A hand without a low card may return its lowest, and the hand is not seen.
        because, limit = ruling.because, "tribute.return_limit"
        return _wrong_card(table, verdict, Fault.WRONG_RETURN, because, limit)
    asks: tuple[Effect, ...] = ()
    if isinstance(ruling, Undecided):
        asks = (AskReferee(Question.ODD_CARDS, seat),)
    given = replace(tributes, returned=(*tributes.returned, (seat, card)))
    verdict = _timed(table, verdict)
    table = resume_clock(replace(without_pile(table, seat), tributes=given))
    if table.to_act:
        return Outcome(table, verdict, effects=asks)
    backs = {gift.payer: given.returned_by(gift.receiver) for gift in tributes.assignment.gifts}
    leader = leader_after_tribute(
        tributes.owed,
        tributes.assignment,
        tributes.finish,
        state.game.level,
        table.ruleset,
        returned={payer: back for payer, back in backs.items() if back is not None},
    )
    outcome = _lead(table, leader.seat)
    return replace(outcome, verdict=verdict, effects=(*asks, *outcome.effects))


def _wrong_card(table: Table, verdict: Verdict, fault: Fault, because: str, switch: str) -> Outcome:
    """A card that may not be paid or returned: it lies there, and its seat is told."""
    seat = verdict.seat
    lying = replace(
        without_pile(table, seat),
        refused=(*without_pile(table, seat).refused, (seat, verdict.cards)),
    )
    remedy = tribute_remedy(fault, seat, table.ruleset, play_begun=False)
    lying = with_case(lying, seat, fault, because, Proposal.of_tribute(remedy), silent=False)
    verdict = replace(
        verdict,
        finding=Finding(fault.value),
        article=f"{table.ruleset.id}/{switch}",
        because=because,
        case=len(lying.cases),
    )
    return Outcome(resume_clock(lying), verdict, {seat: Buzz.FAULT})


def _lead(table: Table, seat: Seat | None) -> Outcome:
    if seat is not None:
        return _start_play(table, seat)
    state = in_round(table)
    named_by = state.after_foul.other.seats[0] if state.after_foul is not None else None
    table = replace(table, phase=Phase.LEADER, clock=None)
    return Outcome(table, effects=(Announce(Notice.NAME_LEADER, named_by),))


def _start_play(table: Table, leader: Seat) -> Outcome:
    state = in_round(table)
    deal = Deal.start(state.game.level, leader, rules=DealRules.of(table.ruleset))
    # After a tribute the hands are sorted already.
    sorting_ms = 0 if table.tributes is not None else table.ruleset.clocks.sort_seconds * 1000
    table = begin_play(replace(table, leader=leader), deal, table.now_ms + sorting_ms)
    return Outcome(resume_clock(table), effects=(Announce(Notice.LEAD, leader),))


def _tribute_clock(table: Table, limit_ms: int, *, after_sorting: bool) -> TurnClock:
    sorting_ms = table.ruleset.clocks.sort_seconds * 1000 if after_sorting else 0
    return TurnClock(table.now_ms + sorting_ms, limit_ms, table.clocks.tribute_stages)


def _timed(table: Table, verdict: Verdict) -> Verdict:
    """The verdict of a card that is in order, late or not."""
    if table.clock is None or not table.clock.is_over(table.now_ms):
        return verdict
    used_s = table.clock.used_ms(table.now_ms) / 1000
    return replace(
        verdict,
        finding=Finding.OVERTIME,
        article=table.clocks.article,
        because=f"{verdict.seat.value} took {used_s:.1f} s",
    )


def _announced(duties: Duties) -> tuple[Effect, ...]:
    pairs = (
        (Notice.SHUFFLE, duties.shuffler),
        (Notice.CUT, duties.cutter),
        (Notice.DRAW_FIRST, duties.first_draw),
    )
    return tuple(Announce(notice, seat) for notice, seat in pairs if seat is not None)
