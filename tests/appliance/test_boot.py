"""The installed service on a booted Debian 13: ready, killed, hung, refused, upgraded, removed.

The tests share one machine and run in this order.
"""

from __future__ import annotations

import json
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.appliance.machine import (
    CHECKOUT,
    SERVICE,
    Machine,
    booted,
    installed_copy,
    need_tools,
    root_is_fresh,
)

pytestmark = pytest.mark.appliance

FIGURES = CHECKOUT / "var" / "appliance" / "figures.json"
SETTINGS = "/etc/guandan-referee/table.toml"
STATE = "/var/lib/guandan-referee"
REFEREE = "/usr/local/bin/guandan-referee"
REPORT = "guandan-referee-report.service"
SAFE = "guandan-referee-safe.service"
IDLE = "就绪，等待裁判操作"
PLAYING = "打8，轮到东，已出1手"
WATCHDOG_S = 10.0
"""As the unit says."""


@pytest.fixture(scope="module")
def machine(
    tmp_path_factory: pytest.TempPathFactory, figures: dict[str, float]
) -> Iterator[Machine]:
    need_tools()
    begun = time.monotonic()
    root = installed_copy(tmp_path_factory.mktemp("appliance") / "root")
    figures["root folder and installation, s"] = round(time.monotonic() - begun, 1)
    figures["from nothing"] = float(root_is_fresh())
    for name in ("page_client.py", "short-deal.toml"):
        shutil.copy(Path(__file__).with_name(name), root / name)
    begun = time.monotonic()
    with booted(root) as up:
        figures["boot, s"] = round(time.monotonic() - begun, 1)
        yield up


@pytest.fixture(scope="module")
def figures() -> Iterator[dict[str, float]]:
    """What was measured, for the documents."""
    measured: dict[str, float] = {}
    yield measured
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")


def journal_rows(machine: Machine) -> int:
    """Rows of the newest journal."""
    count = "import sqlite3, sys; print(sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True)"
    count += ".execute('select count(*) from entries').fetchone()[0])"
    files = machine.run("find", STATE, "-name", "*.journal").split()
    return sum(int(machine.run("python3", "-c", count, file)) for file in files)


def wait_for_restart(machine: Machine, old_pid: str, seconds: float) -> float:
    """Wait for another process that is ready; returns how long it took."""
    begun = time.monotonic()
    while machine.shown("MainPID") in {old_pid, "0"}:
        if time.monotonic() - begun > seconds:
            raise AssertionError(f"not started again within {seconds} s\n{machine.log()}")
        time.sleep(0.05)
    machine.wait("ActiveState", "active", seconds)
    return time.monotonic() - begun


def test_units_are_verified_without_a_word(machine: Machine) -> None:
    """A misspelt key is only a warning to systemd, so every word counts."""
    units = machine.run("sh", "-c", "ls /etc/systemd/system/guandan-referee*").split()
    assert len(units) == 5
    verify = "systemd-analyze verify --man=no --recursive-errors=yes"
    assert machine.run("sh", "-c", f"{verify} {' '.join(units)} 2>&1") == ""


def test_exposure_is_low(machine: Machine, figures: dict[str, float]) -> None:
    """2.5 of 10 at most for what listens on the network."""
    for unit in (SERVICE, SAFE, REPORT, "guandan-referee-backup.service"):
        told = machine.run("systemd-analyze", "security", "--no-pager", unit)
        score = re.search(r"exposure level for \S+: (\d+\.\d)", told)
        assert score is not None
        figures[f"exposure {unit}"] = float(score[1])
        assert float(score[1]) <= 2.5


def test_table_is_ready_after_the_boot(machine: Machine, figures: dict[str, float]) -> None:
    """Nobody has logged in; the status is Chinese."""
    machine.wait("ActiveState", "active", 120)

    def moment_s(name: str, unit: str = SERVICE) -> float:
        return int(machine.shown(name, unit)) / 1e6

    booted_at = int(
        machine.run("systemctl", "show", "--value", "-p", "UserspaceTimestampMonotonic")
    )
    ready_at = moment_s("ActiveEnterTimestampMonotonic")
    figures["boot to ready, s"] = round(ready_at - booted_at / 1e6, 2)
    figures["process to ready, s"] = round(
        ready_at - moment_s("ExecMainStartTimestampMonotonic"), 2
    )
    assert machine.shown("StatusText") == IDLE


