"""Settings to keep a table open with when the real ones, or what they ask for, do not work.

No camera and no seat unit: the referee enters plays on the page, the rules judge them, the journal
goes on. Every section that can be used is taken over, the others are left at their defaults.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from referee.app.settings import (
    JournalSettings,
    MetricsSettings,
    RulesSettings,
    TextSettings,
    WebSettings,
)
from referee.app.toml_files import Section

_KEPT: Mapping[str, type[Section]] = {
    "journal": JournalSettings,
    "texts": TextSettings,
    "web": WebSettings,
    "metrics": MetricsSettings,
    "rules": RulesSettings,
}
"""Sections that hand entry needs; what drives hardware or reads cards stays behind."""


def safe_settings(config: Path) -> str:
    """The text of a ``table.toml`` for hand entry, from whatever of *config* can be used."""
    try:
        found = tomllib.loads(config.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        found = {}
    lines = []
    for name, shape in _KEPT.items():
        section = found.get(name)
        if isinstance(section, dict) and _is_sound(section, shape):
            lines += [f"[{name}]", *(f"{key} = {json.dumps(section[key])}" for key in section)]
    return "".join(line + "\n" for line in lines)


def _is_sound(section: Mapping[str, Any], shape: type[Section]) -> bool:
    try:
        shape.model_validate(section)
    except ValidationError:
        return False
    return True
