"""Reading the face of each spot: which of them are indices, and what is printed there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.read.faces import (
    JOKERS,
    face_log_likelihoods,
    in_colour,
    normalised,
    upright_probability,
)
from vision.read.spots import TIGHTEST, Spot, is_cut, is_same_place, overlaps, usual_length
from vision.read.turn import upright_crop

_FIRST_UP_PX = 44.0
"""Index height in the crop for the first look; the training decks' middle."""
_WORD_UP_PX = 56.0
"""The same where it may be a joker's word, which is longer than a rank over a suit."""
_UP_PX = (42.0, 50.0)
"""Index heights in the crop, averaged for the final reading, since decks differ."""
_JOKER_UP_PX = (52.0, 60.0)
"""The same for the two jokers, whose index is a whole word and fills the crop."""
_LEAST_QUALITY = 0.12
"""Below this a spot is no index."""
_GOOD = 0.7
"""Spots of at least this share of the best one's quality tell the usual size."""
_SPREAD = 0.4
"""Natural-log spread of index heights in a photograph: perspective, and the finder's mistakes."""
_SPREAD_AT_SCALE = 0.18
"""The same on a calibrated table."""
_ONE_FACE_APART = 0.4
"""Spots nearer than this share of an index height are one, unless they are clearly two faces."""
_WORDS_APART = 0.2
"""The same for two jokers' words, which are long and narrow."""
_JOKER_LENGTHS = (0.8, 2.2)
"""Length of a joker's index over that of the deck's others, in a squashed picture too."""
_JOKER_LENGTHS_AT_SCALE = (0.8, 3.2)
"""The same on a calibrated table, where no newspaper lies: 36 mm beside a small index of 12 mm."""
_WITHIN = 0.1
"""How far within a calibrated picture an index must lie, in its heights: the box of a cut one is
smaller than its print."""
_SHORT_WORD = 0.7
"""Share of the longest joker's word of a table below which another one is not whole."""
ASKED_FOR, _BELIEVED = 0.46, 0.55
"""Presence of what is asked for, and of what is just believed (`vision.read.cards`)."""
_PLAIN_WORD, _FAINT_WORD = 0.6, 0.4
"""Presence of a word that tells the length of others, and least of one that may follow it."""
_SURE_WORD = 0.95
_ALIKE_WORDS = 0.12
"""How far the natural logarithms of two such lengths may be apart."""
_CLEAR_FACE = 0.7
"""A face this probable makes a spot an index that other spots may be parts of."""
_PLAIN_FACE, _PLAIN_PRESENCE, _APART = 0.9, 0.5, 0.5
"""Least probability of a face, least presence, and distance from all others, in index heights, of
an index that only another shape of the picture shows."""
_SAME_SIGHT = 0.3
"""Spots nearer than this share of an index height that read alike are sights of one index."""
_SAME_LENGTH = 1.4
"""Most that their heights may differ by, as a ratio."""
_ASIDE = 0.18
"""How far beside an unclear spot is looked, in index heights: it may lie between two indices."""
_TURN_DEG = 14.0
"""How far such a spot is turned; two indices of a fan differ in direction."""
_SURELY = 0.85
"""Least probability of a face found beside a spot: with many looks one of them reads something."""


@dataclass(frozen=True, slots=True)
class Index:
    """A spot with what its print looks like."""

    spot: Spot
    faces: FloatArray
    """Shape ``(54,)``, order of `FACES`: probability of each face if this is an index."""
    presence: float
    """How much this looks like a whole upright index, 0 to 1."""


