"""The acts of a session as rows, made from the journal alone.

A running session and a replay show the same rows because both come from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.ports import Entry
from referee.session.effects import ShowSeat
from referee.session.events import CardsLaid, CardsUnread, Passed, TakenBack
from referee.session.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Signal:
    """One order to a seat's lamp and buzzer, and when."""

    at_ms: int
    order: ShowSeat


@dataclass(frozen=True, slots=True)
class ActRow:
    """What one act was, what was seen and found, and what the seats were shown."""

    number: int | None
    """In the session or the run, from 1; ``None`` for a key that was pressed besides."""
    at_ms: int
    deed: str
    """``lays``, ``passes`` or ``takes_back``."""
    seen: tuple[str, ...]
    """Cards as the device read them."""
    doubts: tuple[str, ...]
    """Reason codes of what could not be read."""
    labelled: tuple[str, ...]
    """Cards as the session file has them; empty when it does not say."""
    verdict: Verdict
    expected: str | None
    signals: tuple[Signal, ...] = field(default=())
    """Everything shown since the act before, deadlines included."""

    @property
    def finding(self) -> str:
        return self.verdict.finding.value

    @property
    def agrees(self) -> bool | None:
        """Whether the verdict is the expected one; ``None`` when none was given."""
        return None if self.expected is None else self.expected == self.finding

    @property
    def reads_right(self) -> bool | None:
        """Whether exactly the labelled cards were seen; ``None`` when there is no label."""
        return sorted(self.seen) == sorted(self.labelled) if self.labelled else None

    def as_json(self) -> dict[str, Any]:
        return {
            "act": self.number,
            "at_s": self.at_ms / 1000,
            "seat": self.verdict.seat.value,
            "deed": self.deed,
            "seen": list(self.seen),
            "labelled": list(self.labelled),
            "unsure": list(self.doubts),
            "verdict": self.finding,
            "expected": self.expected,
            "agrees": self.agrees,
            "article": self.verdict.article,
            "because": self.verdict.because,
            "passed_before": [seat.value for seat in self.verdict.skipped],
            "signals": [
                {
                    "at_s": signal.at_ms / 1000,
                    "seat": signal.order.seat.value,
                    "lamp": signal.order.lamp.value,
                    "buzzer": signal.order.buzz.value,
                }
                for signal in self.signals
            ],
        }


def act_rows(entries: Iterable[Entry]) -> Iterator[ActRow]:
    """Gather each act with everything that was signalled since the one before."""
    signals: list[Signal] = []
    for entry in entries:
        event = entry.event
        signals += [
            Signal(event.at_ms, effect) for effect in entry.effects if isinstance(effect, ShowSeat)
        ]
        if not isinstance(event, CardsLaid | CardsUnread | Passed | TakenBack):
            continue
        if entry.verdict is None:
            raise AssertionError(f"row {entry.number}: an act without a verdict")
        yield ActRow(
            number=entry.origin.get("act"),
            at_ms=event.at_ms,
            deed=_DEEDS[type(event)],
            seen=tuple(entry.origin.get("seen", ())),
            doubts=tuple(entry.origin.get("doubts", ())),
            labelled=tuple(entry.origin.get("labelled", ())),
            verdict=entry.verdict,
            expected=entry.origin.get("expected"),
            signals=tuple(signals),
        )
        signals = []


def acts_done(entries: Iterable[Entry]) -> int:
    """How many acts of a session a record holds."""
    return max((row.number or 0 for row in act_rows(entries)), default=0)


_DEEDS: dict[type, str] = {
    CardsLaid: "lays",
    CardsUnread: "lays",
    Passed: "passes",
    TakenBack: "takes_back",
}
