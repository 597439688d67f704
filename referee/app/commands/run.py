"""`guandan-referee run`: watch a table and referee it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.app import live_arguments
from referee.app.act_view import ActView, chosen_languages
from referee.app.acts import act_rows, acts_done
from referee.app.alarm import Alarm
from referee.app.clock import ScaledClock
from referee.app.compose import build_eye, build_panel
from referee.app.errors import FAILED
from referee.app.evidence_pictures import open_evidence, small_frame
from referee.app.heard_keys import HeardKeys
from referee.app.journals import open_for_run
from referee.app.runtime import Runtime
from referee.app.session_file import Act, SessionFile, check_pictures, read_session
from referee.app.settings import Settings, journal_folder, load_settings, spare_folder
from referee.app.unit_news import UnitNews
from referee.ports import Entry, Sight
from referee.record.fallback import FallbackRecord
from referee.session.clock import Clocks
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Passed,
    SeatEvent,
    TakenBack,
)
from referee.session.history import replay
from referee.texts import Language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    table = parser.add_mutually_exclusive_group(required=True)
    table.add_argument("--session", type=Path, metavar="FILE.toml", help="a table in photographs")
    table.add_argument(
        "--source", metavar="KIND:WHAT", help=f"a table to watch: {live_arguments.KINDS}"
    )
    parser.add_argument(
        "--panel", metavar="simulated|serial[:PORT]|gpio", help="what carries lamps and buzzers"
    )
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="default: one is chosen")
    parser.add_argument("--resume", action="store_true", help="go on where the journal ends")
    parser.add_argument("--speed", type=speed, default=1.0, metavar="N", help="N times as fast")
    parser.add_argument("--json", action="store_true", help="print one JSON object an act")
    parser.add_argument("--language", choices=["zh", "en", "both"])
    live_arguments.add_arguments(parser.add_argument_group("with --source"))


def run(arguments: argparse.Namespace) -> int:
    """Referee a session from its pictures, or a table that is watched.

    A disk that fails on the way stops nothing: it is said, and the exit status is `FAILED` only if
    rows could not be written in the end.

    Raises:
        InputRefused, JournalError: Before anything was refereed.
    """
    if arguments.source is not None:
        from referee.app import live_run

        return live_run.run(arguments)
    settings = load_settings(arguments.config, arguments.panel)
    session, digest = read_session(arguments.session)
    check_pictures(session)
    languages = chosen_languages(arguments.language or settings.texts.language)
    view = ActView(languages, as_json=arguments.json)
    alarm = Alarm(languages)
    journal, resumed = open_for_run(
        arguments.journal,
        journal_folder(settings),
        arguments.session.stem,
        {"session_sha256": digest},
        resume=arguments.resume,
        spare_folder=spare_folder(settings),
        tell=alarm.mended,
        alarm=alarm.begun_in_spare,
    )
    record = FallbackRecord(journal, spare_folder(settings), alarm.record)
    try:
        before = list(journal.entries())
        view.begin(journal.path, session.level, session.leader, before if resumed else None)
        entries = _referee(settings, session, record, before, arguments, view, alarm, languages)
        view.end(entries, replay(entry.event for entry in entries).table)
    finally:
        missing = record.close()
    return FAILED if missing else 0


def _referee(
    settings: Settings,
    session: SessionFile,
    record: FallbackRecord,
    before: list[Entry],
    arguments: argparse.Namespace,
    view: ActView,
    alarm: Alarm,
    languages: Sequence[Language],
) -> list[Entry]:
    """Referee the acts that *before* does not hold yet; returns the whole record."""
    entries = list(before)
    done = acts_done(before)
    history = replay(entry.event for entry in before)
    at_ms = max((row.at_ms for row in act_rows(before)), default=0)
    clock = ScaledClock(history.table.now_ms, arguments.speed)
    evidence = open_evidence(settings, record.path, lambda: entries, alarm.pictures)
    keys = HeardKeys()
    panel = build_panel(settings.panel, keys.press, UnitNews(languages).state, clock.now_ms)
    try:
        runtime = Runtime(history, record, panel, clock, entries.append)
        if not before:
            runtime.handle(_deal_started(session), {})
        runtime.light_up()
        eye = None
        for number, act in enumerate(session.act[done:], start=done + 1):
            at_ms += round(act.after_seconds * 1000)
            sight, kept = Sight(()), None
            if act.photo is not None:
                eye = eye or build_eye(settings.reader)
                sight = eye.look(act.photo)
                kept = evidence.keep(small_frame(act.photo))
            keys.wait_until(at_ms, runtime, clock, lambda: view.act(entries))
            origin = _origin(number, act, sight) | {"evidence": [kept] if kept else []}
            runtime.handle(_event(act, at_ms, sight), origin)
            view.act(entries)
    finally:
        panel.close()
    return entries


def _deal_started(session: SessionFile) -> DealStarted:
    left = session.cards_left
    return DealStarted(
        0,
        session.level,
        session.leader,
        Clocks(round(session.lead_seconds * 1000), round(session.follow_seconds * 1000)),
        (left.E, left.N, left.W, left.S),
        session.same_deck,
    )


def _event(act: Act, at_ms: int, sight: Sight) -> SeatEvent:
    if act.passes:
        return Passed(at_ms, act.seat)
    if act.takes_back:
        return TakenBack(at_ms, act.seat)
    if sight.doubts or not sight.cards:
        reason = ", ".join(dict.fromkeys(sight.doubts)) or "no_card_seen"
        return CardsUnread(at_ms, act.seat, reason)
    return CardsLaid(at_ms, act.seat, sight.cards)


def _origin(number: int, act: Act, sight: Sight) -> dict[str, Any]:
    return {
        "act": number,
        "photo": act.photo.name if act.photo else None,
        "seen": [str(card) for card in sight.cards],
        "doubts": list(sight.doubts),
        "labelled": [str(card) for card in act.cards],
        "expected": act.verdict.value if act.verdict else None,
    }


def speed(text: str) -> float:
    """How many times as fast, from the command line."""
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 0.01 <= times <= 1_000_000:
        raise argparse.ArgumentTypeError(f"found {text!r}, wanted a number from 0.01 to 1000000")
    return times
