"""How often somebody may try a PIN."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class _Bucket:
    left: float
    at_s: float


@dataclass(slots=True)
class TryLimit:
    """Tokens that are used up by trying and come back with time; time is an argument."""

    burst: int
    """Tries that may follow each other at once."""
    every_s: float
    """Seconds until one more is allowed."""
    _buckets: dict[str, _Bucket] = field(default_factory=dict)

    def take(self, who: str, now_s: float) -> float:
        """Use one try of *who*; returns 0, or the seconds to wait when there is none left."""
        self._forget(now_s)
        bucket = self._buckets.setdefault(who, _Bucket(self.burst, now_s))
        bucket.left = min(self.burst, bucket.left + (now_s - bucket.at_s) / self.every_s)
        bucket.at_s = now_s
        if bucket.left < 1:
            return (1 - bucket.left) * self.every_s
        bucket.left -= 1
        return 0

    def give_back(self, who: str) -> None:
        """A try that succeeded does not count."""
        if who in self._buckets:
            self._buckets[who].left = min(self.burst, self._buckets[who].left + 1)

    def _forget(self, now_s: float) -> None:
        """Drop whoever has all tries again, so that addresses do not pile up."""
        if len(self._buckets) < _MANY:
            return
        full_s = self.burst * self.every_s
        for who in [w for w, bucket in self._buckets.items() if now_s - bucket.at_s > full_s]:
            del self._buckets[who]


_MANY = 1_000
