"""A live table with its page: one thread owns the table, another one serves the page."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.app.act_view import chosen_languages
from referee.app.clock import ScaledClock, TableClock
from referee.app.compose import build_panel
from referee.app.desk import Desk
from referee.app.errors import InputRefused
from referee.app.health import looking
from referee.app.heart import DESK, Heart, beating
from referee.app.metrics_table import MeasuredRecord
from referee.app.notify import Notifier, is_managed
from referee.app.overseen import Overseen
from referee.app.panel_keys import PanelLine
from referee.app.rules_meanings import key_meaning, value_meaning
from referee.app.rulesets import loaded_ruleset, ruleset_ids
from referee.app.runtime import Runtime
from referee.app.seat_trial import UnitTrial
from referee.app.self_check import TableParts, TableSelfCheck
from referee.app.settings import Settings, WebSettings, table_settings
from referee.app.troubled_panel import TroubledPanel
from referee.ports import Entry, EvidenceStore, Record
from referee.rules.ruleset_keys import KEYS
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.ruleset_provenance import LoadedRuleset
from referee.session.history import History, replay
from referee.texts import Language
from referee.web.access.pins import Access, AccessFileError, load_access, new_access, save_access
from referee.web.access.roles import Role
from referee.web.app import build_app
from referee.web.feed import Feed
from referee.web.house import House, PageSettings
from referee.web.ports import DeckEnrolment
from referee.web.server import CertificateRefused, check_certificate, page_server

if TYPE_CHECKING:
    # A table without a camera needs neither OpenCV nor networks.
    from referee.app.camera_news import CameraNews
    from referee.app.table_camera import TableCamera

_SWITCH_S = 0.001
"""How long one thread may keep Python from another. The default of 5 ms is as long as everything
the table does for an event; two hundred pages being told would be felt at the seats."""
_STOPS_WITHIN_S = 3
_PAGE = "page"
_CAMERA = "camera"
_LONGEST_CAMERA_S = 30.0
"""A camera that is lost is let go of and opened again; a driver may take its time over both."""
_LONGEST_SILENCE_S = 5.0
"""Of desk and page. An SD card may take seconds for one sync; the unit's watchdog comes on top."""


class ServedDesk:
    """The desk as the page knows it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def history(self) -> History:
        return self._desk.runtime.history

    def submit(self, make: Any, origin: Mapping[str, Any] | None = None) -> Future[Entry]:
        return self._desk.submit(make, origin)


class ServedRulesets:
    """The rulesets that ship with the program and, if asked for, one from a file."""

    def __init__(self, own: LoadedRuleset | None = None) -> None:
        self._own = {} if own is None else {own.header.id: own}

    def ids(self) -> tuple[str, ...]:
        return tuple(sorted({*ruleset_ids(), *self._own}))

    def loaded(self, ruleset_id: str) -> LoadedRuleset:
        if ruleset_id not in self.ids():
            raise KeyError(ruleset_id)
        return self._own.get(ruleset_id) or loaded_ruleset(ruleset_id)

    def meaning(self, key: str) -> str:
        return key_meaning(KEYS[key])

    def value_meaning(self, value: object) -> str:
        return value_meaning(value)


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table with its page, before it runs."""

    desk: Desk
    house: House
    overseen: Overseen
    camera: TableCamera | None = None
    given_up: threading.Event = field(default_factory=threading.Event)
    """Set when the table was ended so that the service manager starts another process."""

    def serve(
        self,
        web: WebSettings,
        listening: socket.socket,
        language: Language,
        tell: Callable[[str], object],
    ) -> None:
        """Serve table and page until `Desk.stop`; the table lives in the calling thread.

        Args:
            web: Settings of the page.
            listening: Its socket.
            language: Of the status that the service manager shows.
            tell: Given a line when a part of the table does not answer.
        """
        sys.setswitchinterval(_SWITCH_S)
        notifier = Notifier()
        longest_s = dict.fromkeys((DESK, _PAGE), _LONGEST_SILENCE_S)
        if self.camera is not None:
            longest_s[_CAMERA] = _LONGEST_CAMERA_S
        heart = Heart(self.desk, notifier, longest_s, time.monotonic, language, tell)
        health, vitals = self.overseen.looked_at(heart, longest_s)
        with (
            looking(health),
            _page(
                replace(self.house, vitals=vitals), web, listening, lambda: heart.heard_of(_PAGE)
            ),
            beating(heart, notifier),
            nullcontext()
            if self.camera is None
            else self.camera.watching(lambda: heart.heard_of(_CAMERA)),
        ):
            self.desk.runtime.light_up()
            self.desk.serve()


