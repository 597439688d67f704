"""Which decks a shard of scenes is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.training.artwork import (
    Artwork,
    deck_of,
    gnome_artwork,
    kde_artwork,
    photographed_artwork,
)
from vision.training.decks import Deck, draw_deck
from vision.training.fonts import FontFamily, installed_families
from vision.training.legible import legible

_DRAWN_A_SHARD = 24
_ARTWORK_A_SHARD = 6

_TEST_SEEDS = 1_000_000
"""Seeds of drawn test decks start here, far from those of training decks."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Fonts and artwork on this machine; only drawn decks need nothing of it."""

    families: tuple[FontFamily, ...]
    artworks: tuple[Artwork, ...]

    @classmethod
    def of_this_machine(cls, photographed: Path | None = None) -> Collection:
        """Everything installed, and the photographed decks in the folder *photographed*."""
        photographs = photographed_artwork(photographed) if photographed else ()
        return cls(installed_families(), (*gnome_artwork(), *kde_artwork(), *photographs))

    def decks_to_learn(self, seed: int) -> tuple[Deck, ...]:
        """Fresh drawn decks and some artwork for one shard; nothing held out is among them."""
        return self._decks(seed, seed * 1000, held_out=False)

    def decks_to_test(self, seed: int) -> tuple[Deck, ...]:
        """Decks of held-out fonts and held-out artwork only.

        Ornamental fonts teach to look twice, but no deck prints them: they would say how sure a
        reading of decks is that do not exist.
        """
        return self._decks(seed, _TEST_SEEDS + seed * 1000, held_out=True)

    def _decks(self, seed: int, first: int, *, held_out: bool) -> tuple[Deck, ...]:
        chance = np.random.default_rng([seed, 29])
        families: Sequence[FontFamily] = [
            family for family in self.families if family.held_out is held_out
        ]
        if held_out:
            families = legible(families)
        artworks = [art for art in self.artworks if art.held_out is held_out]
        courts = [art.faces for art in artworks if "SB" in art.faces]
        drawn = [draw_deck(first + n, families, courts) for n in range(_DRAWN_A_SHARD)]
        chosen = _some(chance, artworks, _ARTWORK_A_SHARD)
        return (*drawn, *(deck_of(art, drawn[n]) for n, art in enumerate(chosen)))


def _some(
    chance: np.random.Generator, artworks: Sequence[Artwork], count: int
) -> Sequence[Artwork]:
    order = chance.permutation(len(artworks))
    return [artworks[int(place)] for place in order[:count]]
