"""What the owner of the table tells the page: every entry, in the owner's own thread.

Hearing must cost next to nothing, since the table waits for it: an entry is put on a list and one
waiting loop is woken. Everything else happens in the page's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.ports import Entry


class Feed:
    """All entries of a table so far; given to the runtime as its listener."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = list(entries)
        self._wake: Callable[[], object] | None = None
        self.ended = False
        """The table is served no longer; pages that are open are let go of."""

    def heard(self, entry: Entry) -> None:
        """Take the next entry; called by the owner of the table, in order."""
        self._entries.append(entry)
        if self._wake is not None:
            self._wake()

    def stir(self) -> None:
        """Something besides the entries has changed; from any thread."""
        if self._wake is not None:
            self._wake()

    def on_entry(self, wake: Callable[[], object] | None) -> None:
        """Call *wake* after each entry from now on; it must be quick and must not fail."""
        self._wake = wake

    def end(self) -> None:
        """Nothing comes any more; from any thread."""
        self.ended = True
        if self._wake is not None:
            self._wake()

    def after(self, row: int) -> Sequence[Entry]:
        """The entries after row number *row*; also while others are heard."""
        return self._entries[max(0, row) :]

    def __len__(self) -> int:
        return len(self._entries)
