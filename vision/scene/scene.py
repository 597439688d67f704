"""From glances and readings to what the seats did.

Three rules hold throughout. Nothing is said while a hand covers it or the seat's arm is still at
work. Nothing is final before two readings of different pictures agree. And what stays doubtful is
asked for, not guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.rules.cards import COPIES, Card
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, CardsUnread, Passed, TakenBack
from vision.calibration.patch import Patch, patch_around
from vision.calibration.zones import Zones
from vision.scene.found import Found, Trouble
from vision.scene.memory import Difference, Memory, Play
from vision.scene.owner import owner_of
from vision.scene.sighting import Sighting
from vision.scene.visits import Visit, Visits
from vision.watch.glance import Change, Glance

SETTLED_MS = 240
"""A change is read when nothing has moved there for so long: three frames."""
TOGETHER_MS = 480
"""Cards that come down within so long of each other are one play."""
_FIRST_READINGS = 2
_MOST_TRIES = 5
"""Readings of one change before the referee is asked."""
_ASKED_AFTER_MS = 3_500
"""And so long after the cards came to rest."""
_PATIENCE_MS = 180
"""Longer between two readings with every one that did not settle a change."""
_SAME_PLACE_MM = 8.0
_SAME_AREA_MM2 = 500.0
"""Middle and area of a change that only light and noise have altered."""
_SWEEP_MS = 1_100
"""Cards of other plays that vanish within so long make it a sweep, not a taking back."""
_KNOCK_WAITS_MS = 500
"""After a hand has left, before it may be said that it changed nothing."""
_TOUCHED = 0.05
"""Share of a change that an arm was over: that arm may have made it."""
_MARGIN_MM = 26.0
"""Read around a change: half a card's width, since white cards on white ones change little."""
_STRANGE_MM2 = 1_600.0
"""Change that no card explains: a third of a card."""
_FULL_HAND = 27
_FRAME_MS = 90
_HIDDEN_MS = 4_000
"""How long a change under an arm is remembered."""
_HEAP_MS = 5_000
"""Cards of the table that turn up again within so long have been swept aside."""
_HEAP_MM = 200.0
"""So far from the middle: beyond the display area (national-2017: up to 400 mm square)."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A part of the table to be read."""

    number: int
    patch: Patch
    sector: Seat


@dataclass(slots=True)
class _Case:
    """A change that is being understood."""

    change: Change
    first_ms: int
    seen_ms: int
    """When the change was last visible; an arm may lie over it since."""
    basis: Change | None = None
    """How it looked when it was first read; readings of it stay good while it looks like that."""
    rest_ms: int = 0
    """Since when it has looked like that."""
    asked: dict[int, Change] = field(default_factory=dict)
    """Readings that are under way."""
    asked_ms: int = -1
    motions_ms: list[int] = field(default_factory=list)
    """When something moved in or beside it."""
    last: Difference | None = None
    last_ms: int = -1
    agreed: Difference | None = None
    tries: int = 0

    def follow(self, change: Change, now_ms: int) -> None:
        """Take the change as it looks now."""
        if change.still_since_ms > self.change.still_since_ms:
            self.motions_ms.append(change.still_since_ms)
        if self.basis is not None and not _alike(change, self.basis):
            self.forget()
        self.change, self.seen_ms = change, now_ms

    def ask(self, number: int, now_ms: int) -> None:
        if self.basis is None:
            self.basis, self.rest_ms = self.change, self.change.still_since_ms
        self.asked[number] = self.change
        self.asked_ms = now_ms

    @property
    def evidence(self) -> Change:
        """How it looked when it was read: later on nobody remembers whose arm was there."""
        return self.change if self.basis is None else self.basis

    def is_clean(self, change: Change, at_ms: int) -> bool:
        """Whether nothing moved from when *change* came to rest until a picture was taken."""
        return not any(
            change.still_since_ms < moment <= at_ms + _FRAME_MS for moment in self.motions_ms
        )

    def forget(self) -> None:
        self.basis, self.last, self.agreed = None, None, None
        self.tries, self.rest_ms = 0, 0


@dataclass(frozen=True, slots=True)
class _Removal:
    """A play that was picked up."""

    play: Play
    at_ms: int
    noticed_ms: int
    may_be_taken_back: bool


