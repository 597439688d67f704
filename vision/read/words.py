"""Joker's words that the finder saw without knowing where they end or which way they run.

A word has two directions in which it may be read and is twice as long as any other index; what is
cut from the picture by a wrong length or direction reads as nothing, or as a word that hardly
shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.read.faces import (
    JOKERS,
    face_log_likelihoods,
    in_colour,
    normalised,
    upright_probability,
)
from vision.read.indices import ASKED_FOR, Index, crops_of, is_word
from vision.read.ink import foreign_ink
from vision.read.spots import Spot, is_same_place, usual_length
from vision.read.turn import apart_deg

_LEAST_SCORE = 0.45
"""Of the finder; fainter spots are seldom print, and each one costs as much as 50 indices."""
_LENGTHS_MM = (22.0, 26.0, 30.0, 34.0, 38.0)
_TURNS_DEG = tuple(way + turn for way in (0.0, 180.0) for turn in (-20.0, -10.0, 0.0, 10.0, 20.0))
_ALL_TURNS_DEG = tuple(map(float, range(0, 360, 10)))
_NO_INDEX_MM = 8.0
"""What is seen as shorter than this is a letter or two of a word, if anything, and its direction
means nothing. A court's red crown looks like a word, too, so that what is found is asked for."""
_FAINT_TURNS_DEG = (-10.0, 0.0, 10.0)
_ALONG = (-0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4)
"""How far above its middle a word that hardly shows is looked for, in its lengths."""
_SHOWS = 0.3
"""Least presence of a word that was read, though it may be the wrong part of one."""
_PLAIN = 0.6
"""Presence of a word that shows plainly."""
_UP_PX = 56.0
"""Height of a word in the crop."""
_AGREE = 4
"""So many of the looks must show a word."""
_FOREIGN = 0.1
"""Share of other colours than red and black in the ink of what many looks call a word: of 258 such
in 10 000 rendered plays the 253 true ones had up to 0.02, the others 0.17 and more."""
_FOUND = 0.7
"""The finder's score of a plain word, which one that many looks show deserves, too."""
_NEARLY = 0.97
"""Looks as sure as this share of the surest tell together where the word is."""
_APART = 0.2
"""Two words side by side are further apart, in their lengths."""
_SURE = 0.85
"""And as surely. Of 443 spots that read as nothing, in 3 000 rendered plays, the 16 that were
jokers had 0.88 and more, all others up to 0.79. Of 98 faint words beside plain ones, in 6 000
plays, the 23 that were none had up to 0.92; those above 0.75 are printed in other colours."""
_PERHAPS = 0.22
"""So sure are looks at a word of which a part is covered: in 3 000 rendered plays eight of them had
0.34 and more, another one since 0.25. Five other places had 0.24 and more, one was asked for."""
_AGREE_ALONE, _SURE_ALONE = 8, 0.95
"""The same of the whole of a faint word where no other word tells its length. Of 170 that were
none one reached it, in other colours; the others had up to 0.94."""


