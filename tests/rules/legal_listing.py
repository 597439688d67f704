"""All combinations of a level as text, for comparing and for hashing."""

from __future__ import annotations

from referee.rules.classify import readings
from referee.rules.legal import legal_sets
from referee.rules.level import Level


def legal_listing(level: Level) -> list[str]:
    """One line a set, sorted; vectors/legal_sets.toml describes the form."""
    return sorted(
        " ".join(sorted(map(str, cards))) + "\t" + ",".join(map(str, readings(cards, level)))
        for cards in legal_sets(level)
    )
