"""What an examination of the machine can find, and how grave each finding is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class State(Enum):
    GOOD = "good"
    NOTE = "note"
    """Worth knowing; nothing to do."""
    WARNING = "warning"
    """The table works; see to it before the next session."""
    FAULT = "fault"
    """The table does not work, or not for long."""

    @property
    def wants_action(self) -> bool:
        return self in (State.WARNING, State.FAULT)


SERVED: Mapping[str, State] = {
    "disk_read_only": State.FAULT,
    "disk_full": State.FAULT,
    "disk_nearly_full": State.WARNING,
    "rows_waiting": State.FAULT,
    "desk_silent": State.FAULT,
    "page_silent": State.FAULT,
    "camera_silent": State.FAULT,
    "camera_starting": State.NOTE,
    "camera_lost": State.FAULT,
    "camera_dark": State.FAULT,
    "camera_late": State.WARNING,
    "camera_ended": State.WARNING,
    "camera_moved": State.FAULT,
    "unit_lost": State.FAULT,
    "memory_pressed": State.WARNING,
    "clock_jumped": State.WARNING,
}
"""What only a table that is served can be found to have; told on its page and at ``/healthz``."""

OUTCOMES: Mapping[str, State] = {
    **SERVED,
    "python_good": State.GOOD,
    "python_old": State.FAULT,
    "libraries_good": State.GOOD,
    "libraries_wrong": State.FAULT,
    "weights_good": State.GOOD,
    "weights_missing": State.FAULT,
    "weights_changed": State.FAULT,
    "config_good": State.GOOD,
    "config_defaults": State.NOTE,
    "config_refused": State.FAULT,
    "page_network": State.GOOD,
    "page_here_only": State.NOTE,
    "journals_good": State.GOOD,
    "journals_unwritable": State.FAULT,
    "space_good": State.GOOD,
    "space_low": State.WARNING,
    "space_full": State.FAULT,
    "spare_good": State.GOOD,
    "spare_none": State.NOTE,
    "spare_same_disk": State.WARNING,
    "spare_unwritable": State.WARNING,
    "clock_good": State.GOOD,
    "clock_unset": State.WARNING,
    "clock_unknown": State.NOTE,
    "temperature_good": State.GOOD,
    "temperature_high": State.WARNING,
    "temperature_critical": State.FAULT,
    "temperature_unknown": State.NOTE,
    "power_good": State.GOOD,
    "power_before": State.WARNING,
    "power_now": State.FAULT,
    "power_unknown": State.NOTE,
    "memory_good": State.GOOD,
    "memory_low": State.WARNING,
    "memory_unknown": State.NOTE,
    "camera_seen": State.GOOD,
    "camera_locked": State.FAULT,
    "camera_none": State.NOTE,
    "calibration_good": State.GOOD,
    "calibration_poor": State.WARNING,
    "calibration_unusable": State.FAULT,
    "calibration_missing": State.FAULT,
    "calibration_unneeded": State.NOTE,
    "served_good": State.GOOD,
    "served_not": State.NOTE,
    "unit_seen": State.GOOD,
    "unit_simulated": State.NOTE,
    "unit_missing": State.FAULT,
    "unit_locked": State.FAULT,
    "groups_good": State.GOOD,
    "groups_missing": State.WARNING,
}
"""Every outcome: the subject, ``_``, what was found. The catalogue has its words under ``doctor``,
and under the same name with ``_do`` what to do where something is to be done."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination."""

    outcome: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:
            raise AssertionError(f"no outcome is called {self.outcome!r}")

    @property
    def state(self) -> State:
        return OUTCOMES[self.outcome]

    @property
    def subject(self) -> str:
        return self.outcome.partition("_")[0]
