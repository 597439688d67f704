"""What people and lamps do to a table besides playing, and what the device makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.session.events import Reported
from tests.end_to_end.refereed import Score, UnpaintedTable, referee
from vision.eye.eye import Eye
from vision.eye.playing import played
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.script import (
    Act,
    Blackout,
    Deed,
    Flicker,
    Light,
    Manner,
    Mishap,
    Script,
    SeatLamp,
)

TWO = Level.parse("2")


def lays(seat: Seat, text: str, after_ms: int = 500, moves: int = 1) -> Act:
    return Act(seat, Deed.LAYS, after_ms, parse_cards(text), moves)


def deal(
    *acts: Act, seed: int = 6, mishaps: Sequence[Mishap] = (), manner: Manner = Manner.HASTY
) -> Script:
    leader = next(act.seat for act in acts if act.deed is Deed.LAYS)
    return Script(
        TWO,
        leader,
        acts,
        PerSeat.all(manner),
        deck="cantarell",
        seed=seed,
        lead_ms=20_000,
        follow_ms=20_000,
        mishaps=tuple(mishaps),
    )


def seen(script: Script, read_ms: int = 90, still_ms: int = 0) -> Score:
    return referee(script, None, lambda: read_ms, still_ms)


def all_right(score: Score, plays: int) -> None:
    assert score.wrong == []
    assert score.counts["plays"] == score.counts["right"] == plays


TWO_PLAYS = (lays(Seat.EAST, "S9 H9"), lays(Seat.NORTH, "SJ DJ", 2500))


@pytest.mark.parametrize(
    "mishaps",
    [
        (Flicker(1000, 8000, 0.06),),
        (Light(2600, 1.7), Light(4200, 0.6)),
        (SeatLamp(2400, Seat.SOUTH, 1.8),),
        (SeatLamp(1200, Seat.NORTH, 1.6), SeatLamp(4000, Seat.WEST, 0.6)),
    ],
    ids=["lamps flicker", "exposure jumps", "a lamp over nobody's play", "lamps over two seats"],
)
def test_light_is_nobodys_act(mishaps: tuple[Mishap, ...]) -> None:
    """Plays are found once each, and nothing besides, however the light changes."""
    all_right(seen(deal(*TWO_PLAYS, mishaps=mishaps)), 2)


def test_ten_black_seconds_are_slept_through() -> None:
    """What lay there before lies there after; the play after them is found."""
    acts = (lays(Seat.EAST, "S9"), lays(Seat.NORTH, "SJ", 13_500))

    all_right(seen(deal(*acts, mishaps=(Blackout(4000, 14_000),))), 2)


@pytest.mark.parametrize("seed", [6, pytest.param(7, marks=pytest.mark.slow)])
def test_cards_laid_anew_are_the_same_cards(seed: int) -> None:
    """Nudged, fanned otherwise, turned square: no play, and nothing is taken back."""
    acts = (lays(Seat.EAST, "S9 H9 D9"), Act(Seat.EAST, Deed.PUSHES, 1200))

    all_right(seen(deal(*acts, lays(Seat.NORTH, "SJ DJ HJ", 1500), seed=seed)), 2)


def test_two_moves_are_one_play() -> None:
    """Cards that come down in two moves of one hand."""
    all_right(seen(deal(lays(Seat.SOUTH, "S5 S6 S7 H8 C9", moves=2))), 1)


def test_cards_on_older_cards_are_new_cards() -> None:
    """Three rounds of one trick: each seat lays over what it laid before."""
    acts = [
        lays(seat, f"{suit}{rank}", 700)
        for rank, suit in (("3", "S"), ("7", "S"), ("J", "S"))
        for seat in (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)
    ]
    ranks = iter("3456789TJQKA")
    acts = [lays(act.seat, f"S{next(ranks)}", 700) for act in acts]

    all_right(seen(deal(*acts, manner=Manner.TIDY)), 12)


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("beside", ["", " H9 D9"], ids=["alone", "among others"])
def test_the_other_copy_laid_over_a_card_is_no_push(beside: str, seed: int) -> None:
    """A double deck: the same face again, half over its twin, is a card more."""
    around = [
        lays(seat, f"S{rank}", 700)
        for seat, rank in zip((Seat.NORTH, Seat.WEST, Seat.SOUTH), "TJQ", strict=True)
    ]
    acts = (lays(Seat.EAST, "C9"), *around, lays(Seat.EAST, "C9" + beside, 700))

    all_right(seen(deal(*acts, manner=Manner.TIDY, seed=seed)), 5)


@pytest.mark.parametrize("passes", [Deed.KNOCKS, Deed.PASSES], ids=["knocks", "presses the key"])
def test_whoever_takes_cards_back_may_pass_at_once(passes: Deed) -> None:
    """What is told later must not overtake the taking back: the trick would be another's."""
    acts = (
        lays(Seat.WEST, "S9 H9"),
        Act(Seat.SOUTH, Deed.PASSES, 300),
        Act(Seat.EAST, Deed.PASSES, 300),
        lays(Seat.NORTH, "SJ HJ"),
        Act(Seat.NORTH, Deed.TAKES_BACK, 900),
        Act(Seat.NORTH, passes, 300),
        Act(Seat.WEST, Deed.CLEARS, 900),
        lays(Seat.WEST, "SJ DJ", 900),
        lays(Seat.NORTH, "SK HJ", 900),
    )

    score = seen(deal(*acts))

    all_right(score, 4)
    assert score.counts["taken back right"] == 1


