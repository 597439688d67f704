"""`guandan-referee journal`: check, export, read and compare what was kept."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.commands.replay import judge_again
from referee.app.errors import FAILED, InputRefused
from referee.app.evidence_pictures import evidence_folder
from referee.ports import Entry
from referee.record.comparison import first_difference
from referee.record.deal_text import clock_text, deal_text, verdict_note
from referee.record.evidence import missing_pictures
from referee.record.journal import Journal
from referee.record.lines import export_lines, import_lines
from referee.record.needed import pictures_of
from referee.record.score_csv import score_csv
from referee.record.stories import deal_stories
from referee.rules.seats import Seat
from referee.session.events import Corrected, Event
from referee.session.verdict import Finding
from referee.texts import Language, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="journal_command", required=True, metavar="COMMAND")
    verify = commands.add_parser("verify", help="check every row and judge every event again")
    verify.set_defaults(journal_run=_verify)
    verify.add_argument("journal", type=Path, metavar="JOURNAL")
    verify.add_argument("--json", action="store_true", help="print one JSON object")

    export = commands.add_parser("export", help="write a journal for people or other programs")
    export.set_defaults(journal_run=_export)
    export.add_argument("journal", type=Path, metavar="JOURNAL")
    export.add_argument("--format", choices=["jsonl", "csv", "text"], required=True)
    export.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    export.add_argument("--deal", type=int, metavar="N", help="of a text: only this deal, from 1")

    bring = commands.add_parser("import", help="make a journal of exported JSON lines")
    bring.set_defaults(journal_run=_import)
    bring.add_argument("lines", type=Path, metavar="FILE.jsonl")
    bring.add_argument("journal", type=Path, metavar="JOURNAL")

    show = commands.add_parser("show", help="list the rows of a journal")
    show.set_defaults(journal_run=_show)
    show.add_argument("journal", type=Path, metavar="JOURNAL")
    show.add_argument("--deal", type=int, metavar="N", help="only this deal, from 1")
    show.add_argument("--seat", choices=[seat.value for seat in Seat])
    show.add_argument("--finding", choices=[finding.value for finding in Finding])
    show.add_argument("--json", action="store_true", help="print one JSON object a row")

    diff = commands.add_parser("diff", help="find the first row where two journals differ")
    diff.set_defaults(journal_run=_diff)
    diff.add_argument("first", type=Path, metavar="A")
    diff.add_argument("second", type=Path, metavar="B")

    for command in (verify, export, bring, show, diff):
        command.add_argument("--language", choices=["zh", "en", "both"], default="both")


def run(arguments: argparse.Namespace) -> int:
    """Run one sub-command; raises `InputRefused`, `JournalError`."""
    return int(arguments.journal_run(arguments, chosen_languages(arguments.language)))


def _verify(arguments: argparse.Namespace, languages: tuple[Language, ...]) -> int:
    """Hash chain, schema and pages first; they raise `JournalDamaged` with the row."""
    path = arguments.journal
    with Journal.read(path) as journal:
        journal.check_pages()
        entries = list(journal.entries())
    _, differs = judge_again(entries)
    named = {name for entry in entries for name in pictures_of(entry)}
    missing = missing_pictures(evidence_folder(path), named)
    if arguments.json:
        found = {
            "rows": len(entries),
            "replay_differs": differs,
            "pictures": len(named),
            "pictures_missing": sorted(missing),
        }
        _write([json.dumps(found)])
        return 0 if differs is None else FAILED
    for language in languages:
        _write([say("journal.sound", language, rows=len(entries))])
        if differs is None:
            _write([say("run.replay_same", language, rows=len(entries))])
        else:
            _write([say("run.replay_differs", language, row=differs)])
        if named:
            facts = {"pictures": len(named), "missing": len(missing)}
            _write([say("journal.pictures", language, **facts)])
    return 0 if differs is None else FAILED


def _export(arguments: argparse.Namespace, languages: tuple[Language, ...]) -> int:
    with Journal.read(arguments.journal) as journal:
        match arguments.format:
            case "jsonl":
                lines = export_lines(journal)
            case "csv":
                sheet = score_csv(deal_stories(journal.entries()), languages)
                lines = iter(sheet.splitlines())
            case _:
                lines = _text(list(journal.entries()), arguments.deal, languages)
        if arguments.output is None:
            _write(lines)
        else:
            _write_file(arguments.output, lines)
    return 0


def _import(arguments: argparse.Namespace, languages: tuple[Language, ...]) -> int:
    source = arguments.lines
    try:
        with source.open(encoding="utf-8", newline="\n") as file:
            about, rows = import_lines(file, source)
    except OSError as error:
        raise InputRefused(f"{source}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise InputRefused(f"{source}: byte {error.start} is no UTF-8") from error
    Journal.create(arguments.journal, about, rows).close()
    _write(say("journal.imported", language, rows=len(rows)) for language in languages)
    return 0


def _show(arguments: argparse.Namespace, languages: tuple[Language, ...]) -> int:
    with Journal.read(arguments.journal) as journal:
        entries = list(journal.entries())
        columns = {row.number: row for row in journal.rows()}
    deals = _deal_of_rows(entries)
    for entry in entries:
        if not _wanted(entry, deals[entry.number], arguments):
            continue
        if arguments.json:
            row = columns[entry.number]
            _write(
                [
                    json.dumps(
                        {
                            "number": row.number,
                            "deal": deals[row.number],
                            "wall_clock": row.wall_clock,
                            "event": json.loads(row.event),
                            "verdict": json.loads(row.verdict),
                            "effects": json.loads(row.effects),
                            "origin": json.loads(row.origin),
                        },
                        ensure_ascii=False,
                    )
                ]
            )
        else:
            _write(_row_line(entry, deals[entry.number], language) for language in languages)
    return 0


def _diff(arguments: argparse.Namespace, languages: tuple[Language, ...]) -> int:
    with Journal.read(arguments.first) as first, Journal.read(arguments.second) as second:
        parting = first_difference(first.entries(), second.entries())
    for language in languages:
        if parting is None:
            _write([say("journal.same", language)])
            continue
        _write([say(f"journal.differs_{parting.part.value}", language, row=parting.number)])
        for name, entry in (("A", parting.first), ("B", parting.second)):
            told = "–" if entry is None else _row_line(entry, None, language)
            _write([f"  {name}  {told}"])
    return 0 if parting is None else FAILED


def _text(entries: list[Entry], deal: int | None, languages: tuple[Language, ...]) -> Iterator[str]:
    stories = deal_stories(entries)
    if deal is not None and not 1 <= deal <= len(stories):
        raise InputRefused(f"--deal {deal}: the journal has deals 1 to {len(stories)}")
    for language in languages:
        for story in stories if deal is None else [stories[deal - 1]]:
            yield from deal_text(story, language, _told)
        corrections = [entry for entry in entries if isinstance(entry.event, Corrected)]
        for entry in corrections if deal is None else []:
            yield _row_line(entry, None, language)


def _deal_of_rows(entries: list[Entry]) -> dict[int, int]:
    """The deal each row belongs to, from 1 over the whole journal.

    A row that no longer counts belongs where the row before it does.
    """
    counting = {
        moment.ref.row: number
        for number, story in enumerate(deal_stories(entries), start=1)
        for moment in story.moments
        if moment.ref.part == 0
    }
    deals, deal = {}, 1
    for entry in entries:
        deal = deals[entry.number] = counting.get(entry.number, deal)
    return deals


def _wanted(entry: Entry, deal: int, arguments: argparse.Namespace) -> bool:
    seat = getattr(entry.event, "seat", None)
    finding = entry.verdict.finding.value if entry.verdict is not None else None
    return (
        arguments.deal in (None, deal)
        and (arguments.seat is None or (seat is not None and seat.value == arguments.seat))
        and arguments.finding in (None, finding)
    )


def _row_line(entry: Entry, deal: int | None, language: Language) -> str:
    place = f"#{entry.number}" if deal is None else f"#{entry.number} ({deal})"
    told = _told(entry.event, language)
    note = ""
    if not isinstance(entry.event, Corrected):
        note = verdict_note(entry.event, entry.verdict, language)
    return f"{place:<10}{clock_text(entry.event.at_ms)}  {told}{'  ' if note else ''}{note}"


def _told(event: Event, language: Language) -> str:
    """The page's words for an event; what a correction put in is told with it."""
    from referee.web.views.lines import did

    if not isinstance(event, Corrected):
        return did(event)[language.value]
    instead = "; ".join(did(new)[language.value] for new in event.instead) or "–"
    first = event.first.row
    if event.last is None:
        return say("journal.put_in", language, first=first, instead=instead)
    if event.last == event.first:
        return say("journal.corrected_one", language, row=first, instead=instead)
    return say("journal.corrected", language, first=first, last=event.last.row, instead=instead)


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")


def _write_file(path: Path, lines: Iterable[str]) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.writelines(line + "\n" for line in lines)
    except OSError as error:
        raise InputRefused(f"{path}: cannot be written ({error.strerror})") from error
