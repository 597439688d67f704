"""Which journal a run writes: a new one, the one named, or the one to go on with.

Where the disk of the journals takes no rows at the start, the run begins in the spare folder with
everything that can still be read; a later start brings both together.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from referee.record.errors import JournalError, JournalNotWritten
from referee.record.fallback import WritingFailed
from referee.record.files import free_name, move_journal
from referee.record.journal import Journal
from referee.record.making import unfinished
from referee.record.mending import Mended, mend

SUFFIX = ".journal"
PICTURES = "evidence"
"""Folder of the pictures, beside the journals that name them."""


def open_for_run(
    named: Path | None,
    folder: Path,
    stem: str,
    about: dict[str, str],
    *,
    resume: bool,
    spare_folder: Path | None,
    tell: Callable[[Mended], object],
    alarm: Callable[[WritingFailed], object] = lambda _: None,
) -> tuple[Journal, bool]:
    """Open the journal of a run.

    Args:
        named: The file the operator asked for, or ``None`` to let one be chosen in *folder*.
        folder: Where journals are kept.
        stem: Beginning of the name of a new journal.
        about: What identifies the session; a journal of another session is never gone on with.
        resume: Go on with the newest journal of this session, or start when there is none.
        spare_folder: Where rows went that the journal did not get; they are merged on `resume`.
        tell: Told what was merged.
        alarm: Told when the run has to begin in the spare folder.

    Returns:
        The journal, and whether it is one to go on with.

    Raises:
        JournalError: See `referee.record.errors`.
    """
    try:
        return _open(named, folder, stem, about, resume, spare_folder, tell)
    except JournalNotWritten as refused:
        if spare_folder is None:
            raise
        known = named if named is not None else newest(folder, about) if resume else None
        path = known if known is not None else _fresh(folder, stem)
        journal = _beside(path, spare_folder / path.name, about, resume=resume)
        alarm(WritingFailed(path, refused.reason, journal.path))
        return journal, journal.head.rows > 0


def _open(
    named: Path | None,
    folder: Path,
    stem: str,
    about: dict[str, str],
    resume: bool,
    spare_folder: Path | None,
    tell: Callable[[Mended], object],
) -> tuple[Journal, bool]:
    if resume:
        _merge_spares(named, folder, about, spare_folder, tell)
        known = named if named is not None else newest(folder, about)
        if known is not None and known.exists():
            journal = Journal.resume(known)
            try:
                _check_session(journal, about)
            except JournalError:
                journal.close()
                raise
            return journal, True
    path = named if named is not None else _fresh(folder, stem)
    return Journal.create(path, about), False


def _check_session(journal: Journal, about: dict[str, str]) -> None:
    if journal.about() != about:
        reason = "belongs to another session file; name its own journal"
        raise JournalError(journal.path, reason)


def _beside(path: Path, spare: Path, about: dict[str, str], *, resume: bool) -> Journal:
    """The journal of *path* as far as it can be read, in the spare folder and open for writing."""
    rows = []
    if resume and path.exists():
        with Journal.read(path) as journal:
            _check_session(journal, about)
            rows = list(journal.rows())
    if spare.exists():
        # Of an earlier trouble: it may be ahead of the journal.
        journal = Journal.resume(spare)
        held = list(journal.rows())
        common = min(len(rows), len(held))
        if resume and journal.about() == about and held[:common] == rows[:common]:
            journal.write(rows[common:])
            return journal
        journal.close()
        try:
            move_journal(spare, free_name(spare, "apart"))
        except OSError as error:
            raise JournalNotWritten(spare, error) from error
    return Journal.create(spare, about, rows)


def newest(folder: Path, about: dict[str, str]) -> Path | None:
    """The youngest journal in *folder* with this heading; damaged files are passed over."""
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=_changed, reverse=True):
        if _about(path) == about:
            return path
    return None


def _merge_spares(
    named: Path | None,
    folder: Path,
    about: dict[str, str],
    spare_folder: Path | None,
    tell: Callable[[Mended], object],
) -> None:
    """Bring the journals that may be gone on with up to date."""
    if named is not None:
        pairs = [(named, spare_folder and spare_folder / named.name)]
    else:
        begun = folder.glob(unfinished(Path(f"*{SUFFIX}")).name)
        pairs = [(path.with_suffix(""), None) for path in begun]
        spares = spare_folder.glob(f"*{SUFFIX}") if spare_folder is not None else ()
        pairs += [(folder / spare.name, spare) for spare in spares if _about(spare) == about]
    for path, spare in pairs:
        mended = mend(path, spare)
        if mended is not None:
            tell(mended)
            if spare is not None:
                _bring_pictures(spare.parent / PICTURES, path.parent / PICTURES)


def _bring_pictures(source: Path, target: Path) -> None:
    """Pictures that were kept in the spare folder; one that cannot be brought stays there."""
    with contextlib.suppress(OSError):
        for picture in source.glob("*.jpg"):
            if not (target / picture.name).exists():
                target.mkdir(exist_ok=True)
                copy = target / f"{picture.name}.new"
                shutil.copyfile(picture, copy)
                copy.rename(target / picture.name)
            picture.unlink()


def _about(path: Path) -> dict[str, str] | None:
    """The heading of a journal; ``None`` when it is damaged."""
    try:
        with Journal.read(path) as journal:
            return journal.about()
    except JournalError:
        return None


def _changed(path: Path) -> float:
    # Rows go to the write-ahead file first, so that one tells when the journal last grew; a mere
    # look leaves it there, too, new and empty.
    written = path.with_name(path.name + "-wal")
    files = (path, written) if written.exists() and written.stat().st_size else (path,)
    return max(file.stat().st_mtime for file in files)


def _fresh(folder: Path, stem: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = folder / f"{stem}-{moment}{SUFFIX}"
    count = 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{moment}-{count}{SUFFIX}"
    return path
