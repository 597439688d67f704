"""``guandan-referee run --source``: referee a table that is watched."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.app.act_view import ActView, chosen_languages
from referee.app.alarm import Alarm
from referee.app.compose import build_panel
from referee.app.errors import FAILED, InputRefused
from referee.app.evidence_pictures import open_evidence
from referee.app.journals import open_for_run
from referee.app.live import CameraClock, LiveTable
from referee.app.live_camera import MovedCamera
from referee.app.live_sources import DealWords, Watched, open_source
from referee.app.runtime import Runtime
from referee.app.settings import Settings, journal_folder, load_settings, spare_folder
from referee.app.watching import card_reading, looks
from referee.ports import Entry
from referee.record.evidence import EvidenceFolder
from referee.record.fallback import FallbackRecord
from referee.rules.level import Level, LevelTextError
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import DealStarted, SeatEvent
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from vision.detectors.base import Picture
from vision.eye.eye import Eye
from vision.sources.base import SourceError

_JPEG_QUALITY = 85


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
    )
    record = FallbackRecord(journal, spare_folder(settings), alarm.record)
    entries: list[Entry] = []
    evidence = open_evidence(settings, record.path, lambda: entries, alarm.pictures)
    failed: SourceError | None = None
    try:
        view.begin(journal.path, watched.level, watched.leader, None)
        failed = _referee(settings, watched, arguments, record, view, entries, evidence)
    finally:
        missing = record.close()
    if failed is not None:
        sys.stderr.write(f"guandan-referee: {failed}\n")
    return FAILED if missing or failed is not None else 0


def _referee(
    settings: Settings,
    watched: Watched,
    arguments: argparse.Namespace,
    record: FallbackRecord,
    view: ActView,
    entries: list[Entry],
    evidence: EvidenceFolder,
) -> SourceError | None:
    """Referee a watched table; returns why it could not be watched to its end."""
    shown: list[Entry] = []
    eye = Eye(watched.view, watched.zones)
    eye.begin_deal(dict(zip(Seat, watched.cards_left, strict=True)))
    panel = build_panel(settings.panel)
    try:
        runtime = Runtime(History(), record, panel, CameraClock(), entries.append)
        runtime.handle(_deal_started(watched), {})
        runtime.light_up()
        live = LiveTable(runtime, eye)
        moved = MovedCamera(watched.view)
        keys = list(watched.keys)
        read = card_reading(settings.reader)
        speed = None if arguments.unpaced else arguments.speed
        for frame, look in looks(watched, eye, read, speed=speed, record=arguments.record):
            while keys and keys[0].at_ms <= frame.at_ms:
                key = keys.pop(0)
                live.press(key.at_ms, key.seat)
            kept = evidence.keep(_jpeg(frame.image)) if look.found else None
            live.take(look.found, evidence=(kept,) if kept else ())
            live.advance(eye.known_until_ms)
            moved.look(frame, look.glance)
            for entry in entries[len(shown) :]:
                shown.append(entry)
                if isinstance(entry.event, SeatEvent):
                    view.act(shown)
            runtime.tend_record()
        view.end(entries, runtime.table)
    except SourceError as error:
        return error
    finally:
        panel.close()
    return None


def _deal(arguments: argparse.Namespace) -> DealWords:
    try:
        level = Level.parse(arguments.level)
    except LevelTextError as error:
        raise InputRefused(f"--level: {error}") from None
    limits = (round(arguments.lead_seconds * 1000), round(arguments.follow_seconds * 1000))
    return DealWords(level, Seat(arguments.leader), limits)


def _deal_started(watched: Watched) -> DealStarted:
    lead_ms, follow_ms = watched.limits_ms
    return DealStarted(
        0,
        watched.level,
        watched.leader,
        Clocks(lead_ms, follow_ms),
        watched.cards_left,
        settings=TableSettings(Passing.KNOCK),
    )


def _jpeg(image: Picture) -> bytes:
    import cv2

    done, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    if not done:
        raise AssertionError(f"a frame of {image.shape} cannot be written as JPEG")
    return jpeg.tobytes()
