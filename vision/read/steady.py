"""Whether an index reads the same from a little aside.

A whole print does. Half of one, a court's figure or a pattern reads as some face in one look and as
another, or as nothing, in the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.read.covering import Group, strength
from vision.read.faces import JOKERS, face_log_likelihoods, normalised, upright_probability
from vision.read.indices import Index, crops_of, is_word
from vision.read.spots import Spot

STEADY = 0.875
"""Steadiness of a whole index. In 3 000 rendered plays 11 faces that were not there had up to 0.85,
and of 4 906 right ones as weak all but 4 had 0.9 or more."""
STEADY_WORD = 0.73
"""The same of a joker's word: figures had up to 0.67, of 160 jokers all but one had 0.75 or more.
"""
STEADY_CLEAR_WORD = 0.5
"""The same of a word that shows clearly, though a letter or two of it may be covered. In 10 500
rendered plays six such jokers had 0.56 to 0.75; two figures had 0.59 and 0.67, in other colours."""
_WEAK = 0.74
"""An index that is less present and clear, both taken together, is looked at again."""
_WEAK_WORD = 0.7
"""The same of a joker's word; the finder is less sure of one, as it is longer than most."""
WELL_KNOWN = 0.8
"""An index that a deck makes this present and clear needs no other look: in 2 000 rendered plays
1 900 that were weak without the deck were all read rightly. From 0.7 to 0.8 one of six was not."""
_THERE, _UNCLEAR = 0.45, 0.7
"""Least presence, and most probability of any face, of an index that is read by many looks."""
_DOUBTED = 0.9
"""A face that a deck leaves less probable than this is one it doubts."""
_FAINTEST, _FAINT, _CLEAR_FACE = 0.2, 0.4, 0.9
"""Least presence, limit of presence times clearness, and least clearness of what is looked at again
in a photograph, where much else lies about. Of 630 labelled ones one has an index
that is faint and steady: a seven in a tight fan, read rightly."""
_UP_PX = (38.0, 46.0, 56.0)
"""Index heights in the crops, from too small to too large."""
_WORD_UP_PX = (48.0, 56.0, 66.0)
_ASIDE = (-0.1, 0.0, 0.1)
"""How far beside its middle an index is looked at, in its heights."""
_TURN_DEG = (-8.0, 0.0, 8.0)


class SecondLook:
    """Looks at single indices of one picture again, at each of them once."""

    def __init__(
        self, picture_bgr: Picture, classifier: IndexClassifier, stretch: float = 1.0
    ) -> None:
        """Look at a picture.

        Args:
            picture_bgr: Shape ``(height, width, 3)``.
            classifier: The network.
            stretch: Factor by which the picture must be widened to show true shapes.
        """
        self._rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
        self._classifier = classifier
        self._stretch = stretch
        self._known: dict[tuple[Spot, bool], tuple[FloatArray, FloatArray]] = {}

    def steadiness(self, index: Index) -> float:
        """Probability that an upright index of its face is there, 0 to 1: the median look's."""
        likely, upright = self._looks(index)
        # Which joker a word says, is another question.
        face = JOKERS if is_word(index) else [int(index.faces.argmax())]
        return float(np.median(np.exp(likely[:, face]).sum(axis=1) * upright))

    def is_steady(self, index: Index) -> bool:
        return self.steadiness(index) >= (STEADY_WORD if is_word(index) else STEADY)

    def faces(self, index: Index) -> FloatArray:
        """Probability of each face by all looks together; shape ``(54,)``, order of `FACES`."""
        likely, _ = self._looks(index)
        return np.asarray(normalised(likely.mean(axis=0, keepdims=True))[0], np.float32)

    def _looks(self, index: Index) -> tuple[FloatArray, FloatArray]:
        """Log-likelihoods of the faces, shape ``(looks, 54)``, and of being upright."""
        key = index.spot, is_word(index)
        if key not in self._known:
            heights = _WORD_UP_PX if is_word(index) else _UP_PX
            spots = [index.spot.seen_aside(aside, turn) for turn in _TURN_DEG for aside in _ASIDE]
            crops = [
                crops_of(self._rgb, spots, up_px, self._stretch, self._classifier)
                for up_px in heights
            ]
            glyphs = self._classifier.read(np.concatenate(crops))
            self._known[key] = face_log_likelihoods(glyphs), upright_probability(glyphs)
        return self._known[key]


