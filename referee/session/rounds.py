"""A round (轮): how deals follow each other, when it is over, what both sides sign."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.advance import steps_won
from referee.rules.forfeits import round_lost
from referee.rules.game import Game, Reason, after_deal, game_end
from referee.rules.result import DealResult, Finish
from referee.rules.scoring import Points, level_difference, level_points
from referee.rules.seats import Side
from referee.rules.switches.rounds import LevelScale, RoundEnd
from referee.rules.time_up import Verdict as TimeVerdict
from referee.rules.time_up import extra_deal, finishes_deal, game_time_up
from referee.session.clock import Clocks
from referee.session.dealing import begin_drawing, in_round
from referee.session.effects import Announce, Notice, RoundEnded
from referee.session.events import ResultConfirmed, RoundStarted, Signed
from referee.session.outcome import Outcome
from referee.session.round_state import (
    DealRecord,
    EndedBy,
    RoundOutcome,
    RoundState,
)
from referee.session.table import Phase, Table


def started(table: Table, event: RoundStarted) -> Outcome:
    """Two pairs sit down; the first deal begins."""
    table = Table(
        now_ms=table.now_ms,
        ruleset=event.ruleset,
        clocks=Clocks.of(event.ruleset),
        round=RoundState(Game.start(event.ruleset), table.now_ms, must_decide=event.must_decide),
    )
    return begin_drawing(table)


def deadline_ms(table: Table) -> int | None:
    """When the time of the round is up; ``None`` when it has no end or has been signalled."""
    state = table.round
    if state is None or state.time_is_up or state.paused_since_ms is not None:
        return None
    if table.phase in (Phase.ROUND_ENDED, Phase.SIGNED):
        return None
    minutes = table.ruleset.round.minutes
    if RoundEnd.TIME not in table.ruleset.round.ends_by or not minutes:
        return None
    return state.started_ms + state.paused_ms + minutes * 60_000


def time_passed(table: Table) -> Outcome:
    """Say once that the time of the round is up, and stop where no deal may be finished."""
    due = deadline_ms(table)
    if due is None or due > table.now_ms:
        return Outcome(table)
    state = replace(in_round(table), time_is_up=True)
    table = replace(table, round=state)
    if table.phase is Phase.ENDED:
        return Outcome(table)
    begun = table.phase is Phase.PLAYING and _play_begun(table)
    if finishes_deal(table.ruleset, play_begun=begun):
        return Outcome(table, effects=(Announce(Notice.LAST_DEAL),))
    return _decide_at_time(table, state.game, declared_last=_last_declarer(state))


def confirmed(table: Table, _: ResultConfirmed) -> Outcome:
    """The finish is agreed: levels rise, and the next deal begins or the round is over."""
    if table.round is None or table.deal is None:
        return Outcome(table)
    order = table.deal.finish_order
    finish = Finish.of(order)
    if finish.result.is_double_down:
        # Who is third after a double-down was never played out (AMB-21).
        finish = Finish(order[:2])
    return close_deal(table, finish.result, finish)


def close_deal(
    table: Table, result: DealResult, finish: Finish | None, *, fouled: Side | None = None
) -> Outcome:
    """Enter a deal into the score sheet and go on.

    Args:
        table: The table when the result stands.
        result: Who won, and how well.
        finish: The places; ``None`` where a foul ended the deal.
        fouled: The side whose foul ended it.
    """
    state = in_round(table)
    game = after_deal(state.game, result, table.ruleset)
    record = DealRecord(
        number=len(state.sheet) + 1,
        level=state.game.level,
        declarer=state.game.declarer,
        finish=() if finish is None else finish.order,
        result=result,
        steps=steps_won(result, table.ruleset),
        east_west=game.east_west.grade,
        north_south=game.north_south.grade,
    )
    was_extra = state.extra
    state = replace(
        state,
        game=game,
        sheet=(*state.sheet, record),
        last_finish=finish,
        after_foul=fouled,
        extra=False,
    )
    table = replace(table, round=state)
    if was_extra:
        return end(table, outcome_of(table, game, EndedBy.TIME, result.winner))
    verdict = game_end(game, table.ruleset)
    if verdict.over:
        by = EndedBy.GAME
        return end(table, outcome_of(table, game, by, verdict.winner))
    if state.time_is_up:
        return _decide_at_time(table, game, declared_last=record.declarer)
    if verdict.reason is Reason.EXTRA_DEAL:
        return _play_extra(table, game)
    return begin_drawing(table)


def lose_round(table: Table, offender: Side) -> Outcome:
    """The round is lost by penalty (判负)."""
    state = in_round(table)
    other = offender.other
    forfeit = round_lost(state.game[offender].grade, state.game[other].grade, table.ruleset)
    east_west_won = other is Side.EAST_WEST
    outcome = RoundOutcome(
        EndedBy.PENALTY,
        other,
        _east_west_first(forfeit.match_points, won=east_west_won),
        _east_west_first(forfeit.level_points, won=east_west_won),
        forfeit.winner if east_west_won else forfeit.offender,
        forfeit.offender if east_west_won else forfeit.winner,
    )
    return end(table, outcome)


def end(table: Table, outcome: RoundOutcome) -> Outcome:
    """The round is over; both sides sign."""
    state = replace(in_round(table), outcome=outcome)
    table = replace(
        table,
        phase=Phase.ROUND_ENDED,
        round=state,
        clock=None,
        refused=(),
        unread=None,
        before=None,
    )
    return Outcome(table, effects=(RoundEnded(outcome.winner),))


def signed(table: Table, event: Signed) -> Outcome:
    """A side signs; the second signature closes the round."""
    state = in_round(table)
    state = replace(state, signed=state.signed | {event.side})
    done = state.signed == frozenset(Side)
    return Outcome(replace(table, round=state, phase=Phase.SIGNED if done else Phase.ROUND_ENDED))


def _decide_at_time(table: Table, game: Game, *, declared_last: Side | None) -> Outcome:
    state = in_round(table)
    decided = game_time_up(
        game, table.ruleset, declared_last=declared_last, must_decide=state.must_decide
    )
    match decided.verdict:
        case TimeVerdict.EXTRA_DEAL | TimeVerdict.EXTRA_GAME:
            return _play_extra(table, game)
        case TimeVerdict.DRAW | TimeVerdict.HIGHER_LEVEL:
            return end(table, outcome_of(table, game, EndedBy.TIME, decided.winner))
        case _ if decided.winner is None:
            # The verdict rests on a fact nobody knows: `RoundDecided` names the side.
            table = replace(table, phase=Phase.ENDED, deal=None, clock=None)
            return Outcome(table, effects=(Announce(Notice.DECIDE_ROUND),))
        case _:
            return end(table, outcome_of(table, game, EndedBy.TIME, decided.winner))


def _play_extra(table: Table, game: Game) -> Outcome:
    """One more deal that breaks the tie; its winners win (AMB-20)."""
    state = replace(
        in_round(table), game=extra_deal(game, table.ruleset), extra=True, last_finish=None
    )
    return begin_drawing(replace(table, round=state))


def outcome_of(table: Table, game: Game, ended_by: EndedBy, winner: Side | None) -> RoundOutcome:
    """What the round counts for both sides at the grades of *game*."""
    ours, theirs = game.east_west.grade, game.north_south.grade
    scoring = table.ruleset.scoring
    win = scoring.win if ended_by is EndedBy.GAME else scoring.win_on_level
    if winner is None:
        points = Points(scoring.draw, scoring.draw)
    else:
        won = Points(win, scoring.loss)
        points = _east_west_first(won, won=winner is Side.EAST_WEST)
    levels = (
        level_points(ours, theirs)
        if scoring.level_scale is LevelScale.TWENTY_SIX
        else level_difference(ours, theirs)
    )
    return RoundOutcome(ended_by, winner, points, levels, ours, theirs)


def _east_west_first(points: Points, *, won: bool) -> Points:
    return points if won else Points(points.theirs, points.ours)


def _play_begun(table: Table) -> bool:
    deal = table.deal
    return deal is not None and (deal.top is not None or deal.trick > 1)


def _last_declarer(state: RoundState) -> Side | None:
    return state.sheet[-1].declarer if state.sheet else None
