"""From glances and readings to what the seats did.

Three rules hold throughout. Nothing is said while a hand covers it or the seat's arm is still at
work. Nothing is final before two readings of different pictures agree. And what stays doubtful is
asked for, not guessed.

Readings may be slow: what they are about is understood from the pictures that were taken of it, in
the order in which it happened, even when the table has long moved on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.rules.cards import Card
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTaken,
    Passed,
    Reported,
    TakenBack,
)
from vision.calibration.patch import Patch, patch_around
from vision.calibration.zones import Zones
from vision.scene.books import Books, Known
from vision.scene.case import FIRST_READINGS, Case
from vision.scene.disc import reported_by
from vision.scene.found import Found, Trouble
from vision.scene.memory import HEAP_MM, Difference, Memory, Play
from vision.scene.owner import arm_of, owner_of
from vision.scene.sighting import Sighting
from vision.scene.visits import Visit, Visits
from vision.watch.glance import Change, Glance

SETTLED_MS = 240
"""A change is read when nothing has moved there for so long: three frames."""
TOGETHER_MS = 480
"""Cards that come down within so long of each other are one play."""
_MOST_TRIES = 5
"""Readings of one change before the referee is asked."""
_ASKED_AFTER_MS = 3_500
"""And so long after the cards came to rest."""
_PATIENCE_MS = 180
"""Longer between two readings with every one that did not settle a change."""
_SWEEP_MS = 1_700
"""Cards of other plays that vanish within so long make it a sweep, not a taking back."""
_KNOCK_WAITS_MS = 500
"""After a hand has left, before it may be said that it changed nothing."""
_AT_WORK = 0.3
"""Share of a change that an arm was over for it to be waited for."""
_TOUCHED = 0.05
"""Share of a change that an arm was over: that arm may have made it."""
_MARGIN_MM = 26.0
"""Read around a change: half a card's width, since white cards on white ones change little."""
_STRANGE_MM2 = 1_600.0
"""Change that no card explains: a third of a card."""
_HIDDEN_MS = 4_000
"""How long a change under an arm is remembered."""
_SHORTLY_MS = 1_000
"""A change is seen so long after the hand that made it has left at most."""
_REMEMBERED_MS = 60_000
"""How long it is known whose arms changed something: readings may come that late."""
_PLAIN = 0.6
"""Of 11 cards that were read wrongly in 900 rendered plays 10 showed less plainly, of 4 952 read
rightly 27."""
_HEAP_MS = 5_000
"""Cards of the table that turn up again within so long have been swept aside."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A part of the table to be read."""

    number: int
    patch: Patch
    sector: Seat


@dataclass(frozen=True, slots=True)
class _Removal:
    """A play that was picked up."""

    play: Play
    at_ms: int
    may_be_taken_back: bool


