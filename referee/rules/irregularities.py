"""Irregularities (违规) at the table: what becomes of the cards, the turn and the next lead.

A remedy is what the sheet offers; a person carries it out. Where a sheet leaves a choice to one
seat, that seat alone is asked. Tribute has its own file, `tribute_errors`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.rules.cards import Card
from referee.rules.remedies import Barred, CardsGo, Choice, Remedy
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import (
    ExposedCard,
    LadderStep,
    OutOfTurnPass,
    OutOfTurnPlay,
    WrongAnswer,
    WrongLead,
)
from referee.rules.switches.play import LayingBreach


def out_of_turn_play(offender: Seat, to_act: Seat, ruleset: Ruleset) -> Remedy:
    """A play before the 上家 has played (越序出牌).

    Stopped for the trick, then 下家 goes on, a foul by circumstances: general-never-demote 十一.3.
    Stopped for the trick: huaian-detail 十. A violation, and 下家 decides whether to stop one play:
    jiangsu-2017 四.三.二. Taken up, no play in this trick, the partner may not lead that type next:
    national-2017 art. 18. Decided by `penalties.out_of_turn_play`. No sheet takes the turn away
    from *to_act*, who acts next; that the cards go back is said by national-2017 alone (AMB-26).
    """
    by = f"{ruleset.id}/penalties.out_of_turn_play"
    base = Remedy(Fault.OUT_OF_TURN_PLAY, offender, by)
    stopped = Remedy(
        Fault.OUT_OF_TURN_PLAY,
        offender,
        by,
        CardsGo.BACK_TO_HAND,
        next_to_act=to_act,
        barred=Barred.OFFENDER_THIS_TRICK,
        foul_by_circumstances=ruleset.penalties.foul_by_circumstances,
        decided_by=_decider(ruleset),
    )
    match ruleset.penalties.out_of_turn_play:
        case OutOfTurnPlay.REFEREE:
            return base
        case OutOfTurnPlay.STOP_AND_FOLLOWING_PLAYS | OutOfTurnPlay.STOP_TRICK:
            return stopped
        case OutOfTurnPlay.FOLLOWING_MAY_STOP:
            return replace(
                base,
                cards=CardsGo.BACK_TO_HAND,
                next_to_act=to_act,
                barred=Barred.NOBODY,
                chooser=offender.following,
                choice=Choice.STOP_ONE_PLAY,
                step=LadderStep.VIOLATION,
            )
        case OutOfTurnPlay.STOP_AND_PARTNER_RESTRICTED:
            return replace(stopped, partner_may_not_lead_type=True)


def out_of_turn_pass(offender: Seat, to_act: Seat, ruleset: Ruleset) -> Remedy:
    """A pass before the 上家 has declared (越序表态).

    The offender's side may not play in this trick until the other side plays: national-2017
    art. 18. Decided by `penalties.out_of_turn_pass`; all other sheets are silent (AMB-26). The
    turn stays with *to_act*.
    """
    by = f"{ruleset.id}/penalties.out_of_turn_pass"
    match ruleset.penalties.out_of_turn_pass:
        case OutOfTurnPass.REFEREE:
            return Remedy(Fault.OUT_OF_TURN_PASS, offender, by, CardsGo.STAY)
        case OutOfTurnPass.SIDE_BARRED:
            return Remedy(
                Fault.OUT_OF_TURN_PASS,
                offender,
                by,
                CardsGo.STAY,
                next_to_act=to_act,
                barred=Barred.SIDE_UNTIL_OTHERS_PLAY,
            )


def wrong_lead(offender: Seat, ruleset: Ruleset) -> Remedy:
    """A lead that is no combination (出错牌).

    Seen and named it is not taken back, the offender is stopped and 下家 plays, a foul by
    circumstances: general-never-demote 十一.1. 下家 points it out: rules-135 四.5. Taken up, the
    player on the left names the type to be led again: national-2017 art. 17. Decided by
    `penalties.wrong_lead`, `shown_card_stands` and, for the partner, `exposed_card`.
    """
    by = f"{ruleset.id}/penalties.wrong_lead"
    base = Remedy(Fault.NOT_A_COMBINATION, offender, by)
    match ruleset.penalties.wrong_lead:
        case WrongLead.REFEREE:
            return base
        case WrongLead.STOP_AND_FOLLOWING_PLAYS:
            return _stopped(base, ruleset)
        case WrongLead.FOLLOWING_NAMES:
            return Remedy(
                base.fault, offender, by, chooser=offender.following, choice=Choice.POINT_OUT
            )
        case WrongLead.LEFT_NAMES_TYPE:
            # 左方的对手为上家: the left hand is the seat before (jiangsu-2017 二).
            remedy = Remedy(
                base.fault,
                offender,
                by,
                CardsGo.BACK_TO_HAND,
                next_to_act=offender,
                barred=Barred.NOBODY,
                chooser=offender.preceding,
                choice=Choice.NAME_TYPE,
            )
            return _partner_too(remedy, ruleset)


def wrong_answer(offender: Seat, fault: Fault, ruleset: Ruleset) -> Remedy:
    """An answer that is no combination or does not beat (应错牌); *fault* says which.

    Not taken back once seen and named, stopped, 下家 plays, a foul by circumstances:
    general-never-demote 十一.1. No new answer in this trick (停棒): rules-135 四.5. Taken up, no
    play in this trick, and the partner may not lead the type shown next: national-2017 art. 17.
    Decided by `penalties.wrong_answer`, `shown_card_stands` and `exposed_card`.
    """
    by = f"{ruleset.id}/penalties.wrong_answer"
    base = Remedy(fault, offender, by)
    match ruleset.penalties.wrong_answer:
        case WrongAnswer.REFEREE:
            return base
        case WrongAnswer.STOP_AND_FOLLOWING_PLAYS:
            return _stopped(base, ruleset)
        case WrongAnswer.BARRED_FROM_TRICK:
            remedy = Remedy(
                fault,
                offender,
                by,
                CardsGo.BACK_TO_HAND,
                next_to_act=offender.following,
                barred=Barred.OFFENDER_THIS_TRICK,
            )
            return _partner_too(remedy, ruleset)


def exposed_card(offender: Seat, to_act: Seat, ruleset: Ruleset, *, surplus: bool) -> Remedy:
    """Cards shown beside a play, or more cards laid than the play needs (*surplus*).

    Stopped, 下家 plays, a foul by circumstances: general-never-demote 十一.2 (暴露张). Of a surplus
    play only the smallest card goes back: staff-2011 七.2. The partner may not lead the type shown
    in the next trick: national-2017 art. 17. Decided by `penalties.exposed_card`.

    Args:
        offender: Who showed them.
        to_act: Whose turn it is, the offender's or not.
        ruleset: What the event plays by.
        surplus: Whether they lay with a play, so that the rest may still be one.
    """
    by = f"{ruleset.id}/penalties.exposed_card"
    fault = Fault.SURPLUS_CARD if surplus else Fault.EXPOSED_CARD
    base = Remedy(fault, offender, by)
    match ruleset.penalties.exposed_card:
        case ExposedCard.REFEREE:
            return base
        case ExposedCard.STOP_AND_FOLLOWING_PLAYS:
            return _stopped(base, ruleset)
        case ExposedCard.SMALLEST_TAKEN_BACK:
            if not surplus:
                return base
            return Remedy(
                fault,
                offender,
                by,
                CardsGo.SMALLEST_BACK,
                next_to_act=offender.following,
                barred=Barred.NOBODY,
            )
        case ExposedCard.PARTNER_RESTRICTED:
            return Remedy(
                fault,
                offender,
                by,
                CardsGo.BACK_TO_HAND,
                next_to_act=to_act,
                barred=Barred.NOBODY,
                partner_may_not_lead_type=True,
            )


def smallest_back(cards: Sequence[Card]) -> tuple[Card, tuple[Card, ...]]:
    """The one card of a surplus play that goes back, and the rest as it lies.

    “打家出多牌时，只能取回最小的牌”: of 2 3 4 5 6 7 only the 2, never the 7 (staff-2011 七.2). The
    order is the natural one, as in that example. Whether the rest is a combination is not said; if
    not, it is a wrong lead or answer.

    Raises:
        ValueError: If fewer than two cards were laid.
    """
    if len(cards) < 2:
        raise ValueError(f"{len(cards)} cards have no surplus")
    smallest = min(range(len(cards)), key=lambda place: cards[place].rank.place)
    rest = tuple(card for place, card in enumerate(cards) if place != smallest)
    return cards[smallest], rest


def wrong_laying(offender: Seat, to_act: Seat, earlier: int, ruleset: Ruleset) -> Remedy:
    """Cards of a play laid in a wrong order, or not all at once, after *earlier* such breaches.

    First a warning, then a violation and loss of the trick, then a foul: national-2017 art. 11.
    Decided by `play.laying_breach`; elsewhere the order is free.
    """
    by = f"{ruleset.id}/play.laying_breach"
    if ruleset.play.laying_breach is LayingBreach.REFEREE:
        return Remedy(Fault.WRONG_LAYING_ORDER, offender, by, CardsGo.STAY)
    step = (LadderStep.WARNING, LadderStep.VIOLATION, LadderStep.FOUL)[min(earlier, 2)]
    if step is LadderStep.VIOLATION:
        return Remedy(
            Fault.WRONG_LAYING_ORDER,
            offender,
            by,
            CardsGo.BACK_TO_HAND,
            next_to_act=offender.following,
            barred=Barred.OFFENDER_THIS_TRICK,
            step=step,
        )
    foul = step is LadderStep.FOUL
    return Remedy(
        Fault.WRONG_LAYING_ORDER,
        offender,
        by,
        CardsGo.STAY,
        next_to_act=None if foul else to_act,
        barred=Barred.NOBODY,
        step=step,
        decided_by=ruleset.officials.foul_by if foul else Official.REFEREE,
    )


def leader_after_violation(offender: Seat, leader: Seat) -> Seat:
    """Who leads the next trick when its *leader* may be the stopped offender.

    “如违规者应下圈牌领出，则按出牌顺序由非违规方领出牌”: jiangsu-2017 四.三.二.
    """
    return leader.following if leader is offender else leader


def _stopped(base: Remedy, ruleset: Ruleset) -> Remedy:
    """停止一轮出牌，由下家出牌 (general-never-demote 十一)."""
    stands = ruleset.penalties.shown_card_stands
    return Remedy(
        base.fault,
        base.offender,
        base.article,
        CardsGo.STAY if stands else CardsGo.BACK_TO_HAND,
        next_to_act=base.offender.following,
        barred=Barred.OFFENDER_THIS_TRICK,
        foul_by_circumstances=ruleset.penalties.foul_by_circumstances,
        decided_by=_decider(ruleset),
    )


def _partner_too(remedy: Remedy, ruleset: Ruleset) -> Remedy:
    """Cards laid wrongly are exposed cards too: the partner may be restricted by them."""
    restricted = ruleset.penalties.exposed_card is ExposedCard.PARTNER_RESTRICTED
    return replace(remedy, partner_may_not_lead_type=restricted)


def _decider(ruleset: Ruleset) -> Official:
    """Whoever may give a foul, where one may be added; else the referee."""
    if ruleset.penalties.foul_by_circumstances:
        return ruleset.officials.foul_by
    return Official.REFEREE
