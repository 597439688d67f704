"""Events, verdicts and orders as JSON and back: nothing is lost, and nothing foreign is let in."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.app.rulesets import ruleset_ids, ruleset_named
from referee.record.codec import decode_effect, decode_event, decode_verdict, encode_event
from referee.record.rows import Head, Row
from referee.session.events import Corrected, RoundStarted, RowRef
from referee.session.history import History, add
from tests.session.streams import KINDS, stream


def test_every_kind_of_event_with_what_it_did_comes_back() -> None:
    """Hostile streams under sheets that differ most; a correction that holds them all, too."""
    seen = set()
    for number, ruleset in enumerate(("jiangsu-2017", "union-2024", "general-never-demote")):
        chance = Random(number)  # noqa: S311  a stream, not a secret
        events = list(stream(chance, ruleset_named(ruleset), 250, odd=0.6))
        history, head = History(), Head(0, "")
        for event in (*events, Corrected(0, RowRef(1), None, tuple(events))):
            history, taken = add(history, event)
            row = Row.after(head, event, taken, {"seen": ["C5"]}, "2026-01-01T00:00:00Z")
            entry = row.entry()
            assert entry.event == event
            assert (entry.verdict, entry.effects) == (taken.verdict, taken.effects)
            assert entry.origin == {"seen": ["C5"]}
            head = row.head
            seen.add(type(event))
    assert seen == {*KINDS, Corrected}


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_shipped_ruleset_comes_back(name: str) -> None:
    """The record of a round holds every switch it was played by."""
    started = RoundStarted(0, ruleset_named(name))
    assert decode_event(encode_event(started)) == started


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"kind": "no_such_event", "at_ms": 0},
        {"kind": "passed"},
        {"kind": "passed", "at_ms": 0, "seat": "X"},
        {"kind": "passed", "at_ms": 0, "seat": "E", "shown_by": "key", "later_field": 1},
        {"kind": "cards_laid", "at_ms": 0, "seat": "E", "cards": []},
        {"kind": "cards_laid", "at_ms": 0, "seat": "E", "cards": ["ZZ"]},
        [],
        None,
        "passed",
    ],
)
def test_what_is_no_event_is_refused_with_what_was_found(row: Any) -> None:
    """Also a field that this program does not know: it would be lost on the way back."""
    with pytest.raises(ValueError, match="no event: "):
        decode_event(row)


def test_what_is_no_verdict_or_order_is_refused() -> None:
    """The other columns are as strict."""
    with pytest.raises(ValueError, match="no verdict: "):
        decode_verdict({"seat": "E"})
    with pytest.raises(ValueError, match="no order: "):
        decode_effect({"kind": "explode"})


def test_fields_of_later_versions_have_defaults() -> None:
    """A pass written before it was known how it was shown is still a pass."""
    assert decode_event({"kind": "passed", "at_ms": 7, "seat": "E"}).at_ms == 7
