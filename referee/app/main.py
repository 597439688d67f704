"""The command line. Each sub-command lives in a file of its own under `commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from referee.app import live_calibrate
from referee.app.commands import (
    backup,
    check_config,
    deck,
    demo,
    doctor,
    evaluate,
    journal,
    migrate_config,
    panel,
    read,
    replay,
    restore,
    rules,
    run,
    safe_config,
    serve,
    setup,
)
from referee.app.errors import FAILED, REFUSED, InputRefused
from referee.record.errors import JournalError, JournalExists, JournalMissing

_COMMANDS = {
    "run": (run, "watch a table and referee it"),
    "serve": (serve, "a live table with the referee's page"),
    "setup": (setup, "set up a table step by step, and write its settings"),
    "journal": (journal, "check, export, read and compare journals"),
    "calibrate": (live_calibrate, "find the table on a full frame, or print its markers"),
    "replay": (replay, "show what a journal holds and judge it again"),
    "read": (read, "read the cards of photographs"),
    "evaluate": (evaluate, "measure the reader on labelled photographs"),
    "deck": (deck, "show an event's own deck to the device, and see how well it is known"),
    "rules": (rules, "show rulesets and answer questions about the rules"),
    "panel": (panel, "try, watch and flash a seat unit"),
    "doctor": (doctor, "what is well on this machine, what is not, and what to do"),
    "check-config": (check_config, "every mistake of settings, rulesets and event files at once"),
    "migrate-config": (migrate_config, "bring settings of an earlier version up to date"),
    "safe-config": (safe_config, "settings for hand entry, when a table does not start"),
    "backup": (backup, "copy a table's journals, pictures and settings"),
    "restore": (restore, "put a backup onto a table"),
    "demo": (demo, "see a rendered deal being refereed, or a session of pictures"),
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (`referee.app.errors`)."""
    arguments = _parser().parse_args(words)
    try:
        return int(_COMMANDS[arguments.command][0].run(arguments))
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="guandan-referee", description="A Guandan (掼蛋) table that referees itself."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, summary) in _COMMANDS.items():
        module.add_arguments(commands.add_parser(name, help=summary, description=summary))
    return parser


def _complain(message: str, status: int) -> int:
    sys.stderr.write("".join(f"guandan-referee: {line}\n" for line in message.splitlines()))
    return status
