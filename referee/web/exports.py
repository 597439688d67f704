"""The score sheet and the log as files for other programs."""

from __future__ import annotations

import csv
import io
from typing import Any

from referee.web.views.lines import line_json
from referee.web.views.log import Log

Json = dict[str, Any]

_SHEET = (
    "deal",
    "game",
    "level",
    "finish",
    "winner",
    "result",
    "steps",
    "east_west",
    "north_south",
)
_LOG = (
    "row",
    "part",
    "at_ms",
    "deal",
    "trick",
    "seat",
    "kind",
    "cards",
    "finding",
    "article",
    "did_zh",
    "did_en",
)


def sheet_csv(sheet: Json) -> str:
    """One line a deal."""
    return _csv(
        _SHEET,
        [
            {
                "deal": deal["number"],
                "game": deal["game"],
                "level": deal["level"],
                "finish": " ".join(deal["finish_seats"]),
                "winner": deal["winner_side"],
                "result": deal["result"],
                "steps": deal["steps"],
                "east_west": deal["east_west"],
                "north_south": deal["north_south"],
            }
            for deal in sheet["deals"]
        ],
    )


def log_rows(log: Log) -> list[Json]:
    """Every line that is told, as the page gets it."""
    return [told for told in map(line_json, log.lines) if told is not None]


def log_csv(log: Log) -> str:
    """One line an event that counts."""
    return _csv(
        _LOG,
        [
            {key: row.get(key) for key in _LOG if key in row}
            | {
                "cards": " ".join(row["cards"]),
                "did_zh": row["did"]["zh"],
                "did_en": row["did"]["en"],
            }
            for row in log_rows(log)
        ],
    )


def _csv(columns: tuple[str, ...], rows: list[Json]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: _harmless(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _harmless(value: object) -> object:
    """Names typed by people must not become formulas of a spreadsheet."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@"):
        return f"'{value}"
    return value
