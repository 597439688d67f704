"""One stretch of watching a served table: from the opening of its camera until that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.app.act_pictures import AFTER, ActPictures, Kept
from referee.app.camera_news import CameraNews
from referee.app.desk import Desk, SeenAct
from referee.app.eye_follows import Follower
from referee.app.frame_times import FrameTimes
from referee.app.handing_over import ActWithPictures, HandingOver
from referee.app.live_camera import MovedCamera
from referee.app.live_sources import KeyPressed, Watched
from referee.session.events import CorrectableEvent, HandsDrawn, Passed, Reported
from referee.web.ports import CameraTrouble
from vision.eye.eye import Eye, Look
from vision.scene.found import Found
from vision.sources.base import Frame

_BLIND_AFTER_MS = 2_000
"""So long without light nobody waits for the eye any more; what was laid meanwhile is a matter for
the referee."""


class Opening:
    """One stretch of watching, from the opening of the source to its end. One thread."""

    def __init__(
        self,
        watched: Watched,
        eye: Eye,
        desk: Desk,
        now_ms: Callable[[], int],
        handing: HandingOver,
        news: CameraNews,
        say: Callable[..., object],
        begins: Sequence[CorrectableEvent] = (),
    ) -> None:
        """Begin with an eye that has seen nothing.

        Args:
            watched: What is watched.
            eye: Owned by the caller's thread.
            desk: Whose session the eye follows.
            now_ms: Table time.
            handing: Takes what is found.
            news: Told how the camera is.
            say: Given the key of a text and its facts when the operator has to know something.
            begins: What has happened when the first frame comes, whatever its own time says.
        """
        self.pictures = ActPictures(watched.view)
        self._desk, self._now_ms, self._news, self._say = desk, now_ms, news, say
        self._handing = handing
        self._eye = eye
        self._follower = Follower(eye)
        self._times = FrameTimes()
        self._moved = MovedCamera(watched.view, lambda _: None)
        self._keys = list(watched.keys)
        self._begins = begins
        self._drawn_ms = list(watched.drawn_ms)
        self._lit_ms: int | None = None
        self._is_blind = False

    def looked(self, frame: Frame, look: Look) -> None:
        """Take what came of one frame."""
        now_ms = self._now_ms()
        self._times.came(frame.at_ms, now_ms)
        for event in self._begins:
            self._enter(event, frame.at_ms)
        self._begins = ()
        while self._drawn_ms and self._drawn_ms[0] <= frame.at_ms:
            self._enter(HandsDrawn(0), self._drawn_ms.pop(0))
        self._press_keys(frame.at_ms)
        self.pictures.saw(frame, look.glance)
        self._moved.look(frame, look.glance)
        self._note_light(frame.at_ms, dark=look.glance.dark)
        attends = self._eye.attends and not self._is_blind
        acts = [self._act(found, frame) for found in look.found]
        acts += [self._report(reported, frame) for reported in look.reported]
        known_ms = self._times.in_order_ms(self._eye.known_until_ms) if attends else None
        self._handing.take(acts, known_ms)
        if not self._is_blind:
            all_judged = self._handing.all_judged
            self._follower.follow(self._desk.runtime.history, all_judged=all_judged)
        news = self._news
        news.saw(frame, now_ms, looks_for_acts=attends)
        news.knows(known_ms)
        if news.moved(self._moved.moved_mm):
            self._say("doctor.camera_moved", millimetres=round(self._moved.moved_mm or 0))

    def _act(self, found: Found, frame: Frame) -> ActWithPictures:
        # Taking back turns out late: its own moment then lies before what was known already, and
        # nobody may be charged for the time between.
        event = replace(found.event, at_ms=self._times.table_ms(found.event.at_ms))
        kept = Kept({}) if found.only_offered else self.pictures.of(found, frame)
        return ActWithPictures(
            SeenAct(event, found.only_offered, {"how": "seen", **found.origin}), kept
        )

    def _report(self, reported: Reported, frame: Frame) -> ActWithPictures:
        """A report disc that was put down; the whole table shows it."""
        event = replace(reported, at_ms=self._times.table_ms(reported.at_ms))
        return ActWithPictures(SeenAct(event, origin={"how": "seen"}), Kept({AFTER: frame.image}))

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
        news = self._news
        is_news = news.is_well() if trouble is None else news.is_in_trouble(trouble)
        if is_news:
            self._say("camera.watches" if trouble is None else f"camera.{trouble.value}")

    def _enter(self, event: CorrectableEvent, script_ms: int) -> None:
        """Enter what a script has an official enter."""
        origin = {"how": "script", "script_ms": script_ms}
        self._desk.submit(lambda at_ms: replace(event, at_ms=at_ms), origin)

    def _press_keys(self, until_ms: int) -> None:
        """Keys that a script presses, as the seat unit would."""
        while self._keys and self._keys[0].at_ms <= until_ms:
            key: KeyPressed = self._keys.pop(0)
            at_ms = self._times.table_ms(key.at_ms)
            self._desk.press(Passed(at_ms, key.seat), {"how": "key"})