def test_health_is_told_without_a_pin(machine: Machine) -> None:
    """Every part is looked at under the unit's own restrictions, and none is at fault."""
    ask = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8642/healthz').read().decode())"
    told = json.loads(machine.run("python3", "-c", ask))

    assert told["parts"].keys() >= {"desk", "page", "unit", "journal", "disk", "memory", "clock"}
    assert [each["outcome"] for each in told["troubles"] if each["state"] == "fault"] == []


def test_rendered_deal_is_refereed_from_its_pictures(
    machine: Machine, figures: dict[str, float]
) -> None:
    """Everything that reads cards is installed: real frames, real networks, real rules."""
    words = f"{REFEREE} run --source rendered:/short-deal.toml --unpaced --json"
    begun = time.monotonic()
    told = machine.run("sh", "-c", f"{words} --journal /root/deal.journal 2>&1", timeout=600)
    figures["short rendered deal, s"] = round(time.monotonic() - begun, 1)
    acts = [json.loads(line) for line in told.splitlines()]

    assert [act["verdict"] for act in acts] == ["ok", "does_not_beat", *["ok"] * 7]
    assert [" ".join(act["seen"]) for act in acts if act["deed"] == "lays"] == (
        ["S9", "D4", "CT", "CK", "CA", "C5"]
    )
    # One row for the start of the deal.
    assert "10 rows" in machine.run(REFEREE, "journal", "verify", "/root/deal.journal")


def test_set_up_leaves_everything_for_later(machine: Machine) -> None:
    """As root at the machine's own terminal, with nothing plugged in."""
    typed = r"\n\n3\n\n4\n\n\n\n\n\n\n9000\n\ny\n\n"
    told = machine.run("sh", "-c", f"printf '{typed}' | {REFEREE} setup --config /root/table.toml")
    assert "/root/table.toml" in told
    assert machine.run(REFEREE, "check-config", "/root/table.toml")


def test_process_has_no_more_rights_than_it_needs(machine: Machine) -> None:
    """Its own user, no capabilities, filtered system calls, a read-only system."""
    pid = machine.shown("MainPID")
    status = dict(
        line.split(":\t", 1) for line in machine.run("cat", f"/proc/{pid}/status").splitlines()
    )
    user = machine.run("id", "-u", "guandan-referee").strip()
    assert status["Uid"].split() == [user] * 4
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    mounts = machine.run("cat", f"/proc/{pid}/mountinfo")
    assert re.search(r"^(\S+ ){4}/ ro", mounts, re.MULTILINE)


def test_killed_table_goes_on_where_it_was(machine: Machine, figures: dict[str, float]) -> None:
    """Level, turn and acts come back from the journal."""
    pin = re.search(r"裁判员的密码（只显示这一次）：(\S+)", machine.log())
    assert pin is not None
    deal = '{"level": "8", "leader": "S"}'
    play = '{"seat": "S", "cards": ["C5"]}'
    machine.run("python3", "/page_client.py", "8642", pin[1], "start-deal", deal, "play", play)
    machine.wait("StatusText", PLAYING, 5)
    rows = journal_rows(machine)
    assert rows >= 2

    old = machine.shown("MainPID")
    machine.run("sh", "-c", f"kill -KILL {old}")
    figures["SIGKILL to ready, s"] = round(wait_for_restart(machine, old, 60), 2)

    assert machine.shown("StatusText") == PLAYING
    assert machine.shown("ExecMainPID", SAFE) == "0", "a single crash is no case for safe mode"
    # The clock of the seat to act runs on and may have run out meanwhile.
    assert journal_rows(machine) >= rows


