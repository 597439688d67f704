"""Who is asking, and whether the request comes from a page of ours."""

from __future__ import annotations

import hmac
import threading
import time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from referee.web.access.limits import TryLimit
from referee.web.access.pins import Access
from referee.web.access.roles import Role
from referee.web.access.sessions import COOKIE, Session, recognise
from referee.web.routes import Answer, Route

_JSON = "application/json"


class Refused(Exception):
    """A PIN that was not taken."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"wait {wait_s:.0f} s")
        self.wait_s = wait_s
        """Seconds until the next try; 0 when the PIN was simply wrong."""


class Gate:
    """Checks PINs and cookies."""

    def __init__(self, access: Access, *, open_to_watch: bool) -> None:
        self._access = access
        self._watching = Role.PLAYER if open_to_watch else Role.NOBODY
        self._from_one = TryLimit(burst=5, every_s=30)
        self._for_role = TryLimit(burst=20, every_s=6)
        # Hashing is slow on purpose; one at a time keeps a core free for the table.
        self._one_at_a_time = threading.Lock()

    @property
    def secret(self) -> bytes:
        return self._access.secret

    def session(self, request: Request) -> Session:
        """Whose request it is."""
        known = recognise(request.cookies.get(COOKIE), self._access.secret, time.time())
        if known.role is Role.NOBODY:
            return Session(self._watching, "")
        return known

    def is_ours(self, request: Request, session: Session) -> bool:
        """Whether a request that changes something was made by a page of this table.

        A stranger's page can send neither JSON nor our token without being asked first by the
        browser, which nothing here ever allows.
        """
        if request.headers.get("content-type", "").partition(";")[0].strip() != _JSON:
            return False
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        return hmac.compare_digest(request.headers.get("x-csrf", ""), session.csrf)

    def may_be_raised(self, role: Role, route: Route) -> bool:
        """Whether an order that is the chief referee's may be given with his PIN by this role."""
        return route.answer is Answer.ORDER and role is Role.REFEREE

    async def check_pin(self, role: Role, pin: str, address: str) -> None:
        """Return if *pin* is the one of *role*.

        Raises:
            Refused: If it is not, or if too many were tried.
        """
        now_s = time.monotonic()
        wait_s = self._from_one.take(address, now_s)
        if not wait_s:
            wait_s = self._for_role.take(role.value, now_s)
        if wait_s:
            raise Refused(wait_s)
        if not await run_in_threadpool(self._is_pin, role, pin):
            raise Refused(0)
        self._from_one.give_back(address)
        self._for_role.give_back(role.value)

    def _is_pin(self, role: Role, pin: str) -> bool:
        with self._one_at_a_time:
            return self._access.is_pin(role, pin)
