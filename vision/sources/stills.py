"""Single pictures from files.

PictureError
├── PictureMissing      no such file
├── PictureUnreadable   there, but no picture: empty, a folder, cut off, another kind of file
└── PictureTooLarge     more pixels than any camera of ours gives
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.detectors.base import Picture

MOST_PIXELS = 64_000_000
"""A 64-megapixel sensor; 190 MB once unpacked, which a 1 GB board still survives."""
LEAST_SIDE = 32
"""A picture smaller than one index can hold no card."""

_JPEG = b"\xff\xd8\xff"
_PNG = b"\x89PNG\r\n\x1a\n"
_MAGIC = {
    _JPEG: "JPEG",
    _PNG: "PNG",
    b"BM": "BMP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"RIFF": "WebP",
}
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers that carry the size; the three left out mean something else (ITU-T T.81, table B.1)."""
_JPEG_SCAN = 0xDA
_WANTED = "a JPEG, PNG, WebP, BMP or TIFF picture"


class PictureError(Exception):
    """A picture file that cannot be used."""

    def __init__(self, file: Path, found: str, wanted: str = _WANTED) -> None:
        super().__init__(f"{file}: found {found}, want {wanted}")
        self.file = file
        self.found = found
        self.wanted = wanted


class PictureMissing(PictureError):
    """Nothing lies at the path."""


class PictureUnreadable(PictureError):
    """Something lies there, but no whole picture."""


class PictureTooLarge(PictureError):
    """More pixels than `MOST_PIXELS`."""


def load_still(file: Path) -> Picture:
    """Load a picture as a person sees it: turned as its EXIF tag says.

    Args:
        file: Path of the picture.

    Returns:
        Shape ``(height, width, 3)``, channels blue, green, red.

    Raises:
        PictureError: If the file is missing, no picture, damaged, too small or too large.
    """
    data = _bytes_of(file)
    kind = next((name for magic, name in _MAGIC.items() if data.startswith(magic)), None)
    if kind is None:
        raise PictureUnreadable(file, f"{_description(data)} of {len(data)} bytes")
    size = _size_of(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PictureTooLarge(
            file, f"{size[0]} x {size[1]} pixels", f"at most {MOST_PIXELS // 1_000_000} megapixels"
        )
    if kind == "JPEG" and not _jpeg_ends(data):
        # The decoder would fill the lost rest with grey and say nothing.
        raise PictureUnreadable(file, f"a JPEG cut off after {len(data)} bytes", "a whole picture")
    picture = _decoded(data)
    if picture is None:
        raise PictureUnreadable(file, f"a damaged {kind} of {len(data)} bytes", "a whole picture")
    height, width = picture.shape[:2]
    if height * width > MOST_PIXELS:
        raise PictureTooLarge(
            file, f"{width} x {height} pixels", f"at most {MOST_PIXELS // 1_000_000} megapixels"
        )
    if min(height, width) < LEAST_SIDE:
        raise PictureUnreadable(
            file, f"{width} x {height} pixels", f"at least {LEAST_SIDE} pixels a side"
        )
    return picture


def save_still(file: Path, picture: Picture) -> None:
    """Write a picture in the format its ending names, making its folder.

    Raises:
        PictureError: If the folder or the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(file), picture)
    except (OSError, cv2.error) as error:
        raise PictureError(file, f"a place that cannot be written ({error})", "a folder") from error
    if not written:
        raise PictureError(file, "a place that cannot be written", "a folder with room")


def _bytes_of(file: Path) -> bytes:
    if file.is_dir():
        raise PictureUnreadable(file, "a folder")
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise PictureMissing(file, "no such file") from None
    except OSError as error:
        raise PictureUnreadable(file, error.strerror or type(error).__name__) from error
    if not data:
        raise PictureUnreadable(file, "an empty file")
    return data


def _description(data: bytes) -> str:
    try:
        data[:512].decode("utf-8")
    except UnicodeDecodeError:
        return "an unknown kind of file"
    return "text"


def _decoded(data: bytes) -> Picture | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else picture.astype(np.uint8, copy=False)


def _size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height from the header of a JPEG or PNG, before anything is unpacked."""
    if data.startswith(_PNG) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data.startswith(_JPEG):
        for marker, at in _jpeg_segments(data):
            if marker in _JPEG_FRAMES and at + 9 <= len(data):
                height, width = struct.unpack(">HH", data[at + 5 : at + 9])
                return width, height
    return None


def _jpeg_ends(data: bytes) -> bool:
    """Whether the end marker follows the picture's scan; inside a scan its bytes cannot occur.

    Looked for from the scan on, since a preview in the header has an end of its own, and not at the
    very end, since phones append films to their photographs.
    """
    scans = [at for marker, at in _jpeg_segments(data) if marker == _JPEG_SCAN]
    return bool(scans) and data.find(b"\xff\xd9", scans[0]) >= 0


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield each header segment's marker and place, the first scan last."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        yield marker, at
        if marker == _JPEG_SCAN:
            return
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