@pytest.mark.parametrize("manner", [Manner.SLOPPY, Manner.TIDY], ids=["swept", "turned over"])
def test_clearing_the_table_is_no_act(manner: Manner) -> None:
    """Swept into a heap or turned over onto the discard areas, the trick is over either way."""
    passes = [Act(seat, Deed.PASSES, 300) for seat in (Seat.NORTH, Seat.WEST, Seat.SOUTH)]
    acts = (lays(Seat.EAST, "S9 H9"), *passes, Act(Seat.EAST, Deed.CLEARS, 800))

    all_right(seen(deal(*acts, lays(Seat.EAST, "SK DK", 1500), manner=manner)), 2)


def test_a_drink_and_a_resting_hand_are_no_cards() -> None:
    """Neither is a play, and neither keeps others from playing."""
    acts = (
        Act(Seat.NORTH, Deed.SETS_CUP, 300),
        lays(Seat.EAST, "S9"),
        Act(Seat.NORTH, Deed.SETS_CUP, 300),
        Act(Seat.WEST, Deed.RESTS_HAND, 300, for_ms=4000),
        lays(Seat.NORTH, "SJ"),
    )

    score = seen(deal(*acts))

    assert score.counts["right"] == 2
    assert score.counts["invented"] == score.counts["false alarm"] == 0
    assert score.counts["knock invented"] == 0


def test_a_knock_is_offered_as_a_pass() -> None:
    """A hand that comes and goes and changes nothing, while its seat is to act."""
    score = seen(deal(lays(Seat.EAST, "S9"), Act(Seat.NORTH, Deed.KNOCKS, 600)))

    assert (score.counts["knock right"], score.wrong) == (1, [])


@pytest.mark.parametrize("seed", [6, pytest.param(11, marks=pytest.mark.slow)])
def test_the_report_disc_is_seen(seed: int) -> None:
    """Put right of its strip by the seat itself, once; a play beside it is still found."""
    script = deal(
        lays(Seat.EAST, "S9"), Act(Seat.WEST, Deed.REPORTS, 800), lays(Seat.NORTH, "SJ", 1500)
    )
    table = UnpaintedTable(script)
    perfect = PerfectReader(table)
    eye = Eye(table.view, table.zones)

    looks = [
        look for _, look in played(table, eye, lambda _, patch, at_ms: perfect.read(patch, at_ms))
    ]

    reported = [each for look in looks for each in look.reported]
    disc = table.truth[1]
    assert [each.seat for each in reported] == [Seat.WEST]
    assert isinstance(reported[0], Reported)
    assert abs(reported[0].at_ms - disc.rest_ms) < 1500
    assert sum(not found.only_offered for look in looks for found in look.found) == 2


@pytest.mark.slow
def test_a_slow_reader_makes_everything_late_and_nothing_wrong() -> None:
    """Each reading takes two and a half seconds, five a play, while the table goes on."""
    acts = (
        lays(Seat.EAST, "S9 H9", moves=2),
        lays(Seat.NORTH, "S5 D5"),  # does not beat
        Act(Seat.NORTH, Deed.TAKES_BACK, 700),
        lays(Seat.NORTH, "SJ DJ", 900),
        Act(Seat.WEST, Deed.KNOCKS, 600),
        lays(Seat.SOUTH, "CK DK", 600),
        Act(Seat.EAST, Deed.PASSES, 500),
        lays(Seat.NORTH, "CA DA", 700),
    )

    score = seen(deal(*acts), read_ms=2500, still_ms=45_000)

    assert score.wrong == []
    assert score.counts["right"] == score.counts["plays"] == 5
    assert min(score.final_ms) > 4000
