"""Answers to what is refused."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from referee.web.access.gate import Refused


def pin_refused(refused: Refused) -> Response:
    """A wrong PIN, or one too many."""
    if refused.wait_s:
        wait = str(round(refused.wait_s) + 1)
        return JSONResponse({"error": "wait", "seconds": wait}, 429, {"retry-after": wait})
    return JSONResponse({"error": "pin"}, 401)
