"""Pictures as evidence: small enough to keep all evening, large enough to read every index."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence, Set
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.app.journals import PICTURES, SUFFIX
from referee.app.settings import Settings
from referee.ports import Entry
from referee.record.errors import JournalError
from referee.record.evidence import EvidenceFolder, PictureNews
from referee.record.journal import Journal
from referee.record.needed import needed_pictures

LONGEST_SIDE = 1600
"""Pixels of a kept frame: an index of a card across the table is still some 20 pixels high."""
QUALITY = 85
"""Of the JPEG, in the encoder's percent."""
_LONGEST_APPEAL = timedelta(minutes=1440)
"""No ruleset accepts an appeal later (`officials.appeal_minutes`)."""


def open_evidence(
    settings: Settings,
    journal: Path,
    entries: Callable[[], Sequence[Entry]],
    alarm: Callable[[PictureNews], object],
) -> EvidenceFolder:
    """The pictures beside a journal.

    Args:
        settings: Of the table.
        journal: The journal that is written; pictures of others beside it count, too.
        entries: Everything it holds by now.
        alarm: Told what goes wrong with the pictures.
    """

    def needed() -> Set[str]:
        # Another thread adds to it meanwhile.
        live = tuple(entries())
        now_ms = live[-1].event.at_ms if live else 0
        return needed_pictures(live, now_ms).union(*_of_other_journals(journal))

    quota = settings.journal.evidence_megabytes * 1_000_000
    return EvidenceFolder(evidence_folder(journal), quota, needed, alarm, carry_out=_aside)


def evidence_folder(journal: Path) -> Path:
    """Where the pictures lie that a journal names."""
    return journal.parent / PICTURES


def small_frame(picture: Path) -> bytes:
    """A picture file as the JPEG that is kept of it; raises the picture error of `vision`."""
    import cv2

    from vision.sources.stills import load_still

    frame = load_still(picture)
    height, width = frame.shape[:2]
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise AssertionError(f"a picture of {small.shape} cannot be written as JPEG")
    return jpeg.tobytes()


def _aside(work: Callable[[], None]) -> None:
    """The table does not wait while old pictures are looked through."""
    threading.Thread(target=work, name="evidence", daemon=True).start()


def _of_other_journals(journal: Path) -> Iterator[frozenset[str]]:
    """What the tables before need; between them only the wall clock tells how long it has been."""
    for path in journal.parent.glob(f"*{SUFFIX}"):
        if path == journal:
            continue
        try:
            with Journal.read(path) as other:
                entries = list(other.entries())
        except JournalError:
            continue
        if not entries:
            continue
        since = datetime.now(UTC) - datetime.fromisoformat(entries[-1].wall_clock)
        if since > _LONGEST_APPEAL:
            continue
        # A clock that ran backwards tells nothing; then the round counts as just over.
        passed_ms = max(0, round(since.total_seconds() * 1000))
        yield needed_pictures(entries, entries[-1].event.at_ms + passed_ms, live=False)
