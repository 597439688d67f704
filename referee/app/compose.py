"""Which concrete thing stands behind each port. The only file that names drivers."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from referee.app.settings import PanelSettings, ReaderSettings
from referee.ports import CardEye, SeatPanel


def build_panel(settings: PanelSettings) -> SeatPanel:
    """The seat unit; imports sit inside the branches so that no driver needs another's library."""
    match settings.driver:
        case "simulated":
            from firmware_bridge.panels.simulated import SimulatedPanel

            return SimulatedPanel()
        case other:
            assert_never(other)


def build_eye(settings: ReaderSettings) -> CardEye:
    """The card reader with its networks loaded; a second or so."""
    from vision.read.reader import CardReader
    from vision.stills_eye import StillsEye

    folder = Path(settings.weights).expanduser() if settings.weights else None
    reader = CardReader.from_weights(folder, threads=settings.threads)
    return StillsEye(reader, settings.px_per_mm or None)
