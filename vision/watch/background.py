"""How the table looked when it was last understood, and how another frame differs from that.

All three channels count: a green sleeve may be as bright as a green cloth, but hardly of one colour
with it. Each channel has its own gain, so that white balance is no change either.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture
from vision.watch.field import Mask

_Gains = npt.NDArray[np.float32]
"""Shape ``(3,)``."""

_DIFFERS = 12
"""Levels by which a channel must differ at least: several times a averaged cell's noise."""
_DIFFERS_SHARE = 0.09
"""And by this share of its brightness: lamps flicker, and white cards show it most."""
_MOVES = 10
_MOVES_SHARE = 0.06
"""The same from one frame to the next."""
_DARK = 0.3
"""A frame lit by less than this share of the background's light shows nothing."""
_DARK_LEVEL = 6.0
_REBASE = 0.03
"""Change of the whole light from which the background is scaled instead of followed slowly."""
_FOLLOWS = 0.03
"""Share of the difference taken over with each frame where nothing has changed."""
_RELIT = (0.3, 3.0)
"""By how much a lamp or a shadow changes the light of a place."""
_LEAST_LEVEL = 4.0
_ONE_LIGHT = 0.16
"""Share by which the channels of a cell may differ in how much brighter they are."""
_SMOOTH = 0.12
"""Share by which a cell's light may differ from that of its neighbours."""
_MOSTLY = 0.88
_SAMPLE = 5
"""Every fifth cell each way tells the light of the whole."""


class Background:
    def __init__(self, part: Picture) -> None:
        self._rest = part.astype(np.float32)
        self._before = part
        self._gains: _Gains = np.ones(3, np.float32)

    def compare(self, part: Picture, trusted: Mask | None) -> tuple[Mask, Mask] | None:
        """Compare a frame.

        Args:
            part: The watched cells of it.
            trusted: Cells that tell the light, those where nothing had changed; all of them when
                ``None``.

        Returns:
            Cells that differ from the background, and cells that differ from the frame before;
            ``None`` for a frame too dark to tell.
        """
        gains = self._light(part, trusted)
        if gains is None:
            return None
        light = gains / self._gains
        if float(np.abs(gains - 1).max()) > _REBASE:
            self._rest *= gains
            gains = np.ones(3, np.float32)
        changed = _beyond(part, _scaled(self._rest, gains), _DIFFERS, _DIFFERS_SHARE)
        moved = _beyond(part, _scaled(self._before, light), _MOVES, _MOVES_SHARE)
        self._before = part
        self._gains = gains
        return changed, moved

    def follow(self, unchanged: Mask) -> None:
        """Take over some of the light of cells where nothing has changed."""
        cv2.accumulateWeighted(self._before, self._rest, _FOLLOWS, mask=unchanged)

    def absorb(self, cells: Mask) -> None:
        """From now on these cells look as they should."""
        chosen = cells > 0
        self._rest[chosen] = self._before[chosen] / self._gains

    def brightened(self, cells: Mask) -> bool:
        """Whether these cells are brighter than the background on the whole."""
        now = cv2.mean(self._before, mask=cells)[1]
        return now > cv2.mean(self._rest, mask=cells)[1] * float(self._gains[1])

    def is_relit(self, cells: Mask) -> bool:
        """Whether these cells show what they showed, in another light.

        Light changes all channels alike and has no sharp edge; a sleeve or a card does not.
        """
        rows, columns = np.nonzero(cells)
        box = slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1)
        inside = cells[box] > 0
        was = np.maximum(self._rest[box] * self._gains, _LEAST_LEVEL)
        ratio = self._before[box].astype(np.float32) / was
        mean = ratio.mean(axis=2)
        low, high = _RELIT
        alike = np.abs(ratio - mean[..., None]).max(axis=2) <= _ONE_LIGHT * mean
        smooth = np.abs(mean - cv2.blur(mean, (5, 5))) <= _SMOOTH * mean
        fits = alike & smooth & (mean > low) & (mean < high)
        return float(fits[inside].mean()) >= _MOSTLY

    def _light(self, part: Picture, trusted: Mask | None) -> _Gains | None:
        """How much brighter each channel is than the background, by the cells that can tell."""
        sampled = part[::_SAMPLE, ::_SAMPLE].astype(np.float32)
        if float(sampled.mean()) < _DARK_LEVEL:
            return None
        ratios = (sampled / np.maximum(self._rest[::_SAMPLE, ::_SAMPLE], 4.0)).reshape(-1, 3)
        if trusted is not None:
            known = ratios[trusted[::_SAMPLE, ::_SAMPLE].ravel() > 0]
            ratios = known if len(known) > 100 else ratios
        middle = len(ratios) // 2
        gains: _Gains = np.partition(ratios, middle, axis=0)[middle]
        return None if float(gains.mean()) < _DARK else gains


def _scaled(picture: Picture | npt.NDArray[np.float32], gains: _Gains) -> Picture:
    if float(np.abs(gains - 1).max()) < 0.002:
        return np.asarray(cv2.convertScaleAbs(picture), np.uint8)
    by_channel = (*(float(gain) for gain in gains), 1.0)
    # OpenCV takes one number a channel; its type stubs know pictures only.
    scaled = cv2.multiply(picture, by_channel, dtype=cv2.CV_8U)  # type: ignore[call-overload]
    return np.asarray(scaled, np.uint8)


def _beyond(part: Picture, wanted: Picture, least: float, share: float) -> Mask:
    """Cells of which a channel is off by more than *least* and a share of its brightness."""
    allowed = cv2.convertScaleAbs(wanted, alpha=share, beta=least)
    off = cv2.compare(cv2.absdiff(part, wanted), allowed, cv2.CMP_GT)
    blue, green, red = cv2.split(off)
    return np.asarray(cv2.bitwise_or(cv2.bitwise_or(blue, green), red), np.uint8)
