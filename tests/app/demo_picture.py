"""A picture of the demo's view for the documents: ``python -m tests.app.demo_picture FILE.svg``."""

from __future__ import annotations

import html
import io
import re
import sys
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import MONOKAI

from referee.app.terminal.picture import draw
from referee.app.terminal.words import Words
from referee.session.verdict import Finding
from referee.texts import Language
from tests.app.demo_moments import judged_entries, moments, shipped_deal

SIZE_WH = (80, 24)
_CELL = 12.2
"""Width of a cell in the picture, as Rich draws it."""
_TEXT = re.compile(r'(?P<before><text [^>]*)textLength="[^"]*"(?P<after>[^>]*)>(?P<words>[^<]*)<')
_FONTS = re.compile(r"\s*@font-face \{\{.*?\}\}", re.DOTALL)


def picture() -> str:
    """The moment in which a card was laid out of turn, as SVG without fonts from elsewhere."""
    entries = judged_entries(shipped_deal())
    moment = next(
        moment
        for moment, entry in moments(entries)
        if entry.verdict is not None and entry.verdict.finding is Finding.OUT_OF_TURN_PLAY
    )
    console = Console(
        file=io.StringIO(),
        record=True,
        width=SIZE_WH[0],
        height=SIZE_WH[1],
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(draw(moment, SIZE_WH, Words((Language.CHINESE, Language.ENGLISH))))
    plain = _FONTS.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code,", "").replace("Fira Code", "")
    svg = console.export_svg(
        title="guandan-referee demo", theme=MONOKAI, code_format=plain, unique_id="demo"
    )
    return _TEXT.sub(_as_wide_as_its_cells, svg)


def _as_wide_as_its_cells(text: re.Match[str]) -> str:
    """Rich allots each character the width of one cell; Chinese ones take two."""
    cells = cell_len(html.unescape(text["words"]))
    return f'{text["before"]}textLength="{cells * _CELL:.1f}"{text["after"]}>{text["words"]}<'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
