"""Tests that need a compiler, an emulator or MicroPython run only for ``-m firmware``."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "firmware" in config.option.markexpr:
        return
    asked = [item for item in items if "firmware" in item.keywords]
    if asked:
        config.hook.pytest_deselected(items=asked)
        items[:] = [item for item in items if "firmware" not in item.keywords]
