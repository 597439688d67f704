"""A round (轮): how deals and games follow each other, and when it is over."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.advance import steps_won
from referee.rules.game import Game, GameEnd, Reason, after_deal, game_end
from referee.rules.penalties import new_game
from referee.rules.result import DealResult, Finish
from referee.rules.seats import Seat, Side
from referee.rules.switches.advance import AdvanceUnit
from referee.rules.switches.rounds import RoundEnd
from referee.rules.time_up import Tie, TimeUp, extra_deal, finishes_deal, game_time_up, time_up
from referee.rules.time_up import Verdict as TimeVerdict
from referee.session.clock import Clocks
from referee.session.dealing import begin_drawing, in_round
from referee.session.effects import Announce, AskReferee, DealEnded, Notice, Question, RoundEnded
from referee.session.events import FinishEntered, ResultConfirmed, RoundStarted, Signed
from referee.session.outcome import Outcome
from referee.session.places import places, shown_order
from referee.session.results import forfeit_of, meeting_of, outcome_of
from referee.session.round_state import (
    DealRecord,
    EndedBy,
    EndedRound,
    RoundOutcome,
    RoundState,
)
from referee.session.table import Phase, Table

_FINISHED_IN_HAND = frozenset({Phase.TRIBUTE, Phase.RETURN, Phase.LEADER, Phase.PLAYING})
"""Phases in which the players hold the cards of a deal."""


def started(table: Table, event: RoundStarted) -> Outcome:
    """Two pairs sit down; the first deal begins."""
    table = Table(
        now_ms=table.now_ms,
        ruleset=event.ruleset,
        settings=event.settings,
        clocks=Clocks.of(event.ruleset).on(event.settings),
        round=RoundState(
            Game.start(event.ruleset),
            table.now_ms,
            must_decide=event.must_decide or event.best_of > 1,
            names=(event.east_west, event.north_south),
            best_of=event.best_of,
            must_pass_ace=event.must_pass_ace,
        ),
        ended=table.ended,
        appeals=table.appeals,
    )
    return begin_drawing(table)


def deadline_ms(table: Table) -> int | None:
    """When the time of the round is up; ``None`` when it has no end or has been signalled."""
    state = table.round
    if state is None or state.time_is_up or state.must_pass_ace or state.extra:
        return None
    if state.paused_since_ms is not None or state.outcome is not None or table.phase is Phase.TIED:
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
    in_hand = table.phase in _FINISHED_IN_HAND
    if in_hand and finishes_deal(table.ruleset, play_begun=_play_begun(table)):
        return Outcome(table, effects=(Announce(Notice.LAST_DEAL),))
    last = state.sheet[-1].declarer if state.sheet else None
    return _decide(table, state.game, EndedBy.TIME, declared_last=last)


def entered(table: Table, event: FinishEntered) -> Outcome:
    """A person entered the places; they stand instead of those of the device."""
    table = replace(
        table,
        phase=Phase.ENDED,
        finish=event.order,
        clock=None,
        refused=(),
        unread=None,
        before=None,
        reports_due=frozenset(),
    )
    return Outcome(table, effects=(DealEnded(shown_order(table)),))


def confirmed(table: Table, _: ResultConfirmed) -> Outcome:
    """The finish is agreed: levels rise, and the next deal begins or the round is over."""
    finish = places(table)
    if table.round is None or finish is None:
        return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, None),))
    return close_deal(table, finish.result, finish)


def close_deal(
    table: Table, result: DealResult, finish: Finish | None, *, fouled: Seat | None = None
) -> Outcome:
    """Enter a deal into the score sheet and go on.

    Args:
        table: The table when the result stands.
        result: Who won, and how well.
        finish: The places; ``None`` where a foul ended the deal.
        fouled: The seat whose foul ended it.
    """
    state = in_round(table)
    # An extra deal names the winner and moves no levels.
    game = state.game if state.extra else after_deal(state.game, result, table.ruleset)
    record = DealRecord(
        number=table.deal_number,
        level=state.game.level,
        declarer=state.game.declarer,
        finish=() if finish is None else finish.order,
        result=result,
        steps=0 if state.extra else steps_won(result, table.ruleset),
        east_west=game.east_west.grade,
        north_south=game.north_south.grade,
        game=len(state.wins) + 1,
        fouled=fouled,
        decides_tie=state.extra,
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
        by = EndedBy.TIME if state.time_is_up else EndedBy.DEALS
        return _game_over(table, outcome_of(table, game, by, result.winner))
    verdict = _game_end(table, state)
    match verdict.reason:
        case Reason.PASSED_ACE | Reason.REACHED_ACE | Reason.POINTS:
            return _game_over(table, outcome_of(table, game, EndedBy.GAME, verdict.winner))
        case Reason.DEALS:
            return _game_over(table, outcome_of(table, game, EndedBy.DEALS, verdict.winner))
        case Reason.EXTRA_DEAL | Reason.DRAW:
            return _decide(table, game, EndedBy.DEALS, declared_last=record.declarer)
        case None if state.time_is_up:
            return _decide(table, game, EndedBy.TIME, declared_last=record.declarer)
        case None:
            return begin_drawing(table)


def lose_round(table: Table, offender: Side, by: EndedBy) -> Outcome:
    """The round is lost by penalty (判负) or withdrawal, whatever games were won."""
    return end(table, forfeit_of(table, offender, by))


def end(table: Table, outcome: RoundOutcome) -> Outcome:
    """The round is over; both sides sign."""
    state = in_round(table)
    first = () if state.outcome is not None else (EndedRound(table.now_ms, table.ruleset),)
    state = replace(state, outcome=outcome, signed=frozenset())
    table = replace(
        table,
        phase=Phase.ROUND_ENDED,
        round=state,
        ended=(*table.ended, *first),
        clock=None,
        refused=(),
        unread=None,
        before=None,
        reports_due=frozenset(),
    )
    return Outcome(table, effects=(RoundEnded(outcome.winner),))


def signed(table: Table, event: Signed) -> Outcome:
    """A side signs; the second signature closes the round."""
    state = in_round(table)
    state = replace(state, signed=state.signed | {event.side})
    done = state.signed == frozenset(Side)
    return Outcome(replace(table, round=state, phase=Phase.SIGNED if done else Phase.ROUND_ENDED))


def _game_end(table: Table, state: RoundState) -> GameEnd:
    """Whether the game is over; where A must be passed nothing else ends it."""
    verdict = game_end(state.game, table.ruleset)
    if state.must_pass_ace and verdict.reason is not Reason.PASSED_ACE:
        return GameEnd(winner=None)
    return verdict


def _game_over(table: Table, outcome: RoundOutcome) -> Outcome:
    """A game is decided: the next one of the meeting begins, or the round is over."""
    state, winner = in_round(table), outcome.winner
    if state.best_of == 1 or winner is None:
        return end(table, outcome)
    state = replace(state, wins=(*state.wins, winner))
    table = replace(table, round=state)
    if state.wins.count(winner) > state.best_of // 2:
        return end(table, meeting_of(table, outcome.ended_by, winner))
    state = replace(
        state,
        game=Game.start(table.ruleset),
        started_ms=table.now_ms,
        book=new_game(state.book, table.ruleset),
        last_finish=None,
        after_foul=None,
        time_is_up=False,
        paused_ms=0,
        paused_since_ms=table.now_ms if table.paused else None,
    )
    drawing = begin_drawing(replace(table, round=state))
    return replace(drawing, effects=(Announce(Notice.NEXT_GAME), *drawing.effects))


def _decide(table: Table, game: Game, by: EndedBy, *, declared_last: Side | None) -> Outcome:
    """Time or deals have run out: whoever is ahead has won, in points where those count."""
    must_decide = in_round(table).must_decide
    if table.ruleset.advance.unit is AdvanceUnit.POINTS or table.ruleset.round.points:
        ours, theirs = game.east_west.points, game.north_south.points
        if ours != theirs:
            winner = Side.EAST_WEST if ours > theirs else Side.NORTH_SOUTH
            return _game_over(table, outcome_of(table, game, by, winner))
        level = game.east_west.grade  # on both sides: what the grades say does not matter
        tie = Tie(last_winner=game.declarer, declarer=declared_last)
        decided = time_up(level, level, table.ruleset, tie, must_decide=must_decide)
    else:
        decided = game_time_up(
            game, table.ruleset, declared_last=declared_last, must_decide=must_decide
        )
    return _carry_out(table, game, by, decided)


def _carry_out(table: Table, game: Game, by: EndedBy, decided: TimeUp) -> Outcome:
    match decided.verdict:
        case TimeVerdict.EXTRA_DEAL | TimeVerdict.EXTRA_GAME:
            # The first side to rise wins an extra game, and the first deal raises one (AMB-20).
            return _play_extra(table, game)
        case TimeVerdict.DRAW | TimeVerdict.HIGHER_LEVEL:
            return _game_over(table, outcome_of(table, game, by, decided.winner))
        case _ if decided.winner is None:
            # The verdict rests on a fact nobody knows: `RoundDecided` names the side.
            table = replace(
                table, phase=Phase.TIED, clock=None, refused=(), unread=None, before=None
            )
            return Outcome(table, effects=(Announce(Notice.DECIDE_ROUND),))
        case _:
            return _game_over(table, outcome_of(table, game, by, decided.winner))


def _play_extra(table: Table, game: Game) -> Outcome:
    """One more deal that breaks the tie; its winners win (AMB-20)."""
    state = in_round(table)
    tribute = table.ruleset.round.extra_deal_tribute
    state = replace(
        state,
        game=extra_deal(game, table.ruleset),
        extra=True,
        last_finish=state.last_finish if tribute else None,
        after_foul=state.after_foul if tribute else None,
    )
    return begin_drawing(replace(table, round=state))


def _play_begun(table: Table) -> bool:
    deal = table.deal
    begun = deal is not None and (deal.top is not None or deal.trick > 1)
    return table.phase is Phase.PLAYING and begun
