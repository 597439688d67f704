"""The arithmetic of one deal: two of each face, so many cards a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.rules.cards import COPIES, Card
from referee.rules.seats import Seat
from vision.scene.found import Trouble

_FULL_HAND = 27


@dataclass(frozen=True, slots=True)
class Known:
    """What the session knows of a deal that is being played."""

    laid: Mapping[Card, int] = field(default_factory=dict)
    """How many of each face have been laid so far."""
    left: Mapping[Seat, int] = field(default_factory=dict)
    """Cards in each hand; a seat that is left out may hold any number."""
    lying: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """Plays that lie on the table, by seat."""
    tribute: bool = False
    """Whether cards are paid and returned now (贡牌、还牌).

    They may be laid before another seat, and another seat takes them up.
    """


@dataclass(slots=True)
class Books:
    """What one deal has seen."""

    laid: Counter[Card] = field(default_factory=Counter)
    by_seat: Counter[Seat] = field(default_factory=Counter)
    dealt: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, _FULL_HAND))

    @classmethod
    def of(cls, known: Known) -> Books:
        left = {seat: known.left.get(seat, _FULL_HAND) for seat in Seat}
        return cls(Counter(known.laid), Counter(), left)

    def trouble(self, seat: Seat, cards: Sequence[Card]) -> Trouble | None:
        """Why *seat* cannot have laid *cards* besides all else that was laid."""
        counts = Counter(cards)
        if any(self.laid[card] + count > COPIES for card, count in counts.items()):
            return Trouble.THIRD_COPY
        if self.by_seat[seat] + len(cards) > self.dealt[seat]:
            return Trouble.TOO_MANY
        return None

    def enter(
        self, seat: Seat, cards: Sequence[Card], weak: Sequence[Card] = (), sign: int = 1
    ) -> None:
        """Count what *seat* laid, or took back where *sign* is -1.

        Faces that hardly show, *weak*, count for the hand only: a later copy is not doubted for a
        card that may have been none.
        """
        for card, count in (Counter(cards) - Counter(weak)).items():
            self.laid[card] += sign * count
        self.by_seat[seat] += sign * len(cards)
