"""A game (局): from the first level until a side passes A or the number of deals or points is full.

The clock is the business of `referee.rules.time_up`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from referee.rules.ace import NO_TRIES, AceRecord, left_ace, try_ace
from referee.rules.advance import rise, steps_won
from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.result import DealResult
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.switches.advance import AdvanceUnit, PassAce
from referee.rules.switches.rounds import RoundEnd, TieAtTime


@dataclass(frozen=True, slots=True)
class SideStanding:
    """How far one side has got in a game."""

    grade: Grade
    ace: AceRecord = NO_TRIES
    points: int = 0
    """Sum of what its won deals were worth (积分)."""
    reached_in_deal: int = 0
    """Number of the deal that brought it to its grade; 0 is the start. Who was there first decides
    some ties (tongzhouwan-2013, yinbao-2017 cl. 3)."""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything a game has decided so far."""

    east_west: SideStanding
    north_south: SideStanding
    level: Level
    """Level of the deal to be played next."""
    declarer: Side | None = None
    """The side whose level it is (台上), the winner of the deal before; ``None`` at first."""
    deals: int = 0
    """Deals played to their end."""

    @classmethod
    def start(cls, ruleset: Ruleset) -> Game:
        """Both sides at the first level: 2 in every sheet (首副牌的级牌为2)."""
        grade = Grade.parse(str(ruleset.advance.start_level))
        return cls(SideStanding(grade), SideStanding(grade), ruleset.advance.start_level)

    def __getitem__(self, side: Side) -> SideStanding:
        return self.east_west if side is Side.EAST_WEST else self.north_south

    def put(self, side: Side, standing: SideStanding) -> Game:
        """The same game with another standing of *side*."""
        if side is Side.EAST_WEST:
            return replace(self, east_west=standing)
        return replace(self, north_south=standing)


class Reason(Enum):
    """Why a game is over, or what it still needs."""

    PASSED_ACE = "passed_ace"
    """打过A"""
    REACHED_ACE = "reached_ace"
    """先打到A取胜 (jingfang)"""
    POINTS = "points"
    """先达到13分 (two-deck-8deal)"""
    DEALS = "deals"
    """All deals are played and one side is ahead."""
    EXTRA_DEAL = "extra_deal"
    """All deals are played and nobody is ahead: one more (加赛一副牌)."""
    DRAW = "draw"
    """All deals are played and nobody is ahead, and the rules let it stand."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Whether a game is over."""

    winner: Side | None
    """``None`` while it goes on, and for a draw."""
    reason: Reason | None = None
    """``None`` while nothing ends it."""

    @property
    def over(self) -> bool:
        return self.reason not in (None, Reason.EXTRA_DEAL)


def after_deal(game: Game, result: DealResult, ruleset: Ruleset) -> Game:
    """The game after one more deal.

    The next deal is played at the winners' new level (jiangsu-2017 definition of 级牌), or at the
    first level throughout where deals count points (center-6deal, `advance.unit`). A deal at A is
    a try for the side whose level it was, won or lost (AMB-15).

    Raises:
        ValueError: If the game had ended by passing A.
    """
    winner, loser = result.winner, result.winner.other
    number = game.deals + 1
    points = game[winner].points + steps_won(result, ruleset)
    played = replace(game, deals=number, declarer=winner)
    if ruleset.advance.unit is AdvanceUnit.POINTS:
        return played.put(winner, replace(game[winner], points=points))
    moved = rise(
        game[winner].grade,
        game[loser].grade,
        result,
        ruleset,
        deal_level=game.level,
        fell_back=game[winner].ace.fell_back,
    )
    won = _at(replace(game[winner], points=points), moved.winner, number)
    if won.ace.fell_back:
        won = replace(won, ace=NO_TRIES)
    lost = game[loser]
    if _is_ace_deal(game) and game.declarer is winner:
        tried = try_ace(winner, result, won.ace, ruleset)
        won = replace(_at(won, tried.grade, number), ace=tried.record)
    elif _is_ace_deal(game) and game.declarer is loser:
        tried = try_ace(loser, result, lost.ace, ruleset)
        lost = replace(_at(lost, tried.grade, number), ace=tried.record)
    if moved.loser < lost.grade:
        if lost.grade is Grade.ACE:
            lost = replace(lost, ace=left_ace(lost.ace, ruleset))
        lost = _at(lost, moved.loser, number)
    level = Level.parse(min(won.grade, Grade.ACE).label)
    return replace(played.put(winner, won).put(loser, lost), level=level)


def game_end(game: Game, ruleset: Ruleset) -> GameEnd:
    """Whether the game is over without the clock.

    By passing A: most. By reaching it: jingfang (`ace.passed_by`). By a number of points or deals:
    `count_end`.
    """
    for side in Side:
        if game[side].grade is Grade.PAST_ACE:
            return GameEnd(winner=side, reason=Reason.PASSED_ACE)
        if ruleset.ace.passed_by is PassAce.REACHED and game[side].grade is Grade.ACE:
            return GameEnd(winner=side, reason=Reason.REACHED_ACE)
    by_points = ruleset.advance.unit is AdvanceUnit.POINTS or ruleset.round.points > 0
    return count_end(
        {side: game[side].points if by_points else game[side].grade for side in Side},
        game.deals,
        ruleset,
    )


def count_end(counts: Mapping[Side, int], deals: int, ruleset: Ruleset) -> GameEnd:
    """Whether a number of points or of deals (`round.ends_by`) ends a game.

    Points win at once (two-deck-8deal 七.3, `round.points`). After the last deal (`round.deals`)
    the higher count wins: points in two-deck-8deal 七.1 and center-6deal, levels in jiangsu-2017
    七.1. Equal counts: one deal more, or a draw, by `round.tie_at_time`.
    """
    ahead = max(Side, key=lambda side: counts[side])
    limits = ruleset.round
    if RoundEnd.POINTS in limits.ends_by and limits.points and counts[ahead] >= limits.points:
        return GameEnd(winner=ahead, reason=Reason.POINTS)
    if RoundEnd.DEALS not in limits.ends_by or not limits.deals or deals < limits.deals:
        return GameEnd(winner=None)
    if counts[ahead] > counts[ahead.other]:
        return GameEnd(winner=ahead, reason=Reason.DEALS)
    if limits.tie_at_time is TieAtTime.DRAW:
        return GameEnd(winner=None, reason=Reason.DRAW)
    return GameEnd(winner=None, reason=Reason.EXTRA_DEAL)


def _at(standing: SideStanding, grade: Grade, deal: int) -> SideStanding:
    """Move a side to *grade*, noting in which deal if it was elsewhere before."""
    if standing.grade is grade:
        return standing
    return replace(standing, grade=grade, reached_in_deal=deal)


def _is_ace_deal(game: Game) -> bool:
    return str(game.level) == Grade.ACE.label
