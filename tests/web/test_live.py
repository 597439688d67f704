"""Live pages: everybody gets what is new, nobody is waited for."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from referee.rules.seats import Seat
from referee.session.events import CardsUnread, Passed
from referee.web.live import SHOWN_LINES, Audience, Live, Place, TooManyWatchers, Watcher
from referee.web.ports import CameraState, CameraTrouble
from referee.web.views.device import device_view
from tests.web.helpers import Bench

MOST = {Audience.REFEREES: 4, Audience.PUBLIC: 3}


def live_of(table: Bench, most: dict[Audience, int] = MOST) -> Live:
    return Live(table.house.desk, table.house.feed, most)


def parsed(message: bytes) -> tuple[str, dict[str, Any]]:
    """Id and data of a server-sent event."""
    fields = dict(line.split(": ", 1) for line in message.decode().strip().split("\n"))
    assert fields["event"] == "table"
    return fields["id"], json.loads(fields["data"])


def now(live: Live, watcher: Watcher) -> tuple[str, dict[str, Any]]:
    """What a watcher whose line is free gets next."""

    async def first() -> bytes:
        watcher.news.set()
        async for message in live.messages(watcher):
            return message
        raise AssertionError

    return parsed(asyncio.run(first()))


def play(table: Bench, *seats: str) -> None:
    for seat in seats:
        assert table.order("pass", seat=seat).status_code == 200


def begin(table: Bench) -> None:
    table.order("start-deal", level="8", leader="S")
    table.order("play", seat="S", cards=["C5"])


def test_cards_that_are_asked_for_come_with_what_they_looked_like(table: Bench) -> None:
    """A referee changes one face instead of entering all; rubbish in a record is no face."""
    begin(table)
    desk = table.house.desk
    for seat, seen in (("E", ["S9", "H9"]), ("N", ["S9", "??"]), ("W", [3])):
        event = CardsUnread(desk.history.table.now_ms, Seat(seat), "third_copy")
        desk.submit(lambda at_ms, event=event: replace(event, at_ms=at_ms), {"seen": seen}).result(
            5
        )
    live = live_of(table)

    _, data = now(live, live.watch(Audience.REFEREES, None))

    assert [line["seen"] for line in data["lines"]][-3:] == [["S9", "H9"], [], []]


def test_a_page_that_opens_gets_table_and_log(table: Bench) -> None:
    """One message has all it needs."""
    begin(table)
    live = live_of(table)
    _, data = now(live, live.watch(Audience.REFEREES, None))

    assert data["anew"] is True
    assert data["table"]["rows"] == 2
    assert [line["row"] for line in data["lines"]] == [1, 2]


def test_a_page_that_comes_back_gets_what_it_missed(table: Bench) -> None:
    """It names the last event it had; no line comes twice and none is left out."""
    begin(table)
    live = live_of(table)
    last_id, _ = now(live, live.watch(Audience.REFEREES, None))
    play(table, "E", "N")
    live.refresh()
    _, data = now(live, live.watch(Audience.REFEREES, last_id))

    assert data["anew"] is False
    assert [line["row"] for line in data["lines"]] == [3, 4]


def test_after_a_correction_the_log_comes_anew(table: Bench) -> None:
    """Lines that were judged differently replace those the page has."""
    begin(table)
    live = live_of(table)
    last_id, _ = now(live, live.watch(Audience.REFEREES, None))
    table.order("replace", row=2, seat="S", cards=["CK"])
    live.refresh()
    _, data = now(live, live.watch(Audience.REFEREES, last_id))

    assert data["anew"] is True
    assert data["lines"][-1]["cards"] == ["CK"]


@pytest.mark.parametrize("last_id", ["", "x", "old.0.1", "a.b.c", "1.2.3.4", "٣.1.1", "-1.-1.-1"])
def test_a_place_that_means_nothing_starts_anew(table: Bench, last_id: str) -> None:
    """Another run's id, or nonsense, gives a whole table."""
    begin(table)
    live = live_of(table)
    _, data = now(live, live.watch(Audience.REFEREES, last_id))

    assert data["anew"] is True


