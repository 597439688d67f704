"""How a served table is: what works, what does not, since when; told to log, page and seats.

A probe looks at one part and says what it found in the words of the doctor, so that a person reads
the same sentence and the same cure wherever it is shown. Looking happens in a thread of its own: a
disk that hangs in a call must not hold up the table or the sign of life.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.app.doctor_findings import Finding, State

LOOK_S = 2.0
"""Seconds between two looks; a person notices sooner than that only what he does himself."""
STALE_S = 15.0
"""A look that has not come back for so long is a fault of its own."""

_LOG = logging.getLogger(__name__)
_GRAVITY = (State.GOOD, State.NOTE, State.WARNING, State.FAULT)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the device as it is now."""

    name: str
    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    """Numbers for whoever watches many tables; neither paths nor anything secret."""

    @property
    def state(self) -> State:
        return worst(finding.state for finding in self.findings)


Probe = Callable[[], Part]


class Health:
    """The parts of one table; `parts` and `troubles` may be asked from any thread."""

    def __init__(
        self,
        probes: Sequence[Probe],
        changed: Callable[[], object] = lambda: None,
        now_s: Callable[[], float] = time.monotonic,
        also: Callable[[], object] = lambda: None,
    ) -> None:
        """Begin without having looked.

        Args:
            probes: One for each part.
            changed: Called after a look that found other troubles than the one before.
            now_s: Monotonic seconds.
            also: Done at every look; what must not be done in the table's own thread.
        """
        self._also = also
        self._probes = tuple(probes)
        self._changed = changed
        self._now_s = now_s
        self._parts: tuple[Part, ...] = ()
        self._since_s: dict[str, float] = {}
        self._looked_s = now_s()
        self._ended = threading.Event()

    @property
    def parts(self) -> tuple[Part, ...]:
        """As of the last look."""
        return self._parts

    @property
    def age_s(self) -> float:
        """Seconds since the last look came back."""
        return self._now_s() - self._looked_s

    @property
    def troubles(self) -> tuple[Finding, ...]:
        """What wants a person, gravest first."""
        found = [f for part in self._parts for f in part.findings if f.state.wants_action]
        return tuple(sorted(found, key=lambda each: -_GRAVITY.index(each.state)))

    @property
    def state(self) -> State:
        """The worst of all parts; a fault too when nobody looks any more."""
        if self.age_s > STALE_S:
            return State.FAULT
        return worst(part.state for part in self._parts)

    def look(self) -> None:
        """Look at every part."""
        self._parts = tuple(probe() for probe in self._probes)
        self._looked_s = self._now_s()
        before, now = set(self._since_s), {finding.outcome for finding in self.troubles}
        for finding in self.troubles:
            if finding.outcome not in before:
                self._since_s[finding.outcome] = self._looked_s
                _LOG.log(_level(finding.state), "trouble=%s %s", finding.outcome, _facts(finding))
        for outcome in before - now:
            lasted_s = self._looked_s - self._since_s.pop(outcome)
            _LOG.info("trouble_over=%s lasted_s=%.1f", outcome, lasted_s)
        if before != now:
            self._changed()

    def look_until_stopped(self) -> None:
        while True:
            try:
                self.look()
                self._also()
            except Exception:  # noqa: BLE001 - our defect must not end the watch over the others
                _LOG.exception("look=failed")
            if self._ended.wait(LOOK_S):
                return

    def stop(self) -> None:
        self._ended.set()


@contextmanager
def looking(health: Health) -> Iterator[None]:
    """Let *health* look in a thread of its own."""
    thread = threading.Thread(target=health.look_until_stopped, name="health", daemon=True)
    thread.start()
    try:
        yield
    finally:
        health.stop()
        thread.join(1)


def worst(states: Iterator[State]) -> State:
    return max(states, key=_GRAVITY.index, default=State.GOOD)


def _level(state: State) -> int:
    return logging.ERROR if state is State.FAULT else logging.WARNING


def _facts(finding: Finding) -> str:
    return " ".join(f"{name}={fact}" for name, fact in finding.facts.items())
