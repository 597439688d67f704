"""How the C library keeps memory that pictures have used."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
"""`mallopt(3)`, glibc."""
_OWN_PAGES_FROM = 256 * 1024
"""Bytes. A mask of the small picture takes 324 KiB, whatever else is a picture more."""


def give_pictures_back() -> bool:
    """Have every large block lie in pages of its own, which go back to the system once it is free.

    By itself glibc raises that limit to 32 MiB as soon as large blocks come and go. Pictures then
    lie between small blocks in every thread's heap, and the gaps they leave grow for hours.

    Returns:
        Whether the C library knows the setting; others do without.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_M_MMAP_THRESHOLD, _OWN_PAGES_FROM) == 1
