"""A deal refereed through the page in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.referee_page import PHONE, TABLET, RefereePage
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Out of `make test`, which needs no browser; `-m browser` runs them.
pytestmark = [pytest.mark.browser, pytest.mark.slow]


def at_table(browser: Browser, served: Served, size: dict[str, int] = TABLET) -> RefereePage:
    referee = RefereePage(browser, served, size)
    referee.log_in()
    referee.start_round()
    return referee


def test_a_whole_deal_is_refereed_by_hand(browser: Browser, served: Served) -> None:
    """South goes out first, then North: a double-down, confirmed, and the next deal begins."""
    referee = at_table(browser, served, PHONE)
    runs = ("S3 H4 C5 D6 S7", "S4 H5 C6 D7 S8", "S5 H6 C7 D8 S9", "S6 H7 C8 D9 ST")
    for run in runs:
        referee.play(run)
        referee.passes(3)
    referee.play("S7 H8 C9 DT SJ")
    referee.passes(3)
    referee.play("HR HR")
    assert "上游" in referee.seat("S").inner_text()
    referee.passes(3)  # East, North, West; then the wind is taken by North
    assert "轮到" in referee.seat("N").inner_text()
    for run in ("C9 HT SJ DQ CK", "HT CJ SQ HK DA", "SA D2 C3 S4 H5", "CT DJ CQ SK HA"):
        referee.play(run)
        referee.passes(2)
    referee.play("H9 CT HJ SQ DK")
    referee.passes(2)
    referee.play("SB SB")
    referee.see(".asks .places", "二游")
    referee.tap("confirm-result")
    referee.see(".score", "5")
    referee.see(".bar-facts", "第2副")
    referee.open("/sheet")
    referee.see("tbody", "双下")
    assert referee.faults == []


def test_a_fault_is_ruled_on(browser: Browser, served: Served) -> None:
    """The case stands first, with article and remedies; after the ruling the turn goes on."""
    referee = at_table(browser, served)
    referee.play("CK")
    referee.play("D3")
    referee.see(".ask-case", "管不上")
    referee.see(".ask-case code", "jiangsu-2017/")
    assert referee.page.locator(".seat-E .lamp-fault").count() == 1
    referee.tap("case-1-dismiss")
    referee.see(".asks", "没有待处理事项")
    referee.passes()
    assert "轮到" in referee.seat("N").inner_text()
    assert referee.faults == []


def test_a_card_is_corrected_and_the_change_is_shown_before(
    browser: Browser, served: Served
) -> None:
    """A six was a king: the preview names the verdict that changes, then it is accepted."""
    referee = at_table(browser, served)
    referee.play("C6")
    referee.play("D7")
    row = referee.page.locator(".line-of", has_text="南").first.get_attribute("data-row")
    referee.tap(f"line-{row}")
    referee.tap("tool-change_cards")
    referee.see(".mode", "正在更正")
    referee.tap("chosen-0")
    referee.choose("CK")
    referee.tap("act-submit")
    referee.see(".ask-preview", "管不上")
    assert referee.page.locator(".seat-S .card").get_attribute("aria-label") == "梅花 clubs 6"
    referee.tap("accept")
    referee.see(".ask-case", "管不上")
    assert referee.page.locator(".seat-S .card").get_attribute("aria-label") == "梅花 clubs K"
    assert referee.faults == []


def test_an_undo_is_shown_and_can_be_dropped_or_accepted(browser: Browser, served: Served) -> None:
    """Dropped, nothing has changed; accepted, the table is as before that act."""
    referee = at_table(browser, served)
    referee.play("C6")
    referee.play("D7")
    row = referee.page.locator(".line-of", has_text="南").first.get_attribute("data-row")
    referee.tap(f"line-{row}")
    referee.tap("tool-undo_here")
    referee.see(".ask-preview", "不再计入")
    referee.tap("drop")
    assert referee.page.locator(".seat-E .card").count() == 1
    referee.tap(f"line-{row}")
    referee.tap("tool-undo_here")
    referee.tap("accept")
    referee.page.wait_for_selector(".seat-S.to-act")
    assert referee.page.locator(".seat .card").count() == 0
    assert referee.faults == []


def test_of_two_referees_the_second_is_told(browser: Browser, served: Served) -> None:
    """Both begin to enter East's play; the second learns what the first one entered."""
    first = at_table(browser, served)
    first.play("C5")
    second = RefereePage(browser, served, PHONE)
    second.log_in()
    second.page.wait_for_selector(".seat-E.to-act")
    second.choose("C7")
    first.play("D8")
    second.page.wait_for_selector(".seat-N.to-act")
    second.tap("seat-E")
    second.tap("act-submit")
    second.see("#said", "另有操作在先")
    second.see("#said", "东出♦8")
    assert second.lines == first.lines
    assert second.page.locator(".seat-E .card").get_attribute("aria-label") == "方块 diamonds 8"
    assert first.faults == second.faults == []


