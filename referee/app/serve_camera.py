"""Which camera a served table has, as its settings name it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.camera_news import CameraNews
from referee.app.desk import Desk
from referee.app.errors import InputRefused
from referee.app.full_frames import FullFrames
from referee.app.live_sources import DealWords, Watched, open_source
from referee.app.settings import Settings
from referee.app.table_camera import TableCamera, TableCameraParts
from referee.app.watched_table import beginning
from referee.app.watching import card_reading
from referee.ports import Entry, EvidenceStore
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CorrectableEvent
from vision.calibration.calibration_file import read_calibration
from vision.calibration.view import CalibrationError
from vision.rendered.table.source import RenderedTable

BY_SCRIPT = "script"
"""How a deal began that the source brought along."""
_CAMERAS = ("pi", "camera")
_NOT_ASKED = DealWords(Level.parse("2"), Seat.EAST, (0, 0))
"""A served table begins its deals at the page, so nothing of this counts."""


def served_camera(
    settings: Settings,
    desk: Desk,
    now_ms: Callable[[], int],
    pictures: EvidenceStore | None,
    before: Sequence[Entry],
    journal: Path,
    tell: Callable[[str], object],
    changed: Callable[[], object],
    frames: FullFrames,
    gives_up: Callable[[], object] | None = None,
) -> tuple[TableCamera, CameraNews]:
    """The camera that the settings name, and what it tells of itself.

    A camera that cannot be opened is no mistake: it may be plugged in later. A file that is not
    there is one.

    Args:
        settings: Of the table.
        desk: Takes what is found.
        now_ms: Table time.
        pictures: Where those of the acts go.
        before: What the record holds already.
        journal: A recording lies beside it.
        tell: Given a line when the camera is lost or back.
        changed: Called when something has changed that pages show.
        frames: Told which source is open.
        gives_up: Called when only another process may get pictures; ``None``: never.

    Raises:
        InputRefused: If a file that the settings name is not what it should be.
    """
    wanted = settings.camera
    kind = wanted.source.partition(":")[0]
    calibration = Path(wanted.calibration).expanduser() if wanted.calibration else None
    begins: Sequence[CorrectableEvent] = ()
    if kind in _CAMERAS:
        _check(wanted.source, calibration)

        def opened() -> Watched:
            return open_source(wanted.source, calibration, _NOT_ASKED)

    else:
        watched = open_source(wanted.source, calibration, _NOT_ASKED)
        if kind == "rendered":
            begins = () if before else beginning(watched)
            watched = _from(watched, _played_ms(before))

        def opened() -> Watched:
            return watched

    news = CameraNews(wanted.source, wanted.calibration, now_ms, lambda: desk.is_late, changed)
    parts = TableCameraParts(
        frames.remembering(opened),
        lambda: card_reading(settings.reader),
        desk,
        now_ms,
        pictures,
        news,
        tell,
        chosen_languages(settings.texts.language),
        begins,
        record=(lambda: _film(journal)) if wanted.record else lambda: None,
        gives_up=gives_up,
    )
    return TableCamera(parts), news


def _check(source: str, calibration: Path | None) -> None:
    if calibration is None:
        raise InputRefused(
            f"camera.source {source!r}: want camera.calibration beside it, the file that "
            "`guandan-referee calibrate` writes"
        )
    try:
        read_calibration(calibration)
    except CalibrationError as refused:
        raise InputRefused(str(refused)) from refused


def _played_ms(before: Sequence[Entry]) -> int:
    """How far a script had come when its table was stopped, in its own milliseconds."""
    started = [entry for entry in before if entry.origin.get("how") == BY_SCRIPT]
    if not started:
        return 0
    first = started[-1]
    return max(0, before[-1].event.at_ms - first.event.at_ms + int(first.origin["script_ms"]))


def _from(watched: Watched, from_ms: int) -> Watched:
    """A script that goes on where it was."""
    if isinstance(watched.source, RenderedTable):
        watched.source.begin_at(from_ms)
    return replace(
        watched,
        keys=tuple(key for key in watched.keys if key.at_ms > from_ms),
        drawn_ms=tuple(at_ms for at_ms in watched.drawn_ms if at_ms > from_ms),
    )


def _film(journal: Path) -> Path:
    """A new video for each opening: a recording cannot be gone on with."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return journal.with_name(f"{journal.stem}-{moment}.mkv")
