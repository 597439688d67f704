"""Every event that an official may give is given through the page, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from referee.record.journal import Journal
from referee.rules.combinations import Kind
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.session.events import (
    AppealAnswered,
    AppealOutcome,
    CardTurned,
    FaultNoted,
    OfficialEvent,
    PenaltyGiven,
    PlayTakenUp,
    Reported,
    Ruled,
    TimeGranted,
)
from tests.browser.referee_page import PHONE, TABLET, RefereePage
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from referee.session.events import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def events_of(served: Served) -> list[Event]:
    with Journal.read(served.journal) as journal:
        return [entry.event for entry in journal.entries()]


def round_of(referee: RefereePage, ruleset: str) -> None:
    referee.open("/setup")
    referee.page.wait_for_selector("[name=ruleset] option", state="attached")
    referee.page.select_option("[name=ruleset]", ruleset)
    referee.page.click("#round-form button.go")
    referee.page.wait_for_url("**/table")


def test_every_official_event_can_be_given(browser: Browser, served: Served) -> None:
    """Breaks, time, calls, notes, rulings, penalties with the chief's PIN, counts, places, ends."""
    referee = RefereePage(browser, served, PHONE)
    referee.log_in()
    round_of(referee, "national-2017")
    referee.unfold("turn")
    referee.choose("C5", "turn-")
    referee.does("turn-give")
    referee.does("drawn")
    referee.does("lead-S")
    referee.does("extra-60")
    referee.unfold("extra")
    referee.fill("extra-seconds", "")
    referee.tap("extra-give")
    referee.see("#said", "没有填写")
    referee.fill("extra-seconds", "45")
    referee.does("extra-give")
    referee.does("pause")
    referee.does("resume")
    referee.unfold("call")
    referee.does("call-W")
    referee.does("answer-W")
    referee.play("C3 D3 S4 HA")
    referee.unfold("case-1-change")
    referee.select("case-1-kind", "tube")
    referee.does("case-1-confirm")
    referee.play("C5 S5 C6 S6 C7 S7")
    referee.unfold("note")
    referee.select("note-seat", "W")
    referee.select("note-fault", "exposed_card")
    referee.unfold("note-cards")
    referee.choose("HA", "note-")
    referee.does("note-give")
    referee.does("case-2-dismiss")
    referee.unfold("report")
    referee.select("report-seat", "S")
    referee.fill("report-count", "9")
    referee.does("report-give")
    referee.unfold("penalty")
    referee.select("penalty-seat", "N")
    referee.select("penalty-step", "warning")
    referee.does("penalty-give")
    referee.unfold("take-up")
    referee.fill("count-E", "99")
    referee.tap("take-up-give")
    referee.see("#said", "没有填写")
    # What is told lies over the end of the page, and leaves every button within reach.
    referee.unfold("ends")
    for seat, left in (("E", "10"), ("N", "9"), ("W", "0"), ("S", "8")):
        referee.fill(f"count-{seat}", left)
    referee.select("out-1", "W")
    referee.select("take-up-leader", "N")
    referee.does("take-up-give")
    referee.unfold("finish")
    for key, seat in (("finish-1", "W"), ("finish-2", "N"), ("finish-3", "E")):
        referee.select(key, seat)
    referee.does("finish-give")
    referee.does("confirm-result")
    referee.unfold("ends")
    referee.fill("ends-pin", served.pins["Chief referee"])
    referee.does("withdraw-EW")
    referee.does("sign-NS")
    referee.does("appeal-EW")
    referee.see(".ask-appeal", "在申诉期内提出")
    round_of(referee, "folk-simple")
    referee.fill("appeal-1-pin", served.pins["Chief referee"])
    referee.select("appeal-1-behalf", "arbitration")
    referee.does("appeal-1-rejected")
    referee.does("drawn")
    referee.does("lead-S")
    referee.play("S4 C5 D6 C7 H2")
    referee.does("wild-straight,5,8")
    referee.unfold("ends")
    referee.fill("ends-pin", served.pins["Chief referee"])
    referee.does("winner-none")
    assert referee.faults == []

    served.stop()
    given = events_of(served)
    kinds = {type(event) for event in given}
    # No pass is taken from another act at a table whose passes are keys.
    assert {kind.__name__ for kind in get_args(OfficialEvent)} - {k.__name__ for k in kinds} == {
        "PassDenied"
    }
    assert [str(e.card) for e in given if isinstance(e, CardTurned)] == ["C5"]
    assert [e.extra_ms for e in given if isinstance(e, TimeGranted)] == [60_000, 45_000]
    assert [e.count for e in given if isinstance(e, Reported)] == [9]
    assert [len(e.cards) for e in given if isinstance(e, FaultNoted)] == [1]
    assert next(e.named for e in given if isinstance(e, Ruled)) is Kind.TUBE
    (answer,) = (e for e in given if isinstance(e, AppealAnswered))
    assert (answer.outcome, answer.by) == (AppealOutcome.REJECTED, Official.ARBITRATION)
    (taken_up,) = (e for e in given if isinstance(e, PlayTakenUp))
    assert (taken_up.cards_left, taken_up.finished) == ((10, 9, 0, 8), (Seat.WEST,))


def test_a_foul_takes_the_chiefs_pin_and_names_whose_decision_it_is(
    browser: Browser, served: Served
) -> None:
    """Without the PIN the page is told whose it is; with it the organiser's word is entered."""
    referee = RefereePage(browser, served, TABLET)
    referee.log_in()
    referee.start_round()
    referee.unfold("penalty")
    referee.select("penalty-step", "foul")
    referee.does("penalty-give")
    referee.see("#said", "裁判长")
    referee.unfold("penalty")
    referee.select("penalty-step", "disqualification")
    referee.select("penalty-behalf", "organiser")
    referee.fill("penalty-pin", served.pins["Chief referee"])
    referee.does("penalty-give")
    assert referee.page.input_value('[data-key="penalty-pin"]') == ""

    served.stop()
    given = [event for event in events_of(served) if isinstance(event, PenaltyGiven)]
    assert [event.by for event in given] == [Official.REFEREE, Official.ORGANISER]


def test_what_is_being_entered_survives_what_happens_meanwhile(
    browser: Browser, served: Served
) -> None:
    """A form that is half filled stays as it is while the table goes on."""
    referee = RefereePage(browser, served)
    referee.log_in()
    referee.start_round()
    referee.unfold("take-up")
    referee.fill("count-W", "7")
    referee.page.focus('[data-key="count-S"]')
    other = RefereePage(browser, served, PHONE)
    other.log_in()
    other.page.wait_for_selector(".seat-S.to-act")
    other.play("C5")
    referee.page.wait_for_selector(".seat-E.to-act")
    assert referee.page.input_value('[data-key="count-W"]') == "7"
    assert referee.page.evaluate("() => document.activeElement.dataset.key") == "count-S"
    assert referee.faults == other.faults == []
