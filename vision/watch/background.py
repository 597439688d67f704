"""How the table looked when it was last understood, and how another frame differs from that."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.watch.field import Mask

Grey = npt.NDArray[np.uint8]

_DIFFERS = 11
"""Grey levels by which a pixel must differ at least: several times a smoothed frame's noise."""
_DIFFERS_SHARE = 0.09
"""And by this share of its brightness: lamps flicker, and white cards show it most."""
_MOVES = 9
_MOVES_SHARE = 0.06
"""The same from one frame to the next."""
_DARK = 0.3
"""A frame lit by less than this share of the background's light shows nothing."""
_DARK_LEVEL = 6.0
_REBASE = 0.03
"""Change of the whole light from which the background is scaled instead of followed slowly."""
_FOLLOWS = 0.03
"""Share of the difference taken over with each frame where nothing has changed."""
_SAMPLE = 7
"""Every seventh pixel each way tells the light of the whole."""


class Background:
    def __init__(self, grey: Grey) -> None:
        self._rest = grey.astype(np.float32)
        self._before = grey
        self._gain = 1.0

    def compare(self, grey: Grey, trusted: Mask | None) -> tuple[Mask, Mask] | None:
        """Compare a frame.

        Args:
            grey: The frame.
            trusted: Pixels that tell the light, those where nothing had changed; all of them when
                ``None``.

        Returns:
            Pixels that differ from the background, and pixels that differ from the frame before;
            ``None`` for a frame too dark to tell.
        """
        sampled = grey[::_SAMPLE, ::_SAMPLE].astype(np.float32)
        rest = self._rest[::_SAMPLE, ::_SAMPLE]
        if float(sampled.mean()) < _DARK_LEVEL:
            return None
        ratio = sampled / np.maximum(rest, 4.0)
        known = ratio if trusted is None else ratio[trusted[::_SAMPLE, ::_SAMPLE] > 0]
        gain = float(np.median(known if known.size > 200 else ratio))
        if gain < _DARK:
            return None
        if abs(gain - 1) > _REBASE:
            self._rest *= gain
            gain_step, gain = gain, 1.0
        else:
            gain_step = 1.0
        changed = _beyond(grey, _scaled(self._rest, gain), _DIFFERS, _DIFFERS_SHARE)
        light = gain_step * gain / self._gain
        moved = _beyond(grey, _scaled(self._before, light), _MOVES, _MOVES_SHARE)
        self._before = grey
        self._gain = gain
        return changed, moved

    def follow(self, unchanged: Mask) -> None:
        """Take over some of the light of pixels where nothing has changed."""
        cv2.accumulateWeighted(self._before, self._rest, _FOLLOWS, mask=unchanged)

    def absorb(self, pixels: Mask) -> None:
        """From now on these pixels look as they should."""
        chosen = pixels > 0
        self._rest[chosen] = self._before[chosen] / self._gain

    def brightened(self, pixels: Mask) -> bool:
        """Whether these pixels are brighter than the background on the whole."""
        now = cv2.mean(self._before, mask=pixels)[0]
        return now > cv2.mean(self._rest, mask=pixels)[0] * self._gain


def _scaled(picture: Grey | npt.NDArray[np.float32], gain: float) -> Grey:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


def _beyond(grey: Grey, wanted: Grey, least: float, share: float) -> Mask:
    off = cv2.absdiff(grey, wanted)
    allowed = cv2.convertScaleAbs(wanted, alpha=share, beta=least)
    return np.asarray(cv2.compare(off, allowed, cv2.CMP_GT), np.uint8)