def read_indices(
    picture_bgr: Picture,
    spots: Sequence[Spot],
    classifier: IndexClassifier,
    stretch: float = 1.0,
    *,
    at_scale: bool = False,
    colour_seen: bool = False,
) -> tuple[Index, ...]:
    """Read every spot, keep one for each place.

    Args:
        picture_bgr: The picture the spots are measured in.
        spots: Places may occur several times, from several scales.
        classifier: The network.
        stretch: Factor by which the picture must be widened to show true shapes.
        at_scale: Whether the picture is a table seen from straight above, where all indices of a
            deck are equally high.
        colour_seen: Whether the picture is known to show colours, so that a word that is not red is
            black.
    """
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
    spread = _SPREAD_AT_SCALE if at_scale else _SPREAD
    kept = _real_ones(rgb, spots, classifier, stretch, spread)
    if not kept:
        return ()
    likely, upright = _averaged(rgb, kept, _UP_PX, stretch, classifier)
    as_words, upright_words = _averaged(rgb, kept, _JOKER_UP_PX, stretch, classifier)
    likely[:, JOKERS] = as_words[:, JOKERS]
    is_word = np.isin(likely.argmax(axis=1), JOKERS)
    told = in_colour(normalised(likely)) if colour_seen else normalised(likely)
    presence = np.where(is_word, upright_words, upright).tolist()
    indices = [
        Index(spot, face, up * spot.score)
        for spot, face, up in zip(kept, told, presence, strict=True)
    ]
    lengths = _JOKER_LENGTHS_AT_SCALE if at_scale else _JOKER_LENGTHS
    whole = _without_cut(indices, rgb.shape[1::-1], at_scale=at_scale)
    if at_scale:
        whole = _told_by_other_words(whole)
    return _without_fragments(_without_other_words(whole, lengths, sum_of_both=colour_seen))


def evidence(indices: Sequence[Index]) -> float:
    """How many indices with a clear face are there, each counted by how sure it is."""
    return sum(index.presence for index in indices if float(index.faces.max()) >= _CLEAR_FACE)


def plain_beside(indices: Sequence[Index], others: Sequence[Index]) -> list[Index]:
    """Those of *others* that show plainly where none of *indices* lies.

    Words are left out: what else is printed in a picture of any shape looks like them.
    """
    return [
        other
        for other in others
        if other.presence >= _PLAIN_PRESENCE
        and float(other.faces.max()) >= _PLAIN_FACE
        and not is_word(other)
        and not any(is_same_place(other.spot, index.spot, _APART) for index in indices)
    ]


def _without_cut(
    indices: Sequence[Index], size_wh: tuple[int, ...], *, at_scale: bool
) -> list[Index]:
    """Leave out what cannot be read since the picture's edge cuts it: it is not in the picture.

    A picture of a calibrated table ends where nothing new lies, so a cut index belongs to an older
    card; cut through, a nine is a jack.
    """
    if at_scale:
        return [index for index in indices if not is_cut(index.spot, size_wh, -_WITHIN)]
    return [
        index
        for index in indices
        if float(index.faces.max()) >= _CLEAR_FACE or not is_cut(index.spot, size_wh)
    ]


def _without_other_words(
    indices: Sequence[Index], lengths: tuple[float, float], *, sum_of_both: bool
) -> list[Index]:
    """Leave out words that are unclear or of another size than a joker's, a little above the usual.

    Newspapers and the names on card boxes read like the word JOKER; where there are none, a word is
    clear that is surely one of the two, and which of them is asked for.
    """

    def is_clear(index: Index) -> bool:
        return (
            float(np.sum(index.faces[JOKERS]) if sum_of_both else index.faces.max()) >= _CLEAR_FACE
        )

    suited = [i.spot for i in indices if not is_word(i) and float(i.faces.max()) >= _CLEAR_FACE]
    usual = usual_length(suited)
    if usual is None:
        return list(indices)
    least, most = (factor * usual for factor in lengths)
    return [
        index
        for index in indices
        if not is_word(index) or (least <= index.spot.length <= most and is_clear(index))
    ]


