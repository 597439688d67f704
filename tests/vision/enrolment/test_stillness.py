from __future__ import annotations

import numpy as np

from vision.enrolment.stillness import Stillness
from vision.sources.base import SMALL_WH, Frame


def moments(*scenes: tuple[int, int], noise: float = 3.0) -> list[int]:
    """Times at which something new lies still; scenes are a place of a card and its duration."""
    stillness, at_ms, told = Stillness(), 0, []
    chance = np.random.default_rng(1)
    for place, lasts_ms in scenes:
        for _ in range(lasts_ms // 100):
            at_ms += 100
            image = np.full((SMALL_WH[1], SMALL_WH[0], 3), 60, np.float32)
            if place:
                image[100:180, place : place + 50] = 230
            noisy = np.clip(image + chance.normal(0, noise, image.shape), 0, 255).astype(np.uint8)
            if stillness.is_new(Frame(noisy, at_ms, at_ms // 100)):
                told.append(at_ms)
    return told


def test_each_new_thing_is_told_once_when_it_rests() -> None:
    """A card that is put down, left there, and then moved: two moments, and the bare table."""
    assert moments((0, 2000), (100, 3000), (300, 3000)) == [800, 2800, 5800]


def test_nothing_is_told_while_something_moves() -> None:
    """A hand that goes on moving, however long."""
    assert moments(*((100 + 20 * i, 200) for i in range(20))) == []


def test_what_comes_back_unchanged_is_not_told_again() -> None:
    """A hand that passes over and takes nothing."""
    assert moments((100, 2000), (300, 300), (100, 2000)) == [800]
