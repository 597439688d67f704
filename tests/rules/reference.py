"""Where the reference material lies that is not part of this repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared import SHARED

CONFORMANCE = SHARED / "rules" / "conformance"


def needs(path: Path) -> list[pytest.MarkDecorator]:
    """Marks for a test that reads *path*: it skips with a reason where that is not there."""
    reason = f"no reference material at {path}; set GUANDAN_SHARED"
    return [pytest.mark.shared, pytest.mark.skipif(not path.exists(), reason=reason)]
