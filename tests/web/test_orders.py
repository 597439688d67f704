"""Orders of the page: what they become, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    Corrected,
    DealStarted,
    Passed,
    RoundStarted,
    Ruled,
)
from referee.session.table import Phase
from referee.session.table_settings import Passing, TableSettings
from referee.web.access.roles import Role
from referee.web.house import PageSettings
from tests.web.helpers import Bench, bench


def start_deal(table: Bench, leader: str = "S") -> None:
    assert table.order("start-deal", level="8", leader=leader).status_code == 200


def test_a_deal_is_entered_by_hand(table: Bench) -> None:
    """Cards and passes become events of the seats, and the answer says what was found."""
    start_deal(table)
    answer = table.order("play", seat="S", cards=["C5", "D5"]).json()
    table.order("pass", seat="E")

    assert answer["finding"] == "ok"
    assert answer["row"] == 2
    events = [entry.event for entry in table.record.rows]
    assert isinstance(events[1], CardsLaid)
    assert events[2] == Passed(0, Seat.EAST)
    assert table.record.rows[1].origin == {"how": "page", "order": "play", "role": "referee"}


def test_a_round_is_started_by_its_ruleset(table: Bench) -> None:
    """The ruleset goes into the record whole, with the names of the pairs."""
    answer = table.order(
        "start-round", ruleset="jiangsu-2017", east_west="甲 乙", north_south="丙 丁"
    )

    started = table.record.rows[0].event
    assert answer.status_code == 200
    assert isinstance(started, RoundStarted)
    assert started.ruleset.id == "jiangsu-2017"
    assert started.east_west == "甲 乙"
    assert table.desk.runtime.table.phase is Phase.DRAWING


def test_what_is_started_knows_how_the_table_is_equipped() -> None:
    """Which sign of a pass counts, and whether reports are seen, goes into the record."""
    equipped = TableSettings(Passing.IMPLIED, reports_seen=False)
    with bench(PageSettings(table=equipped)) as table:
        table.order("start-deal", level="2", leader="E")
        (deal,) = table.record.rows
        assert isinstance(deal.event, DealStarted)
        assert deal.event.settings == equipped
    with bench(PageSettings(table=equipped)) as table:
        table.order("start-round", ruleset="national-2017")
        (started,) = table.record.rows
        assert isinstance(started.event, RoundStarted)
        assert started.event.settings == equipped


@pytest.mark.parametrize("name", ["no-such-rules", "../../etc/passwd", "a.toml", ""])
def test_a_ruleset_that_is_none_is_refused(table: Bench, name: str) -> None:
    """No name leads out of the shelf."""
    assert table.order("start-round", ruleset=name).status_code == 422
    assert table.record.rows == []


def test_a_second_referee_is_told_and_overwrites_nothing(table: Bench) -> None:
    """Both pages show row 2; the second one's order is refused and says what came first."""
    start_deal(table)
    table.order("play", seat="S", cards=["C5"])
    first = table.order("play", seat="E", cards=["D7"], based_on=2)
    second = table.order("pass", seat="E", based_on=2)

    assert first.status_code == 200
    assert second.status_code == 409
    assert second.json()["since"][0]["did"]["en"] == "East plays ♦7"
    assert len(table.record.rows) == 3


def test_time_and_calls_overtake_nobody(table: Bench) -> None:
    """A clock that ran out meanwhile is no reason to give an order again."""
    start_deal(table)
    table.order("play", seat="S", cards=["C5"])
    table.hands.now = 25_000
    table.order("call", seat="N")

    assert table.order("pass", seat="E", based_on=2).status_code == 200


def test_a_ruling_stands_although_play_went_on(table: Bench) -> None:
    """An act of a seat does not overtake a ruling, another ruling does."""
    start_deal(table)
    table.order("play", seat="S", cards=["CK"])
    table.order("play", seat="N", cards=["D3"])
    seen = len(table.record.rows)
    # A key of the seat unit, not an order.
    table.desk.submit(lambda at: Passed(at, table.desk.runtime.table.to_act[0])).result(2)
    first = table.order("rule", case=1, decision="dismiss", based_on=seen)
    second = table.order("rule", case=1, decision="confirm", based_on=seen)

    assert first.status_code == 200
    assert second.status_code == 409
    rulings = [entry.event for entry in table.record.rows if isinstance(entry.event, Ruled)]
    assert [ruling.decision.value for ruling in rulings] == ["dismiss"]


