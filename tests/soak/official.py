"""A referee at the page who does not give up: what was not answered is looked up and said again."""

from __future__ import annotations

import http.client
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

_PATIENCE_S = 5.0


Acknowledged = tuple[int, str, dict[str, Any]]
"""Row, order and fields of an order that was answered with its row."""


@dataclass
class Official:
    """Logged in at one table; used from one thread."""

    port: int
    pin: str
    acknowledged: list[Acknowledged] = field(default_factory=list)
    waits_s: list[tuple[float, float]] = field(default_factory=list)
    """When an order was given (monotonic), and how long until it was acknowledged."""
    _cookie: str = ""
    _csrf: str = ""
    rows: int = 0

    def order(self, name: str, seconds: float = 180.0, **fields: Any) -> dict[str, Any] | None:
        """Give an order until it is acknowledged; ``None`` when somebody else was faster.

        Raises:
            AssertionError: If it is refused for another reason, or not taken within *seconds*.
        """
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            body = {"based_on": self.rows, **fields}
            status, told = self._ask("POST", f"/api/orders/{name}", body)
            if status == 200:
                self.rows = max(self.rows, int(told["row"]))
                self.acknowledged.append((int(told["row"]), name, fields))
                self.waits_s.append((begun, time.monotonic() - begun))
                return told
            if status == 409:
                self.rows = max(self.rows, *(int(each["row"]) for each in told["since"]))
                return None
            if status in (401, 403):
                self._log_in()
            elif status == 422:
                raise AssertionError(f"{name} {fields}: {told}")
            time.sleep(0.3)
        raise AssertionError(f"{name} {fields}: not taken within {seconds} s")

    def log(self, seconds: float = 180.0) -> list[dict[str, Any]]:
        """Every line of the log."""
        return self._until("/log.json", seconds)

    def health(self) -> tuple[int, dict[str, Any]]:
        """Status and what is told; 0 where nobody answers."""
        status, told = self._ask("GET", "/healthz", None)
        return status, told if isinstance(told, dict) else {}

    def metrics(self) -> str:
        status, told = self._ask("GET", "/metrics", None)
        return str(told.get("text", "")) if status == 200 else ""

    def _until(self, path: str, seconds: float) -> Any:
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            status, told = self._ask("GET", path, None)
            if status == 200:
                return told
            if status in (401, 403):
                self._log_in()
            time.sleep(0.3)
        raise AssertionError(f"{path}: no answer within {seconds} s")

    def _log_in(self) -> None:
        status, _ = self._ask("POST", "/login", {"role": "referee", "pin": self.pin})
        if status == 200:
            _, page = self._ask("GET", "/table", None)
            found = re.search(r'data-csrf="([^"]+)"', str(page.get("text", "")))
            self._csrf = "" if found is None else found[1]

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE_S)
        headers = {"content-type": "application/json", "x-csrf": self._csrf}
        if self._cookie:
            headers["cookie"] = self._cookie
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            raw = answer.read()
            if cookie := answer.getheader("set-cookie"):
                self._cookie = cookie.partition(";")[0]
            kind = answer.getheader("content-type") or ""
            if kind.startswith("application/json"):
                return answer.status, json.loads(raw)
            return answer.status, {"text": raw.decode("utf-8", errors="replace")}
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
        finally:
            line.close()
