"""One ruleset file, already parsed: what it says about itself and the values it states.

A file states only what its document states. One value is one table::

    [tribute]
    return_limit = { value = "any", at = "000 L307", quote = "赢方分别还一张任意牌" }

``quote`` is verbatim; where a document's own words are not at hand, ``says`` tells them in ours.
``note`` explains how they were read, and ``also`` lists the other readings of a document that
contradicts itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from referee.rules.ruleset_keys import GROUPS, KEYS, Key, SwitchValueError, near, shown
from referee.rules.ruleset_mistakes import Mistake
from referee.rules.ruleset_provenance import DocumentKind, Entry, Header, Reading, Source

_FORMAT = 1
"""Of ruleset and event files; one without a number has this one."""
_HEADER = ("format", "id", "title", "kind", "source", "breaks_off", "base", "ruleset", "fill")
_READING = ("value", "at", "quote", "says", "note")
_EXAMPLE = 'as { value = …, at = "000 L307", quote = "…" }'


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file."""

    file: str
    """Its name for messages, as ``rulesets/union-2024.toml``."""
    content: Mapping[str, object]


@dataclass(slots=True)
class DocumentReader:
    """Reads one document; what it cannot use is a mistake and left out."""

    id: str
    document: Document
    mistakes: list[Mistake] = field(default_factory=list)

    def refuse(self, key: str, found: str, wanted: str) -> None:
        if any(mistake.key == "format" for mistake in self.mistakes):
            return  # what else is strange may be right in that format
        self.mistakes.append(Mistake(self.document.file, key, found, wanted))

    def header(self) -> Header:
        content = self.document.content
        written = content.get("format", _FORMAT)
        if written != _FORMAT:
            wanted = f"want {_FORMAT}; the file is of another version of the program"
            self.refuse("format", f"got {shown(written)}", wanted)
        for name in content:
            if name not in _HEADER and name not in GROUPS:
                self.refuse(str(name), "unknown key", near(name, (*_HEADER, *GROUPS)))
        kind = self._kind(content.get("kind"))
        if content.get("id") != self.id:
            self.refuse(
                "id", f"got {shown(content.get('id'))}", f"want {self.id!r}, as it is filed"
            )
        if "base" in content and "ruleset" in content:
            self.refuse("ruleset", "stands beside base", "want one of the two")
        return Header(
            id=self.id,
            title=self._text(content, "title", "title", needed=True),
            kind=kind,
            source=self._text(content, "source", "source", needed=kind is not DocumentKind.ADVICE),
            breaks_off=self._text(content, "breaks_off", "breaks_off"),
            base=self._text(content, "base", "base") or self._text(content, "ruleset", "ruleset"),
            fill=dict(self._fill(content.get("fill", {}))),
        )

    def entries(self) -> dict[str, Entry]:
        """The values it states, by key."""
        entries = {}
        for group in GROUPS:
            switches = self.document.content.get(group, {})
            if not isinstance(switches, Mapping):
                self.refuse(group, f"got {shown(switches)}", f"want a table [{group}]")
                continue
            known = {key.name: key for key in KEYS.values() if key.group == group}
            for name, table in switches.items():
                if name not in known:
                    self.refuse(f"{group}.{name}", "unknown key", near(name, known))
                elif (entry := self._entry(known[name], table)) is not None:
                    entries[f"{group}.{name}"] = entry
        return entries

    def _entry(self, key: Key, table: object) -> Entry | None:
        place = str(key)
        reading = self._reading(key, table, place, (*_READING, "also"))
        others = table.get("also", []) if isinstance(table, Mapping) else []
        if not isinstance(others, list):
            self.refuse(
                f"{place}.also", f"got {shown(others)}", f"want a list of readings, each {_EXAMPLE}"
            )
            others = []
        also = [
            self._reading(key, other, f"{place}.also[{number}]", _READING)
            for number, other in enumerate(others)
        ]
        if reading is None:
            return None
        return Entry(reading, tuple(other for other in also if other is not None))

    def _reading(
        self, key: Key, table: object, place: str, known: tuple[str, ...]
    ) -> Reading | None:
        if not isinstance(table, Mapping):
            self.refuse(place, f"got {shown(table)}", f"want a value with its source, {_EXAMPLE}")
            return None
        for name in table:
            if name not in known:
                self.refuse(f"{place}.{name}", "unknown key", near(name, known))
        source = Source(
            document=self.id,
            at=self._text(table, "at", f"{place}.at", needed=True),
            quote=self._text(table, "quote", f"{place}.quote"),
            says=self._text(table, "says", f"{place}.says"),
            note=self._text(table, "note", f"{place}.note"),
        )
        if ("quote" in table) is ("says" in table):
            found = "has both quote and says" if "quote" in table else "has neither quote nor says"
            self.refuse(place, found, "want quote for the document's words, or says for ours")
        if "value" not in table:
            self.refuse(place, "has no value", f"want {key.accepts()}")
            return None
        try:
            return Reading(key.read(table["value"]), source)
        except SwitchValueError as mistake:
            self.refuse(place, mistake.found, mistake.wanted)
            return None

    def _kind(self, raw: object) -> DocumentKind:
        for kind in DocumentKind:
            if raw == kind.value:
                return kind
        names = ", ".join(kind.value for kind in DocumentKind)
        self.refuse("kind", f"got {shown(raw)}", f"want one of {names}")
        return DocumentKind.SHEET

    def _fill(self, raw: object) -> Iterator[tuple[str, str]]:
        if not isinstance(raw, Mapping):
            self.refuse("fill", f"got {shown(raw)}", 'want a table, as { tribute = "union-2024" }')
            return
        for name, ruleset in raw.items():
            if name not in GROUPS and name not in KEYS:
                self.refuse(f"fill.{name}", "unknown key", near(name, (*GROUPS, *KEYS)))
            elif not isinstance(ruleset, str):
                self.refuse(f"fill.{name}", f"got {shown(ruleset)}", "want the id of a ruleset")
            else:
                yield name, ruleset

    def _text(
        self, table: Mapping[str, object], name: str, place: str, *, needed: bool = False
    ) -> str:
        text = table.get(name, "")
        if not isinstance(text, str) or (name in table and not text.strip()):
            self.refuse(place, f"got {shown(text)}", "want text")
            return ""
        if needed and not text:
            self.refuse(place, "is missing", "want text")
        return text
