"""Slow clients cost nobody but themselves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from referee.web import guards
from referee.web.guards import Guards


async def never_called(*_: Any) -> None:
    raise AssertionError("a request that is not whole reached the page")


def test_a_body_that_does_not_come_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that promises a body and sends one byte is answered after the time for it."""
    monkeypatch.setattr(guards, "LONGEST_WAIT_S", 0.02)
    parts: list[Any] = [{"type": "http.request", "body": b"{", "more_body": True}]
    sent: list[Any] = []

    async def receive() -> Any:
        if not parts:
            await asyncio.Event().wait()
        return parts.pop()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "headers": [(b"host", b"localhost")], "path": "/"}
    asyncio.run(Guards(never_called, {"localhost"})(scope, receive, send))

    assert sent[0]["status"] == 413


def test_a_client_that_leaves_in_its_body_reaches_nothing() -> None:
    """Half an order is no order."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "headers": [(b"host", b"localhost")], "path": "/"}
    asyncio.run(Guards(never_called, {"localhost"})(scope, receive, send))

    assert sent[0]["status"] == 413
