"""How a served table is: found by looking, told to page, seats and whoever watches many tables."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app import probes
from referee.app.doctor_findings import SERVED, Finding
from referee.app.health import STALE_S, Health, Part
from referee.app.machine_readings import Disk, available_memory, disk, memory_pressure
from referee.app.metrics import exposition
from referee.app.metrics_camera import camera_families
from referee.app.panel_keys import PanelLine
from referee.app.troubled_panel import TroubledPanel
from referee.ports import PanelState
from referee.rules.seats import Seat
from referee.session.effects import Lamp, ShowSeat
from referee.texts import Language
from referee.web.ports import CameraState, CameraTrouble


def outcomes(health: Health) -> list[str]:
    return [finding.outcome for finding in health.troubles]


class Switch:
    """A probe that finds what it was told to."""

    def __init__(self) -> None:
        self.found: tuple[Finding, ...] = ()

    def __call__(self) -> Part:
        return Part("disk", self.found)


def test_troubles_are_told_when_they_come_and_when_they_go(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Once each, with how long it lasted; the gravest is first."""
    switch, told, now = Switch(), [], 100.0
    health = Health([switch], lambda: told.append(outcomes(health)), lambda: now)
    with caplog.at_level(logging.INFO):
        health.look()
        switch.found = (Finding("disk_nearly_full", {"percent": 96, "free": 900}),)
        health.look()
        health.look()
        switch.found = (*switch.found, Finding("disk_read_only"))
        health.look()
        now += 30
        switch.found = ()
        health.look()

    assert told == [["disk_nearly_full"], ["disk_read_only", "disk_nearly_full"], []]
    assert caplog.messages[0] == "trouble=disk_nearly_full percent=96 free=900"
    assert sorted(caplog.messages[2:]) == [
        "trouble_over=disk_nearly_full lasted_s=30.0",
        "trouble_over=disk_read_only lasted_s=30.0",
    ]


def test_watch_that_hangs_is_a_fault_of_its_own() -> None:
    """A disk that never answers a question must not look like a healthy table."""
    now = 0.0
    health = Health([Switch()], now_s=lambda: now)
    health.look()
    assert health.state.value == "good"
    now = STALE_S + 1
    assert health.state.value == "fault"


@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        (Disk(9_000_000_000, 16_000_000_000, writable=True), None),
        (Disk(700_000_000, 16_000_000_000, writable=True), "disk_nearly_full"),
        (Disk(150_000_000, 16_000_000_000, writable=True), "disk_full"),
        (Disk(9_000_000_000, 16_000_000_000, writable=False), "disk_read_only"),
        (None, None),
    ],
)
def test_disk_is_told_of_before_it_is_full(
    found: Disk | None, outcome: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """95 % is a warning while there is still room, less than 200 MB a fault."""
    monkeypatch.setattr(probes, "disk", lambda _: found)
    part = probes.storage_probe(tmp_path)()

    assert [finding.outcome for finding in part.findings] == ([] if outcome is None else [outcome])


def test_disk_of_a_folder_that_is_not_there_yet_is_its_parents(tmp_path: Path) -> None:
    """The table makes its folders later than it looks at them."""
    there, later = disk(tmp_path), disk(tmp_path / "a" / "b")
    assert there is not None
    assert later is not None
    assert there.size == later.size
    assert 0 <= there.used_share <= 1


def test_clock_that_is_set_is_told_for_ten_minutes() -> None:
    """By how much, and whichever way; small steps of a time service are nothing."""
    offset, now = 1000.0, 0.0
    look = probes.clock_probe(lambda: offset, lambda: now)
    assert look().findings == ()
    offset += 1.5
    assert look().findings == ()
    offset -= 3600
    assert look().findings[0].facts == {"seconds": "-3600"}
    now += probes.JUMP_SHOWN_S - 1
    assert look().findings != ()
    now += 2
    assert look().findings == ()


@pytest.mark.parametrize(
    ("pressure", "kilobytes", "outcome"),
    [
        ("some avg10=0.00 avg60=0.00 avg300=0.00 total=0", 2_000_000, None),
        ("some avg10=45.12 avg60=9.00 avg300=1.00 total=9", 2_000_000, "memory_pressed"),
        ("", 100_000, "memory_low"),
    ],
)
def test_memory_of_the_units_own_group_counts(
    pressure: str, kilobytes: int, outcome: str | None, tmp_path: Path
) -> None:
    """Its limit is lower than the machine's memory."""
    own = tmp_path / "sys/fs/cgroup/system.slice/guandan-referee.service"
    own.mkdir(parents=True)
    (own / "memory.pressure").write_text(f"{pressure}\nfull avg10=99.00\n", "ascii")
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text(
        "0::/system.slice/guandan-referee.service\n", "ascii"
    )
    (tmp_path / "proc/meminfo").write_text(f"MemAvailable:  {kilobytes} kB\n", "ascii")

    found = probes.memory_probe(tmp_path)().findings
    assert [each.outcome for each in found] == ([] if outcome is None else [outcome])


def test_what_a_machine_does_not_tell_is_no_trouble(tmp_path: Path) -> None:
    """Neither Linux without pressure nor a board without sensors is at fault."""
    assert available_memory(tmp_path) is None
    assert memory_pressure(tmp_path) is None
    assert probes.temperature_probe(tmp_path)().findings == ()
    assert probes.memory_probe(tmp_path)().findings == ()


@pytest.mark.parametrize(
    ("millidegrees", "outcome"),
    [(55_000, None), (71_500, "temperature_high"), (83_000, "temperature_critical")],
)
def test_heat_is_told_before_the_pi_slows_down(
    millidegrees: int, outcome: str | None, tmp_path: Path
) -> None:
    """By the hottest sensor."""
    for number, value in enumerate((40_000, millidegrees)):
        zone = tmp_path / f"sys/class/thermal/thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{value}\n", "ascii")
    found = probes.temperature_probe(tmp_path)().findings

    assert [each.outcome for each in found] == ([] if outcome is None else [outcome])