def clarified(indices: Sequence[Index], look: SecondLook) -> tuple[Index, ...]:
    """Read unclear indices by many looks instead of two, in their order.

    Args:
        indices: All of a picture.
        look: At that picture.
    """
    return tuple(
        replace(index, faces=look.faces(index)) if _is_unclear(index) else index
        for index in indices
    )


def steadiness_of_weak(
    groups: Sequence[Group],
    indices: Sequence[Index],
    look: SecondLook,
    weighed: Sequence[Index] = (),
) -> Mapping[Group, float]:
    """How steadily the cards read that hardly show: one weak index, or weak words only.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture, as the network reads them.
        look: At that picture.
        weighed: The same by a deck, if there is one: what it knows well needs no other look, in
            which unusual letters are not steady.

    Returns:
        The steadiness of each such card's steadiest index.
    """

    def is_known(group: Group) -> bool:
        return bool(weighed) and strength([weighed[place] for place in group]) >= WELL_KNOWN

    return {
        group: max(look.steadiness(indices[place]) for place in group)
        for group in groups
        if _is_weak([indices[place] for place in group]) and not is_known(group)
    }


def steadiness_of_faint(
    groups: Sequence[Group], indices: Sequence[Index], look: SecondLook
) -> Mapping[Group, float]:
    """How steadily lone indices read that have a clear face and hardly seem to be there.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of a picture of unknown scale.
        look: At that picture.
    """

    def is_faint(index: Index) -> bool:
        sure = float(index.faces.max())
        return (
            index.presence >= _FAINTEST
            and sure >= _CLEAR_FACE
            and index.presence * sure < _FAINT
            and not is_word(index)
        )

    lone = [group for group in groups if len(group) == 1 and is_faint(indices[group[0]])]
    return {group: look.steadiness(indices[group[0]]) for group in lone}


def without_half_covered(
    groups: Sequence[Group], indices: Sequence[Index], look: SecondLook
) -> list[Group]:
    """Go by the steady index of a card whose indices read as two faces: the other is half covered.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture.
        look: At that picture.
    """

    def whole(group: Group) -> Group:
        if len({int(indices[place].faces.argmax()) for place in group}) == 1:
            return group
        steady = tuple(place for place in group if look.is_steady(indices[place]))
        return steady or group

    return [whole(group) for group in groups]


def without_idle_doubts(
    weighed: Sequence[Index], as_read: Sequence[Index], look: SecondLook
) -> tuple[Index, ...]:
    """Take back what a deck doubts though it reads steadily.

    A deck doubts prints that look a little strange: words of misjudged length, and prints under a
    shadow or at an edge, besides the half-covered ones, which are not steady.

    Args:
        weighed: By the deck.
        as_read: The same by the network.
        look: At their picture.
    """

    def judged(doubted: Index, read: Index) -> Index:
        face = int(read.faces.argmax())
        is_same = int(doubted.faces.argmax()) == face
        less, sure = float(doubted.faces[face]), float(read.faces[face])
        is_doubt = is_same and less < _DOUBTED and less < sure and sure >= _UNCLEAR
        return read if is_doubt and look.is_steady(read) else doubted

    return tuple(map(judged, weighed, as_read))


def _is_unclear(index: Index) -> bool:
    return index.presence >= _THERE and float(index.faces.max()) < _UNCLEAR


def _is_weak(members: Sequence[Index]) -> bool:
    if len(members) > 1 and not all(is_word(member) for member in members):
        return False
    return all(
        strength([member]) < (_WEAK_WORD if is_word(member) else _WEAK) for member in members
    )
