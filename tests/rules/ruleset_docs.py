"""Documents about rulesets that are written from the data: ``python -m tests.rules.ruleset_docs``.

``config/rulesets/README.md`` tells what each rule document became, ``config/REFERENCE.md`` lists
every key. A test compares both with what this writes.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path

from referee.app.rules_meanings import group_meaning, key_meaning, value_meaning
from referee.app.rulesets import loaded_ruleset, ruleset_ids
from referee.rules.ruleset_keys import GROUPS, KEYS, Key, Value
from referee.rules.ruleset_provenance import DocumentKind, LoadedRuleset, Origin

ROOT = Path(__file__).parents[2]
OVERVIEW = ROOT / "config" / "rulesets" / "README.md"
REFERENCE = ROOT / "config" / "REFERENCE.md"
ADVICE = "advised-defaults"
VECTORS: dict[str, int] = tomllib.loads(
    (Path(__file__).parent / "ruleset_vectors.toml").read_text("utf-8")
)
"""How many rule vectors ask by each ruleset."""

_WRITTEN = "Written by `python -m tests.rules.ruleset_docs`; do not edit."

_OVERVIEW_TOP = f"""\
# Rulesets

{_WRITTEN}

A ruleset file states what one rule document states, each value with its place and a short quote.
What the document leaves open comes from the ruleset it names as `base` (or, for single keys and
groups, under `[fill]`), in the end from [advised-defaults](advised-defaults.toml). The plan of an
event that has no rules of its own is an event file, which names a `ruleset` instead of a `base`.

- `guandan-referee rules list` lists them, `guandan-referee rules show union-2024` shows every value
  with its meaning and source. Both take a path to a file of your own as well.
- [REFERENCE.md](../REFERENCE.md) has every key. `AMB-nn` is an entry of
  [OPEN_QUESTIONS.md](OPEN_QUESTIONS.md).
- A place such as `001 L93` is a line of one of the five text files the documents were found in:
  000, 002 and 003 hold several documents each, 001 and 004 one. Marks of pronunciation that strayed
  into 003 are left out of quotes. national-2017 is cited by article and told in our own words.
- *Vectors* counts the cases with known answers that ask by this ruleset.

A file of your own needs little more than a name, a base, and what is different:

```toml
# clubnight.toml, shown by: guandan-referee rules show clubnight.toml
id = "clubnight"
title = "俱乐部之夜"
kind = "sheet_and_plan"
source = "the notice board"
base = "national-2017"

[round]
minutes = {{ value = 45, at = "line 3", quote = "每轮45分钟" }}
```
"""

_REFERENCE_TOP = f"""\
# Keys of ruleset files

{_WRITTEN}

A file of `rulesets/` or `events/` begins with keys about itself:

| key | meaning |
| --- | --- |
| `id` | name of the file without `.toml` |
| `title` | title of the document, in its own language |
| `kind` | `sheet` (rules), `plan` (of an event), `sheet_and_plan`, or `advice` (no document) |
| `source` | text files and lines it was transcribed from; needed unless it is advice |
| `breaks_off` | where the text ends or pages are lost; left out where it is complete |
| `base` | id of the ruleset that gives what this one leaves open |
| `ruleset` | the same in an event file |
| `fill` | table of keys or groups, each with the id of a ruleset that goes before the base |

Then one table for each group below. Each key of a group holds a table:

| key | meaning |
| --- | --- |
| `value` | the value |
| `at` | line, article or open question it rests on |
| `quote` | the document's words |
| `says` | the same in our words, where the document's are not at hand; one of the two is needed |
| `note` | how the words were read, where that is not plain |
| `also` | list of other readings, each a table like this, where a document contradicts itself |

