"""The camera of a served table: watched in threads of its own, beside desk and page.

One thread owns the eye (`referee.app.opening`), another one hands what it finds to the desk
(`referee.app.handing_over`). A camera that is lost is opened again and again; meanwhile the table
goes on by hand and by its own clock. Where a process that has had pictures cannot get any more, it
gives up once, so that its supervisor starts another one; that one tries for ever.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.app.camera_news import CameraNews
from referee.app.desk import Desk
from referee.app.errors import InputRefused
from referee.app.handing_over import HandingOver
from referee.app.live_sources import Watched
from referee.app.opening import Opening
from referee.app.watching import looks_once
from referee.ports import EvidenceStore
from referee.session.events import CorrectableEvent
from referee.texts import Language, say
from referee.web.ports import CameraTrouble
from vision.calibration.patch import Patch
from vision.detectors.base import Picture
from vision.eye.eye import Eye, Read
from vision.read.reading import Reading
from vision.sources.base import SourceError

_LOG = logging.getLogger(__name__)

_STOPS_WITHIN_S = 5.0
_OPENINGS = 6
"""Without a picture in a row, before a process that has had some gives up: half a minute."""


@dataclass(frozen=True, slots=True)
class TableCameraParts:
    """What a camera works with."""

    opened: Callable[[], Watched]
    """Opens the source; raises `InputRefused` while it cannot be had."""
    reader: Callable[[], Read]
    """Loads the networks."""
    desk: Desk
    now_ms: Callable[[], int]
    """Table time."""
    pictures: EvidenceStore | None
    news: CameraNews
    tell: Callable[[str], object]
    """Given a line when the camera is lost or back."""
    languages: Sequence[Language]
    begins: Sequence[CorrectableEvent] = ()
    """What a script brings along, to begin with the first frame whatever its time says."""
    again_after_s: float = 3.0
    """Before a camera that was lost is opened again."""
    record: Callable[[], Path | None] = lambda: None
    """The video file to keep what is seen in, a new one each time."""
    gives_up: Callable[[], object] | None = None
    """Called when only another process may get pictures; ``None``: this one tries for ever."""


class TableCamera:
    """Watches while it is asked to."""

    def __init__(self, parts: TableCameraParts) -> None:
        self._parts = parts
        self._desk = parts.desk
        self._news = parts.news
        self._stopped = threading.Event()
        self._handing = HandingOver(parts.desk, parts.pictures)
        self._heard: Callable[[], object] = lambda: None
        self._had_pictures = False
        self._in_vain = 0
        """Openings in a row that gave no picture."""

    @contextmanager
    def watching(self, heard: Callable[[], object]) -> Iterator[None]:
        """Watch in threads of its own; *heard* is called every few seconds while they live."""
        handing = threading.Thread(
            target=self._handing.hand_over_until_stopped, name="evidence", daemon=True
        )
        thread = threading.Thread(
            target=self._watch_until_stopped, args=(heard,), name="camera", daemon=True
        )
        handing.start()
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            thread.join(_STOPS_WITHIN_S)
            self._handing.stop()
            handing.join(_STOPS_WITHIN_S)

    def _watch_until_stopped(self, heard: Callable[[], object]) -> None:
        self._heard = heard
        heard()
        read: Read | None = None
        while not self._stopped.is_set():
            heard()
            is_camera = True
            try:
                read = read or self._timed(self._parts.reader())
                watched = self._parts.opened()
                is_camera = watched.reopen is not None
                self._watch(watched, read)
            except (SourceError, InputRefused) as error:
                self._lost(str(error))
            except Exception as error:  # noqa: BLE001 - our defect; the table goes on by hand
                _LOG.exception("the camera's thread failed")
                self._lost(f"{type(error).__name__}: {error}")
            else:
                if not is_camera and not self._stopped.is_set():
                    self._ended()
            if not is_camera:
                # A recording is not opened again, but an end is no silence.
                self._wait(math.inf)
                return
            self._in_vain += 1
            if self._gives_up():
                self._wait(math.inf)
                return
            self._wait(self._parts.again_after_s)
            self._news.is_opened_again()

    def _watch(self, watched: Watched, read: Read) -> None:
        """Watch one opening of the source to its end."""
        self._news.opened(watched.view, watched.zones)
        eye = Eye(watched.view, watched.zones)
        opening = Opening(
            watched,
            eye,
            self._desk,
            self._parts.now_ms,
            self._handing,
            self._news,
            self._say,
            self._parts.begins,
        )
        looks = looks_once(
            watched, eye, read, record=self._parts.record(), took_cut=opening.pictures.took
        )
        with contextlib.closing(looks):
            for frame, look in looks:
                self._heard()
                self._had_pictures, self._in_vain = True, 0
                opening.looked(frame, look)
                if self._stopped.is_set():
                    return

    def _gives_up(self) -> bool:
        """Whether it is left to the supervisor; the loss itself is no opening in vain."""
        give_up = self._parts.gives_up
        if give_up is None or not self._had_pictures or self._in_vain <= _OPENINGS:
            return False
        self._say("camera.given_up", times=_OPENINGS)
        give_up()
        return True

    def _lost(self, detail: str) -> None:
        self._handing.blind()
        if self._news.is_in_trouble(CameraTrouble.LOST, detail):
            self._say("camera.lost", cause=detail)

    def _ended(self) -> None:
        self._handing.blind()
        if self._news.is_in_trouble(CameraTrouble.ENDED):
            self._say("camera.ended")

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self._stopped.wait(min(left, 0.5)):
            self._heard()

    def _say(self, key: str, **facts: object) -> None:
        for language in self._parts.languages:
            self._parts.tell(say(key, language, **facts))

    def _timed(self, read: Read) -> Read:
        def timed(picture: Picture, patch: Patch, at_ms: int) -> Reading:
            began = time.monotonic()
            reading = read(picture, patch, at_ms)
            self._news.read(round((time.monotonic() - began) * 1000))
            return reading

        return timed
