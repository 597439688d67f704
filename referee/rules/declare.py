"""Declaration: which reading of a wild card stands when the player says nothing.

Where the sheets leave doubt, a play that is good in one reading is never held against the player:
the answer then says that somebody has to ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.beats import beats
from referee.rules.cards import Card
from referee.rules.combinations import Combination, Kind
from referee.rules.laying import lies_as
from referee.rules.level import Level
from referee.rules.switches.wild import Announce, TypeChoice, Unsaid, WildRules
from referee.rules.wilds import read_as_printed

_STRAIGHTS = (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH)


@dataclass(frozen=True, slots=True)
class Standing:
    """The reading that stands, and how firmly."""

    reading: Combination
    needs_declaration: bool
    """The rules alone do not settle it; until somebody asks, *reading* is only assumed."""
    choices: tuple[Combination, ...]
    """All readings that would be good here, *reading* among them."""


def permitted(
    found: Sequence[Combination], cards: Sequence[Card], level: Level, wild: WildRules
) -> tuple[Combination, ...]:
    """The readings a player may declare, out of all *found*.

    Only `Unsaid.LOW_FORCED` takes any away. Whether it also forbids a heart level card that stands
    at its own place at the high end is not said; AMB-04 advises to allow it.
    """
    if Unsaid.LOW_FORCED not in (wild.open_end, wild.two_pairs):
        return tuple(found)
    lowest = {kind: min(r.key for r in found if r.kind is kind) for kind in {r.kind for r in found}}
    return tuple(
        reading
        for reading in found
        if _unsaid(reading.kind, wild) is not Unsaid.LOW_FORCED
        or reading.key == lowest[reading.kind]
        or read_as_printed(cards, level, reading)
    )


def must_be_said(
    found: Sequence[Combination], cards: Sequence[Card], level: Level, wild: WildRules
) -> bool:
    """Whether the player has to say at once what the wild cards of *cards* stand for (报明).

    Source: decided by `WildRules.announce`, whose values name the sheets.
    """
    kinds = [reading.kind for reading in found]
    match wild.announce:
        case Announce.NEVER:
            return False
        case Announce.OPEN_END_HIGH:
            return any(kinds.count(kind) > 1 for kind in _STRAIGHTS)
        case Announce.TWO_PAIRS:
            return kinds.count(Kind.FULL_HOUSE) > 1
        case Announce.WHEN_AMBIGUOUS:
            return len(found) > 1
        case Announce.ALWAYS:
            return not all(read_as_printed(cards, level, reading) for reading in found)


def default_reading(
    found: Sequence[Combination], cards: Sequence[Card], level: Level, wild: WildRules
) -> Combination | None:
    """What counts when nothing is said and nothing has to be beaten; ``None`` if it must be said.

    The strongest type comes first (AMB-05, AMB-06: a bomb before a full house); within it the wild
    card as printed (AMB-04), then the default of the ruleset. *found* must not be empty.
    """
    some = _strongest(found)
    if len(some) < len(found) and wild.type_preference is TypeChoice.ASK:
        return None
    if wild.own_rank_first:
        printed = [reading for reading in some if read_as_printed(cards, level, reading)]
        if len(printed) == 1:
            return printed[0]
    if _differ_in_kind(some):
        if wild.tube_or_plate is TypeChoice.ASK:
            return None
        some = [reading for reading in some if reading.kind is Kind.PLATE]
    if len(some) == 1:
        return some[0]
    match _unsaid(some[0].kind, wild):
        case Unsaid.LOW | Unsaid.LOW_FORCED:
            return some[0]
        case Unsaid.HIGH:
            return some[-1]
        case Unsaid.NONE:
            return None


def standing_reading(
    found: Sequence[Combination],
    cards: Sequence[Card],
    level: Level,
    to_beat: Combination | None,
    wild: WildRules,
) -> Standing | None:
    """Which of the *found* readings stands when nothing is said; ``None`` if no reading is good.

    Following a play, only readings that beat it are considered: the type that answers the lead is
    meant (AMB-06), and a wild card that is good only when read high is not held against the player,
    but has to be asked about (AMB-03).

    Args:
        found: All readings, sorted by kind name and key; not empty.
        cards: The cards in the order they lie, left to right as the player sees them.
        level: The level of the deal.
        to_beat: The play on the table, or ``None`` for a lead.
        wild: How the ruleset settles it.
    """
    may_be = permitted(found, cards, level, wild)
    good = [reading for reading in may_be if to_beat is None or beats(reading, to_beat)]
    if not good:
        return None
    if len(found) == 1:
        return Standing(good[0], needs_declaration=False, choices=tuple(good))
    answers = {reading.kind for reading in good}
    meant = default_reading(
        _as_laid([r for r in may_be if r.kind in answers], cards, level, wild),
        cards,
        level,
        wild,
    )
    if meant is not None and meant in good:
        return Standing(meant, needs_declaration=False, choices=tuple(good))
    return Standing(_strongest(good)[0], needs_declaration=True, choices=tuple(good))


def _as_laid(
    some: list[Combination], cards: Sequence[Card], level: Level, wild: WildRules
) -> list[Combination]:
    """The readings that the order of the cards shows, or all where it shows none."""
    if not wild.place_declares:
        return some
    return [reading for reading in some if lies_as(cards, level, reading)] or some


def _strongest(found: Sequence[Combination]) -> list[Combination]:
    """The readings of the strongest type, in their order; tube and plate are equally strong."""
    bombs = [reading for reading in found if reading.kind.is_bomb]
    return bombs or list(found)


def _differ_in_kind(some: Sequence[Combination]) -> bool:
    return any(reading.kind is not some[0].kind for reading in some)


def _unsaid(kind: Kind, wild: WildRules) -> Unsaid:
    """Which of two readings of one type holds when nothing is said."""
    return wild.two_pairs if kind is Kind.FULL_HOUSE else wild.open_end