def test_hung_table_is_killed_and_started_again(
    machine: Machine, figures: dict[str, float]
) -> None:
    """A stopped process gives no sign of life; the watchdog ends it within its limit."""
    old = machine.shown("MainPID")
    begun = time.monotonic()
    machine.run("sh", "-c", f"kill -STOP {old}")
    machine.wait("ActiveState", "activating", WATCHDOG_S + 20)
    figures["SIGSTOP to killed, s"] = round(time.monotonic() - begun, 2)
    wait_for_restart(machine, old, 60)
    figures["SIGSTOP to ready, s"] = round(time.monotonic() - begun, 2)

    assert f"Watchdog timeout (limit {WATCHDOG_S:.0f}s)" in machine.log()
    assert machine.shown("StatusText") == PLAYING


def test_orderly_stop_is_quick_and_clean(machine: Machine, figures: dict[str, float]) -> None:
    """A stop is no failure, and the next start goes on."""
    begun = time.monotonic()
    machine.run("systemctl", "stop", SERVICE)
    figures["stop, s"] = round(time.monotonic() - begun, 2)
    assert machine.shown("Result") == "success"
    begun = time.monotonic()
    machine.run("systemctl", "start", SERVICE)
    figures["start to ready, s"] = round(time.monotonic() - begun, 2)
    assert machine.shown("StatusText") == PLAYING


def test_refused_settings_stop_at_once_say_why_and_leave_hand_entry(machine: Machine) -> None:
    """Starting again could not help, so it is not tried; the page is there for entry by hand."""
    machine.run("systemctl", "reset-failed", SERVICE)
    machine.run("sed", "-i.kept", "s/^threads = 2/thraeds = 2/", SETTINGS)
    try:
        machine.run("systemctl", "restart", SERVICE, check=False)
        machine.wait("ActiveState", "active", 60, SAFE)
        assert machine.shown("ActiveState") == "failed"
        assert machine.shown("NRestarts") == "0"
        assert machine.shown("StatusText", SAFE) == PLAYING
        machine.wait("ActiveState", "inactive", 60, REPORT)
        assert "reader.thraeds: unknown key" in machine.log()
        assert "逐条改正后再运行" in machine.log(REPORT)
    finally:
        machine.run("mv", f"{SETTINGS}.kept", SETTINGS)
    machine.run("systemctl", "reset-failed", SERVICE)
    machine.run("systemctl", "start", SERVICE)
    assert machine.shown("ActiveState", SAFE) == "inactive"
    assert machine.shown("StatusText") == PLAYING


def test_settings_of_an_earlier_format_are_read_and_brought_up_to_date(machine: Machine) -> None:
    """The service reads them as they are; the command changes the file and keeps a copy."""
    machine.run("sed", "-i", "/^format = /d", SETTINGS)
    machine.run("systemctl", "restart", SERVICE)
    assert machine.shown("StatusText") == PLAYING
    assert f"{SETTINGS}.format-1" in machine.run(REFEREE, "migrate-config", "--config", SETTINGS)
    assert "\nformat = 2\n" in machine.run("cat", SETTINGS)
    machine.run("systemctl", "restart", SERVICE)
    assert machine.shown("StatusText") == PLAYING


def test_crash_loop_ends_in_hand_entry_and_two_commands_end_that(
    machine: Machine, figures: dict[str, float]
) -> None:
    """Five starts that fail within five minutes: safe mode goes on with the same round."""
    # A program that dies at once stands for any fault that comes back with every start.
    broken = f"/run/systemd/system/{SERVICE}.d"
    dies = "[Service]\\nExecStart=\\nExecStart=/bin/false\\n"
    machine.run("sh", "-c", f"mkdir -p {broken} && printf '{dies}' >{broken}/broken.conf")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "reset-failed", SERVICE)
    begun = time.monotonic()
    machine.run("systemctl", "restart", SERVICE, check=False)
    machine.wait("ActiveState", "active", 90, SAFE)
    figures["crash loop to hand entry, s"] = round(time.monotonic() - begun, 2)
    assert "Start request repeated too quickly" in machine.log()
    assert machine.shown("StatusText", SAFE) == PLAYING

    machine.run("rm", "-r", broken)
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "reset-failed", SERVICE)
    machine.run("systemctl", "start", SERVICE)
    assert machine.shown("ActiveState", SAFE) == "inactive"
    assert machine.shown("StatusText") == PLAYING


