"""Tables and what lies on them besides cards: cloth, wood, stone, keys, discs, hands."""

from __future__ import annotations

import math

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.training.camera import smooth_noise
from vision.training.decks import Picture


def draw_table(chance: np.random.Generator, size_wh: tuple[int, int]) -> Picture:
    """A bare table top: cloth, wood, stone or plain, with now and then print or clutter on it."""
    width, height = size_wh
    hue, saturation = int(chance.integers(180)), int(chance.integers(0, 200))
    value = int(chance.choice([chance.integers(12, 110), chance.integers(60, 235)]))
    colour = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2RGB)
    table = np.broadcast_to(colour.astype(np.float32), (height, width, 3)).copy()
    kind = chance.choice(["cloth", "cloth", "wood", "stone", "plain", "knit"])
    if kind == "wood":
        table += _wood(chance, width, height)[..., None]
    elif kind == "stone":
        speckle = smooth_noise(chance, size_wh, int(chance.integers(2, 5)))
        table += (np.maximum(speckle - 0.8, 0) * chance.uniform(10, 60))[..., None]
    elif kind == "knit":
        table += _knit(chance, width, height)[..., None]
    fine = smooth_noise(chance, size_wh, 1) * chance.uniform(0, 7)
    coarse = smooth_noise(chance, size_wh, 5) * chance.uniform(0, 5)
    broad = smooth_noise(chance, size_wh, 60) * chance.uniform(0, 9)
    picture = np.clip(table + (fine + coarse + broad)[..., None], 0, 255).astype(np.uint8)
    if chance.random() < 0.25:
        _print_on(chance, picture)
    return picture


def put_hands(chance: np.random.Generator, scene: Picture) -> NDArray[np.bool_]:
    """Lay one or two hands with sleeves into *scene*; returns where they cover it."""
    height, width = scene.shape[:2]
    covered = np.zeros((height, width), np.uint8)
    for _ in range(int(chance.integers(1, 3))):
        hand = np.zeros((height, width), np.uint8)
        angle = chance.uniform(0, 2 * math.pi)
        wrist = chance.uniform(0, 1, 2) * [width, height]
        along = np.array([math.cos(angle), math.sin(angle)])
        across = np.array([-along[1], along[0]])
        _limb(hand, wrist + along * 50, wrist + along * 900, int(chance.integers(80, 140)))
        for finger in range(int(chance.integers(1, 6))):
            root = wrist + across * (finger - 2) * chance.uniform(24, 36) + along * 55
            tip = root - along * chance.uniform(70, 190) + across * chance.uniform(-25, 25)
            _limb(hand, root, tip, int(chance.integers(24, 40)))
        brightness = chance.uniform(90, 235)
        skin = np.array([1.0, chance.uniform(0.62, 0.85), chance.uniform(0.42, 0.75)]) * brightness
        fine = smooth_noise(chance, (width, height), 16) * 7
        shade = fine + smooth_noise(chance, (width, height), 90) * 16
        soft = cv2.blur(hand, (3, 3)).astype(np.float32)[..., None] / 255
        painted = np.clip(skin + shade[..., None], 0, 255)
        scene[:] = (scene * (1 - soft) + painted * soft).astype(np.uint8)
        if chance.random() < 0.6:
            sleeve = np.zeros((height, width), np.uint8)
            start = wrist + along * chance.uniform(120, 220)
            _limb(sleeve, start, wrist + along * 900, int(chance.integers(130, 190)))
            scene[sleeve > 0] = chance.integers(10, 235, 3)
            hand |= sleeve
        covered |= hand
    result: NDArray[np.bool_] = covered > 127
    return result


