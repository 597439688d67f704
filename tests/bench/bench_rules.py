"""How fast the rules are: absolute figures of this machine, and ratios to the word-by-word reader.

Only the ratios tell one program from another; both readers run here, one after the other, on the
same cards. Run with ``python -m tests.bench.bench_rules``; prints one JSON object.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import perf_counter
from typing import TypeVar

from referee.rules.beats import beats
from referee.rules.cards import FULL_DECK, Card
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.legal import legal_plays
from referee.rules.level import LEVELS, Level
from referee.rules.ruling import Allowed
from tests.fuzz.players import Act, random_act, random_deal
from tests.rules.naive import naive_beats, naive_readings

CARD_SETS = 20_000
NAIVE_CARD_SETS = 400
"""The slow reader gets the first of the same sets; each of its figures is an average as well."""
COMPARISONS = 200_000
DEALS = 60
NAIVE_DEALS = 20

T = TypeVar("T")
Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A randomly played deal: its start, and every act in order."""

    start: Deal
    acts: tuple[Act, ...]


def figures(seed: int = 1) -> dict[str, dict[str, float]]:
    """Measure everything; some ten seconds."""
    chance = Random(seed)  # noqa: S311  a corpus, not a secret
    sets = list(islice(card_sets(chance), CARD_SETS))
    pairs = comparable_pairs(sets, chance)
    deals = [recorded_deal(chance) for _ in range(DEALS)]
    ours_s = seconds_each(lambda item: readings(*item), sets)
    naive_s = seconds_each(lambda item: naive_readings(*item), sets[:NAIVE_CARD_SETS])
    ours_beats_s = seconds_each(lambda pair: beats(*pair), pairs)
    naive_beats_s = seconds_each(lambda pair: naive_beats(*pair), pairs)
    ours_decision_s = seconds_per_decision(after, deals)
    naive_decision_s = seconds_per_decision(after_naively, deals[:NAIVE_DEALS])
    return {
        "classification": compared(ours_s, naive_s),
        "comparison": compared(ours_beats_s, naive_beats_s),
        "decision": compared(ours_decision_s, naive_decision_s),
        "decision_with_choice": {"per_second": round(1 / seconds_with_choice(chance))},
    }


def compared(ours_s: float, naive_s: float) -> dict[str, float]:
    return {
        "microseconds": round(ours_s * 1e6, 2),
        "per_second": round(1 / ours_s),
        "naive_per_second": round(1 / naive_s, 1),
        "times_naive": round(naive_s / ours_s, 1),
    }


def card_sets(chance: Random) -> Iterable[tuple[Cards, Level]]:
    """Three legal plays of dealt hands to one heap of any cards, at all levels, without end."""
    while True:
        level = chance.choice(LEVELS)
        hand = random_deal(chance).hands
        if hand is None:
            raise AssertionError("random deals have known hands")
        plays = list(legal_plays(hand.east, level))
        for cards in chance.sample(plays, min(30, len(plays))):
            yield cards, level
        for _ in range(10):
            yield tuple(chance.sample(FULL_DECK, chance.randint(1, 10))), level


def comparable_pairs(
    sets: Sequence[tuple[Cards, Level]], chance: Random
) -> list[tuple[Combination, Combination]]:
    known = [reading for cards, level in sets for reading in readings(cards, level)]
    return [(chance.choice(known), chance.choice(known)) for _ in range(COMPARISONS)]


def recorded_deal(chance: Random) -> RecordedDeal:
    start = deal = random_deal(chance)
    acts = []
    while not deal.is_over:
        act = random_act(deal, chance)
        acts.append(act)
        deal = after(deal, act)
    return RecordedDeal(start, tuple(acts))


def after(deal: Deal, act: Act) -> Deal:
    """One decision as the referee takes it: judge the act, then carry it out."""
    seat, cards = act
    if not cards:
        if judge_pass(deal, seat) == Allowed():
            return pass_turn(deal, seat)
    else:
        ruling = judge_play(deal, seat, cards)
        if isinstance(ruling, AllowedPlay):
            return lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left)
    raise AssertionError(f"a recorded act is refused: {act} in {deal}")


def after_naively(deal: Deal, act: Act) -> Deal:
    """The same decision, but each play is read and compared word by word."""
    seat, cards = act
    if not cards:
        return pass_turn(deal, seat)
    for reading in naive_readings(cards, deal.level):
        if deal.to_beat is None or naive_beats(reading, deal.to_beat):
            return lay(deal, seat, cards, reading)
    # The two may have settled on different readings of a wild card earlier in the trick.
    return lay(deal, seat, cards, next(iter(naive_readings(cards, deal.level))))


def play_through(recorded: RecordedDeal, decide: Callable[[Deal, Act], Deal]) -> None:
    deal = recorded.start
    for act in recorded.acts:
        deal = decide(deal, act)
    if not deal.is_over:
        raise AssertionError("a recorded deal does not end")


def seconds_each(work: Callable[[T], object], items: Sequence[T]) -> float:
    """Average time of *work* on one item; tables are built before the clock starts."""
    for item in items[: len(LEVELS) * 100]:
        work(item)
    begun = perf_counter()
    for item in items:
        work(item)
    return (perf_counter() - begun) / len(items)


def seconds_per_decision(
    decide: Callable[[Deal, Act], Deal], deals: Sequence[RecordedDeal]
) -> float:
    begun = perf_counter()
    for deal in deals:
        play_through(deal, decide)
    return (perf_counter() - begun) / sum(len(deal.acts) for deal in deals)


def seconds_with_choice(chance: Random) -> float:
    """Average time of a decision when the player's choice among all legal shapes counts too."""
    begun = perf_counter()
    decisions = sum(len(recorded_deal(chance).acts) for _ in range(DEALS))
    return (perf_counter() - begun) / decisions


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures(), indent=2) + "\n")
