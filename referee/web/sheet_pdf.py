"""The score sheet as PDF, set by typst, which needs nothing of the system but a Chinese font."""

from __future__ import annotations

import json
from importlib.resources import as_file, files
from typing import Any

from referee.web.views.words import both

FONTS = ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC")
"""Fonts of which one has to be installed; on Debian: the package fonts-noto-cjk."""

_WORDS = (
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


class PdfImpossible(Exception):
    """This machine cannot set a PDF; the message says what it needs."""


def sheet_pdf(sheet: dict[str, Any]) -> bytes:
    """The sheet on A4; takes some tenths of a second.

    Raises:
        PdfImpossible: If no Chinese font is installed: boxes on a signed sheet are worse than none.
    """
    import typst  # noqa: PLC0415 - only who prints pays for it

    fonts = typst.Fonts()
    if not {name.lower() for name in FONTS} & {name.lower() for name in fonts.families()}:
        raise PdfImpossible(f"no Chinese font found; install one of {', '.join(FONTS)}")
    words = {name: both(f"page.sheet_{name}") for name in _WORDS}
    data = sheet | {"words": words}
    with as_file(files(__package__) / "sheet.typ") as template:
        made = typst.compile(
            str(template),
            font_paths=fonts,
            sys_inputs={"sheet": json.dumps(data, ensure_ascii=False)},
        )
    return bytes(made)
