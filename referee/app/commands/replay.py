"""`guandan-referee replay`: show what a journal holds, and that its verdicts come out again."""

from __future__ import annotations

import argparse
from pathlib import Path

from referee.app.act_view import ActView, chosen_languages
from referee.app.errors import FAILED
from referee.ports import Entry
from referee.record.errors import JournalDamaged
from referee.record.journal import Journal
from referee.session.events import DealStarted
from referee.session.history import History, add
from referee.session.table import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", type=Path, metavar="JOURNAL")
    parser.add_argument("--json", action="store_true", help="print one JSON object an act")
    parser.add_argument("--language", choices=["zh", "en", "both"], default="both")


def run(arguments: argparse.Namespace) -> int:
    """Replay a journal; raises `JournalError`."""
    with Journal.read(arguments.journal) as journal:
        entries = list(journal.entries())
    if not entries or not isinstance(entries[0].event, DealStarted):
        raise JournalDamaged(arguments.journal, "no deal", "a deal that starts in row 1")
    view = ActView(chosen_languages(arguments.language), as_json=arguments.json)
    started = entries[0].event
    view.begin(arguments.journal, started.level, started.leader, None)
    shown: list[Entry] = []
    for entry in entries:
        shown.append(entry)
        if "act" in entry.origin:
            view.act(shown)
    table, differs = judge_again(entries)
    view.end(entries, table)
    view.compared(len(entries), differs)
    return 0 if differs is None else FAILED


def judge_again(entries: list[Entry]) -> tuple[Table, int | None]:
    """Judge every event anew.

    Returns:
        The table after the last event, and the number of the first row whose verdict or orders
        are not the ones written down, if any.
    """
    history, differs = History(), None
    for entry in entries:
        history, taken = add(history, entry.event)
        if differs is None and (taken.verdict, taken.effects) != (entry.verdict, entry.effects):
            differs = entry.number
    return history.table, differs
