"""Scripts, styles and pictures of the page, read once from the installed package."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from referee.web.views.words import page_texts

_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    content: bytes
    packed: bytes
    kind: str
    mark: str
    """Changes with the content; part of the address so that browsers may keep the file."""


@cache
def static_files() -> Mapping[str, StaticFile]:
    """All of them by name; nothing outside this list can be asked for."""
    found = {TEXTS: _file(TEXTS, f"export default {_texts()};\n".encode())}
    for file in (files(__package__) / "static").iterdir():
        if _kind(file.name) is not None:
            found[file.name] = _file(file.name, file.read_bytes())
    return found


TEXTS = "texts.js"
"""The page's part of the catalogue, as a module for the scripts."""


def _file(name: str, content: bytes) -> StaticFile:
    mark = hashlib.sha256(content).hexdigest()[:12]
    return StaticFile(content, gzip.compress(content, 9, mtime=0), _kind(name) or "", mark)


def _kind(name: str) -> str | None:
    return _KINDS.get(f".{name.rpartition('.')[2]}")


def _texts() -> str:
    return json.dumps(page_texts(), ensure_ascii=False, separators=(",", ":"))
