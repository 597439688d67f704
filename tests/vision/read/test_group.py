from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.vision.read.hand_made import BOTTOM_RIGHT, FOUR, TOP_LEFT, Point, card, flat
from vision.read.group import group, step_between
from vision.read.indices import Index


def grouped(
    *cards: list[Index], stretch: float = 1.0, px_per_mm: float | None = None
) -> list[tuple[int, ...]]:
    """Group the indices of all cards; the answer names them in the order given."""
    return sorted(group([index for one in cards for index in one], stretch, px_per_mm))


@pytest.mark.parametrize("turn_deg", [0, 45, 90, 137, 180, 270])
def test_two_corners_are_one_card(turn_deg: float) -> None:
    """However a card is turned, its two indices are joined."""
    assert grouped(card("H7", (0, 0), turn_deg)) == [(0, 1)]


def test_different_faces_are_never_one_card() -> None:
    """Corners that fit a card but read differently stay two cards."""
    one, other = card("H7", (0, 0))[:1], card("S9", (0, 0))[1:]

    assert grouped(one, other) == [(0,), (1,)]


def test_two_identical_cards_side_by_side_stay_two() -> None:
    """The second deck's copy beside the first keeps its own corners."""
    assert grouped(card("H7", (0, 0)), card("H7", (66, 0))) == [(0, 1), (2, 3)]


def test_two_identical_cards_one_on_the_other_stay_two() -> None:
    """Fanned copies show three corners; the covered one's index is a card of its own."""
    lower, upper = card("H7", (0, 0), shows=(TOP_LEFT,)), card("H7", (16, 1), 2)

    assert grouped(lower, upper) == [(0,), (1, 2)]


def test_same_direction_is_not_one_card_of_a_two_index_deck() -> None:
    """Two equal indices pointing the same way are two cards, even a card's width apart."""
    left = card("D4", (0, 0), shows=(TOP_LEFT,))
    right = card("D4", (47, 0), shows=(TOP_LEFT,))

    assert grouped(left, right) == [(0,), (1,)]


def test_a_fan_with_hidden_corners_is_as_many_cards() -> None:
    """Each covered card of a ten-card fan shows one index, the last one two."""
    fan = [
        card(face, (i * 15.0, abs(i - 4.5) * 2), (i - 4.5) * 5, shows=(TOP_LEFT,))
        for i, face in enumerate(("S3", "H3", "D3", "C3", "S4", "H4", "D4", "S4", "H4"))
    ]
    fan.append(card("D4", (9 * 15.0, 9), 22))

    assert grouped(*fan) == [(i,) for i in range(9)] + [(9, 10)]


def test_four_index_cards_are_one_card_each() -> None:
    """Decks with an index in each corner give four indices a card."""
    row = [card(face, (i * 70.0, 0), shows=FOUR) for i, face in enumerate(("H7", "S2", "CK"))]

    assert grouped(*row) == [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)]


def test_four_index_cards_in_a_fan() -> None:
    """Covered cards of a four-index deck show the left corners only."""
    fan = [
        card("S8", (0, 0), shows=("tl", "bl")),
        card("H8", (17, 0), shows=("tl", "bl")),
        card("D8", (34, 0), shows=FOUR),
    ]

    assert grouped(*fan) == [(0, 1), (2, 3), (4, 5, 6, 7)]


def slanted(mm: Point) -> Point:
    """A camera that looks down at about 50 degrees: what is further away is smaller."""
    depth = 1 + (mm[1] + 100) / 500
    return 300 + mm[0] * 2.5 / depth, 500 - 2.5 * 0.75 * (mm[1] + 100) / depth


@pytest.mark.parametrize("turn_deg", [0, 30, 60, 90, 120, 150])
def test_perspective_does_not_part_a_card(turn_deg: float) -> None:
    """Seen at a slant the two indices differ in size and are not quite opposite."""

    # The lens looks from below the cards, so it mirrors the y axis back to the picture's.
    def lens(mm: Point) -> Point:
        return slanted((mm[0], -mm[1]))

    assert grouped(card("S6", (0, 0), turn_deg, lens=lens)) == [(0, 1)]


@pytest.mark.parametrize("turn_deg", [0, 40, 90, 140])
def test_squashed_picture_is_grouped_in_its_true_shape(turn_deg: float) -> None:
    """A 16:9 picture squashed to a square is judged as if it had been widened back."""
    straight = flat()

    def squashed(mm: Point) -> Point:
        x, y = straight(mm)
        return x * 9 / 16, y

    assert grouped(card("S6", (0, 0), turn_deg, lens=squashed), stretch=16 / 9) == [(0, 1)]


def test_a_weak_index_follows_its_partner() -> None:
    """A blurred second corner between two suits belongs to the card whose other corner is clear."""
    clear, blurred = card("C5", (0, 0))[:1], card({"S5": 0.5, "C5": 0.4}, (0, 0))[1:]

    assert grouped(clear, blurred) == [(0, 1)]


def test_an_unreadable_index_follows_its_partner() -> None:
    """Where the second corner should be, a smear that reads as nothing is that corner."""
    smear = card({"HQ": 0.3, "H9": 0.2, "ST": 0.2}, (0, 0))[1:]

    assert grouped(card("C6", (0, 0))[:1], smear) == [(0, 1)]


