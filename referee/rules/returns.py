"""Returned cards (还牌): which card may come back for a tribute, and what if none may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card, Rank
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Allowed, Facts, Fault, Refused
from referee.rules.seats import Seat
from referee.rules.switches.tribute import ReturnLimit


class Doubt(Enum):
    """Why the text of a sheet does not decide."""

    LIMITS_DISAGREE = "limits_disagree"
    """The sheet gives two limits for one card and they disagree (folk-simple)."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """The text does not decide: a person rules."""

    doubt: Doubt
    article: str


def within_limit(card: Card, *, to_partner: bool, level: Level, ruleset: Ruleset) -> bool | None:
    """Whether *card* lies within the limit of returned cards; ``None`` where the sheet disputes it.

    Ten or lower: union-2024 art. 7, general-never-demote 五, two-deck-8deal, rules-135, staff-2011,
    devzone, poker-531. Any card: huaian-net, newyear-2018, tongzhouwan-2013. Ten or lower to one's
    partner, any to an opponent: huaian-detail 八.1, national-2017 art. 10. folk-simple says “还给
    同伴，必须小于参谋；还给同伴及对方为10以下牌”: to an opponent ten or lower, to the partner both.
    Decided by `tribute.return_limit`. A level card with a face up to ten, the wild card too, ranks
    above the ace and does not count as ten or lower (AMB-13), unless `tribute.return_level_card`.
    """
    low = _up_to_ten(card, level, ruleset)
    match ruleset.tribute.return_limit:
        case ReturnLimit.UP_TO_TEN:
            return low
        case ReturnLimit.ANY:
            return True
        case ReturnLimit.PARTNER_UP_TO_TEN:
            return low or not to_partner
        case ReturnLimit.DISPUTED:
            if not to_partner:
                return low
            below_level = card.rank.place < level.rank.place
            return low if low == below_level else None


def return_ruling(
    card: Card,
    *,
    returner: Seat,
    payer: Seat,
    level: Level,
    ruleset: Ruleset,
    hand: Sequence[Card] | None = None,
) -> Allowed | Refused | Undecided:
    """Whether *returner* may give *card* back to *payer*.

    A hand without a card within the limit returns its lowest (AMB-13, `tribute.nothing_to_return`),
    which can only be told from the *hand* before returning; without it a card beyond the limit is
    refused, and `tribute_proof` may later show whether a lower card was held.

    Source: see `within_limit`.
    """
    to_partner = returner.partner is payer
    allowed = within_limit(card, to_partner=to_partner, level=level, ruleset=ruleset)
    if allowed is None:
        return Undecided(Doubt.LIMITS_DISAGREE, f"{ruleset.id}/tribute.return_limit")
    if allowed:
        return Allowed()
    if hand is not None and card in returnable(
        hand, to_partner=to_partner, level=level, ruleset=ruleset
    ):
        return Allowed()
    return Refused(
        Fault.WRONG_RETURN,
        f"{ruleset.id}/tribute.return_limit",
        f"seat {returner.value} returned {card}, which is above the limit",
        Facts(seat=returner, cards=(card,)),
    )


def returnable(
    hand: Sequence[Card], *, to_partner: bool, level: Level, ruleset: Ruleset
) -> frozenset[Card]:
    """Every card of *hand* that may be returned; disputed ones are left in.

    If none is within the limit: the lowest of the hand by `Level.power`, in each suit it has
    (AMB-13; `tribute.nothing_to_return`).
    """
    fitting = frozenset(
        card
        for card in hand
        if within_limit(card, to_partner=to_partner, level=level, ruleset=ruleset) is not False
    )
    if fitting:
        return fitting
    lowest = min(map(level.power, hand))
    return frozenset(card for card in hand if level.power(card) == lowest)


def _up_to_ten(card: Card, level: Level, ruleset: Ruleset) -> bool:
    if card.rank is level.rank and not ruleset.tribute.return_level_card:
        return False
    return card.rank.place <= Rank.TEN.place
