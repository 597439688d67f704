"""A script as movements in time: where every card and every hand is at any moment, and the truth.

Everything that chance decides is decided here once; painting only looks up.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from referee.rules.cards import FULL_DECK, Card
from referee.rules.seats import Seat
from vision.calibration.zones import AWAY
from vision.rendered.table import layouts
from vision.rendered.table.layouts import Pose
from vision.rendered.table.script import Act, Deed, Manner, Script

_REACH_MS = {Manner.TIDY: 520, Manner.HASTY: 330, Manner.SLOPPY: 420}
_LEAVE_MS = {Manner.TIDY: 420, Manner.HASTY: 280, Manner.SLOPPY: 350}
_STRAIGHTENS = {Manner.TIDY: 0.1, Manner.HASTY: 0.15, Manner.SLOPPY: 0.35}
"""How often a player pushes at the cards once more."""
_SETTLES_MS = 60
"""From the hand's arrival to the cards' rest."""
_DISC_MM = (245.0, 150.0)
"""Of a report disc: to its player's right, and from the table's middle (national-2017: right of the
strip)."""
_CUP_APART_MM = 85.0
_CUPS_IN_A_ROW = 3
_PILE = 12
"""Cards that are painted of a pile: the rest of 108 would not be seen."""
_DRAW_MS = 700
"""From one arm at the pile to the next; each takes several cards, as a table in a hurry does."""
_SEEN_MM = 120.0
"""Beyond the table's edge; further away a card is back in somebody's hand."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A card on its way, or in somebody's hand until it comes down."""

    start_ms: int
    end_ms: int
    origin: Pose
    goal: Pose


class Disc(Enum):
    """The report disc of a side."""

    RED = "red"
    BLACK = "black"


@dataclass(slots=True)
class Piece:
    """One card of the deck, a report disc, or a cup where there is neither."""

    card: Card | Disc | None
    slides: list[Slide] = field(default_factory=list)
    """In time order; before the first and where a goal is off the table it is not seen."""


@dataclass(frozen=True, slots=True)
class Reach:
    """One arm over the table: where its hand is at some moments, straight lines between them."""

    seat: Seat
    way: tuple[tuple[int, float, float], ...]
    """``(at_ms, x, y)``; starts and ends off the table."""

    @property
    def start_ms(self) -> int:
        return self.way[0][0]

    @property
    def end_ms(self) -> int:
        return self.way[-1][0]

    def hand(self, at_ms: float) -> tuple[float, float]:
        moments = [moment for moment, _, _ in self.way]
        after = min(max(bisect_right(moments, at_ms), 1), len(self.way) - 1)
        (t0, x0, y0), (t1, x1, y1) = self.way[after - 1], self.way[after]
        share = smooth((at_ms - t0) / max(t1 - t0, 1))
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


@dataclass(frozen=True, slots=True)
class Truth:
    """What really happened, for judging what was seen."""

    act: Act
    rest_ms: int
    """When the last card lay still, or the key was pressed, or the hand was furthest."""
    gone_ms: int
    """When no hand was over the table any more."""


@dataclass(frozen=True, slots=True)
class Timeline:
    pieces: tuple[Piece, ...]
    reaches: tuple[Reach, ...]
    truth: tuple[Truth, ...]
    end_ms: int
    table_mm: float

    def seen(self, at_ms: float, *, moving: bool | None) -> list[tuple[Piece, Pose]]:
        """What is on the table, the lowest first; only what moves, or rests, where asked for."""
        found = []
        reach = self.table_mm / 2 + _SEEN_MM
        for number, piece in enumerate(self.pieces):
            there = pose_at(piece, at_ms)
            if there is None or (moving is not None and there[2] is not moving):
                continue
            pose, since, moves = there
            if moves or max(abs(pose.x), abs(pose.y)) <= reach:
                found.append((since * 1000 + number, piece, pose))
        found.sort(key=lambda each: each[0])
        return [(piece, pose) for _, piece, pose in found]

    def arms(self, at_ms: float) -> list[tuple[Seat, tuple[float, float]]]:
        """Whose arms reach over the table, and where their hands are."""
        return [
            (reach.seat, reach.hand(at_ms))
            for reach in self.reaches
            if reach.start_ms < at_ms < reach.end_ms
        ]


