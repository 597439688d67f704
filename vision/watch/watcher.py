"""The look at every small frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.seats import PerSeat, Seat
from vision.calibration.view import Points, TableView
from vision.calibration.zones import AWAY, Zones
from vision.sources.base import Frame
from vision.watch.background import Background
from vision.watch.field import Field, Mask
from vision.watch.glance import Arm, Change, Glance

_LIGHT_MM2 = 6_000.0
"""A lamp or a shadow covers at least this: more than a card."""
_SPECK_CELLS = 3
"""Smaller groups of changed cells are noise."""
_JOIN_MM = 12.0
"""Changed cells nearer than this are one thing: the pips of a card laid on another one."""
_LEAST_CHANGE_MM2 = 250.0
"""A single index; less in a sector is not worth a look."""
_ARM_WIDTH_MM = 25.0
"""How broad something must cross the table's edge to be an arm."""
_ARM_DEPTH_MM = 35.0
"""How far over the table it must reach: hands that hold cards rest at the edge."""
_RESTING_WIDTHS = 4
"""How many times that of an arm which only rests, where nothing of it is seen beyond the edge."""
_NEAR_ARM_MM = 22.0
_SAME_ARM = 0.3
"""Share of something that an arm covered a frame ago for it to be that arm still."""
_MOVING_CELLS = 3
"""Moving cells in or beside a change from which it moves."""
_LATELY_MS = 6000
"""How long an arm is remembered for having been at a place."""
_FRINGE_MM2 = 700.0
"""Less than this beside a known change belongs to it: shadows, a corner that comes out of an arm's
shade."""
_JUST_NOW_MS = 2_000
_BROUGHT = 0.4
"""Share of a new change that an arm was over just now for it to have brought it."""
_USED_TO_MS = 15_000
_NEVER = -(10**9)


@dataclass(slots=True)
class _Since:
    """What is remembered about a sector's change from frame to frame."""

    still_ms: int
    area_mm2: float
    middle_mm: tuple[float, float]


