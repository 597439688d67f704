"""Scripts, styles and pictures of the page, read once from the installed package."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

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
    found = {}
    for file in (files(__package__) / "static").iterdir():
        kind = _KINDS.get(f".{file.name.rpartition('.')[2]}")
        if kind is not None:
            content = file.read_bytes()
            mark = hashlib.sha256(content).hexdigest()[:12]
            found[file.name] = StaticFile(content, gzip.compress(content, 9, mtime=0), kind, mark)
    return found
