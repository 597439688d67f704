"""The examination of one table's machine: every check, in the order a person mends things."""

from __future__ import annotations

from pathlib import Path

from referee.app.doctor_devices import check_devices
from referee.app.doctor_findings import Finding
from referee.app.doctor_machine import check_machine
from referee.app.doctor_program import (
    check_config,
    check_libraries,
    check_page,
    check_python,
    check_weights,
)
from referee.app.doctor_served import check_served
from referee.app.doctor_storage import check_storage


def examine(config: Path | None) -> list[Finding]:
    """Look at everything; a broken settings file does not keep the rest from being looked at.

    Nothing is changed, and no device is opened: a table that runs is not disturbed.
    """
    settled, settings = check_config(config)
    return [
        check_python(),
        check_libraries(),
        settled,
        check_weights(settings),
        *check_storage(settings),
        *check_machine(),
        *check_devices(settings),
        check_page(settings),
        *check_served(settings),
    ]