class Watcher:
    """Watches one table. Frames must come in order."""

    def __init__(self, view: TableView, zones: Zones) -> None:
        self._field = Field.of(view)
        self._zones = zones
        self._sector = _sectors(self._field)
        self._background: Background | None = None
        self._trusted: Mask | None = None
        self._arm_cells = np.zeros(self._field.shape, np.uint8)
        self._arm_seats = np.full(self._field.shape, -1, np.int8)
        self._owner = np.full(self._field.shape, -1, np.int8)
        self._change_cells = np.zeros(self._field.shape, np.uint8)
        self._touched_ms = np.full((len(Seat), *self._field.shape), _NEVER, np.int64)
        self._since: dict[Seat, _Since] = {}
        self._still_arms_ms: dict[Seat, int] = {}
        inside = np.maximum(np.abs(self._field.x_mm), np.abs(self._field.y_mm))
        self._deep = inside < zones.table_mm / 2 - _ARM_DEPTH_MM
        self._beyond = inside > zones.table_mm / 2
        self._on_table = self._field.ring < 0

    @property
    def field(self) -> Field:
        return self._field

    def look(self, frame: Frame) -> Glance:
        """Look at the next frame; the first one is taken to show a table that is understood."""
        part = self._field.part(frame.image)
        if self._background is None:
            self._background = Background(part)
            return Glance(frame.at_ms, dark=False)
        compared = self._background.compare(part, self._trusted)
        if compared is None:
            # What lay still before lies still after it; nobody has seen otherwise.
            return Glance(frame.at_ms, dark=True)
        changed, moved = compared
        changed = self._without_light(self._background, changed, moved)
        arms, arm_cells, change_cells = self._sorted_out(changed, moved)
        self._arm_cells, self._change_cells = arm_cells, change_cells
        for arm, cells in arms:
            for seat in arm.seats:
                self._touched_ms[list(Seat).index(seat)][cells] = frame.at_ms
            self._get_used_to(self._background, arm, cells, frame.at_ms)
        glance = Glance(
            frame.at_ms,
            dark=False,
            arms=tuple(arm for arm, _ in arms),
            changes=self._changes(self._background, moved, frame.at_ms),
        )
        # What surrounds a change may be its shadow, so only what is well away is followed.
        anything = cv2.dilate(np.maximum(changed, moved), np.ones((5, 5), np.uint8))
        self._trusted = np.asarray(cv2.bitwise_not(anything), np.uint8)
        self._background.follow(self._trusted)
        return glance

    def begin_anew(self) -> None:
        """Take the next frame to show a table that is understood, arms and all."""
        self._background, self._trusted = None, None
        for cells in (self._arm_cells, self._change_cells):
            cells[:] = 0
        for seats in (self._arm_seats, self._owner):
            seats[:] = -1
        self._touched_ms[:] = _NEVER
        self._since.clear()
        self._still_arms_ms.clear()

    def absorb(self, change: Change) -> None:
        """What *change* was about is understood: the table looks right from now on."""
        self.absorb_sector(change.sector)

    def absorb_sector(self, sector: Seat) -> None:
        """Take all that lies changed before a seat, arms left out, as the table's new look."""
        if self._background is None:
            return
        near = self._field.reach_cells(_JOIN_MM)
        kernel = np.ones((2 * near + 1, 2 * near + 1), np.uint8)
        place = list(Seat).index(sector)
        own = np.where(self._owner == place, self._change_cells, 0)
        cells = cv2.dilate(own.astype(np.uint8), kernel)
        cells[(self._arm_cells > 0) | ((self._owner >= 0) & (self._owner != place))] = 0
        self._owner[self._owner == place] = -1
        self._background.absorb(np.asarray(cells, np.uint8))
        self._since.pop(sector, None)

    def _without_light(self, background: Background, changed: Mask, moved: Mask) -> Mask:
        """Take over at once where only the light is another: a lamp over one seat, a shadow."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
        sizes = stats[1:count, cv2.CC_STAT_AREA] * self._field.cell_mm2
        if not (sizes >= _LIGHT_MM2).any():
            return changed
        left = changed.copy()
        lit = False
        # The largest first: only beside a large light may something small be its fringe.
        for label in (1 + np.argsort(-sizes)).tolist():
            cells = np.where(labels == label, 255, 0).astype(np.uint8)
            if sizes[label - 1] >= _LIGHT_MM2:
                still = int(((moved > 0) & (cells > 0)).sum()) < _MOVING_CELLS
            else:
                still = lit
            if still and background.is_relit(cells):
                left[cells > 0] = 0
                lit = True
        if lit:
            # All else that is no change has some of the light, too faint to be seen.
            others = cv2.dilate(left, np.ones((5, 5), np.uint8))
            background.absorb(np.where(others > 0, 0, 255).astype(np.uint8))
        return left

    def _get_used_to(
        self, background: Background, arm: Arm, cells: npt.NDArray[np.bool_], at_ms: int
    ) -> None:
        """Take for part of the table what reaches over its edge and has long not moved.

        A bag, an elbow, or the edge itself after the camera was nudged.
        """
        if arm.moves:
            self._still_arms_ms.pop(arm.seats[0], None)
        elif at_ms - self._still_arms_ms.setdefault(arm.seats[0], at_ms) >= _USED_TO_MS:
            background.absorb(np.where(cells, 255, 0).astype(np.uint8))

    def _sorted_out(
        self, changed: Mask, moved: Mask
    ) -> tuple[list[tuple[Arm, npt.NDArray[np.bool_]]], Mask, Mask]:
        """Tell arms from things that lie there."""
        joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        arm_cells = np.zeros_like(changed)
        arm_seats = np.full_like(self._arm_seats, -1)
        change_cells = np.zeros_like(changed)
        arms = []
        width = self._field.reach_cells(_ARM_WIDTH_MM)
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] < _SPECK_CELLS:
                continue
            cells = labels == label
            moves = bool((moved[cells] > 0).sum() >= _MOVING_CELLS)
            order = self._edges_of(cells, width, moves=moves)
            if not order:
                change_cells[cells & self._on_table] = 255
                continue
            if not (cells & self._deep).any():
                continue
            arm_cells[cells] = 255
            arm_seats[cells] = order[0]
            over = cells & self._on_table
            area = float(over.sum()) * self._field.cell_mm2
            arms.append((Arm(tuple(list(Seat)[place] for place in order), area, moves), cells))
        self._arm_seats = arm_seats
        return arms, np.asarray(arm_cells, np.uint8), np.asarray(change_cells, np.uint8)

    def _edges_of(self, cells: npt.NDArray[np.bool_], width: int, *, moves: bool) -> list[int]:
        """Over which seats' edges something reaches, places in `Seat`; none for what just lies."""
        ring = self._field.ring[cells]
        edges = np.bincount(ring[ring >= 0], minlength=len(Seat))
        least = width if moves else self._least_at_rest(cells, width)
        if edges.max() >= least:
            return [int(place) for place in np.argsort(-edges) if edges[place] >= width]
        before = self._arm_seats[cells]
        was_arm = before[before >= 0]
        # A hand whose sleeve looks like the cloth: it goes on where an arm has just been.
        if moves and was_arm.size >= _SAME_ARM * cells.sum():
            return [int(np.bincount(was_arm).argmax())]
        return []

    def _least_at_rest(self, cells: npt.NDArray[np.bool_], width: int) -> int:
        """At how many cells of an edge something that rests is an arm.

        A heap may reach the edge with a tip. What lay there a frame ago does not become an arm by a
        little noise.
        """
        lay = int((self._change_cells[cells] > 0).sum()) >= _SAME_ARM * cells.sum()
        if int((cells & self._beyond).sum()) >= width and not lay:
            return width
        return _RESTING_WIDTHS * width

    def _changes(self, background: Background, moved: Mask, at_ms: int) -> tuple[Change, ...]:
        change_cells, arm_cells = self._change_cells, self._arm_cells
        if not change_cells.any():
            self._since.clear()
            self._owner[arm_cells == 0] = -1
            return ()
        owner = self._assign(at_ms)
        near = self._field.reach_cells(_NEAR_ARM_MM)
        kernel = np.ones((2 * near + 1, 2 * near + 1), np.uint8)
        near_arm = cv2.dilate(arm_cells, kernel) if arm_cells.any() else arm_cells
        changes = []
        for place, sector in enumerate(Seat):
            cells = (owner == place) & (change_cells > 0)
            area = float(cells.sum()) * self._field.cell_mm2
            if area < _LEAST_CHANGE_MM2:
                self._since.pop(sector, None)
                continue
            around = cv2.dilate(cells.astype(np.uint8), kernel) > 0
            moves = int((around & (moved > 0)).sum()) >= _MOVING_CELLS
            places = self._field.places(cells)
            changes.append(
                Change(
                    sector=sector,
                    places_mm=places,
                    area_mm2=area,
                    still_since_ms=self._still(sector, places, area, at_ms, moves=moves),
                    covered=bool((cells & (near_arm > 0)).any()),
                    touched=self._touched(cells, at_ms),
                    brightened=background.brightened(np.where(cells, 255, 0).astype(np.uint8)),
                )
            )
        return tuple(changes)

    def _still(self, sector: Seat, places: Points, area: float, at_ms: int, *, moves: bool) -> int:
        middle = (float(places[:, 0].mean()), float(places[:, 1].mean()))
        since = self._since.get(sector)
        if since is not None and not moves:
            # Slow creeping moves no pixel far from one frame to the next.
            off = max(abs(middle[0] - since.middle_mm[0]), abs(middle[1] - since.middle_mm[1]))
            grown = abs(area - since.area_mm2)
            moves = off > 8.0 or grown > max(400.0, 0.2 * since.area_mm2)
        if since is None or moves:
            self._since[sector] = _Since(at_ms, area, middle)
            return at_ms
        return since.still_ms

    def _assign(self, at_ms: int) -> npt.NDArray[np.int8]:
        """Say for each changed cell whose change it is, as a place in `Seat`.

        What has been assigned stays so, also under an arm, so that cards laid beside a change which
        is not understood yet are another change. New groups belong to the arm that was there last,
        else to the seat they lie in front of.
        """
        changed = self._change_cells > 0
        owner = np.where(changed | (self._arm_cells > 0), self._owner, np.int8(-1))
        new = changed & (owner < 0)
        if new.any():
            near = self._field.reach_cells(_JOIN_MM)
            kernel = np.ones((near + 1, near + 1), np.uint8)
            joined = cv2.dilate(new.astype(np.uint8), kernel)
            count, labels = cv2.connectedComponents(joined, connectivity=8)
            for label in range(1, count):
                group = labels == label
                owner[group & new] = self._owner_of(group, group & new, owner, at_ms)
        self._owner = owner.astype(np.int8)
        return self._owner

    def _owner_of(
        self,
        around: npt.NDArray[np.bool_],
        cells: npt.NDArray[np.bool_],
        owner: npt.NDArray[np.int8],
        at_ms: int,
    ) -> int:
        beside = owner[around]
        beside = beside[beside >= 0]
        if beside.size and float(cells.sum()) * self._field.cell_mm2 < _FRINGE_MM2:
            return int(np.bincount(beside).argmax())
        touched = self._touched_ms[:, cells]
        lately = touched.max(axis=0) > at_ms - _JUST_NOW_MS
        if lately.mean() >= _BROUGHT:
            return int(np.bincount(touched[:, lately].argmax(axis=0)).argmax())
        return int(np.bincount(self._sector[cells]).argmax())

    def _touched(self, cells: npt.NDArray[np.bool_], at_ms: int) -> PerSeat[float]:
        lately = self._touched_ms[:, cells] > at_ms - _LATELY_MS
        return PerSeat(*(float(share) for share in lately.mean(axis=1)))


def _sectors(field: Field) -> npt.NDArray[np.int8]:
    """For each cell the place in `Seat` of `Zones.sector`, all at once."""
    towards = [-(field.x_mm * AWAY[seat][0] + field.y_mm * AWAY[seat][1]) for seat in Seat]
    return np.asarray(np.argmax(towards, axis=0), np.int8)
