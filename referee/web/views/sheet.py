"""The score sheet (记分表) of the round at the table, as values for screen, paper and files."""

from __future__ import annotations

from typing import Any

from referee.rules.grade import Grade
from referee.rules.seats import Seat, Side
from referee.session.round_state import DealRecord, PenaltyRecord, RoundOutcome, RoundState
from referee.session.table import Table
from referee.web.views.words import Both, both, seat_word

Json = dict[str, Any]


def sheet_view(table: Table) -> Json | None:
    """The sheet as JSON; ``None`` at a table that plays no round.

    Columns follow national-2017 appendix and jiangsu-2017 八: level, places, result, steps, and
    the level of both sides after the deal.
    """
    state = table.round
    if state is None:
        return None
    officials = table.ruleset.officials
    return {
        "ruleset": table.ruleset.id,
        "east_west": state.names[0],
        "north_south": state.names[1],
        "deals": [_deal(record) for record in state.sheet],
        "penalties": [_penalty(record) for record in state.penalties],
        "outcome": None if state.outcome is None else _outcome(state.outcome),
        "wins": [state.wins.count(side) for side in Side],
        "best_of": state.best_of,
        "recorder": seat_word(officials.recorder),
        "checkers": _listed(officials.checkers),
        "signatures": officials.signatures,
        "signed": _signed(state),
    }


def _deal(record: DealRecord) -> Json:
    return {
        "number": record.number,
        "game": record.game,
        "level": _shown(str(record.level)),
        "declarer": None if record.declarer is None else both(f"page.side_{record.declarer.value}"),
        "finish": _listed(record.finish),
        "finish_seats": [seat.value for seat in record.finish],
        "winner": both(f"page.side_{record.result.winner.value}"),
        "winner_side": record.result.winner.value,
        "result": str(record.result),
        "result_word": both(f"page.result_{record.result.partner_place}"),
        "steps": record.steps,
        "east_west": _grade(record.east_west),
        "north_south": _grade(record.north_south),
        "fouled": None if record.fouled is None else seat_word(record.fouled),
        "decides_tie": record.decides_tie,
    }


def _penalty(record: PenaltyRecord) -> Json:
    return {
        "deal": record.deal,
        "seat": seat_word(record.seat),
        "seat_code": record.seat.value,
        "steps": [both(f"page.step_{step.value}") for step in record.steps],
        "step_codes": [step.value for step in record.steps],
        "article": record.article,
        "by": both(f"page.by_{record.by.value}"),
    }


def _outcome(outcome: RoundOutcome) -> Json:
    winner = outcome.winner
    return {
        "ended_by": both(f"page.ended_by_{outcome.ended_by.value}"),
        "winner": both("page.draw") if winner is None else both(f"page.side_{winner.value}"),
        "winner_side": None if winner is None else winner.value,
        "match_points": [outcome.match_points.ours, outcome.match_points.theirs],
        "level_points": [outcome.level_points.ours, outcome.level_points.theirs],
        "east_west": None if outcome.east_west is None else _grade(outcome.east_west),
        "north_south": None if outcome.north_south is None else _grade(outcome.north_south),
    }


def _signed(state: RoundState) -> dict[str, bool]:
    return {side.value: side in state.signed for side in Side}


def _listed(seats: tuple[Seat, ...]) -> Both:
    words = [seat_word(seat) for seat in seats]
    return {language: " ".join(word[language] for word in words) for language in ("zh", "en")}


def _grade(grade: Grade) -> str:
    return _shown(grade.label)


def _shown(level: str) -> str:
    """Ten is printed ``10``, as on the cards."""
    return level.replace("T", "10")
