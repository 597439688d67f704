"""Rulesets for the set-up screen: which there are, and in what two of them differ."""

from __future__ import annotations

from typing import Any

from referee.rules.ruleset_keys import KEYS
from referee.rules.ruleset_provenance import Entry, LoadedRuleset
from referee.web.ports import RulesetShelf
from referee.web.views.switches import switch_word, value_word

Json = dict[str, Any]


def listed(shelf: RulesetShelf) -> list[Json]:
    """Id and title of every ruleset."""
    return [
        {"id": ruleset_id, "title": shelf.loaded(ruleset_id).header.title}
        for ruleset_id in shelf.ids()
    ]


def differences(one: LoadedRuleset, other: LoadedRuleset, shelf: RulesetShelf) -> list[Json]:
    """Every switch on which two rulesets differ, with its meaning and both sources."""
    return [
        {
            "key": name,
            "word": switch_word(name),
            "meaning": shelf.meaning(name),
            "one": _reading(name, one.entries[name], shelf),
            "other": _reading(name, other.entries[name], shelf),
        }
        for name in KEYS
        if one.entries[name].reading.value != other.entries[name].reading.value
    ]


def _reading(name: str, entry: Entry, shelf: RulesetShelf) -> Json:
    reading, source = entry.reading, entry.reading.source
    return {
        "value": KEYS[name].write(reading.value),
        "word": value_word(reading.value),
        "means": shelf.value_meaning(reading.value),
        "document": source.document,
        "at": source.at,
        "says": source.quote or source.says,
    }