A file with mistakes is refused as a whole, with one line for each mistake: file, key, what was
found, what would be right. *Stated by* names the files whose document says so.
"""


def overview() -> str:
    """The text of `OVERVIEW`."""
    return _OVERVIEW_TOP + "".join(f"{line}\n" for line in _overview())


def reference() -> str:
    """The text of `REFERENCE`."""
    return _REFERENCE_TOP + "".join(f"{line}\n" for line in _reference())


def documents() -> list[LoadedRuleset]:
    """All that transcribe a document, plans of events last."""
    every = [loaded_ruleset(name) for name in ruleset_ids() if name != ADVICE]
    return sorted(every, key=_is_plan)


def _is_plan(loaded: LoadedRuleset) -> bool:
    return loaded.header.kind is DocumentKind.PLAN


def _overview() -> Iterator[str]:
    yield ""
    yield "| document | ruleset | vectors | stated | filled | advised | where it breaks off |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | --- |"
    for loaded in documents():
        header = loaded.header
        counts = Counter(loaded.origin(key) for key in loaded.entries)
        folder = "../events/" if _is_plan(loaded) else ""
        yield (
            f"| {header.title} ({header.source}) | [{header.id}]({folder}{header.id}.toml) "
            f"| {VECTORS.get(header.id, 0)} | {counts[Origin.STATED]} | {counts[Origin.FILLED]} "
            f"| {counts[Origin.ADVISED]} | {header.breaks_off or 'complete'} |"
        )
    yield f"| what every sheet that speaks agrees on | | {VECTORS['every sheet']} | | | | |"
    yield ""
    yield "## What each document leaves open"
    yield ""
    yield "Left out below: keys with one possible value, and those of which no document has a word:"
    yield f"{', '.join(_stated_nowhere())}."
    for loaded in documents():
        yield ""
        yield f"### {loaded.header.id}"
        yield ""
        yield from _left_open(loaded)
        yield from _contradictions(loaded)


def _left_open(loaded: LoadedRuleset) -> Iterator[str]:
    left: dict[str, list[str]] = defaultdict(list)
    for name in loaded.entries:
        origin = loaded.origin(name)
        if name in _disputable() and origin is not Origin.STATED:
            left[loaded.entries[name].reading.source.document].append(name)
    for document in sorted(left, key=lambda name: (name == ADVICE, name)):
        how = "as advised" if document == ADVICE else f"filled from {document}"
        yield f"- {how}: {'; '.join(_compressed(left[document]))}"


def _compressed(names: Iterable[str]) -> Iterator[str]:
    """Names of keys by group, each group the shorter way."""
    left = set(names)
    for group in GROUPS:
        every = [name for name in _disputable() if KEYS[name].group == group]
        here = [name for name in every if name in left]
        if here and len(here) * 2 > len(every):
            but = _listed(name for name in every if name not in left)
            yield f"**{group}**{' but ' + but if but else ''}"
        elif here:
            yield f"of {group} {_listed(here)}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{KEYS[name].name}`" for name in names)


@cache
def _disputable() -> tuple[str, ...]:
    """Keys that some document states and that have more than one possible value."""
    stated = {
        name
        for loaded in documents()
        for name in loaded.entries
        if loaded.origin(name) is Origin.STATED
    }
    return tuple(name for name, key in KEYS.items() if name in stated and key.only is None)


def _stated_nowhere() -> Iterator[str]:
    return (
        f"`{name}`" for name, key in KEYS.items() if key.only is None and name not in _disputable()
    )


def _contradictions(loaded: LoadedRuleset) -> Iterator[str]:
    for name, entry in loaded.entries.items():
        if loaded.origin(name) is not Origin.STATED:
            continue
        for other in entry.also:
            one, two = (
                f"{_code(KEYS[name], reading.value)} ({reading.source.at} “{reading.source.quote}”)"
                for reading in (entry.reading, other)
            )
            yield f"- can be read twice, `{name}`: {one} and {two}"


def _reference() -> Iterator[str]:
    stated = _stated()
    advice = loaded_ruleset(ADVICE)
    for group in GROUPS:
        yield ""
        yield f"## {group}"
        yield ""
        yield group_meaning(group)
        for name, key in KEYS.items():
            if key.group != group:
                continue
            source = advice.entries[name].reading.source
            yield ""
            yield f"### {name}"
            yield ""
            yield key_meaning(key)
            yield ""
            yield from _choices(key, stated[name])
            yield f"- advised: {_code(key, key.advised)} ({source.at}: {source.says})"


def _choices(key: Key, stated: dict[str, list[str]]) -> Iterator[str]:
    """What it takes, and which documents say which."""
    left = dict(stated)
    if issubclass(key.kind, Enum) and key.only is None:
        if key.many:
            yield "- takes a list of:"
        for member in key.kind:
            value = _code(key, member)
            yield (
                f"{'  ' if key.many else ''}- {value}: {value_meaning(member)}"
                f"{_by(left.pop(value, [])) if not key.many else ''}".removesuffix(": ")
            )
    else:
        only = f"only {_code(key, key.advised)}"
        yield f"- takes {key.accepts() if key.only is None else only}"
    for value, ids in left.items():
        yield f"- {value}:{_by(ids)}"


def _by(ids: list[str]) -> str:
    return f" *Stated by {', '.join(ids)}.*" if ids else ""


def _stated() -> dict[str, dict[str, list[str]]]:
    """By key and value the ids of the documents that state it, the most frequent value first."""
    stated: dict[str, dict[str, list[str]]] = {name: defaultdict(list) for name in KEYS}
    for loaded in documents():
        for name, entry in loaded.entries.items():
            if loaded.origin(name) is Origin.STATED:
                stated[name][_code(KEYS[name], entry.reading.value)].append(loaded.header.id)
    return {
        name: dict(sorted(values.items(), key=lambda value: -len(value[1])))
        for name, values in stated.items()
    }


def _code(key: Key, value: Value) -> str:
    raw = key.write(value)
    return f"`{raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)}`"


def main() -> None:
    OVERVIEW.write_text(overview(), "utf-8")
    REFERENCE.write_text(reference(), "utf-8")


if __name__ == "__main__":
    main()
