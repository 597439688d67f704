"""Where the data that ship with the program lie: inside the installed package, or the checkout."""

from __future__ import annotations

from importlib import resources
from pathlib import Path


def shipped_config() -> Path:
    """The folder ``config``."""
    installed = Path(str(resources.files("referee"))) / "data" / "config"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "config"
