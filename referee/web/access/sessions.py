"""Session cookies: who somebody is, signed, so that a restarted table still knows its referees.

A cookie is ``role.expires.nonce.signature``. Its CSRF token is another signature over the same
text: a page of ours is told it, a page of somebody else cannot read it.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from referee.web.access.roles import Role

COOKIE = "guandan_session"
LASTS_S = 14 * 3600
"""Longer than any day of play."""


@dataclass(frozen=True, slots=True)
class Session:
    role: Role
    csrf: str
    """To be sent with everything that changes something; empty for nobody."""


NOBODY = Session(Role.NOBODY, "")


def issue(role: Role, secret: bytes, now_s: float) -> tuple[str, Session]:
    """A new cookie for *role*, and the session it stands for."""
    body = f"{role.value}.{int(now_s) + LASTS_S}.{secrets.token_hex(16)}"
    return f"{body}.{_sign(secret, 'cookie', body)}", Session(role, _sign(secret, "csrf", body))


def recognise(cookie: str | None, secret: bytes, now_s: float) -> Session:
    """The session that *cookie* stands for; nobody's if it is forged, damaged or too old."""
    body, _, signature = (cookie or "").rpartition(".")
    if not hmac.compare_digest(signature.encode(), _sign(secret, "cookie", body).encode()):
        return NOBODY
    role, expires, _ = body.split(".")
    if int(expires) < now_s:
        return NOBODY
    return Session(Role(role), _sign(secret, "csrf", body))


def _sign(secret: bytes, purpose: str, body: str) -> str:
    return hmac.new(secret, f"{purpose}:{body}".encode(), sha256).hexdigest()
