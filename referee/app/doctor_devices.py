"""Are camera and seat unit there, and may this user open them?"""

from __future__ import annotations

import grp
import os
from collections.abc import Iterable
from pathlib import Path

from referee.app.doctor_findings import Finding
from referee.app.settings import PanelSettings, Settings

POOR_MM = 3.0
"""A residual above this and a card's index is looked for beside where it lies."""
_GROUPS = ("video", "dialout", "gpio")
_SERIAL = ("dev/guandan-panel", "dev/ttyACM*", "dev/ttyUSB*")
_PINS = ("dev/gpiochip*",)
_CAMERAS = ("dev/video*", "dev/media*")


def check_devices(settings: Settings, root: Path = Path("/")) -> list[Finding]:
    return [
        _camera(root),
        _unit(settings.panel, root),
        _calibration(settings),
        _groups(),
    ]


def _camera(root: Path) -> Finding:
    nodes = _nodes(root, _CAMERAS)
    if not nodes:
        return Finding("camera_none")
    return Finding(_openable(nodes, "camera_seen", "camera_locked"), {"nodes": _listed(nodes)})


def _calibration(settings: Settings) -> Finding:
    """Whether the camera that the settings name has its place on the table."""
    camera = settings.camera
    if not camera.source or camera.source.startswith("rendered:"):
        return Finding("calibration_unneeded")
    if not camera.calibration:
        return Finding("calibration_missing", {"source": camera.source})
    from vision.calibration.calibration_file import read_calibration
    from vision.calibration.view import CalibrationError

    file = Path(camera.calibration).expanduser()
    try:
        view, _ = read_calibration(file)
    except CalibrationError as error:
        return Finding("calibration_unusable", {"cause": error})
    facts = {"file": file, "residual": f"{view.residual_mm:.1f}"}
    poor = view.residual_mm > POOR_MM
    return Finding("calibration_poor" if poor else "calibration_good", facts)


def _unit(settings: PanelSettings, root: Path) -> Finding:
    match settings.driver:
        case "simulated":
            return Finding("unit_simulated")
        case "gpio":
            nodes = _nodes(root, _PINS)
        case "serial":
            named = settings.port.removeprefix("/")
            nodes = _nodes(root, (named,) if named else _SERIAL)
    facts = {"driver": settings.driver, "nodes": _listed(nodes), "port": settings.port or "–"}
    if not nodes:
        return Finding("unit_missing", facts)
    return Finding(_openable(nodes, "unit_seen", "unit_locked"), facts)


def _groups() -> Finding:
    """Root may open everything; others need the groups that the system has."""
    ours = {*os.getgroups(), os.getegid()}
    there = {group.gr_name: group.gr_gid for group in grp.getgrall()}
    missing = [name for name in _GROUPS if name in there and there[name] not in ours]
    if os.geteuid() == 0 or not missing:
        return Finding("groups_good")
    return Finding("groups_missing", {"groups": ", ".join(missing)})


def _nodes(root: Path, patterns: Iterable[str]) -> list[Path]:
    return [node for pattern in patterns for node in sorted(root.glob(pattern))]


def _openable(nodes: Iterable[Path], yes: str, no: str) -> str:
    return yes if any(os.access(node, os.R_OK | os.W_OK) for node in nodes) else no


def _listed(nodes: Iterable[Path]) -> str:
    return ", ".join(map(str, nodes)) or "–"
