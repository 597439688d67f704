"""Time is up: what becomes of the deal in progress, and who wins a round that no A decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from referee.rules.game import Game
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.switches.rounds import DealInProgress, RoundEnd, TieAtTime


class Verdict(Enum):
    """How a round ends."""

    HIGHER_LEVEL = "higher_level"
    """升级数高的一方获胜"""
    REACHED_FIRST = "reached_first"
    """先晋级的为胜方"""
    LAST_FIRST_OUT = "last_first_out"
    """该牌上游为胜方"""
    NOT_DECLARER = "not_declarer"
    """The side 在台下 wins."""
    DRAW = "draw"
    """平"""
    EXTRA_DEAL = "extra_deal"
    """加打一副牌: one more deal, its winners win."""
    EXTRA_GAME = "extra_game"
    """加赛一局: one more game, the first side to rise wins it."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The outcome at the end of a round's time."""

    verdict: Verdict
    winner: Side | None = None
    """``None`` for a draw, for a deal or game still to be played, and where the verdict rests on a
    fact nobody knows: the referee names the side."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Facts that decide between sides of equal level; ``None`` where nobody knows."""

    reached_first: Side | None = None
    last_winner: Side | None = None
    """Side of the last deal's first out."""
    declarer: Side | None = None
    """The side whose level was played in the last deal (台上)."""


NOTHING_KNOWN = Tie()


def finishes_deal(ruleset: Ruleset, *, play_begun: bool) -> bool:
    """Whether the deal in progress when time is up is played to its end and counts.

    Played out (打完在手牌): rules-135 四.2; if the first card has been played: staff-2011 七.3; the
    others are silent (AMB-20). Decided by `round.deal_in_progress`.
    """
    match ruleset.round.deal_in_progress:
        case DealInProgress.FINISH:
            return True
        case DealInProgress.FINISH_IF_PLAY_BEGUN:
            return play_begun
        case DealInProgress.STOP:
            return False


def clock_ends_round(ruleset: Ruleset, *, deciding_game: bool) -> bool:
    """Whether the clock can end this round at all.

    Most rounds with a time: jiangsu-2017 七.1 (`round.ends_by`). The games for the first places
    end only by passing A: union-2024 “最后一、二、三名角逐，需过A才算胜利”, qingyang-2018 second
    round (`round.final_must_pass_ace`).
    """
    if RoundEnd.TIME not in ruleset.round.ends_by:
        return False
    return not (deciding_game and ruleset.round.final_must_pass_ace)


def time_up(
    east_west: Grade,
    north_south: Grade,
    ruleset: Ruleset,
    tie: Tie = NOTHING_KNOWN,
    *,
    must_decide: bool = False,
) -> TimeUp:
    """Who wins a round whose time or deals have run out.

    The higher level wins: jiangsu-2017 七.1, huaian-detail 一.4, and every sheet with a clock.
    Equal levels, seven answers, by `round.tie_at_time`:

    - one more deal: two-deck-8deal 七.2, center-6deal; it may be played, else a draw: jiangsu-2017
      七.1 with 七.2, where points events draw and a knock-out plays on (AMB-20);
    - one more game, first to rise wins: union-2024, yinbao-2017 cl. 1, national-day-2011, …;
    - who reached the level first: tongzhouwan-2013, yinbao-2017 cl. 3;
    - the side of the last deal's first out: rules-135 四.2;
    - the side 在台下: qingyang-2018;
    - a draw: huaian-detail 一.4, national-2017 art. 27-28.

    Args:
        east_west: Grade of that side.
        north_south: Grade of the other.
        ruleset: What the event plays by.
        tie: What is known to decide a tie.
        must_decide: Whether the meeting must have a winner, as in a knock-out.
    """
    if east_west != north_south:
        ahead = Side.EAST_WEST if east_west > north_south else Side.NORTH_SOUTH
        return TimeUp(Verdict.HIGHER_LEVEL, ahead)
    match ruleset.round.tie_at_time:
        case TieAtTime.EXTRA_DEAL:
            return TimeUp(Verdict.EXTRA_DEAL)
        case TieAtTime.EXTRA_DEAL_OR_DRAW:
            return TimeUp(Verdict.EXTRA_DEAL if must_decide else Verdict.DRAW)
        case TieAtTime.EXTRA_GAME:
            return TimeUp(Verdict.EXTRA_GAME)
        case TieAtTime.FIRST_TO_REACH:
            return TimeUp(Verdict.REACHED_FIRST, tie.reached_first)
        case TieAtTime.LAST_DEAL_FIRST_OUT:
            return TimeUp(Verdict.LAST_FIRST_OUT, tie.last_winner)
        case TieAtTime.NOT_DECLARER:
            return TimeUp(Verdict.NOT_DECLARER, tie.declarer and tie.declarer.other)
        case TieAtTime.DRAW:
            return TimeUp(Verdict.EXTRA_DEAL if must_decide else Verdict.DRAW)


def game_time_up(
    game: Game, ruleset: Ruleset, *, declared_last: Side | None, must_decide: bool = False
) -> TimeUp:
    """`time_up` for a game whose last counted deal is over.

    *declared_last* is the side whose level that deal was played at (台上); `Game.declarer` is
    already the side that would declare the next.
    """
    east_west, north_south = game.east_west, game.north_south
    first: Side | None = None
    if east_west.reached_in_deal != north_south.reached_in_deal:
        first = min(Side, key=lambda side: game[side].reached_in_deal)
    tie = Tie(reached_first=first, last_winner=game.declarer, declarer=declared_last)
    return time_up(east_west.grade, north_south.grade, ruleset, tie, must_decide=must_decide)


def extra_deal(game: Game, ruleset: Ruleset) -> Game:
    """The game before the deal that breaks a tie; nobody declares it.

    Level and tribute of “加赛” are stated nowhere: `round.extra_deal_level`, 2 by default, and
    `round.extra_deal_tribute`, none by default (AMB-20).
    """
    return replace(game, level=ruleset.round.extra_deal_level, declarer=None)