def test_backup_runs_beside_the_table(machine: Machine, figures: dict[str, float]) -> None:
    """With its own few rights, and without a restart of the table."""
    old = machine.shown("MainPID")
    begun = time.monotonic()
    # At the lowest priority it may take long on a machine that does something else, too.
    machine.run("systemctl", "start", "guandan-referee-backup.service", timeout=1900)
    figures["backup, s"] = round(time.monotonic() - begun, 2)
    assert machine.shown("ActiveState", "guandan-referee-backup.timer") == "active"
    assert re.search(r"1份记录、\d+行", machine.log("guandan-referee-backup.service"))
    assert machine.shown("MainPID") == old


def test_drill_moves_the_table_to_another_machine(
    machine: Machine, figures: dict[str, float]
) -> None:
    """In mid-round: state folder gone, one command, the same turn again."""
    machine.run("systemctl", "stop", SERVICE)
    machine.run("systemctl", "reset-failed", SERVICE, check=False)
    machine.run("sh", "-c", f"rm -rf {STATE}/* {SETTINGS}")
    begun = time.monotonic()
    machine.run(REFEREE, "restore", "/var/backups/guandan-referee", "--config", SETTINGS)
    machine.run("systemctl", "start", SERVICE)
    figures["restore to ready, s"] = round(time.monotonic() - begun, 2)
    assert machine.shown("StatusText") == PLAYING


def test_doctor_finds_no_fault_as_the_service(machine: Machine) -> None:
    """Run as the service's user; a machine without Pi parts is not at fault."""
    doctor = ["runuser", "-u", "guandan-referee", "--", REFEREE, "doctor", "--config", SETTINGS]
    told = machine.run(*doctor)
    assert told.rstrip().endswith("No fault; the table can be opened.")
    findings = [json.loads(line) for line in machine.run(*doctor, "--json").splitlines()]
    assert {"weights_good", "libraries_good", "config_good", "journals_good"} <= {
        finding["outcome"] for finding in findings
    }


def test_upgrade_that_does_not_become_ready_is_rolled_back(machine: Machine) -> None:
    """The old version plays on; what was wrong is said."""
    wheel = next((machine.root / "wheels").glob("guandan_referee-*.whl"))
    _break_serve(wheel)
    words = f"sh /install.sh install /wheels/{wheel.name} --wheels /wheels --no-apt"
    told = machine.run("sh", "-c", f"{words} 2>&1; echo status $?", timeout=1500)
    assert "versions/1 is back in its place" in told
    assert told.endswith("status 3\n")
    assert machine.shown("ActiveState") == "active"
    assert machine.shown("StatusText") == PLAYING
    assert machine.run("readlink", "/opt/guandan-referee/current") == "versions/1\n"


def test_uninstall_keeps_what_people_made(machine: Machine) -> None:
    """Journals, backups and settings stay; program, units and names go."""
    machine.run("sh", "/install.sh", "uninstall", timeout=600)
    left = machine.run("sh", "-c", "ls -d /etc/systemd/system/guandan* /opt/guandan* || true")
    assert left == ""
    assert machine.shown("LoadState") == "not-found"
    assert journal_rows(machine) >= 2
    assert machine.run("cat", SETTINGS)


def _break_serve(wheel: Path) -> None:
    """Make the next version one whose `serve` dies."""
    broken = wheel.with_suffix(".broken")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "referee/app/commands/serve.py":
                content += b"\n\ndef run(_):\n    raise SystemExit(1)\n"
            if not name.endswith(".dist-info/RECORD"):
                new.writestr(name, content)
            else:
                new.writestr(name, _without_hashes(content))
    broken.replace(wheel)


def _without_hashes(record: bytes) -> bytes:
    """Sums of a wheel may be left out."""
    lines = record.decode("utf-8").splitlines()
    return "".join(f"{line.split(',', 1)[0]},,\n" for line in lines).encode()
