"""Numbers for Prometheus, read with Prometheus' own parser, and the two addresses without a PIN."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.doctor_findings import Finding
from referee.app.errors import InputRefused
from referee.app.health import Health, Part
from referee.app.metrics import Histogram, by_label, exposition, gauge
from referee.app.metrics_table import MeasuredRecord, TableCounts
from referee.app.runtime import Runtime
from referee.app.settings import MetricsSettings, load_settings
from referee.app.vitals import TableVitals
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import CardsLaid, DealStarted, Passed, TimePassed
from referee.session.history import History
from referee.web.access.pins import Access
from referee.web.app import build_app
from referee.web.feed import Feed
from referee.web.house import House
from tests.appliance.test_health import Switch
from tests.web.helpers import SECRET, MemoryRecord, bench

EVERYBODY = MetricsSettings(enabled=True, answer_to=("0.0.0.0/0", "::/0"))


def values(text: str) -> dict[str, float]:
    """Every sample by its name and labels, as Prometheus understands the page."""
    return {
        sample.name + json.dumps(sample.labels, sort_keys=True) if sample.labels else sample.name: (
            sample.value
        )
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_page_is_what_prometheus_reads() -> None:
    """Labels and help with quotes, backslashes and line breaks; large, small, infinite numbers."""
    odd = 'a "quoted" \\ back\nslash'
    text = exposition(
        [
            by_label("one", "gauge", odd, "name", {odd: 1.5, "掼蛋": -2}),
            gauge("two", "big", 2.0**60),
            gauge("three", "none", None),
            gauge("four", "infinite", float("inf")),
            gauge("five", "tiny", 1e-9),
        ]
    )
    found = {
        (sample.name, tuple(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found == {
        ("one", (("name", odd),)): 1.5,
        ("one", (("name", "掼蛋"),)): -2,
        ("two", ()): 2.0**60,
        ("four", ()): float("inf"),
        ("five", ()): 1e-9,
    }


def test_histogram_counts_up_to_each_bound() -> None:
    """A value on a bound belongs below it, as Prometheus has it."""
    histogram = Histogram("wait_seconds", "How long.", (0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 3.0):
        histogram.saw(seconds)
    found = values(exposition([histogram.family()]))

    assert found['wait_seconds_bucket{"le": "0.1"}'] == 2
    assert found['wait_seconds_bucket{"le": "1"}'] == 3
    assert found['wait_seconds_bucket{"le": "+Inf"}'] == 4
    assert found["wait_seconds_count"] == 4
    assert found["wait_seconds_sum"] == pytest.approx(3.65)


def test_table_counts_acts_verdicts_rows_and_late_deadlines(tmp_path: Path) -> None:
    """From the rows themselves, each once, however often the page is read."""
    now = 0
    feed = Feed()
    record = MeasuredRecord(MemoryRecord(), lambda: now)
    runtime = Runtime(History(), record, SimulatedPanel(), ScaledClock(0, 1.0), feed.heard)
    counts = TableCounts(feed)
    vitals = TableVitals(EVERYBODY, Health([]), counts, tmp_path, [record.families])
    runtime.handle(DealStarted(0, Level.parse("8"), Seat.SOUTH, Clocks(1000, 1000)), {})
    runtime.handle(CardsLaid(10, Seat.SOUTH, tuple(parse_cards("C5"))), {})
    vitals.metrics()
    runtime.handle(Passed(20, Seat.NORTH), {})
    now = 1035
    runtime.handle(TimePassed(1011), {})
    found = values(vitals.metrics())

    assert found["guandan_journal_rows_total"] == 4
    assert found['guandan_acts_total{"event": "CardsLaid"}'] == 1
    assert found['guandan_acts_total{"event": "Passed"}'] == 1
    assert found['guandan_verdicts_total{"finding": "ok"}'] == 1
    assert found['guandan_verdicts_total{"finding": "out_of_turn_pass"}'] == 1
    assert found["guandan_deadline_lateness_seconds_count"] == 1
    assert found["guandan_deadline_lateness_seconds_sum"] == pytest.approx(0.024)
    assert found["guandan_journal_append_seconds_count"] == 4
    assert found["guandan_journal_waiting_rows"] == 0
    assert found["process_open_fds"] > 0
    assert found["process_resident_memory_bytes"] > 1_000_000


@contextmanager
def watched(
    switch: Switch, tmp_path: Path, settings: MetricsSettings = EVERYBODY
) -> Iterator[TestClient]:
    health = Health([switch, lambda: Part("desk", facts={"silent_s": 0.4})])
    health.look()
    with bench() as table:
        vitals = TableVitals(settings, health, TableCounts(table.house.feed), tmp_path)
        house = House(
            table.house.desk,
            table.house.feed,
            table.house.shelf,
            Access(SECRET, b"salt", {}),
            vitals=vitals,
        )
        app = build_app(house)
        with TestClient(app, base_url="http://localhost", client=("192.168.7.20", 1)) as client:
            yield client


def test_healthz_needs_no_pin_and_tells_every_part(tmp_path: Path) -> None:
    """200 with warnings, 503 with a fault; the same words as the doctor's, in both languages."""
    switch = Switch()
    switch.found = (Finding("disk_nearly_full", {"percent": 96, "free": 900}),)
    with watched(switch, tmp_path) as client:
        answer = client.get("/healthz")
        assert answer.status_code == 200
        told = answer.json()
        assert told["state"] == "warning"
        assert told["parts"]["desk"] == {"state": "good", "silent_s": 0.4}
        assert told["troubles"][0]["says"]["zh"] == "磁盘已用96%，剩900 MB。"
        assert told["troubles"][0]["do"]["en"].startswith("Back up")
    switch.found = (Finding("rows_waiting", {"rows": 3}),)
    with watched(switch, tmp_path) as client:
        assert client.get("/healthz").status_code == 503


