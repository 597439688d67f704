"""Watcher, reader and scene put together. No threads and no clock: frames and answers come in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.rules.seats import Seat
from referee.session.events import Reported
from vision.calibration.patch import PX_PER_MM, Patch
from vision.calibration.view import TableView
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.read.again import is_unchanged, reduced
from vision.read.reader import CardReader
from vision.read.reading import Reading
from vision.scene.books import Known
from vision.scene.found import Found
from vision.scene.scene import Ask, Scene
from vision.scene.sighting import sighting_of
from vision.sources.base import Cut, Frame, Window
from vision.watch.glance import Glance
from vision.watch.watcher import Watcher

_RESTS_MS = 500
"""So long nobody has moved: what lies there now was there before."""
_REST_WAITS_MS = 6_000
"""How long such a moment is waited for; then the table is taken as it is."""

_READ_ONCE = 8
"""Patches of which the reading is kept for a second look: two changes of every sector."""

Read = Callable[[Picture, Patch, int], Reading]
"""Reads an upright picture of `PX_PER_MM`; patch and moment say what it shows."""


@dataclass(frozen=True, slots=True)
class Request:
    """A window of the full frame to be cut and read."""

    ask: Ask
    window: Window
    at_ms: int
    """Of the frame on which it was at rest."""


@dataclass(frozen=True, slots=True)
class Look:
    """What came of one frame."""

    glance: Glance
    requests: tuple[Request, ...]
    found: tuple[Found, ...]
    reported: tuple[Reported, ...] = ()
    """Report discs that were put down: no act of a turn, so they stand beside the acts."""


class Eye:
    """One table. The same frames and answers in the same order give the same acts."""

    def __init__(self, view: TableView, zones: Zones) -> None:
        self._view = view
        self._watcher = Watcher(view, zones)
        self._scene = Scene(zones)
        self._attends = True
        self._awaited: Known | None = None
        """What to begin with at the next moment of rest."""
        self._awaited_ms: int | None = None
        self._moved_ms: int | None = None

    @property
    def attends(self) -> bool:
        """Whether what happens is of interest; see `look_away` and `attend`."""
        return self._attends

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

    def keep_books(self, known: Known) -> None:
        """Go by what the session has counted from now on."""
        self._scene.keep_books(known)

    def look_away(self) -> None:
        """Nothing that happens is of interest, until `attend`."""
        self._attends, self._awaited, self._awaited_ms = False, None, None

    def attend(self, known: Known) -> None:
        """Take up watching in a deal, from the next moment on at which nobody moves.

        What lies on the table then is taken as known, whether it could be read or not; the next
        new cards are a play. Only the moment tells old cards from new ones, so nothing is found
        before it; it is waited for a few seconds at most.
        """
        self._attends, self._awaited, self._awaited_ms = False, known, None

    def see(self, frame: Frame) -> Look:
        """Take the next frame."""
        glance = self._watcher.look(frame)
        if not self._attends:
            return self._only_looked(glance)
        asks, found, understood = self._scene.see(glance)
        for sector in understood:
            self._watcher.absorb_sector(sector)
        requests = []
        for ask in asks:
            window = ask.patch.window(self._view)
            if window is None:
                self._scene.answer(ask, None)
            else:
                requests.append(Request(ask, window, frame.at_ms))
        return Look(glance, tuple(requests), tuple(found), tuple(self._scene.reports()))

    def _only_looked(self, glance: Glance) -> Look:
        at_ms = glance.at_ms
        for sector in Seat:
            self._watcher.absorb_sector(sector)
        self._scene.pass_over(glance)
        if self._moved_ms is None or glance.dark or any(arm.moves for arm in glance.arms):
            self._moved_ms = at_ms
        if self._awaited is not None and not glance.dark:
            if self._awaited_ms is None:
                self._awaited_ms = at_ms
            rests = at_ms - self._moved_ms >= _RESTS_MS
            if rests or at_ms - self._awaited_ms >= _REST_WAITS_MS:
                self._watcher.begin_anew()
                self._scene.take_up(self._awaited)
                self._attends, self._awaited, self._moved_ms = True, None, None
        return Look(glance, (), ())

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


class _Rereading:
    """Reads a patch whole the first time, and looks whether it shows the same the second time."""

    def __init__(self, reader: CardReader) -> None:
        self._reader = reader
        self._once: dict[Patch, tuple[Reading, Picture]] = {}
        """What was read, and the picture reduced."""

    def __call__(self, picture: Picture, patch: Patch, at_ms: int) -> Reading:
        del at_ms
        small = reduced(picture)
        before = self._once.pop(patch, None)
        if before is not None and self._is_the_same(picture, small, *before):
            return before[0]
        reading = self._reader.read_picture(picture, px_per_mm=PX_PER_MM)
        self._once[patch] = reading, small
        while len(self._once) > _READ_ONCE:
            del self._once[next(iter(self._once))]
        return reading

    def _is_the_same(
        self, picture: Picture, small: Picture, reading: Reading, before: Picture
    ) -> bool:
        if reading.cards or reading.unsure:
            return self._reader.shows_again(picture, reading)
        # A cleared part of the table has no card to be seen again.
        return is_unchanged(before, small)


def reading_with(reader: CardReader) -> Read:
    """The card reader as an eye calls it, in one thread."""
    return _Rereading(reader)
