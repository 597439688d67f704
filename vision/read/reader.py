"""The card reader: a picture in, the cards on it out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from vision.detectors.base import IndexClassifier, IndexFinder, Picture
from vision.detectors.loading import load_networks
from vision.read.again import shows_again
from vision.read.cards import card_of_group
from vision.read.certainty import Rate, as_said, rate_beside
from vision.read.clipped import against_clipped
from vision.read.cloth import without_cloth
from vision.read.colour import has_colours
from vision.read.covering import Group, without_impossible
from vision.read.despeckle import despeckle
from vision.read.figures import without_figures
from vision.read.group import group
from vision.read.indices import Index, evidence, plain_beside, read_indices
from vision.read.ink import against_ink, without_foreign_ink
from vision.read.order import as_laid
from vision.read.other_ends import without_other_ends
from vision.read.reading import CardSeen, Reading, Unsure
from vision.read.scale import judged_px_per_mm
from vision.read.search import look
from vision.read.shape import true_stretch
from vision.read.spots import Spot
from vision.read.steady import (
    SecondLook,
    clarified,
    steadiness_of_faint,
    steadiness_of_weak,
    without_half_covered,
    without_idle_doubts,
)
from vision.read.words import missed_words

_ENOUGH = 1.0
"""Evidence of two indices of one card, both fair; with less the picture may have another shape."""
_OTHER_SHAPES = (0.56, 1.78)
"""16:9 squashed or widened to a square."""
_SQUASHED = 0.22
"""Natural logarithm of the widening from which a picture is looked at in its true shape, too."""


class KnownDeck(Protocol):
    """A deck whose prints are known, as a second witness beside the networks."""

    def heard(self, indices: Sequence[Index]) -> tuple[Index, ...]:
        """What the networks' readings mean on this deck, in their order."""

    def weigh(
        self, picture_bgr: Picture, indices: Sequence[Index], stretch: float
    ) -> tuple[Index, ...]:
        """Judge the indices of a picture anew, in their order.

        Args:
            picture_bgr: The picture they were read on.
            indices: As they were `heard`.
            stretch: Factor by which the picture must be widened to show true shapes.
        """