def test_an_undo_is_shown_before_it_is_done(table: Bench) -> None:
    """The preview changes nothing; the order brings the table back to before that row."""
    start_deal(table)
    table.order("play", seat="S", cards=["CK"])
    table.order("play", seat="E", cards=["D3"])
    shown = table.post("/api/preview/undo", row=2, part=0).json()

    assert [(d["row"], d["counts"]) for d in shown["differences"]] == [(2, False), (3, False)]
    assert len(table.record.rows) == 3
    assert table.order("undo", row=2, part=0).status_code == 200
    corrected = table.record.rows[3].event
    assert isinstance(corrected, Corrected)
    assert table.desk.runtime.table.deal is not None
    assert table.desk.runtime.table.deal.top is None


def test_other_cards_are_judged_in_the_place_of_the_old_ones(table: Bench) -> None:
    """A misread six was a king: the play after it does not beat any more."""
    start_deal(table)
    table.order("play", seat="S", cards=["C6"])
    table.order("play", seat="E", cards=["D7"])
    shown = table.post("/api/preview/replace", row=2, seat="S", cards=["CK"]).json()
    table.order("replace", row=2, seat="S", cards=["CK"])

    changed = {d["row"]: d for d in shown["differences"]}
    assert changed[3]["before"]["en"] == "ok"
    assert changed[3]["after"]["en"] == "does not beat"
    assert [case.fault.value for case in table.desk.runtime.table.open_cases] == ["does_not_beat"]


def test_a_forgotten_pass_is_put_in(table: Bench) -> None:
    """After it the play that was out of turn is in turn."""
    start_deal(table)
    table.order("play", seat="S", cards=["C6"])
    table.order("play", seat="N", cards=["D7"])
    table.order("insert", row=3, seat="E")

    deal = table.desk.runtime.table.deal
    assert deal is not None
    assert deal.top is not None
    assert deal.top.seat.value == "N"
    assert table.desk.runtime.table.open_cases == ()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("play", {"seat": "S", "cards": ["C5", "C5", "C5"]}),
        ("play", {"seat": "S", "cards": []}),
        ("play", {"seat": "S", "cards": ["BJ"]}),
        ("play", {"seat": "X", "cards": ["C5"]}),
        ("play", {"seat": "S", "cards": ["C5"], "extra": 1}),
        ("play", {"seat": "S"}),
        ("undo", {"row": 99}),
        ("undo", {"row": -1}),
        ("extra-time", {"seconds": 100_000}),
        ("rule", {"case": 1, "decision": "perhaps"}),
        ("finish", {"order": ["E", "E", "N"]}),
    ],
)
def test_malformed_orders_change_nothing(table: Bench, name: str, fields: dict[str, Any]) -> None:
    """Each is refused with a reason, and the record stays as it was."""
    start_deal(table)

    assert table.order(name, **fields).status_code == 422
    assert len(table.record.rows) == 1


def test_a_record_that_fails_is_told(table: Bench) -> None:
    """The page hears that nothing was recorded, and the table is as before."""
    start_deal(table)
    table.record.broken = True
    answer = table.order("play", seat="S", cards=["C5"])

    assert answer.status_code == 503
    assert answer.json() == {"error": "record"}
    deal = table.desk.runtime.table.deal
    assert deal is not None
    assert deal.top is None


def test_fouls_are_the_chief_referees(table: Bench) -> None:
    """A referee's foul is asked back, the chief's is recorded."""
    table.order("start-round", ruleset="jiangsu-2017")
    table.order("hands-drawn")
    table.order("name-leader", seat="S")
    asked = table.order("penalty", seat="E", step="foul").json()
    given = table.order("penalty", Role.CHIEF, seat="E", step="foul").json()

    assert [ask["question"] for ask in asked["asks"]] == ["chief_needed"]
    assert given["asks"] == []
    state = table.desk.runtime.table.round
    assert state is not None
    assert len(state.penalties) == 1
