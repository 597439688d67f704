"""Wild cards (逢人配): what they may stand for and which reading holds when nothing is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.switches.bounds import Only


class WildCards(Enum):
    """Which cards are wild."""

    HEARTS_OF_LEVEL = "hearts_of_level"
    """The two hearts of the level's rank (all sheets)."""


class WildAlone(Enum):
    """What wild cards are worth with no other card to lean on."""

    LEVEL_CARD = "level_card"
    """A level card: above the ace, below the black joker (AMB-08)."""


class Announce(Enum):
    """When a player must say (报明) what a wild card stands for."""

    NEVER = "never"
    """There is no choice to announce."""
    OPEN_END_HIGH = "open_end_high"
    """For the higher reading of a straight: 或45678须出牌时说明 (devzone)."""
    TWO_PAIRS = "two_pairs"
    """For two pairs and a wild card as full house (nanjing-branch, union-2024)."""
    WHEN_AMBIGUOUS = "when_ambiguous"
    """Whenever the cards have two readings (folk-simple, national-2017 art. 7)."""
    ALWAYS = "always"
    """Whenever a wild card stands for another: 配牌时需加以说明 (general-never-demote)."""


class Unsaid(Enum):
    """Which of two sizes holds when the player announces nothing."""

    LOW = "low"
    """The smaller one (general-never-demote, devzone; two pairs: nanjing-branch, union-2024)."""
    LOW_FORCED = "low_forced"
    """The smaller one, even against an announcement: 配小不配大 (staff-2011)."""
    HIGH = "high"
    """The larger one (two pairs: national-2017 art. 7)."""
    NONE = "none"
    """Neither: the referee asks (folk-simple)."""


class TypeChoice(Enum):
    """Which of two types holds when the player announces nothing."""

    STRONGEST = "strongest"
    """The one that beats more."""
    ASK = "ask"
    """Neither: the referee asks."""


@dataclass(frozen=True, slots=True)
class WildRules:
    cards: WildCards = WildCards.HEARTS_OF_LEVEL
    """Which cards are wild."""
    as_joker: Annotated[bool, Only(value=False)] = False
    """Whether a wild card may stand for a joker; never, in all sheets."""
    any_suit: Annotated[bool, Only(value=True)] = True
    """Whether a wild card may take any suit: 任意牌型和花色 (general-never-demote)."""
    alone: WildAlone = WildAlone.LEVEL_CARD
    """What one or two wild cards played by themselves are (AMB-08)."""
    announce: Announce = Announce.WHEN_AMBIGUOUS
    """When the player must say what a wild card stands for."""
    open_end: Unsaid = Unsaid.LOW
    """Reading of four in a row and a wild card, as 4567 and a wild card, if nothing is said
    (AMB-03, AMB-04)."""
    two_pairs: Unsaid = Unsaid.LOW
    """Reading of two pairs and a wild card as full house if nothing is said (AMB-04)."""
    own_rank_first: bool = True
    """Whether a wild card that needs no change of rank is read as itself before `open_end` and
    `two_pairs` are asked (AMB-04)."""
    type_preference: TypeChoice = TypeChoice.STRONGEST
    """Type of cards that form two types, as straight and straight flush, if nothing is said
    (AMB-05, AMB-06)."""
    tube_or_plate: TypeChoice = TypeChoice.ASK
    """The same for two consecutive pairs and two wild cards (AMB-06, national-2017 art. 7)."""
    place_declares: bool = False
    """Whether the place of a wild card among the laid cards declares what it stands for
    (national-2017 art. 11; AMB-32)."""
    equals_natural: Annotated[bool, Only(value=True)] = True
    """Whether a combination with wild cards is worth the same as one without: 均有同等效力
    (union-2024, bestwestern)."""
