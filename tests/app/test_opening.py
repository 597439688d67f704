"""The eye of a served table follows the session, and what it finds reaches the journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.app.desk import Desk
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, CardsUnread, Corrected, Passed, Reported, RowRef
from referee.web.ports import CameraTrouble
from tests.app.watched_deal import BEGAN_MS, WatchedDeal, begins, enters, started
from vision.rendered.table.script import Act, Blackout, Deed, Script

TWO = Level.parse("2")


def lays(seat: Seat, cards: str, after_ms: int = 2_000) -> Act:
    return Act(seat, Deed.LAYS, after_ms, parse_cards(cards))


def script(*acts: Act, **more: object) -> Script:
    return replace(Script(TWO, Seat.WEST, acts, deck="garamond"), **more)  # type: ignore[arg-type]


def passes(seat: Seat) -> Callable[[Desk], object]:
    return lambda desk: desk.submit(lambda at_ms: Passed(at_ms, seat))


def test_a_deal_that_a_script_brings_along_is_refereed_with_its_pictures() -> None:
    """Every act is stamped in table time and names the cards alone and the table around them."""
    played = script(lays(Seat.WEST, "S9 H9"), lays(Seat.SOUTH, "C4 D4"))
    table = WatchedDeal(played, begins=started(played))

    entries = table.play()

    assert table.acts == [
        "DealStarted",
        "CardsLaid W S9 H9 ok",
        "CardsLaid S C4 D4 does_not_beat",
    ]
    laid = entries[1]
    assert abs(laid.event.at_ms - BEGAN_MS - table.source.truth[0].rest_ms) < 400
    assert set(laid.origin["evidence"]) == {"crop", "before", "after"}
    assert laid.origin["how"] == "seen"
    assert all(table.pictures.sizes[name] > 1_000 for name in laid.origin["evidence"].values())
    assert table.said == ["camera.watches"]


def test_what_lies_there_when_the_referee_begins_is_known() -> None:
    """The deal begins at the page after West has laid; South's cards are the first play."""
    table = WatchedDeal(script(lays(Seat.WEST, "S9 H9"), lays(Seat.SOUTH, "CJ DJ", 4_000)))
    gone_ms = table.source.truth[0].gone_ms
    table.at(gone_ms + 400, begins(table.script))
    table.at(gone_ms + 800, enters(Seat.WEST, "S9 H9"))

    table.play()

    assert table.acts == [
        "DealStarted",
        "CardsLaid W S9 H9 ok",
        "CardsLaid S CJ DJ ok",
    ]


@pytest.mark.slow
def test_after_a_dark_while_the_table_is_taken_as_it_is() -> None:
    """South lays in the dark and the referee enters it; East's cards are a play again."""
    played = script(
        lays(Seat.WEST, "S9 H9"),
        lays(Seat.SOUTH, "CJ DJ", 6_000),
        lays(Seat.EAST, "SK HK", 7_000),
    )
    table = WatchedDeal(played, begins=started(played))
    west, south, east = table.source.truth
    dark = Blackout(west.gone_ms + 1_500, south.gone_ms + 2_000)
    table = WatchedDeal(replace(played, mishaps=(dark,)), begins=started(played))
    seen: list[CameraTrouble | None] = []
    table.at(south.gone_ms + 500, lambda _: seen.append(table.news.state().trouble))
    table.at(south.gone_ms + 600, enters(Seat.SOUTH, "CJ DJ"))
    table.at(east.rest_ms - 1_000, lambda _: seen.append(table.news.state().trouble))

    table.play()

    assert seen == [CameraTrouble.DARK, None]
    assert table.acts == [
        "DealStarted",
        "CardsLaid W S9 H9 ok",
        "CardsLaid S CJ DJ ok",
        "CardsLaid E SK HK ok",
    ]
    assert table.said == ["camera.watches", "camera.dark", "camera.watches"]


@pytest.mark.slow
def test_a_third_copy_is_asked_for_until_the_record_is_put_right() -> None:
    """West's nines were entered twice by mistake; corrected, the eye doubts them no longer."""
    played = script(
        lays(Seat.WEST, "S9 H9"), lays(Seat.SOUTH, "CT DT"), lays(Seat.EAST, "SJ HJ", 8_000)
    )
    table = WatchedDeal(played, begins=started(played))
    south = table.source.truth[1]

    def put_wrong(desk: Desk) -> object:
        """As if South's tens had been two of the jacks that East is going to lay."""
        ref = RowRef(next(e.number for e in table.rows.entries if _is_by(e.event, Seat.SOUTH)))
        wrong = CardsLaid(BEGAN_MS + south.rest_ms, Seat.SOUTH, parse_cards("SJ SJ"))
        return desk.submit(lambda at_ms: Corrected(at_ms, ref, ref, (wrong,)))

    table.at(south.gone_ms + 2_500, put_wrong)
    entries = table.play()

    unread = [entry.event for entry in entries if isinstance(entry.event, CardsUnread)]
    assert [(event.seat, event.reason) for event in unread] == [(Seat.EAST, "third_copy")]


@pytest.mark.slow
def test_cards_that_the_referee_entered_first_are_no_second_play() -> None:
    """He reads faster than a slow machine; what the eye then finds is what he entered."""
    played = script(lays(Seat.WEST, "S9 H9"), lays(Seat.SOUTH, "CJ DJ", 5_000))
    table = WatchedDeal(played, begins=started(played))
    table.at(table.source.truth[0].gone_ms + 500, enters(Seat.WEST, "S9 H9"))

    table.play(reads_take_ms=1_500)

    assert table.acts == [
        "DealStarted",
        "CardsLaid W S9 H9 ok",
        "CardsLaid S CJ DJ ok",
    ]


@pytest.mark.slow
def test_a_report_disc_reaches_the_record_with_its_picture() -> None:
    """South puts its disc down; how many cards it holds is not for the camera to say."""
    played = script(lays(Seat.WEST, "S9 H9"), Act(Seat.SOUTH, Deed.REPORTS, 3_000))
    table = WatchedDeal(played, begins=started(played))

    entries = table.play()

    (reported,) = [entry for entry in entries if isinstance(entry.event, Reported)]
    assert reported.event.seat is Seat.SOUTH
    assert set(reported.origin["evidence"]) == {"after"}


def test_between_two_tricks_cards_are_cleared_and_not_taken_back() -> None:
    """Three passes at the page end the trick; then everybody turns the cards over."""
    played = script(
        lays(Seat.WEST, "S9 H9"),
        Act(Seat.WEST, Deed.CLEARS, 4_000),
        lays(Seat.WEST, "C3", 3_000),
    )
    table = WatchedDeal(played, begins=started(played))
    gone_ms = table.source.truth[0].gone_ms
    for number, seat in enumerate((Seat.SOUTH, Seat.EAST, Seat.NORTH)):
        table.at(gone_ms + 1_200 + 300 * number, passes(seat))

    table.play()

    assert table.acts == [
        "DealStarted",
        "CardsLaid W S9 H9 ok",
        "Passed S ok",
        "Passed E ok",
        "Passed N ok",
        "CardsLaid W C3 ok",
    ]


def _is_by(event: object, seat: Seat) -> bool:
    return isinstance(event, CardsLaid) and event.seat is seat
