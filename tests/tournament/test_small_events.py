"""One small event of each format, from the first draw to the last place, followed by hand.

The pair with the lower draw number always passes A and leaves the other at 9, so every round of it
can be checked against the draw at its head.
"""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from referee.rules.switches.rounds import TieBreak
from referee.tournament.pairings.double_knock_out import DoubleKnockOut
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.groups import GroupsThenFinal
from referee.tournament.pairings.knock_out import KnockOut
from referee.tournament.pairings.redrawn_knock_out import RedrawnKnockOut
from referee.tournament.pairings.round_robin import RoundRobin
from referee.tournament.pairings.stage import Stage
from referee.tournament.pairings.swiss import Swiss
from tests.tournament.helpers import (
    ADVISED,
    NATIONAL,
    by_chance,
    couples,
    entries,
    lower_number_wins,
    play_out,
)

SEED = "迎五一 2024"
TIE_BREAKS = NATIONAL.scoring.tie_breaks

DrawnStage = Swiss | RoundRobin | KnockOut | RedrawnKnockOut | DoubleKnockOut | GroupsThenFinal

Rounds = list[tuple[list[tuple[int, int]], tuple[int, ...]]]
"""Who meets whom, and who has no opponent."""


def followed(stage: Stage) -> tuple[Rounds, list[tuple[int, int]]]:
    """Rounds and places of an event the lower numbers win."""
    rounds, results = play_out(stage, lower_number_wins)
    return (
        [(couples(pairings), (*pairings.byes, *pairings.idle)) for pairings in rounds],
        [(place.place, place.pair) for place in stage.places(results)],
    )


def test_swiss_of_seven() -> None:
    """Four rounds; the last of the standing without a bye rests, in round 4 that is the fourth."""
    assert drawn_order(SEED, "swiss/1", range(1, 8)) == (7, 1, 2, 3, 5, 4, 6)
    stage = Swiss(entries(7), 4, SEED, ADVISED.scoring.tie_breaks)
    rounds, places = followed(stage)

    assert rounds == [
        ([(1, 7), (2, 3), (4, 5)], (6,)),
        ([(1, 2), (4, 6), (3, 5)], (7,)),
        ([(1, 4), (2, 6), (3, 7)], (5,)),
        ([(1, 3), (2, 5), (6, 7)], (4,)),
    ]
    # 4 and 2 both have 6 points; running totals after rounds 2 to 4 are 4 4 6 and 2 4 6.
    assert places == [(1, 1), (2, 4), (3, 2), (4, 3), (5, 6), (6, 7), (7, 5)]


def test_round_robin_of_five() -> None:
    """The Berger table for six with 3 5 1 2 4 drawn onto places 1 to 5."""
    assert drawn_order(SEED, "round-robin/1", range(1, 6)) == (3, 5, 1, 2, 4)
    rounds, places = followed(RoundRobin(entries(5), SEED, TIE_BREAKS))

    assert rounds == [
        ([(5, 4), (1, 2)], (3,)),
        ([(4, 1), (3, 5)], (2,)),
        ([(1, 3), (2, 4)], (5,)),
        ([(3, 2), (5, 1)], (4,)),
        ([(2, 5), (4, 3)], (1,)),
    ]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_knock_out_of_six() -> None:
    """Seeds 1 and 2 rest; 6 4 3 5 are drawn behind them, so 6 meets 5 and 4 meets 3."""
    assert drawn_order(SEED, "knock-out/1", [3, 4, 5, 6]) == (6, 4, 3, 5)
    rounds, places = followed(KnockOut(entries(6), SEED, (1, 2), third_place=True))

    assert rounds == [
        ([(4, 3), (6, 5)], (1, 2)),
        ([(1, 3), (2, 5)], ()),
        ([(1, 2), (3, 5)], ()),
    ]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 5), (5, 4), (5, 6)]


