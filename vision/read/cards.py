"""From groups of indices to cards, and to places that stay unsure."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.rules.cards import FACES, Rank
from vision.detectors.base import FloatArray
from vision.read.certainty import Rate, as_said
from vision.read.faces import JOKERS, RED_SUITS
from vision.read.indices import Index
from vision.read.reading import CardSeen, Doubt, IndexSeen, Unsure
from vision.read.steady import STEADY, STEADY_CLEAR_WORD, STEADY_WORD

_SURE = 0.7
"""A face less probable than this is not reported."""
_BELIEVED = 0.38
"""Least confidence of a card reported: present, and read, taken together. In tight fans plain
indices have as little; of 86 photographs kept out of training one asks once more than at 0.4."""
_BELIEVED_AT_SCALE = 0.5
"""The same on a calibrated table. Of 11 cards that were read wrongly in 900 rendered plays 6 were
less, of 4 952 read rightly 3."""
_DOUBTED_AT_SCALE = 0.35
"""From here on to that a card is asked for there, where little else looks like an index."""
_LONE_RED_JOKER = 0.9
"""Least probability of a red joker that shows one index: other printed words look like it."""
_LONE_BLACK_JOKER = 0.6
"""Least presence of a black one. Its probability tells less: the classifier has learnt to leave a
quarter to the red joker for every word that is not red, since some were on greyscale pictures."""
_PRESENT = 0.45
"""Less present than this is no doubt either: patterns on a table look a little like print."""
_WHOLE_PIP = 0.9
"""Least probability of a face that hardly shows where the next one differs in its pip alone: in
1 000 rendered plays 141 such cards had 0.95 and more, all rightly."""
_FLOOR = 1e-3
"""Least probability of any face in one reading: a network is never as sure as it says."""
_CLEAR_WORD = 0.6
"""A joker's word as clear and present as this needs less steadiness."""
_STANDS = 0.8
"""An index this sure of its face is not outvoted by its partner."""


def card_of_group(
    members: Sequence[Index],
    *,
    colour_seen: bool = True,
    at_scale: bool = False,
    steadiness: float | None = None,
    rate: Rate = as_said,
) -> CardSeen | Unsure | None:
    """Read one card from all its indices.

    Args:
        members: At least one.
        colour_seen: Whether the picture shows colours; without them no joker is named.
        at_scale: Whether this is a calibrated table, where no other words lie about.
        steadiness: How steadily a card reads that hardly shows (`vision.read.steady`); ``None`` for
            one that shows plainly, or was not looked at again.
        rate: How a card's confidence follows from what the networks say; it decides nothing.

    Returns:
        ``None`` when there is no card after all.
    """
    present = 1 - math.prod(1 - member.presence for member in members)
    together = joint_faces([member.faces for member in members])
    best = int(together.argmax())
    sure = float(together[best])
    ordered = sorted(members, key=lambda member: -float(member.faces[best]))
    steady = steadiness is not None and steadiness >= STEADY
    least = _DOUBTED_AT_SCALE if at_scale else 0.0 if steady else _BELIEVED
    if present < _PRESENT and sure * present < least:
        return None
    seen = tuple(_seen(member, best) for member in ordered)
    first = seen[0]
    standing = {int(m.faces.argmax()) for m in members if float(m.faces.max()) >= _STANDS}
    if len(standing) > 1:
        return Unsure(Doubt.TWO_READINGS, first.x, first.y, indices=seen)
    if best in JOKERS and not colour_seen:
        return Unsure(Doubt.NO_COLOUR, first.x, first.y, indices=seen)
    believed = 0.0 if steady else _BELIEVED_AT_SCALE if at_scale else _BELIEVED
    alone = not at_scale and _may_be_another_word(members, best, sure)
    needed = STEADY
    if best in JOKERS:
        needed = STEADY_CLEAR_WORD if sure * present >= _CLEAR_WORD else STEADY_WORD
    unsteady = steadiness is not None and (
        steadiness < needed or _has_clipped_pip(together, best, at_scale=at_scale)
    )
    if sure < _SURE or sure * present < believed or alone or unsteady:
        return Unsure(
            Doubt.FACE_UNCLEAR, first.x, first.y, best in JOKERS, seen, strength=sure * present
        )
    return CardSeen(
        card=FACES[best],
        confidence=rate(sure, present),
        indices=seen,
        strength=sure * present,
    )


def _has_clipped_pip(faces: FloatArray, best: int, *, at_scale: bool) -> bool:
    """Whether a card may be another of its rank and colour: half a heart looks like a diamond.

    Args:
        faces: Probabilities of a card that hardly shows; shape ``(54,)``.
        best: The likeliest.
        at_scale: Whether this is a calibrated table.
    """
    if not at_scale or best in JOKERS or float(faces[best]) >= _WHOLE_PIP:
        return False
    second = FACES[int(faces.argsort()[-2])]
    same_colour = (second.suit in RED_SUITS) == (FACES[best].suit in RED_SUITS)
    return second.rank is FACES[best].rank and same_colour


def _may_be_another_word(members: Sequence[Index], face: int, sure: float) -> bool:
    """Whether a joker rests on one word only, and that word is not quite a joker's."""
    if len(members) > 1 or face not in JOKERS:
        return False
    if FACES[face].rank is Rank.RED_JOKER:
        return sure < _LONE_RED_JOKER
    return members[0].presence < _LONE_BLACK_JOKER


def joint_faces(readings: Sequence[FloatArray]) -> FloatArray:
    """Combine independent readings of one card; shape ``(54,)`` each, as is the result."""
    product = np.prod(np.maximum(np.stack(readings), _FLOOR), axis=0)
    result: FloatArray = (product / product.sum()).astype(np.float32)
    return result


def _seen(member: Index, face: int) -> IndexSeen:
    spot = member.spot
    return IndexSeen(
        x=spot.x,
        y=spot.y,
        angle_deg=spot.angle_deg,
        confidence=float(member.faces[face]),
        length=spot.length,
    )
