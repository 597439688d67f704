"""What can go wrong with the record of a table.

JournalError
├── JournalMissing      no such file
├── JournalExists       a new journal was asked for where one is
├── JournalBusy         another process writes it
├── JournalDamaged      not a journal, another schema, or the hash chain is broken
└── JournalNotWritten   the disk refused the row; it was not acknowledged
"""

from __future__ import annotations

from pathlib import Path


class JournalError(Exception):
    """Base of everything a journal raises; the message names the file and what to do."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.reason = what
        """What happened, without the file and what to do."""


class JournalMissing(JournalError):
    def __init__(self, path: Path) -> None:
        super().__init__(path, "there is no such journal")


class JournalExists(JournalError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            path, "a journal is there already; go on with --resume or name another file"
        )


class JournalBusy(JournalError):
    def __init__(self, path: Path) -> None:
        super().__init__(path, "another process is writing this journal; stop that one first")


class JournalDamaged(JournalError):
    def __init__(self, path: Path, found: str, wanted: str) -> None:
        super().__init__(path, f"not a sound journal: found {found}, wanted {wanted}")


class JournalNotWritten(JournalError):
    def __init__(self, path: Path, cause: Exception) -> None:
        super().__init__(
            path,
            f"could not be written ({cause}); nothing after the last row was acknowledged, "
            "make room or mend the disk and go on with --resume",
        )
        self.reason = str(cause)
