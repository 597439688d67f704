"""Every screen checked by axe-core, dark and light, on a phone and a tablet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.referee_page import PHONE, TABLET, RefereePage
from tests.browser.scenes import SCENES, prepare
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_axe_finds_nothing_serious(browser: Browser, served: Served) -> None:
    """Names, contrast, focus order, landmarks: nothing serious or critical on any screen."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    prepare(browser, served)
    found = []
    for name, scene in SCENES.items():
        for size, scheme in ((PHONE, "light"), (TABLET, "dark")):
            # The check brings its own script, which our pages forbid.
            person = RefereePage(browser, served, size, scheme=scheme, bypass_csp=True)
            scene(person)
            for violation in axe.run(person.page).response["violations"]:
                if violation["impact"] in ("serious", "critical"):
                    nodes = [node["html"][:120] for node in violation["nodes"][:3]]
                    found.append((name, scheme, violation["id"], nodes))
            person.page.context.close()

    assert found == []


SMALLEST_PX = 44
"""WCAG 2.2, 2.5.5: what a thumb hits without looking."""
_TARGETS = """() => [...document.querySelectorAll(
    'button, a.button, select, summary, .choice, input')]
  .filter((one) => one.checkVisibility() && !(one.type === 'checkbox' || one.type === 'radio'))
  .map((one) => [one.dataset.key || one.id || one.textContent, one.getBoundingClientRect()])
  .map(([name, { width, height }]) => [name, Math.round(width), Math.round(height)])"""


def test_every_target_is_as_large_as_a_thumb(browser: Browser, served: Served) -> None:
    """Buttons, fields and what folds out, on a phone, on every screen."""
    prepare(browser, served)
    person = RefereePage(browser, served, PHONE)
    small = set()
    for name, scene in SCENES.items():
        scene(person)
        for key, width, height in person.page.evaluate(_TARGETS):
            if min(width, height) < SMALLEST_PX:
                small.add((name, key, width, height))

    assert small == set()


TEXT_PX = (16, 20)
"""Ours, and a reader's who asks for larger letters; fonts of other machines are as wide."""


def test_nothing_is_wider_than_the_screen(browser: Browser, served: Served) -> None:
    """No screen has to be moved sideways, however small the phone is and wide its letters."""
    prepare(browser, served)
    person = RefereePage(browser, served, {"width": 360, "height": 640})
    wide = []
    for name, scene in SCENES.items():
        scene(person)
        for text in TEXT_PX:
            scrolls = person.page.evaluate(_SCROLLS, f"{text}px")
            if scrolls:
                wide.append((name, text))

    assert wide == []


_SCROLLS = """(text) => {
  document.documentElement.style.fontSize = text;
  return document.documentElement.scrollWidth > innerWidth;
}"""