def put_things(chance: np.random.Generator, scene: Picture) -> NDArray[np.bool_]:
    """Lay report discs, glasses or a pen into *scene*; returns where they cover it."""
    height, width = scene.shape[:2]
    covered = np.zeros((height, width), np.uint8)
    for _ in range(int(chance.integers(1, 4))):
        x, y = int(chance.integers(width)), int(chance.integers(height))
        colour = tuple(int(level) for level in chance.integers(0, 255, 3))
        if chance.random() < 0.6:
            radius = int(chance.integers(14, 70))
            cv2.circle(scene, (x, y), radius, colour, -1, cv2.LINE_AA)
            rim = tuple(int(level * 0.6) for level in colour)
            cv2.circle(scene, (x, y), radius, rim, 3, cv2.LINE_AA)
            cv2.circle(covered, (x, y), radius, 255, -1)
        else:
            angle = chance.uniform(0, 2 * math.pi)
            end = (round(x + 300 * math.cos(angle)), round(y + 300 * math.sin(angle)))
            thickness = int(chance.integers(4, 22))
            cv2.line(scene, (x, y), end, colour, thickness, cv2.LINE_AA)
            cv2.line(covered, (x, y), end, 255, thickness)
    result: NDArray[np.bool_] = covered > 127
    return result


def _limb(mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64],
          thickness: int) -> None:  # fmt: skip
    first, last = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
    cv2.line(mask, first, last, 255, thickness, cv2.LINE_AA)


def _wood(chance: np.random.Generator, width: int, height: int) -> MatLike:
    grain: MatLike = chance.standard_normal((height, 6), dtype=np.float32)
    grain = cv2.GaussianBlur(grain, (1, 5), chance.uniform(0.5, 3))
    grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    if chance.random() < 0.5:
        grain = cv2.resize(np.ascontiguousarray(grain.T), (width, height))
    wood = grain * chance.uniform(4, 22)
    if chance.random() < 0.5:
        for place in chance.integers(0, height, 3):
            cv2.line(wood, (0, int(place)), (width, int(place)), -30.0, int(chance.integers(1, 4)))
    return wood.astype(np.float32)


def _knit(chance: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    pitch = chance.uniform(8, 24)
    x = np.arange(width, dtype=np.float32)[None]
    y = np.arange(height, dtype=np.float32)[:, None]
    bend = smooth_noise(chance, (width, height), 90) * 6
    wave = np.sin((x + bend) * 2 * math.pi / pitch) * np.sin((y + bend) * 2 * math.pi / pitch)
    return (wave * chance.uniform(5, 35)).astype(np.float32)


def _print_on(chance: np.random.Generator, table: Picture) -> None:
    """Lines, rings, keys and stray letters, none of which is an index."""
    height, width = table.shape[:2]
    kind = chance.choice(["lines", "rings", "keys", "letters"])
    colour = tuple(int(level) for level in chance.integers(0, 255, 3))
    if kind == "keys":
        size = int(chance.integers(24, 48))
        x0, y0 = int(chance.integers(-100, width)), int(chance.integers(-100, height))
        for row in range(int(chance.integers(2, 6))):
            for column in range(int(chance.integers(5, 14))):
                x, y = x0 + column * (size + 4) + row * size // 4, y0 + row * (size + 4)
                cv2.rectangle(table, (x, y), (x + size, y + size), colour, -1)
                _letter(chance, table, (x + 6, y + size - 8), size / 60)
        return
    for _ in range(int(chance.integers(1, 6))):
        x, y = int(chance.integers(width)), int(chance.integers(height))
        if kind == "lines":
            end = (int(chance.integers(width)), int(chance.integers(height)))
            cv2.line(table, (x, y), end, colour, int(chance.integers(1, 6)), cv2.LINE_AA)
        elif kind == "rings":
            radius, thickness = int(chance.integers(10, 90)), int(chance.choice([-1, 2, 4]))
            cv2.circle(table, (x, y), radius, colour, thickness, cv2.LINE_AA)
        else:
            _letter(chance, table, (x, y), chance.uniform(0.5, 1.6))


def _letter(
    chance: np.random.Generator, table: Picture, place: tuple[int, int], size: float
) -> None:
    letter = chr(int(chance.integers(ord("A"), ord("Z") + 1)))
    level = int(chance.choice([20, 235]))
    cv2.putText(table, letter, place, cv2.FONT_HERSHEY_DUPLEX, size, (level,) * 3, 1, cv2.LINE_AA)
