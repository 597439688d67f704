"""One rendered deal, watched, read and judged, and how that compares with what really happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.live import CameraClock, LiveTable
from referee.app.runtime import Runtime
from referee.app.script_faults import event_of
from referee.ports import Entry
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import Buzz, ShowSeat
from referee.session.events import CardsLaid, CardsUnread, DealStarted, Event, Passed, TakenBack
from referee.session.history import History
from referee.session.step import Step
from referee.session.table_settings import Passing, TableSettings
from vision.eye.eye import Eye, Look, Read
from vision.eye.playing import played
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.script import Deed, Script
from vision.rendered.table.source import RenderedTable
from vision.rendered.table.timeline import Truth
from vision.sources.base import Cut, Frame, Window

SAME_MS = 1500
"""Found and true moments of one act differ by less."""


class Rows:
    """A record in memory; implements `referee.ports.Record`."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def waiting(self) -> int:
        return 0

    def catch_up(self) -> None:
        pass

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        entry = Entry(len(self.entries) + 1, wall_clock, event, step.verdict, step.effects, origin)
        self.entries.append(entry)
        return entry


class UnpaintedTable(RenderedTable):
    """A rendered table whose cuts are black: for readers that do not look at them."""

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        shape = (window.height, window.width, 3)
        moment = self._shown_ms if at_ms is None else at_ms
        return Cut(np.zeros(shape, np.uint8), moment, window)


@dataclass(frozen=True, slots=True)
class Alarm:
    at_ms: int
    seat: Seat
    buzz: Buzz


