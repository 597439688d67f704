"""The page's HTTP server: uvicorn, with no patience for connections that say nothing.

A connection has `HEAD_S` to send the head of a request, and of those that have not yet, only
`MOST_SILENT` are kept: the oldest goes first, as a browser sends its request at once. So neither a
flood of half-open connections nor a phone that lost its network takes a place from anybody.
"""

from __future__ import annotations

import asyncio
import resource
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""Seconds within which the head of a request has to be here, from the connection or the last
answer on."""
MOST_SILENT = 400
"""Connections that may be without a request at the same time: everybody who watches comes back in
the same moment when a table was started again, and each is silent until it is heard."""
ANSWER_S = 60.0
"""Seconds within which an answer has to be made and taken; the largest is a picture."""
LIVE = "/live/"
"""Addresses whose answers never end; slow readers are seen to where they are told."""
HANDLES = 8_192
"""Files and connections that the process may have open, where the machine allows it: a journal
must always find one."""


class CertificateRefused(Exception):
    """A certificate or key that TLS cannot be spoken with."""


class PatientProtocol(H11Protocol):
    """One connection."""

    _silent: dict[PatientProtocol, None] = {}  # noqa: RUF012 - one for all, oldest first

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._waits_for = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()
        while len(self._silent) > MOST_SILENT:
            next(iter(self._silent)).abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for("", 0)
        super().connection_lost(exc)

    def abort(self) -> None:
        """End it without a word."""
        self._wait_for("", 0)
        self.transport.abort()

    def _look(self) -> None:
        """Wait for what has to come next; a deadline that runs already stays as it is."""
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for("head", HEAD_S)
        elif self.scope["path"].startswith(LIVE):
            self._wait_for("", 0)
        else:
            self._wait_for("answer", ANSWER_S)

    def _wait_for(self, what: str, within_s: float) -> None:
        if what == self._waits_for:
            return
        self._waits_for = what
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(within_s, self._too_late) if what else None
        self._silent.pop(self, None)
        if what == "head":
            self._silent[self] = None

    def _too_late(self) -> None:
        if self._waits_for == "head" and self.transport.get_write_buffer_size():
            # The answer before is still being taken, by somebody on a poor line.
            self._wait_for("answer", ANSWER_S)
        else:
            self.abort()


def page_server(
    app: ASGIApp, certificate: str, key: str, heard: Callable[[], object]
) -> uvicorn.Server:
    """The server of the page, before it runs.

    Args:
        app: What answers.
        certificate: File with the certificate chain; empty for plain HTTP.
        key: File with its private key.
        heard: Called ten times a second from the loop of the page.
    """

    class PageServer(uvicorn.Server):
        async def on_tick(self, counter: int) -> bool:
            # uvicorn's own hook for this goes by the wall clock and falls silent for hours when
            # that is set back.
            heard()
            return await super().on_tick(counter)

    _allow_handles()
    return PageServer(
        uvicorn.Config(
            app,
            http=PatientProtocol,
            # Its lines go where ours go.
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            # A chain of proxies has no place in a hall, and its headers could be forged.
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            ssl_certfile=certificate or None,
            ssl_keyfile=key or None,
        )
    )


def check_certificate(certificate: str, key: str) -> None:
    """Try the files of TLS before anything is served.

    Raises:
        CertificateRefused: If one is missing, is no such file, or they do not belong together.
    """
    for name in (certificate, key):
        if name and not Path(name).is_file():
            raise CertificateRefused(f"{name}: there is no such file")
    if bool(certificate) is not bool(key):
        raise CertificateRefused("found one of certificate and key; TLS needs both")
    if not certificate:
        return
    try:
        # A key with a password would be asked for at a terminal that a service does not have.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (ssl.SSLError, OSError) as error:
        raise CertificateRefused(
            f"{certificate} and {key}: found {error}; "
            "want a certificate and its own key, both PEM, the key without a password"
        ) from error


def _allow_handles() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = HANDLES if hard == resource.RLIM_INFINITY else min(HANDLES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
