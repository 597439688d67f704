"""Ruleset files, already parsed, to a `Ruleset` that knows where each of its values comes from.

What a document does not state comes from the ruleset its file names as ``base``, or, for single
keys and groups, from another it names under ``[fill]``. The one file without a base states
everything. An event file says ``ruleset`` where a ruleset file says ``base``.

Every mistake of a file and of those it rests on is reported at once. No file is opened here: that
is the business of `referee.app.rulesets`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.rules.ruleset_checks import contradictions
from referee.rules.ruleset_document import Document, DocumentReader
from referee.rules.ruleset_keys import KEYS, build_ruleset, near, shown
from referee.rules.ruleset_mistakes import Mistake, RulesetError
from referee.rules.ruleset_provenance import DocumentKind, Entry, Header, LoadedRuleset


def load_ruleset(ruleset_id: str, library: Mapping[str, Document]) -> LoadedRuleset:
    """The ruleset filed under *ruleset_id*; only it and those it rests on are looked at.

    Raises:
        RulesetError: With every mistake in them, or because there is no such ruleset.
    """
    if ruleset_id not in library:
        raise RulesetError(
            [Mistake(str(ruleset_id), "", "no such ruleset", near(ruleset_id, library))]
        )
    shelf = _Shelf(library)
    entries = shelf.entries(ruleset_id, ())
    if shelf.mistakes:
        raise RulesetError(shelf.mistakes)
    ruleset = build_ruleset(ruleset_id, {key: entries[key].reading.value for key in KEYS})
    failed = [
        Mistake(library[ruleset_id].file, check.keys[0], _found(check.keys, entries), check.wanted)
        for check in contradictions(ruleset)
    ]
    if failed:
        raise RulesetError(failed)
    headers = shelf.headers.values()
    return LoadedRuleset(
        header=shelf.headers[ruleset_id],
        ruleset=ruleset,
        entries={key: entries[key] for key in KEYS},
        titles={header.id: header.title for header in headers},
        advice=frozenset(h.id for h in headers if h.kind is DocumentKind.ADVICE),
    )


def _found(keys: Sequence[str], entries: Mapping[str, Entry]) -> str:
    """The values of *keys* and whose they are."""
    return " and ".join(
        f"{key} = {shown(KEYS[key].write(entries[key].reading.value))} "
        f"(from {entries[key].reading.source.document})"
        for key in keys
    )


class _Shelf:
    """The documents of a library, each read once, with what was wrong with them."""

    def __init__(self, library: Mapping[str, Document]) -> None:
        self._library = library
        self._resolved: dict[str, dict[str, Entry]] = {}
        self.headers: dict[str, Header] = {}
        self.mistakes: list[Mistake] = []

    def entries(self, ruleset_id: str, resting: tuple[str, ...]) -> dict[str, Entry]:
        """Entries of a document and, for the keys it leaves open, of those it rests on.

        Args:
            ruleset_id: A document of the library.
            resting: Ids of the documents that rest on it, the nearest last.
        """
        if ruleset_id in self._resolved:
            return self._resolved[ruleset_id]
        reader = DocumentReader(ruleset_id, self._library[ruleset_id])
        header = self.headers[ruleset_id] = reader.header()
        own = reader.entries()
        sound = not reader.mistakes
        below: dict[str, Entry] = {}
        if header.base:
            below |= self._below(reader, "base", header.base, (*resting, ruleset_id))
        elif sound and len(own) < len(KEYS):
            missing = next(key for key in KEYS if key not in own)
            reader.refuse(
                "base",
                f"is missing, but {len(KEYS) - len(own)} keys are not stated, as {missing}",
                "want the id of the ruleset that gives the rest",
            )
        for name, other in header.fill.items():
            filling = self._below(reader, f"fill.{name}", other, (*resting, ruleset_id))
            below |= {
                key: entry for key, entry in filling.items() if name in {key, KEYS[key].group}
            }
        self.mistakes += reader.mistakes
        entries = self._resolved[ruleset_id] = below | own
        return entries

    def _below(
        self, reader: DocumentReader, place: str, ruleset_id: str, resting: tuple[str, ...]
    ) -> dict[str, Entry]:
        """Entries of a document that another one rests on; none if it cannot."""
        if ruleset_id in resting:
            circle = " -> ".join((*resting[resting.index(ruleset_id) :], ruleset_id))
            reader.refuse(
                place,
                f"goes in a circle: {circle}",
                "want a ruleset that does not rest on this one",
            )
            return {}
        if ruleset_id not in self._library:
            reader.refuse(place, f"no ruleset {ruleset_id!r}", near(ruleset_id, self._library))
            return {}
        return self.entries(ruleset_id, resting)
