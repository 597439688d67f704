"""The pictures that rows of the record rest on, as a page asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.web.views.words import both

Json = dict[str, Any]

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
