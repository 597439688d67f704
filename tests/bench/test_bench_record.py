"""The figures of the record rest on a record that is really kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.journal import Journal
from tests.bench import bench_record


def test_deadlines_are_measured_on_rows_that_are_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each deadline is a row of its own, never early, and in time by the product's own bound."""
    monkeypatch.setattr(bench_record, "DEADLINES", 3)
    monkeypatch.setattr(bench_record, "LIMIT_MS", 40)
    monkeypatch.setattr(bench_record, "REACTION_MS", 10)
    measured = bench_record.lateness(tmp_path / "a.journal")

    assert measured["deadlines"] == 3
    with Journal.read(tmp_path / "a.journal") as journal:
        # The start, three deadlines and three acts.
        assert journal.head.rows == 7
    assert sum(measured["histogram_ms"].values()) == 3
    assert not any(bar.startswith("-") for bar in measured["histogram_ms"])


def test_latency_and_restart_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer rows here; the long record is the benchmark's."""
    monkeypatch.setattr(bench_record, "APPENDS", 20)
    monkeypatch.setattr(bench_record, "LONG_RECORD", 60)
    appended = bench_record.append_latency(tmp_path)
    resumed = bench_record.resume_time(tmp_path)

    assert 0 < appended["median_ms"] <= appended["p99_ms"] <= appended["worst_ms"]
    assert 0 < resumed["checked_s"] <= resumed["table_s"] < 2
