from __future__ import annotations

from itertools import islice
from random import Random

from referee.rules.classify import readings
from tests.bench.bench_rules import (
    after,
    after_naively,
    card_sets,
    play_through,
    recorded_deal,
    seconds_each,
)


def test_both_referees_carry_a_recorded_deal_to_its_end() -> None:
    """What is timed is the same work for both, and it is a whole deal."""
    recorded = recorded_deal(Random(3))  # noqa: S311  a deal, not a secret

    play_through(recorded, after)
    play_through(recorded, after_naively)
    assert len(recorded.acts) > 27


def test_a_classification_takes_less_than_twenty_microseconds() -> None:
    """On average over plays and heaps of all levels, on the slowest machine that runs tests."""
    sets = list(islice(card_sets(Random(4)), 2000))  # noqa: S311

    assert seconds_each(lambda item: readings(*item), sets) < 20e-6
