"""Seating (入座): who sits where and who may replace a player."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SeatAssignment(Enum):
    """How a pair finds its seats."""

    PUBLISHED = "published"
    """By the published table and direction (jiangsu-2017)."""
    FIRST_NAMED_EAST_WEST = "first_named_east_west"
    """The pair named first in the list sits east and west (huaian-detail)."""
    LOWER_NUMBER_EAST_WEST = "lower_number_east_west"
    """The pair with the lower draw number sits east and west (general-never-demote)."""
    DRAWN_CARD = "drawn_card"
    """Each side draws a card: small north and south, large east and west (jingfang and its kin)."""
    LOT = "lot"
    """抓阄 (nanjing-branch, union-2024, qingyang-2018)."""


class Substitution(Enum):
    """What a change of partner during the event costs."""

    FORFEIT = "forfeit"
    """换人作弃权处理 (most plans)."""
    CONSENT = "consent"
    """Only with consent before the match (rules-135)."""
    DISQUALIFY = "disqualify"
    """违规更换搭档 is disqualification (jiangsu-2017)."""


@dataclass(frozen=True, slots=True)
class SeatingRules:
    assignment: SeatAssignment = SeatAssignment.PUBLISHED
    """How the two pairs of a table find their seats (方位)."""
    substitution: Substitution = Substitution.FORFEIT
    """What happens when a pair changes a player (换人) during the event."""
