"""Is the table being served now, and how is it: asked of its own page, as anybody may."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from referee.app.doctor_findings import OUTCOMES, Finding
from referee.app.settings import Settings, WebSettings

_PATIENCE_S = 3.0
_LONGEST = 100_000
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not bound


def check_served(settings: Settings) -> list[Finding]:
    """What the running table says of itself; one note where none runs."""
    told = _asked(settings.web)
    if told is None:
        return [Finding("served_not")]
    camera = told["parts"].get("camera", {})
    unit = told["parts"].get("unit", {})
    found = [
        Finding(
            "served_good",
            {
                "rows": told["parts"].get("journal", {}).get("rows", "–"),
                "age": camera.get("frame_age_s", "–"),
                "residual": camera.get("residual_mm", "–"),
                "unit": unit.get("driver", "–"),
            },
        )
    ]
    known = [trouble for trouble in told["troubles"] if trouble.get("outcome") in OUTCOMES]
    return found + [Finding(trouble["outcome"], trouble["facts"]) for trouble in known]


def _asked(web: WebSettings) -> Mapping[str, Any] | None:
    scheme = "https" if web.certificate else "http"
    host = _EVERYWHERE.get(web.host, f"[{web.host}]" if ":" in web.host else web.host)
    # This machine's own table: its certificate is for the name that phones use.
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    address = f"{scheme}://{host}:{web.port}/healthz"
    try:
        with urllib.request.urlopen(  # noqa: S310 - http or https, see above
            address, timeout=_PATIENCE_S, context=trusting if web.certificate else None
        ) as answer:
            raw = answer.read(_LONGEST)
    except urllib.error.HTTPError as unwell:
        raw = unwell.read(_LONGEST)
    except (OSError, ValueError):
        return None
    try:
        told: Mapping[str, Any] = json.loads(raw)
    except ValueError:
        return None
    # Something else may answer at that port.
    known = isinstance(told, dict) and "parts" in told and "troubles" in told
    return told if known else None
