"""PINs of an event: one a role, of which only salted hashes are kept, in a file of its own.

The file also holds the secret that session cookies are signed with, so that a restarted table
knows its referees, and new PINs end every session. It is readable by its owner only and never part
of the journal.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.web.access.roles import WITH_PIN, Role

PIN_DIGITS = 6
_COST = {"n": 2**14, "r": 8, "p": 1}
"""About a twentieth of a second and 16 MiB on a laptop; six digits need every bit of it."""


class AccessFileError(Exception):
    """An access file that is not what this program writes."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            f"{path}: {found}; want an access file of this program, or none to get new PINs"
        )
        self.path = path


@dataclass(frozen=True, slots=True)
class Access:
    """What the file holds."""

    secret: bytes
    salt: bytes
    hashes: Mapping[Role, bytes]

    def is_pin(self, role: Role, pin: str) -> bool:
        """Whether *pin* is the role's; slow on purpose, and equally slow for every role."""
        known = self.hashes.get(role, b"")
        return hmac.compare_digest(known, _hash(pin, self.salt))


def new_access() -> tuple[Access, dict[Role, str]]:
    """Fresh PINs, which nobody can look up again, and what is kept of them."""
    pins: dict[Role, str] = {}
    while len(set(pins.values())) < len(WITH_PIN):
        pins = {role: f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}" for role in WITH_PIN}
    salt = secrets.token_bytes(16)
    hashes = {role: _hash(pin, salt) for role, pin in pins.items()}
    return Access(secrets.token_bytes(32), salt, hashes), pins


def load_access(path: Path) -> Access:
    """Read what `save_access` wrote.

    Raises:
        FileNotFoundError: If there is none yet.
        AccessFileError: If it holds something else.
    """
    text = path.read_text("utf-8")
    try:
        held = json.loads(text)
        return Access(
            bytes.fromhex(held["secret"]),
            bytes.fromhex(held["salt"]),
            {Role(role): bytes.fromhex(digest) for role, digest in held["pins"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise AccessFileError(path, repr(error)) from error


def save_access(path: Path, access: Access) -> None:
    """Write the file for its owner only, whole or not at all."""
    held = {
        "secret": access.secret.hex(),
        "salt": access.salt.hex(),
        "pins": {role.value: digest.hex() for role, digest in access.hashes.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(held, file, indent=2)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, dklen=32, **_COST)
