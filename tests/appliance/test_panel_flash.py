"""The unit that brings the seat unit's program up to date, on a booted Debian 13.

A seat unit on a pseudo-terminal and a stand-in for avrdude; both run inside the machine.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.machine import SERVICE, Machine, booted, installed_copy, need_tools

pytestmark = pytest.mark.appliance

FLASH = "guandan-panel-flash@guandan-panel.service"
PYTHON = "/opt/guandan-referee/current/bin/python"
WRITTEN = "/run/desk/written"
AVRDUDE = f"""#!/bin/sh
echo "$@" >{WRITTEN}
sleep 0.5
"""
DROP_IN = """[Service]
# The unit of this test hangs on a pseudo-terminal, its stand-in for avrdude leaves a note.
DeviceAllow=char-pts rw
ReadWritePaths=/run/desk
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    need_tools()
    root = installed_copy(tmp_path_factory.mktemp("flash") / "root")
    shutil.copy(Path(__file__).with_name("desk_unit.py"), root / "desk_unit.py")
    avrdude = root / "usr" / "bin" / "avrdude"
    avrdude.write_text(AVRDUDE, "utf-8")
    avrdude.chmod(0o755)
    drop_in = root / "etc" / "systemd" / "system" / f"{FLASH}.d" / "desk.conf"
    drop_in.parent.mkdir(parents=True)
    drop_in.write_text(DROP_IN, "utf-8")
    with booted(root) as up:
        yield up


def plug_in(machine: Machine, firmware: str) -> None:
    """A unit that says *firmware*, and the shipped version once it was written to."""
    machine.run("systemctl", "stop", "desk-unit", check=False)
    machine.run("sh", "-c", f"mkdir -p /run/desk && chmod 777 /run/desk && rm -f {WRITTEN}")
    machine.run("systemd-run", "--unit=desk-unit", PYTHON, "/desk_unit.py", firmware, WRITTEN)
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if machine.run("sh", "-c", "test -e /dev/guandan-panel && echo there", check=False):
            return
        time.sleep(0.1)
    raise AssertionError(machine.log("desk-unit"))


def written(machine: Machine) -> str:
    return machine.run("cat", WRITTEN, check=False)


def test_it_is_verified_without_a_word(machine: Machine) -> None:
    """A misspelt key is only a warning to systemd, so every word counts."""
    unit = "/etc/systemd/system/guandan-panel-flash@.service"
    verify = f"systemd-analyze verify --man=no --recursive-errors=yes {unit} 2>&1"
    assert machine.run("sh", "-c", verify) == ""


def test_exposure_is_low(machine: Machine) -> None:
    """It may touch serial ports and nothing else."""
    told = machine.run("systemd-analyze", "security", "--no-pager", FLASH)
    score = re.search(r"exposure level for \S+: (\d+\.\d)", told)
    assert score is not None
    assert float(score[1]) <= 1.0


def test_nothing_is_written_while_a_table_is_served(machine: Machine) -> None:
    """It is skipped, says why, and is no failure."""
    machine.wait("ActiveState", "active", 120)
    plug_in(machine, "1.0")
    machine.run("systemctl", "start", FLASH)

    log = machine.log(FLASH)
    assert "a table is being served" in log
    assert "Skipped due to 'exec-condition'" in log
    assert written(machine) == ""


def test_older_unit_is_written(machine: Machine) -> None:
    """With the file that ships, as the service's user; the unit answers with its new version."""
    machine.run("systemctl", "stop", SERVICE)
    plug_in(machine, "1.0")
    machine.run("systemctl", "start", FLASH)

    assert machine.shown("Result", FLASH) == "success"
    assert "-P /dev/guandan-panel" in written(machine)
    assert "seat_unit.hex" in written(machine)
    assert "已烧录" in machine.log(FLASH)


def test_table_that_starts_meanwhile_waits(machine: Machine) -> None:
    """The table's own start is put off until the unit is written."""
    plug_in(machine, "1.0")
    machine.run("systemctl", "start", "--no-block", FLASH)
    machine.run("systemctl", "start", SERVICE)

    def moment(name: str, unit: str) -> int:
        return int(machine.shown(name, unit))

    assert written(machine) != ""
    flashed = moment("ExecMainExitTimestampMonotonic", FLASH)
    assert flashed < moment("ExecMainStartTimestampMonotonic", SERVICE)
    machine.run("systemctl", "stop", SERVICE)


def test_port_that_is_not_there_is_a_failure(machine: Machine) -> None:
    """Whoever mistypes the port does not think that all is well."""
    told = machine.run(
        "sh", "-c", "systemctl start guandan-panel-flash@ttyUSB9.service 2>&1 || echo failed"
    )
    assert "Assertion failed" in told
    assert "failed" in told.splitlines()[-1]


def test_current_unit_is_left_alone(machine: Machine) -> None:
    """So that it may be started before every tournament."""
    plug_in(machine, "99.0")
    machine.run("systemctl", "start", FLASH)

    assert machine.shown("Result", FLASH) == "success"
    assert written(machine) == ""


def test_uninstalling_takes_it_away(machine: Machine) -> None:
    """No unit is left that names a program which is gone."""
    machine.run("sh", "/install.sh", "uninstall")

    assert machine.run("sh", "-c", "ls /etc/systemd/system/ | grep guandan- || true") == (
        f"{FLASH}.d\n"
    )
