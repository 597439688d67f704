"""What holds for every stream of events, hostile ones too, in every phase and ruleset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.app.rulesets import ruleset_ids, ruleset_named
from referee.record.codec import decode_event, encode_event
from referee.rules.cards import FULL_DECK
from referee.session.effects import Announce, AskReferee, Buzz, Lamp, Notice, Question, ShowSeat
from referee.session.events import (
    CorrectableEvent,
    Corrected,
    Event,
    PassDenied,
    PlayTakenUp,
    RowRef,
    Ruled,
    SeatEvent,
    Signed,
    TimeForgiven,
    TimePassed,
)
from referee.session.history import History, add, preview, replay
from referee.session.signals import lamp
from referee.session.step import EXPECTED, Step, next_deadline_ms, step
from referee.session.table import Phase, Table
from referee.session.verdict import Finding
from referee.session.waiting import waiting_for
from tests.session.streams import KINDS, SEATS, stream

RULESETS = st.sampled_from(ruleset_ids())
CHANCES = st.integers(0, 2**32).map(Random)

NOTHING_HAPPENED = frozenset({Finding.NOT_NOW, Finding.DEAL_IS_OVER, Finding.NOTHING_TO_TAKE_BACK})
"""Findings of acts that change nothing at all."""
SURE_FAULTS = frozenset(
    {
        Finding.OUT_OF_TURN_PLAY,
        Finding.OUT_OF_TURN_PASS,
        Finding.NOT_A_COMBINATION,
        Finding.DOES_NOT_BEAT,
        Finding.LEADER_MAY_NOT_PASS,
        Finding.WRONG_TRIBUTE,
        Finding.WRONG_RETURN,
    }
)
TOLD_ONCE = frozenset({Notice.LEAD, Notice.CUT_AGAIN, Notice.MAY_CHOOSE, Notice.NEXT_GAME})
"""Notices that nothing is waited for after; a choice may also come from a penalty."""
DOUBTS = frozenset(
    {Finding.UNSURE, Finding.FOREIGN_CARD, Finding.NOT_IN_HAND, Finding.WRONG_DECLARATION}
)


def is_refused(before: Table, event: CorrectableEvent, done: Step) -> bool:
    """Whether *event* may have changed nothing but the time."""
    if type(event) not in EXPECTED[before.phase]:
        return True
    if done.verdict is not None and done.verdict.finding in NOTHING_HAPPENED:
        return True
    refusals = {Question.RULING_NOT_POSSIBLE, Question.CHIEF_NEEDED}
    return any(isinstance(e, AskReferee) and e.question in refusals for e in done.effects)


def check(before: Table, event: CorrectableEvent, done: Step) -> None:
    """Everything that must hold after one event; *before* has let the time pass already."""
    after = done.table
    assert after.now_ms == max(before.now_ms, event.at_ms)
    if is_refused(before, event, done):
        assert after == before, done
    lit = [seat for seat in SEATS if lamp(after, seat) not in (Lamp.OFF, Lamp.FAULT)]
    if after.phase is Phase.PLAYING:
        assert len(after.to_act) == 1
        assert len(lit) <= 1
    due = next_deadline_ms(after)
    assert due is None or due > after.now_ms
    sounded = [
        e.seat for e in done.effects if isinstance(e, ShowSeat) and e.buzz is not Buzz.SILENT
    ]
    if done.verdict is not None:
        if done.verdict.finding in SURE_FAULTS:
            assert sounded == [done.verdict.seat]
            assert without_what_a_fault_leaves(after) == without_what_a_fault_leaves(before)
        if done.verdict.finding in DOUBTS | NOTHING_HAPPENED:
            assert not sounded
    if isinstance(event, SeatEvent | Ruled | PassDenied) and not after.uncounted:
        assert cards_of(after) == cards_of(before) or before.phase is not after.phase
    still = set(waiting_for(after))
    for effect in done.effects:
        if isinstance(effect, Announce) and effect.notice not in TOLD_ONCE:
            assert effect in still, effect
    numbers = [case.number for case in after.cases]
    assert numbers == list(range(1, len(numbers) + 1))


def cards_of(table: Table) -> int | None:
    """Cards laid and cards in hand; 108 unless a person has counted otherwise."""
    if table.deal is None or not table.same_deck:
        return None
    return len(table.deal.laid) + sum(left for _, left in table.deal.cards_left.items())


def without_what_a_fault_leaves(table: Table) -> Table:
    """Cards that do not stand, their case, and a clock that stands."""
    return replace(table, cases=(), refused=(), unread=None, clock=None)


@settings(max_examples=60, deadline=None)
@given(CHANCES, RULESETS, st.sampled_from((0.02, 0.2, 0.8)))
def test_any_stream_is_refereed(chance: Random, ruleset_id: str, odd: float) -> None:
    """Nothing raises, refused events change nothing, doubt is silent, no card is lost.

    And the events alone, written down and read again, lead to the same table.
    """
    table, events, counted = Table(), list[Event](), True
    for event in stream(chance, ruleset_named(ruleset_id), 120, odd=odd):
        done = step(table, event)
        check_time(table, event, done)
        counted = counted and not isinstance(event, PlayTakenUp)
        table = done.table
        if counted and table.round is not None and not table.uncounted:
            assert cards_of(table) in (None, len(FULL_DECK))
        events.append(event)
    written = [json.dumps(encode_event(event)) for event in events]
    read = [decode_event(json.loads(line)) for line in written]
    assert read == events
    assert replay(read).table == table


def check_time(table: Table, event: CorrectableEvent, done: Step) -> None:
    """An event finds everything signalled that was due before it, whoever asked for that."""
    if isinstance(event, TimeForgiven):
        assert done.table.now_ms >= table.now_ms
        return
    before = table
    while (due := next_deadline_ms(before)) is not None and due <= event.at_ms:
        before = step(before, TimePassed(due)).table
    before = step(before, TimePassed(event.at_ms)).table
    again = step(before, event)
    assert (again.table, again.verdict) == (done.table, done.verdict)
    check(before, event, again)


def test_streams_hold_every_kind_of_event_and_reach_every_phase() -> None:
    """The property above is about all of them."""
    seen, phases, table = set[type](), set[Phase](), Table()
    for seed in range(40):
        table = Table()
        chance = Random(seed)  # noqa: S311  a stream, not a secret
        for event in stream(chance, ruleset_named("rules-135"), 150, odd=0.1):
            table = step(table, event).table
            seen.add(type(event))
            phases.add(table.phase)
    assert seen == set(KINDS)
    assert phases == set(Phase) - {Phase.TIED}


def recorded(chance: Random, ruleset_id: str, length: int) -> History:
    return replay(stream(chance, ruleset_named(ruleset_id), length, odd=0.05))


@settings(max_examples=30, deadline=None)
@given(CHANCES, RULESETS)
def test_undoing_a_correction_gives_the_table_as_if_it_never_was(
    chance: Random, ruleset_id: str
) -> None:
    """Events that a correction put in are taken out by another one without a trace."""
    history = recorded(chance, ruleset_id, 60)
    first = chance.choice(history.counted)
    extra = tuple(stream(chance, ruleset_named(ruleset_id), 40))[-3:]
    extra = tuple(replace(event, at_ms=first.event.at_ms) for event in extra)
    now_ms = history.table.now_ms
    corrected, _ = add(history, Corrected(now_ms, first.ref, None, extra))
    row = corrected.rows
    undone, _ = add(corrected, Corrected(now_ms, RowRef(row, 1), RowRef(row, len(extra))))

    assert without_time(undone.table) == without_time(history.table)


def without_time(table: Table) -> Table:
    return replace(table, clock=None, now_ms=0)


@settings(max_examples=30, deadline=None)
@given(CHANCES, RULESETS)
def test_preview_names_exactly_the_verdicts_that_differ(chance: Random, ruleset_id: str) -> None:
    """What is shown before a correction is what it does."""
    history = recorded(chance, ruleset_id, 60)
    begin, end = sorted(chance.choices(range(len(history.counted)), k=2))
    refs = [counted.ref for counted in history.counted]
    instead = tuple(stream(chance, ruleset_named(ruleset_id), 5))[: chance.randrange(3)]
    correction = Corrected(history.table.now_ms + 500, refs[begin], refs[end], instead)
    seen = preview(history, correction)
    corrected, _ = add(history, correction)

    assert seen is not None
    assert seen.history == corrected
    was = {counted.ref: counted.verdict for counted in history.counted}
    becomes = {counted.ref: counted.verdict for counted in corrected.counted}
    differ = {ref for ref in was | becomes if was.get(ref) != becomes.get(ref)}
    assert {difference.ref for difference in seen.differences} == differ
    for difference in seen.differences:
        assert isinstance(difference.event, SeatEvent)
        assert difference.before == was.get(difference.ref)
        assert difference.after == becomes.get(difference.ref)


@settings(max_examples=30, deadline=None)
@given(CHANCES, RULESETS)
def test_a_corrected_record_is_replayed_like_any_other(chance: Random, ruleset_id: str) -> None:
    """Corrections are rows: the rows alone give the same history, table and verdicts."""
    rows: list[Event] = list(stream(chance, ruleset_named(ruleset_id), 40, odd=0.05))
    history = replay(rows)
    for _ in range(3):
        refs = [counted.ref for counted in history.counted]
        ref = chance.choice(refs)
        last = chance.choice((None, ref))
        instead = tuple(stream(chance, ruleset_named(ruleset_id), 3))
        row = Corrected(history.table.now_ms, ref, last, instead)
        rows.append(row)
        history, _ = add(history, row)
        assert decode_event(json.loads(json.dumps(encode_event(row)))) == row

    again = replay(rows)
    assert again == history
    assert [counted.after for counted in again.counted] == [c.after for c in history.counted]
    table = Table()
    for counted in history.counted:
        if not isinstance(counted.event, Signed):
            assert step(table, counted.event).table == counted.after
        table = counted.after
    assert table == history.table


def test_a_correction_that_names_no_place_changes_nothing_but_the_row_count() -> None:
    """A page that was open too long cannot break the record."""
    chance = Random(5)  # noqa: S311  a stream, not a secret
    history = recorded(chance, "union-2024", 20)
    nowhere = Corrected(history.table.now_ms, RowRef(999), None)
    after, done = add(history, nowhere)

    assert preview(history, nowhere) is None
    assert replace(after, rows=history.rows) == history
    assert done == Step(history.table)


DIGEST = """
from hashlib import sha256
from random import Random
from referee.app.rulesets import ruleset_named
from referee.session.step import step
from referee.session.table import Table
from tests.session.streams import stream
table, seen = Table(), sha256()
for event in stream(Random(7), ruleset_named("national-2017"), 400, odd=0.05):
    done = step(table, event)
    table = done.table
    seen.update(repr((done.verdict, done.effects, table.cases, table.deal, table.clock)).encode())
print(seen.hexdigest())
"""


def test_two_processes_referee_alike() -> None:
    """Nothing hangs on the order in which a process happens to keep its sets."""
    runs = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1