@dataclass(frozen=True, slots=True)
class MissedWords:
    """Words that were not read, or not as what they are."""

    whole: tuple[Spot, ...]
    """With their true middle, length and direction."""
    parts: tuple[Index, ...]
    """What is probably a part of one, the rest being covered: to be asked for."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """What comes of many looks at one place."""

    word: Spot
    """As it reads best."""
    sure: float
    """How sure as many looks as needed are that it is a word."""
    faces: FloatArray
    """Of the best look; shape ``(54,)``."""


def missed_words(
    picture_bgr: Picture,
    spots: Sequence[Spot],
    indices: Sequence[Index],
    classifier: IndexClassifier,
    px_per_mm: float,
) -> MissedWords:
    """Find words among the spots that read as nothing, and the whole of those that hardly show.

    Args:
        picture_bgr: Shape ``(height, width, 3)``, of true shape.
        spots: All that the finder saw.
        indices: Those that were read.
        classifier: The network.
        px_per_mm: Scale of the picture.
    """
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])

    def is_in_one_ink(looked: _Looked) -> bool:
        return foreign_ink(picture_bgr, looked.word, is_word=True) < _FOREIGN

    unread = [spot for spot in spots if spot.score >= _LEAST_SCORE and not _is_read(spot, indices)]

    def anew_in(turns_deg: Sequence[float], spots: Sequence[Spot]) -> list[_Looked]:
        return [
            _looked(rgb, _ways_of_unread(spot, px_per_mm, turns_deg), classifier, _AGREE)
            for spot in spots
        ]

    anew = anew_in(_TURNS_DEG, unread)
    letters = [
        spot
        for spot, look in zip(unread, anew, strict=True)
        if look.sure < _PERHAPS and spot.length < _NO_INDEX_MM * px_per_mm
    ]
    words = [index for index in indices if is_word(index)]
    plain = [word.spot for word in words if word.presence >= _PLAIN]
    faint = [word.spot for word in words if word.presence < _PLAIN]
    whole = [
        *(look.word for look in anew if look.sure >= _SURE and is_in_one_ink(look)),
        *(
            look.word
            for look in _looks_at_faint(rgb, faint, usual_length(plain), classifier, px_per_mm)
            # Where a plain word is already, the faint one is another's rest.
            if not any(is_same_place(look.word, other, _APART) for other in plain)
            and is_in_one_ink(look)
        ),
    ]
    parts: list[Index] = []
    for look in (
        *(look for look in anew if look.sure < _SURE),
        *anew_in(_ALL_TURNS_DEG, letters),
    ):
        known = (*plain, *whole, *(part.spot for part in parts))
        if (
            look.sure >= _PERHAPS
            and not any(is_same_place(look.word, other, _APART) for other in known)
            and is_in_one_ink(look)
        ):
            parts.append(Index(look.word, look.faces, ASKED_FOR))
    return MissedWords(tuple(whole), tuple(parts))


def _is_read(spot: Spot, indices: Sequence[Index]) -> bool:
    return any(
        not (is_word(index) and index.presence < _SHOWS)
        and math.hypot(spot.x - index.spot.x, spot.y - index.spot.y)
        < max(spot.length, index.spot.length) / 2
        for index in indices
    )


def _ways_of_unread(spot: Spot, px_per_mm: float, turns_deg: Sequence[float]) -> list[Spot]:
    return [
        _with_length(spot.seen_aside(0.0, turn), length_mm * px_per_mm)
        for length_mm in _LENGTHS_MM
        for turn in turns_deg
    ]


def _looks_at_faint(
    rgb: Picture,
    spots: Sequence[Spot],
    plain_length: float | None,
    classifier: IndexClassifier,
    px_per_mm: float,
) -> Iterator[_Looked]:
    """The words of which the spots may be either half; their direction is known.

    Where no other word tells the length, many more looks are taken, and more must show a word.
    """
    if plain_length is not None:
        lengths, agree, least = [plain_length], _AGREE, _SURE
    else:
        lengths, agree, least = (
            [mm * px_per_mm for mm in _LENGTHS_MM[::2]],
            _AGREE_ALONE,
            _SURE_ALONE,
        )
    for spot in spots:
        looked = _looked(rgb, _ways_along(spot, lengths), classifier, agree)
        if looked.sure >= least:
            yield looked


def _ways_along(spot: Spot, lengths_px: Sequence[float]) -> list[Spot]:
    return [
        _with_length(spot.seen_aside(0.0, turn), length).seen_along(along)
        for length in lengths_px
        for turn in _FAINT_TURNS_DEG
        for along in _ALONG
    ]


def _looked(rgb: Picture, ways: Sequence[Spot], classifier: IndexClassifier, agree: int) -> _Looked:
    """Look at a place in all ways, of which *agree* must show a word."""
    glyphs = classifier.read(crops_of(rgb, ways, _UP_PX, 1.0, classifier))
    likely = face_log_likelihoods(glyphs)
    sure = np.exp(likely)[:, JOKERS].sum(axis=1) * upright_probability(glyphs)
    first = int(sure.argmax())
    best = ways[first]
    alike = [
        way
        for way, own in zip(ways, sure.tolist(), strict=True)
        if own >= _NEARLY * float(sure.max()) and apart_deg(way.angle_deg, best.angle_deg) < 45
    ]
    word = replace(
        best,
        score=max(best.score, _FOUND),
        x=fmean(way.x for way in alike),
        y=fmean(way.y for way in alike),
        up_x=fmean(way.up_x for way in alike),
        up_y=fmean(way.up_y for way in alike),
    )
    faces = in_colour(normalised(likely[first : first + 1]))[0]
    return _Looked(word, float(np.sort(sure)[-agree]), faces)


def _with_length(spot: Spot, length_px: float) -> Spot:
    factor = length_px / spot.length
    return replace(spot, up_x=spot.up_x * factor, up_y=spot.up_y * factor)
