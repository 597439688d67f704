"""``guandan-referee run --source``: referee a table that is watched."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from referee.app.act_view import ActView, chosen_languages
from referee.app.alarm import Alarm
from referee.app.errors import FAILED, InputRefused
from referee.app.evidence_pictures import open_evidence
from referee.app.journals import open_for_run
from referee.app.live_sources import DealWords, open_source
from referee.app.runtime import Runtime
from referee.app.settings import journal_folder, load_settings, spare_folder
from referee.app.unit_news import UnitNews
from referee.app.watched_table import referee_watched
from referee.app.watching import card_reading, looks
from referee.ports import Entry
from referee.record.fallback import FallbackRecord
from referee.rules.level import Level, LevelTextError
from referee.rules.seats import Seat
from referee.session.events import SeatEvent
from referee.session.history import replay
from vision.sources.base import SourceError


def run(arguments: argparse.Namespace) -> int:
    """Referee until the source ends; raises `InputRefused`, `JournalError`."""
    settings = load_settings(arguments.config, arguments.panel)
    watched = open_source(arguments.source, arguments.calibration, _deal(arguments))
    languages = chosen_languages(arguments.language or settings.texts.language)
    view = ActView(languages, as_json=arguments.json)
    alarm = Alarm(languages)
    kind, _, rest = arguments.source.partition(":")
    journal, _ = open_for_run(
        arguments.journal,
        journal_folder(settings),
        Path(rest).stem or kind,
        {"source": arguments.source},
        resume=False,
        spare_folder=spare_folder(settings),
        tell=alarm.mended,
        alarm=alarm.begun_in_spare,
    )
    record = FallbackRecord(journal, spare_folder(settings), alarm.record)
    entries: list[Entry] = []
    evidence = open_evidence(settings, record.path, lambda: entries, alarm.pictures)
    failed: SourceError | None = None
    try:
        leader = watched.leader if watched.before is None else None
        view.begin(journal.path, watched.level, leader, None)
        read = card_reading(settings.reader)
        speed = None if arguments.unpaced else arguments.speed
        failed = referee_watched(
            watched,
            lambda eye, took_cut: looks(
                watched, eye, read, speed=speed, record=arguments.record, took_cut=took_cut
            ),
            settings.panel,
            record,
            evidence,
            entries,
            tell_state=UnitNews(languages).state,
            shown=_acts_shown(view, entries),
        )
        view.end(entries, replay(entry.event for entry in entries).table)
    finally:
        missing = record.close()
    if failed is not None:
        sys.stderr.write(f"guandan-referee: {failed}\n")
    return FAILED if missing or failed is not None else 0


def _deal(arguments: argparse.Namespace) -> DealWords:
    try:
        level = Level.parse(arguments.level)
    except LevelTextError as error:
        raise InputRefused(f"--level: {error}") from None
    limits = (round(arguments.lead_seconds * 1000), round(arguments.follow_seconds * 1000))
    return DealWords(level, Seat(arguments.leader), limits)


def _acts_shown(view: ActView, entries: list[Entry]) -> Callable[[Runtime, int], None]:
    """Shows every act once, with all rows up to it."""
    shown: list[Entry] = []

    def show(runtime: Runtime, at_ms: int) -> None:
        del runtime, at_ms
        for entry in entries[len(shown) :]:
            shown.append(entry)
            if isinstance(entry.event, SeatEvent):
                view.act(shown)

    return show