@dataclass(slots=True)
class _Books:
    """What one deal has seen."""

    laid: Counter[Card] = field(default_factory=Counter)
    by_seat: Counter[Seat] = field(default_factory=Counter)
    dealt: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, _FULL_HAND))

    def trouble(self, seat: Seat, cards: Sequence[Card]) -> Trouble | None:
        counts = Counter(cards)
        if any(self.laid[card] + count > COPIES for card, count in counts.items()):
            return Trouble.THIRD_COPY
        if self.by_seat[seat] + len(cards) > self.dealt[seat]:
            return Trouble.TOO_MANY
        return None

    def enter(self, seat: Seat, cards: Sequence[Card], sign: int = 1) -> None:
        for card in cards:
            self.laid[card] += sign
        self.by_seat[seat] += sign * len(cards)


class Scene:
    """One table. Glances come in order; answers may come later, in any order."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones
        self._memory = Memory()
        self._books = _Books()
        self._visits = Visits()
        self._cases: dict[Seat, _Case] = {}
        self._ended: list[tuple[Visit, int]] = []
        self._busy_ms: list[tuple[Seat, int]] = []
        """Whose arms something was found to have changed by, and when."""
        self._removals: list[_Removal] = []
        self._latest: Play | None = None
        self._vanished: list[tuple[Card, int]] = []
        self._trick_over = False
        self._plays = 0
        self._asks = 0
        self._now = 0

    def begin_deal(self, dealt: dict[Seat, int] | None = None) -> None:
        """Start counting a new deal; what lies on the table is no longer of interest."""
        self._books = _Books()
        if dealt is not None:
            self._books.dealt = dict(dealt)
        self._memory = Memory()
        self._removals.clear()
        self._latest = None
        self._trick_over = False

    def trick_ended(self) -> None:
        """The session says so; from now on cards that vanish are cleared away, not taken back."""
        self._trick_over = True
        self._removals.clear()

    @property
    def known_until_ms(self) -> int:
        """Everything that was complete by then has been said, or never will be."""
        open_ms = [case.first_ms for case in self._cases.values()]
        open_ms += [visit.came_ms for visit, _ in self._ended]
        busy = self._visits.busy_since_ms(self._now)
        if busy is not None:
            open_ms.append(busy)
        return min([self._now, *(moment - 1 for moment in open_ms)])

    def see(self, glance: Glance) -> tuple[list[Ask], list[Found], list[Seat]]:
        """Take a glance.

        Returns:
            What must be read, what has become final, and the sectors that are understood, which
            the watcher then absorbs.
        """
        self._now = glance.at_ms
        if glance.dark:
            # Whatever was under way starts again in the light.
            for case in self._cases.values():
                case.forget()
            return [], [], []
        self._ended += [
            (visit, glance.at_ms) for visit in self._visits.see(glance) if visit.may_be_knock
        ]
        self._follow(glance)
        asks = self._asks_for(glance)
        found, understood = self._conclude()
        found += self._taken_back()
        found += self._knocks()
        return asks, sorted(found, key=lambda each: each.event.at_ms), understood

    def answer(self, ask: Ask, sighting: Sighting | None) -> None:
        """Take the reading of *ask*; ``None`` where no picture could be had."""
        case = self._cases.get(ask.sector)
        if case is None or ask.number not in case.asked:
            return
        change = case.asked.pop(ask.number)
        case.tries += 1
        if sighting is None or case.basis is None or not _alike(change, case.basis):
            return
        if not case.is_clean(change, sighting.at_ms):
            return
        difference = self._memory.differ(sighting, change, self._zones)
        if (
            case.last is not None
            and sighting.at_ms != case.last_ms
            and case.last.agrees(difference)
            and self._trouble(difference, change) is None
        ):
            case.agreed = difference
        case.last, case.last_ms = difference, sighting.at_ms

    def wants(self, ask: Ask) -> bool:
        """Whether an answer to *ask* would still be of use; may be asked from any thread."""
        case = self._cases.get(ask.sector)
        return case is not None and ask.number in case.asked and case.agreed is None

    def _follow(self, glance: Glance) -> None:
        """Bring the cases up to what the glance shows."""
        seen = {change.sector: change for change in glance.changes}
        for sector, case in list(self._cases.items()):
            hidden = bool(glance.arms) and glance.at_ms - case.seen_ms < _HIDDEN_MS
            if sector not in seen and not hidden:
                del self._cases[sector]
        for sector, change in seen.items():
            case = self._cases.setdefault(sector, _Case(change, glance.at_ms, glance.at_ms))
            case.follow(change, glance.at_ms)

    def _asks_for(self, glance: Glance) -> list[Ask]:
        """Two pictures of each change as soon as it is at rest, more where they do not settle it.

        Both are asked for at once, so that a slow reading still tells how the table looked then.
        """
        asks = []
        for sector, case in self._cases.items():
            begun = case.tries + len(case.asked)
            if case.agreed is not None or case.change.covered or case.seen_ms != glance.at_ms:
                continue
            if begun >= _FIRST_READINGS and case.asked:
                continue
            gap = _PATIENCE_MS * max(0, begun - _FIRST_READINGS + 1)
            settled = glance.at_ms - case.change.still_since_ms >= SETTLED_MS
            if not settled or glance.at_ms - case.asked_ms < gap:
                continue
            self._asks += 1
            case.ask(self._asks, glance.at_ms)
            asks.append(Ask(self._asks, self._patch(case.change), sector))
        return asks

    def _patch(self, change: Change) -> Patch:
        """The changed cells and the known cards among them."""
        points = [change.places_mm]
        points += [
            np.array([[card.seen.x, card.seen.y]])
            for card in self._memory.lying
            if card.seen.holds(change.places_mm, 0.0).any()
        ]
        touched = max(Seat, key=lambda seat: change.touched[seat])
        seat = touched if change.touched[touched] > 0.5 else change.sector
        return patch_around(np.concatenate(points), seat, _MARGIN_MM)

    def _conclude(self) -> tuple[list[Found], list[Seat]]:
        """Say what is final, the earliest change first; a later one waits for an earlier one."""
        found: list[Found] = []
        understood: list[Seat] = []
        for sector, case in sorted(
            self._cases.items(), key=lambda item: item[1].rest_ms or item[1].change.still_since_ms
        ):
            late = case.tries >= _MOST_TRIES and self._now - case.rest_ms >= _ASKED_AFTER_MS
            if (case.agreed is None and not late) or case.seen_ms != self._now:
                break
            if case.agreed is not None:
                waits = self._now - case.rest_ms < TOGETHER_MS or case.change.covered
                if waits or any(
                    self._visits.is_busy(seat, self._now)
                    for seat in self._hands_of(case.agreed, case.evidence)
                ):
                    break
            found += self._final(case)
            understood.append(sector)
            del self._cases[sector]
        return found, understood

    def _hands_of(self, difference: Difference, change: Change) -> list[Seat]:
        """Whose arms may still be at work on a change."""
        if difference.new:
            owner = owner_of(difference.new, change, self._zones)
            return [change.sector if owner is None else owner]
        return [seat for seat in Seat if change.touched[seat] > 0.3]

    def _final(self, case: _Case) -> list[Found]:
        change, difference = case.evidence, case.agreed
        at_ms = case.rest_ms
        self._busy_ms += [(seat, self._now) for seat in Seat if change.touched[seat] > _TOUCHED]
        if difference is None:
            return self._unread(case)
        difference = self._memory.without_known(difference)
        if not difference.new:
            self._removed(difference, at_ms)
            self._memory.apply(difference, None)
            return []
        if not self._in_play(difference):
            self._removed(difference, at_ms)
            self._memory.apply(difference, None)
            return []
        seat = owner_of(difference.new, change, self._zones)
        if seat is None:
            return self._unread(case)
        self._busy_ms.append((seat, self._now))
        found = self._taken_back(flush=True)
        cards = tuple(seen.card for seen in difference.new)
        self._plays += 1
        play = Play(self._plays, seat, cards, at_ms)
        self._removed(difference, at_ms, by_play=True)
        self._memory.apply(difference, play)
        self._books.enter(seat, cards)
        self._latest = play
        self._trick_over = False
        found.append(Found(CardsLaid(at_ms, seat, cards), origin=self._origin(case, cards)))
        return found

    def _unread(self, case: _Case) -> list[Found]:
        change, difference = case.evidence, case.last
        if difference is None:
            return []
        seat = owner_of(difference.new, change, self._zones) if difference.new else None
        touched = max(Seat, key=lambda each: change.touched[each])
        seat = seat or (touched if change.touched[touched] > 0.5 else change.sector)
        trouble = self._trouble(difference, change)
        cards = tuple(seen.card for seen in difference.new)
        if not cards and not difference.doubts:
            return []
        reason = (
            difference.doubts[0] if difference.doubts else (trouble or Trouble.READS_DISAGREE).value
        )
        return [Found(CardsUnread(case.rest_ms, seat, reason), origin=self._origin(case, cards))]

    def _trouble(self, difference: Difference, change: Change) -> Trouble | None:
        if not difference.new or not self._in_play(difference):
            return None
        seat = owner_of(difference.new, change, self._zones)
        if seat is None:
            return Trouble.WHOSE
        if self._memory.unexplained_mm2(difference, change) > _STRANGE_MM2:
            return Trouble.SOMETHING_ELSE
        return self._books.trouble(seat, [seen.card for seen in difference.new])

    def _in_play(self, difference: Difference) -> bool:
        """Whether new cards lie where plays lie; a heap at the edge is none."""
        x = sum(seen.x for seen in difference.new) / len(difference.new)
        y = sum(seen.y for seen in difference.new) / len(difference.new)
        swept = Counter(card for card, at_ms in self._vanished if at_ms > self._now - _HEAP_MS)
        swept += Counter(card.seen.card for card in difference.gone)
        if max(abs(x), abs(y)) > _HEAP_MM and not _faces(difference) - swept:
            return False
        return self._zones.in_play(x, y)

    def _removed(self, difference: Difference, at_ms: int, *, by_play: bool = False) -> None:
        """Note which plays have been picked up as a whole."""
        self._vanished = [each for each in self._vanished if each[1] > self._now - _HEAP_MS]
        self._vanished += [(card.seen.card, self._now) for card in difference.gone]
        plays = {id(card.play): card.play for card in difference.gone if card.play is not None}
        gone = {id(card) for card in difference.gone}
        for play in plays.values():
            whole = all(id(card) in gone for card in self._memory.of(play))
            back = whole and play is self._latest and not self._trick_over and not by_play
            self._removals.append(_Removal(play, at_ms, self._now, back))

    def _taken_back(self, *, flush: bool = False) -> list[Found]:
        """A play that was picked up, once no other has followed it: else the table is cleared."""
        found: list[Found] = []
        for removal in [each for each in self._removals if each.may_be_taken_back]:
            others = any(each.play is not removal.play for each in self._removals)
            waits = self._now - removal.noticed_ms < _SWEEP_MS
            if others or (waits and not flush):
                continue
            play = removal.play
            self._removals.remove(removal)
            self._books.enter(play.seat, play.cards, -1)
            self._latest = None
            origin = {"seen": [str(card) for card in play.cards]}
            found.append(Found(TakenBack(removal.at_ms, play.seat), origin=origin))
        oldest = self._now - 2 * _SWEEP_MS
        self._removals = [each for each in self._removals if each.noticed_ms > oldest]
        return found

    def _knocks(self) -> list[Found]:
        """Hands that came and went and changed nothing."""
        found, waiting = [], []
        for visit, noticed_ms in self._ended:
            at_work = any(
                case.change.touched[visit.seat] > _TOUCHED for case in self._cases.values()
            )
            changed = any(
                seat is visit.seat and moment >= visit.came_ms for seat, moment in self._busy_ms
            )
            if changed:
                continue
            # A hand that is back again is still at whatever it does.
            back = self._visits.is_busy(visit.seat, self._now)
            if at_work or back or self._now - noticed_ms < _KNOCK_WAITS_MS:
                waiting.append((visit, noticed_ms))
                continue
            event = Passed(visit.left_ms, visit.seat)
            found.append(Found(event, only_offered=True, origin={"how": "knock"}))
        self._ended = waiting
        self._busy_ms = [entry for entry in self._busy_ms if entry[1] > self._now - 10_000]
        return found

    def _origin(self, case: _Case, cards: Sequence[Card]) -> dict[str, Any]:
        places = case.change.places_mm
        return {
            "seen": [str(card) for card in cards],
            "doubts": list(case.last.doubts) if case.last is not None else [],
            "readings": case.tries,
            "rest_to_final_ms": self._now - case.rest_ms,
            "place_mm": [round(float(places[:, 0].mean())), round(float(places[:, 1].mean()))],
        }


def _faces(difference: Difference) -> Counter[Card]:
    return Counter(seen.card for seen in difference.new)


def _alike(change: Change, other: Change) -> bool:
    """Whether two looks at a change may show the same things lying there."""
    off = np.abs(change.places_mm.mean(axis=0) - other.places_mm.mean(axis=0)).max()
    grown = abs(change.area_mm2 - other.area_mm2)
    return float(off) <= _SAME_PLACE_MM and grown <= max(_SAME_AREA_MM2, 0.12 * other.area_mm2)
