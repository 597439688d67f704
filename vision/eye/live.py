"""Running an eye on a live source: threads for frames, for cuts and for reading, and the caller's.

The first keeps only the latest frame, so a slow moment costs frames and never lags. Cuts are taken
as soon as they are asked for, however long the reading of earlier ones takes. The caller's thread
owns the eye.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Condition, Event, Thread

from vision.eye.eye import Eye, Look, Read, Request
from vision.read.reading import Reading
from vision.sources.base import Cut, Frame, Source, SourceError, SourceStalled, Window

_LOG = logging.getLogger(__name__)

STALE_AFTER_S = 3.0
"""Without a new frame for so long the camera counts as frozen."""
MOST_UNREAD = 60
"""Pictures that wait to be read, each of a megabyte or two: more than a whole trick and its sweep.
Whoever is so far behind will not catch up by keeping more; the changes are asked for again, and in
the end the referee is asked."""


@dataclass(frozen=True, slots=True)
class _Answer:
    request: Request
    cut: Cut | None
    reading: Reading | None


class LatestFrame:
    """A slot for one frame; a newer one takes its place."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._frame: Frame | None = None
        self._ended: BaseException | bool = False
        self.dropped = 0

    def put(self, frame: Frame) -> None:
        with self._changed:
            self.dropped += self._frame is not None
            self._frame = frame
            self._changed.notify_all()

    def end(self, why: BaseException | None = None) -> None:
        """No more frames will come; *why* is raised to whoever takes the next one."""
        with self._changed:
            self._ended = why or True
            self._changed.notify_all()

    def take(self, within_s: float) -> Frame | None:
        """The latest frame, once; ``None`` at the end.

        Raises:
            SourceStalled: If none comes within *within_s* seconds.
        """
        with self._changed:
            came = self._changed.wait_for(
                lambda: self._frame is not None or self._ended is not False, within_s
            )
            if self._frame is not None:
                frame, self._frame = self._frame, None
                return frame
            if isinstance(self._ended, BaseException):
                raise self._ended
            if not came:
                raise SourceStalled(f"no new frame for {within_s:.1f} s")
            return None


class LiveWatch:
    """Watches a source until it ends or stalls."""

    def __init__(
        self,
        source: Source,
        eye: Eye,
        read: Read,
        *,
        took_frame: Callable[[Frame], None] = lambda _: None,
        took_cut: Callable[[Window, Cut | None, int], None] = lambda *_: None,
        stale_after_s: float = STALE_AFTER_S,
    ) -> None:
        """Prepare; nothing starts before `looks`.

        Args:
            source: Where pictures come from; closed at the end.
            eye: Owned by the thread that takes `looks`.
            read: Called in the reading thread only.
            took_frame: Told every frame that the eye has seen, for a recording.
            took_cut: Told what became of every request when the eye is told: its window, what was
                read (``None`` where nothing was), and the number of the last frame seen before.
            stale_after_s: Patience with the source.
        """
        self._source = source
        self._eye = eye
        self._read = read
        self._took_frame = took_frame
        self._took_cut = took_cut
        self._stale_after_s = stale_after_s
        self._slot = LatestFrame()
        self._wanted: SimpleQueue[Request | None] = SimpleQueue()
        self._cut: SimpleQueue[tuple[Request, Cut | None] | None] = SimpleQueue()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._ending = Event()

    @property
    def dropped(self) -> int:
        """Frames that came while the eye was busy with an earlier one."""
        return self._slot.dropped

    def looks(self) -> Iterator[tuple[Frame, Look]]:
        """Give each frame the eye has seen with what came of it.

        Raises:
            SourceError: If the source fails or stalls.
        """
        threads = [
            Thread(target=self._take_frames, name="frames", daemon=True),
            Thread(target=self._take_pictures, name="cutting", daemon=True),
            Thread(target=self._read_pictures, name="reading", daemon=True),
        ]
        for thread in threads:
            thread.start()
        last = 0
        try:
            while (frame := self._slot.take(self._stale_after_s)) is not None:
                while not self._answers.empty():
                    answer = self._answers.get()
                    self._took_cut(answer.request.window, answer.cut, last)
                    self._eye.answer(answer.request, answer.cut, answer.reading)
                look = self._eye.see(frame)
                self._took_frame(frame)
                last = frame.number
                for request in look.requests:
                    self._wanted.put(request)
                yield frame, look
        finally:
            self._ending.set()
            self._wanted.put(None)
            # A camera that hangs must not hang us: these threads are daemons and may stay behind.
            threads[2].join(timeout=10)
            closing = Thread(target=self._source.close, name="closing", daemon=True)
            closing.start()
            closing.join(timeout=5)
            # A thread that is inside a library when the interpreter ends takes the process down.
            threads[0].join(timeout=2)

    def _take_frames(self) -> None:
        try:
            for frame in self._source.frames():
                self._slot.put(frame)
        except SourceError as error:
            self._slot.end(error)
        except Exception as error:  # noqa: BLE001  handed on to the thread that waits
            _LOG.exception("source failed")
            self._slot.end(error)
        else:
            self._slot.end()

    def _take_pictures(self) -> None:
        """Cut at once what is asked for; reading it may take its time."""
        while (request := self._wanted.get()) is not None:
            if self._cut.qsize() >= MOST_UNREAD:
                _LOG.warning("no picture of %s: %d wait unread", request.window, MOST_UNREAD)
                self._answers.put(_Answer(request, None, None))
                continue
            try:
                self._cut.put((request, self._source.cut(request.window, request.at_ms)))
            except SourceError as error:
                _LOG.warning("no picture of %s: %s", request.window, error)
                self._cut.put((request, None))
        self._cut.put(None)

    def _read_pictures(self) -> None:
        while (taken := self._cut.get()) is not None:
            request, cut = taken
            if cut is None or self._ending.is_set() or not self._eye.wants(request):
                # What it was about has gone; a slow machine must not fall further behind.
                self._answers.put(_Answer(request, None, None))
                continue
            self._answers.put(_Answer(request, cut, self._eye.read(request, cut, self._read)))
