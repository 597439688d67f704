"""Mistakes in ruleset files: collected, so that whoever wrote the file mends it in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong with a file."""

    file: str
    key: str
    """Where in the file, as ``tribute.return_limit``; empty for the file as a whole."""
    found: str
    wanted: str
    """What would be right."""

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        line = f"{place}: {self.found}; {self.wanted}"
        # A key of the file may hold anything, a line break too, and a mistake is one line.
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line)


class RulesetError(ValueError):
    """A ruleset that cannot be used. One line for each mistake."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = tuple(mistakes)
