"""Where each value of a ruleset comes from (出处)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_keys import Value, build_ruleset


class DocumentKind(Enum):
    """What a file transcribes."""

    SHEET = "sheet"
    """A rule sheet (规则)."""
    PLAN = "plan"
    """The plan of an event (方案)."""
    SHEET_AND_PLAN = "sheet_and_plan"
    """Both in one."""
    ADVICE = "advice"
    """No document: what to do where sheets are silent."""


class Origin(Enum):
    """Where a value comes from, as far as one ruleset is concerned."""

    STATED = "stated"
    """Its own document says so."""
    FILLED = "filled"
    """Another document says so."""
    ADVISED = "advised"
    """No document says so."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value is written."""

    document: str
    """Id of the ruleset whose file states it."""
    at: str
    """Text file and line, article, or discussion: ``001 L93``, ``art. 10``, ``AMB-12``."""
    quote: str
    """The document's words; empty where only `says` tells them."""
    says: str
    """The same in our words; empty where there is a quote."""
    note: str
    """How the words were read, where that is not plain."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value and where it is written."""

    value: Value
    source: Source


@dataclass(frozen=True, slots=True)
class Entry:
    """What a ruleset has for one key."""

    reading: Reading
    also: tuple[Reading, ...]
    """What the same document says elsewhere, where it contradicts itself or can be read twice."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says about itself."""

    id: str
    title: str
    """Title of the document in its own language."""
    kind: DocumentKind
    source: str
    """Text files and lines of the document; empty for advice."""
    breaks_off: str
    """Where the text ends or pages are lost; empty where it is complete."""
    base: str
    """Id of the ruleset that gives the rest; empty for the one that states everything."""
    fill: Mapping[str, str]
    """Keys, or whole groups, that another ruleset gives before the base does, and its id."""


@dataclass(frozen=True, slots=True)
class LoadedRuleset:
    """A ruleset with the source of each of its values."""

    header: Header
    ruleset: Ruleset
    entries: Mapping[str, Entry]
    """By key, as ``tribute.return_limit``, in the order of the keys."""
    titles: Mapping[str, str]
    """Titles of all documents the values come from, by id."""
    advice: frozenset[str]
    """Ids among them that are no document."""

    def origin(self, key: str) -> Origin:
        """Where the value of *key* comes from; raises `KeyError` for a key there is not."""
        document = self.entries[key].reading.source.document
        if document in self.advice:
            return Origin.ADVISED
        return Origin.STATED if document == self.header.id else Origin.FILLED

    def as_read_in(self, quote: str) -> Ruleset:
        """The ruleset with the other readings that *quote* cites, and not the first with them.

        A sheet may contradict itself, and a dispute cite either clause. White space does not
        matter; where *quote* holds none of the other readings, the ruleset is unchanged.
        """
        cited = "".join(quote.split())
        values = {key: entry.reading.value for key, entry in self.entries.items()}
        for key, entry in self.entries.items():
            others = [other.value for other in entry.also if _cites(cited, other)]
            if others and not _cites(cited, entry.reading):
                values[key] = others[0]
        return build_ruleset(self.header.id, values)


def _cites(squeezed: str, reading: Reading) -> bool:
    words = "".join(reading.source.quote.split())
    return bool(words) and words in squeezed