@contextmanager
def live_table(
    settings: Settings,
    record: Record,
    before: list[Entry],
    access: Access,
    pictures: EvidenceStore | None,
    journal: Path,
    ruleset: str | None,
    tell: Callable[[str], object],
) -> Iterator[LiveTable]:
    """Take up the record of a table; its panel is let go of in the end.

    Args:
        settings: Of the table.
        record: Where everything that happens is written.
        before: What it holds already.
        access: PINs of the event.
        pictures: What verdicts rest on.
        journal: Where the record lies; a recording of the camera lies beside it.
        ruleset: Id or file that the set-up screen offers first.
        tell: Given a line when seat unit or camera is lost or back.

    Raises:
        InputRefused: If there is no such ruleset, or no such file for the camera.
    """
    own = None if ruleset is None else _ruleset(ruleset)
    history = replay(entry.event for entry in before)
    feed = Feed(before)
    now = history.table.now_ms
    clock = TableClock(now)
    line = PanelLine(chosen_languages(settings.texts.language), tell)
    panel = TroubledPanel(build_panel(settings.panel, line.press, line.state, clock.now_ms))
    measured = MeasuredRecord(record, clock.now_ms)
    try:
        trial = UnitTrial(panel, line, lambda: runtime.table)
        runtime = Runtime(history, measured, trial.panel, ScaledClock(now, 1.0), feed.heard)
        desk = Desk(runtime, clock.now_ms, round(settings.camera.patience_seconds * 1000))
        camera: TableCamera | None = None
        news: CameraNews | None = None
        enrolment: DeckEnrolment | None = None
        given_up = threading.Event()
        if settings.camera.source:
            from referee.app.deck_desk import DeckDesk
            from referee.app.full_frames import FullFrames
            from referee.app.serve_camera import served_camera

            def give_up() -> None:
                given_up.set()
                desk.stop()

            frames = FullFrames()
            camera, news = served_camera(
                settings,
                desk,
                clock.now_ms,
                pictures,
                before,
                journal,
                tell,
                feed.stir,
                frames,
                give_up if is_managed() else None,
            )
            seen = news
            enrolment = DeckDesk(
                settings,
                frames.newest,
                lambda: seen.state().px_per_mm or None,
                lambda: runtime.table,
            )
        line.connect(desk)
        page = PageSettings(
            hosts=tuple(settings.web.hosts),
            open_to_watch=settings.web.open_to_watch,
            most_watchers=settings.web.most_watchers,
            secure=bool(settings.web.certificate),
            language=settings.texts.language,
            default_ruleset="advised-defaults" if own is None else own.header.id,
            table=table_settings(settings),
        )
        shelf = ServedRulesets(own)
        deck = Path(settings.reader.deck) if settings.reader.deck else None
        parts = TableParts(settings, measured, lambda: len(feed), line, deck=deck, camera=news)
        house = House(
            ServedDesk(desk),
            feed,
            shelf,
            access,
            pictures,
            page,
            camera=news,
            check=TableSelfCheck(parts),
            trial=trial,
            enrolment=enrolment,
        )
        overseen = Overseen(settings, measured, line, panel, feed, news)
        yield LiveTable(desk, house, overseen, camera, given_up)
    finally:
        panel.close()


def open_access(path: Path, *, fresh: bool) -> tuple[Access, dict[Role, str]]:
    """The PINs of the event.

    Args:
        path: The access file; made when it is not there.
        fresh: Make new PINs in any case.

    Returns:
        What is kept of the PINs, and the PINs themselves if they were made just now.

    Raises:
        InputRefused: If the file is no access file or cannot be written.
    """
    try:
        if not fresh and path.exists():
            return load_access(path), {}
        access, pins = new_access()
        save_access(path, access)
    except AccessFileError as error:
        raise InputRefused(str(error)) from error
    except OSError as error:
        raise InputRefused(f"{path}: cannot be used ({error.strerror})") from error
    return access, pins


def listen(web: WebSettings) -> socket.socket:
    """The socket of the page.

    Raises:
        InputRefused: When the address is taken or not ours, or TLS is wanted and cannot be spoken.
    """
    try:
        check_certificate(web.certificate, web.key)
    except CertificateRefused as error:
        raise InputRefused(f"web.certificate, web.key: {error}") from error
    try:
        return socket.create_server((web.host, web.port), backlog=256)
    except (OSError, OverflowError) as error:
        raise InputRefused(f"web.host {web.host!r}, web.port {web.port}: {error}") from error


def stop_on_signals(desk: Desk) -> None:
    """End the table after what was handed in before, on SIGINT and SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: desk.stop())


@contextmanager
def _page(
    house: House, web: WebSettings, listening: socket.socket, heard: Callable[[], object]
) -> Iterator[None]:
    server = page_server(build_app(house), web.certificate, web.key, heard)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listening]}, name="page", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        house.feed.end()
        server.should_exit = True
        thread.join(_STOPS_WITHIN_S)
        listening.close()


def _ruleset(name: str) -> LoadedRuleset:
    try:
        return loaded_ruleset(name)
    except RulesetError as error:
        raise InputRefused(*map(str, error.mistakes)) from error
