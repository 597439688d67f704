"""``/healthz`` and ``/metrics``: for programs that watch many tables. Neither needs a PIN.

Both tell numbers and names of parts, never cards, names of players, paths or PINs. Metrics are
answered to the addresses of the settings only, and are not there for anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, Response

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Vitals(Protocol):
    """How the table behind the page is. All may be asked from any thread."""

    def healthz(self) -> tuple[bool, Mapping[str, Any]]:
        """Whether the table can do its work, and each part of it as JSON."""

    def troubles(self) -> Sequence[Mapping[str, Any]]:
        """What wants a person now, gravest first: ``says`` and ``do``, each in both languages."""

    def may_read_metrics(self, address: str) -> bool:
        """Whether an address is answered."""

    def metrics(self) -> str:
        """The numbers in Prometheus' text format."""


async def health(vitals: Vitals | None) -> Response:
    """200 while the table can do its work, 503 otherwise; the same JSON with both."""
    if vitals is None:
        return JSONResponse({"error": "vitals"}, 404)
    well, told = vitals.healthz()
    return JSONResponse(told, 200 if well else 503)


async def metrics(vitals: Vitals | None, address: str) -> Response:
    if vitals is None or not vitals.may_read_metrics(address):
        return JSONResponse({"error": "metrics"}, 404)
    # Looks at the folder of the pictures, which may be large or on a slow disk.
    return PlainTextResponse(await run_in_threadpool(vitals.metrics), media_type=METRICS_TYPE)
