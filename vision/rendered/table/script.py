"""What happens at a rendered table: who lays what, how untidily, and what else goes wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from referee.rules.cards import Card
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat


class Manner(Enum):
    """How a player handles cards."""

    TIDY = "tidy"
    """Square to the edge, evenly spaced, one move."""
    HASTY = "hasty"
    """Quick and slanted, often in two moves."""
    SLOPPY = "sloppy"
    """Far from square, unevenly spread, straightened afterwards, heaps swept aside."""


class Deed(Enum):
    """What a seat does."""

    LAYS = "lays"
    TAKES_BACK = "takes_back"
    """Picks up what it laid last."""
    PASSES = "passes"
    """By the key of the seat unit: nothing is seen."""
    KNOCKS = "knocks"
    """Passes with a knock on the table: a hand comes and goes."""
    CLEARS = "clears"
    """The trick is over: everybody turns the own cards over, or this seat sweeps them aside."""
    SETS_CUP = "sets_cup"
    """Puts a drink on the table."""
    RESTS_HAND = "rests_hand"
    """Lays a hand on the table and leaves it there while others act."""
    PUSHES = "pushes"
    """Lays what it laid last anew: squarer, as another fan, a little aside."""
    REPORTS = "reports"
    """Puts the report disc to the right of its strip."""
    DRAWS = "draws"
    """All four seats draw the whole deck from a pile in the middle, this seat first."""
    TAKES = "takes"
    """Takes what another seat laid last into the own hand: a tribute, a returned card."""
    TURNS_UP = "turns_up"
    """Turns over what it laid last and face down (暗扣), as returned cards are shown."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a seat does."""

    seat: Seat
    deed: Deed
    after_ms: int
    """Thinking time, from when the hand of the act before was gone."""
    cards: tuple[Card, ...] = ()
    """For `LAYS`: left to right as the player sees them."""
    moves: int = 1
    """For `LAYS`: in how many moves they come down."""
    for_ms: int = 0
    """For `RESTS_HAND` and `DRAWS`: how long."""
    other: Seat | None = None
    """For `LAYS`: before whom, where that is another seat's place. For `TAKES`: whose cards."""
    face_down: bool = False
    """For `LAYS`."""


@dataclass(frozen=True, slots=True)
class Light:
    """From a moment on the lamps give this much, 1 as at the start."""

    from_ms: int
    gain: float


@dataclass(frozen=True, slots=True)
class Flicker:
    """The lamps flicker: every frame of the camera meets them at another moment."""

    from_ms: int
    until_ms: int
    share: float
    """By which the brightness goes up and down."""


@dataclass(frozen=True, slots=True)
class SeatLamp:
    """From a moment on a lamp over one seat gives light there alone."""

    from_ms: int
    seat: Seat
    gain: float
    """Brightness below it, 1 as at the start."""


@dataclass(frozen=True, slots=True)
class Blackout:
    """The camera delivers black frames."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Nudge:
    """Somebody knocks against the camera."""

    at_ms: int
    east_mm: float
    north_mm: float


Mishap = Light | Blackout | Nudge | Flicker | SeatLamp


@dataclass(frozen=True, slots=True)
class DealBefore:
    """What went before a deal that begins with drawing, and so decides its tribute."""

    ruleset: str
    """Id of the rule sheet."""
    finish: tuple[Seat, ...]
    """Finishing places of the only deal before, 上游 first."""


@dataclass(frozen=True, slots=True)
class Script:
    """One deal at a rendered table; the same script gives the same frames."""

    level: Level
    leader: Seat
    acts: tuple[Act, ...]
    manners: PerSeat[Manner] = field(default_factory=lambda: PerSeat.all(Manner.TIDY))
    deck: str = "garamond"
    """One of `vision.rendered.table.deck.DECKS`."""
    seed: int = 1
    """Decides camera, light, cloth, noise and every movement."""
    lead_ms: int = 40_000
    """Thinking time for a lead."""
    follow_ms: int = 20_000
    """For every other play or pass."""
    cards_left: tuple[int, int, int, int] = (27, 27, 27, 27)
    """Hands of E, N, W, S at the start."""
    mishaps: tuple[Mishap, ...] = ()
    before: DealBefore | None = None
    """``None`` for a deal whose hands are sorted when it begins. Otherwise it belongs to a round:
    the rule sheet says who leads, and how long everybody may take."""
