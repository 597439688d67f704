"""A journal as JSON lines, one a row, and back: the same rows with the same hashes.

The first line is the heading, ``{"about": {...}, "schema": 1}``; every other one holds the columns
of a row by their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from referee.record.errors import JournalDamaged
from referee.record.journal import Journal
from referee.record.rows import SCHEMA, Head, Row, canonical

_JSON_COLUMNS = ("event", "verdict", "effects", "origin")


def export_lines(journal: Journal) -> Iterator[str]:
    """The lines of a journal, without line ends.

    Raises:
        JournalDamaged: At the first row that does not fit the chain, after all rows before it.
    """
    yield canonical({"about": journal.about(), "schema": SCHEMA})
    for row in journal.rows():
        columns = {name: json.loads(getattr(row, name)) for name in _JSON_COLUMNS}
        yield canonical(
            columns | {"number": row.number, "wall_clock": row.wall_clock, "hash": row.hash}
        )


def import_lines(lines: Iterable[str], source: Path) -> tuple[dict[str, str], list[Row]]:
    """The heading and the rows that `export_lines` wrote.

    Args:
        lines: With or without line ends.
        source: The file they come from, for messages.

    Raises:
        JournalDamaged: At the first line that is none, or does not follow the one before.
    """
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (1, ""))
    heading = _object(first, source, 1)
    about = heading.get("about")
    if heading.get("schema") != SCHEMA or not isinstance(about, dict):
        found = f"schema {heading.get('schema')!r}"
        raise JournalDamaged(source, f"{found} in line 1", f"a heading of schema {SCHEMA}")
    head = Head.of_heading({"schema": str(SCHEMA), **about})
    rows = []
    for number, line in numbered:
        row = _row(_object(line, source, number))
        if row is None or not row.follows(head):
            raise JournalDamaged(source, f"line {number} outside the chain", "every line unchanged")
        rows.append(row)
        head = row.head
    return about, rows


def _object(line: str, source: Path, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise JournalDamaged(source, f"no JSON object in line {number}", "one object a line")
    return value


def _row(columns: dict[str, Any]) -> Row | None:
    if columns.keys() != {"number", "wall_clock", "hash", *_JSON_COLUMNS}:
        return None
    number, wall_clock, row_hash = columns["number"], columns["wall_clock"], columns["hash"]
    if type(number) is not int or not isinstance(wall_clock, str) or not isinstance(row_hash, str):
        return None
    event, verdict, effects, origin = (canonical(columns[name]) for name in _JSON_COLUMNS)
    return Row(number, wall_clock, event, verdict, effects, origin, row_hash)