def test_a_tap_goes_by_what_was_shown_when_the_finger_came_down(
    browser: Browser, served: Served
) -> None:
    """News under a finger neither swallows its tap nor makes it another seat's."""
    first = at_table(browser, served)
    first.play("C5")
    second = RefereePage(browser, served, PHONE)
    second.log_in()
    second.page.locator('[data-key="act-pass"]').scroll_into_view_if_needed()
    second.page.hover('[data-key="act-pass"]')
    second.page.mouse.down()
    first.play("D8")
    second.page.mouse.up()
    second.see("#said", "东出♦8")
    second.wait_for_lines(first.lines)
    assert second.page.locator(".seat-N.to-act").count() == 1
    assert first.faults == second.faults == []


def test_the_second_tap_of_a_double_tap_is_no_order(browser: Browser, served: Served) -> None:
    """One pass, one ruling: the next seat does not pass, and nobody is told of being overtaken."""
    referee = at_table(browser, served)
    referee.play("CK")
    lines = referee.lines
    referee.page.dblclick('[data-key="act-pass"]')
    referee.wait_for_lines(lines + 1)
    referee.page.wait_for_selector(".seat-N.to-act")
    referee.play("D3")
    referee.page.dblclick('[data-key="case-1-dismiss"]')
    referee.see(".asks", "没有待处理事项")
    referee.passes()
    assert referee.page.is_hidden("#said")
    assert referee.lines == lines + 4
    assert referee.faults == []


def test_a_lost_table_comes_back_without_a_reload(browser: Browser, served: Served) -> None:
    """The program is killed and started again: the page says so, then goes on as the referee."""
    referee = at_table(browser, served)
    referee.play("C5")
    referee.page.evaluate("() => { window.notReloaded = true; }")
    served.kill()
    referee.see("#line", "连接中断")
    served.start()
    referee.page.wait_for_selector("#line", state="hidden")
    referee.play("D8")
    assert referee.page.evaluate("() => window.notReloaded") is True
    assert referee.page.locator(".line-of").count() == 5
    assert referee.faults == []


def test_a_page_that_missed_events_catches_up(browser: Browser, served: Served) -> None:
    """While the network of a phone is away the other referee goes on; then it shows all of it."""
    first = at_table(browser, served)
    away = RefereePage(browser, served, PHONE)
    away.log_in()
    away.page.wait_for_selector(".seat-S.to-act")
    away.page.context.set_offline(True)
    first.play("C5")
    first.play("D8")
    first.passes()
    away.page.context.set_offline(False)
    away.wait_for_lines(first.lines)
    assert away.page.locator(".line-of").count() == first.page.locator(".line-of").count()
    assert away.faults == []


def test_everything_can_be_done_from_the_keyboard(browser: Browser, served: Served) -> None:
    """A play and a pass by keys alone; the focus is where the eye is."""
    referee = at_table(browser, served)
    lines = referee.lines
    for key in ("3", "s", "h", "Enter"):
        referee.page.keyboard.press(key)
    referee.wait_for_lines(lines + 1)
    referee.page.keyboard.press("p")
    referee.wait_for_lines(lines + 2)
    assert "不要" in referee.seat("E").inner_text()
    for _ in range(60):
        referee.page.keyboard.press("Tab")
        if referee.page.evaluate("() => document.activeElement.dataset.key === 'act-pass'"):
            break
    else:
        raise AssertionError("the pass button cannot be reached by Tab")
    referee.page.keyboard.press("Enter")
    referee.wait_for_lines(lines + 3)
    assert referee.faults == []


def test_both_languages(browser: Browser, served: Served) -> None:
    """One button goes from both to Chinese to English, and the choice is kept."""
    referee = at_table(browser, served)
    page = referee.page
    page.evaluate("() => { localStorage.setItem('shows', 'zh'); }")
    page.reload()
    referee.see(".seat-S", "南")
    assert "South" not in referee.seat("S").inner_text()
    page.click("#language")
    assert "南" not in referee.seat("S").inner_text()
    assert "South" in referee.seat("S").inner_text()
    page.reload()
    referee.see(".seat-S", "South")
    page.click("#language")
    assert "南" in referee.seat("S").inner_text()
    assert "South" in referee.seat("S").inner_text()


def test_players_see_the_table_and_no_buttons(browser: Browser, served: Served) -> None:
    """Without a PIN: cards, turn and clock, but no log, no counts, no orders."""
    referee = at_table(browser, served)
    referee.play("CK")
    watching = RefereePage(browser, served)
    watching.open("/")
    watching.page.wait_for_selector(".seat-E.to-act")
    assert watching.page.locator(".seat-S .card").count() == 1
    assert watching.page.locator(".count, #entry, #stream, #asks").count() == 0
    watching.open("/table")
    watching.page.wait_for_url("**/login")
    assert watching.faults == []
