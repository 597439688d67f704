"""Who is accused of what: by a script, and by the device that watched it being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.ports import Entry
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Effect, ShowSeat
from referee.session.events import (
    CardsLaid,
    CardTaken,
    CorrectableEvent,
    HandsDrawn,
    Passed,
    Reported,
    TakenBack,
    TimePassed,
)
from referee.session.history import History, add
from referee.session.step import next_deadline_ms
from referee.session.table_settings import Passing
from referee.session.verdict import Finding, Verdict
from vision.rendered.table.script import Deed
from vision.rendered.table.timeline import Truth

SAME_MS = 3_000
"""A fault that is found belongs to one of the script if their moments differ by less."""


@dataclass(frozen=True, slots=True)
class Accused:
    """A buzzer sounded at a seat."""

    at_ms: int
    seat: Seat
    finding: Finding


@dataclass(frozen=True, slots=True)
class Comparison:
    """Faults of a script beside those that were found."""

    scripted: tuple[tuple[Accused, Accused | None], ...]
    """Each with what was found of it; ``None`` where it was missed, or is not due yet."""
    innocent: tuple[Accused, ...]
    """Accusations of seats that did nothing wrong."""

    @property
    def found(self) -> int:
        return sum(found is not None for _, found in self.scripted)

    @property
    def is_right(self) -> bool:
        return self.found == len(self.scripted) and not self.innocent


def scripted_events(
    begun: Iterable[CorrectableEvent], truth: Iterable[Truth]
) -> Iterator[CorrectableEvent]:
    """What really happens in a script, with every deadline at its moment.

    Args:
        begun: What has happened when it begins.
        truth: Its acts.
    """
    history = History()
    for event in begun:
        history, _ = add(history, event)
        yield event
    for true in truth:
        happened = event_of(true)
        if happened is None:
            continue
        while (due_ms := next_deadline_ms(history.table)) is not None and due_ms <= happened.at_ms:
            passed = TimePassed(due_ms)
            history, _ = add(history, passed)
            yield passed
        history, _ = add(history, happened)
        yield happened


def scripted_faults(
    begun: Iterable[CorrectableEvent], truth: Iterable[Truth]
) -> tuple[Accused, ...]:
    """What the rules say to that which really happens in a script."""
    faults: list[Accused] = []
    history = History()
    for event in scripted_events(begun, truth):
        history, step = add(history, event)
        faults += _accused(event.at_ms, step.verdict, step.effects)
    return tuple(faults)


def found_faults(entries: Iterable[Entry]) -> tuple[Accused, ...]:
    """What the device has sounded."""
    return tuple(
        accused
        for entry in entries
        for accused in _accused(entry.event.at_ms, entry.verdict, entry.effects)
    )


def compare(scripted: Sequence[Accused], found: Iterable[Accused]) -> Comparison:
    """Bring together what belongs together."""
    left = list(found)
    pairs: list[tuple[Accused, Accused | None]] = []
    for fault in scripted:
        match = next((each for each in left if _is_same(fault, each)), None)
        if match is not None:
            left.remove(match)
        pairs.append((fault, match))
    return Comparison(tuple(pairs), tuple(left))


def _is_same(fault: Accused, found: Accused) -> bool:
    same = (fault.seat, fault.finding) == (found.seat, found.finding)
    return same and abs(fault.at_ms - found.at_ms) < SAME_MS


def _accused(at_ms: int, verdict: Verdict | None, effects: Iterable[Effect]) -> Iterable[Accused]:
    for effect in effects:
        if not isinstance(effect, ShowSeat) or effect.buzz is Buzz.SILENT:
            continue
        judged = verdict is not None and verdict.seat is effect.seat
        if effect.buzz is Buzz.FAULT and verdict is not None and judged:
            yield Accused(at_ms, effect.seat, verdict.finding)
        else:
            yield Accused(at_ms, effect.seat, Finding.OVERTIME)


def event_of(true: Truth) -> CorrectableEvent | None:
    """What an act of a script is at the table; ``None`` where it is nobody's news."""
    seat, other = true.act.seat, true.act.other
    match true.act.deed:
        case Deed.LAYS if not true.act.face_down:
            return CardsLaid(true.rest_ms, seat, true.act.cards)
        case Deed.TURNS_UP:
            return CardsLaid(true.rest_ms, seat, true.act.cards)
        case Deed.TAKES if other is not None:
            return CardTaken(true.rest_ms, seat, other)
        case Deed.PASSES:
            return Passed(true.rest_ms, seat)
        case Deed.KNOCKS:
            return Passed(true.rest_ms, seat, Passing.KNOCK)
        case Deed.TAKES_BACK:
            return TakenBack(true.rest_ms, seat)
        case Deed.REPORTS:
            return Reported(true.rest_ms, seat)
        case Deed.DRAWS:
            return HandsDrawn(true.rest_ms)
        case _:
            return None
