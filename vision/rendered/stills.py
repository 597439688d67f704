"""Stills of one play on dark cloth, in a deck the networks were not trained on.

Fonts and Pillow are needed where stills are made, not where they are read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from cv2.typing import MatLike

from referee.rules.cards import Card
from vision.training.camera import smooth_noise
from vision.training.decks import Deck, Style, draw_deck
from vision.training.faces import FACES
from vision.training.fonts import installed_families
from vision.training.scenes import Canvas, PlacedCard

SIZE_WH = (1280, 960)
PX_PER_MM = 4.0

_DECK_SEED = 9_000_001
"""Far from the seeds of training and of test decks."""

_MARGIN_MM = 24.0
"""Room for the turned outer cards of a fan and for a play laid off the middle."""

_STYLE = Style(
    size_mm=(58.0, 88.0),
    paper=(252, 251, 246),
    red_ink=(205, 24, 34),
    black_ink=(22, 22, 26),
    rank_wh=(6.2, 9.0),
    suit_height=6.4,
    gap=1.2,
    left=5.9,
    top=3.6,
    four_indices=False,
    frame=False,
    pip_height=11.0,
    joker_manner="stacked",
    joker_letter_wh=(4.2, 5.0),
    joker_gap=0.8,
    picture_jokers_alike=True,
    weight_px=1,
    slant=0.0,
)
"""As most Guandan decks are printed: large plain indices, JOKER down the edge, jokers alike."""


def render_play(cards: Sequence[Card], seed: int) -> MatLike:
    """A photograph-like picture of *cards* as one seat lays them.

    Args:
        cards: one to ten cards, left to right as the player who lays them sees them.
        seed: decides seat, row or fan, light and noise; same cards and seed, same picture.

    Returns:
        960 × 1280 × 3 bytes, BGR as `cv2.imwrite` wants it.

    Raises:
        ValueError: for no cards or more than ten.
    """
    if not 1 <= len(cards) <= 10:
        raise ValueError(f"a play has 1 to 10 cards, got {len(cards)}: {' '.join(map(str, cards))}")
    chance = np.random.default_rng([seed, 43])
    canvas = Canvas(chance, _cloth(chance), _view(chance))
    deck = _deck()
    for placed in _layout(chance, [FACES.index(str(card)) for card in cards]):
        canvas.lay(deck, placed)
    return cv2.cvtColor(_photographed(chance, canvas.picture), cv2.COLOR_RGB2BGR)


@cache
def _deck() -> Deck:
    families = [family for family in installed_families() if family.held_out]
    return draw_deck(_DECK_SEED, families, style=_STYLE)


def _layout(chance: np.random.Generator, faces: Sequence[int]) -> list[PlacedCard]:
    """A row or a fan before one of the four seats; every card shows its left index."""
    seat = int(chance.integers(4))
    turn = seat * math.pi / 2 + chance.normal(0, 0.06)
    room = (SIZE_WH[0] if seat % 2 == 0 else SIZE_WH[1]) / PX_PER_MM - 2 * _MARGIN_MM
    gaps = max(1, len(faces) - 1)
    widest = (room - _STYLE.size_mm[0]) / gaps
    fan = len(faces) > 2 and chance.random() < 0.5
    step = min(widest, chance.uniform(16, 22) if fan or len(faces) > 4 else chance.uniform(18, 64))
    spread = chance.uniform(0.02, 0.05) if fan else 0.0
    middle = np.clip(chance.normal(0, 5, 2), -8, 8)
    placed = []
    for number, face in enumerate(faces):
        place = number - (len(faces) - 1) / 2
        x = place * step + chance.normal(0, 0.5)
        y = place * place * spread * step * 0.5 + chance.normal(0, 1.0)
        centre = (
            float(middle[0] + x * math.cos(turn) - y * math.sin(turn)),
            float(middle[1] + x * math.sin(turn) + y * math.cos(turn)),
        )
        angle = turn + place * spread + chance.normal(0, 0.012)
        placed.append(PlacedCard(face, centre, float(angle)))
    return placed


def _view(chance: np.random.Generator) -> MatLike:
    """From millimetres around the table's middle to pixels, the camera a little tilted."""
    tilt = np.eye(3)
    tilt[2, :2] = chance.uniform(-0.0001, 0.0001, 2)
    scale = np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    middle = np.array([[1, 0, SIZE_WH[0] / 2], [0, 1, SIZE_WH[1] / 2], [0, 0, 1.0]])
    view: MatLike = middle @ tilt @ scale
    return view


def _cloth(chance: np.random.Generator) -> MatLike:
    colour = np.array([[18, 58, 44], [22, 38, 62], [52, 24, 30]][int(chance.integers(3))])
    weave = smooth_noise(chance, SIZE_WH, 2) * 3 + smooth_noise(chance, SIZE_WH, 90) * 4
    cloth: MatLike = np.clip(colour + weave[..., None], 0, 255).astype(np.uint8)
    return cloth


def _photographed(chance: np.random.Generator, scene: MatLike) -> MatLike:
    """Light from one side, a little blur, sensor noise."""
    light: MatLike = chance.uniform(0.78, 1.0, (2, 3)).astype(np.float32)
    light = cv2.resize(light, SIZE_WH, interpolation=cv2.INTER_CUBIC)
    picture = cv2.GaussianBlur(scene, (0, 0), chance.uniform(0.6, 1.0)) * light[..., None]
    noise = chance.standard_normal(scene.shape, np.float32) * chance.uniform(1.5, 4.0)
    result: MatLike = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return result
