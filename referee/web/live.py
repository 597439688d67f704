"""Live pages: every change is made into JSON once and told to all who watch.

Nobody has a queue. A watcher has a place in the log and a flag that something is new; when its
line is free it is sent the newest table and the log lines it has not got. So a slow watcher costs
no memory, skips what is out of date by itself, and one that comes back after a lost connection
goes on where it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.web.feed import Feed
from referee.web.ports import TableDesk
from referee.web.views.lines import line_json
from referee.web.views.log import Log, follow
from referee.web.views.pictures import Picture, Shown, guess_of, pictures_json, pictures_of
from referee.web.views.public import public_view
from referee.web.views.referee import referee_view

_log = logging.getLogger(__name__)

SHOWN_LINES = 60
"""Log lines that a page gets when it opens."""
_AT_ONCE = 16
"""Watchers told before the loop is given to somebody else."""


class Audience(Enum):
    REFEREES = "referees"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Place:
    """How far a watcher has got; its text form is the id of a server-sent event."""

    boot: str
    """Which run of the program; places of another run mean nothing."""
    anew: int
    """Which judging of the log."""
    lines: int

    def __str__(self) -> str:
        return f"{self.boot}.{self.anew}.{self.lines}"

    @classmethod
    def parse(cls, text: str | None) -> Place | None:
        """Read what a browser sends back; ``None`` for anything else."""
        parts = (text or "").split(".")
        if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()):
            return None
        return cls(parts[0], int(parts[1]), int(parts[2]))


@dataclass(eq=False, slots=True)
class Watcher:
    audience: Audience
    place: Place | None
    news: asyncio.Event = field(default_factory=asyncio.Event)


class TooManyWatchers(Exception):
    """The table shows itself to as many as it was set up for."""


class Live:
    """Keeps the newest views and everybody who watches. Lives in the page's event loop."""

    def __init__(
        self,
        desk: TableDesk,
        feed: Feed,
        most: Mapping[Audience, int],
        device: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        """Follow a table.

        Args:
            desk: Its owner.
            feed: Tells when something is new.
            most: How many may watch.
            device: How the device itself is, for referees; asked whenever something is new.
        """
        self._device = device
        self._desk = desk
        self._feed = feed
        self._most = most
        self._boot = secrets.token_hex(4)
        self._watchers: dict[Audience, set[Watcher]] = {a: set() for a in Audience}
        self._log = Log()
        self._rows = 0
        self._pictures: dict[int, tuple[Picture, ...]] = {}
        self._seen: dict[int, tuple[str, ...]] = {}
        """By row of cards that are asked for: what they looked like."""
        self._lines: list[str] = []
        self._tables: dict[Audience, str] = {}
        self._sent: dict[tuple[Audience, Place | None], bytes] = {}
        self._news = asyncio.Event()
        self.refresh()

    @property
    def log(self) -> Log:
        return self._log

    @property
    def pictures(self) -> Shown:
        """The pictures that rows rest on."""
        return self._pictures

    @property
    def rows(self) -> int:
        """Rows of the record that the views hold."""
        return self._rows

    async def run(self) -> None:
        """Follow the table for ever; entries that come while views are made are made together."""
        loop = asyncio.get_running_loop()
        self._feed.on_entry(lambda: loop.call_soon_threadsafe(self._news.set))
        self._news.set()
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                try:
                    self.refresh()
                except Exception:  # noqa: BLE001 - see below
                    # Our defect; the pages keep the last view and get the next one that can be
                    # made. Ending here would leave them with an old table and a living line.
                    _log.exception("row=%d no view", self._desk.history.rows)
                await self._tell()
        finally:
            self._feed.on_entry(None)

    def refresh(self) -> None:
        """Make the views of the table as it is now."""
        for entry in self._feed.after(self._rows):
            if found := pictures_of(entry.origin):
                self._pictures[entry.number] = found
            if guess := guess_of(entry):
                self._seen[entry.number] = guess
        history = self._desk.history
        before = self._log
        self._log = follow(before, history)
        self._rows = history.rows
        if self._log.made_anew != before.made_anew:
            self._lines = []
        for line in self._log.lines[len(self._lines) :]:
            told = line_json(line)
            if told is not None:
                row = line.counted.ref.row
                told["pictures"] = pictures_json(self._pictures, row)
                told["seen"] = list(self._seen.get(row, ()))
            self._lines.append("" if told is None else _dump(told))
        self._tables = {
            Audience.REFEREES: _dump(self.view(Audience.REFEREES)),
            Audience.PUBLIC: _dump(self.view(Audience.PUBLIC)),
        }
        self._sent = {}

    def view(self, audience: Audience) -> dict[str, Any]:
        """The newest view as a value."""
        made = (
            public_view(self._log)
            if audience is Audience.PUBLIC
            else referee_view(self._log, self._pictures) | self._device()
        )
        return made | {"rows": self._rows}

    def watch(self, audience: Audience, last_id: str | None) -> Watcher:
        """Take a place among those who watch; leave with `leave`.

        Raises:
            TooManyWatchers: When all places are taken.
        """
        if len(self._watchers[audience]) >= self._most[audience]:
            raise TooManyWatchers
        watcher = Watcher(audience, Place.parse(last_id))
        watcher.news.set()
        self._watchers[audience].add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        self._watchers[watcher.audience].discard(watcher)

    async def messages(self, watcher: Watcher) -> AsyncIterator[bytes]:
        """Server-sent events for one watcher, until it leaves or the table ends."""
        try:
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                if self._feed.ended:
                    return
                message, watcher.place = self._message(watcher)
                yield message
        finally:
            self.leave(watcher)

    def _message(self, watcher: Watcher) -> tuple[bytes, Place]:
        place = Place(self._boot, self._log.made_anew, len(self._lines))
        known = watcher.place
        if known is not None and (known.boot, known.anew) != (place.boot, place.anew):
            known = None
        key = (watcher.audience, known)
        if key not in self._sent:
            self._sent[key] = self._encode(watcher.audience, known, place)
        return self._sent[key], place

    def _encode(self, audience: Audience, known: Place | None, place: Place) -> bytes:
        begin = len(self._lines) - SHOWN_LINES if known is None else known.lines
        told = [line for line in self._lines[max(0, begin) :] if line]
        lines = "[]" if audience is Audience.PUBLIC else f"[{','.join(told)}]"
        anew = "true" if known is None else "false"
        data = f'{{"table":{self._tables[audience]},"anew":{anew},"lines":{lines}}}'
        return f"id: {place}\nevent: table\ndata: {data}\n\n".encode()

    async def _tell(self) -> None:
        for audience in (Audience.REFEREES, Audience.PUBLIC):
            for number, watcher in enumerate(tuple(self._watchers[audience]), start=1):
                watcher.news.set()
                if number % _AT_ONCE == 0:
                    await asyncio.sleep(0)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
