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


_SERVERS_OWN = ("did_", "remedy_", "cards_", "ruling_", "fault_", "again_", "case_")
"""Beginnings of the names of texts that come with what the server tells, or stand on paper."""

TEXTS = "texts.js"
"""The page's part of the catalogue, as a module for the scripts."""


def _file(name: str, content: bytes) -> StaticFile:
    mark = hashlib.sha256(content).hexdigest()[:12]
    return StaticFile(content, gzip.compress(content, 9, mtime=0), _kind(name) or "", mark)


def _kind(name: str) -> str | None:
    return _KINDS.get(f".{name.rpartition('.')[2]}")


def _texts() -> str:
    told = {n: texts for n, texts in page_texts().items() if not n.startswith(_SERVERS_OWN)}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
