"""What the scene says has happened at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.session.events import CardTaken, SeatEvent


class Trouble(Enum):
    """Why cards are asked for instead of reported; reason codes beside the reader's own."""

    READS_DISAGREE = "reads_disagree"
    """Reading the same cards again gives others."""
    THIRD_COPY = "third_copy"
    """More than two of a face would have been laid in one deal."""
    TOO_MANY = "too_many_cards"
    """A seat would have laid more than it was dealt."""
    WHOSE = "whose_cards"
    """It is not clear which seat laid them."""
    SOMETHING_ELSE = "something_between_the_cards"
    """More has changed than the cards that were read."""
    NO_PICTURE = "no_picture"
    """The camera gave no picture of it, though its small stream shows a change."""


@dataclass(frozen=True, slots=True)
class Found:
    """An act of a seat."""

    event: SeatEvent | CardTaken
    """Stamped with when the cards came to rest, or the hand left."""
    only_offered: bool = False
    """A hand that came and went may have been a knock: only who knows whose turn it is can say."""
    origin: Mapping[str, Any] = field(default_factory=dict)
    """How it was found, for the journal."""
