"""The examination of a machine, told by what its files show."""

from __future__ import annotations

import http.server
import json
import re
import shutil
import socket
import threading
from collections.abc import Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from referee.app.doctor_devices import check_devices
from referee.app.doctor_findings import OUTCOMES, SERVED, Finding, State
from referee.app.doctor_machine import check_machine
from referee.app.doctor_program import check_libraries, check_page, check_python, check_weights
from referee.app.doctor_served import check_served
from referee.app.doctor_storage import check_storage
from referee.app.main import main
from referee.app.settings import (
    CameraSettings,
    JournalSettings,
    PanelSettings,
    ReaderSettings,
    Settings,
    WebSettings,
)
from referee.texts import catalogue
from vision.calibration.calibration_file import write_calibration
from vision.rendered.table.script_file import read_script
from vision.rendered.table.source import RenderedTable

SHORT_DEAL = Path(__file__).with_name("short-deal.toml")
SYNCHRONISED = 0
NOT_SYNCHRONISED = 5


def outcomes(findings: Sequence[Finding]) -> list[str]:
    return [finding.outcome for finding in findings]


def write(root: Path, name: str, text: str = "") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_every_outcome_has_its_words_and_its_cure() -> None:
    """What is to be mended says how; what is well does not."""
    wanted = {
        *OUTCOMES,
        *(f"{name}_do" for name, state in OUTCOMES.items() if state.wants_action),
        *(f"state_{state.value}" for state in State),
        *("sound", "faults", "backup_made", "backup_failed", "restored", "restore_failed"),
        *(f"service_{name}" for name in ("idle", "playing", "waits", "silent")),
    }
    assert wanted == catalogue()["doctor"].keys()


def test_python_that_is_too_old_is_a_fault() -> None:
    """3.10 lacks what the program is written in."""
    assert check_python((3, 10)).outcome == "python_old"
    assert check_python((3, 11)).outcome == "python_good"


def test_installed_libraries_are_the_ones_asked_for() -> None:
    """Each is named with the version that was found."""
    finding = check_libraries()

    assert finding.outcome == "libraries_good"
    assert re.search(r"onnxruntime \d+\.\d+", str(finding.facts["versions"]))


def test_weights_are_compared_with_their_cards(tmp_path: Path) -> None:
    """A flipped bit on the card is found before it reads cards wrongly."""
    shipped = Path(str(resources.files("vision"))) / "weights"
    folder = tmp_path / "weights"
    shutil.copytree(shipped, folder)
    settings = Settings(reader=ReaderSettings(weights=str(folder)))
    assert check_weights(settings).outcome == "weights_good"

    network = folder / "index-classifier.onnx"
    content = bytearray(network.read_bytes())
    content[1000] ^= 1
    network.write_bytes(content)
    assert check_weights(settings).outcome == "weights_changed"

    network.unlink()
    assert check_weights(settings).outcome == "weights_missing"


def test_journal_folder_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    """The table makes it; only whether it could is asked, and nothing is left behind."""
    folder = tmp_path / "state" / "journals"
    findings = check_storage(Settings(journal=JournalSettings(folder=str(folder))))

    assert findings[0].outcome == "journals_good"
    assert findings[2].outcome == "spare_none"
    assert list(tmp_path.iterdir()) == []


def test_file_in_place_of_the_journal_folder_is_a_fault(tmp_path: Path) -> None:
    """The cause is named."""
    (tmp_path / "journals").write_text("x")
    findings = check_storage(Settings(journal=JournalSettings(folder=str(tmp_path / "journals"))))

    assert findings[0].outcome == "journals_unwritable"
    assert "no folder" in str(findings[0].facts["cause"])


def test_spare_folder_on_the_same_disk_is_a_warning(tmp_path: Path) -> None:
    """It could not help when the disk fails."""
    settings = JournalSettings(folder=str(tmp_path / "a"), spare_folder=str(tmp_path / "b"))

    assert check_storage(Settings(journal=settings))[2].outcome == "spare_same_disk"


