"""The referee's page as a referee uses it: fingers, words, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

PATIENCE_MS = 120_000
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1180, "height": 820}


class RefereePage:
    """One person's page."""

    def __init__(
        self,
        browser: Browser,
        served: Served,
        size: dict[str, int] = TABLET,
        *,
        scheme: str = "light",
        bypass_csp: bool = False,
    ) -> None:
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme="dark" if scheme == "dark" else "light",
            locale="zh-CN",
            bypass_csp=bypass_csp,
        )
        self.served = served
        self.page: Page = context.new_page()
        # A machine that does other work may take long; what does not come fails all the same.
        self.page.set_default_timeout(PATIENCE_MS)
        self.faults: list[str] = []
        """What the browser complained about; a good page gives it no reason."""
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self._role = ""

    def open(self, path: str) -> None:
        self.page.goto(self.served.address + path)

    def log_in(self, role: str = "Referee") -> None:
        """Give the PIN, if it was not given yet, and come to the table."""
        if self._role == role:
            self.open("/")
            return
        value = {"Referee": "referee", "Chief referee": "chief", "Player": "player"}[role]
        self.open("/login")
        self.page.check(f"input[value={value}]")
        self.page.fill("#pin", self.served.pins[role])
        self.page.click("#login-form button.go")
        self.page.wait_for_url("**/watch" if role == "Player" else "**/table")
        self._role = role

    def start_round(self, east_west: str = "张伟 李娜", north_south: str = "王芳 刘洋") -> None:
        """Set-up by its form, then draw and let South lead."""
        self.open("/setup")
        self.page.wait_for_selector("[name=ruleset] option", state="attached")
        self.page.fill("[name=east_west]", east_west)
        self.page.fill("[name=north_south]", north_south)
        self.page.select_option("[name=ruleset]", "jiangsu-2017")
        self.page.click("#round-form button.go")
        self.page.wait_for_url("**/table")
        self.does("drawn")
        self.does("lead-S")

    def tap(self, key: str) -> None:
        self.page.click(f'[data-key="{key}"]')

    def choose(self, cards: str, pad: str = "") -> None:
        """Two taps a card; a rank that is chosen already is not tapped again."""
        for card in cards.split():
            if card in ("SB", "HR"):
                self.tap(f"{pad}joker-{card}")
                continue
            rank = self.page.locator(f'[data-key="{pad}rank-{card[1]}"]')
            if rank.get_attribute("aria-pressed") != "true":
                rank.click()
            self.tap(f"{pad}suit-{card[0]}")

    def select(self, key: str, value: str) -> None:
        self.page.select_option(f'[data-key="{key}"]', value)

    def fill(self, key: str, value: str) -> None:
        self.page.fill(f'[data-key="{key}"]', value)

    def unfold(self, key: str) -> None:
        """Open a form that is folded away, if it is."""
        summary = self.page.locator(f'summary[data-key="{key}"]')
        if summary.evaluate("(one) => !one.parentElement.open"):
            summary.click()

    def does(self, *keys: str) -> None:
        """Tap one after the other, and wait for the line that the last one makes."""
        lines = self.lines
        for key in keys:
            self.tap(key)
        self.wait_for_lines(lines + 1)

    def play(self, cards: str) -> None:
        """Lay cards for whoever is to act."""
        lines = self.lines
        self.choose(cards)
        self.tap("act-submit")
        self.wait_for_lines(lines + 1)

    def passes(self, times: int = 1) -> None:
        for _ in range(times):
            lines = self.lines
            self.tap("act-pass")
            self.wait_for_lines(lines + 1)

    @property
    def lines(self) -> int:
        """Lines of the log, once the page has any; a clock that runs out adds none."""
        self.page.wait_for_selector("body[data-lines]")
        return int(self.page.get_attribute("body", "data-lines") or 0)

    def wait_for_lines(self, lines: int) -> None:
        self.page.wait_for_selector(f'body[data-lines="{lines}"]')

    def seat(self, seat: str) -> Locator:
        return self.page.locator(f".seat-{seat}")

    def see(self, selector: str, text: str) -> None:
        """Wait until such a text is shown there."""
        self.page.locator(selector, has_text=text).first.wait_for()