def _told_by_other_words(indices: Sequence[Index]) -> list[Index]:
    """Weigh each joker's word by the longest one there: a deck prints words of one length.

    A much shorter one is cut or covered, or no word, such as a court's crown beside a pip; one as
    long as a plain one is a word, too.
    """
    words = [index for index in indices if is_word(index)]
    clear = [word.spot.length for word in words if float(word.faces.max()) >= _CLEAR_FACE]
    plain = [word.spot.length for word in words if word.presence >= _PLAIN_WORD]

    def weighed(index: Index) -> Index:
        if not is_word(index):
            return index
        if index.spot.length < _SHORT_WORD * max(clear, default=0.0):
            return replace(index, presence=min(index.presence, ASKED_FOR))
        alike = any(abs(math.log(index.spot.length / other)) < _ALIKE_WORDS for other in plain)
        if alike and float(index.faces.max()) >= _SURE_WORD and index.presence >= _FAINT_WORD:
            return replace(index, presence=max(index.presence, _BELIEVED))
        return index

    return [weighed(index) for index in indices]


def is_word(index: Index) -> bool:
    """Whether it reads as a joker's word."""
    return int(index.faces.argmax()) in JOKERS


def _without_fragments(indices: Sequence[Index]) -> tuple[Index, ...]:
    """Leave out what cannot be read and overlaps an index that can: a part of it with a pip."""
    clear = [index for index in indices if float(index.faces.max()) >= _CLEAR_FACE]
    return tuple(
        index
        for index in indices
        if float(index.faces.max()) >= _CLEAR_FACE
        or not any(overlaps(index.spot, other.spot) for other in clear)
    )


def _averaged(
    rgb: Picture,
    spots: Sequence[Spot],
    heights: Sequence[float],
    stretch: float,
    classifier: IndexClassifier,
) -> tuple[FloatArray, FloatArray]:
    """Log-likelihoods of the faces and probability of being upright, over all heights."""
    glyphs = [classifier.read(crops_of(rgb, spots, up, stretch, classifier)) for up in heights]
    likely = np.mean([face_log_likelihoods(each) for each in glyphs], axis=0)
    upright = np.mean([upright_probability(each) for each in glyphs], axis=0)
    return np.asarray(likely, np.float32), np.asarray(upright, np.float32)


def _real_ones(
    rgb: Picture,
    spots: Sequence[Spot],
    classifier: IndexClassifier,
    stretch: float,
    spread: float,
) -> list[Spot]:
    """Keep the spots that look like an index, one a place, best first."""
    if not spots:
        return []
    spots, faces, sure, quality = _best_way_up(rgb, spots, classifier, stretch)
    spots = _settled(spots, faces, sure, quality)
    good = _GOOD * max(quality)
    usual = _usual_size(spots, faces, [q >= good for q in quality])
    if usual is not None:
        quality = [
            q * _size_factor(spot.length / usual, spread, is_word=face in JOKERS)
            for spot, q, face in zip(spots, quality, faces, strict=True)
        ]
    kept: list[int] = []
    for i in sorted(range(len(spots)), key=lambda i: -quality[i]):
        if quality[i] < _LEAST_QUALITY:
            break

        def apart(j: int, i: int = i) -> float:
            if faces[i] in JOKERS and faces[j] in JOKERS:
                return _WORDS_APART
            two = faces[i] != faces[j] and min(sure[i], sure[j]) >= _CLEAR_FACE
            return TIGHTEST if two else _ONE_FACE_APART

        if not any(is_same_place(spots[i], spots[j], apart(j)) for j in kept):
            kept.append(i)
    return [spots[i] for i in kept]


