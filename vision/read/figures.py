"""What is no index: parts of a court's figure that look like one, a joker's word mostly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.rules.cards import FACES, Rank
from vision.read.covering import Group, lies_within, strength
from vision.read.indices import Index, is_word
from vision.read.steady import STEADY_WORD

_FAINT = 0.5
"""Strength of what hardly shows, and steadiness of what hardly reads. In 3 000 rendered plays 10 of
the 11 figures on a clear court that looked most like a joker's word were such."""
_CLEAR = 0.6
"""Strength of a court that is surely there."""
_MARGIN_MM = 7.0
"""A figure is printed so far within the edge of its card."""
_COURTS = {Rank.JACK, Rank.QUEEN, Rank.KING}


def without_figures(
    groups: Sequence[Group],
    indices: Sequence[Index],
    steadiness: Mapping[Group, float],
    px_per_mm: float,
) -> list[Group]:
    """Leave out what lies on a court card, hardly shows and is unsteady.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture.
        steadiness: Of the groups that hardly show (`steadiness_of_weak`).
        px_per_mm: Scale of the picture.
    """
    courts = [group for group in groups if _is_clear_court([indices[i] for i in group])]

    def is_figure(group: Group) -> bool:
        members = [indices[i] for i in group]
        steady, faint = steadiness.get(group, 1.0), strength(members) < _FAINT
        if all(is_word(member) for member in members):
            unlike = steady < (STEADY_WORD if faint else _FAINT)
        else:
            unlike = faint and steady < _FAINT
        return unlike and any(
            lies_within(group, court, indices, px_per_mm, _MARGIN_MM) for court in courts
        )

    return [group for group in groups if not is_figure(group)]


def _is_clear_court(members: Sequence[Index]) -> bool:
    best = max(members, key=lambda member: member.presence * float(member.faces.max()))
    return FACES[int(best.faces.argmax())].rank in _COURTS and strength(members) >= _CLEAR