class Scene:
    """One table. Glances come in order; answers may come later, in any order."""

    def __init__(self, zones: Zones) -> None:
        self._zones = zones
        self._memory = Memory()
        self._books = Books()
        self._visits = Visits()
        self._cases: dict[Seat, Case] = {}
        self._photographed: list[Case] = []
        """Changes that only wait for readings of their pictures."""
        self._pending: dict[int, Case] = {}
        """Readings that are under way, by number."""
        self._ended: list[tuple[Visit, int]] = []
        self._busy_ms: list[tuple[Seat, int, int]] = []
        """Whose arms something was found to have changed by, from when to when."""
        self._removals: list[_Removal] = []
        self._latest: Play | None = None
        self._vanished: list[tuple[Card, int]] = []
        self._trick_over = False
        self._lying: list[tuple[Seat, tuple[Card, ...]]] = []
        """Plays that lay there when watching was taken up and have not been seen yet."""
        self._unswept: Counter[Card] = Counter()
        """Of those plays, what has not turned up in a heap yet."""
        self._laid_unseen: frozenset[Card] = frozenset()
        """Faces that were laid before watching was taken up: they may show in any heap."""
        self._known_faces: frozenset[Card] = frozenset()
        """Indices of them may come to light without being new: the session knows that they lie
        there, or they were laid unseen."""
        self._plays = 0
        self._asks = 0
        self._now = 0
        self._tribute = False
        """Whether cards are paid and returned, so that they may lie before another seat."""
        self._reported: list[Reported] = []
        self._settled_ms = 0
        """Whatever lay still by then has been understood; hands may not have been."""

    def begin_deal(self, dealt: dict[Seat, int] | None = None) -> None:
        """Start counting a new deal; what lies on the table is no longer of interest."""
        self._books = Books()
        if dealt is not None:
            self._books.dealt = dict(dealt)
        self._memory = Memory()
        self._photographed.clear()
        self._pending.clear()
        self._removals.clear()
        self._latest = None
        self._trick_over = False
        self._tribute = False
        self._lying.clear()
        self._unswept.clear()
        self._laid_unseen = frozenset()

    def take_up(self, known: Known) -> None:
        """Go on in mid-deal with what the session knows; what lies there now is nobody's news."""
        self.begin_deal()
        self._lying = list(known.lying)
        self._unswept = Counter(card for _, cards in known.lying for card in cards)
        self._laid_unseen = frozenset(known.laid)
        self.keep_books(known)
        # Whoever came before has not been seen to do anything, and does not knock by leaving.
        self._visits = Visits()

    def keep_books(self, known: Known) -> None:
        """Go by what the session has counted: it knows of corrections and of unread cards."""
        self._books = Books.of(known)
        lying = frozenset(card for _, cards in known.lying for card in cards)
        self._known_faces = lying | self._laid_unseen
        self._tribute = known.tribute

    def pass_over(self, glance: Glance) -> None:
        """Take a glance at a time when nothing that happens is of interest."""
        self._now = glance.at_ms
        self._visits.see(glance)
        self._cases.clear()
        self._photographed.clear()
        self._pending.clear()
        self._ended.clear()
        self._removals.clear()

    def trick_ended(self) -> None:
        """The session says so; from now on cards that vanish are cleared away, not taken back."""
        self._trick_over = True
        self._removals.clear()
        self._lying.clear()

    @property
    def known_until_ms(self) -> int:
        """Everything that was complete by then has been said, or never will be."""
        open_ms = [visit.came_ms for visit, _ in self._ended]
        open_ms += [removal.at_ms for removal in self._doubtful_removals()]
        return min([self._understood_ms(), *(moment - 1 for moment in open_ms)])

    def _understood_ms(self) -> int:
        """Up to when it is known what lies where, and nobody is at work on it."""
        open_ms = [case.first_ms for case in self._open_cases()]
        busy = self._visits.busy_since_ms(self._now)
        if busy is not None:
            open_ms.append(busy)
        return min([self._now, *(moment - 1 for moment in open_ms)])

    def _doubtful_removals(self) -> list[_Removal]:
        """Plays that were picked up, of which it is not clear yet why."""
        return [removal for removal in self._removals if removal.may_be_taken_back]

    def see(self, glance: Glance) -> tuple[list[Ask], list[Found], list[Seat]]:
        """Take a glance.

        Returns:
            What must be read, what has become final, and the sectors of which pictures have been
            taken, which the watcher then absorbs.
        """
        self._now = glance.at_ms
        if glance.dark:
            # Whatever was under way starts again in the light.
            for case in self._cases.values():
                self._forget(case)
            return [], [], []
        self._ended += [
            (visit, glance.at_ms) for visit in self._visits.see(glance) if visit.may_be_knock
        ]
        self._follow(glance)
        asks = self._asks_for(glance)
        understood = self._photograph()
        found = self._conclude()
        found += self._taken_back()
        found += self._knocks()
        self._settled_ms = self._understood_ms()
        return asks, sorted(found, key=lambda each: each.event.at_ms), understood

    def answer(self, ask: Ask, sighting: Sighting | None) -> None:
        """Take the reading of *ask*; ``None`` where no picture could be had."""
        case = self._pending.pop(ask.number, None)
        if case is not None and case.answer(ask.number, sighting):
            self._judge(case)

    def reports(self) -> list[Reported]:
        """Report discs that have been put down since this was asked last."""
        reported, self._reported = self._reported, []
        return reported

    def wants(self, ask: Ask) -> bool:
        """Whether an answer to *ask* would still be of use; may be asked from any thread."""
        case = self._pending.get(ask.number)
        return case is not None and case.agreed is None

    def _judge(self, case: Case) -> None:
        """Say what the pictures of a case show beyond what is known now."""
        state = (len(case.sightings), self._memory.version)
        if not case.sightings or case.judged == state:
            return
        case.judged = state
        *_, (change, sighting) = case.sightings
        case.last = self._memory.differ(sighting, change, self._zones, self._known_faces)
        case.agreed = None
        if len(case.sightings) >= FIRST_READINGS:
            change_before, before = case.sightings[-2]
            other = self._memory.differ(before, change_before, self._zones, self._known_faces)
            if other.agrees(case.last) and self._trouble(case.last, change) is None:
                case.agreed = case.last

    def _open_cases(self) -> list[Case]:
        """All that is not understood yet, in the order in which it came to rest."""
        return sorted([*self._photographed, *self._cases.values()], key=lambda case: case.order_ms)

    def _follow(self, glance: Glance) -> None:
        """Bring the cases up to what the glance shows."""
        seen = {change.sector: change for change in glance.changes}
        for sector, case in list(self._cases.items()):
            hidden = bool(glance.arms) and glance.at_ms - case.seen_ms < _HIDDEN_MS
            if sector not in seen and not hidden:
                self._forget(case)
                del self._cases[sector]
        for sector, change in seen.items():
            case = self._cases.setdefault(sector, Case(change, glance.at_ms, glance.at_ms))
            if not case.looks_like(change):
                self._forget(case)
            case.follow(change, glance.at_ms)
        for case in self._photographed:
            if case.asked and self._is_disturbed(case, glance):
                # Pictures that are taken only now may show something else.
                case.motions_ms.append(glance.at_ms)

    def _is_disturbed(self, case: Case, glance: Glance) -> bool:
        """Whether something may lie over what has been photographed, or beside it."""
        return case.change.sector in self._cases or any(
            arm.moves and (seat is case.change.sector or case.evidence.touched[seat] > _AT_WORK)
            for arm in glance.arms
            for seat in arm.seats
        )

    def _forget(self, case: Case) -> None:
        for number in case.asked:
            self._pending.pop(number, None)
        case.forget()

    def _asks_for(self, glance: Glance) -> list[Ask]:
        """Two pictures of each change as soon as it is at rest, more where they do not settle it.

        Both are asked for at once, so that a slow reading still tells how the table looked then.
        """
        return [self._ask(case) for case in self._open_cases() if self._wants_picture(case, glance)]

    def _wants_picture(self, case: Case, glance: Glance) -> bool:
        begun = case.tries + len(case.asked)
        if case.agreed is not None or (begun >= FIRST_READINGS and case.asked):
            return False
        if case.is_photographed:
            shows_it = case.change.sector not in self._cases and begun < _MOST_TRIES
            at_rest = shows_it and not any(arm.moves for arm in glance.arms)
        else:
            settled = glance.at_ms - case.change.still_since_ms >= SETTLED_MS
            at_rest = settled and not case.change.covered and case.seen_ms == glance.at_ms
        gap = _PATIENCE_MS * max(0, begun - FIRST_READINGS + 1)
        return at_rest and glance.at_ms - case.asked_ms >= gap

    def _ask(self, case: Case) -> Ask:
        self._asks += 1
        case.ask(self._asks, self._now)
        self._pending[self._asks] = case
        if case.patch is None:
            case.patch = self._patch(case.change)
        return Ask(self._asks, case.patch, case.change.sector)

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

    def _photograph(self) -> list[Seat]:
        """Set aside what lies at rest and has been photographed; gives the sectors."""
        done = [case for case in self._cases.values() if self._is_done(case)]
        for case in done:
            case.is_photographed = True
            del self._cases[case.change.sector]
        self._photographed += done
        return [case.change.sector for case in done]

    def _is_done(self, case: Case) -> bool:
        """Whether nobody is at work any more on a change of which there are pictures."""
        if case.basis is None or case.seen_ms != self._now:
            return False
        if not case.has_pictures and not self._has_tried(case):
            return False
        if case.change.covered or self._now - case.rest_ms < TOGETHER_MS:
            return False
        return not any(
            self._visits.is_busy(seat, self._now)
            for seat in Seat
            if seat is case.change.sector or case.basis.touched[seat] > _AT_WORK
        )

    def _conclude(self) -> list[Found]:
        """Say what is final, the earliest first; whatever is later waits for it.

        At most one act a frame: the session hears of each, and of all that came before it, before
        the next one is understood.
        """
        for case in self._open_cases():
            self._judge(case)
            if not self._is_final(case):
                break
            removals = len(self._removals)
            self._photographed.remove(case)
            found = self._final(case)
            if found or len(self._removals) > removals:
                return found
        return []

    def _is_final(self, case: Case) -> bool:
        if not case.is_photographed:
            return False
        if case.agreed is not None:
            return True
        if case.asked:
            return False
        # Where the table looks otherwise by now no more pictures of it can be had.
        return self._has_tried(case) or case.change.sector in self._cases

    def _has_tried(self, case: Case) -> bool:
        """Whether it has been read so often and so long that the referee is asked."""
        return case.tries >= _MOST_TRIES and self._now - case.rest_ms >= _ASKED_AFTER_MS

    def _final(self, case: Case) -> list[Found]:
        change, difference = case.evidence, case.agreed
        at_ms = case.rest_ms
        self._busy_ms += [
            (seat, case.first_ms, at_ms) for seat in Seat if change.touched[seat] > _TOUCHED
        ]
        if difference is None:
            return self._unread(case)
        difference = self._memory.without_known(difference)
        if not difference.new:
            reporter = None if difference.gone else reported_by(change, self._zones)
            if reporter is not None:
                self._reported.append(Reported(at_ms, reporter))
            taken = self._removed(difference, case)
            self._memory.apply(difference, None)
            return taken
        if not self._in_play(difference):
            taken = self._removed(difference, case)
            self._memory.apply(difference, None)
            self._unswept -= _faces(difference)
            return taken
        seat = self._owner(difference, change)
        if seat is None:
            return self._unread(case)
        self._busy_ms.append((seat, case.first_ms, at_ms))
        found = self._taken_back(flush=True)
        cards = tuple(seen.card for seen in difference.new)
        self._plays += 1
        play = Play(self._plays, seat, cards, at_ms, weak=_weak(difference, cards))
        found += self._removed(difference, case, by_play=True)
        self._memory.apply(difference, play)
        self._latest = play
        if self._lay_there(play):
            return found
        self._books.enter(seat, cards, play.weak)
        self._trick_over = False
        found.append(Found(CardsLaid(at_ms, seat, cards), origin=self._origin(case, cards)))
        return found

    def _lay_there(self, play: Play) -> bool:
        """Whether a play was laid before watching was taken up.

        A hand lay over it then, or somebody has pushed at it since.
        """
        for known in self._lying:
            if known[0] is play.seat and Counter(known[1]) == Counter(play.cards):
                self._lying.remove(known)
                return True
        return False

    def _unread(self, case: Case) -> list[Found]:
        change, difference = case.evidence, case.last
        if difference is None:
            return self._never_seen(case)
        if not (difference.new or difference.doubts):
            return []
        if difference.new and not difference.doubts and not self._in_play(difference):
            return []
        seat = self._owner(difference, change) if difference.new else None
        touched = max(Seat, key=lambda each: change.touched[each])
        seat = seat or (touched if change.touched[touched] > 0.5 else change.sector)
        trouble = self._trouble(difference, change)
        cards = tuple(seen.card for seen in difference.new)
        # Else what is seen of them later would be taken for a play of its own.
        self._plays += 1
        play = Play(self._plays, seat, cards, case.rest_ms, was_read=False)
        found = self._removed(difference, case, by_play=True)
        self._memory.apply(difference, play)
        self._latest = play
        reason = (
            difference.doubts[0] if difference.doubts else (trouble or Trouble.READS_DISAGREE).value
        )
        unread = CardsUnread(case.rest_ms, seat, reason)
        return [*found, Found(unread, origin=self._origin(case, cards))]

    def _never_seen(self, case: Case) -> list[Found]:
        """Ask for what lies where no picture could be had, if it may be a play."""
        change = case.evidence
        places = self._memory.unknown(change)
        strange_mm2 = len(places) * change.area_mm2 / len(change.places_mm)
        if strange_mm2 < _STRANGE_MM2 or not self._zones.in_play(*places.mean(axis=0).tolist()):
            return []
        touched = max(Seat, key=lambda each: change.touched[each])
        seat = touched if change.touched[touched] > 0.5 else change.sector
        unread = CardsUnread(case.rest_ms, seat, Trouble.NO_PICTURE.value)
        return [Found(unread, origin=self._origin(case, ()))]

    def _trouble(self, difference: Difference, change: Change) -> Trouble | None:
        if not difference.new or not self._in_play(difference):
            return None
        seat = self._owner(difference, change)
        if seat is None:
            return Trouble.WHOSE
        if self._memory.unexplained_mm2(difference, change) > _STRANGE_MM2:
            return Trouble.SOMETHING_ELSE
        return self._books.trouble(seat, [seen.card for seen in difference.new])

    def _owner(self, difference: Difference, change: Change) -> Seat | None:
        return owner_of(difference.new, change, self._zones, anywhere=self._tribute)

    def _in_play(self, difference: Difference) -> bool:
        """Whether new cards lie where plays lie; a heap at the edge is none."""
        x = sum(seen.x for seen in difference.new) / len(difference.new)
        y = sum(seen.y for seen in difference.new) / len(difference.new)
        swept = Counter(card for card, at_ms in self._vanished if at_ms > self._now - _HEAP_MS)
        swept += Counter(card.seen.card for card in difference.gone) + self._unswept
        if max(abs(x), abs(y)) > HEAP_MM and not _faces(difference) - swept:
            return False
        return self._zones.in_play(x, y)

    def _removed(self, difference: Difference, case: Case, *, by_play: bool = False) -> list[Found]:
        """Note which plays have been picked up as a whole; gives those that another seat took."""
        at_ms, found = case.rest_ms, list[Found]()
        self._vanished = [each for each in self._vanished if each[1] > self._now - _HEAP_MS]
        self._vanished += [(card.seen.card, self._now) for card in difference.gone]
        plays = {id(card.play): card.play for card in difference.gone if card.play is not None}
        gone = {id(card) for card in difference.gone}
        for play in plays.values():
            whole = all(id(card) in gone for card in self._memory.of(play))
            taker = arm_of(case.evidence) if whole and self._tribute else None
            if taker is not None and taker is not play.seat and not by_play:
                origin = self._origin(case, ()) | {"seen": [str(card) for card in play.cards]}
                found.append(Found(CardTaken(at_ms, taker, play.seat), origin=origin))
                continue
            may_be_back = play is self._latest or self._tribute
            back = whole and may_be_back and not self._trick_over and not by_play
            self._removals.append(_Removal(play, at_ms, back))
        return found

    def _taken_back(self, *, flush: bool = False) -> list[Found]:
        """A play that was picked up, once no other has followed it: else the table is cleared."""
        found: list[Found] = []
        for removal in self._doubtful_removals():
            waits = self._settled_ms < removal.at_ms + _SWEEP_MS
            if self._is_swept(removal):
                self._removals[self._removals.index(removal)] = replace(
                    removal, may_be_taken_back=False
                )
                continue
            if waits and not flush:
                continue
            play = removal.play
            self._removals.remove(removal)
            if play.was_read:
                self._books.enter(play.seat, play.cards, play.weak, -1)
            self._latest = None
            origin = {"seen": [str(card) for card in play.cards]}
            found.append(Found(TakenBack(removal.at_ms, play.seat), origin=origin))
        oldest = self._settled_ms - 2 * _SWEEP_MS
        self._removals = [each for each in self._removals if each.at_ms > oldest]
        return found

    def _is_swept(self, removal: _Removal) -> bool:
        """Whether other plays have vanished together with this one."""
        return any(
            each.play is not removal.play and abs(each.at_ms - removal.at_ms) <= _SWEEP_MS
            for each in self._removals
        )

    def _knocks(self) -> list[Found]:
        """Hands that came and went and changed nothing."""
        found, waiting = [], []
        for visit, noticed_ms in self._ended:
            at_work = any(
                case.first_ms <= visit.left_ms + _SHORTLY_MS for case in self._open_cases()
            )
            changed = any(
                seat is visit.seat
                and visit.came_ms <= until_ms
                and visit.left_ms >= from_ms - _SHORTLY_MS
                for seat, from_ms, until_ms in self._busy_ms
            )
            if changed:
                continue
            # A hand that is back again is still at whatever it does.
            back = self._visits.is_busy(visit.seat, self._now)
            # Whoever takes cards back may knock at once; told first, that would end the trick.
            doubt = any(each.at_ms < visit.left_ms for each in self._doubtful_removals())
            if at_work or back or doubt or self._now - noticed_ms < _KNOCK_WAITS_MS:
                waiting.append((visit, noticed_ms))
                continue
            event = Passed(visit.left_ms, visit.seat)
            found.append(Found(event, only_offered=True, origin={"how": "knock"}))
        self._ended = waiting
        self._busy_ms = [entry for entry in self._busy_ms if entry[2] > self._now - _REMEMBERED_MS]
        return found

    def _origin(self, case: Case, cards: Sequence[Card]) -> dict[str, Any]:
        places = case.change.places_mm
        return {
            "seen": [str(card) for card in cards],
            "weak": [str(card) for card in _weak(case.last, cards)],
            "doubts": list(case.last.doubts) if case.last is not None else [],
            "readings": case.tries,
            "rest_to_final_ms": self._now - case.rest_ms,
            "place_mm": [round(float(places[:, 0].mean())), round(float(places[:, 1].mean()))],
        }


def _weak(difference: Difference | None, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of *cards* that show so little that no fault may rest on them."""
    new = () if difference is None else difference.new
    return tuple(seen.card for seen in new if seen.strength < _PLAIN and seen.card in cards)


def _faces(difference: Difference) -> Counter[Card]:
    return Counter(seen.card for seen in difference.new)
