"""A deal at a rendered table, seen and judged for real, and compared with what really happened."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from referee.app.act_view import chosen_languages
from referee.app.alarm import Alarm
from referee.app.demo_referee import DemoReferee
from referee.app.errors import FAILED, MISJUDGED, InputRefused
from referee.app.evidence_pictures import open_evidence
from referee.app.journals import open_for_run
from referee.app.live_sources import DealWords, Watched, open_source
from referee.app.runtime import Runtime
from referee.app.script_faults import (
    Accused,
    Comparison,
    compare,
    found_faults,
    scripted_faults,
)
from referee.app.settings import journal_folder, load_settings, spare_folder
from referee.app.terminal.moment import Moment, sounds_at
from referee.app.terminal.picture import worth_text
from referee.app.terminal.views import DealView, view_for
from referee.app.terminal.words import Words
from referee.app.watched_table import beginning, referee_watched
from referee.app.watching import card_reading
from referee.ports import Entry
from referee.record.fallback import FallbackRecord
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, CardsUnread
from referee.session.places import shown_order
from referee.session.table import Phase, Table
from referee.texts import finding_name, say, seat_name
from referee.web.views.log import Log, follow
from vision.eye.eye import Eye, Look
from vision.eye.patient import Pace, patiently
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Cut, Frame


def run(arguments: argparse.Namespace, script: Path) -> int:
    """Referee the deal of *script* in a view for people.

    Returns:
        `MISJUDGED` if a fault of the script was missed, somebody was accused who did nothing wrong,
        or the deal did not come to its end.

    Raises:
        InputRefused, JournalError: Before anything was refereed.
    """
    settings = load_settings(arguments.config, "simulated")
    nothing_said = DealWords(Level.parse("2"), Seat.EAST, (0, 0))
    watched = open_source(f"rendered:{script}", None, nothing_said)
    table = watched.source
    if not isinstance(table, RenderedTable):
        raise InputRefused(f"{script}: want the script of a rendered table")
    languages = chosen_languages(arguments.language or settings.texts.language)
    words, console = Words(languages), Console()
    scripted = scripted_faults(beginning(watched), table.truth)
    alarm = Alarm(languages)
    journal, _ = open_for_run(
        arguments.journal,
        journal_folder(settings),
        script.stem,
        {"source": f"rendered:{script.name}"},
        resume=False,
        spare_folder=spare_folder(settings),
        tell=alarm.mended,
        alarm=alarm.begun_in_spare,
    )
    record = FallbackRecord(journal, spare_folder(settings), alarm.record)
    entries: list[Entry] = []
    evidence = open_evidence(settings, record.path, lambda: entries, alarm.pictures)
    pace = Pace(arguments.speed or 1.0)
    try:
        _say(console, words, "run.journal", path=record.path)
        _begin(console, words, watched)
        read = card_reading(settings.reader)

        def looks(eye: Eye, took_cut: Callable[[Cut], object]) -> Iterator[tuple[Frame, Look]]:
            return patiently(table, eye, read, pace, took_cut=took_cut)

        with view_for(console, words, lines=arguments.lines) as view:
            showing = _Showing(view, entries, scripted)
            referee = DemoReferee(table.truth)

            def shown(runtime: Runtime, at_ms: int) -> None:
                referee.attend(runtime, entries, at_ms)
                showing.moment(runtime, at_ms)

            failed = referee_watched(
                watched,
                looks,
                settings.panel,
                record,
                evidence,
                entries,
                tell_state=lambda _: None,
                shown=shown,
            )
    finally:
        missing = record.close()
    comparison = compare(scripted, found_faults(entries))
    _end(console, words, showing.table, comparison, entries)
    if pace.stood_still_s >= 1:
        _say(console, words, "demo.stood_still", seconds=round(pace.stood_still_s))
    if missing or failed is not None:
        return FAILED
    is_over = showing.table.phase is Phase.ENDED
    return 0 if comparison.is_right and is_over else MISJUDGED


class _Showing:
    """Puts each moment together for the view."""

    def __init__(self, view: DealView, entries: list[Entry], scripted: tuple[Accused, ...]) -> None:
        self._view = view
        self._entries = entries
        self._scripted = scripted
        self._log = Log()
        self._seen = 0
        self._comparison: Comparison = compare(scripted, ())

    @property
    def table(self) -> Table:
        return self._log.table

    def moment(self, runtime: Runtime, at_ms: int) -> None:
        news = self._entries[self._seen :]
        if news:
            self._seen = len(self._entries)
            self._log = follow(self._log, runtime.history)
            self._comparison = compare(self._scripted, found_faults(self._entries))
        sounds = sounds_at(self._entries, at_ms)
        self._view.show(Moment(at_ms, self._log, sounds, self._comparison), news)


def _begin(console: Console, words: Words, watched: Watched) -> None:
    for language in words.languages:
        level = str(watched.level).replace("T", "10")
        text = say("demo.deal", language, level=level, leader=seat_name(watched.leader, language))
        console.print(text, highlight=False, markup=False, soft_wrap=True)


def _end(
    console: Console, words: Words, table: Table, comparison: Comparison, entries: list[Entry]
) -> None:
    """What came of the deal, and how the device did."""
    order = shown_order(table)
    if table.phase is Phase.ENDED and order:
        for language in words.languages:
            finish = " ".join(seat_name(seat, language) for seat in order)
            worth = worth_text(table, Words([language]))
            text = f"{say('run.finish', language, finish=finish)}; {worth}"
            console.print(text, highlight=False, markup=False, soft_wrap=True)
    else:
        _say(console, words, "demo.open")
    laid = [entry.event for entry in entries if isinstance(entry.event, CardsLaid | CardsUnread)]
    read = sum(isinstance(event, CardsLaid) for event in laid)
    _say(console, words, "demo.read", plays=len(laid), read=read)
    _say(
        console,
        words,
        "demo.found",
        scripted=len(comparison.scripted),
        found=comparison.found,
        innocent=len(comparison.innocent),
    )
    missed = [fault for fault, found in comparison.scripted if found is None]
    for key, faults in (("demo.missed", missed), ("demo.accused", comparison.innocent)):
        for fault in faults:
            _accusation(console, words, key, fault)


def _accusation(console: Console, words: Words, key: str, fault: Accused) -> None:
    for language in words.languages:
        text = say(
            key,
            language,
            at=f"{fault.at_ms / 1000:.1f}",
            seat=seat_name(fault.seat, language),
            finding=finding_name(fault.finding, language),
        )
        console.print(text, highlight=False, markup=False, soft_wrap=True)


def _say(console: Console, words: Words, key: str, /, **facts: object) -> None:
    for language in words.languages:
        console.print(say(key, language, **facts), highlight=False, markup=False, soft_wrap=True)
