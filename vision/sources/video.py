"""A video file as a source: what a recording holds plays again bit for bit.

A recording of ours is three things side by side::

    NAME.mkv            the small stream, FFV1, every frame the table took
    NAME.mkv.log        one line a frame or cut, in the order they were taken
    NAME.mkv.cuts/N.png the windows of the full frame that were asked for

Lines of the log are ``frame NUMBER AT_MS``, ``cut N AT_MS X Y WIDTH HEIGHT READY_AFTER``, and
``unread X Y WIDTH HEIGHT READY_AFTER`` for a window that was asked for and not read; the first line
is ``guandan-recording 1 FULL_WIDTH FULL_HEIGHT``. Any other video has no log: then its own frames
are the full frames, and its own time stamps count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.detectors.base import Picture
from vision.sources.base import (
    SMALL_WH,
    Cut,
    Frame,
    NeverRead,
    Source,
    SourceMissing,
    SourceUnusable,
    Window,
)
from vision.sources.stills import load_still

_HEADING = "guandan-recording 1"


def log_of(video: Path) -> Path:
    return video.with_name(video.name + ".log")


def cuts_of(video: Path) -> Path:
    return video.with_name(video.name + ".cuts")


class PlainVideo:
    """A film from any camera, played as fast as it is asked for."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._film = _opened(file)
        self._lock = Lock()
        self._latest: tuple[Picture, int] | None = None
        width = int(self._film.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(self._film.get(cv2.CAP_PROP_FRAME_HEIGHT))
        self._full_wh = (width, height)

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    def frames(self) -> Iterator[Frame]:
        number = 0
        while True:
            there, image = self._film.read()
            if not there:
                return
            full = np.asarray(image, np.uint8)
            at_ms = round(self._film.get(cv2.CAP_PROP_POS_MSEC))
            with self._lock:
                self._latest = (full, at_ms)
            number += 1
            yield Frame(small_of(full), at_ms, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        del at_ms
        with self._lock:
            latest = self._latest
        if latest is None:
            raise SourceUnusable(f"{self._file}: no frame has been taken yet")
        return Cut(part_of(latest[0], window), latest[1], window)

    def close(self) -> None:
        self._film.release()


class Recording:
    """What `Recorder` wrote."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._film = _opened(file)
        self._full_wh, self._frames, self._cuts = _log(file)
        self._taken = 0

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    def frames(self) -> Iterator[Frame]:
        for number, at_ms in self._frames:
            there, image = self._film.read()
            if not there:
                raise SourceUnusable(f"{self._file}: ends before frame {number} of its log")
            yield Frame(np.asarray(image, np.uint8), at_ms, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        """The next recorded cut; what asks must be what asked when it was recorded.

        Raises:
            NeverRead: If it was asked for then and not read.
            SourceUnusable: If something else was asked for then.
        """
        del at_ms
        if self._taken == len(self._cuts):
            raise NeverRead(None)
        wanted = self._cuts[self._taken]
        if wanted.window != window:
            raise SourceUnusable(
                f"{self._file}: cut {self._taken + 1} shows {wanted.window}, asked for {window}; "
                "was it recorded by another version?"
            )
        self._taken += 1
        if wanted.number is None:
            raise NeverRead(wanted.ready_after)
        image = load_still(cuts_of(self._file) / f"{wanted.number}.png")
        return Cut(image, wanted.at_ms, window, wanted.ready_after)

    def close(self) -> None:
        self._film.release()


class Recorder:
    """Passes a source on and writes down what was taken of it."""

    def __init__(self, source: Source, file: Path) -> None:
        """Start *file*; raises `SourceUnusable` when it is there already or cannot be written."""
        if file.suffix != ".mkv" or file.exists():
            raise SourceUnusable(f"{file}: want the name of a new .mkv file")
        self._source = source
        self._film = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"FFV1"), 15, SMALL_WH)
        if not self._film.isOpened():
            raise SourceUnusable(f"{file}: cannot be written")
        cuts_of(file).mkdir()
        self._file = file
        self._lock = Lock()
        self._cuts = 0
        self._log = log_of(file).open("w", encoding="ascii", buffering=1)
        self._log.write(f"{_HEADING} {source.full_wh[0]} {source.full_wh[1]}\n")

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._source.full_wh

    def frames(self) -> Iterator[Frame]:
        return self._source.frames()

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        return self._source.cut(window, at_ms)

    def took_frame(self, frame: Frame) -> None:
        """Write down a frame that the table has looked at."""
        with self._lock:
            self._film.write(frame.image)
            self._log.write(f"frame {frame.number} {frame.at_ms}\n")

    def took_cut(self, window: Window, cut: Cut | None, ready_after: int) -> None:
        """Write down what became of a request, in the order of the requests.

        Args:
            window: What was asked for.
            cut: What was read; ``None`` where nothing was.
            ready_after: Number of the frame after which the reading was there.
        """
        place = f"{window.x} {window.y} {window.width} {window.height} {ready_after}\n"
        with self._lock:
            if cut is None:
                self._log.write(f"unread {place}")
                return
            self._cuts += 1
            cv2.imwrite(str(cuts_of(self._file) / f"{self._cuts}.png"), cut.image)
            self._log.write(f"cut {self._cuts} {cut.at_ms} {place}")

    def close(self) -> None:
        self._source.close()
        self._film.release()
        self._log.close()


def open_video(file: Path) -> Source:
    """A recording where the file has a log beside it, else a plain video."""
    return Recording(file) if log_of(file).is_file() else PlainVideo(file)


def small_of(full_bgr: Picture) -> Picture:
    """The small stream's picture of a full frame."""
    return np.asarray(cv2.resize(full_bgr, SMALL_WH, interpolation=cv2.INTER_AREA), np.uint8)


def part_of(full_bgr: Picture, window: Window) -> Picture:
    """A copy of *window*; raises `SourceUnusable` where it sticks out of the frame."""
    height, width = full_bgr.shape[:2]
    if window.x + window.width > width or window.y + window.height > height:
        raise SourceUnusable(f"{window} lies outside a frame of {width} x {height} pixels")
    part = full_bgr[window.y : window.y + window.height, window.x : window.x + window.width]
    return part.copy()


@dataclass(frozen=True, slots=True)
class _LoggedCut:
    number: int | None
    """``None`` where nothing was read."""
    at_ms: int
    window: Window
    ready_after: int


def _opened(file: Path) -> cv2.VideoCapture:
    if not file.is_file():
        raise SourceMissing(f"{file}: no such video")
    film = cv2.VideoCapture(str(file))
    if not film.isOpened():
        raise SourceUnusable(f"{file}: no video that can be played")
    return film


def _log(
    video: Path,
) -> tuple[tuple[int, int], list[tuple[int, int]], list[_LoggedCut]]:
    file = log_of(video)
    lines = file.read_text(encoding="ascii").splitlines()
    heading, *rest = [line.split() for line in lines] or [[]]
    if " ".join(heading[:2]) != _HEADING or len(heading) != 4:
        raise SourceUnusable(f"{file}: found {' '.join(heading)!r}, want {_HEADING!r} and a size")
    frames, cuts = [], []
    for place, words in enumerate(rest, start=2):
        try:
            match words:
                case ["frame", number, at_ms]:
                    frames.append((int(number), int(at_ms)))
                case ["cut", number, at_ms, x, y, width, height, after]:
                    window = Window(int(x), int(y), int(width), int(height))
                    cuts.append(_LoggedCut(int(number), int(at_ms), window, int(after)))
                case ["unread", x, y, width, height, after]:
                    window = Window(int(x), int(y), int(width), int(height))
                    cuts.append(_LoggedCut(None, 0, window, int(after)))
                case _:
                    raise ValueError  # noqa: TRY301  one message for both kinds of bad line
        except ValueError:
            raise SourceUnusable(
                f"{file}:{place}: found {' '.join(words)!r}, want a frame or a cut"
            ) from None
    return (int(heading[2]), int(heading[3])), frames, cuts
