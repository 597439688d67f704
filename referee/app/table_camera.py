"""The camera of a served table: watched in threads of its own, beside desk and page.

One thread owns the eye, tells it what the session knows and takes what it finds; another one keeps
the pictures of every act and only then hands the act to the desk, so that no row names a picture
that is not safe. A camera that is lost is opened again and again; meanwhile the table goes on by
hand and by its own clock.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue

from referee.app.act_pictures import ActPictures, Kept
from referee.app.camera_news import CameraNews
from referee.app.desk import Desk, SeenAct
from referee.app.errors import InputRefused
from referee.app.eye_follows import Follower
from referee.app.frame_times import FrameTimes
from referee.app.live_camera import MovedCamera
from referee.app.live_sources import KeyPressed, Watched
from referee.app.watching import looks_once
from referee.ports import Entry, EvidenceStore
from referee.session.events import DealStarted, Passed
from referee.texts import Language, say
from referee.web.ports import CameraTrouble
from vision.calibration.patch import Patch
from vision.detectors.base import Picture
from vision.eye.eye import Eye, Look, Read
from vision.read.reading import Reading
from vision.scene.found import Found
from vision.sources.base import Frame, SourceError

_LOG = logging.getLogger(__name__)

_AGAIN_AFTER_S = 3.0
"""Before a camera that was lost is opened again."""
_BLIND_AFTER_MS = 2_000
"""So long without light nobody waits for the eye any more; what was laid meanwhile is a matter for
the referee."""
_STOPS_WITHIN_S = 5.0


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
    begins: DealStarted | None = None
    """The deal that a script brings along, to begin with the first frame whatever its time says."""
    record: Callable[[], Path | None] = lambda: None
    """The video file to keep what is seen in, a new one each time."""


class TableCamera:
    """Watches while it is asked to."""

    def __init__(self, parts: TableCameraParts) -> None:
        self._parts = parts
        self._desk = parts.desk
        self._news = parts.news
        self._stopped = threading.Event()
        self._handing = _HandingOver(parts.desk, parts.pictures)
        self._heard: Callable[[], object] = lambda: None

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
        read = self._timed(self._parts.reader())
        while not self._stopped.is_set():
            heard()
            is_camera = True
            try:
                watched = self._parts.opened()
                is_camera = watched.reopen is not None
                self._watch(watched, read)
            except (SourceError, InputRefused) as error:
                self._lost(str(error))
            except Exception as error:  # noqa: BLE001 - our defect; the table goes on by hand all the same
                _LOG.exception("the camera's thread failed")
                self._lost(f"{type(error).__name__}: {error}")
            else:
                if not is_camera:
                    self._ended()
            if not is_camera:
                return
            self._wait(_AGAIN_AFTER_S)
            self._news.is_opened_again()

    def _watch(self, watched: Watched, read: Read) -> None:
        """Watch one opening of the source to its end."""
        self._news.opened(watched.view, watched.zones)
        eye = Eye(watched.view, watched.zones)
        opening = _Opening(self._parts, self._handing, eye, watched)
        looks = looks_once(
            watched, eye, read, record=self._parts.record(), took_cut=opening.pictures.took
        )
        with contextlib.closing(looks):
            for frame, look in looks:
                self._heard()
                opening.looked(frame, look)
                if self._stopped.is_set():
                    return

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
        while not self._stopped.wait(0.5) and time.monotonic() < until:
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


class _Opening:
    """One stretch of watching, from the opening of the source to its end. One thread."""

    def __init__(
        self, parts: TableCameraParts, handing: _HandingOver, eye: Eye, watched: Watched
    ) -> None:
        self.pictures = ActPictures(watched.view)
        self._parts = parts
        self._handing = handing
        self._eye = eye
        self._follower = Follower(eye)
        self._times = FrameTimes()
        self._moved = MovedCamera(watched.view, lambda _: None)
        self._keys = list(watched.keys)
        self._begins = parts.begins
        self._lit_ms: int | None = None
        self._is_blind = False

    def looked(self, frame: Frame, look: Look) -> None:
        """Take what came of one frame."""
        now_ms = self._parts.now_ms()
        self._times.came(frame.at_ms, now_ms)
        if self._begins is not None:
            self._begin(self._begins, frame.at_ms)
            self._begins = None
        self._press_keys(frame.at_ms)
        self.pictures.saw(frame, look.glance)
        self._moved.look(frame, look.glance)
        self._note_light(frame.at_ms, dark=look.glance.dark)
        attends = self._eye.attends and not self._is_blind
        acts = [self._act(found, frame) for found in look.found]
        known_ms = self._times.in_order_ms(self._eye.known_until_ms) if attends else None
        self._handing.hand_over(acts, known_ms)
        if not self._is_blind:
            all_judged = self._handing.all_judged
            self._follower.follow(self._parts.desk.runtime.history, all_judged=all_judged)
        news = self._parts.news
        news.saw(frame, now_ms, looks_for_acts=attends)
        news.knows(known_ms)
        if news.moved(self._moved.moved_mm):
            self._say("doctor.camera_moved", millimetres=round(self._moved.moved_mm or 0))

    def _act(self, found: Found, frame: Frame) -> _Act:
        at_ms = self._times.in_order_ms(found.event.at_ms)
        event = replace(found.event, at_ms=at_ms)
        kept = Kept({}) if found.only_offered else self.pictures.of(found, frame)
        return _Act(SeenAct(event, found.only_offered, {"how": "seen", **found.origin}), kept)

    def _note_light(self, at_ms: int, *, dark: bool) -> None:
        """A table in the dark is refereed by hand; afterwards it is another one."""
        if not dark:
            self._lit_ms = at_ms
            if self._is_blind:
                self._is_blind = False
                self._follower.begin_anew()
            self._tell(None)
        elif self._lit_ms is None or at_ms - self._lit_ms >= _BLIND_AFTER_MS:
            self._is_blind = True
            self._tell(CameraTrouble.DARK)

    def _tell(self, trouble: CameraTrouble | None) -> None:
        news = self._parts.news
        is_news = news.is_well() if trouble is None else news.is_in_trouble(trouble)
        if is_news:
            self._say("camera.watches" if trouble is None else f"camera.{trouble.value}")

    def _say(self, key: str, **facts: object) -> None:
        for language in self._parts.languages:
            self._parts.tell(say(key, language, **facts))

    def _begin(self, event: DealStarted, script_ms: int) -> None:
        origin = {"how": "script", "script_ms": script_ms}
        self._parts.desk.submit(lambda at_ms: replace(event, at_ms=at_ms), origin)

    def _press_keys(self, until_ms: int) -> None:
        """Keys that a script presses, as the seat unit would."""
        while self._keys and self._keys[0].at_ms <= until_ms:
            key: KeyPressed = self._keys.pop(0)
            at_ms = self._times.table_ms(key.at_ms)
            self._parts.desk.press(Passed(at_ms, key.seat), {"how": "key"})


@dataclass(frozen=True, slots=True)
class _Act:
    seen: SeenAct
    kept: Kept


class _HandingOver:
    """Hands acts to the desk, in order, once their pictures are safe."""

    def __init__(self, desk: Desk, pictures: EvidenceStore | None) -> None:
        self._desk = desk
        self._pictures = pictures
        self._waiting: SimpleQueue[tuple[Sequence[_Act], int | None] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._open = 0

    @property
    def all_judged(self) -> bool:
        """Whether the desk has taken every act that was handed over."""
        with self._lock:
            return self._open == 0

    def hand_over(self, acts: Sequence[_Act], known_until_ms: int | None) -> None:
        """Take acts, and up to when everything is known; from the watching thread."""
        with self._lock:
            self._open += len(acts)
        self._waiting.put((acts, known_until_ms))

    def blind(self) -> None:
        """Nobody watches: the table goes on by its own clock."""
        self._waiting.put(((), None))

    def stop(self) -> None:
        self._waiting.put(None)

    def hand_over_until_stopped(self) -> None:
        while (taken := self._waiting.get()) is not None:
            acts, known_until_ms = taken
            seen = [replace(act.seen, origin=self._origin(act)) for act in acts]
            for answer in self._desk.saw(seen, known_until_ms):
                answer.add_done_callback(self._judged)

    def _origin(self, act: _Act) -> Mapping[str, object]:
        origin = act.seen.origin or {}
        if self._pictures is None:
            return origin
        names = {kind: self._pictures.keep(jpeg) for kind, jpeg in act.kept.files().items()}
        kept = {kind: name for kind, name in names.items() if name is not None}
        return {**origin, "evidence": kept} if kept else origin

    def _judged(self, answer: Future[Entry]) -> None:
        del answer
        with self._lock:
            self._open -= 1
