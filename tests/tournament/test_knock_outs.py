"""Knock-outs: fixed bracket, drawn anew, and with a second life."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.switches.rounds import Byes, TieBreak
from referee.tournament.meetings import Meeting, Pairings
from referee.tournament.pairings.bracket import bracket_order, bracket_size
from referee.tournament.pairings.double_knock_out import DoubleKnockOut
from referee.tournament.pairings.elimination import NoWinnerError
from referee.tournament.pairings.knock_out import KnockOut
from referee.tournament.pairings.redrawn_knock_out import RedrawnKnockOut
from referee.tournament.pairings.stage import RoundOpenError
from referee.tournament.ranking import Place, Primary, Reason
from referee.tournament.recording import walked_over
from referee.tournament.results import Ending, Result
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

DECIDED = by_chance("decided", draws=False)


def order(places: tuple[Place, ...]) -> list[tuple[int, int]]:
    """Place and pair, as on the wall."""
    return [(place.place, place.pair) for place in places]


@pytest.mark.parametrize(("count", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (16, 16), (17, 32)])
def test_brackets_have_room_for_everybody(count: int, size: int) -> None:
    """The bracket is the next power of two."""
    assert bracket_size(count) == size


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64])
def test_the_best_meet_as_late_as_they_can(size: int) -> None:
    """In every round, if the better always win, first meets last and second meets last but one."""
    column = list(bracket_order(size))
    while len(column) > 1:
        met = list(zip(column[::2], column[1::2], strict=True))
        assert {one + other for one, other in met} == {len(column) + 1}
        column = [min(couple) for couple in met]


def test_seeded_pairs_get_the_byes() -> None:
    """Of 6 pairs in a bracket of 8 the two seeds rest; the other four play."""
    stage = KnockOut(entries(6), "x", seeded=(4, 2))
    pairings = stage.next_round([])

    assert pairings is not None
    assert pairings.byes == (4, 2)
    assert sorted(pair for couple in couples(pairings) for pair in couple) == [1, 3, 5, 6]


def test_a_seeded_event_of_six_by_hand() -> None:
    """All seeded 1 to 6, the better always wins: 3-6 and 4-5, then 1-4 and 2-3, then 1-2."""
    stage = KnockOut(entries(6), "x", seeded=(1, 2, 3, 4, 5, 6), third_place=True)
    rounds, results = play_out(stage, lower_number_wins)

    assert [sorted(couples(pairings)) for pairings in rounds] == [
        [(3, 6), (4, 5)],
        [(1, 4), (2, 3)],
        [(1, 2), (4, 3)],
    ]
    places = stage.places(results)
    assert order(places) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]
    assert places[2].reasons == (
        Reason(Primary.ROUNDS_SURVIVED, 1, (1, 2, 3, 4, 5, 6)),
        Reason(TieBreak.DIRECT_RESULT, 2, (3, 4)),
    )


def test_clubs_do_not_meet_in_the_first_round() -> None:
    """Two clubs of eight: every first meeting is between them, whatever the lot says."""
    pairs = entries(16, "AB")
    clubs = {pair.number: pair.club for pair in pairs}
    for seed in "abcdefgh":
        pairings = KnockOut(pairs, seed, clubs_apart=True).next_round([])
        assert pairings is not None
        assert all(clubs[one] != clubs[other] for one, other in couples(pairings))


def test_a_draw_does_not_knock_out() -> None:
    """national-2017 art. 27-28: no draw in a knock-out; the message says what to do."""
    stage = KnockOut(entries(2), "x")

    with pytest.raises(NoWinnerError, match=r"pairs 1 and 2 drew.*play an extra deal"):
        stage.next_round([result(1, 1, 2, "9 9")])


def test_an_unfinished_round_is_not_paired_on() -> None:
    """The winners are not known before everybody has played."""
    stage = KnockOut(entries(4), "x")
    first = stage.next_round([])
    assert first is not None

    with pytest.raises(RoundOpenError, match="round 1 is not finished"):
        stage.next_round([lower_number_wins(first.meetings[0])])


def test_results_must_fit_the_bracket() -> None:
    """A round in which other pairs have met was not this bracket."""
    stage = KnockOut(entries(4), "x", seeded=(1, 2, 3, 4))

    with pytest.raises(ValueError, match="by the bracket pairs 1 and 4 meet"):
        stage.next_round([result(1, 1, 2, "A+ 9"), result(1, 3, 4, "A+ 9")])


def test_two_who_stay_away_are_both_out() -> None:
    """center-6deal 一.3 “视为两组选手放弃比赛”: whoever would have met the winner has a bye."""
    stage = KnockOut(entries(4), "x", seeded=(1, 2, 3, 4))
    first = stage.next_round([])
    assert first is not None
    absent = next(meeting for meeting in first.meetings if 1 in meeting.pairs)
    other = next(meeting for meeting in first.meetings if 2 in meeting.pairs)
    results = [walked_over(absent, None, NATIONAL), lower_number_wins(other)]
    second = stage.next_round(results)

    assert second is not None
    assert second.meetings == ()
    assert second.byes == (2,)
    results += play_round(second, lower_number_wins)
    assert stage.next_round(results) is None
    assert order(stage.places(results)) == [(1, 2), (2, 1), (2, 3), (2, 4)]


def test_jingfang_from_forty_four_pairs_to_its_champion() -> None:
    """Jingfang 一: 44, 22, 11 pairs; 5 win and 5 losers with the bye play for 3 places; 8, 4, 2.

    The extra round (附加赛) brings the field to the eight of the 复赛; the last round holds the
    final and the match for third place.
    """
    stage = RedrawnKnockOut(entries(44), "精方", byes=Byes.PLAY_OFF, third_place=True)
    rounds, results = play_out(stage, DECIDED)

    assert [len(pairings.meetings) for pairings in rounds] == [22, 11, 5, 3, 4, 2, 2]
    assert [len(pairings.idle) for pairings in rounds] == [0, 0, 1, 5, 0, 0, 0]
    assert all(pairings.byes == () for pairings in rounds)
    extra = {pair for couple in couples(rounds[3]) for pair in couple}
    losers = {r.loser for r in results if r.round_number == 3}
    assert extra == losers | set(rounds[2].idle)
    assert [place.place for place in stage.places(results)][:9] == [1, 2, 3, 4, 5, 5, 5, 5, 9]


def test_an_odd_extra_round_lets_its_odd_pair_through() -> None:
    """Of 9 pairs 4 win; 4 losers and the pair left over are 5, so that pair rests once more."""
    stage = RedrawnKnockOut(entries(9), "x", byes=Byes.PLAY_OFF)
    first = stage.next_round([])
    assert first is not None
    second = stage.next_round(play_round(first, DECIDED))

    assert second is not None
    assert len(second.meetings) == 2
    assert len(second.byes) == 1
    assert len(second.idle) == 4


def test_byes_of_a_redrawn_event_go_to_seeds_first_and_then_round() -> None:
    """Seven pairs: seed 3 rests first; of the four left nobody rests, so nobody rests twice."""
    stage = RedrawnKnockOut(entries(7), "x", seeded=(3, 5))
    rounds, _ = play_out(stage, lower_number_wins)

    assert rounds[0].byes == (3,)
    assert [len(pairings.byes) for pairings in rounds] == [1, 0, 0]


def test_a_lost_final_of_the_unbeaten_pair_is_played_again() -> None:
    """Double knock-out of four: 1 wins the upper half, 2 comes back and takes both finals."""
    stage = DoubleKnockOut(entries(4), "x", seeded=(1, 2, 3, 4))
    results = list(play_round(_next(stage, []), lower_number_wins))  # 1-4, 2-3
    second = _next(stage, results)
    assert couples(second) == [(1, 2), (3, 4)]
    results += play_round(second, lower_number_wins)
    third = _next(stage, results)
    assert couples(third) == [(2, 3)]
    assert third.idle == (1,)
    results += play_round(third, lower_number_wins)
    assert couples(_next(stage, results)) == [(1, 2)]
    results.append(result(4, 1, 2, "9 A+"))
    assert couples(_next(stage, results)) == [(1, 2)]
    results.append(result(5, 1, 2, "9 A+"))

    assert stage.next_round(results) is None
    assert order(stage.places(results)) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_one_final_can_be_all() -> None:
    """Where no second final is played the first decides, also against the unbeaten pair."""
    stage = DoubleKnockOut(entries(2), "x", seeded=(1, 2), second_final=False)
    results = [result(1, 1, 2, "A+ 9")]
    assert couples(_next(stage, results)) == [(1, 2)]
    results.append(result(2, 1, 2, "9 A+"))

    assert stage.next_round(results) is None
    assert order(stage.places(results)) == [(1, 2), (2, 1)]


def _next(stage: DoubleKnockOut, results: list[Result]) -> Pairings:
    pairings = stage.next_round(results)
    assert pairings is not None
    return pairings


FIELDS = st.integers(2, 40)
SEEDS = st.text("abcdef", min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(FIELDS, SEEDS, st.booleans(), st.integers(0, 8))
def test_every_bracket_has_one_winner(
    count: int, seed: str, third_place: bool, seeded: int
) -> None:
    """Everybody but one loses once, byes fill the bracket, and the seeds get them first."""
    seeds = tuple(range(1, min(seeded, count) + 1))
    stage = KnockOut(entries(count, "ABCD"), seed, seeds, clubs_apart=True, third_place=third_place)
    rounds, results = play_out(stage, by_chance(seed, draws=False))
    has_third = third_place and count > 3

    assert len(rounds) == (count - 1).bit_length()
    assert sum(r.ending is Ending.PLAYED for r in results) == count - 1 + has_third
    byes = bracket_size(count) - count
    assert len(rounds[0].byes) == byes
    assert set(seeds[:byes]) <= set(rounds[0].byes)
    assert all(pairings.byes == () for pairings in rounds[1:])
    places = stage.places(results)
    assert [place.place for place in places][:2] == [1, 2]
    champion = [r for r in results if places[0].pair in r.pairs]
    assert all(r.winner == places[0].pair for r in champion)


@settings(max_examples=60, deadline=None)
@given(FIELDS, SEEDS, st.sampled_from(Byes), st.booleans())
def test_every_redrawn_event_has_one_winner(
    count: int, seed: str, byes: Byes, third_place: bool
) -> None:
    """One pair is left, and nobody rests twice while somebody still in has not rested."""
    stage = RedrawnKnockOut(
        entries(count, "ABCD"), seed, byes=byes, clubs_apart=True, third_place=third_place
    )
    rounds, results = play_out(stage, by_chance(seed, draws=False))
    places = stage.places(results)

    assert [place.place for place in places][:2] == [1, 2]
    assert next(r for r in results if r.round_number == len(rounds)).winner == places[0].pair
    rested: set[int] = set()
    for pairings in rounds:
        playing = {pair for couple in couples(pairings) for pair in couple}
        assert len(pairings.byes) <= 1
        if rested.issuperset(pairings.byes):
            assert pairings.byes == () or rested >= playing
        rested.update(pairings.byes)
    if byes is Byes.ADVANCE:
        assert all(pairings.idle == () for pairings in rounds)
        losses = Counter(r.loser for r in results if r.loser is not None)
        third_played = len(rounds[-1].meetings) == 2
        assert sum(losses.values()) == count - 1 + third_played


@settings(max_examples=60, deadline=None)
@given(FIELDS, SEEDS, st.booleans())
def test_every_double_knock_out_has_one_winner(count: int, seed: str, second_final: bool) -> None:
    """Everybody but the winner has lost twice, the winner at most once, and it takes the last."""
    stage = DoubleKnockOut(entries(count), seed, second_final=second_final)
    rounds, results = play_out(stage, by_chance(seed, draws=False))
    places = stage.places(results)
    losses = Counter(r.loser for r in results if r.loser is not None)
    winner, runner_up = places[0].pair, places[1].pair

    assert losses[winner] <= 1
    assert losses[runner_up] == 2 or (not second_final and losses[runner_up] == 1)
    assert all(losses[place.pair] == 2 for place in places[2:])
    assert couples(rounds[-1]) in ([(winner, runner_up)], [(runner_up, winner)])
    assert [place.place for place in places][:2] == [1, 2]


def test_rounds_count_on_from_an_earlier_stage() -> None:
    """A final after five rounds of groups starts with round 6 and ignores the rounds before."""
    stage = replace(KnockOut(entries(4), "x", seeded=(1, 2, 3, 4)), rounds_before=5)
    earlier = result(5, 1, 2, "9 A+")
    first = stage.next_round([earlier])

    assert first is not None
    assert first.meetings == (Meeting(6, 1, 1, 4), Meeting(6, 2, 2, 3))
    final = stage.next_round([earlier, *play_round(first, lower_number_wins)])
    assert final is not None
    assert final.meetings == (Meeting(7, 1, 1, 2),)


@pytest.mark.parametrize(
    ("seeded", "message"), [((9,), r"not entered: \[9\]"), ((1, 1), r"seeded once, got \(1, 1\)")]
)
def test_wrong_seeds_are_refused(seeded: tuple[int, ...], message: str) -> None:
    """A seeded pair is entered and named once."""
    with pytest.raises(ValueError, match=message):
        KnockOut(entries(4), "x", seeded=seeded)


def test_a_bye_in_the_semi_finals_leaves_one_third() -> None:
    """Of three pairs one loses the only semi-final, and nobody is left to play it for third."""
    stage = KnockOut(entries(3), "x", seeded=(1, 2, 3), third_place=True)
    rounds, results = play_out(stage, lower_number_wins)

    assert [couples(pairings) for pairings in rounds] == [[(2, 3)], [(1, 2)]]
    assert order(stage.places(results)) == [(1, 1), (2, 2), (3, 3)]


def test_two_who_stay_away_lose_a_life_each() -> None:
    """Double knock-out of two: both miss the first meeting, then play out who is left."""
    stage = DoubleKnockOut(entries(2), "x", seeded=(1, 2))
    first = _next(stage, [])
    results = [walked_over(first.meetings[0], None, NATIONAL)]
    assert couples(_next(stage, results)) == [(1, 2)]
    results.append(result(2, 1, 2, "A+ 9"))

    assert stage.next_round(results) is None
    assert order(stage.places(results)) == [(1, 1), (2, 2)]