def _settled(
    spots: Sequence[Spot], faces: Sequence[int], sure: Sequence[float], quality: Sequence[float]
) -> list[Spot]:
    """Move each clear spot to the middle of all that read the same face there.

    At a scale that is too coarse for a tight fan a spot slips towards the next card, and would
    then stand for both.
    """
    settled = list(spots)
    for i, spot in enumerate(spots):
        if sure[i] < _CLEAR_FACE:
            continue
        within = (_WORDS_APART if faces[i] in JOKERS else _SAME_SIGHT) * spot.length
        same = [
            j
            for j, other in enumerate(spots)
            if faces[j] == faces[i]
            and sure[j] >= _CLEAR_FACE
            and math.hypot(other.x - spot.x, other.y - spot.y) < within
            and max(other.length, spot.length) <= _SAME_LENGTH * min(other.length, spot.length)
        ]
        total = sum(quality[j] for j in same)
        settled[i] = replace(
            spot,
            x=sum(quality[j] * spots[j].x for j in same) / total,
            y=sum(quality[j] * spots[j].y for j in same) / total,
        )
    return settled


def _usual_size(spots: Sequence[Spot], faces: Sequence[int], good: Sequence[bool]) -> float | None:
    """Height of most good indices; that of words only where there is nothing else."""
    chosen = [
        (spot, face) for spot, face, is_good in zip(spots, faces, good, strict=True) if is_good
    ]
    suited = [spot for spot, face in chosen if face not in JOKERS]
    return usual_length(suited or [spot for spot, _ in chosen])


def _size_factor(of_usual: float, spread: float, *, is_word: bool) -> float:
    """How credible an index is that is *of_usual* times as long as most; words may be longer."""
    if is_word and of_usual > 1:
        return 1.0
    return math.exp(-0.5 * math.pow(math.log(of_usual) / spread, 2))


def _best_way_up(
    rgb: Picture, spots: Sequence[Spot], classifier: IndexClassifier, stretch: float
) -> tuple[list[Spot], list[int], list[float], list[float]]:
    """Read all spots once, unclear ones also turned round, as long words, and a little aside.

    The finder is not sure which end of a joker's word is its top, and where two indices of a fan
    overlap, its spot may lie between them.

    Returns:
        The spots as they read best; the face of each, how probable it is, and how much of an index
        the spot is, 0 to 1.
    """
    ways = [(list(spots), _FIRST_UP_PX, 0.0)]
    turned = [replace(spot, up_x=-spot.up_x, up_y=-spot.up_y) for spot in spots]
    ways += [(turned, _FIRST_UP_PX, 0.0)]
    ways += [(list(spots), _WORD_UP_PX, 0.0), (turned, _WORD_UP_PX, 0.0)]
    ways += [
        ([spot.seen_aside(aside, turn) for spot in spots], _FIRST_UP_PX, _SURELY)
        for aside in (-_ASIDE, _ASIDE)
        for turn in (-_TURN_DEG, 0.0, _TURN_DEG)
    ]
    best = list(spots)
    faces, sure, quality = [0] * len(spots), [0.0] * len(spots), [-1.0] * len(spots)
    for number, (seen, up_px, least) in enumerate(ways):
        # The first way is asked of all; the others only where it was not clear.
        asked = [i for i in range(len(spots)) if number == 0 or sure[i] < _CLEAR_FACE]
        if not asked:
            break
        crops = crops_of(rgb, [seen[i] for i in asked], up_px, stretch, classifier)
        glyphs = classifier.read(crops)
        likely = face_log_likelihoods(glyphs)
        upright = upright_probability(glyphs)
        for i, row, up in zip(asked, likely, upright.tolist(), strict=True):
            p = math.exp(float(row.max()))
            worth = spots[i].score * math.sqrt(p) * up
            if worth > quality[i] and p >= least:
                best[i], faces[i], sure[i], quality[i] = seen[i], int(row.argmax()), p, worth
    return best, faces, sure, quality


def crops_of(
    rgb: Picture,
    spots: Sequence[Spot],
    up_px: float,
    stretch: float,
    classifier: IndexClassifier,
) -> Picture:
    """What the classifier is given: each spot upright, its index *up_px* high."""
    return np.stack(
        [
            upright_crop(rgb, (s.x, s.y), (s.up_x, s.up_y), up_px, classifier.crop_wh, stretch)
            for s in spots
        ]
    )
