"""Deals laid at a rendered table under the program's camera, and a referee who puts right.

Nobody tells the program what is laid: it has to see it. What it missed while it was down or blind
is entered at the page, as a referee would do it, and counted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from referee.rules.cards import Card
from referee.rules.seats import PerSeat
from referee.session.events import DealStarted
from referee.session.verdict import Finding
from referee.web.views.lines import did
from tests.soak.official import Official
from tests.soak.room import Room
from tests.soak.unit import PluggedUnit
from vision.rendered.table.players import Habits, random_script
from vision.rendered.table.script import Deed, Manner, Script
from vision.rendered.table.timeline import Truth

_DECK = "cantarell"
_ROOM = 4
"""Seed of camera, cloth and light; the camera hangs where it hangs."""
_HABITS = Habits(
    PerSeat(Manner.TIDY, Manner.HASTY, Manner.SLOPPY, Manner.TIDY),
    thinks_ms=(800, 2600),
    begins_after_ms=3_000,
)
_PATIENCE_S = 30.0
"""How long players wait for an act to be judged before the referee enters it."""
_MISSED_S = 8.0
"""And where the camera was away meanwhile: what lies there when it comes back counts as known."""
_LATEST_S = 150.0
"""And where the table says that its camera lags behind."""
_TAKES_UP_S = 3.0
"""After the camera is back nobody moves for so long."""
_LOOKS_EVERY_S = 0.25
_LATE = "camera_late"
_ACTS = ("laid", "pass", "unread", "take_back")

Done = tuple[str, str, tuple[str, ...]]
"""An act as it should stand in the record: kind, seat and cards in any fixed order."""


def next_script(seed: int) -> Script:
    """A legal deal, at the table of every other one."""
    return replace(random_script(seed, _HABITS, deck=_DECK), seed=_ROOM)


@dataclass
class Watching:
    """What came of the acts; everything is counted once."""

    seen_right: int = 0
    """Judged without anybody's help: right seat, exact cards."""
    entered: int = 0
    """Missed, and entered by the referee."""
    corrected: int = 0
    """Recorded otherwise than they were, and put right."""
    false_signals: list[str] = field(default_factory=list)
    """Acts that were judged a fault, apart from time; all that happened were legal."""
    late: int = 0
    """Acts over the time limit, because players waited for the device."""
    to_verdict_ms: list[int] = field(default_factory=list)
    """Of those seen right: from cards at rest (or the key) until the page showed the verdict."""
    notes: list[str] = field(default_factory=list)
    """What the referee put right, in words."""


