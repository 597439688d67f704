"""Events by the rulesets that ship with the program."""

from __future__ import annotations

import pytest

from referee.app.rulesets import ruleset_ids, ruleset_named
from referee.rules.grade import Grade
from referee.rules.switches.rounds import TieBreak
from referee.tournament.meetings import Meeting
from referee.tournament.pairings.formats import Plan, stage_for
from referee.tournament.pairings.swiss import FirstRound, Swiss
from referee.tournament.recording import Grades, played, rested, walked_over
from referee.tournament.results import Result
from referee.tournament.standings import standing
from tests.tournament.helpers import NATIONAL, couples, entries


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_an_event_by_every_ruleset(ruleset_id: str) -> None:
    """Eleven pairs play to the end; the strongest wins and everybody has a place."""
    rules = ruleset_named(ruleset_id)
    rounds = rules.tournament.rounds or 3
    plan = Plan(rounds=rounds, groups=2, through=2)
    stage = stage_for(entries(11, "ABCD"), "every ruleset", rules, plan)
    results: list[Result] = []
    while (pairings := stage.next_round(results)) is not None:
        for meeting in pairings.meetings:
            first = min(meeting.pairs) == meeting.east_west
            grades = Grades(Grade.PAST_ACE, Grade.NINE)
            results.append(played(meeting, grades if first else Grades(*grades[::-1]), rules))
        results += [rested(pairings.round_number, pair, rules) for pair in pairings.byes]
    places = stage.places(results)

    assert sorted(place.pair for place in places) == list(range(1, 12))
    assert places[0].pair == 1


def test_national_points_are_those_of_the_tests() -> None:
    """What the other tests take for national-2017 is what its file says."""
    rules = ruleset_named("national-2017")
    meeting = Meeting(1, 1, 1, 2)

    assert walked_over(meeting, 2, rules) == walked_over(meeting, 2, NATIONAL)
    assert rules.scoring.tie_breaks == (*NATIONAL.scoring.tie_breaks, TieBreak.LOT)
    assert rules.scoring.level_scale is NATIONAL.scoring.level_scale


def test_vector_sco_005_by_its_file() -> None:
    """jiangsu-2017 L141 and L145: 2 2 0 2 before 0 2 2 2."""
    rules = ruleset_named("jiangsu-2017")
    won, lost = Grades(Grade.NINE, Grade.FIVE), Grades(Grade.FIVE, Grade.NINE)
    rounds = {1: (won, won, lost, won), 2: (lost, won, won, won)}
    results = [
        played(Meeting(number, pair, pair, 10 * pair + number), grades, rules)
        for pair, row in rounds.items()
        for number, grades in enumerate(row, start=1)
    ]

    assert [place.pair for place in standing([1, 2], results, rules.scoring.tie_breaks)] == [1, 2]


def test_huaian_pairs_its_first_round_by_draw_number() -> None:
    """huaian-detail 一: four rounds of points pairing, 1-2, 3-4, and clubs are not avoided."""
    rules = ruleset_named("huaian-detail")
    by_number = Plan(first_round=FirstRound.NEIGHBOURS)
    stage = stage_for(entries(8, ("A", "A")), "x", rules, by_number)
    pairings = stage.next_round([])

    assert isinstance(stage, Swiss)
    assert stage.rounds == 4
    assert pairings is not None
    assert couples(pairings) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert pairings.together == ()
