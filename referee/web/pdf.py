"""PDF set by typst, which needs nothing of the system but a Chinese font."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

FONTS = ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC")
"""Fonts of which one has to be installed; on Debian: the package fonts-noto-cjk."""


class PdfImpossible(Exception):
    """This machine cannot set a PDF; the message says what it needs."""


def set_pdf(template: str, data: Mapping[str, Any], pictures: Sequence[bytes] = ()) -> bytes:
    """Set one document; takes some tenths of a second.

    Args:
        template: Name of the typst file beside this one, without its ending.
        data: What it reads as JSON; so no text can become code.
        pictures: JPEGs that it finds as ``0.jpg``, ``1.jpg``, ...

    Raises:
        PdfImpossible: If no Chinese font is installed: boxes on a signed sheet are worse than
            none; or if the document cannot be set, as with a picture that is none.
    """
    import typst  # noqa: PLC0415 - only who prints pays for it

    fonts = typst.Fonts()
    if not {name.lower() for name in FONTS} & {name.lower() for name in fonts.families()}:
        raise PdfImpossible(f"no Chinese font found; install one of {', '.join(FONTS)}")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("cards", template):
            with as_file(files(__package__) / f"{name}.typ") as source:
                shutil.copy(source, root)
        for number, picture in enumerate(pictures):
            (root / f"{number}.jpg").write_bytes(picture)
        try:
            made = typst.compile(
                str(root / f"{template}.typ"),
                root=folder,
                font_paths=fonts,
                sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
            )
        except typst.TypstError as error:
            raise PdfImpossible(f"the document could not be set: {error}") from error
    return bytes(made)
