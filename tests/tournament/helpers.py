"""Builders the tests of events share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.rounds import TieBreak
from referee.tournament.meetings import Meeting, Pairings
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.stage import Stage
from referee.tournament.pairs import Pair
from referee.tournament.recording import Grades, played, rested
from referee.tournament.results import Ending, Result, SideResult

ADVISED = Ruleset()

NATIONAL = replace(
    ADVISED,
    id="national-2017",
    scoring=replace(
        ADVISED.scoring,
        tie_breaks=(
            TieBreak.LEVEL_POINTS,
            TieBreak.LEVEL_POINTS_BETWEEN_TIED,
            TieBreak.OPPONENTS_POINTS,
        ),
    ),
    penalties=replace(
        ADVISED.penalties, walk_over=(18, 0), forfeit_scoring=ForfeitLevels.AS_WALK_OVER
    ),
)
"""What of national-2017 art. 27-28 matters to points."""

Outcome = Callable[[Meeting], Result]


def entries(count: int, clubs: Sequence[str] = ()) -> tuple[Pair, ...]:
    """Pairs 1 to *count*; clubs are dealt out in turn."""
    return tuple(
        Pair(
            number,
            (f"A{number}", f"B{number}"),
            clubs[(number - 1) % len(clubs)] if clubs else "",
        )
        for number in range(1, count + 1)
    )


def result(
    round_number: int,
    one: int,
    other: int,
    grades: str,
    rules: Ruleset = NATIONAL,
    *,
    winner: int | None = None,
) -> Result:
    """A round written as ``"A+ 9"``: grades of the first and the second pair."""
    first, second = map(Grade.parse, grades.split())
    meeting = Meeting(round_number, 1, one, other)
    return played(meeting, Grades(first, second), rules, winner=winner)


def points(round_number: int, one: int, other: int, match: tuple[int, int]) -> Result:
    """A round of which only the match points matter."""
    winner = None if match[0] == match[1] else (one, other)[match[1] > match[0]]
    sides = (SideResult(one, match[0], 0), SideResult(other, match[1], 0))
    return Result(round_number, Ending.PLAYED, sides, winner)


def by_chance(seed: str, *, draws: bool = True) -> Outcome:
    """Outcomes that look like chance and are the same every time."""

    def outcome(meeting: Meeting) -> Result:
        purpose = f"{meeting.round_number}/{meeting.east_west}/{meeting.north_south}"
        first, second, spare = drawn_order(seed, purpose, range(2, 16))[:3]
        drawn = draws and spare < 4
        grades = Grades(Grade(first), Grade(first if drawn else second))
        return played(meeting, grades, NATIONAL)

    return outcome


def lower_number_wins(meeting: Meeting) -> Result:
    """The pair with the lower draw number passes A, the other stays at 9."""
    grades = Grades(Grade.PAST_ACE, Grade.NINE)
    first = meeting.east_west < meeting.north_south
    return played(meeting, grades if first else Grades(*reversed(grades)), NATIONAL)


def play_round(pairings: Pairings, outcome: Outcome) -> tuple[Result, ...]:
    """Results of all meetings and byes of a round."""
    byes = [rested(pairings.round_number, pair, NATIONAL) for pair in pairings.byes]
    return (*map(outcome, pairings.meetings), *byes)


def play_out(
    stage: Stage, outcome: Outcome, withdrawn: AbstractSet[int] = frozenset()
) -> tuple[tuple[Pairings, ...], tuple[Result, ...]]:
    """Play a stage to its end; give its rounds and its results."""
    rounds: list[Pairings] = []
    results: list[Result] = []
    while (pairings := stage.next_round(results, withdrawn)) is not None:
        rounds.append(pairings)
        results += play_round(pairings, outcome)
    return tuple(rounds), tuple(results)


def couples(pairings: Pairings) -> list[tuple[int, int]]:
    """Who meets whom, in the order of the tables."""
    return [meeting.pairs for meeting in pairings.meetings]
