"""`guandan-referee setup`: set up a table step by step; the settings are written in the end."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.errors import REFUSED
from referee.app.settings import Settings, journal_folder
from referee.app.shipped import shipped_config
from referee.app.wizard import Draft, Stopped, Talk, begin_draft, walk_through, write_draft
from referee.app.wizard_steps import STEPS
from referee.texts import say

INSTALLED = Path("/etc/guandan-referee/table.toml")
"""Where `install.sh` puts the settings of a table."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, default=INSTALLED, metavar="TABLE.toml", help=f"{INSTALLED}"
    )
    parser.add_argument("--step", choices=list(STEPS), help="take this one only")
    parser.add_argument("--language", choices=["zh", "en", "both"], default="both")


def run(arguments: argparse.Namespace) -> int:
    """Ask, try, write; `REFUSED` when the person went away and nothing was changed."""
    draft = begin_draft(arguments.config, shipped_config() / "table.toml")
    talk = Talk(_Terminal(), chosen_languages(arguments.language))
    try:
        talk.say("begin")
        walk_through(talk, draft, STEPS, arguments.step)
        return _finish(talk, draft)
    except Stopped:
        talk.line("")
        talk.say("unchanged")
        return REFUSED


def _finish(talk: Talk, draft: Draft) -> int:
    talk.line("")
    talk.say("check", file=draft.config)
    for (section, key), value in draft.values.items():
        talk.line(f"  [{section}] {key} = {value!r}")
    settings = draft.settings()
    if not talk.yes("write", default=True):
        talk.say("unchanged")
        return REFUSED
    new_pins = talk.yes("new_pins", default=False)
    before = write_draft(draft)
    talk.say("written", file=draft.config)
    if before is not None:
        talk.say("kept", file=before)
    if new_pins:
        _make_pins(talk, settings)
    return 0


def _make_pins(talk: Talk, settings: Settings) -> None:
    from referee.app.serve import open_access

    named = settings.web.access_file
    file = Path(named).expanduser() if named else journal_folder(settings) / "access.json"
    _, pins = open_access(file, fresh=True)
    if os.geteuid() == 0:
        # Made by root, it is the table's all the same.
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
    for language in talk.languages:
        for role, pin in pins.items():
            name = say(f"page.role_{role.value}", language)
            talk.line(say("serve.pin", language, role=name, pin=pin))


class _Terminal:
    def write(self, text: str) -> None:
        sys.stdout.write(text + "\n")

    def read(self, prompt: str) -> str:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise Stopped
        return line.rstrip("\n")
