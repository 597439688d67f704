"""The sign of life of a served table: given only while every part of it is heard of.

The desk is asked like a visitor asks, through its queue, so a journal that hangs in a write counts
as silence, too. A journal that only cannot be written does not: its rows wait in memory and would
be lost by a restart.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager

from referee.app.desk import Desk
from referee.app.notify import Notifier
from referee.app.vital_signs import VitalSigns
from referee.session.table import Phase, Table
from referee.texts import Language, say, seat_name

DESK = "desk"
"""The part that every served table has; others are named by whoever adds them."""
BEAT_S = 0.5
"""Often enough for a watchdog of some seconds, and as often as a waiting record is looked after."""


class Heart:
    """Hears of the parts of a table and tells the service manager; see `beating`."""

    def __init__(
        self,
        desk: Desk,
        notifier: Notifier,
        longest_s: Mapping[str, float],
        now_s: Callable[[], float],
        language: Language,
        tell: Callable[[str], object],
    ) -> None:
        """Begin with every part unheard of.

        Args:
            desk: Asked at every beat.
            notifier: Ready once all parts were heard of, alive while none is silent.
            longest_s: For each part, `DESK` among them, how many seconds it may be silent.
            now_s: Monotonic seconds.
            language: Of the status.
            tell: Given a line when parts fall silent.
        """
        self._desk = desk
        self._notifier = notifier
        self._signs = VitalSigns(longest_s, now_s)
        self._language = language
        self._tell = tell
        self._unheard = set(longest_s)
        self._asked: Future[None] | None = None
        self._status = ""
        self._told = ""
        self._ready = False
        self._ended = threading.Event()

    def heard_of(self, part: str) -> None:
        """*part* works; from any thread."""
        self._signs.heard_of(part)
        self._unheard.discard(part)

    def silent_s(self) -> dict[str, float]:
        """Seconds since each part was heard of; from any thread."""
        return self._signs.ages()

    def beat(self) -> None:
        """Ask the desk and pass on how the table is."""
        if self._asked is not None and self._asked.done():
            self.heard_of(DESK)
        if self._asked is None or self._asked.done():
            self._asked = self._desk.ask(self._look)
        silent = self._signs.silent()
        if silent:
            self._say_silent(silent)
        elif not self._unheard:
            self._notifier.alive()
            self._say(self._status, self._notifier.status if self._ready else self._notifier.ready)
            self._ready = True

    def beat_until_stopped(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.beat()

    def stop(self) -> None:
        self._ended.set()

    def _look(self) -> None:
        """Runs in the desk's thread, between two events."""
        runtime = self._desk.runtime
        waits = runtime.tend_record()
        self._status = table_status(runtime.table, self._language, waits=waits)

    def _say_silent(self, silent: Mapping[str, float]) -> None:
        parts = ", ".join(sorted(silent))
        text = say("doctor.service_silent", self._language, parts=parts)
        if self._say(text, self._notifier.status):
            self._tell(text)

    def _say(self, text: str, how: Callable[[str], None]) -> bool:
        if text == self._told:
            return False
        how(text)
        self._told = text
        return True


@contextmanager
def beating(heart: Heart, notifier: Notifier) -> Iterator[None]:
    """Let *heart* beat in a thread of its own while the table is served."""
    thread = threading.Thread(target=heart.beat_until_stopped, name="heart", daemon=True)
    thread.start()
    try:
        yield
    finally:
        notifier.stopping()
        heart.stop()
        thread.join(2 * BEAT_S)


def table_status(table: Table, language: Language, *, waits: bool) -> str:
    """One line for ``systemctl status``: what is played, whose turn it is, what waits."""
    if table.phase is Phase.PLAYING and table.deal is not None:
        seats = "、".join(seat_name(seat, language) for seat in table.to_act) or "–"
        text = say(
            "doctor.service_playing",
            language,
            level=table.deal.level.rank.value,
            seat=seats,
            acts=table.acts,
        )
    else:
        text = say("doctor.service_idle", language)
    return text + (say("doctor.service_waits", language) if waits else "")
