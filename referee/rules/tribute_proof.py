"""Proof of a wrong tribute (贡牌): what cards shown later tell about a hand nobody saw.

A camera never sees a hand, so a wrong tribute comes to light only when a card lies on the table
that should have been paid or returned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from referee.rules.cards import Card, Rank
from referee.rules.level import Level
from referee.rules.returns import within_limit
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.rules.tribute import Debt, TributeKind


def higher_than_paid(
    paid: Card, received: Sequence[Card], shown: Iterable[Card], level: Level
) -> Card | None:
    """The first card a payer shows that he should have paid instead of *paid*; ``None`` if none.

    A card higher than the tribute, not the wild card, and not one received since. A copy equal to a
    received card counts as that one, a second copy does not.

    Source: national-2017 art. 10 and 19; every sheet that wants the highest card.

    Args:
        paid: The tribute.
        received: What came back to the payer.
        shown: Every card he has laid since, in that order.
        level: Level of the deal.
    """
    own = _without(shown, received)
    return next(
        (card for card in own if not level.is_wild(card) and level.power(card) > level.power(paid)),
        None,
    )


def could_have_returned(
    returned: Card,
    tribute: Card,
    shown: Iterable[Card],
    level: Level,
    ruleset: Ruleset,
    *,
    to_partner: bool,
) -> Card | None:
    """The first card a winner shows that proves his return wrong; ``None`` if none.

    Only a return beyond the limit can be wrong, and it is right when the hand held no card within
    it and *returned* was its lowest (AMB-13). So the proof is a card within the limit, or one lower
    than *returned*, that did not come with the tribute.

    Source: union-2024 art. 7 and the other limits of `tribute.return_limit`; `tribute.
    nothing_to_return`.

    Args:
        returned: What he gave back.
        tribute: What he had received.
        shown: Every card he has laid since, in that order.
        level: Level of the deal.
        ruleset: What the event plays by.
        to_partner: Whether the payer was his own partner.
    """
    if within_limit(returned, to_partner=to_partner, level=level, ruleset=ruleset) is not False:
        return None
    for card in _without(shown, [tribute]):
        fits = within_limit(card, to_partner=to_partner, level=level, ruleset=ruleset)
        if fits or level.power(card) < level.power(returned):
            return card
    return None


def red_jokers_of_payers(
    owed: Debt,
    tributes: Mapping[Seat, Card],
    received: Mapping[Seat, Sequence[Card]],
    shown: Mapping[Seat, Sequence[Card]],
) -> int:
    """How many red jokers the paying side is now known to have held before it paid.

    Two prove that no tribute was due (抗贡), a breach only where `tribute.anti_mandatory`:
    “必须抗贡” (union-2024). Cards that came back do not count.

    Args:
        owed: A single or double debt.
        tributes: What each payer paid.
        received: What came back to each payer.
        shown: Every card each payer has laid since.
    """
    if owed.kind not in (TributeKind.SINGLE, TributeKind.DOUBLE):
        return 0
    held = [tributes[seat] for seat in owed.payers if seat in tributes]
    for seat in owed.payers:
        held.extend(_without(shown.get(seat, ()), received.get(seat, ())))
    return sum(card.rank is Rank.RED_JOKER for card in held)


def _without(shown: Iterable[Card], received: Sequence[Card]) -> list[Card]:
    """The cards *shown* that do not have to be the *received* ones."""
    explained = Counter(received)
    own = []
    for card in shown:
        if explained[card]:
            explained[card] -= 1
        else:
            own.append(card)
    return own
