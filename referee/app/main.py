"""The command line. Each sub-command lives in a file of its own under `commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from referee.app.errors import FAILED, REFUSED, InputRefused
from referee.app.memory import give_pictures_back
from referee.record.errors import JournalError, JournalExists, JournalMissing

_COMMANDS = {
    "run": ("commands.run", "watch a table and referee it"),
    "serve": ("commands.serve", "a live table with the referee's page"),
    "setup": ("commands.setup", "set up a table step by step, and write its settings"),
    "journal": ("commands.journal", "check, export, read and compare journals"),
    "calibrate": ("live_calibrate", "find the table on a full frame, or print its markers"),
    "replay": ("commands.replay", "show what a journal holds and judge it again"),
    "read": ("commands.read", "read the cards of photographs"),
    "evaluate": ("commands.evaluate", "measure the reader on labelled photographs"),
    "deck": (
        "commands.deck",
        "show an event's own deck to the device, and see how well it is known",
    ),
    "rules": ("commands.rules", "show rulesets and answer questions about the rules"),
    "panel": ("commands.panel", "try, watch and flash a seat unit"),
    "doctor": ("commands.doctor", "what is well on this machine, what is not, and what to do"),
    "check-config": (
        "commands.check_config",
        "every mistake of settings, rulesets and event files at once",
    ),
    "migrate-config": (
        "commands.migrate_config",
        "bring settings of an earlier version up to date",
    ),
    "safe-config": (
        "commands.safe_config",
        "settings for hand entry, when a table does not start",
    ),
    "backup": ("commands.backup", "copy a table's journals, pictures and settings"),
    "restore": ("commands.restore", "put a backup onto a table"),
    "demo": ("commands.demo", "see a rendered deal being refereed, or a session of pictures"),
}
"""Module and summary of each; a module is imported when its command is asked for."""


class _Command(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (`referee.app.errors`)."""
    words = sys.argv[1:] if words is None else list(words)
    give_pictures_back()
    try:
        arguments = _parser(words[:1]).parse_args(words)
        return int(_command(arguments.command).run(arguments))
    except InputRefused as refused:
        return _complain(str(refused), REFUSED)
    except (JournalExists, JournalMissing) as refused:
        return _complain(str(refused), REFUSED)
    except JournalError as failed:
        return _complain(str(failed), FAILED)
    except BrokenPipeError:
        # Whoever read our output has seen enough; what was to be written down is on disk.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _complain("stopped; what was acknowledged is in the journal", 130)


def _parser(asked: Sequence[str] = tuple(_COMMANDS)) -> argparse.ArgumentParser:
    """All commands, with the arguments of those that are asked for."""
    parser = argparse.ArgumentParser(
        prog="guandan-referee", description="A Guandan (掼蛋) table that referees itself."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, summary) in _COMMANDS.items():
        added = commands.add_parser(name, help=summary, description=summary)
        if name in asked:
            _command(name).add_arguments(added)
    return parser


def _command(name: str) -> _Command:
    return cast("_Command", import_module(f"referee.app.{_COMMANDS[name][0]}"))


def _complain(message: str, status: int) -> int:
    sys.stderr.write("".join(f"guandan-referee: {line}\n" for line in message.splitlines()))
    return status