@pytest.mark.parametrize(
    ("bits", "outcome"),
    [
        ("0", "power_good"),
        ("50000", "power_before"),
        ("50005", "power_now"),
        ("80008", "power_now"),
    ],
)
def test_power_is_read_from_the_firmware(tmp_path: Path, bits: str, outcome: str) -> None:
    """Bits 0 to 3 stand for now, 16 to 19 for since the start."""
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")

    assert outcome in outcomes(check_machine(tmp_path))


def test_power_is_asked_of_vcgencmd_where_there_is_no_file(tmp_path: Path) -> None:
    """Older kernels have only the command."""
    tool = tmp_path / "usr/bin/vcgencmd"
    write(
        tmp_path, "usr/bin/vcgencmd", '#!/bin/sh\n[ "$1" = get_throttled ] && echo throttled=0x1\n'
    )
    tool.chmod(0o755)

    assert "power_now" in outcomes(check_machine(tmp_path))


@pytest.mark.parametrize(
    ("millidegrees", "outcome"),
    [
        (48_312, "temperature_good"),
        (70_000, "temperature_high"),
        (84_000, "temperature_critical"),
    ],
)
def test_hottest_zone_counts(tmp_path: Path, millidegrees: int, outcome: str) -> None:
    """A cool zone beside a hot one is no comfort."""
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", "31000\n")
    write(tmp_path, "sys/class/thermal/thermal_zone1/temp", f"{millidegrees}\n")

    assert outcome in outcomes(check_machine(tmp_path))


def test_machine_that_tells_nothing_is_not_at_fault(tmp_path: Path) -> None:
    """A laptop is no Pi; that is said and is no mistake."""
    findings = check_machine(tmp_path, lambda: SYNCHRONISED)

    assert outcomes(findings) == [
        "clock_good",
        "temperature_unknown",
        "power_unknown",
        "memory_unknown",
    ]


def test_unset_clock_is_a_warning_only(tmp_path: Path) -> None:
    """Table time is monotonic, so the table may be opened."""
    assert "clock_unset" in outcomes(check_machine(tmp_path, lambda: NOT_SYNCHRONISED))
    assert "clock_unknown" in outcomes(check_machine(tmp_path, lambda: -1))
    write(tmp_path, "run/systemd/timesync/synchronized")
    assert "clock_good" in outcomes(check_machine(tmp_path, lambda: NOT_SYNCHRONISED))


def test_little_memory_is_a_warning(tmp_path: Path) -> None:
    """The networks would push the rest out."""
    write(tmp_path, "proc/meminfo", "MemTotal: 900000 kB\nMemAvailable: 200000 kB\n")

    assert "memory_low" in outcomes(check_machine(tmp_path))


def test_seat_unit_is_looked_for_only_where_one_is_configured(tmp_path: Path) -> None:
    """The udev name is enough; nothing is opened."""
    serial = Settings(panel=PanelSettings(driver="serial"))
    assert outcomes(check_devices(Settings(), tmp_path))[:2] == ["camera_none", "unit_simulated"]
    assert outcomes(check_devices(serial, tmp_path))[1] == "unit_missing"

    write(tmp_path, "dev/guandan-panel")
    write(tmp_path, "dev/video0")
    assert outcomes(check_devices(serial, tmp_path))[:2] == ["camera_seen", "unit_seen"]


def test_named_port_and_header_pins_are_looked_for(tmp_path: Path) -> None:
    """Another serial device does not stand in for the one that was named."""
    write(tmp_path, "dev/ttyUSB0")
    named = Settings(panel=PanelSettings(driver="serial", port="/dev/ttyACM3"))
    assert outcomes(check_devices(named, tmp_path))[1] == "unit_missing"

    header = Settings(panel=PanelSettings(driver="gpio"))
    assert outcomes(check_devices(header, tmp_path))[1] == "unit_missing"
    write(tmp_path, "dev/gpiochip0")
    assert outcomes(check_devices(header, tmp_path))[1] == "unit_seen"


def test_page_that_phones_cannot_reach_is_said() -> None:
    """The default is careful, and people wonder why the phone finds nothing."""
    assert check_page(Settings()).outcome == "page_here_only"
    assert check_page(Settings(web=WebSettings(host="0.0.0.0"))).outcome == "page_network"  # noqa: S104


