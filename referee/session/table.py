"""The table as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from referee.rules.cards import Card
from referee.rules.deal import Deal
from referee.rules.seats import Seat
from referee.session.clock import Clocks, TurnClock


class Phase(Enum):
    WAITING = "waiting"
    """Nobody may act yet."""
    PLAYING = "playing"
    ENDED = "ended"
    """The finishing places are known."""


@dataclass(frozen=True, slots=True)
class Stood:
    """The table as it stood before the last play, for the seat that may take it back."""

    deal: Deal
    clock: TurnClock


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the device knows about a table; two equal tables behave alike for ever."""

    phase: Phase = Phase.WAITING
    now_ms: int = 0
    """Table time of the last event; an event stamped earlier counts as happening now."""
    clocks: Clocks = field(default_factory=Clocks)
    deal: Deal | None = None
    clock: TurnClock | None = None
    """The clock of the seat to act; ``None`` outside play."""
    refused: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """Cards that lie on the table and do not stand, by seat, oldest first."""
    unread: Seat | None = None
    """The seat to act has laid cards that could not be read; it may or may not have acted."""
    same_deck: bool = True
    """Whether a third copy of a face is doubted."""
    before: Stood | None = None
    """Set while the last act was a play that stands."""

    def refused_of(self, seat: Seat) -> tuple[Card, ...]:
        """Cards of *seat* that do not stand; empty when there are none."""
        return next((cards for owner, cards in self.refused if owner is seat), ())
