"""What moves bytes to a seat unit and back."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """An open line."""

    def read(self) -> bytes:
        """Whatever has arrived; waits a few milliseconds for it, then returns nothing.

        Raises:
            TransportLost: If the line is gone.
        """

    def write(self, data: bytes) -> None:
        """Send all of *data*; raises `TransportLost`."""

    def close(self) -> None:
        """Let go of the line; never fails."""
