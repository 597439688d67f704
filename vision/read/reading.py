"""What was read on a picture, in pixels of the picture given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card


class Doubt(Enum):
    """Why a place is reported without a face."""

    FACE_UNCLEAR = "face_unclear"
    """An index is there, but no face is likely enough: hidden in part, blurred, glare."""
    TWO_READINGS = "two_readings"
    """The two indices of one card are read as different faces."""
    NO_COLOUR = "no_colour"
    """A joker on a picture without colours: black or red cannot be told."""


@dataclass(frozen=True, slots=True)
class IndexSeen:
    """One printed index (牌角) of a card."""

    x: float
    y: float
    """Its middle; ``(0, 0)`` is the middle of the upper left pixel."""
    angle_deg: float
    """Where its top points, clockwise as the picture is looked at: 0 up, 90 right, 180 down, -90
    left; above -180, at most 180."""
    confidence: float
    """How sure this index alone makes the card's face, 0 to 1."""
    length: float
    """Its height along that direction, pixels."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    card: Card
    confidence: float
    """Probability that this card lies there, 0 to 1, from all its indices; with the shipped weights
    fitted to how often such readings are right (`vision.read.certainty`)."""
    indices: tuple[IndexSeen, ...]
    """At least one; the surest first."""
    strength: float = 1.0
    """How plainly it shows, 0 to 1: how much there is of its indices, times how likely its face."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A place where a card shows an index that could not be read."""

    reason: Doubt
    x: float
    y: float
    is_word: bool = False
    """Whether it looks most like a joker's word."""
    indices: tuple[IndexSeen, ...] = ()
    """What was seen there, the surest of its likeliest face first."""
    strength: float = 0.0
    """How plainly its likeliest face shows, as that of a `CardSeen`."""


@dataclass(frozen=True, slots=True)
class Reading:
    cards: tuple[CardSeen, ...]
    """In the order laid, left to right as their player sees them, where that can be known."""
    unsure: tuple[Unsure, ...]
    px_per_mm: float | None
    """Scale as given, or as judged from the cards; ``None`` where nothing was found."""
