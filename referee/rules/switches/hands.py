"""Hands (牌型): the pack, the order of ranks, and which card sets are combinations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.combinations import Kind
from referee.rules.switches.bounds import Between, Only


class Direction(Enum):
    """Which way round the table, seen from above."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


class SequencePlace(Enum):
    """Where a level card stands inside a straight, tube or plate."""

    NATURAL = "natural"
    """At the place its rank is printed for; KK AA 22 is never a tube (national-2017 art. 7)."""


class SuitOrder(Enum):
    """Whether suits decide between equal ranks."""

    NONE = "none"
    """花色无大小 (nanjing-branch, union-2024)."""


RANK_ORDER = ("R", "B", "level", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
"""大王 > 小王 > 级牌 > A … 2, as every sheet that speaks has it."""


@dataclass(frozen=True, slots=True)
class HandRules:
    packs: Annotated[int, Only(2)] = 2
    """Packs of 54 cards (副牌) in play; 108 cards in all sheets that speak."""
    cards_each: Annotated[int, Only(27)] = 27
    """Cards of each player (全手牌)."""
    turn_direction: Annotated[Direction, Only(Direction.COUNTER_CLOCKWISE)] = (
        Direction.COUNTER_CLOCKWISE
    )
    """Direction of play: 上家 sits on the left, 下家 on the right, so it is counter-clockwise
    (jiangsu-2017 二, national-2017 art. 5; AMB-29)."""
    rank_order: Annotated[tuple[str, ...], Only(RANK_ORDER)] = RANK_ORDER
    """Order of single cards, highest first: red joker, black joker, level card, ace … two."""
    suit_order: SuitOrder = SuitOrder.NONE
    """Whether suits have an order."""
    types: Annotated[tuple[Kind, ...], Only(tuple(Kind))] = tuple(Kind)
    """Types of combination (牌型). No sheet has 3+1, 4+2 or longer sequences."""
    straight_cards: Annotated[int, Only(5)] = 5
    """Cards of a straight (顺子), exactly."""
    tube_pairs: Annotated[int, Only(3)] = 3
    """Pairs of a tube (三连对), exactly."""
    plate_triples: Annotated[int, Only(2)] = 2
    """Triples of a plate (钢板), exactly."""
    straight_ends: Annotated[tuple[str, ...], Only(("A-5", "T-A"))] = ("A-5", "T-A")
    """Lowest and highest straight. J-Q-K-A-2 is none (general-never-demote, folk-simple)."""
    tube_ends: Annotated[tuple[str, ...], Only(("A-3", "Q-A"))] = ("A-3", "Q-A")
    """Lowest and highest tube: AA2233 and QQKKAA."""
    plate_ends: Annotated[tuple[str, ...], Only(("A-2", "K-A"))] = ("A-2", "K-A")
    """Lowest and highest plate: AAA222 (poker-531) and KKKAAA (stated nowhere)."""
    level_card_in_sequence: SequencePlace = SequencePlace.NATURAL
    """Where a level card (级牌) stands in a sequence; no sheet of the 26 says so (AMB-07)."""
    joker_pair: bool = True
    """Whether two equal jokers are a pair (对王); one of each colour never is."""
    full_house_joker_pair: bool = True
    """Whether a full house (三带二) may carry a joker pair (AMB-09)."""
    five_alike_as_full_house: bool = False
    """Whether five of a rank, two of them wild, may be called a full house (AMB-09)."""
    smallest_bomb: Annotated[int, Only(4)] = 4
    """Cards of the smallest bomb (炸弹)."""
    largest_bomb: Annotated[int, Between(8, 10)] = 10
    """Cards of the largest bomb: eight of a rank and two wild cards (AMB-10)."""
    largest_level_bomb: Annotated[int, Only(8)] = 8
    """Cards of the largest bomb of the level's rank: its wilds are two of the eight (AMB-10)."""
    full_house_by_triple: Annotated[bool, Only(value=True)] = True
    """Whether the triple alone decides between full houses (general-never-demote)."""
    straight_flush_cards: Annotated[int, Only(5)] = 5
    """Cards of a straight flush (同花顺), exactly."""
    straight_flush_beats: Annotated[int, Only(5)] = 5
    """Cards of the largest bomb a straight flush (同花顺) beats; six alike beat it."""
    joker_bomb_tops: Annotated[bool, Only(value=True)] = True
    """Whether four jokers (四大天王) beat everything."""
    like_beats_like: Annotated[bool, Only(value=True)] = True
    """Whether, bombs apart, only the same type with the same number of cards can beat: 牌型相同
    和总张数相同 (union-2024)."""
    equal_beats: Annotated[bool, Only(value=False)] = False
    """Whether an equal combination beats the one on the table: 同张或同点时先出为大 (union-2024)
    says no."""
