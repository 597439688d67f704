"""Which Host headers are answered.

A page of a stranger may let its own name point to this table (DNS rebinding) and then read what a
browser here may read. So only names that are known are answered; an address is always the table's
own, as it cannot be made to point elsewhere.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address


def own_names() -> frozenset[str]:
    """The names this machine goes by without any setting."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def is_known(header: str, names: Iterable[str]) -> bool:
    """Whether a Host header, with or without a port, names this table."""
    host = _without_port(header.strip().lower())
    try:
        ip_address(host)
    except ValueError:
        return host in names
    return True


def _without_port(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header
