"""The result of a deal (副): which side had the first out, and where its partner came in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.seats import Seat, Side


class FinishError(ValueError):
    """An order of seats that cannot be the finish of a deal."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """Who won a deal and how well; all that advance (升级) needs."""

    winner: Side
    """The side of the first out (上游)."""
    partner_place: int
    """Place of his partner: 2 (二游), 3 (三游) or 4 (下游)."""

    def __post_init__(self) -> None:
        if self.partner_place not in (2, 3, 4):
            raise FinishError(f"a partner comes in 2nd, 3rd or 4th, not {self.partner_place}")

    @property
    def is_double_down(self) -> bool:
        """双下: both losers came in third and fourth."""
        return self.partner_place == 2

    def __str__(self) -> str:
        return f"1-{self.partner_place}"


@dataclass(frozen=True, slots=True)
class Finish:
    """In which order the hands went out, as far as it is known."""

    order: tuple[Seat, ...]
    """First out first: all four seats, or only the first two after a double-down."""

    def __post_init__(self) -> None:
        names = " ".join(seat.value for seat in self.order)
        if len(set(self.order)) != len(self.order):
            raise FinishError(f"a seat goes out once, got {names}")
        double_down = len(self.order) == 2 and self.order[0].partner is self.order[1]
        if len(self.order) != len(Seat) and not double_down:
            raise FinishError(f"the deal is not over: {names or 'nobody'} out so far")

    @classmethod
    def of(cls, order: Sequence[Seat]) -> Finish:
        """Take two to four seats; raises `FinishError` when the deal is not over.

        A fourth seat follows from the other three; two are enough after a double-down.
        """
        missing = [seat for seat in Seat if seat not in order]
        return cls((*order, *missing) if len(missing) == 1 else tuple(order))

    @property
    def first_out(self) -> Seat:
        """The first out: 上游, 头游, 头家."""
        return self.order[0]

    @property
    def second_out(self) -> Seat:
        """The second out: 二游."""
        return self.order[1]

    @property
    def last_out(self) -> Seat | None:
        """The last out: 下游, 末游; ``None`` after a double-down that was not played out.

        Source: no sheet says who is third after a double-down (AMB-21); only tribute by place and
        a leader named by place depend on it.
        """
        return self.order[3] if len(self.order) == 4 else None

    @property
    def losers(self) -> tuple[Seat, Seat]:
        """Both seats of the side without the first out, in the order of play after him."""
        return self.first_out.following, self.first_out.preceding

    @property
    def result(self) -> DealResult:
        partner = self.first_out.partner
        place = self.order.index(partner) + 1 if partner in self.order else 4
        return DealResult(self.first_out.side, place)
