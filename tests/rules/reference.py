"""Where the reference material lies that is not part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("GUANDAN_SHARED", Path(__file__).parents[2].parent / "shared"))
"""Beside the checkout, unless the environment says otherwise."""

CONFORMANCE = SHARED / "rules" / "conformance"


def needs(path: Path) -> list[pytest.MarkDecorator]:
    """Marks for a test that reads *path*: it skips with a reason where that is not there."""
    reason = f"no reference material at {path}; set GUANDAN_SHARED"
    return [pytest.mark.shared, pytest.mark.skipif(not path.exists(), reason=reason)]
