"""The pictures that rows of the record rest on, and what was seen on them, as a page asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.ports import Entry
from referee.rules.cards import FACES
from referee.session.events import CardsUnread
from referee.web.views.words import both

Json = dict[str, Any]

_FACES = frozenset(str(card) for card in FACES)
KINDS = ("crop", "before", "after")
"""What a picture shows, best first: the play alone, the table before it, the table after it."""


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    """SHA-256 of its content, as the evidence store names it."""
    kind: str = "picture"
    """One of `KINDS`, or ``picture`` in older journals."""


Shown = Mapping[int, tuple[Picture, ...]]
"""Pictures by row."""


def pictures_of(origin: Mapping[str, Any]) -> tuple[Picture, ...]:
    """What a row of the record names under ``evidence``: pictures by kind, or a plain list."""
    match origin.get("evidence"):
        case list(names):
            return tuple(Picture(name) for name in names if isinstance(name, str))
        case Mapping() as named:
            return tuple(_of_kinds(named))
        case _:
            return ()


def guess_of(entry: Entry) -> tuple[str, ...]:
    """What cards that are asked for looked like to the camera; faces that a referee may change."""
    seen = entry.origin.get("seen") if isinstance(entry.event, CardsUnread) else None
    if not isinstance(seen, list) or not all(isinstance(face, str) for face in seen):
        return ()
    return tuple(seen) if set(seen) <= _FACES else ()


def pictures_json(pictures: Shown, row: int | None) -> list[Json]:
    """The pictures of a row; none where there is no row or nothing was kept."""
    return [
        {"name": one.name, "kind": one.kind, "word": both(f"page.picture_{one.kind}")}
        for one in pictures.get(row or 0, ())
    ]


def _of_kinds(named: Mapping[str, Any]) -> Iterator[Picture]:
    for kind in KINDS:
        if isinstance(named.get(kind), str):
            yield Picture(named[kind], kind)
