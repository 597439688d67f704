"""How the networks number ranks, suits and whole faces.

A face is written as on score sheets: suit then rank, ``HT`` the ten of hearts, ``SB`` the black
joker (小王), ``HR`` the red joker (大王).
"""

from __future__ import annotations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "joker")
"""Order of the classifier's ``rank`` output."""

SUITS = ("C", "D", "H", "S", "black joker", "red joker")
"""Order of the classifier's ``suit`` output."""

JOKER_RANK = 13
BLACK_JOKER_SUIT = 4
RED_JOKER_SUIT = 5

FACES = (*(suit + rank for suit in SUITS[:4] for rank in RANKS[:13]), "SB", "HR")
"""All 54 faces; the number of a face is its place here."""

BLACK_JOKER = 52
RED_JOKER = 53


def rank_of(face: int) -> int:
    """Place of the face's rank in `RANKS`."""
    return JOKER_RANK if face >= BLACK_JOKER else face % 13


def suit_of(face: int) -> int:
    """Place of the face's suit in `SUITS`."""
    return face - BLACK_JOKER + BLACK_JOKER_SUIT if face >= BLACK_JOKER else face // 13


def face_of(rank: int, suit: int) -> int | None:
    """The face of a rank and a suit, or None where no card has both."""
    if rank == JOKER_RANK:
        return BLACK_JOKER + suit - BLACK_JOKER_SUIT if suit >= BLACK_JOKER_SUIT else None
    return suit * 13 + rank if suit < BLACK_JOKER_SUIT else None
