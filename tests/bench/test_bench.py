"""A part that fails or hangs costs its own figures, never the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import __main__ as bench


def test_a_report_is_written_whatever_a_part_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One part does not exist, another one is stopped; what was measured before stays."""
    report = tmp_path / "var" / "bench.json"
    report.parent.mkdir()
    report.write_text('{"rules": {"kept": 1}}', "utf-8")
    monkeypatch.setattr(bench, "REPORT", report)
    monkeypatch.setattr(bench, "PARTS", {"rules": 9, "nothing": 30, "record": 0.05})

    status = bench.main(["nothing", "record"])

    figures = json.loads(report.read_text("utf-8"))
    assert status == 1
    assert figures["rules"] == {"kept": 1}
    assert "No module named" in figures["nothing"]["failed"]
    assert figures["record"]["failed"] == "not ready after 0 s"
    assert "nothing: " in capsys.readouterr().err
