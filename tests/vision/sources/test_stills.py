from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.sources.stills import (
    PictureError,
    PictureMissing,
    PictureTooLarge,
    PictureUnreadable,
    load_still,
)


def picture_bytes(kind: str = ".jpg", size_wh: tuple[int, int] = (80, 60)) -> bytes:
    """A picture, left half blue, right half red."""
    picture = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    picture[:, : size_wh[0] // 2] = (255, 0, 0)
    picture[:, size_wh[0] // 2 :] = (0, 0, 255)
    return bytes(cv2.imencode(kind, picture)[1])


def saved(folder: Path, data: bytes, name: str = "picture.jpg") -> Path:
    file = folder / name
    file.write_bytes(data)
    return file


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_common_kinds_are_loaded(tmp_path: Path, kind: str) -> None:
    """Whatever the name says, the bytes decide; channels are blue, green, red."""
    picture = load_still(saved(tmp_path, picture_bytes(kind)))

    assert picture.shape == (60, 80, 3)
    assert picture[30, 10, 0] > 200 > picture[30, 10, 2]
    assert picture[30, 70, 2] > 200 > picture[30, 70, 0]


def test_grey_picture_has_three_channels(tmp_path: Path) -> None:
    """A greyscale file is loaded like any other."""
    data = bytes(cv2.imencode(".png", np.full((60, 80), 77, np.uint8))[1])

    assert load_still(saved(tmp_path, data)).shape == (60, 80, 3)


def with_exif_turn(jpeg: bytes, turn: int) -> bytes:
    """Put an EXIF segment with the orientation *turn* into a JPEG."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, turn, 0)
    tiff = b"MM\x00*" + struct.pack(">I", 8) + struct.pack(">H", 1) + entry + struct.pack(">I", 0)
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def test_exif_turn_is_obeyed(tmp_path: Path) -> None:
    """A phone held upright: the picture comes as a person sees it."""
    # 6: the first row is the right side, so the left half (blue) comes to the top.
    picture = load_still(saved(tmp_path, with_exif_turn(picture_bytes(), 6)))

    assert picture.shape == (80, 60, 3)
    assert picture[10, 30, 0] > 200
    assert picture[70, 30, 2] > 200


def test_film_behind_a_photograph_does_no_harm(tmp_path: Path) -> None:
    """Phones append a short film; the photograph before it is whole."""
    assert load_still(saved(tmp_path, picture_bytes() + bytes(50_000))).shape == (60, 80, 3)


def huge_png() -> bytes:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header + bytes(20)


def huge_jpeg() -> bytes:
    """A real JPEG whose frame header claims 60 000 by 60 000 pixels."""
    data = bytearray(picture_bytes())
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 60_000, 60_000)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", PictureUnreadable, "found an empty file, want a JPEG, PNG"),
        (b"hello, table\n", PictureUnreadable, "found text of 13 bytes, want a JPEG, PNG"),
        (b"\x00\x9f\x92\x96", PictureUnreadable, "found an unknown kind of file of 4 bytes"),
        (picture_bytes()[:-200], PictureUnreadable, "found a JPEG cut off after"),
        (picture_bytes(".png")[:60], PictureUnreadable, "found a damaged PNG of 60 bytes"),
        (picture_bytes(size_wh=(20, 20)), PictureUnreadable, "found 20 x 20 pixels, want at least"),
        (huge_png(), PictureTooLarge, "found 60000 x 60000 pixels, want at most 64 megapixels"),
        (huge_jpeg(), PictureTooLarge, "found 60000 x 60000 pixels, want at most 64 megapixels"),
    ],
    ids=["empty", "text", "binary", "cut-jpeg", "cut-png", "tiny", "huge-png", "huge-jpeg"],
)
def test_bad_files_say_what_they_are(
    tmp_path: Path, data: bytes, error: type[PictureError], message: str
) -> None:
    """Each message names the file, what was found and what was wanted."""
    with pytest.raises(error, match=f"picture.jpg: {message}"):
        load_still(saved(tmp_path, data))


def test_preview_inside_a_cut_photograph_does_not_hide_the_cut(tmp_path: Path) -> None:
    """The header's preview has an end marker of its own."""
    preview = picture_bytes(size_wh=(40, 40))
    body = b"Exif\x00\x00" + preview
    segment = b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body
    cut = picture_bytes()[:2] + segment + picture_bytes()[2:-100]

    with pytest.raises(PictureUnreadable, match="cut off"):
        load_still(saved(tmp_path, cut))


def test_missing_file_and_folder_are_told_apart(tmp_path: Path) -> None:
    """A path that is nothing and one that is a folder have their own messages."""
    with pytest.raises(PictureMissing, match=r"no\.jpg: found no such file"):
        load_still(tmp_path / "no.jpg")
    with pytest.raises(PictureUnreadable, match="found a folder, want a JPEG"):
        load_still(tmp_path)
