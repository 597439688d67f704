"""Reference material that is not part of the project: looked for, never required."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("GUANDAN_SHARED") or Path(__file__).parents[1].parent / "shared")
"""``../shared`` beside the checkout, or wherever the environment says."""


def reference(path: str) -> Path:
    """The file or folder *path* of the reference material; skips the test where it is absent."""
    place = SHARED / path
    if not place.exists():
        pytest.skip(f"no reference material at {place}; set GUANDAN_SHARED")
    return place
