"""Points pairing: high against high, nobody twice, byes in turn."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament.pairings.stage import NoPairingError, RoundOpenError
from referee.tournament.pairings.swiss import FirstRound, LaterRounds, Swiss
from tests.tournament.helpers import (
    NATIONAL,
    by_chance,
    couples,
    entries,
    lower_number_wins,
    play_out,
    play_round,
    result,
)

TIE_BREAKS = NATIONAL.scoring.tie_breaks


def test_snake_seeding_folds_the_list() -> None:
    """蛇形: eight pairs in order of strength meet 1-8, 2-7, 3-6, 4-5."""
    stage = Swiss(entries(8), 3, "x", TIE_BREAKS, first_round=FirstRound.SNAKE)
    pairings = stage.next_round([])

    assert pairings is not None
    assert couples(pairings) == [(1, 8), (2, 7), (3, 6), (4, 5)]


def test_neighbours_meet_by_draw_number() -> None:
    """huaian-detail 一.3: 1-2, 3-4, the smaller number named first, the last of five rests."""
    stage = Swiss(entries(5), 4, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)
    pairings = stage.next_round([])

    assert pairings is not None
    assert couples(pairings) == [(1, 2), (3, 4)]
    assert pairings.byes == (5,)


def test_second_round_pairs_high_against_high() -> None:
    """Winners in the order of their level points meet, then losers; worked out by hand.

    After round 1: 3 has 2 points and 26, 7 2/20, 1 2/18, 5 2/14, 6 0/12, 2 0/8, 8 0/6, 4 0/0.
    """
    stage = Swiss(entries(8), 3, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)
    results = [
        result(1, 1, 2, "9 4"),
        result(1, 3, 4, "A+ 2"),
        result(1, 5, 6, "9 8"),
        result(1, 7, 8, "K 6"),
    ]
    pairings = stage.next_round(results)

    assert pairings is not None
    assert couples(pairings) == [(3, 7), (1, 5), (2, 6), (4, 8)]


def test_nobody_meets_twice_even_when_both_lead() -> None:
    """1 and 3 lead with 3 points each, but the leader has met 3 and 2 and so gets 4, the last."""
    stage = Swiss(entries(4), 3, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)
    results = [
        result(1, 1, 2, "T 2"),
        result(1, 3, 4, "9 2"),
        result(2, 1, 3, "8 8"),
        result(2, 2, 4, "8 2"),
    ]
    pairings = stage.next_round(results)

    assert pairings is not None
    assert couples(pairings) == [(1, 4), (2, 3)]


def test_the_last_without_a_bye_rests() -> None:
    """5 of five rested in round 1 and is last again, so 4, last but one, rests in round 2."""
    stage = Swiss(entries(5), 4, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)
    first = stage.next_round([])
    assert first is not None
    results = play_round(first, lower_number_wins)
    second = stage.next_round(results)

    assert second is not None
    # 5 won its bye with 18 level points, 1 and 3 won 19 each; 2 and 4 lost with 7 each.
    assert second.byes == (4,)
    assert couples(second) == [(1, 3), (2, 5)]


def test_unfinished_rounds_are_not_paired_on() -> None:
    """The message names the pairs whose results are missing."""
    stage = Swiss(entries(4), 3, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)

    with pytest.raises(RoundOpenError, match="round 1 is not finished: no result for pairs 3, 4"):
        stage.next_round([result(1, 1, 2, "9 5")])


@pytest.mark.parametrize(("count", "rounds"), [(4, 4), (5, 6), (4, 0)])
def test_more_rounds_than_there_can_be_are_refused(count: int, rounds: int) -> None:
    """Four pairs have three rounds in them, five have five."""
    with pytest.raises(ValueError, match=f"{count} pairs can play 1 to . rounds.*not {rounds}"):
        Swiss(entries(count), rounds, "x", TIE_BREAKS)


def test_a_round_that_cannot_be_paired_says_so() -> None:
    """After 1-2 and 3-4 the second table goes home; 1 and 2 have nobody left to meet."""
    stage = Swiss(entries(4), 3, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS)
    first = stage.next_round([])
    assert first is not None

    with pytest.raises(NoPairingError, match=r"round 2 cannot be paired.*play fewer rounds"):
        stage.next_round(play_round(first, lower_number_wins), {3, 4})


def test_withdrawn_pairs_are_no_longer_paired() -> None:
    """Five are left of six, so one of them rests and the withdrawn pair is nowhere."""
    stage = Swiss(entries(6), 3, "x", TIE_BREAKS)
    first = stage.next_round([])
    assert first is not None
    second = stage.next_round(play_round(first, lower_number_wins), {2})

    assert second is not None
    seen = [pair for couple in couples(second) for pair in couple] + list(second.byes)
    assert sorted(seen) == [1, 3, 4, 5, 6]


def test_clubs_are_kept_apart() -> None:
    """wafang-2016 四: fourteen pairs of seven groups, three drawn rounds, never one's own group."""
    pairs = entries(14, "ABCDEFG")
    stage = Swiss(
        pairs, 3, "2016-09-09", TIE_BREAKS, later_rounds=LaterRounds.LOT, clubs_apart=True
    )
    rounds, _ = play_out(stage, by_chance("wafang"))
    clubs = {pair.number: pair.club for pair in pairs}

    met = [couple for pairings in rounds for couple in couples(pairings)]
    assert all(clubs[one] != clubs[other] for one, other in met)
    assert [pairings.together for pairings in rounds] == [(), (), ()]


def test_a_club_too_large_to_be_kept_apart_is_reported() -> None:
    """Of six pairs five share a club: two meetings must be among them, and the sheet says which."""
    pairs = entries(6, ("A", "A", "A", "A", "A", "B"))
    stage = Swiss(pairs, 1, "x", TIE_BREAKS, first_round=FirstRound.NEIGHBOURS, clubs_apart=True)
    pairings = stage.next_round([])

    assert pairings is not None
    assert couples(pairings) == [(1, 6), (2, 3), (4, 5)]
    assert pairings.together == ((2, 3), (4, 5))


@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(2, 23),
    rounds=st.integers(1, 7),
    seed=st.text("abcdef", min_size=1, max_size=6),
    clubs=st.integers(1, 8),
    first=st.sampled_from(FirstRound),
    later=st.sampled_from(LaterRounds),
)
def test_every_round_of_any_event_is_whole(
    count: int, rounds: int, seed: str, clubs: int, first: FirstRound, later: LaterRounds
) -> None:
    """Everybody plays or rests once a round, nobody meets or rests twice, and it can be redrawn."""
    stage = Swiss(
        entries(count, "ABCDEFGH"[:clubs]),
        min(rounds, (count + 1) // 2),
        seed,
        TIE_BREAKS,
        first_round=first,
        later_rounds=later,
        clubs_apart=True,
    )
    outcome = by_chance(seed)
    played, results = play_out(stage, outcome)

    assert len(played) == stage.rounds
    met = Counter(frozenset(couple) for pairings in played for couple in couples(pairings))
    assert set(met.values()) <= {1}
    byes = Counter(pair for pairings in played for pair in pairings.byes)
    assert set(byes.values()) <= {1}
    for number, pairings in enumerate(played, start=1):
        seen = [pair for couple in couples(pairings) for pair in couple] + list(pairings.byes)
        assert sorted(seen) == list(range(1, count + 1))
        assert len(pairings.byes) == count % 2
        before = [earlier for earlier in results if earlier.round_number < number]
        assert stage.next_round(before[::-1]) == pairings
    assert len(stage.places(results)) == count
