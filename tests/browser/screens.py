"""Take a picture of every screen: `python -m tests.browser.screens FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from playwright.sync_api import sync_playwright

from referee.rules.cards import FACES
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.referee_page import PHONE, TABLET, RefereePage
from tests.browser.scenes import SCENES, prepare
from tests.browser.served import Served
from tests.browser.test_enrolment import AT_ONCE, Showing, lay, look

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LARGEST = 150_000
"""Bytes of one picture."""
_SIZES = {"phone": PHONE, "tablet": TABLET}
_DARK = ("table", "watch", "setup")
"""Screens that are shown dark as well."""
SCRIPT = Path("vision/rendered/table/scripts/whole-deal.toml").resolve()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        served = Served(Path(state))
        served.start()
        try:
            prepare(browser, served)
            people = {
                (size, scheme): RefereePage(browser, served, pixels, scheme=scheme)
                for size, pixels in _SIZES.items()
                for scheme in ("light", "dark")
            }
            for name, scene in SCENES.items():
                for (size, scheme), person in people.items():
                    if scheme == "light" or name in _DARK:
                        scene(person)
                        end = "-dark" if scheme == "dark" else ""
                        _take(person, folder / f"{name}-{size}{end}.png")
            served.stop()
            _watched(browser, folder)
            _enrolled(browser, folder)
        finally:
            served.stop()
            browser.close()


def _watched(browser: Browser, folder: Path) -> None:
    """The set-up screen and the table of a deal that a camera watches, here a rendered one."""
    settings = f'[camera]\nsource = "rendered:{SCRIPT}"\n'
    with tempfile.TemporaryDirectory() as state:
        served = Served(Path(state), settings)
        served.start()
        try:
            for size, pixels in _SIZES.items():
                person = RefereePage(browser, served, pixels)
                person.log_in()
                person.page.wait_for_selector(".line-of .fan")
                _take(person, folder / f"watched-{size}.png")
                person.open("/setup")
                person.page.wait_for_selector("#camera-picture:not([hidden])")
                person.page.wait_for_selector("#checks .check-good")
                person.page.locator("#camera-picture").scroll_into_view_if_needed()
                loaded = "() => document.getElementById('camera-picture').naturalWidth > 0"
                person.page.wait_for_function(loaded)
                _take(person, folder / f"camera-{size}.png")
                person.page.context.close()
        finally:
            served.stop()


def _enrolled(browser: Browser, folder: Path) -> None:
    """A deck that was shown in part."""
    with tempfile.TemporaryDirectory() as state:
        showing = Showing(Path(state))
        served = Served(Path(state), showing.settings)
        served.start()
        try:
            for size, pixels in _SIZES.items():
                person = RefereePage(browser, served, pixels)
                person.log_in()
                person.open("/setup")
                person.unfold("enrol-open")
                if size == "phone":
                    person.tap("enrol-begin")
                    person.page.wait_for_selector("#enrolment progress")
                    lay(person, showing, FACES[:AT_ONCE])
                    look(person)
                person.page.wait_for_selector("#enrolment progress")
                person.page.evaluate(_TO_TOP)
                _take(person, folder / f"enrolment-{size}.png")
                person.page.context.close()
        finally:
            served.stop()


_TO_TOP = "() => document.getElementById('enrolment').scrollIntoView({ block: 'start' })"
_INSTALLED = """([root, state]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data
      .replaceAll(root, '/opt/guandan-referee')
      .replaceAll(state, '/var/lib/guandan-referee');
  }
}"""
"""Shows the folders of an installed table instead of those the pictures were taken with."""


def _take(person: RefereePage, path: Path) -> None:
    if person.faults:
        raise AssertionError(f"{path.stem}: {person.faults}")
    folders = [str(Path.cwd()), str(person.served.journal.parent)]
    person.page.evaluate(_INSTALLED, folders)
    _save(person.page.screenshot(), path)


def _save(png: bytes, path: Path) -> None:
    """Write a picture with fewer shades, which nobody sees and which halve its size."""
    decoded = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None:
        raise AssertionError("the browser took no picture")
    picture = decoded.astype(np.uint8)
    for shades in (0xF8, 0xF0, 0xE0):
        fewer = np.where(picture >= shades, 255, np.bitwise_and(picture, shades)).astype(np.uint8)
        written = cv2.imencode(".png", fewer, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1].tobytes()
        if len(written) <= LARGEST:
            break
    path.write_bytes(written)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