@dataclass(slots=True)
class Score:
    """Counts of acts, and every single thing that went wrong in words."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    final_ms: list[int] = field(default_factory=list)
    """From cards at rest to the act being final, table time."""

    def add(self, other: Score) -> None:
        self.counts += other.counts
        self.wrong += other.wrong
        self.final_ms += other.final_ms


def referee(
    script: Script,
    read: Read | None,
    takes_ms: Callable[[], int] = lambda: 90,
    still_ms: int = 0,
) -> Score:
    """Watch a script being played.

    Args:
        script: The deal.
        read: The reader; ``None`` for a perfect one.
        takes_ms: How long a reading takes, in table time.
        still_ms: How long nobody moves at the end, for readings that are late.
    """
    kind = RenderedTable if read is not None else UnpaintedTable
    table = kind(script, still_ms=still_ms)
    perfect = PerfectReader(table)
    refereed = Refereed(script, Eye(table.view, table.zones), table)
    for frame, look in played(
        table,
        refereed.eye,
        read or (lambda _picture, patch, at_ms: perfect.read(patch, at_ms)),
        takes_ms,
    ):
        refereed.take(frame, look)
    return score(script, table.truth, refereed.entries)


class Refereed:
    """An eye, keys and the rules on one deal."""

    def __init__(self, script: Script, eye: Eye, table: RenderedTable) -> None:
        """Begin the deal of *script*; *table* says when keys are pressed and the script ends."""
        self.eye = eye
        eye.begin_deal(dict(zip(Seat, script.cards_left, strict=True)))
        self._rows = Rows()
        clock = CameraClock()
        runtime = Runtime(History(), self._rows, SimulatedPanel(), clock, lambda _: None)
        runtime.handle(_started(script), {})
        self._live = LiveTable(runtime, eye)
        self._keys = list(table.keys)
        self._end_ms = table.timeline.end_ms

    @property
    def entries(self) -> list[Entry]:
        return self._rows.entries

    def take(self, frame: Frame, look: Look) -> None:
        """Judge what came of a frame."""
        while self._keys and self._keys[0].at_ms <= frame.at_ms:
            key = self._keys.pop(0)
            self._live.press(key.at_ms, key.seat)
        self._live.take(look.found)
        # Nobody is late for what the script leaves out.
        self._live.advance(min(self.eye.known_until_ms, self._end_ms))


def judged(script: Script, truth: tuple[Truth, ...]) -> list[Entry]:
    """What the session says to what really happened."""
    rows = Rows()
    runtime = Runtime(History(), rows, SimulatedPanel(), CameraClock(), lambda _: None)
    runtime.handle(_started(script), {})
    for true in truth:
        event = event_of(true)
        if event is not None:
            runtime.wait_until(event.at_ms)
            runtime.handle(event, {})
    return rows.entries


def _started(script: Script) -> DealStarted:
    clocks = Clocks(script.lead_ms, script.follow_ms)
    return DealStarted(
        0,
        script.level,
        script.leader,
        clocks,
        script.cards_left,
        settings=TableSettings(Passing.KNOCK),
    )


def score(script: Script, truth: tuple[Truth, ...], entries: list[Entry]) -> Score:
    """How well *entries* fit what really happened."""
    score = Score()
    found = [entry for entry in entries if isinstance(entry.event, CardsLaid | CardsUnread)]
    for entry in found:
        if "rest_to_final_ms" in entry.origin:
            score.final_ms.append(entry.origin["rest_to_final_ms"])
    for true in truth:
        if true.act.deed is Deed.LAYS:
            _score_play(score, true, found)
    for entry in found:
        _note(score, "invented", f"{_said(entry)}")
    _score_others(score, truth, entries, TakenBack, Deed.TAKES_BACK, "taken back")
    _score_others(score, truth, entries, Passed, Deed.KNOCKS, "knock")
    _scorealarms(score, judged(script, truth), entries)
    return score


def _score_play(score: Score, true: Truth, found: list[Entry]) -> None:
    """Take the entry of one true play out of *found* and count how well it fits."""
    score.counts["plays"] += 1
    near = [entry for entry in found if abs(entry.event.at_ms - true.rest_ms) <= SAME_MS]
    cards = Counter(true.act.cards)

    def fits(entry: Entry) -> int:
        event = entry.event
        same_seat = isinstance(event, CardsLaid | CardsUnread) and event.seat is true.act.seat
        same_cards = isinstance(event, CardsLaid) and Counter(event.cards) == cards
        return 2 * same_seat + 3 * same_cards

    best = max(near, key=fits, default=None)
    words = f"{true.rest_ms} {true.act.seat.value} {' '.join(map(str, true.act.cards))}"
    if best is None or fits(best) < 2:
        _note(score, "missed", words)
        return
    found.remove(best)
    if isinstance(best.event, CardsUnread):
        _note(score, "unsure", f"{words}: {best.event.reason} {best.origin.get('seen')}")
        return
    if fits(best) == 5:
        score.counts["right"] += 1
        in_order = isinstance(best.event, CardsLaid) and best.event.cards == true.act.cards
        score.counts["right and in laid order"] += in_order
        return
    if fits(best) == 3:
        _note(score, "wrong seat", f"{words}: {_said(best)}")
        return
    seen = Counter(best.event.cards) if isinstance(best.event, CardsLaid) else Counter()
    kind = "split" if seen < cards else "merged" if cards < seen else "misread"
    _note(score, kind, f"{words}: {_said(best)}")


def _score_others(
    score: Score,
    truth: tuple[Truth, ...],
    entries: list[Entry],
    kind: type[Event],
    deed: Deed,
    name: str,
) -> None:
    found = [
        entry
        for entry in entries
        if isinstance(entry.event, kind) and entry.origin.get("how") != "key"
    ]
    for true in truth:
        if true.act.deed is not deed:
            continue
        score.counts[name] += 1
        match = next(
            (
                entry
                for entry in found
                if entry.verdict is not None
                and entry.verdict.seat is true.act.seat
                and abs(entry.event.at_ms - true.gone_ms) <= SAME_MS
            ),
            None,
        )
        if match is None:
            _note(score, f"{name} missed", f"{true.rest_ms} {true.act.seat.value}")
        else:
            found.remove(match)
            score.counts[f"{name} right"] += 1
    for entry in found:
        _note(score, f"{name} invented", _said(entry))


def _scorealarms(score: Score, wanted: list[Entry], given: list[Entry]) -> None:
    expected, heard = alarms(wanted), alarms(given)
    score.counts["irregularities"] += len(expected)
    for alarm in expected:
        match = next(
            (
                each
                for each in heard
                if (each.seat, each.buzz) == (alarm.seat, alarm.buzz)
                and abs(each.at_ms - alarm.at_ms) <= 2 * SAME_MS
            ),
            None,
        )
        if match is None:
            _note(score, "irregularity missed", f"{alarm}")
        else:
            heard.remove(match)
    for alarm in heard:
        _note(score, "false alarm", f"{alarm}")


def alarms(entries: list[Entry]) -> list[Alarm]:
    return [
        Alarm(entry.event.at_ms, effect.seat, effect.buzz)
        for entry in entries
        for effect in entry.effects
        if isinstance(effect, ShowSeat) and effect.buzz is not Buzz.SILENT
    ]


def _note(score: Score, kind: str, words: str) -> None:
    score.counts[kind] += 1
    score.wrong.append(f"{kind}: {words}")


def _said(entry: Entry) -> str:
    event = entry.event
    seat = entry.verdict.seat.value if entry.verdict is not None else "?"
    cards = " ".join(map(str, event.cards)) if isinstance(event, CardsLaid) else ""
    return f"{event.at_ms} {type(event).__name__} {seat} {cards}".rstrip()