@dataclass
class WatchedPlayers:
    """Four players and their referee, in a thread of their own until `stopped`."""

    official: Official
    unit: PluggedUnit
    room: Room
    seed: int
    tell: Callable[[str], object]
    stopped: threading.Event
    deals: int = 0
    acts: int = 0
    pressed: int = 0
    keys_that_counted: int = 0
    disagreed: int = 0
    failed: str = ""
    watching: Watching = field(default_factory=Watching)
    played: dict[int, list[Done]] = field(default_factory=dict)
    """By deal of the record: what really happened."""
    shown: set[tuple[int, str, str, tuple[str, ...]]] = field(default_factory=set)
    """Every row of an act that the page has shown."""
    _begun_row: int = 0
    """In which this deal was begun."""

    def play(self) -> None:
        try:
            while not self.stopped.is_set():
                self._deal()
        except AssertionError as error:
            self.failed = str(error)
            self.tell(f"play ended: {error}")

    def _deal(self) -> None:
        script = next_script(self.seed + self.deals)
        timeline = self.room.deal(script)
        self._start(script)
        for truth in timeline.truth:
            self._wait_well()
            if self.stopped.is_set():
                return
            self.room.go(truth.gone_ms)
            self._wait_until(truth.rest_ms)
            rested = time.monotonic()
            if truth.act.deed is Deed.PASSES:
                self.pressed += 1
                self.unit.press(truth.act.seat)
            self._wait_until(truth.gone_ms)
            done = _done(truth)
            if done is not None:
                self.played[self.deals].append(done)
                self.acts += self._settle(rested, by_key=truth.act.deed is Deed.PASSES)

    def _start(self, script: Script) -> None:
        before, words = self._last_row(), did(DealStarted(0, script.level, script.leader))
        level, leader = script.level.rank.value, script.leader.value
        while not self.stopped.is_set():
            # An order whose answer was lost counts all the same.
            begun = [line for line in self._log() if line["row"] > before and line["did"] == words]
            if begun:
                self._begun_row = begun[-1]["row"]
                break
            self.official.order("start-deal", level=level, leader=leader)
        self.deals += 1
        self.played[self.deals] = []
        self.tell(f"deal {self.deals}")

    def _settle(self, rested: float, *, by_key: bool) -> bool:
        """Wait until the record holds what happened, and have it put right if it never does.

        Returns:
            Whether it does; not so when play is ended meanwhile.
        """
        wanted = self.played[self.deals]
        helped = was_away = False
        waiting_since = time.monotonic()
        while not self.stopped.is_set():
            lines = self._acts()
            found = [_told(line) for line in lines]
            if found == wanted:
                self._judged(lines[-1], wanted[-1])
                if not helped:
                    self.watching.seen_right += 1
                    self.keys_that_counted += by_key
                    self.watching.to_verdict_ms.append(round((time.monotonic() - rested) * 1000))
                return True
            sees, late = self._camera()
            if not sees:
                was_away, waiting_since = True, time.monotonic()
            waited = time.monotonic() - waiting_since
            if waited > (_LATEST_S if late else _MISSED_S if was_away else _PATIENCE_S):
                helped = True
                self._put_right(lines, wanted)
                waiting_since = time.monotonic()
            self.stopped.wait(_LOOKS_EVERY_S)
        return False

    def _put_right(self, lines: list[dict[str, Any]], wanted: list[Done]) -> None:
        """Take out what did not happen from the first difference on, and enter what did."""
        found = [_told(line) for line in lines]
        same = next(
            (n for n, (one, other) in enumerate(zip(found, wanted, strict=False)) if one != other),
            min(len(found), len(wanted)),
        )
        self._note(f"deal {self.deals} act {len(wanted)}: {found[same:]} for {wanted[same:]}")
        for line in lines[same:]:
            self._judged(line, _told(line))
        if same < len(found):
            self.watching.corrected += 1
            place = {"row": lines[same]["row"], "part": lines[same]["part"]}
            if self.official.order("undo", **place) is None:
                return  # something came meanwhile; it is looked at anew
        else:
            self.watching.entered += len(wanted) - same
        for kind, seat, cards in wanted[same:]:
            if kind == "laid":
                told = self.official.order("play", seat=seat, cards=list(cards))
            else:
                told = self.official.order("pass", seat=seat)
            if told is None:
                return

    def _judged(self, line: dict[str, Any], done: Done) -> None:
        finding = line.get("finding")
        if finding == Finding.OVERTIME.value:
            self.watching.late += 1
        elif finding not in (Finding.OK.value, Finding.UNSURE.value):
            self.watching.false_signals.append(f"deal {self.deals} {done}: {finding}")
            self._note(f"deal {self.deals}: {done} was judged {finding}")

    def _log(self) -> list[dict[str, Any]]:
        log = self.official.log()
        self.official.rows = max([self.official.rows, *(line["row"] for line in log)])
        self.shown |= {(line["row"], *_told(line)) for line in log if _is_row_of_act(line)}
        return log

    def _acts(self) -> list[dict[str, Any]]:
        """Acts of this deal as the record has them now."""
        begun = self._begun_row
        return [line for line in self._log() if line["row"] > begun and line["kind"] in _ACTS]

    def _last_row(self) -> int:
        return max((line["row"] for line in self._log()), default=0)

    def _wait_until(self, script_ms: int) -> None:
        while (left := script_ms - self.room.now_ms()) > 0:
            time.sleep(left / 1000 + 0.005)

    def _wait_well(self) -> None:
        """Players who see that nobody watches wait until the lamps are back, and a little more."""
        if self._camera()[0]:
            return
        while not self._camera()[0]:
            if self.stopped.wait(_LOOKS_EVERY_S):
                return
        self.stopped.wait(_TAKES_UP_S)

    def _camera(self) -> tuple[bool, bool]:
        """Whether it sees the table, and whether the table goes on without waiting for it."""
        _, told = self.official.health()
        camera = told.get("parts", {}).get("camera")
        if camera is None:
            return False, False
        troubles = {trouble["outcome"] for trouble in told["troubles"]}
        blind = {each for each in troubles if each.startswith("camera_")} - {_LATE}
        age_s = camera.get("frame_age_s")
        return not blind and age_s is not None and age_s < 3, _LATE in troubles

    def _note(self, words: str) -> None:
        self.watching.notes.append(words)
        self.tell(f"           {words}")


def _done(truth: Truth) -> Done | None:
    act = truth.act
    match act.deed:
        case Deed.LAYS:
            return "laid", act.seat.value, _sorted(act.cards)
        case Deed.PASSES | Deed.KNOCKS:
            return "pass", act.seat.value, ()
        case _:
            return None


def _told(line: dict[str, Any]) -> Done:
    return line["kind"], str(line["seat"]), tuple(sorted(line["cards"]))


def _sorted(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(sorted(str(card) for card in cards))


def _is_row_of_act(line: dict[str, Any]) -> bool:
    """Whether the line is a row of its own: no part of a correction."""
    return line["kind"] in _ACTS and line["part"] == 0
