"""Ways of looking at the same crop, so that faded and missing colours do not decide a suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from referee.rules.cards import FACES, Suit
from vision.detectors.base import Picture

_VIVID = 2.0
"""Factor on the colours of the second look: faded reds are brought back to those of training."""
_COLOURLESS = 2.0
"""Mean difference of the strongest to the weakest channel below which a picture has no colours."""
_PAPER_PERCENT = 80
_INK_PERCENT = 3
"""Brightness of paper and of ink in a crop, as percentiles: print covers a fifth of an index."""
_PAPER = (236.0, 236.0, 236.0)
_RED_INK = (205.0, 28.0, 40.0)
_BLACK_INK = (28.0, 28.0, 32.0)

_RED_FACES = [FACES.index(card) for card in FACES if card.suit in {Suit.DIAMONDS, Suit.HEARTS}]
_BLACK_FACES = [FACES.index(card) for card in FACES if card.suit in {Suit.CLUBS, Suit.SPADES}]
_ALL_FACES = list(range(len(FACES)))


@dataclass(frozen=True, slots=True)
class Look:
    """One way of showing crops to the classifier."""

    change: Callable[[Picture], Picture]
    """Takes and gives RGB crops, shape ``(n, height, width, 3)``."""
    faces: Sequence[int]
    """The faces it is asked about, as places in `FACES`."""
    weight: float
    """What its answer counts; over all looks the weights of each face add up to one."""


def looks_at(picture_rgb: Picture) -> tuple[Look, ...]:
    """Choose the looks for a picture.

    Without colours red and black ink differ only in shape and a little in brightness, and a
    classifier trained on colours takes all of them for black. So the print is coloured red to ask
    about diamonds and hearts, black to ask about clubs and spades.
    """
    if is_colourless(picture_rgb):
        return (Look(_in_red, _RED_FACES, 1.0), Look(_in_black, _BLACK_FACES, 1.0))
    return (Look(_as_is, _ALL_FACES, 0.5), Look(_vivid, _ALL_FACES, 0.5))


def is_colourless(picture_rgb: Picture) -> bool:
    spread = picture_rgb.max(axis=2).astype(np.int16) - picture_rgb.min(axis=2)
    return bool(spread.mean() < _COLOURLESS)


def inked(crops: Picture, ink: tuple[float, float, float]) -> Picture:
    """Print grey crops anew: paper white, ink in the colour given, shades between."""
    grey = crops.astype(np.float32).mean(axis=3)
    paper = np.percentile(grey, _PAPER_PERCENT, axis=(1, 2))[:, None, None]
    darkest = np.percentile(grey, _INK_PERCENT, axis=(1, 2))[:, None, None]
    print_ = np.clip((paper - grey) / np.maximum(paper - darkest, 1.0), 0, 1)[..., None]
    return np.asarray(np.array(_PAPER) * (1 - print_) + np.array(ink) * print_, np.uint8)


def _as_is(crops: Picture) -> Picture:
    return crops


def _vivid(crops: Picture) -> Picture:
    colours = crops.astype(np.float32)
    grey = colours.mean(axis=3, keepdims=True)
    return np.asarray(np.clip(grey + (colours - grey) * _VIVID, 0, 255), np.uint8)


def _in_red(crops: Picture) -> Picture:
    return inked(crops, _RED_INK)


def _in_black(crops: Picture) -> Picture:
    return inked(crops, _BLACK_INK)
