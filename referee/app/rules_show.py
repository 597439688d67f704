"""A ruleset as text or JSON: each value, what it means, and where it comes from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from referee.app.errors import InputRefused
from referee.app.rules_meanings import group_meaning, key_meaning, value_meaning
from referee.app.rulesets import loaded_ruleset
from referee.rules.ruleset_keys import GROUPS, KEYS
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.ruleset_provenance import LoadedRuleset, Origin, Reading

_ORIGINS = {
    Origin.STATED: "stated",
    Origin.FILLED: "filled from {document} 《{title}》",
    Origin.ADVISED: "advised default",
}


def show(name: str, *, as_json: bool = False) -> str:
    """Everything there is to know about the ruleset *name*, an id or a path to a file.

    Raises:
        InputRefused: There is no such ruleset, or its file has mistakes.
    """
    try:
        loaded = loaded_ruleset(name)
    except RulesetError as error:
        raise InputRefused(*map(str, error.mistakes)) from error
    if as_json:
        return json.dumps(_as_json(loaded), ensure_ascii=False, indent=2) + "\n"
    return "".join(f"{line}\n" for line in _lines(loaded))


def _lines(loaded: LoadedRuleset) -> Iterator[str]:
    header = loaded.header
    yield f"{header.id}  {header.title}"
    if header.source:
        yield f"  transcribed from {header.source}"
    if header.breaks_off:
        yield f"  {header.breaks_off}"
    counts = Counter(loaded.origin(key) for key in loaded.entries)
    yield (
        f"  {counts[Origin.STATED]} values stated, {counts[Origin.FILLED]} filled from another "
        f"document, {counts[Origin.ADVISED]} advised"
    )
    for group in GROUPS:
        yield ""
        yield f"[{group}]  {group_meaning(group)}"
        for name, key in KEYS.items():
            if key.group == group:
                yield from _entry_lines(loaded, name)


def _entry_lines(loaded: LoadedRuleset, name: str) -> Iterator[str]:
    key, entry = KEYS[name], loaded.entries[name]
    value = entry.reading.value
    yield ""
    yield f"{key.name} = {_literal(name, value)}"
    yield f"    {key_meaning(key)}"
    for member in value if isinstance(value, tuple) else (value,):
        if meaning := value_meaning(member):
            yield f"    {key.write(member)}: {meaning}"
    yield f"    {_origin(loaded, name)}"
    for other in entry.also:
        yield f"    also {_literal(name, other.value)}, {_words(other)}"


def _origin(loaded: LoadedRuleset, name: str) -> str:
    reading = loaded.entries[name].reading
    document = reading.source.document
    how = _ORIGINS[loaded.origin(name)].format(document=document, title=loaded.titles[document])
    if loaded.origin(name) is Origin.ADVISED:
        return f"{how} ({reading.source.at}): {reading.source.says}"
    return f"{how}, {_words(reading)}"


def _words(reading: Reading) -> str:
    source = reading.source
    words = f"{source.at}: " + (f"“{source.quote}”" if source.quote else source.says)
    return f"{words} ({source.note})" if source.note else words


def _literal(name: str, value: object) -> str:
    return json.dumps(KEYS[name].write(value), ensure_ascii=False)


def _as_json(loaded: LoadedRuleset) -> dict[str, object]:
    header = loaded.header
    return {
        "id": header.id,
        "title": header.title,
        "kind": header.kind.value,
        "source": header.source,
        "breaks_off": header.breaks_off,
        "base": header.base,
        "fill": dict(header.fill),
        "values": {
            name: _reading_json(loaded, name, entry.reading)
            | {
                "meaning": key_meaning(KEYS[name]),
                "origin": loaded.origin(name).value,
                "also": [_reading_json(loaded, name, other) for other in entry.also],
            }
            for name, entry in loaded.entries.items()
        },
    }


def _reading_json(loaded: LoadedRuleset, name: str, reading: Reading) -> dict[str, object]:
    source = reading.source
    return {
        "value": KEYS[name].write(reading.value),
        "document": source.document,
        "title": loaded.titles[source.document],
        "at": source.at,
        "quote": source.quote,
        "says": source.says,
        "note": source.note,
    }
