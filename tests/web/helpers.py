"""A whole table behind the page: real desk and runtime, a record in memory, time by hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.runtime import Runtime
from referee.app.serve import ServedDesk, ServedRulesets
from referee.ports import Entry
from referee.session.events import Event
from referee.session.history import History
from referee.session.step import Step
from referee.web.access.pins import Access
from referee.web.access.roles import Role
from referee.web.access.sessions import COOKIE, issue
from referee.web.app import build_app
from referee.web.feed import Feed
from referee.web.house import House, PageSettings

SECRET = b"s" * 32
FAR_FUTURE_S = 4_000_000_000


class MemoryRecord:
    """Keeps rows in memory; refuses them while `broken`."""

    waiting = 0

    def __init__(self) -> None:
        self.rows: list[Entry] = []
        self.broken = False

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        if self.broken:
            raise OSError(28, "no space left")
        entry = Entry(
            len(self.rows) + 1, wall_clock, event, step.verdict, step.effects, dict(origin)
        )
        self.rows.append(entry)
        return entry

    def catch_up(self) -> None:
        """Nothing ever waits."""


@dataclass
class Hands:
    """Table time that moves when it is told to."""

    now: int = 0

    def now_ms(self) -> int:
        return self.now


@dataclass
class Bench:
    """A table with its page."""

    desk: Desk
    record: MemoryRecord
    hands: Hands
    house: House
    client: TestClient

    def session(self, role: Role) -> tuple[dict[str, str], dict[str, str]]:
        """Cookies and headers of somebody with this role."""
        if role is Role.NOBODY:
            return {}, {"x-csrf": ""}
        cookie, session = issue(role, SECRET, FAR_FUTURE_S - 15 * 3600)
        return {COOKIE: cookie}, {"x-csrf": session.csrf}

    def order(
        self, name: str, role: Role = Role.REFEREE, *, based_on: int | None = None, **fields: Any
    ) -> Any:
        """Give an order as the page does; returns the answer."""
        return self.post(f"/api/orders/{name}", role, based_on=based_on, **fields)

    def post(
        self, path: str, role: Role = Role.REFEREE, *, based_on: int | None = None, **fields: Any
    ) -> Any:
        cookies, headers = self.session(role)
        rows = len(self.record.rows) if based_on is None else based_on
        self.client.cookies = cookies
        return self.client.post(path, json={"based_on": rows, **fields}, headers=headers)

    def get(self, path: str, role: Role = Role.REFEREE) -> Any:
        cookies, _ = self.session(role)
        self.client.cookies = cookies
        return self.client.get(path, follow_redirects=False)


@contextmanager
def bench(
    settings: PageSettings | None = None, access: Access | None = None, **parts: Any
) -> Iterator[Bench]:
    """A table whose desk is served in a thread of its own, until the end of the block.

    Args:
        settings: Of the page.
        access: The PINs.
        parts: What else the house has, by the names of its fields.
    """
    record, hands, feed = MemoryRecord(), Hands(), Feed()
    runtime = Runtime(History(), record, SimulatedPanel(), ScaledClock(0, 1.0), feed.heard)
    desk = Desk(runtime, hands.now_ms)
    house = House(
        ServedDesk(desk),
        feed,
        ServedRulesets(),
        access or Access(SECRET, b"salt", {}),
        settings=settings or PageSettings(),
        **parts,
    )
    serving = threading.Thread(target=desk.serve, daemon=True)
    serving.start()
    try:
        with TestClient(build_app(house), base_url="http://localhost") as client:
            yield Bench(desk, record, hands, house, client)
    finally:
        desk.stop()
        serving.join(5)