def test_redrawn_knock_out_of_six() -> None:
    """6 5 1 4 2 3 are drawn; of the three left 5 is drawn last and rests."""
    assert drawn_order(SEED, "knock-out/1", range(1, 7)) == (6, 5, 1, 4, 2, 3)
    assert drawn_order(SEED, "knock-out/2", [1, 2, 5])[-1] == 5
    rounds, places = followed(RedrawnKnockOut(entries(6), SEED, third_place=True))

    # One meeting before the final leaves one loser, who is third without playing for it.
    assert rounds == [
        ([(5, 6), (1, 4), (2, 3)], ()),
        ([(1, 2)], (5,)),
        ([(1, 5)], ()),
    ]
    assert places == [(1, 1), (2, 5), (3, 2), (4, 3), (4, 4), (4, 6)]


def test_double_knock_out_of_six() -> None:
    """5 6 1 4 3 2 are drawn; in each half the first meets the last, the first of an odd one rests.

    Rounds 2 to 4: 1 3 2 above and 5 6 4 below, then 1 2 and 5 4 3, then 1 and 4 3 2.
    """
    assert drawn_order(SEED, "double-knock-out/1", range(1, 7)) == (5, 6, 1, 4, 3, 2)
    rounds, places = followed(DoubleKnockOut(entries(6), SEED))

    assert rounds == [
        ([(5, 2), (6, 3), (1, 4)], ()),
        ([(3, 2), (6, 4)], (1, 5)),
        ([(1, 2), (5, 3)], (4,)),
        ([(4, 2)], (3, 1)),
        ([(3, 2)], (1,)),
        ([(1, 2)], ()),
    ]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]


def test_groups_of_three_then_a_final() -> None:
    """3 5 6 and 1 2 4 meet among themselves, the winners meet in the final.

    2 and 5 come second with the same figures, so a lot decides third and fourth place; so it does
    for 4 and 6.
    """
    stage = GroupsThenFinal(
        entries(6), groups=2, through=1, seed=SEED, tie_breaks=(TieBreak.LEVEL_POINTS,)
    )
    rounds, places = followed(stage)
    lots = [pair for pair in drawn_order(SEED, "groups/lot", range(1, 7)) if pair in {2, 4, 5, 6}]

    assert rounds == [
        ([(5, 6), (2, 1)], (3, 4)),
        ([(3, 5), (4, 2)], (6, 1)),
        ([(6, 3), (1, 4)], (5, 2)),
        ([(1, 3)], ()),
    ]
    assert places[:2] == [(1, 1), (2, 3)]
    assert [pair for _, pair in places[2:4]] == [pair for pair in lots if pair in {2, 5}]
    assert [pair for _, pair in places[4:]] == [pair for pair in lots if pair in {4, 6}]


@pytest.mark.parametrize(
    "stage",
    [
        Swiss(entries(12, "ABC"), 4, "a", TIE_BREAKS, clubs_apart=True),
        RoundRobin(entries(7), "a", TIE_BREAKS),
        KnockOut(entries(11), "a", (3, 4)),
        RedrawnKnockOut(entries(11), "a"),
        DoubleKnockOut(entries(9), "a"),
        GroupsThenFinal(entries(12), groups=3, through=2, seed="a", tie_breaks=TIE_BREAKS),
    ],
    ids=lambda stage: type(stage).__name__,
)
def test_the_same_seed_gives_the_same_event(stage: DrawnStage) -> None:
    """Played twice with the same outcomes, rounds and places agree; another seed changes them."""
    outcome = by_chance("twice", draws=False)
    rounds, results = play_out(stage, outcome)
    others = [play_out(replace(stage, seed=seed), outcome)[0] for seed in ("b", "c")]

    assert play_out(stage, outcome) == (rounds, results)
    assert stage.places(results) == stage.places(results[::-1])
    assert any(other != rounds for other in others)


def test_two_hundred_pairs_are_paired_in_seconds() -> None:
    """Nine rounds of 200 pairs from 25 clubs kept apart take about half a second; 5 are allowed."""
    clubs = [f"club {number}" for number in range(25)]
    stage = Swiss(entries(200, clubs), 9, "speed", TIE_BREAKS, clubs_apart=True)
    started = time.process_time()
    rounds, results = play_out(stage, by_chance("speed"))
    places = stage.places(results)

    assert time.process_time() - started < 5
    assert len(rounds) == 9
    assert len(places) == 200
    assert all(pairings.together == () for pairings in rounds)
