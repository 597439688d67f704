from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.base import Picture
from vision.read.looks import inked, is_colourless, looks_at


def crop(ink: tuple[int, int, int]) -> Picture:
    """One crop of light paper with a bar of print."""
    picture = np.full((1, 64, 32, 3), 200, np.uint8)
    picture[0, 10:50, 12:18] = ink
    return picture


def test_every_face_is_asked_about_once() -> None:
    """Over all looks each face's weights add up to one, with and without colours."""
    for ink in ((200, 20, 30), (40, 40, 40)):
        weights = np.zeros(54)
        for look in looks_at(crop(ink)[0]):
            weights[list(look.faces)] += look.weight

        assert weights == pytest.approx(np.ones(54))


def test_colours_are_seen() -> None:
    """A red print makes a picture coloured, a grey one does not."""
    assert not is_colourless(crop((200, 20, 30))[0])
    assert is_colourless(crop((60, 60, 60))[0])


def test_grey_print_is_inked_on_white_paper() -> None:
    """Ink takes the colour given, paper becomes white, whatever the exposure was."""
    red = inked(crop((90, 90, 90)), (205.0, 28.0, 40.0))

    assert red[0, 30, 15].tolist() == [205, 28, 40]
    assert red[0, 5, 5].tolist() == [236, 236, 236]


def test_blank_crop_stays_paper() -> None:
    """A crop without print is no division by zero."""
    blank = np.full((1, 64, 32, 3), 90, np.uint8)

    assert (inked(blank, (205.0, 28.0, 40.0)) == 236).all()
