"""The clock of panels that are given none."""

from __future__ import annotations

import time


def monotonic_ms() -> int:
    """Milliseconds that never run backwards, from an arbitrary start."""
    return time.monotonic_ns() // 1_000_000
