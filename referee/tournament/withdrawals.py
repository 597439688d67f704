"""What becomes of the meetings of a pair that leaves a round robin (退赛)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.ruleset import Ruleset
from referee.tournament.meetings import Pairings
from referee.tournament.recording import voided, walked_over
from referee.tournament.results import Ending, Result


def leave_round_robin(
    schedule: Iterable[Pairings], results: Sequence[Result], pair: int, rules: Ruleset
) -> tuple[Result, ...]:
    """Results of the round robin once *pair* has left it: every meeting of it has one.

    If it has played fewer than half of its meetings all of them are void, also those it played;
    otherwise those still to come are walk-overs. A meeting that was void before, because the
    opponent had left, counts neither as played nor as to be played.

    Source: national-2017 art. 27-28: 2:0 and 18 level points for each forfeit, or all results void.
    """
    own = {
        frozenset(meeting.pairs): meeting
        for pairings in schedule
        for meeting in pairings.meetings
        if pair in meeting.pairs
    }
    before = {frozenset(result.pairs): result for result in results if pair in result.pairs}
    void = {pairs for pairs, result in before.items() if result.ending is Ending.VOID}
    played = before.keys() - void
    if 2 * len(played) < len(own) - len(void):
        others = tuple(result for result in results if pair not in result.pairs)
        return (*others, *(voided(meeting) for meeting in own.values()))
    open_meetings = [meeting for pairs, meeting in own.items() if pairs not in before]
    return (*results, *(walked_over(meeting, pair, rules) for meeting in open_meetings))
