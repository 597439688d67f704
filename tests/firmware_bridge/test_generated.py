"""One source of constants for host, ATmega and Pico."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.generate import generated


@pytest.mark.parametrize(("path", "text"), generated().items(), ids=lambda value: str(value)[-30:])
def test_generated_file_is_current(path: Path, text: str) -> None:
    """Whoever changes protocol.toml has to run ``python -m firmware_bridge.generate``."""
    assert path.read_text("utf-8") == text
