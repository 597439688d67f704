"""Tribute and return (贡牌、还牌): cards laid, refused, taken back, handed over; who leads then."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.cards import Rank
from referee.rules.result import Finish
from referee.rules.returns import Undecided, return_ruling
from referee.rules.ruling import Fault, Refused
from referee.rules.seats import Seat
from referee.rules.switches.tribute import DoubleAssignment, EqualReturns
from referee.rules.tribute import TributeKind, resists
from referee.rules.tribute_assignment import assign, return_receivers
from referee.rules.tribute_errors import tribute_remedy
from referee.rules.tribute_leader import leader_after_tribute, leader_without_tribute
from referee.session.cases import Case, Proposal
from referee.session.clock import TurnClock
from referee.session.dealing import in_round, lead
from referee.session.effects import Announce, AskReferee, Buzz, Effect, Notice, Question
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    TakenBack,
    TributeChosen,
    TributeResisted,
)
from referee.session.outcome import Outcome, resume_clock, with_case, with_pile, without_pile
from referee.session.overtime import timed
from referee.session.round_state import Tributes
from referee.session.table import Phase, Table
from referee.session.verdict import Finding, Verdict
from referee.session.waiting import choice_of_tribute


def resisted(table: Table, _: TributeResisted) -> Outcome:
    """Somebody says that both red jokers were shown."""
    return _resist(table)


def _resist(table: Table) -> Outcome:
    """No card changes hands and the first out leads."""
    tributes = of_tribute(table)
    owed = replace(tributes.owed, kind=TributeKind.ANTI)
    table = replace(table, tributes=replace(tributes, owed=owed, paid=()))
    leader = leader_without_tribute(tributes.finish, TributeKind.ANTI, table.ruleset)
    return lead(table, leader.seat)


def chosen(table: Table, event: TributeChosen) -> Outcome:
    """The first out gets the card of one payer: his choice, or that payer was last."""
    tributes = of_tribute(table)
    if event.payer not in tributes.owed.payers:
        return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, event.payer),))
    finish = tributes.finish
    by_place = table.ruleset.tribute.double_assignment is DoubleAssignment.BY_PLACE
    if by_place and finish.last_out is None:
        finish = Finish((*finish.order, event.payer.partner, event.payer))
    return _after_payment(
        replace(table, tributes=replace(tributes, chosen=event.payer, finish=finish))
    )


def laid(table: Table, event: CardsLaid) -> Outcome:
    """The card that a seat pays or returns."""
    seat = event.seat
    verdict = Verdict(seat, Finding.NOT_NOW, cards=event.cards)
    if seat not in table.to_act:
        return Outcome(table, verdict)
    resisting = table.phase is Phase.TRIBUTE and _shows_both_red_jokers(table, event)
    if len(event.cards) != 1 and not resisting:
        verdict = replace(verdict, finding=Finding.UNSURE, because="one card is owed")
        return Outcome(table, verdict, effects=(AskReferee(Question.ODD_CARDS, seat),))
    verdict = replace(verdict, finding=Finding.OK)
    if table.clock is not None:
        used_ms = table.clock.used_ms(table.now_ms)
        verdict = replace(verdict, used_ms=used_ms, limit_ms=table.clock.limit_ms)
    if resisting:
        outcome = _resist(without_pile(table, seat))
        return replace(outcome, verdict=timed(table, verdict, table.clock))
    if table.phase is Phase.TRIBUTE:
        return _pay(table, event, verdict)
    return _give_back(table, event, verdict)


def unread(table: Table, event: CardsUnread) -> Outcome:
    verdict = Verdict(event.seat, Finding.UNSURE, because=event.reason)
    if event.seat not in table.to_act:
        return Outcome(table, replace(verdict, finding=Finding.NOT_NOW))
    return Outcome(table, verdict, effects=(AskReferee(Question.UNREAD_CARDS, event.seat),))


def passed(table: Table, seat: Seat) -> Outcome:
    """Nobody passes in tribute; a key pressed by mistake is named and not sounded."""
    return Outcome(table, Verdict(seat, Finding.NOT_NOW))


def taken_back(table: Table, event: TakenBack) -> Outcome:
    """A refused card goes back to the hand, or one before the cards were handed over."""
    seat, verdict = event.seat, Verdict(event.seat, Finding.OK)
    if table.refused_of(seat):
        return Outcome(resume_clock(without_pile(table, seat)), verdict)
    tributes = of_tribute(table)
    if table.phase is Phase.TRIBUTE and tributes.paid_by(seat) is not None:
        paid = tuple(entry for entry in tributes.paid if entry[0] is not seat)
        return Outcome(replace(table, tributes=replace(tributes, paid=paid)), verdict)
    if table.phase is Phase.RETURN and tributes.returned_by(seat) is not None:
        returned = tuple(entry for entry in tributes.returned if entry[0] is not seat)
        return Outcome(replace(table, tributes=replace(tributes, returned=returned)), verdict)
    return Outcome(table, replace(verdict, finding=Finding.NOTHING_TO_TAKE_BACK))


def let_stand(table: Table, case: Case) -> Outcome | None:
    """Take a refused card for the tribute or return all the same; ``None`` where it cannot be.

    A hand without a card within the limit may return one beyond it (AMB-13), and only a person can
    look.
    """
    seat = case.seat
    if not case.cards or table.refused_of(seat) != case.cards or seat not in table.to_act:
        return None
    table = without_pile(table, seat)
    if table.phase is Phase.TRIBUTE:
        return _paid(table, seat, case)
    return _returned(table, seat, case, ())


def of_tribute(table: Table) -> Tributes:
    """The tribute of the deal at hand; asked only where one is owed."""
    if table.tributes is None:
        raise AssertionError(f"no tribute is owed: {table.phase}")
    return table.tributes


def _shows_both_red_jokers(table: Table, event: CardsLaid) -> bool:
    """Whether the payers now show both of them, one seat or each one (抗贡).

    Where the side may resist, or pay all the same, showing both is taken for resisting (AMB-14 a).
    """
    paid = [card for _, card in of_tribute(table).paid]
    only_red = all(card.rank is Rank.RED_JOKER for card in event.cards)
    return only_red and resists([[*paid, *event.cards]])


def _pay(table: Table, event: CardsLaid, verdict: Verdict) -> Outcome:
    seat, (card,) = event.seat, event.cards
    if in_round(table).game.level.is_wild(card):
        # The one card that is never the tribute; whether another is the highest nobody can see.
        because = f"{seat.value} paid the wild card {card}"
        return _wrong_card(table, verdict, Fault.WRONG_TRIBUTE, because, "tribute.card")
    outcome = _paid(without_pile(table, seat), seat, event)
    return replace(outcome, verdict=timed(table, verdict, table.clock))


def _paid(table: Table, seat: Seat, laid_by: CardsLaid | Case) -> Outcome:
    tributes = of_tribute(table)
    paid = (*tributes.paid, (seat, laid_by.cards[0]))
    return _after_payment(resume_clock(replace(table, tributes=replace(tributes, paid=paid))))


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
        return Outcome(replace(table, clock=None), effects=(choice_of_tribute(table),))
    equal_returns = table.ruleset.tribute.equal_returns
    table = replace(
        table,
        phase=Phase.RETURN,
        tributes=replace(
            tributes,
            assignment=assignment,
            any_return=assignment.equal and equal_returns is not EqualReturns.CORRESPONDING,
        ),
        clock=TurnClock(table.now_ms, table.clocks.return_ms, table.clocks.tribute_stages),
    )
    notices = tuple(Announce(Notice.RETURN_CARD, gift.receiver) for gift in assignment.gifts)
    return Outcome(resume_clock(table), effects=notices)


def _give_back(table: Table, event: CardsLaid, verdict: Verdict) -> Outcome:
    tributes, seat, (card,) = of_tribute(table), event.seat, event.cards
    if tributes.assignment is None:
        raise AssertionError(f"cards are returned before they were handed over: {tributes}")
    gift = next(gift for gift in tributes.assignment.gifts if gift.receiver is seat)
    level = in_round(table).game.level
    ruling = return_ruling(
        card, returner=seat, payer=gift.payer, level=level, ruleset=table.ruleset
    )
    if isinstance(ruling, Refused):
        # A hand without a low card may return its lowest; the referee then lets it stand.
        because, limit = ruling.because, "tribute.return_limit"
        return _wrong_card(table, verdict, Fault.WRONG_RETURN, because, limit)
    asks: tuple[Effect, ...] = ()
    if isinstance(ruling, Undecided):
        asks = (AskReferee(Question.ODD_CARDS, seat),)
    outcome = _returned(without_pile(table, seat), seat, event, asks)
    return replace(outcome, verdict=timed(table, verdict, table.clock))


def _returned(
    table: Table, seat: Seat, laid_by: CardsLaid | Case, asks: tuple[Effect, ...]
) -> Outcome:
    tributes = of_tribute(table)
    returned = (*tributes.returned, (seat, laid_by.cards[0]))
    tributes = replace(tributes, returned=returned)
    table = resume_clock(replace(table, tributes=tributes))
    assignment = tributes.assignment
    if table.to_act or assignment is None:
        return Outcome(table, effects=asks)
    level = in_round(table).game.level
    receivers = return_receivers(assignment, table.ruleset, dict(returned), level)
    # Where the losers choose, the cards are equal or nothing depends on who has which.
    receivers = receivers or {gift.receiver: gift.payer for gift in assignment.gifts}
    backs = {receivers[winner]: card for winner, card in returned}
    leader = leader_after_tribute(
        tributes.owed, assignment, tributes.finish, level, table.ruleset, returned=backs
    )
    outcome = lead(table, leader.seat)
    return replace(outcome, effects=(*asks, *outcome.effects))


def _wrong_card(table: Table, verdict: Verdict, fault: Fault, because: str, switch: str) -> Outcome:
    """A card that may not be paid or returned: it lies there, and its seat is told."""
    seat = verdict.seat
    remedy = tribute_remedy(fault, seat, table.ruleset, play_begun=False)
    lying = with_case(
        with_pile(table, seat, verdict.cards),
        seat,
        fault,
        because,
        Proposal.of_tribute(remedy),
        cards=verdict.cards,
        silent=False,
    )
    verdict = replace(
        verdict,
        finding=Finding(fault.value),
        article=f"{table.ruleset.id}/{switch}",
        because=because,
        case=len(lying.cases),
    )
    return Outcome(resume_clock(lying), verdict, {seat: Buzz.FAULT})