def test_refused_settings_are_a_fault_and_the_rest_is_still_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One examination is enough to see everything; the exit status says that something is wrong."""
    config = tmp_path / "table.toml"
    config.write_text("[panel]\ndriver = 'seriell'\n[raeder]\n", "utf-8")

    status = main(["doctor", "--config", str(config), "--json"])

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    refused = next(each for each in told if each["outcome"] == "config_refused")
    assert status == 3
    assert "panel.driver" in refused["facts"]["mistakes"]
    assert "raeder" in refused["facts"]["mistakes"]
    assert refused["do"].keys() == {"zh", "en"}
    wanted = {name.partition("_")[0] for name in OUTCOMES.keys() - SERVED.keys()}
    assert {each["subject"] for each in told} == wanted


def test_people_read_state_text_and_arrow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One language a line, the cure below it."""
    config = tmp_path / "table.toml"
    config.write_text("[journal]\nfolder = '/dev/null/journals'\n", "utf-8")

    assert main(["doctor", "--config", str(config), "--language", "en"]) == 3
    lines = capsys.readouterr().out.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("[FAULT] Journals cannot"))
    assert lines[place + 1].startswith("      → Check who owns the folder")
    assert lines[-1] == "Faults: 1; see to what the arrows say first."


@pytest.mark.parametrize(
    ("camera", "outcome"),
    [
        (CameraSettings(), "calibration_unneeded"),
        (CameraSettings(source="rendered:x.toml"), "calibration_unneeded"),
        (CameraSettings(source="pi:0"), "calibration_missing"),
        (CameraSettings(source="pi:0", calibration="no-such.toml"), "calibration_unusable"),
    ],
)
def test_camera_without_a_calibration_is_a_fault(
    camera: CameraSettings, outcome: str, tmp_path: Path
) -> None:
    """It would see cards and not know whose they are."""
    assert outcome in outcomes(check_devices(Settings(camera=camera), tmp_path))


@pytest.mark.parametrize(("residual_mm", "outcome"), [(0.4, "good"), (7.5, "poor")])
def test_calibration_is_judged_by_its_residual(
    residual_mm: float, outcome: str, tmp_path: Path
) -> None:
    table = RenderedTable(read_script(SHORT_DEAL))
    file = tmp_path / "calibration.toml"
    write_calibration(file, replace(table.view, residual_mm=residual_mm), table.zones)
    camera = CameraSettings(source="pi:0", calibration=str(file))

    assert f"calibration_{outcome}" in outcomes(check_devices(Settings(camera=camera), tmp_path))


class _Page(http.server.BaseHTTPRequestHandler):
    status, told = 200, "{}"

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.told.encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.mark.parametrize(
    ("status", "told", "found"),
    [
        (200, {"parts": {"journal": {"rows": 7}}, "troubles": []}, ["served_good"]),
        (
            503,
            {
                "parts": {},
                "troubles": [
                    {"outcome": "camera_moved", "facts": {"millimetres": "14"}},
                    {"outcome": "of_a_newer_version", "facts": {}},
                ],
            },
            ["served_good", "camera_moved"],
        ),
        (200, ["something", "else"], ["served_not"]),
        (404, {"error": "vitals"}, ["served_not"]),
    ],
)
def test_table_that_runs_is_asked_how_it_is(
    status: int, told: object, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its troubles are findings like all others; whatever else has the port is no table."""
    monkeypatch.setattr(_Page, "status", status)
    monkeypatch.setattr(_Page, "told", json.dumps(told))
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as page:
        thread = threading.Thread(target=page.handle_request, daemon=True)
        thread.start()
        settings = Settings(web=WebSettings(port=page.server_port))
        assert outcomes(check_served(settings)) == found
        thread.join(5)


def test_no_table_is_no_fault() -> None:
    """The doctor is asked before a table is opened, too."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert outcomes(check_served(Settings(web=WebSettings(port=port)))) == ["served_not"]
