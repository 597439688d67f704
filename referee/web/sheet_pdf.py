"""The score sheet (记分表) and the sheet for an appeal (申诉) as PDF, both on A4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.web.pdf import set_pdf
from referee.web.views.words import both

_SHEET = (
    "title",
    "deal",
    "level",
    "finish",
    "winner",
    "result",
    "steps",
    "ew_level",
    "ns_level",
    "east_west",
    "north_south",
    "began",
    "recorder",
    "checkers",
    "penalties",
    "seat",
    "step",
    "article",
    "by",
    "ended_by",
    "match_points",
    "level_points",
    "fouled",
    "sign_ew",
    "sign_ns",
    "sign_referee",
    "signed_here",
    "page",
    "ruleset",
)
_RULING = (
    "title",
    "ruleset",
    "pairs",
    "deal",
    "level",
    "trick",
    "case",
    "row",
    "at",
    "seat",
    "fault",
    "found",
    "facts",
    "cards",
    "before",
    "article",
    "remedies",
    "decision",
    "recorded",
    "nothing_recorded",
    "by",
    "pictures",
    "no_pictures",
    "appeals",
    "statement",
    "answer",
    "sign_appellant",
    "sign_referee",
    "sign_chief",
    "received",
)


def sheet_pdf(sheet: dict[str, Any]) -> bytes:
    """The score sheet of a round, with its number and when it began.

    Raises:
        referee.web.pdf.PdfImpossible: If it cannot be set on this machine.
    """
    words = {
        "words": _words("sheet", _SHEET),
        "round_word": both("page.round_number", number=sheet["round"]),
    }
    return set_pdf("sheet", sheet | words)


def ruling_pdf(told: dict[str, Any], pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """The sheet of one ruling.

    Args:
        told: What is printed, with ``article_source``, ``at`` and ``title`` of the ruleset.
        pictures: Kind and JPEG of each picture, the best first.

    Raises:
        referee.web.pdf.PdfImpossible: If it cannot be set on this machine.
    """
    captions = [both(f"page.picture_{kind}") for kind, _ in pictures]
    data = told | {"words": _words("ruling", _RULING), "captions": captions}
    return set_pdf("ruling", data, [picture for _, picture in pictures])


def _words(prefix: str, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: both(f"page.{prefix}_{name}") for name in names}
