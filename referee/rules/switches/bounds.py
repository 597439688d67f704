"""Limits of a value, written beside its field: ``minutes: Annotated[int, Between(0, 600)]``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Between:
    """Lowest and highest value that makes sense, both included."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Only:
    """The one value all sheets that speak agree on, and the only one the program plays."""

    value: object


@dataclass(frozen=True, slots=True)
class Length:
    """How many entries a list may have, both included."""

    least: int
    most: int
