"""Judging a play or a pass before it is carried out: allowed as what, or refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.beats import beats
from referee.rules.cards import COPIES, Card, cards_text
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal
from referee.rules.declare import permitted, standing_reading
from referee.rules.ruling import Allowed, Facts, Fault, Refused, Ruling
from referee.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class AllowedPlay(Allowed):
    """The play stands, taken for `reading`."""

    reading: Combination
    needs_declaration: bool
    """The rules alone do not settle what the wild card is; ask, and do not accuse: AMB-03."""
    choices: tuple[Combination, ...]
    """All readings that would be good here, `reading` among them."""

    @property
    def choices_left(self) -> tuple[Combination, ...]:
        """What else the play may turn out to be; empty where the rules settle it. For `lay`."""
        if not self.needs_declaration:
            return ()
        return tuple(choice for choice in self.choices if choice != self.reading)


def judge_play(
    deal: Deal, seat: Seat, cards: Sequence[Card], declared: Combination | None = None
) -> AllowedPlay | Refused:
    """Whether *seat* may lay *cards* now, and what they are taken for.

    Args:
        deal: The deal before the play.
        seat: Who lays them.
        cards: At least one, as they lie, left to right as the player sees them.
        declared: What the player said they are; ``None`` if nothing was said.
    """
    if not cards:
        raise ValueError("a play has at least one card; no cards are a pass")
    refused = _not_these_cards(deal, seat, cards) or _not_your_turn(deal, seat, cards)
    if refused is not None:
        return refused
    to_beat = deal.to_beat
    found = readings(cards, deal.level, types=deal.rules.types)
    if not found:
        return _refuse(
            deal,
            Fault.NOT_A_COMBINATION,
            f"{cards_text(cards)} is no combination at level {deal.level}",
            Facts(seat=seat, to_act=seat, cards=tuple(cards), to_beat=to_beat),
        )
    if declared is not None:
        return _judge_declared(deal, seat, cards, declared)
    for possible_top in _possible_tops(deal):
        standing = standing_reading(found, cards, deal.level, possible_top, deal.rules.wild)
        if standing is not None:
            # Good only against a reading of the top play that nobody has declared yet: ask first.
            is_open = possible_top != to_beat
            return AllowedPlay(
                standing.reading, standing.needs_declaration or is_open, standing.choices
            )
    return _refuse(
        deal,
        Fault.DOES_NOT_BEAT,
        f"{cards_text(cards)} as {_names(found)} does not beat {to_beat}",
        Facts(seat=seat, to_act=seat, cards=tuple(cards), readings=found, to_beat=to_beat),
    )


def judge_pass(deal: Deal, seat: Seat) -> Ruling:
    """Whether *seat* may pass now.

    Source: national-2017 art. 6 (pass), art. 18 (越序表态); the leader may not pass: AMB-30.
    """
    facts = Facts(seat=seat, to_act=deal.to_act)
    if deal.to_act is None:
        return _refuse(deal, Fault.DEAL_IS_OVER, f"{seat.value} passes after the deal", facts)
    if seat is not deal.to_act:
        return _refuse(
            deal,
            Fault.OUT_OF_TURN_PASS,
            f"{seat.value} passes while {deal.to_act.value} is to act",
            facts,
        )
    if deal.top is None:
        return _refuse(
            deal, Fault.LEADER_MAY_NOT_PASS, f"{seat.value} leads and may not pass", facts
        )
    return Allowed()


def _judge_declared(
    deal: Deal, seat: Seat, cards: Sequence[Card], declared: Combination
) -> AllowedPlay | Refused:
    """A play whose reading was said: that reading, or none."""
    sayable = permitted(
        readings(cards, deal.level, strict=False, types=deal.rules.types),
        cards,
        deal.level,
        deal.rules.wild,
    )
    to_beat = deal.to_beat
    facts = Facts(seat=seat, to_act=seat, cards=tuple(cards), readings=sayable, to_beat=to_beat)
    if declared not in sayable:
        return _refuse(
            deal,
            Fault.WRONG_DECLARATION,
            f"{cards_text(cards)} may be {_names(sayable)}, not {declared}",
            facts,
        )
    for possible_top in _possible_tops(deal):
        if possible_top is None or beats(declared, possible_top):
            is_open = possible_top != to_beat
            return AllowedPlay(declared, needs_declaration=is_open, choices=(declared,))
    return _refuse(
        deal,
        Fault.DOES_NOT_BEAT,
        f"{cards_text(cards)} declared {declared} does not beat {to_beat}",
        facts,
    )


def _possible_tops(deal: Deal) -> tuple[Combination | None, ...]:
    """What may have to be beaten: the assumed reading of the top play first, then open ones.

    Anything may follow cards that nobody could read, as it may lead.
    """
    if deal.top is None or deal.top.combination is None:
        return (None,)
    return (deal.top.combination, *deal.top.may_be)


def _not_these_cards(deal: Deal, seat: Seat, cards: Sequence[Card]) -> Refused | None:
    """Cards that this seat cannot have, whoever's turn it is."""
    left = deal.cards_left[seat]
    facts = Facts(seat=seat, to_act=deal.to_act, cards=tuple(cards), cards_left=left)
    for card in cards:
        if deal.laid[card] + cards.count(card) > COPIES:
            because = f"{seat.value} lays {card}, of which both copies have been seen"
            return _refuse(deal, Fault.FOREIGN_CARD, because, facts)
    if deal.hands is not None and (missing := deal.hands[seat].lacks(cards)) is not None:
        because = f"{seat.value} lays {cards_text(cards)} but does not hold {missing}"
        return _refuse(deal, Fault.NOT_IN_HAND, because, facts)
    if len(cards) > left:
        because = f"{seat.value} lays {len(cards)} cards with {left} left"
        return _refuse(deal, Fault.NOT_IN_HAND, because, facts)
    return None


def _not_your_turn(deal: Deal, seat: Seat, cards: Sequence[Card]) -> Refused | None:
    """A play when it is not this seat's turn. Source: national-2017 art. 18 (越序出牌)."""
    facts = Facts(seat=seat, to_act=deal.to_act, cards=tuple(cards))
    if deal.to_act is None:
        because = f"{seat.value} lays {cards_text(cards)} after the deal"
        return _refuse(deal, Fault.DEAL_IS_OVER, because, facts)
    if seat is not deal.to_act:
        because = f"{seat.value} lays {cards_text(cards)} while {deal.to_act.value} is to act"
        return _refuse(deal, Fault.OUT_OF_TURN_PLAY, because, facts)
    return None


def _refuse(deal: Deal, fault: Fault, because: str, facts: Facts) -> Refused:
    return Refused(fault, deal.rules.articles.of(fault), because, facts)


def _names(found: Sequence[Combination]) -> str:
    return " or ".join(map(str, found)) or "nothing"
