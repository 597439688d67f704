"""Watcher, reader and scene put together. No threads and no clock: frames and answers come in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.rules.seats import Seat
from vision.calibration.patch import PX_PER_MM, Patch
from vision.calibration.view import TableView
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.read.reader import CardReader
from vision.read.reading import Reading
from vision.scene.found import Found
from vision.scene.scene import Ask, Scene
from vision.scene.sighting import sighting_of
from vision.sources.base import Cut, Frame, Window
from vision.watch.glance import Glance
from vision.watch.watcher import Watcher

Read = Callable[[Picture, Patch, int], Reading]
"""Reads an upright picture of `PX_PER_MM`; patch and moment say what it shows."""


@dataclass(frozen=True, slots=True)
class Request:
    """A window of the full frame to be cut and read."""

    ask: Ask
    window: Window


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one frame."""

    glance: Glance
    requests: tuple[Request, ...]
    found: tuple[Found, ...]


class Eye:
    """One table. The same frames and answers in the same order give the same acts."""

    def __init__(self, view: TableView, zones: Zones) -> None:
        self._view = view
        self._watcher = Watcher(view, zones)
        self._scene = Scene(zones)

    @property
    def known_until_ms(self) -> int:
        """Everything that was complete by then has been found, on the clock of the frames."""
        return self._scene.known_until_ms

    def begin_deal(self, dealt: dict[Seat, int] | None = None) -> None:
        """A new deal starts; *dealt* where hands are not of 27 cards."""
        self._scene.begin_deal(dealt)

    def trick_ended(self) -> None:
        """The session says that the trick is over: what vanishes now is cleared away."""
        self._scene.trick_ended()

    def see(self, frame: Frame) -> Look:
        """Take the next frame."""
        glance = self._watcher.look(frame)
        asks, found, understood = self._scene.see(glance)
        for sector in understood:
            self._watcher.absorb_sector(sector)
        requests = []
        for ask in asks:
            window = ask.patch.window(self._view)
            if window is None:
                self._scene.answer(ask, None)
            else:
                requests.append(Request(ask, window))
        return Look(glance, tuple(requests), tuple(found))

    def wants(self, request: Request) -> bool:
        """Whether reading *request* would still be of use; may be asked from any thread."""
        return self._scene.wants(request.ask)

    def answer(self, request: Request, cut: Cut | None, reading: Reading | None) -> None:
        """Take what was read on the cut of a request; ``None`` where there was no picture."""
        if cut is None or reading is None:
            self._scene.answer(request.ask, None)
        else:
            self._scene.answer(request.ask, sighting_of(reading, request.ask.patch, cut.at_ms))

    def read(self, request: Request, cut: Cut, read: Read) -> Reading:
        """Rectify a cut and have it read; may run in another thread than the rest."""
        patch = request.ask.patch
        return read(patch.rectified(cut.image, cut.window, self._view), patch, cut.at_ms)


def reading_with(reader: CardReader) -> Read:
    """The card reader as an eye calls it."""

    def read(picture: Picture, patch: Patch, at_ms: int) -> Reading:
        del patch, at_ms
        return reader.read_picture(picture, px_per_mm=PX_PER_MM)

    return read
