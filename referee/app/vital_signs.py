"""Whether every part of the device has been heard of lately.

The watchdog of the service manager is fed only while all parts are fresh: a table whose camera
thread hangs is restarted, however well its main loop runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping


class VitalSigns:
    """The last sign of life of each part; may be given from any thread."""

    def __init__(self, longest_s: Mapping[str, float], now_s: Callable[[], float]) -> None:
        """Every part counts as heard of now.

        Args:
            longest_s: For each part, how many seconds it may be silent.
            now_s: Monotonic seconds.
        """
        self._longest_s = dict(longest_s)
        self._now_s = now_s
        self._lock = threading.Lock()
        self._heard_s = dict.fromkeys(longest_s, now_s())

    def heard_of(self, part: str) -> None:
        """*part* works."""
        if part not in self._longest_s:
            raise AssertionError(f"no part is called {part!r}: {sorted(self._longest_s)}")
        with self._lock:
            self._heard_s[part] = self._now_s()

    def silent(self) -> dict[str, float]:
        """Parts that have been silent for too long, and for how many seconds."""
        return {part: age for part, age in self.ages().items() if age > self._longest_s[part]}

    def ages(self) -> dict[str, float]:
        """Seconds since each part was heard of."""
        now_s = self._now_s()
        with self._lock:
            return {part: now_s - heard for part, heard in self._heard_s.items()}

    @property
    def all_fresh(self) -> bool:
        return not self.silent()
