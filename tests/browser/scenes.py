"""Every screen with something on it, for looking at and for the accessibility check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.referee_page import RefereePage
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Scene = Callable[[RefereePage], None]


def prepare(browser: Browser, served: Served) -> None:
    """A table in the second deal of a round, in the middle of a trick, with a fault on it."""
    referee = RefereePage(browser, served)
    referee.log_in()
    referee.start_round()
    for key, seat in (("finish-1", "E"), ("finish-2", "N"), ("finish-3", "W")):
        if not referee.page.locator(f'[data-key="{key}"]').is_visible():
            referee.tap("finish")
        referee.page.select_option(f'[data-key="{key}"]', seat)
    for key in ("finish-give", "confirm-result", "drawn", "resist"):
        referee.does(key)
    for run in ("S3 H4 C5 D6 S7", "C4 D5 H6 D7 H8"):
        referee.play(run)
    referee.passes()
    referee.play("C9 DT SJ CQ HK")
    referee.play("S8 H8 C8 D8")
    referee.passes()
    referee.play("S4 H4")
    referee.page.context.close()


def _login(person: RefereePage) -> None:
    person.open("/login")
    person.page.wait_for_selector("#pin")


def _table(person: RefereePage) -> None:
    person.log_in()
    person.page.wait_for_selector(".ask-case")


def _entry(person: RefereePage) -> None:
    _table(person)
    person.choose("S9 H9 C9")
    person.page.locator("#entry").scroll_into_view_if_needed()


def _preview(person: RefereePage) -> None:
    _table(person)
    line = person.page.locator(".line-of").nth(3).get_attribute("data-row")
    person.tap(f"line-{line}")
    person.tap("tool-undo_here")
    person.page.wait_for_selector(".ask-preview")
    person.page.evaluate("() => window.scrollTo(0, 0)")


def _stream(person: RefereePage) -> None:
    _table(person)
    line = person.page.locator(".line-of").nth(1).get_attribute("data-row")
    person.tap(f"line-{line}")
    person.page.locator("#stream").scroll_into_view_if_needed()


def _watch(person: RefereePage) -> None:
    person.open("/watch")
    person.page.wait_for_selector(".seat-W.to-act")


def _setup(person: RefereePage) -> None:
    person.log_in()
    person.open("/setup")
    person.page.wait_for_selector("[name=ruleset] option", state="attached")
    person.page.select_option("[name=ruleset]", "jiangsu-2017")
    person.page.wait_for_selector("#differences details")
    person.page.wait_for_selector("#checks .check-good")
    person.page.evaluate("() => window.scrollTo(0, 0)")


def _trial(person: RefereePage) -> None:
    _setup(person)
    person.unfold("trial-open")
    person.page.locator("#trial").scroll_into_view_if_needed()


def _rules(person: RefereePage) -> None:
    _setup(person)
    person.page.locator("#differences summary").nth(2).click()
    person.page.locator("#differences").scroll_into_view_if_needed()


def _more(person: RefereePage) -> None:
    _table(person)
    for form in ("penalty", "note", "take-up"):
        person.unfold(form)
    person.page.locator("#more").scroll_into_view_if_needed()


def _chinese(person: RefereePage) -> None:
    _table(person)
    person.page.evaluate("() => localStorage.setItem('shows', 'zh')")
    _again(person)


def _english(person: RefereePage) -> None:
    _table(person)
    person.page.evaluate("() => localStorage.setItem('shows', 'en')")
    _again(person)


def _again(person: RefereePage) -> None:
    person.page.reload()
    person.page.wait_for_selector(".ask-case")


def _appeal(person: RefereePage) -> None:
    """A penalty that a side has appealed against; the table has it from then on."""
    _table(person)
    person.page.evaluate("() => localStorage.setItem('shows', 'both')")
    _again(person)
    if not person.page.locator(".ask-appeal").count():
        person.unfold("penalty")
        person.select("penalty-seat", "W")
        person.does("penalty-give")
        row = person.page.locator(".line-of").first.get_attribute("data-row")
        person.tap(f"line-{row}")
        person.does("tool-appeal-EW")
    person.page.locator(".ask-appeal").scroll_into_view_if_needed()


def _sheet(person: RefereePage) -> None:
    person.log_in()
    person.open("/sheet")
    person.page.wait_for_selector(".paper")


SCENES: dict[str, Scene] = {
    "login": _login,
    "table": _table,
    "entry": _entry,
    "preview": _preview,
    "stream": _stream,
    "watch": _watch,
    "setup": _setup,
    "trial": _trial,
    "rules": _rules,
    "more": _more,
    "sheet": _sheet,
    "chinese": _chinese,
    "english": _english,
    # The last one, as the table is another one afterwards.
    "appeal": _appeal,
}
