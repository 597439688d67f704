"""`guandan-referee serve`: a live table with the referee's page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pydantic import ValidationError

from referee.app.act_view import chosen_languages
from referee.app.alarm import Alarm
from referee.app.errors import FAILED, InputRefused
from referee.app.evidence_pictures import open_evidence
from referee.app.journals import open_for_run
from referee.app.logs import set_up_logs
from referee.app.settings import (
    CameraSettings,
    Settings,
    journal_folder,
    load_settings,
    spare_folder,
)
from referee.record.fallback import FallbackRecord
from referee.texts import say

_ABOUT = {"table": "live"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--panel", metavar="simulated|serial[:PORT]|gpio", help="what carries lamps and buzzers"
    )
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument(
        "--source", metavar="KIND:WHAT", help="what watches the table; default: camera.source"
    )
    parser.add_argument(
        "--calibration", metavar="FILE.toml", help="default: camera.calibration of the settings"
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help="default: the newest one")
    parser.add_argument("--new-journal", action="store_true", help="begin a new one")
    parser.add_argument("--ruleset", metavar="ID|FILE.toml", help="offered first on the page")
    parser.add_argument("--host", metavar="ADDRESS", help="default: web.host of the settings")
    parser.add_argument("--port", type=int, metavar="N", help="default: web.port; 0: a free one")
    parser.add_argument("--new-pins", action="store_true", help="make new PINs and show them once")


def run(arguments: argparse.Namespace) -> int:
    """Serve a table until it is told to stop; raises `InputRefused`, `JournalError`."""
    from referee.app.serve import listen, live_table, open_access, stop_on_signals

    set_up_logs()
    settings = _settings(arguments)
    web = settings.web
    languages = chosen_languages(settings.texts.language)
    alarm = Alarm(languages)
    folder = journal_folder(settings)
    access_file = Path(web.access_file).expanduser() if web.access_file else folder / "access.json"
    access, pins = open_access(access_file, fresh=arguments.new_pins)
    with listen(web) as listening:
        journal, _ = open_for_run(
            arguments.journal,
            folder,
            "table",
            _ABOUT,
            resume=not arguments.new_journal,
            spare_folder=spare_folder(settings),
            tell=alarm.mended,
            alarm=alarm.begun_in_spare,
        )
        record = FallbackRecord(journal, spare_folder(settings), alarm.record)
        try:
            before = list(journal.entries())
            evidence = open_evidence(settings, record.path, lambda: before, alarm.pictures)
            ruleset = arguments.ruleset or settings.rules.ruleset or None
            with live_table(
                settings, record, before, access, evidence, record.path, ruleset, _tell
            ) as table:
                stop_on_signals(table.desk)
                scheme = "https" if web.certificate else "http"
                host, port = listening.getsockname()[:2]
                for language in languages:
                    _tell(say("serve.page", language, address=f"{scheme}://{host}:{port}/"))
                    _tell(say("serve.journal", language, path=record.path, rows=len(before)))
                    for role, pin in pins.items():
                        name = say(f"page.role_{role.value}", language)
                        _tell(say("serve.pin", language, role=name, pin=pin))
                table.serve(web, listening, languages[0], _tell)
        finally:
            missing = record.close()
    return FAILED if missing or table.given_up.is_set() else 0


def _settings(arguments: argparse.Namespace) -> Settings:
    """The settings with what the command line says instead."""
    settings = load_settings(arguments.config, arguments.panel)
    named = {"host": arguments.host, "port": arguments.port}
    web = settings.web.model_copy(update={k: v for k, v in named.items() if v is not None})
    watched = {"source": arguments.source, "calibration": arguments.calibration}
    camera = settings.camera.model_dump() | {k: v for k, v in watched.items() if v is not None}
    try:
        chosen = CameraSettings.model_validate(camera)
    except ValidationError as error:
        wanted = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputRefused(f"--source: found {arguments.source!r}, {wanted}") from error
    return settings.model_copy(update={"web": web, "camera": chosen})


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
