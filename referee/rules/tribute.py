"""Tribute (贡牌): who owes a card to whom, which card, and when nothing is owed.

Who gets which of two cards is in `tribute_assignment`, what comes back in `returns`, who leads
afterwards in `tribute_leader`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card, Rank
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Allowed, Facts, Fault, Refused, Ruling
from referee.rules.seats import Seat
from referee.rules.switches.tribute import TributeMode


class TributeKind(Enum):
    """What is owed before a deal."""

    NONE = "none"
    """Nothing: the first deal, the deal after a foul, or a sheet without tribute."""
    SINGLE = "single"
    """单贡: one card by the last out."""
    DOUBLE = "double"
    """双贡: one card by each loser of a double-down."""
    ANTI = "anti"
    """抗贡: due, but the paying side holds both red jokers."""


@dataclass(frozen=True, slots=True)
class Debt:
    """What is owed, and by whom to whom as far as the finish alone decides it."""

    kind: TributeKind
    payers: tuple[Seat, ...] = ()
    receivers: tuple[Seat, ...] = ()
    """The first out, and after a double-down his partner too."""


NOTHING_OWED = Debt(TributeKind.NONE)


def debt(finish: Finish | None, ruleset: Ruleset, *, after_foul: bool = False) -> Debt:
    """What the finish of the deal before makes the losers owe, before anybody looks at a hand.

    Nothing before the first deal (*finish* is ``None``): jiangsu-2017 三.二.3 “从第二副牌开始”. The
    last out pays the first out, his own partner too (union-2024 art. 7; AMB-14 c); after a
    double-down both losers pay. Nothing where `tribute.mode` is none (jingfang), and nothing after
    a foul that ended a deal where `penalties.foul_cancels_tribute` (jiangsu-2017 四.三.三,
    national-2017 art. 15-16).
    """
    if finish is None or ruleset.tribute.mode is TributeMode.NONE:
        return NOTHING_OWED
    if after_foul and ruleset.penalties.foul_cancels_tribute:
        return NOTHING_OWED
    first = finish.first_out
    if finish.result.is_double_down:
        return Debt(TributeKind.DOUBLE, finish.losers, (first, first.partner))
    if finish.last_out is None:
        raise AssertionError(f"only a double-down leaves the last place open: {finish}")
    return Debt(TributeKind.SINGLE, (finish.last_out,), (first,))


def tribute_choices(hand: Sequence[Card], level: Level) -> frozenset[Card]:
    """Cards a payer may hand over: every face at the top rank of *hand*, wild cards left out.

    The rank is forced, the suit is the payer's choice (AMB-14 b), so a set is returned rather than
    a card. Empty for a hand of wild cards only. Ranks are told by `Level.power`: a joker before a
    level card before the ace.

    Source: union-2024 art. 7 “除主牌红桃外的最大的牌”, national-2017 art. 10, and every sheet with
    tribute; `tribute.card` and `tribute.copy_choice` hold the one value seen.
    """
    payable = [card for card in hand if not level.is_wild(card)]
    top = max((level.power(card) for card in payable), default=0)
    return frozenset(card for card in payable if level.power(card) == top)


def resists(payers: Iterable[Sequence[Card]]) -> bool:
    """Whether the paying side holds both red jokers (抗贡): one payer both, or two between them.

    Only hands that owe a card are asked: jokers of a loser who owes nothing do not count.

    Source: union-2024 art. 7, national-2017 art. 10, all sheets that speak (`tribute.
    anti_condition`). Whether the side must resist (必须抗贡: union-2024) or may (可抗贡:
    two-deck-8deal, staff-2011, …) is `tribute.anti_mandatory`; see `settle_debt`.
    """
    return sum(card.rank is Rank.RED_JOKER for hand in payers for card in hand) == 2


def settle_debt(
    owed: Debt, hands: Mapping[Seat, Sequence[Card]], ruleset: Ruleset, *, waived: bool = False
) -> Debt:
    """Turn a debt into anti-tribute where the hands of the payers call for it.

    *waived* says that the payers would rather pay although they hold both red jokers; it counts
    only where `tribute.anti_mandatory` is false (可抗贡, AMB-14 a).
    """
    if owed.kind is TributeKind.NONE or not resists(hands[seat] for seat in owed.payers):
        return owed
    if waived and not ruleset.tribute.anti_mandatory:
        return owed
    return Debt(TributeKind.ANTI, owed.payers, owed.receivers)


def tribute_ruling(
    payer: Seat, card: Card, hand: Sequence[Card], level: Level, ruleset: Ruleset
) -> Ruling:
    """Whether *card* is one the payer may hand over, told from his whole *hand* before paying.

    A camera never sees the hand; `tribute_proof` finds a wrong tribute from later plays. What
    follows a wrong one is `irregularities.wrong_tribute`.

    Source: national-2017 art. 10 and 19; general-never-demote 五.
    """
    choices = tribute_choices(hand, level)
    if card in choices:
        return Allowed()
    owed = " or ".join(sorted(map(str, choices))) or "nothing"
    return Refused(
        Fault.WRONG_TRIBUTE,
        f"{ruleset.id}/tribute.card",
        f"seat {payer.value} paid {card}, the highest card of that hand is {owed}",
        Facts(seat=payer, cards=(card,)),
    )
