"""Tests of the seat unit that need a compiler, an emulator or MicroPython run when asked for."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "firmware: runs a unit's own program in real time, by `make test-firmware`"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "firmware" in config.option.markexpr:
        return
    asked = [item for item in items if "firmware" in item.keywords]
    if asked:
        config.hook.pytest_deselected(items=asked)
        items[:] = [item for item in items if "firmware" not in item.keywords]