def test_unit_is_missed_only_where_one_is_expected() -> None:
    """A table with simulated lamps lacks nothing; a lost cable is told until it is back."""
    line = PanelLine((Language.ENGLISH,), lambda _: None)
    assert probes.unit_probe("simulated", line)().findings == ()
    look = probes.unit_probe("serial", line)
    assert look().findings[0].outcome == "unit_lost"
    line.state(PanelState(connected=True, at_ms=0, reason="answered"))
    assert look().findings == ()
    line.state(PanelState(connected=False, at_ms=9, reason="unplugged"))
    assert look().findings[0].outcome == "unit_lost"


def test_silent_part_is_named() -> None:
    """With its seconds, which the metrics tell, too."""
    ages: Mapping[str, float] = {"desk": 7.3}
    part = probes.silence_probe("desk", 5.0, lambda: ages)()

    assert part.findings == (Finding("desk_silent", {"seconds": 7}),)
    assert part.facts == {"silent_s": 7.3}


def test_trouble_shows_where_a_lamp_would_be_off() -> None:
    """Turn and fault come first; when the trouble is over every lamp is the table's again."""
    inner = SimulatedPanel()
    panel = TroubledPanel(inner)
    for seat in Seat:
        panel.show(ShowSeat(seat, Lamp.TURN if seat is Seat.EAST else Lamp.OFF), 0)

    panel.trouble(is_there=True)
    assert inner.lamps == dict.fromkeys(Seat, Lamp.TROUBLE) | {Seat.EAST: Lamp.TURN}
    panel.show(ShowSeat(Seat.EAST, Lamp.OFF), 5)
    panel.show(ShowSeat(Seat.NORTH, Lamp.FAULT), 5)
    assert inner.lamps == dict.fromkeys(Seat, Lamp.TROUBLE) | {Seat.NORTH: Lamp.FAULT}
    panel.trouble(is_there=False)
    assert inner.lamps == dict.fromkeys(Seat, Lamp.OFF) | {Seat.NORTH: Lamp.FAULT}
    assert inner.buzzes == []


def test_same_trouble_told_twice_sends_nothing_again() -> None:
    """Looking every two seconds must not keep the line to the seats busy."""
    inner = SimulatedPanel()
    panel = TroubledPanel(inner)
    panel.show(ShowSeat(Seat.SOUTH, Lamp.OFF), 0)
    panel.trouble(is_there=True)
    orders = len(inner.shown)
    panel.trouble(is_there=True)

    assert len(inner.shown) == orders


class Camera:
    """A camera that is as it is told to be."""

    def __init__(self, state: CameraState) -> None:
        self.told = state

    def state(self) -> CameraState:
        return self.told

    def picture(self) -> bytes | None:
        return None


@pytest.mark.parametrize(
    ("state", "outcomes"),
    [
        (CameraState("pi:0", None, seen_ms_ago=80), []),
        (CameraState("pi:0", CameraTrouble.STARTING), ["camera_starting"]),
        (CameraState("pi:0", CameraTrouble.LOST, seen_ms_ago=60_000), ["camera_lost"]),
        (CameraState("pi:0", CameraTrouble.LATE, behind_ms=9_400), ["camera_late"]),
        (CameraState("pi:0", None, seen_ms_ago=31_000), ["camera_silent"]),
        (CameraState("pi:0", None, seen_ms_ago=80, moved_mm=14.2), ["camera_moved"]),
        (
            CameraState("pi:0", CameraTrouble.DARK, seen_ms_ago=80, moved_mm=14.2),
            ["camera_dark", "camera_moved"],
        ),
    ],
)
def test_camera_is_told_as_it_tells_of_itself(state: CameraState, outcomes: list[str]) -> None:
    """Also one that says all is well and shows nothing new: its thread hangs."""
    camera = Camera(state)
    part = probes.camera_probe(camera)()
    assert [finding.outcome for finding in part.findings] == outcomes
    told = {sample.name for sample in _samples(exposition(camera_families(camera)))}

    assert "guandan_frames_total" in told
    assert ("guandan_frame_age_seconds" in told) is (state.seen_ms_ago is not None)
    assert ("guandan_camera_moved_millimetres" in told) is (state.moved_mm is not None)


def _samples(text: str) -> Iterator[Sample]:
    for family in text_string_to_metric_families(text):
        yield from family.samples


def test_every_trouble_of_a_camera_is_told() -> None:
    """A new one cannot be added without its words and its cure."""
    assert {f"camera_{trouble.value}" for trouble in CameraTrouble} <= SERVED.keys()
