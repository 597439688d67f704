"""What every request has to pass before anything looks at it: Host, size, patience.

The headers that every answer carries are added here, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.access.hosts import is_known

LONGEST_BODY = 16_384
"""Bytes. The longest order, 27 cards with a reading, is under one kilobyte."""
LONGEST_WAIT_S = 10.0
"""Seconds within which a body has to be here."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


STRICT_TLS = "max-age=31536000"
"""A browser that has seen this table over TLS never asks for it without again."""


class Guards:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        """Answer only to *names*, in small letters, and to addresses."""
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if not is_known(headers.get(b"host", b"").decode("latin-1"), self._names):
            await _refuse("unknown host", 421, scope, receive, send)
            return
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > LONGEST_BODY:
            await _refuse("body too long", 413, scope, receive, send)
            return
        body = await _whole_body(receive) if scope["method"] not in ("GET", "HEAD") else b""
        if body is None:
            await _refuse("body too long or too slow", 413, scope, receive, send)
            return
        await self._app(scope, _replayed(body, receive), _with_headers(scope, send))


async def _whole_body(receive: Receive) -> bytes | None:
    """The body, or ``None`` when it is too long or does not come."""
    body = bytearray()
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                if len(body) > LONGEST_BODY:
                    return None
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return None


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            if scope.get("scheme") == "https":
                headers.setdefault("strict-transport-security", STRICT_TLS)
        await send(message)

    return sending


async def _refuse(why: str, status: int, scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(why, status, headers=HEADERS)(scope, receive, send)
