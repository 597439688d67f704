"""Refereeing a table while it is watched, whoever shows it to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue

from referee.app.act_pictures import AFTER, ActPictures, Kept
from referee.app.beginning import first_deal
from referee.app.compose import build_panel
from referee.app.eye_follows import Follower
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
from referee.session.events import CorrectableEvent, DealStarted, HandsDrawn
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from vision.eye.eye import Eye, Look
from vision.scene.found import Found
from vision.sources.base import Cut, Frame, SourceError


def referee_watched(
    watched: Watched,
    looks: Callable[[Eye, Callable[[Cut], object]], Iterator[tuple[Frame, Look]]],
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
        looks: Has the eye it is given watch the table's source, and tells every picture of cards
            before the eye is told what was read on it.
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
        for event in beginning(watched):
            runtime.handle(event, {})
        runtime.light_up()
        live = LiveTable(runtime, eye)
        # In a round there are times at which nothing that is laid means anything.
        follower = None if watched.before is None else Follower(eye)
        drawn = list(watched.drawn_ms)
        moved = MovedCamera(watched.view)
        scripted = list(watched.keys)
        pictures = ActPictures(watched.view)
        for frame, look in looks(eye, pictures.took):
            clock.saw(frame.at_ms)
            while scripted and scripted[0].at_ms <= frame.at_ms:
                key = scripted.pop(0)
                live.press(key.at_ms, key.seat)
            while drawn and drawn[0] <= frame.at_ms:
                live.drawn(HandsDrawn(drawn.pop(0)))
            for press in _waiting(presses):
                _pressed(live, press)
            pictures.saw(frame, look.glance)
            live.take(_with_pictures(found, pictures, frame, evidence) for found in look.found)
            if look.reported:
                live.report(look.reported, Kept({AFTER: frame.image}).stored(evidence))
            live.advance(eye.known_until_ms)
            if follower is not None:
                follower.follow(runtime.history, all_judged=True)
            moved.look(frame, look.glance)
            shown(runtime, frame.at_ms)
            runtime.tend_record()
    except SourceError as error:
        return error
    finally:
        panel.close()
    return None


def beginning(watched: Watched) -> tuple[CorrectableEvent, ...]:
    """What has happened when watching begins."""
    return (deal_started(watched),) if watched.before is None else first_deal(watched.before)


def deal_started(watched: Watched) -> DealStarted:
    """The first event of a table that is only watched: the hands are sorted."""
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


def _with_pictures(
    found: Found, pictures: ActPictures, frame: Frame, evidence: EvidenceFolder
) -> Found:
    """An act with the names of the pictures that it rests on; a hand is only offered as one."""
    if found.only_offered:
        return found
    names = pictures.of(found, frame).stored(evidence)
    return replace(found, origin={**found.origin, "evidence": names})