def test_healthz_has_no_secrets(tmp_path: Path) -> None:
    """No folder, no hash, no cookie; and a foreign Host gets nothing."""
    with watched(Switch(), tmp_path) as client:
        answer = client.get("/healthz")
        assert str(tmp_path) not in answer.text
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        assert client.get("/healthz", headers={"host": "evil.example"}).status_code == 421
        assert client.get("/metrics", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        (MetricsSettings(), 404),
        (MetricsSettings(enabled=True), 404),
        (MetricsSettings(enabled=True, answer_to=("192.168.7.0/24",)), 200),
        (MetricsSettings(enabled=True, answer_to=("192.168.7.20",)), 200),
        (MetricsSettings(enabled=True, answer_to=("192.168.8.0/24", "::/0")), 404),
    ],
)
def test_metrics_are_there_for_the_named_addresses_only(
    settings: MetricsSettings, status: int, tmp_path: Path
) -> None:
    """Off by default, then for this machine only, then for whom the settings name."""
    with watched(Switch(), tmp_path, settings) as client:
        answer = client.get("/metrics")
    assert answer.status_code == status
    if status == 200:
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert values(answer.text)['guandan_part_state{"part": "disk"}'] == 0


def test_network_that_is_none_is_refused_with_its_place(tmp_path: Path) -> None:
    """Host bits, names and rubbish are named with what is wanted."""
    file = tmp_path / "table.toml"
    file.write_text('[metrics]\nanswer_to = ["10.0.0.7/8", "hall.example"]\n', "utf-8")
    with pytest.raises(InputRefused) as refused:
        load_settings(file)

    assert [mistake.partition("metrics")[2] for mistake in refused.value.mistakes] == [
        f".answer_to {place}: found {found!r}, wanted an address or a network such as "
        "'192.168.1.0/24'"
        for place, found in ((1, "10.0.0.7/8"), (2, "hall.example"))
    ]
