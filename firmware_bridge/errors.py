"""What can go wrong between us and the seat unit.

PanelError
├── PanelMissing          no such device, not ours to open, or nothing that answers
├── PanelPinsRefused      the pins file is not what it should be
└── TransportLost         the line broke while it was in use; the panel opens it again
"""

from __future__ import annotations

from pathlib import Path


class PanelError(Exception):
    """Base of every error of this package."""


class PanelMissing(PanelError):
    def __init__(self, port: str, why: str) -> None:
        super().__init__(
            f"seat unit not found at {port}: {why}; "
            "check the cable and that the user is in group dialout"
        )
        self.port = port


class PanelPinsRefused(PanelError):
    def __init__(self, path: Path, mistakes: list[str]) -> None:
        super().__init__("\n".join(f"{path.name}: {mistake}" for mistake in mistakes))
        self.mistakes = tuple(mistakes)


class TransportLost(PanelError):
    def __init__(self, port: str, why: str) -> None:
        super().__init__(f"{port}: {why}")
        self.port = port
