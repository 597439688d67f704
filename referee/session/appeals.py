"""Appeals (申诉): until when they are made, against what, and what became of them."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.claims import appeal_accepted
from referee.session.effects import AskReferee, Question
from referee.session.events import AppealAnswered, AppealMade
from referee.session.outcome import Outcome
from referee.session.round_state import Appeal
from referee.session.table import Table

_MINUTE_MS = 60_000


def made(table: Table, event: AppealMade) -> Outcome:
    """An appeal is recorded also when it comes too late: whoever hears it decides that, too."""
    over = len(table.ended)
    goes_on = table.round is not None and table.round.outcome is None
    if event.round > over + goes_on:
        return _not_possible(table)
    in_time = True
    if event.round <= over:
        ended = table.ended[event.round - 1]
        minutes = (table.now_ms - ended.at_ms) / _MINUTE_MS
        in_time = appeal_accepted(minutes, ended.ruleset)
    number = len(table.appeals) + 1
    appeal = Appeal(number, event.round, event.side, table.now_ms, in_time, event.ruling)
    return Outcome(replace(table, appeals=(*table.appeals, appeal)))


def answered(table: Table, event: AppealAnswered) -> Outcome:
    """What was decided stands beside the appeal; an answer that was given already stays."""
    if not any(one.number == event.appeal and one.outcome is None for one in table.appeals):
        return _not_possible(table)
    appeals = tuple(
        replace(one, outcome=event.outcome, by=event.by) if one.number == event.appeal else one
        for one in table.appeals
    )
    return Outcome(replace(table, appeals=appeals))


def _not_possible(table: Table) -> Outcome:
    return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, None),))
