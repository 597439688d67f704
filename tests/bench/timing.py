"""Timing one piece of work again and again; the standard library only, for any Python."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Sequence


def timed(work: Sequence[Callable[[], object]]) -> dict[str, float]:
    """Do each piece once more than is counted; milliseconds a piece."""
    work[0]()
    walls, spent = [], []
    for piece in work:
        wall, processor = time.perf_counter(), time.process_time()
        piece()
        walls.append((time.perf_counter() - wall) * 1000)
        spent.append((time.process_time() - processor) * 1000)
    return {
        "wall_ms": round(statistics.median(walls), 1),
        "best_ms": round(min(walls), 1),
        "processor_ms": round(statistics.median(spent), 1),
    }


def peak_mb() -> float:
    """Most memory this process has held, megabytes."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0)