def test_misread_suit_of_one_corner_is_still_one_card() -> None:
    """Clubs read as spades at one end: one card to doubt, not two cards."""
    assert grouped(card("C5", (0, 0))[:1], card("S5", (0, 0))[1:]) == [(0, 1)]


def test_jokers_join_whatever_way_their_word_runs() -> None:
    """A joker's word may run across the card; its ends still belong together."""
    first = card("HR", (0, 0), 0, shows=(TOP_LEFT,))
    turned = card("HR", (0, 0), 90, shows=(TOP_LEFT, BOTTOM_RIGHT))
    places = card("HR", (0, 0), 0)
    across = [
        Index(
            type(place.spot)(place.spot.x, place.spot.y, word.spot.up_x, word.spot.up_y, 0.85),
            place.faces,
            0.85,
        )
        for place, word in zip(places, turned, strict=True)
    ]

    assert grouped(across) == [(0, 1)]
    assert grouped(first) == [(0,)]


@pytest.mark.parametrize("face", ["CT", "HR"])
@pytest.mark.parametrize("aside_mm", [17.0, 24.0, -17.0])
def test_at_a_known_scale_no_equal_neighbour_is_joined(face: str, aside_mm: float) -> None:
    """Two equal cards of a row, of which one shows its near end and the other its far end."""
    near = card(face, (0, 0), 0, shows=(TOP_LEFT,))
    far = card(face, (aside_mm, 0), 1, shows=(BOTTOM_RIGHT,))

    assert grouped(near, far, px_per_mm=2.5) == [(0,), (1,)]


@pytest.mark.parametrize("turn_deg", [0, 45, 137, 250])
@pytest.mark.parametrize("face", ["CT", "SB"])
def test_at_a_known_scale_a_card_keeps_its_own_end(face: str, turn_deg: float) -> None:
    """A second copy, slid along or a little aside, does not take another's far end."""
    one = card(face, (0, 0), turn_deg)
    other = card(face, (12, 14), turn_deg + 3, shows=(TOP_LEFT,))

    assert grouped(other, one, px_per_mm=2.5) == [(0,), (1, 2)]


def twisted(index: Index, by_deg: float) -> Index:
    """The same print, its direction seen wrongly."""
    cos, sin = math.cos(math.radians(by_deg)), math.sin(math.radians(by_deg))
    spot = index.spot
    up_x, up_y = cos * spot.up_x - sin * spot.up_y, sin * spot.up_x + cos * spot.up_y
    return replace(index, spot=replace(spot, up_x=up_x, up_y=up_y))


@pytest.mark.parametrize("turn_deg", [0, 60, 195])
@pytest.mark.parametrize("by_deg", [-14.0, 14.0])
def test_an_end_seen_askew_is_still_its_cards(turn_deg: float, by_deg: float) -> None:
    """A covered edge turns the direction; face, distance and step say that it is one card."""
    first, second = card("H6", (0, 0), turn_deg)
    other, _ = card("S6", (0, 0), turn_deg)

    assert grouped([first, twisted(second, by_deg)], px_per_mm=2.5) == [(0, 1)]
    assert grouped([other, twisted(second, by_deg)], px_per_mm=2.5) == [(0,), (1,)]


@pytest.mark.parametrize(
    ("away_mm", "turn_deg"), [(16.0, 14.0), (0.0, 40.0)], ids=["far", "turned"]
)
def test_two_copies_askew_stay_two(away_mm: float, turn_deg: float) -> None:
    """Elsewhere, or turned further, it is the other deck's card."""
    lower = card("H6", (0, 0), shows=(TOP_LEFT,))
    upper = card("H6", (away_mm * 0.6, away_mm * 0.8), turn_deg, shows=(BOTTOM_RIGHT,))

    assert grouped(lower, upper, px_per_mm=2.5) == [(0,), (1,)]


def test_a_word_across_joins_at_a_known_scale() -> None:
    """Words across point to their beginning and lie almost above each other."""
    left_mm, down_mm = 7.0, 36.0
    upper, lower = card("HR", (0, 0), 270, shows=(TOP_LEFT, BOTTOM_RIGHT))
    across = [
        Index(
            replace(index.spot, x=300 + sign * left_mm * 2.5, y=300 + sign * down_mm * 2.5),
            index.faces,
            index.presence,
        )
        for index, sign in ((upper, -1), (lower, 1))
    ]

    assert grouped(across, px_per_mm=2.5) == [(0, 1)]


def test_no_index_no_card() -> None:
    """An empty table gives no group."""
    assert group([], 1.0) == []


def test_step_is_measured_in_the_upright_frame() -> None:
    """The second index of a card is to the lower right, in index heights, whatever the turn."""
    first, second = card("H7", (0, 0), 215)
    step = step_between(first, second, 1.0)

    assert step.across == pytest.approx(47 / 17, abs=1e-3)
    assert step.down == pytest.approx(63 / 17, abs=1e-3)
    assert step.lean_deg == pytest.approx(math.degrees(math.atan2(47, 63)), abs=1e-3)
    assert step.turn_deg == pytest.approx(180, abs=0.1)
