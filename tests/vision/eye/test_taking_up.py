"""An eye takes up watching in mid-deal: what lies there is known, the next cards are a play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rules.cards import Card, parse_cards
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.session.events import CardsLaid, CardsUnread, SeatEvent
from tests.end_to_end.refereed import UnpaintedTable
from vision.eye.eye import Eye
from vision.eye.playing import played
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.script import Act, Deed, Manner, Script
from vision.scene.books import Known

PLAYS = (
    (Seat.WEST, "S9 H9"),
    (Seat.SOUTH, "CJ DJ"),
    (Seat.EAST, "SK HK"),
    (Seat.NORTH, "CA DA"),
)


def script(*more: Act, manner: Manner = Manner.TIDY) -> Script:
    acts = tuple(Act(seat, Deed.LAYS, 2_000, parse_cards(text)) for seat, text in PLAYS)
    return Script(
        Level.parse("2"), Seat.WEST, (*acts, *more), manners=PerSeat.all(manner), deck="garamond"
    )


def found(
    played_script: Script, orders: Callable[[UnpaintedTable], dict[int, Callable[[Eye], object]]]
) -> list[SeatEvent]:
    """What the eye finds when it is given *orders*, each at its moment."""
    table = UnpaintedTable(played_script)
    perfect = PerfectReader(table)
    eye = Eye(table.view, table.zones)
    waiting = sorted(orders(table).items())
    events: list[SeatEvent] = []
    for frame, look in played(
        table, eye, lambda _picture, patch, at_ms: perfect.read(patch, at_ms), lambda: 90
    ):
        while waiting and waiting[0][0] <= frame.at_ms:
            waiting.pop(0)[1](eye)
        events += [each.event for each in look.found if not each.only_offered]
    return events


def seats_and_cards(events: list[SeatEvent]) -> list[tuple[Seat, tuple[Card, ...]]]:
    return [(event.seat, event.cards) for event in events if isinstance(event, CardsLaid)]


def test_what_lies_there_is_no_play_and_the_next_cards_are_one() -> None:
    """Nobody attended to the first two plays; the referee entered them by hand."""

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        return {
            0: Eye.look_away,
            table.truth[1].gone_ms + 300: lambda eye: eye.attend(Known()),
        }

    events = found(script(), orders)

    assert seats_and_cards(events) == [(seat, parse_cards(text)) for seat, text in PLAYS[2:]]


@pytest.mark.slow
def test_watching_is_taken_up_when_nobody_moves() -> None:
    """It is asked for while East lays; East's cards are known by the time the hand has gone."""

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        return {0: Eye.look_away, table.truth[2].rest_ms - 250: lambda eye: eye.attend(Known())}

    events = found(script(), orders)

    assert seats_and_cards(events) == [(Seat.NORTH, parse_cards("CA DA"))]


def test_old_cards_that_are_taken_back_and_laid_anew_are_no_second_play() -> None:
    """North pushes at cards that the session knows: the eye first saw them as they lay there."""
    again = (
        Act(Seat.NORTH, Deed.TAKES_BACK, 3_000),
        Act(Seat.NORTH, Deed.LAYS, 300, parse_cards("CA DA")),
    )
    known = Known(lying=((Seat.NORTH, parse_cards("CA DA")),))

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        return {0: Eye.look_away, table.truth[3].gone_ms + 300: lambda eye: eye.attend(known)}

    assert found(script(*again), orders) == []


@pytest.mark.parametrize(("manner", "seed"), [(Manner.HASTY, 4), (Manner.SLOPPY, 5)])
def test_old_cards_that_show_above_a_new_play_are_no_part_of_it(manner: Manner, seed: int) -> None:
    """North's eights came down unseen, and one can still be read when North lays on top of them.

    The other copy of such a face is a card of its own.
    """
    old, *new = (
        Act(Seat.NORTH, Deed.LAYS, 3_000, parse_cards(text))
        for text in ("C8 D8 H8", "CK DK SK", "D8 H8")
    )
    deal = Script(Level.parse("2"), Seat.NORTH, (old, *new), manners=PerSeat.all(manner), seed=seed)
    known = Known(lying=((old.seat, old.cards),))

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        return {0: Eye.look_away, table.truth[0].gone_ms + 300: lambda eye: eye.attend(known)}

    events = found(deal, orders)

    assert [(seat, set(cards)) for seat, cards in seats_and_cards(events)] == [
        (act.seat, set(act.cards)) for act in new
    ]


@pytest.mark.parametrize("before_ms", [0, 150, 300, 450, 600])
def test_a_hand_that_was_there_before_the_eye_does_not_knock_by_leaving(before_ms: int) -> None:
    """The program starts again while North takes cards back: no knock, and so no pass."""
    deal = script(Act(Seat.NORTH, Deed.TAKES_BACK, 3_000))
    table = UnpaintedTable(deal, still_ms=4_000)
    table.begin_at(table.truth[-1].rest_ms - before_ms)
    eye = Eye(table.view, table.zones)
    eye.attend(Known())

    seen = [each.event for frame in table.frames() for each in eye.see(frame).found]

    assert eye.attends
    assert seen == []


def test_what_the_session_has_counted_is_what_is_doubted() -> None:
    """Two of a face have been laid before anybody watched: a third one is asked for."""
    known = Known(laid=dict.fromkeys(parse_cards("SK HK"), 2))

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        return {0: Eye.look_away, table.truth[1].gone_ms + 300: lambda eye: eye.attend(known)}

    events = found(script(), orders)

    assert isinstance(events[0], CardsUnread)
    assert (events[0].seat, events[0].reason) == (Seat.EAST, "third_copy")
    assert seats_and_cards(events) == [(Seat.NORTH, parse_cards("CA DA"))]


@pytest.mark.slow
def test_books_that_are_put_right_end_the_doubt() -> None:
    """The referee corrected what had been counted; the same cards are a play."""
    doubted = Known(laid=dict.fromkeys(parse_cards("SK HK"), 2))

    def orders(table: UnpaintedTable) -> dict[int, Callable[[Eye], object]]:
        gone_ms = table.truth[1].gone_ms
        return {
            0: Eye.look_away,
            gone_ms + 300: lambda eye: eye.attend(doubted),
            gone_ms + 1_300: lambda eye: eye.keep_books(Known()),
        }

    events = found(script(), orders)

    assert seats_and_cards(events) == [(seat, parse_cards(text)) for seat, text in PLAYS[2:]]