def smooth(share: float) -> float:
    """A movement that starts and stops gently; 0 to 1 for 0 to 1, and held beyond."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def timeline_of(script: Script, table_mm: float) -> Timeline:
    """Play *script* through on paper."""
    return _Director(script, table_mm).play()


class _Director:
    def __init__(self, script: Script, table_mm: float) -> None:
        self._script = script
        self._table_mm = table_mm
        self._chance = np.random.default_rng([script.seed, 101])
        self._pieces: list[Piece] = []
        self._reaches: list[Reach] = []
        self._truth: list[Truth] = []
        self._plays: dict[Seat, list[list[int]]] = {seat: [] for seat in Seat}
        """Numbers of the pieces that each seat has lying face up, play by play."""
        self._cups = dict.fromkeys(Seat, 0)
        self._now = 1500

    def play(self) -> Timeline:
        for act in self._script.acts:
            self._now += act.after_ms
            shown = self._shown(act)
            rest, gone = self._do(act)
            self._truth.append(Truth(shown, rest, gone))
            self._now = gone
        end = max([self._now, *(reach.end_ms for reach in self._reaches)]) + 4000
        return Timeline(
            tuple(self._pieces), tuple(self._reaches), tuple(self._truth), end, self._table_mm
        )

    def _shown(self, act: Act) -> Act:
        """The act with the cards that it shows, where those were laid before."""
        if act.deed is not Deed.TURNS_UP or not self._plays[act.seat]:
            return act
        pieces = [self._pieces[number].card for number in self._plays[act.seat][-1]]
        return replace(act, cards=tuple(card for card in pieces if isinstance(card, Card)))

    def _do(self, act: Act) -> tuple[int, int]:
        match act.deed:
            case Deed.LAYS:
                return self._lay(act)
            case Deed.TAKES_BACK:
                return self._take_back(act.seat)
            case Deed.PASSES:
                return self._now, self._now
            case Deed.KNOCKS:
                return self._knock(act.seat)
            case Deed.CLEARS:
                return self._clear(act.seat)
            case Deed.SETS_CUP:
                return self._set_cup(act.seat)
            case Deed.RESTS_HAND:
                return self._rest_hand(act.seat, act.for_ms)
            case Deed.PUSHES:
                return self._push(act.seat)
            case Deed.REPORTS:
                return self._report(act.seat)
            case Deed.DRAWS:
                return self._draw(act)
            case Deed.TAKES:
                return self._take(act)
            case Deed.TURNS_UP:
                return self._turn_up(act.seat)

    def _lay(self, act: Act) -> tuple[int, int]:
        seat, manner = act.seat, self._script.manners[act.seat]
        poses = self._poses(act)
        numbers = [self._new_piece(card) for card in act.cards]
        edge = layouts.at_edge(seat, self._table_mm, float(self._chance.normal(0, 40)))
        way = [(self._now, *edge)]
        now = self._now
        groups = np.array_split(np.arange(len(numbers)), act.moves)
        for move, group in enumerate(groups):
            chosen = [int(place) for place in group]
            x, y = _hand_at([poses[place] for place in chosen], seat)
            now += self._vary(_REACH_MS[manner] if move == 0 else 260)
            way.append((now, x, y))
            for place in chosen:
                start = self._now if move == 0 else now - 250
                self._carry(numbers[place], start, now + _SETTLES_MS, poses[place], edge)
            now += 120
            if move + 1 < len(groups):
                # Back to the other hand for the rest, still over the table's edge.
                back = layouts.before(seat, 0.0, self._table_mm / 2 - 40)
                now += self._vary(230)
                way.append((now, *back))
        rest = now - 120 + _SETTLES_MS
        if act.other is None and self._chance.random() < _STRAIGHTENS[manner]:
            way.append((now, *way[-1][1:]))
            better = layouts.straightened(self._chance, poses)
            better = tuple(replace(pose, face_up=not act.face_down) for pose in better)
            now += self._vary(300)
            for number, pose in zip(numbers, better, strict=True):
                self._slide(number, now - 200, now, pose)
            way.append((now, *_hand_at(better, seat)))
            rest = now
        way.append((now + 40, *way[-1][1:]))
        gone = now + 40 + self._vary(_LEAVE_MS[manner])
        way.append((gone, *edge))
        self._reaches.append(Reach(seat, tuple(way)))
        self._plays[seat].append(numbers)
        return rest, gone

    def _poses(self, act: Act) -> tuple[Pose, ...]:
        seat, manner = act.seat, self._script.manners[act.seat]
        if act.other is None:
            earlier = len(self._plays[seat])
            poses = layouts.laid(self._chance, seat, len(act.cards), earlier, manner)
        else:
            poses = tuple(layouts.handed(self._chance, seat, act.other, manner) for _ in act.cards)
        return tuple(replace(pose, face_up=not act.face_down) for pose in poses)

    def _take_back(self, seat: Seat) -> tuple[int, int]:
        if not self._plays[seat]:
            raise ValueError(f"script: {seat.value} has nothing to take back")
        return self._pick_up(seat, self._plays[seat].pop())

    def _take(self, act: Act) -> tuple[int, int]:
        if act.other is None or not self._plays[act.other]:
            raise ValueError(f"script: nothing lies there that {act.seat.value} could take")
        return self._pick_up(act.seat, self._plays[act.other].pop())

    def _pick_up(self, seat: Seat, numbers: list[int]) -> tuple[int, int]:
        arrive, gone, edge = self._reach_for(seat, numbers)
        for number in numbers:
            self._slide(number, arrive, gone, Pose(*edge, 0.0))
        return gone, gone

    def _turn_up(self, seat: Seat) -> tuple[int, int]:
        if not self._plays[seat]:
            raise ValueError(f"script: {seat.value} has nothing to turn up")
        numbers = self._plays[seat][-1]
        arrive, gone, _ = self._reach_for(seat, numbers)
        for number in numbers:
            lies = self._pieces[number].slides[-1].goal
            self._slide(number, arrive, arrive + 250, replace(lies, face_up=True))
        return arrive + 250, gone

    def _draw(self, act: Act) -> tuple[int, int]:
        """The pile lies there from the beginning of the draw and is gone at its end."""
        pile = [self._new_piece(card) for card in FULL_DECK[:_PILE]]
        for place, number in enumerate(pile):
            lies = layouts.piled(self._chance, place)
            self._pieces[number].slides.append(Slide(0, 0, lies, lies))
        visits = max(len(Seat), act.for_ms // _DRAW_MS)
        seat, drawn = act.seat, 0
        last = self._now
        for visit in range(visits):
            due = round(_PILE * (visit + 1) / visits)
            arrive, gone, edge = self._reach_for(seat, pile[-1:])
            for number in reversed(pile[_PILE - due : _PILE - drawn]):
                self._slide(number, arrive, gone, Pose(*edge, 0.0, face_up=False))
            drawn, seat, last = due, seat.following, max(last, gone)
            self._now += _DRAW_MS
        return last, last

    def _knock(self, seat: Seat) -> tuple[int, int]:
        manner = self._script.manners[seat]
        across = float(self._chance.normal(0, 60))
        edge = layouts.at_edge(seat, self._table_mm, across)
        spot = layouts.before(seat, across, self._table_mm / 2 - 110)
        lifted = layouts.before(seat, across, self._table_mm / 2 - 95)
        there = self._now + self._vary(_REACH_MS[manner])
        gone = there + 330 + self._vary(_LEAVE_MS[manner])
        way = (
            (self._now, *edge),
            (there, *spot),
            (there + 110, *lifted),
            (there + 220, *spot),
            (there + 330, *spot),
            (gone, *edge),
        )
        self._reaches.append(Reach(seat, way))
        return there, gone

    def _clear(self, seat: Seat) -> tuple[int, int]:
        sweeps = self._script.manners[seat] is Manner.SLOPPY and self._chance.random() < 0.5
        owners = [each for each in Seat if self._plays[each]]
        began, last = self._now, self._now
        for owner in [seat] if sweeps else owners:
            self._now = began + int(self._chance.integers(0, 500))
            whose = owners if sweeps else [owner]
            numbers = [n for each in whose for play in self._plays[each] for n in play]
            arrive, gone, _ = self._reach_for(owner, numbers)
            for number in numbers:
                goal = (
                    layouts.heaped(self._chance, owner, self._table_mm)
                    if sweeps
                    else layouts.discarded(self._chance, owner, self._table_mm)
                )
                self._slide(number, arrive, gone - 380, goal)
            last = max(last, gone)
        for owner in owners:
            self._plays[owner] = []
        self._now = began
        return last, last

    def _push(self, seat: Seat) -> tuple[int, int]:
        if not self._plays[seat]:
            raise ValueError(f"script: {seat.value} has nothing to push")
        numbers = self._plays[seat][-1]
        arrive, gone, _ = self._reach_for(seat, numbers)
        earlier = len(self._plays[seat]) - 1
        manner = self._script.manners[seat]
        anew = layouts.laid(self._chance, seat, len(numbers), earlier, manner)
        for number, pose in zip(numbers, anew, strict=True):
            self._slide(number, arrive, arrive + 250, pose)
        return arrive + 250, gone

    def _report(self, seat: Seat) -> tuple[int, int]:
        disc = Disc.RED if seat in (Seat.EAST, Seat.WEST) else Disc.BLACK
        return self._put_down(seat, disc, layouts.before(seat, *_DISC_MM))

    def _set_cup(self, seat: Seat) -> tuple[int, int]:
        # A second one stands beside the first, towards the corner.
        aside = -190.0 - _CUP_APART_MM * (self._cups[seat] % _CUPS_IN_A_ROW)
        self._cups[seat] += 1
        return self._put_down(seat, None, layouts.before(seat, aside, self._table_mm / 2 - 70))

    def _put_down(
        self, seat: Seat, what: Disc | None, spot: tuple[float, float]
    ) -> tuple[int, int]:
        edge = layouts.at_edge(seat, self._table_mm)
        there = self._now + self._vary(600)
        gone = there + self._vary(500)
        number = self._new_piece(what)
        self._carry(number, self._now, there, Pose(*spot, 0.0), edge)
        way = ((self._now, *edge), (there, *spot), (there + 80, *spot), (gone, *edge))
        self._reaches.append(Reach(seat, way))
        return there, gone

    def _rest_hand(self, seat: Seat, for_ms: int) -> tuple[int, int]:
        edge = layouts.at_edge(seat, self._table_mm, 120.0)
        spot = layouts.before(seat, 120.0, self._table_mm / 2 - 90)
        there = self._now + self._vary(500)
        way = (
            (self._now, *edge),
            (there, *spot),
            (there + for_ms, *spot),
            (there + for_ms + 400, *edge),
        )
        self._reaches.append(Reach(seat, way))
        # Others go on meanwhile.
        return there, there

    def _reach_for(self, seat: Seat, numbers: list[int]) -> tuple[int, int, tuple[float, float]]:
        """An arm to some cards and back with them; gives arrival, end, and the edge."""
        manner = self._script.manners[seat]
        edge = layouts.at_edge(seat, self._table_mm, float(self._chance.normal(0, 40)))
        poses = [self._pieces[number].slides[-1].goal for number in numbers]
        arrive = self._now + self._vary(_REACH_MS[manner])
        gone = arrive + 700 + self._vary(_LEAVE_MS[manner])
        x, y = _hand_at(poses, seat)
        near = layouts.before(seat, 40.0, self._table_mm / 2 - 90)
        way = [(self._now, *edge), (arrive, x, y), (arrive + 150, x, y), (gone - 330, *near)]
        self._reaches.append(Reach(seat, (*way, (gone, *edge))))
        return arrive, gone, edge

    def _new_piece(self, card: Card | Disc | None) -> int:
        self._pieces.append(Piece(card))
        return len(self._pieces) - 1

    def _carry(
        self, number: int, start_ms: int, end_ms: int, goal: Pose, edge: tuple[float, float]
    ) -> None:
        origin = Pose(*edge, goal.turn + float(self._chance.normal(0, 0.2)), goal.face_up)
        self._pieces[number].slides.append(Slide(start_ms, end_ms, origin, goal))

    def _slide(self, number: int, start_ms: int, end_ms: int, goal: Pose) -> None:
        origin = self._pieces[number].slides[-1].goal
        self._pieces[number].slides.append(Slide(start_ms, end_ms, origin, goal))

    def _vary(self, about_ms: int) -> int:
        return round(about_ms * float(self._chance.uniform(0.85, 1.25)))


def _hand_at(poses: list[Pose] | tuple[Pose, ...], seat: Seat) -> tuple[float, float]:
    """Where the hand that moves these cards is: over them, on the player's side."""
    x = sum(pose.x for pose in poses) / len(poses)
    y = sum(pose.y for pose in poses) / len(poses)
    up_x, up_y = AWAY[seat]
    return x - 35 * up_x, y - 35 * up_y


def pose_at(piece: Piece, at_ms: float) -> tuple[Pose, int, bool] | None:
    """Where a piece is.

    Returns:
        Its pose, since when it has been on this way (later ones lie on top), and whether it moves;
        ``None`` before it appears.
    """
    slide = next((each for each in reversed(piece.slides) if each.start_ms <= at_ms), None)
    if slide is None:
        return None
    if at_ms >= slide.end_ms:
        return slide.goal, slide.end_ms, False
    share = smooth((at_ms - slide.start_ms) / max(slide.end_ms - slide.start_ms, 1))
    turn = math.remainder(slide.goal.turn - slide.origin.turn, math.tau) * share
    up = slide.goal.face_up if share > 0.5 else slide.origin.face_up
    pose = Pose(
        slide.origin.x + (slide.goal.x - slide.origin.x) * share,
        slide.origin.y + (slide.goal.y - slide.origin.y) * share,
        slide.origin.turn + turn,
        up,
    )
    return pose, slide.start_ms, True
