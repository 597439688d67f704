"""A served table whose camera, desk and clock run in the time of a rendered script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.beginning import RoundBefore, first_deal
from referee.app.camera_news import CameraNews
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.handing_over import HandingOver
from referee.app.live_sources import KeyPressed, Watched
from referee.app.opening import Opening
from referee.app.rulesets import ruleset_named
from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.rules.cards import parse_cards
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTaken,
    CorrectableEvent,
    DealStarted,
    TimeForgiven,
    TimePassed,
)
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from tests.end_to_end.refereed import Rows, UnpaintedTable
from vision.eye.eye import Eye, Read
from vision.eye.playing import played
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.script import Script
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Cut, Frame, Source, Window

BEGAN_MS = 40_000
"""Table time of a script's beginning: its clock is another one than the table's."""


class Kept:
    """An evidence store that remembers how large each picture is."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}

    def keep(self, jpeg: bytes) -> str | None:
        name = f"{len(self.sizes) + 1:064x}"
        self.sizes[name] = len(jpeg)
        return name

    def find(self, name: str) -> bytes | None:
        return None if name not in self.sizes else bytes(self.sizes[name])


class _Telling:
    """A source that tells which pictures of cards were taken of it."""

    def __init__(self, source: Source, took: Callable[[Cut], object]) -> None:
        self._source, self._took = source, took

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._source.full_wh

    def frames(self) -> Iterator[Frame]:
        return self._source.frames()

    def cut(self, window: Window) -> Cut:
        cut = self._source.cut(window)
        self._took(cut)
        return cut

    def close(self) -> None:
        self._source.close()


class WatchedDeal:
    """Plays a script; what an official does is handed in at a moment of the script."""

    def __init__(
        self,
        script: Script,
        *,
        begins: DealStarted | None = None,
        read: Read | None = None,
    ) -> None:
        """Prepare a table.

        Args:
            script: What is played.
            begins: The deal that the script brings along; one that begins with drawing brings its
                round along by itself.
            read: The reader; ``None`` for a perfect one that needs no pictures.
        """
        self.script = script
        self.source = UnpaintedTable(script) if read is None else RenderedTable(script)
        self._read = read
        self.before = None
        if script.before is not None:
            self.before = RoundBefore(ruleset_named(script.before.ruleset), script.before.finish)
        self.now = BEGAN_MS
        self.rows, self.pictures = Rows(), Kept()
        self.said: list[str] = []
        self.stirred = 0
        runtime = Runtime(
            History(), self.rows, SimulatedPanel(), ScaledClock(0, 1.0), lambda _: None
        )
        self.desk = Desk(runtime, lambda: self.now)
        self.news = CameraNews(
            "rendered", "", lambda: self.now, lambda: self.desk.is_late, self.stir
        )
        self.handing = HandingOver(self.desk, self.pictures)
        self.begins: tuple[CorrectableEvent, ...] = () if begins is None else (begins,)
        if self.before is not None:
            self.begins = first_deal(self.before)
        self._orders: list[tuple[int, Callable[[Desk], object]]] = []

    def stir(self) -> None:
        self.stirred += 1

    def at(self, script_ms: int, order: Callable[[Desk], object]) -> None:
        """Have *order* given at a moment of the script."""
        self._orders.append((script_ms, order))
        self._orders.sort(key=lambda each: each[0])

    def play(self, until_ms: int | None = None, reads_take_ms: int = 90) -> list[Entry]:
        """Play to the end, or as far as the camera goes; returns all rows."""
        perfect = PerfectReader(self.source)
        eye = Eye(self.source.view, self.source.zones)
        opening = self._opening(eye)
        for frame, look in played(
            _Telling(self.source, opening.pictures.took),
            eye,
            self._read or (lambda _picture, patch, at_ms: perfect.read(patch, at_ms)),
            lambda: reads_take_ms,
        ):
            if until_ms is not None and frame.at_ms > until_ms:
                break
            self.now = BEGAN_MS + frame.at_ms
            while self._orders and self._orders[0][0] <= frame.at_ms:
                self._orders.pop(0)[1](self.desk)
            opening.looked(frame, look)
            self.handing.hand_over_waiting()
            self.desk.handle_due()
        return self.rows.entries

    def _opening(self, eye: Eye) -> Opening:
        keys = tuple(KeyPressed(key.at_ms, key.seat) for key in self.source.keys)
        script = self.script
        limits = (script.lead_ms, script.follow_ms)
        watched = Watched(
            self.source,
            self.source.view,
            self.source.zones,
            script.level,
            script.leader,
            script.cards_left,
            limits,
            keys=keys,
            before=self.before,
            drawn_ms=self.source.drawn_ms,
        )
        return Opening(
            watched,
            eye,
            self.desk,
            lambda: self.now,
            self.handing,
            self.news,
            lambda key, **_: self.said.append(key),
            self.begins,
        )

    @property
    def acts(self) -> list[str]:
        """Every row in short words, the passing of time left out."""
        return [
            said(entry)
            for entry in self.rows.entries
            if not isinstance(entry.event, TimePassed | TimeForgiven)
        ]


def started(script: Script, passing: Passing = Passing.KNOCK) -> DealStarted:
    """The deal of a script, to begin whenever it is handed in."""
    return DealStarted(
        0,
        script.level,
        script.leader,
        Clocks(script.lead_ms, script.follow_ms),
        script.cards_left,
        settings=TableSettings(passing),
    )


def begins(script: Script) -> Callable[[Desk], object]:
    """The referee begins the deal at the page."""
    event = started(script)
    return lambda desk: desk.submit(lambda at_ms: replace(event, at_ms=at_ms))


def enters(seat: Seat, cards: str) -> Callable[[Desk], object]:
    """The referee enters a play by hand."""
    return lambda desk: desk.submit(lambda at_ms: CardsLaid(at_ms, seat, parse_cards(cards)))


def said(entry: Entry) -> str:
    event = entry.event
    words = [type(event).__name__]
    if entry.verdict is not None:
        words.append(entry.verdict.seat.value)
    if isinstance(event, CardTaken):
        words += [event.seat.value, "from", event.laid_by.value]
    if isinstance(event, CardsLaid):
        words += [str(card) for card in event.cards]
    if isinstance(event, CardsUnread):
        words.append(event.reason)
    if entry.verdict is not None:
        words.append(entry.verdict.finding.value)
    return " ".join(words)
