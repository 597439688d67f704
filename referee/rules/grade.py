"""How far a side has got: the fourteen grades from 2 to past A."""

from __future__ import annotations

from enum import IntEnum

_LABELS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "A+")


class Grade(IntEnum):
    """A side's level (级数), with one more grade for a side that has passed A (过A).

    Text forms are ``2`` to ``9``, ``T J Q K A`` and ``A+``.

    Source: national-2017 appendix 4; jiangsu-2017 七.2 counts the same thirteen steps.
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    PAST_ACE = 15

    @classmethod
    def parse(cls, text: str) -> Grade:
        """Read the text form; raises `ValueError` naming the grades there are."""
        if text not in _LABELS:
            raise ValueError(f"{text!r} is no grade; want one of {' '.join(_LABELS)}")
        return cls(_LABELS.index(text) + 2)

    @property
    def label(self) -> str:
        """Text form, as read by `parse`."""
        return _LABELS[self - 2]
