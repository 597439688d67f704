"""The event's deck, enrolled on the set-up page from pictures of a table, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from referee.rules.cards import FACES, Card
from tests.browser.referee_page import PATIENCE_MS, PHONE, RefereePage
from tests.browser.served import Served
from vision.calibration.calibration_file import write_calibration
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.enrolment.deck_folder import load_deck
from vision.rendered.table.deck import load_deck as load_table_deck
from vision.rendered.table.layouts import Pose
from vision.rendered.table.painting import Painter, sensed
from vision.rendered.table.room import draw_room
from vision.sources.stills import save_still

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOM = draw_room(7, 700.0, (3072, 1728))
IN_A_ROW, AT_ONCE = 7, 27
LOOKS = 600
"""Times two seconds that the camera gives pictures."""


class Showing:
    """A camera above cards, and whoever lays them there."""

    def __init__(self, folder: Path) -> None:
        self._now = folder / "now.png"
        self._pictures = folder / "camera"
        self._pictures.mkdir()
        for number in range(LOOKS):
            # The camera opens each of its files when its turn comes, and sees what lies there then.
            (self._pictures / f"{number:04}.png").symlink_to(self._now)
        self.lay(())
        calibration = folder / "calibration.toml"
        write_calibration(calibration, ROOM.view, Zones(ROOM.view.table_mm))
        self.settings = (
            f'[camera]\nsource = "stills:{self._pictures}"\ncalibration = "{calibration}"\n'
        )

    def lay(self, cards: Sequence[Card]) -> None:
        """Take away what lies there and lay these, apart."""
        new = self._now.with_name("new.png")
        save_still(new, _picture(cards))
        new.replace(self._now)


def _picture(cards: Sequence[Card]) -> Picture:
    painter = Painter(ROOM.view, ROOM, (0, 0), ROOM.view.full_wh, 1.0)
    canvas = painter.bare_table()
    deck = load_table_deck("cantarell", round(ROOM.view.px_per_mm * 1.15, 3))
    for place, card in enumerate(cards):
        row, column = divmod(place, IN_A_ROW)
        pose = Pose((column - 3) * 90.0, (1.5 - row) * 120.0, 0.1 * (place % 3))
        painter.card(canvas, deck.of(card), pose)
    cv2.GaussianBlur(canvas, (0, 0), 0.75, dst=canvas)
    noise = np.random.default_rng(1).standard_normal(canvas.shape, np.float32)
    return sensed(canvas * painter.lamp(ROOM.lamp), 1.0, noise, ROOM.noise)


@pytest.fixture
def showing(tmp_path: Path) -> Showing:
    return Showing(tmp_path)


@pytest.fixture
def served(tmp_path: Path, showing: Showing) -> Iterator[Served]:
    table = Served(tmp_path, showing.settings)
    table.start()
    yield table
    table.stop()


def known(referee: RefereePage) -> int:
    return int(referee.page.get_attribute("#enrolment progress", "value") or 0)


def lay(referee: RefereePage, showing: Showing, cards: Sequence[Card]) -> None:
    """Lay cards and wait until the page's camera picture is another one."""
    before = camera_picture(referee, None)
    showing.lay(cards)
    camera_picture(referee, before)


def camera_picture(referee: RefereePage, before: int | None) -> int:
    """A number that stands for the page's camera picture, once it is another one than *before*."""
    for _ in range(PATIENCE_MS // _AGAIN_MS):
        picture = int(referee.page.evaluate(_PICTURE))
        if picture not in (0, before):
            return picture
        referee.page.wait_for_timeout(_AGAIN_MS)
    raise AssertionError("the camera shows nothing new")


_AGAIN_MS = 200
_PICTURE = """async () => {
  const got = await fetch('/api/camera/picture');
  if (!got.ok) return 0;
  return new Uint8Array(await got.arrayBuffer()).reduce((sum, one) => (sum * 31 + one) % 1e9, 7);
}"""


def look(referee: RefereePage) -> None:
    referee.tap("enrol-look")
    referee.page.wait_for_selector("#enrolment[aria-busy=false]")


def test_a_deck_is_enrolled_to_its_end(
    browser: Browser, served: Served, showing: Showing, tmp_path: Path
) -> None:
    """Half of them at a time, a missing one alone and announced; told apart, saved, loaded."""
    referee = RefereePage(browser, served, PHONE)
    referee.log_in()
    referee.open("/setup")
    referee.unfold("enrol-open")
    referee.fill("deck-name", "Cup 2026")
    referee.tap("enrol-begin")
    referee.see("#said", "小写字母")
    referee.fill("deck-name", "cup-2026")
    referee.tap("enrol-begin")
    referee.see("#enrolment", "0 / 54")
    assert referee.page.is_disabled('[data-key="enrol-save"]')
    for first in range(0, len(FACES), AT_ONCE):
        lay(referee, showing, FACES[first : first + AT_ONCE])
        look(referee)
    # A joker's two ends may be taken for two cards; whatever was not taken is laid alone below.
    assert known(referee) >= len(FACES) - 2
    referee.tap("face-C7")
    referee.see("#enrolment [data-key=enrol-only]", "7")
    while known(referee) < len(FACES):
        missing = referee.page.locator('[data-key="enrol-only"] option').nth(1)
        card = missing.get_attribute("value") or ""
        lay(referee, showing, [Card.parse(card)])
        referee.select("enrol-only", card)
        before = known(referee)
        look(referee)
        assert known(referee) == before + 1
    referee.unfold("enrol-apart")
    assert referee.page.locator(".apart tbody tr").count() == len(FACES)
    assert referee.page.locator(".apart tbody tr.bad").count() == 0
    referee.tap("enrol-save")
    referee.see(".enrol-saved", "已保存")
    assert referee.faults == []

    deck = load_deck(tmp_path / "decks" / "cup-2026")
    assert deck.missing == ()