def test_a_slow_page_skips_what_is_out_of_date(table: Bench) -> None:
    """Three events while its line is busy are one message: newest table, all lines."""
    begin(table)
    live = live_of(table)
    watcher = live.watch(Audience.REFEREES, None)
    _, first = now(live, watcher)
    live._watchers[Audience.REFEREES].add(watcher)
    play(table, "E", "N")
    live.refresh()
    _, data = now(live, watcher)

    assert first["table"]["rows"] == 2
    assert data["table"]["rows"] == 4
    assert len(data["lines"]) == 2


def test_players_get_no_log_and_no_question(table: Bench) -> None:
    """The public stream carries the public view and nothing else."""
    begin(table)
    live = live_of(table)
    _, data = now(live, live.watch(Audience.PUBLIC, None))

    assert data["lines"] == []
    assert "cases" not in data["table"]


def test_places_to_watch_end(table: Bench) -> None:
    """The fourth of three is refused; a place that is left can be taken."""
    live = live_of(table)
    watchers = [live.watch(Audience.PUBLIC, None) for _ in range(3)]
    with pytest.raises(TooManyWatchers):
        live.watch(Audience.PUBLIC, None)
    live.watch(Audience.REFEREES, None)
    live.leave(watchers[0])

    live.watch(Audience.PUBLIC, None)


def test_a_long_log_is_not_sent_whole(table: Bench) -> None:
    """A page that opens late gets the last lines only."""
    table.order("start-deal", level="8", leader="S")
    for _ in range(SHOWN_LINES + 20):
        table.desk.submit(lambda at: Passed(at, table.desk.runtime.table.to_act[0])).result(2)
    live = live_of(table)
    _, data = now(live, live.watch(Audience.REFEREES, None))

    assert len(data["lines"]) == SHOWN_LINES


def test_the_text_form_of_a_place_can_be_read_back() -> None:
    """What a browser sends back is the place it was sent."""
    place = Place("ab12", 3, 40)

    assert Place.parse(str(place)) == place


def test_the_loop_tells_everybody_who_watches(table: Bench) -> None:
    """An event of the desk's thread reaches all watchers of both kinds."""

    async def scene() -> list[int]:
        live = live_of(table)
        running = asyncio.create_task(live.run())
        streams = [
            live.messages(live.watch(audience, None))
            for audience in (Audience.REFEREES, Audience.PUBLIC)
        ]
        for stream in streams:
            await anext(stream)
        await asyncio.to_thread(begin, table)
        rows = []
        for stream in streams:
            while True:
                _, data = parsed(await asyncio.wait_for(anext(stream), 60))
                if data["table"]["rows"] == 2:
                    break
            rows.append(data["table"]["rows"])
        running.cancel()
        return rows

    assert asyncio.run(scene()) == [2, 2]


def test_referees_are_told_how_the_device_is_and_nobody_else(table: Bench) -> None:
    """Troubles and a blind camera stand on the referee's page only; asked at each change."""
    begin(table)
    told = [{"troubles": []}, {"troubles": ["disk"]}]
    live = Live(table.house.desk, table.house.feed, MOST, lambda: told[-1])
    _, referees = now(live, live.watch(Audience.REFEREES, None))
    _, public = now(live, live.watch(Audience.PUBLIC, None))

    assert referees["table"]["troubles"] == ["disk"]
    assert "troubles" not in public["table"]


def test_a_device_is_told_in_words() -> None:
    """Says and cure of each trouble, and the camera without what changes every second."""

    class Vitals:
        def troubles(self) -> list[dict[str, Any]]:
            words = {"zh": "满", "en": "full"}
            return [
                {"outcome": "disk_full", "state": "fault", "facts": {}, "says": words, "do": words}
            ]

    class Camera:
        def state(self) -> CameraState:
            return CameraState("pi:0", CameraTrouble.LOST, seen_ms_ago=5, frames=7)

    told = device_view(Vitals(), Camera())  # type: ignore[arg-type]

    assert told["troubles"][0]["do"]["en"] == "full"
    assert told["camera"] == {
        "trouble": "lost",
        "says": {
            "zh": "没有画面，正在重新打开",
            "en": "no pictures come; it is being opened again",
        },
        "moved_mm": None,
    }
    assert device_view(None, None) == {"troubles": [], "camera": None}
