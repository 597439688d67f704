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
