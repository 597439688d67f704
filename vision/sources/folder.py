"""A folder of full-size pictures, in the order of their names, as a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from vision.detectors.base import Picture
from vision.sources.base import Cut, Frame, SourceMissing, SourceUnusable, Window
from vision.sources.stills import PictureError, load_still
from vision.sources.video import part_of, small_of

_KINDS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder by name; raises `SourceMissing` when it holds none."""
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    pictures = [file for file in files if file.suffix.lower() in _KINDS]
    if not pictures:
        raise SourceMissing(f"{folder}: no folder with pictures")
    return pictures


class StillsFolder:
    """Each picture is shown for a while, as a camera would show a table where nobody moves."""

    def __init__(self, folder: Path, shown_ms: int = 2000, frames_a_second: int = 12) -> None:
        """Look through *folder*; raises `SourceMissing` when it holds no picture."""
        self._files = pictures_in(folder)
        self._repeats = max(1, round(shown_ms * frames_a_second / 1000))
        self._step_ms = 1000 / frames_a_second
        self._lock = Lock()
        first = _loaded(self._files[0])
        self._full_wh = (first.shape[1], first.shape[0])
        self._latest = (first, 0)

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    def frames(self) -> Iterator[Frame]:
        number = 0
        for file in self._files:
            full = _loaded(file)
            if (full.shape[1], full.shape[0]) != self._full_wh:
                raise SourceUnusable(
                    f"{file}: {full.shape[1]} x {full.shape[0]} pixels, "
                    f"the first picture has {self._full_wh[0]} x {self._full_wh[1]}"
                )
            small = small_of(full)
            for _ in range(self._repeats):
                number += 1
                at_ms = round(number * self._step_ms)
                with self._lock:
                    self._latest = (full, at_ms)
                yield Frame(small, at_ms, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        del at_ms
        with self._lock:
            full, at_ms = self._latest
        return Cut(part_of(full, window), at_ms, window)

    def close(self) -> None:
        """Nothing to let go of."""


def _loaded(file: Path) -> Picture:
    try:
        return load_still(file)
    except PictureError as error:
        raise SourceUnusable(str(error)) from error
