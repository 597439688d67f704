"""Records to write: the events of a whole random deal, with what the table makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from referee.ports import Entry, Record
from referee.record.journal import Journal
from referee.session.events import CardsLaid, DealStarted, Event, Passed, TimePassed
from referee.session.history import add, replay
from tests.bench.bench_rules import recorded_deal

ABOUT = {"session_sha256": "0" * 64}
WALL_CLOCK = "2026-01-01T00:00:00.000+00:00"


def deal_events(seed: int = 5) -> tuple[Event, ...]:
    """A deal from its start to its end, with a look at the clock now and then."""
    chance = Random(seed)  # noqa: S311  a deal, not a secret
    recorded = recorded_deal(chance)
    if recorded.start.to_act is None:
        raise AssertionError("a deal begins with somebody to act")
    at_ms = 0
    events: list[Event] = [DealStarted(at_ms, recorded.start.level, recorded.start.to_act)]
    for seat, cards in recorded.acts:
        at_ms += 1_000 * chance.randint(1, 15)
        if chance.random() < 0.1:
            events.append(TimePassed(at_ms - 500))
        events.append(CardsLaid(at_ms, seat, cards) if cards else Passed(at_ms, seat))
    return tuple(events)


def write(
    record: Record | Journal, events: Iterable[Event], before: Sequence[Event] = ()
) -> list[Entry]:
    """Judge *events* one after the other and append them; *before* is there already."""
    history, written = replay(before), []
    for event in events:
        history, taken = add(history, event)
        written.append(record.append(event, taken, {"note": history.rows}, WALL_CLOCK))
    return written
