"""The self-check before a round: each part is really looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.app.panel_keys import PanelLine
from referee.app.self_check import TableParts, TableSelfCheck
from referee.app.settings import JournalSettings, PanelSettings, RulesSettings, Settings
from referee.ports import PanelState
from referee.texts import Language
from referee.web.ports import CameraState, CameraTrouble


class Rows:
    """A record whose disk may refuse rows."""

    def __init__(self, waiting: int = 0) -> None:
        self.waiting = waiting


class Camera:
    """A camera in a state."""

    def __init__(self, state: CameraState) -> None:
        self._state = state

    def state(self) -> CameraState:
        return self._state

    def picture(self) -> bytes | None:
        return None


def parts_at(folder: Path, **settings: object) -> TableParts:
    made = Settings(journal=JournalSettings(folder=str(folder)), **settings)  # type: ignore[arg-type]
    line = PanelLine([Language.ENGLISH], lambda _: None)
    return TableParts(made, Rows(), lambda: 7, line)  # type: ignore[arg-type]


def found(parts: TableParts) -> dict[str, str]:
    """Name of each check and its state."""
    return {result.name: result.state for result in TableSelfCheck(parts).results()}


def test_everything_is_told_in_both_languages(tmp_path: Path) -> None:
    """No result without words, and a cure wherever something is to be done."""
    for result in TableSelfCheck(parts_at(tmp_path)).results():
        assert set(result.says) == {"zh", "en"}
        assert bool(result.cure) is (result.state in ("warning", "fault")), result


def test_rows_that_wait_are_a_fault(tmp_path: Path) -> None:
    """The journal is asked, not taken for granted."""
    parts = parts_at(tmp_path)

    assert found(parts)["journal"] == "good"
    assert found(replace(parts, record=Rows(3)))["journal"] == "fault"  # type: ignore[arg-type]


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    """It is tried with a file."""
    (tmp_path / "file").write_text("")

    assert found(parts_at(tmp_path / "file" / "journals"))["journals"] == "fault"


def test_a_unit_has_to_have_answered(tmp_path: Path) -> None:
    """Silence is a fault where a unit is expected."""
    parts = parts_at(tmp_path, panel=PanelSettings(driver="serial"))
    assert found(parts)["unit"] == "fault"
    parts.line.state(PanelState(connected=True, at_ms=0, reason="answered"))

    assert found(parts)["unit"] == "good"


SEEN = CameraState("pi:0", None, seen_ms_ago=90, px_per_mm=2.5, residual_mm=0.8)


@pytest.mark.parametrize(
    ("state", "camera", "calibration"),
    [
        (SEEN, "good", "good"),
        (replace(SEEN, trouble=CameraTrouble.LOST), "fault", "good"),
        (replace(SEEN, trouble=CameraTrouble.DARK), "fault", "good"),
        (replace(SEEN, seen_ms_ago=9_000), "fault", "good"),
        (replace(SEEN, seen_ms_ago=None), "fault", "good"),
        (replace(SEEN, px_per_mm=0.0), "good", "fault"),
    ],
)
def test_a_camera_is_fresh_and_calibrated(
    tmp_path: Path, state: CameraState, camera: str, calibration: str
) -> None:
    """An old picture, a dark one, or one without a calibration is no good one."""
    results = found(replace(parts_at(tmp_path), camera=Camera(state)))

    assert (results["camera"], results["calibration"]) == (camera, calibration)
    assert "moved" not in results


def test_a_camera_that_moved_is_a_fault(tmp_path: Path) -> None:
    """With by how much."""
    parts = replace(parts_at(tmp_path), camera=Camera(replace(SEEN, moved_mm=14.0)))
    (moved,) = (one for one in TableSelfCheck(parts).results() if one.name == "moved")

    assert moved.state == "fault"
    assert "14" in moved.says["zh"]


def test_an_enrolled_deck_has_to_be_there_and_whole(tmp_path: Path) -> None:
    """A folder that holds none is named with what was found."""
    parts = parts_at(tmp_path)

    assert found(parts)["deck"] == "note"
    assert found(replace(parts, deck=tmp_path / "no-deck"))["deck"] == "fault"


def test_a_ruleset_has_to_be_usable(tmp_path: Path) -> None:
    """The one of the settings is loaded."""
    assert found(parts_at(tmp_path, rules=RulesSettings(ruleset="jiangsu-2017")))["ruleset"] == (
        "good"
    )
    assert found(parts_at(tmp_path, rules=RulesSettings(ruleset="no-such")))["ruleset"] == "fault"


def test_a_check_that_fails_is_a_fault_and_keeps_none_from_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our own defect is told like any other fault."""

    def broken(_: object) -> None:
        raise KeyError("file")

    monkeypatch.setattr("referee.app.self_check.check_weights", broken)
    results = found(parts_at(tmp_path))

    assert results["weights"] == "fault"
    assert results["clock"] in ("good", "warning", "note")
