"""Colours that can be read in sunlight and in a dark hall: WCAG 2.2, 1.4.3 and 1.4.6."""

from __future__ import annotations

import re

import pytest

from referee.web.files import static_files

STYLE = static_files()["page.css"].content.decode()
ENOUGH, MUCH = 4.5, 7.0

PAIRS = {
    ("ink", "panel"): MUCH,
    ("ink", "ground"): MUCH,
    ("ink", "key"): MUCH,
    ("felt-ink", "felt"): MUCH,
    ("felt-ink", "felt-seat"): MUCH,
    ("felt-quiet", "felt-seat"): MUCH,
    ("black", "card"): MUCH,
    ("red", "card"): ENOUGH,
    ("quiet", "panel"): ENOUGH,
    ("bad", "bad-ground"): ENOUGH,
    ("bad", "panel"): ENOUGH,
    ("doubt", "doubt-ground"): ENOUGH,
    ("ask", "ask-ground"): ENOUGH,
    ("ask", "panel"): ENOUGH,
    ("go-ink", "go"): ENOUGH,
    ("go-text", "panel"): ENOUGH,
}
"""What is written in the first colour on the second, and the least contrast it needs."""


def colours(theme: str) -> dict[str, str]:
    """The variables of a theme; a dark one changes some of the light ones."""
    blocks = re.findall(r":root(\[data-theme=\"dark\"\])? \{(.*?)\}", STYLE, re.DOTALL)
    found: dict[str, str] = {}
    for dark, text in blocks[:2]:
        if not dark or theme == "dark":
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", text))
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids="-on-".join)
def test_text_stands_out(pair: tuple[str, str], theme: str) -> None:
    """What is read at a glance has seven times the light of its ground, all else four and a half.

    The faces of cards are the same in both themes.
    """
    known = colours(theme)
    light, dark = sorted((luminance(known[name]) for name in pair), reverse=True)

    assert (light + 0.05) / (dark + 0.05) >= PAIRS[pair]
