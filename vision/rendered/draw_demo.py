"""Draw the pictures of the demo: ``python -m vision.rendered.draw_demo``.

Needs the extra `train` and its fonts; whoever only looks at the demo needs neither. The pictures
are drawn from the labels of the session file, each from a seed of its own.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2

from referee.rules.cards import parse_cards
from vision.rendered.stills import render_play

FOLDER = Path(__file__).parent / "demo"
SEED = 20_260_800
JPEG_QUALITY = 88


def draw(folder: Path = FOLDER) -> int:
    """Draw every picture that the session in *folder* names; returns how many."""
    session = tomllib.loads((folder / "session.toml").read_text("utf-8"))
    acts = [act for act in session["act"] if "photo" in act]
    for number, act in enumerate(acts):
        picture = render_play(parse_cards(act["cards"]), SEED + number)
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        cv2.imwrite(str(folder / act["photo"]), picture, quality)
    return len(acts)


if __name__ == "__main__":
    draw()
