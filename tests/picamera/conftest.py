"""The tests that make a root folder run only when they are asked for: ``pytest -m picamera``."""

from __future__ import annotations

import pytest

_MARKER = "picamera"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _MARKER in config.getoption("markexpr"):
        return
    kept = [item for item in items if item.get_closest_marker(_MARKER) is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
