"""What a source of pictures is: a small stream always, the full frame where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.detectors.base import Picture

SMALL_WH = (768, 432)
"""Size of the small stream: a sixth of the IMX708's full frame, so that both show the same."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the small stream."""

    image: Picture
    """Shape ``(height, width, 3)``, channels blue, green, red."""
    at_ms: int
    """When it was exposed: monotonic milliseconds, comparable within one source only."""
    number: int
    """Counts up by one for every frame the source gave; a gap is a frame nobody took."""


@dataclass(frozen=True, slots=True)
class Window:
    """An upright rectangle of the full frame, pixels."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if min(self.x, self.y) < 0 or min(self.width, self.height) < 1:
            raise ValueError(f"a window lies in the frame and has a size, got {self}")


@dataclass(frozen=True, slots=True)
class Cut:
    """A window of the full frame."""

    image: Picture
    """Shape ``(window.height, window.width, 3)``, channels blue, green, red."""
    at_ms: int
    """When it was exposed, on the clock of the frames."""
    window: Window
    ready_after: int = 0
    """Number of the frame after which whoever recorded this had read it; 0 where nobody did."""


class SourceError(Exception):
    """Base of everything that can go wrong with a source.

    SourceError
    ├── SourceMissing      no such file, folder or device
    ├── SourceUnusable     there, but gives no pictures, or not those asked for
    ├── SourceStalled      gave pictures and has stopped
    └── NeverRead          recorded, and this part of it was not read then
    """


class SourceMissing(SourceError):
    """Nothing there, or not ours to open."""


class SourceUnusable(SourceError):
    """No pictures come from it."""


class SourceStalled(SourceError):
    """No new frame for too long: a loose ribbon, a pulled plug."""


class NeverRead(SourceError):
    """Whoever recorded this asked for a cut and had no reading of it."""

    def __init__(self, ready_after: int | None) -> None:
        super().__init__("this cut was not read when it was recorded")
        self.ready_after = ready_after
        """Number of the frame after which that was clear; ``None`` when the film ended first."""


class Source(Protocol):
    """A camera, or what stands for one.

    One thread takes `frames`; `cut` may be called from another one meanwhile.
    """

    @property
    def full_wh(self) -> tuple[int, int]:
        """Width and height of the full frame, pixels."""

    def frames(self) -> Iterator[Frame]:
        """Give frames of `SMALL_WH` in order until there are no more.

        Raises:
            SourceStalled: If the next frame does not come.
        """

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        """What the camera shows in *window*.

        Args:
            window: Of the full frame.
            at_ms: Moment of the frame that is wanted; a newer picture is given where that one is
                gone. ``None`` for now.

        Raises:
            SourceError: If no such picture can be had.
        """

    def close(self) -> None:
        """Let go of device or file; `frames` ends."""
