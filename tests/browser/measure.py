"""From an order to the changed picture on a page: `python -m tests.browser.measure`."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.referee_page import PHONE, RefereePage
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ORDERS = 100
_PAGES = ("/table", "/watch", "/setup", "/sheet", "/login")
_WATCH = """() => {
  window.changedAt = [];
  const felt = document.getElementById('felt');
  new MutationObserver((changes) => {
    if (!changes.some((change) => change.target === felt)) return;
    // The frame that shows it has been painted when what its beginning puts off has its turn.
    requestAnimationFrame(() => setTimeout(() => window.changedAt.push(Date.now())));
  }).observe(felt, { childList: true });
}"""
_WEIGHT = """() => [...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource')]
  .filter((one) => !/[/](live|evidence|api)[/]/.test(one.name))
  .reduce((sum, one) => sum + one.transferSize, 0)"""
"""Bytes as sent, heads included, of page, scripts, style and words."""


def main() -> None:
    with tempfile.TemporaryDirectory() as state, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        served = Served(Path(state))
        served.start()
        try:
            referee = RefereePage(browser, served, PHONE)
            late = _measured(referee)
            weights = {path: _weight(browser, referee, path) for path in _PAGES}
        finally:
            served.stop()
            browser.close()
    late.sort()
    median, p95 = statistics.median(late), late[int(len(late) * 0.95)]
    print(f"{len(late)} orders to the page: median {median:.0f} ms, 95% {p95:.0f} ms")  # noqa: T201
    for path, weight in weights.items():
        print(f"{path}: {weight} bytes over the line")  # noqa: T201


def _weight(browser: Browser, referee: RefereePage, path: str) -> int:
    """What a phone that was never here before is sent, besides pictures and the table itself."""
    fresh = RefereePage(browser, referee.served, PHONE)
    fresh.page.context.add_cookies(referee.page.context.cookies())  # type: ignore[arg-type]
    fresh.open(path)
    fresh.page.wait_for_load_state("load")
    weight = int(fresh.page.evaluate(_WEIGHT))
    fresh.page.context.close()
    return weight


def _measured(referee: RefereePage) -> list[float]:
    """Milliseconds from sending each order, over HTTP, to the table drawn anew."""
    referee.log_in()
    referee.start_round()
    referee.play("C5")
    cookies = "; ".join(f"{c['name']}={c['value']}" for c in referee.page.context.cookies())
    csrf = referee.page.get_attribute("body", "data-csrf") or ""
    headers = {"content-type": "application/json", "x-csrf": csrf, "cookie": cookies}
    referee.page.evaluate(_WATCH)
    sent = []
    for number in range(ORDERS):
        # Extra time and breaks change the picture of the clock, and need nobody's turn.
        name = "pause" if number % 2 == 0 else "resume"
        body = json.dumps({"based_on": 1_000_000}).encode()
        request = urllib.request.Request(  # noqa: S310
            f"{referee.served.address}/api/orders/{name}", body, headers
        )
        sent.append(time.time() * 1000)
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            answer.read()
        time.sleep(0.15)
    time.sleep(1)
    changed = referee.page.evaluate("() => window.changedAt")
    return [
        min(at - began for at in changed if at >= began)
        for began in sent
        if any(at >= began for at in changed)
    ]


if __name__ == "__main__":
    main()
