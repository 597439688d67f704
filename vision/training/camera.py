"""What light, lens, sensor and file format do to a picture of a table."""

from __future__ import annotations

import math

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.training.decks import Picture

Light = MatLike
"""A picture in the making: height × width × 3 float32, about 0..255, not yet rounded or cut."""


def photographed(chance: np.random.Generator, scene: Picture) -> Picture:
    """*scene* as some camera in some room would have delivered it."""
    light = _lit(chance, scene.astype(np.float32))
    light = _focused(chance, light)
    light = _sensed(chance, light)
    return _developed(chance, light)


def photographed_at_table(chance: np.random.Generator, scene: Picture) -> Picture:
    """*scene* as the device's own camera delivers it: lit by lamps, near focus, little noise."""
    height, width = scene.shape[:2]
    field: Light = chance.uniform(0.75, 1.05, (3, 3)).astype(np.float32)
    field = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    balance = np.array(chance.uniform((0.9, 0.95, 0.85), (1.08, 1.03, 1.08)), np.float32)
    exposure = np.float32(chance.uniform(0.6, 1.12))
    light = scene.astype(np.float32) * field[..., None] * (balance * exposure)
    if chance.random() < 0.2:
        light = light * _cast_shadow(chance, width, height)[..., None]
    if chance.random() < 0.12:
        light = light + _glare(chance, width, height)[..., None]
    light = cv2.GaussianBlur(light, (0, 0), chance.uniform(0.3, 0.95)).astype(np.float32)
    grain = chance.standard_normal((height, width, 3), np.float32)
    light = light + grain * np.float32(chance.uniform(0.5, 5))
    return np.clip(light, 0, 255).astype(np.uint8)


