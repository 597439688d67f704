"""Refereeing a table while it is watched, whoever shows it to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from referee.app.compose import build_panel
from referee.app.frame_clock import FrameClock
from referee.app.live import CameraClock, LiveTable
from referee.app.live_camera import MovedCamera
from referee.app.live_sources import Watched
from referee.app.runtime import Runtime
from referee.app.settings import PanelSettings
from referee.ports import Entry, Key, KeyPress, PanelState
from referee.record.evidence import EvidenceFolder
from referee.record.fallback import FallbackRecord
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import DealStarted
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from vision.detectors.base import Picture
from vision.eye.eye import Eye, Look
from vision.sources.base import Frame, SourceError

_JPEG_QUALITY = 85


def referee_watched(
    watched: Watched,
    looks: Callable[[Eye], Iterator[tuple[Frame, Look]]],
    panel_settings: PanelSettings,
    record: FallbackRecord,
    evidence: EvidenceFolder,
    entries: list[Entry],
    *,
    tell_state: Callable[[PanelState], None],
    shown: Callable[[Runtime, int], object],
) -> SourceError | None:
    """Referee a watched table to the end of its source.

    Args:
        watched: The table.
        looks: Has the eye it is given watch the table's source.
        panel_settings: What carries lamps, buzzers and keys.
        record: The journal.
        evidence: Where pictures go.
        entries: Grows by every row.
        tell_state: Told when the seat unit is there and when it is gone, in the unit's own thread.
        shown: Told the runtime and the moment of every frame, after all that it brought.

    Returns:
        Why the table could not be watched to the end; ``None`` if it was.
    """
    eye = Eye(watched.view, watched.zones)
    eye.begin_deal(dict(zip(Seat, watched.cards_left, strict=True)))
    clock = FrameClock()
    presses: SimpleQueue[KeyPress] = SimpleQueue()
    panel = build_panel(panel_settings, presses.put, tell_state, clock.now_ms)
    try:
        runtime = Runtime(History(), record, panel, CameraClock(), entries.append)
        runtime.handle(deal_started(watched), {})
        runtime.light_up()
        live = LiveTable(runtime, eye)
        moved = MovedCamera(watched.view)
        scripted = list(watched.keys)
        for frame, look in looks(eye):
            clock.saw(frame.at_ms)
            while scripted and scripted[0].at_ms <= frame.at_ms:
                key = scripted.pop(0)
                live.press(key.at_ms, key.seat)
            for press in _waiting(presses):
                _pressed(live, press)
            kept = evidence.keep(_jpeg(frame.image)) if look.found else None
            live.take(look.found, evidence=(kept,) if kept else ())
            live.report(look.reported)
            live.advance(eye.known_until_ms)
            moved.look(frame, look.glance)
            shown(runtime, frame.at_ms)
            runtime.tend_record()
    except SourceError as error:
        return error
    finally:
        panel.close()
    return None


def deal_started(watched: Watched) -> DealStarted:
    """The first event of a table that is only watched."""
    lead_ms, follow_ms = watched.limits_ms
    return DealStarted(
        0,
        watched.level,
        watched.leader,
        Clocks(lead_ms, follow_ms),
        watched.cards_left,
        settings=TableSettings(Passing.KNOCK),
    )


def _pressed(live: LiveTable, press: KeyPress) -> None:
    match press.key:
        case Key.PASS:
            live.press(press.at_ms, press.seat)
        case Key.CALL:
            live.call(press.at_ms, press.seat)


def _waiting(presses: SimpleQueue[KeyPress]) -> Iterator[KeyPress]:
    while True:
        try:
            yield presses.get_nowait()
        except Empty:
            return


def _jpeg(image: Picture) -> bytes:
    import cv2

    done, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    if not done:
        raise AssertionError(f"a frame of {image.shape} cannot be written as JPEG")
    return jpeg.tobytes()
