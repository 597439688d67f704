"""Dealing (洗牌、切牌、抓牌): who shuffles, cuts, draws first and leads the first deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.seats import Seat
from referee.rules.switches.bounds import Between, Length
from referee.rules.switches.hands import Direction


class FirstDraw(Enum):
    """Who draws the first card of the first deal."""

    TURNED_CARD = "turned_card"
    """Counted out by the points of the turned card (jiangsu-2017, union-2024, huaian-detail)."""
    SHUFFLER = "shuffler"
    """北洗牌先抓牌 (jingfang)."""


class FirstLead(Enum):
    """Who leads the first deal."""

    TURNED_CARD = "turned_card"
    """Whoever draws the card that was turned (all but one)."""
    LARGEST_CARD = "largest_card"
    """Whoever drew the largest card (qingyang-2018)."""


class Recut(Enum):
    """A turned card that does not count: cut and turn again."""

    JOKER = "joker"
    HEART_LEVEL = "heart_level"
    """红心2 in a first deal at level 2 (jiangsu-2017)."""


class Role(Enum):
    """A player named by how the deal before ended."""

    FIRST_OUT = "first_out"
    """上游, 头家"""
    LAST_OUT = "last_out"
    """下游, 末游, 尾家"""
    BEFORE_FIRST_OUT = "before_first_out"
    """上家 of 上游"""
    AFTER_FIRST_OUT = "after_first_out"
    """下家 of 上游"""
    BEFORE_LAST_OUT = "before_last_out"
    """上家 of 末游"""
    AFTER_LAST_OUT = "after_last_out"
    """下家 of 末游"""


@dataclass(frozen=True, slots=True)
class DealingRules:
    first_shuffler: Seat = Seat.EAST
    """Who shuffles (洗牌) the first deal: E (jiangsu-2017), S (huaian-detail), N (jingfang)."""
    first_cutter: Seat = Seat.SOUTH
    """Who cuts (切牌) the first deal and turns a card: S, the shuffler's right hand E, W."""
    first_draw: FirstDraw = FirstDraw.TURNED_CARD
    """Who draws first in the first deal. The count begins with the cutter as one and runs in
    `draw_direction` (jiangsu-2017 三.二.2)."""
    court_points: Annotated[tuple[int, ...], Between(1, 13), Length(4, 4)] = (11, 12, 13, 1)
    """Points of a turned J, Q, K and A; stated nowhere, only the remainder by four matters
    (AMB-19)."""
    recut: tuple[Recut, ...] = (Recut.JOKER, Recut.HEART_LEVEL)
    """Turned cards that are cut again."""
    draw_direction: Direction = Direction.COUNTER_CLOCKWISE
    """Direction of drawing (抓牌); separate from play (AMB-19)."""
    first_lead: FirstLead = FirstLead.TURNED_CARD
    """Who leads (领出) the first deal."""
    later_shuffler: Role = Role.BEFORE_FIRST_OUT
    """Who shuffles from the second deal."""
    later_cutter: Role = Role.FIRST_OUT
    """Who cuts from the second deal."""
    later_first_draw: Role = Role.LAST_OUT
    """Who draws first from the second deal, unless the losers were double-down."""
    double_down_first_draw: Role = Role.AFTER_FIRST_OUT
    """Who draws first after a double-down (双下)."""
    cut_margin: Annotated[int, Between(0, 50)] = 5
    """Cards at top and bottom within which nobody may cut (jiangsu-2017 三.二.4)."""
    first_shuffles: Annotated[tuple[int, ...], Between(1, 20), Length(1, 2)] = (5, 7)
    """How often the first deal is shuffled: at least, and at most where a second number stands."""
    later_shuffles: Annotated[tuple[int, ...], Between(1, 20), Length(1, 2)] = (2, 3)
    """The same from the second deal; 3 alone is 不少于3次 (union-2024)."""