def smooth_noise(chance: np.random.Generator, size_wh: tuple[int, int], grain_px: int) -> Light:
    """Noise of about unit spread whose grains are *grain_px* wide; height × width."""
    width, height = size_wh
    cells = (max(2, height // grain_px), max(2, width // grain_px))
    coarse = chance.standard_normal(cells, dtype=np.float32)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def salted(chance: np.random.Generator, picture: Picture, share: float) -> Picture:
    """*picture* with that share of its pixels turned black, white or to a strong colour."""
    height, width = picture.shape[:2]
    count = int(share * height * width)
    rows, columns = chance.integers(0, height, count), chance.integers(0, width, count)
    kind = chance.random()
    if kind < 0.6:
        values = np.repeat(chance.choice([0, 255], (count, 1)), 3, axis=1)
    else:
        values = chance.choice([0, 255], (count, 3))
    result = picture.copy()
    result[rows, columns] = values
    return result


def _lit(chance: np.random.Generator, light: Light) -> Light:
    height, width = light.shape[:2]
    dimmest = chance.uniform(0.4, 0.95)
    field: Light = chance.uniform(dimmest, 1.1, (3, 3)).astype(np.float32)
    field = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    balance = np.array(
        [chance.uniform(0.82, 1.12), chance.uniform(0.9, 1.05), chance.uniform(0.76, 1.12)],
        np.float32,
    )
    exposure = chance.uniform(0.15, 0.45) if chance.random() < 0.05 else chance.uniform(0.55, 1.15)
    light = light * field[..., None] * (balance * np.float32(exposure))
    if chance.random() < 0.2:
        light = light * _cast_shadow(chance, width, height)[..., None]
    if chance.random() < 0.22:
        light = light + _glare(chance, width, height)[..., None]
    return light


def _cast_shadow(chance: np.random.Generator, width: int, height: int) -> Light:
    """The soft shadow of a lamp, a head or an arm, as a factor below 1."""
    cover: Light = np.zeros((height // 4, width // 4), np.float32)
    points = chance.uniform(-0.3, 1.3, (4, 2)) * [width // 4, height // 4]
    cv2.fillConvexPoly(cover, cv2.convexHull(points.astype(np.int32)), 1.0)
    cover = cv2.GaussianBlur(cover, (0, 0), chance.uniform(1, 10))
    cover = cv2.resize(cover, (width, height))
    return (1 - cover * chance.uniform(0.2, 0.6)).astype(np.float32)


def _glare(chance: np.random.Generator, width: int, height: int) -> Light:
    """Reflections of lamps on glossy cards."""
    glare: Light = np.zeros((height // 8, width // 8), np.float32)
    for _ in range(int(chance.integers(1, 4))):
        centre = (int(chance.integers(width // 8)), int(chance.integers(height // 8)))
        long, short = int(chance.integers(3, 16)), int(chance.integers(1, 7))
        strength = float(chance.uniform(20, 130))
        cv2.ellipse(glare, centre, (long, short), chance.uniform(0, 180), 0, 360, strength, -1)
    glare = cv2.GaussianBlur(glare, (0, 0), chance.uniform(0.8, 3.5))
    return cv2.resize(glare, (width, height)).astype(np.float32)


def _focused(chance: np.random.Generator, light: Light) -> Light:
    light = cv2.GaussianBlur(light, (0, 0), chance.uniform(0.3, 1.3)).astype(np.float32)
    if chance.random() < 0.08:
        length = int(chance.integers(2, 5))
        kernel = np.zeros((2 * length + 1,) * 2, np.float32)
        angle = chance.uniform(0, math.pi)
        reach = (round(length * math.cos(angle)), round(length * math.sin(angle)))
        start, end = (length - reach[0], length - reach[1]), (length + reach[0], length + reach[1])
        cv2.line(kernel, start, end, 1.0)
        light = cv2.filter2D(light, -1, kernel / kernel.sum()).astype(np.float32)
    if chance.random() < 0.35:
        soft = cv2.GaussianBlur(light, (0, 0), 1.2)
        light = (light * 1.7 - soft * 0.7).astype(np.float32)
    return light


def _sensed(chance: np.random.Generator, light: Light) -> Light:
    """Sampling, noise and broken pixels at the camera's own resolution, then scaled to ours."""
    height, width = light.shape[:2]
    sampling = chance.uniform(0.45, 1.5) if chance.random() < 0.5 else 1.0
    if sampling != 1.0:
        size = (round(width * sampling), round(height * sampling))
        how = cv2.INTER_AREA if sampling < 1 else cv2.INTER_LINEAR
        light = cv2.resize(light, size, interpolation=how).astype(np.float32)
    noise = chance.uniform(0.5, 8)
    light = light + chance.standard_normal(light.shape[:2], np.float32)[..., None] * noise
    if chance.random() < 0.5:
        half = (light.shape[0] // 2, light.shape[1] // 2, 3)
        blotches: Light = chance.standard_normal(half, np.float32)
        blotches = cv2.resize(blotches, (light.shape[1], light.shape[0]))
        light = light + blotches * np.float32(noise * 0.7)
    if chance.random() < 0.35:
        picture = np.clip(light, 0, 255).astype(np.uint8)
        light = salted(chance, picture, chance.uniform(0.001, 0.025)).astype(np.float32)
    if sampling != 1.0:
        how = cv2.INTER_AREA if sampling > 1 else cv2.INTER_CUBIC
        light = cv2.resize(light, (width, height), interpolation=how).astype(np.float32)
    return light


def _developed(chance: np.random.Generator, light: Light) -> Picture:
    light = np.clip(light, 0, 255)
    if chance.random() < 0.5:
        light = (255 * (light / 255) ** chance.uniform(0.7, 1.45)).astype(np.float32)
    if chance.random() < 0.1:
        middle = chance.uniform(60, 160)
        light = np.clip((light - middle) * chance.uniform(1.3, 2.6) + middle, 0, 255)
    if chance.random() < 0.14:
        grey = cv2.cvtColor(light.astype(np.uint8), cv2.COLOR_RGB2GRAY).astype(np.float32)
        full = chance.random() < 0.75
        keep = 0.0 if full else chance.uniform(0.1, 0.6)
        light = light * np.float32(keep) + grey[..., None] * np.float32(1 - keep)
    return light.astype(np.uint8)