class CardReader:
    """Finds indices with one network, reads them with another, joins them into cards."""

    def __init__(
        self,
        finder: IndexFinder,
        classifier: IndexClassifier,
        deck: KnownDeck | None = None,
        rate: Rate = as_said,
    ) -> None:
        """Put a reader together.

        Args:
            finder: The first network.
            classifier: The second.
            deck: Without one it reads any deck by the networks alone.
            rate: How confidences follow from what the networks say.
        """
        self._finder = finder
        self._classifier = classifier
        self._deck = deck
        self._rate = rate

    @classmethod
    def from_weights(cls, folder: Path | None = None, threads: int = 2) -> Self:
        """Load both networks.

        Args:
            folder: Where the weights lie; ``None`` for those shipped with the program.
            threads: Threads a network may use.

        Raises:
            WeightsError: If a file is missing, damaged, or not one of these networks.
        """
        networks = load_networks(folder, threads)
        return cls(networks.finder, networks.classifier, rate=rate_beside(folder))

    def read_picture(self, image_bgr: Picture, *, px_per_mm: float | None = None) -> Reading:
        """Read the cards of one picture.

        Args:
            image_bgr: Shape ``(height, width, 3)``, as `vision.sources.stills` gives it.
            px_per_mm: Scale of the picture where it is calibrated; ``None`` to have it judged.

        Returns:
            Places in pixels of *image_bgr*.
        """
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3:
            raise ValueError(f"picture must have shape (height, width, 3), got {image_bgr.shape}")
        clean = despeckle(image_bgr)
        colour_seen = has_colours(image_bgr)
        indices, stretch = self._indices(clean, px_per_mm, colour_seen=colour_seen)
        again = SecondLook(clean, self._classifier, stretch)
        indices = as_read = clarified(indices, again)
        if self._deck is not None:
            as_read = self._deck.heard(indices)
            indices = self._deck.weigh(clean, as_read, stretch)
            indices = without_idle_doubts(indices, as_read, again)
        cards: list[CardSeen] = []
        unsure: list[Unsure] = []
        groups = group(indices, stretch, px_per_mm)
        steadiness: Mapping[Group, float]
        if px_per_mm is None:
            steadiness = steadiness_of_faint(groups, as_read, again)
        else:
            groups = without_impossible(groups, indices, px_per_mm)
            groups = without_cloth(groups, indices, clean, px_per_mm)
            groups = without_half_covered(groups, as_read, again)
            steadiness = steadiness_of_weak(groups, as_read, again, indices)
            steadiness = against_clipped(groups, as_read, steadiness, again, indices)
            groups = without_figures(groups, indices, steadiness, px_per_mm)
            if colour_seen:
                groups = without_foreign_ink(groups, indices, steadiness, clean)
                steadiness = against_ink(groups, indices, steadiness, clean)
        for places in groups:
            members = [indices[place] for place in places]
            match card_of_group(
                members,
                colour_seen=colour_seen,
                at_scale=px_per_mm is not None,
                steadiness=steadiness.get(places),
                rate=self._rate,
            ):
                case CardSeen() as card:
                    cards.append(card)
                case Unsure() as doubt:
                    unsure.append(doubt)
        if px_per_mm is None:
            scale = judged_px_per_mm(cards)
            return Reading(as_laid(cards, scale), tuple(unsure), scale)
        kept, doubts = without_other_ends(cards, unsure, px_per_mm)
        return Reading(as_laid(kept, px_per_mm), doubts, px_per_mm)

    def shows_again(self, image_bgr: Picture, reading: Reading) -> bool:
        """Whether another picture of the same place shows the cards of *reading* again.

        It costs a fraction of reading the picture, which is what to do where the answer is no.
        """
        return shows_again(despeckle(image_bgr), reading, self._classifier)

    def _indices(
        self, clean: Picture, px_per_mm: float | None, *, colour_seen: bool
    ) -> tuple[tuple[Index, ...], float]:
        """The indices of a picture, and how much it must be widened to show true shapes."""
        spots = look(clean, self._finder, px_per_mm)
        if px_per_mm is not None:
            return self._indices_at_scale(clean, spots, px_per_mm, colour_seen=colour_seen), 1.0
        indices = read_indices(clean, spots, self._classifier)
        if evidence(indices) < _ENOUGH:
            # Squashed to a square, an index can be wider than high, which the finder does not know.
            others = [
                read_indices(
                    clean,
                    look(clean, self._finder, stretch=stretch, finest=1.0),
                    self._classifier,
                    stretch,
                )
                for stretch in _OTHER_SHAPES
            ]
            indices = max([indices, *others], key=evidence)
        stretch = true_stretch(indices)
        if abs(math.log(stretch)) < _SQUASHED:
            return indices, stretch
        # In its true shape a squashed or slanted picture may show more.
        spots = look(clean, self._finder, stretch=stretch, finest=1.0)
        more = read_indices(clean, spots, self._classifier, stretch)
        indices = (*indices, *plain_beside(indices, more))
        return indices, true_stretch(indices)

    def _indices_at_scale(
        self, clean: Picture, spots: Sequence[Spot], px_per_mm: float, *, colour_seen: bool
    ) -> tuple[Index, ...]:
        def read(spots: Sequence[Spot]) -> tuple[Index, ...]:
            return read_indices(
                clean, spots, self._classifier, at_scale=True, colour_seen=colour_seen
            )

        indices = read(spots)
        missed = missed_words(clean, spots, indices, self._classifier, px_per_mm)
        if missed.whole:
            indices = read([*spots, *missed.whole])
        return (*indices, *missed.parts)
