from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.cards import Card
from tests.vision.read.hand_made import TOP_LEFT, card
from vision.read.cards import card_of_group
from vision.read.reading import CardSeen, Doubt, Unsure


def test_one_clear_index_is_a_card() -> None:
    """A covered second corner takes nothing away."""
    seen = card_of_group(card("SQ", (0, 0))[:1])

    assert isinstance(seen, CardSeen)
    assert seen.card is Card.parse("SQ")
    assert seen.confidence == pytest.approx(0.97 * 0.85, abs=0.02)
    assert len(seen.indices) == 1


def test_two_indices_are_surer_than_one() -> None:
    """Agreeing corners confirm each other."""
    one = card_of_group(card("SQ", (0, 0))[:1])
    two = card_of_group(card("SQ", (0, 0)))

    assert isinstance(one, CardSeen)
    assert isinstance(two, CardSeen)
    assert two.confidence > one.confidence


def test_clear_corner_decides_for_a_blurred_one() -> None:
    """Half a reading at one end is settled by the other end."""
    clear, blurred = card("C5", (0, 0))[:1], card({"S5": 0.55, "C5": 0.4}, (0, 0))[1:]

    seen = card_of_group([*clear, *blurred])

    assert isinstance(seen, CardSeen)
    assert seen.card is Card.parse("C5")
    assert seen.indices[0].confidence > seen.indices[1].confidence


def test_two_sure_corners_that_differ_are_a_doubt() -> None:
    """Nobody is outvoted: the referee looks."""
    doubt = card_of_group([*card("C5", (0, 0))[:1], *card("S5", (0, 0))[1:]])

    assert isinstance(doubt, Unsure)
    assert doubt.reason is Doubt.TWO_READINGS


def test_unclear_face_is_a_doubt_at_its_place() -> None:
    """An index that may be two faces is reported, not guessed."""
    (index,) = card({"S3": 0.5, "S8": 0.45}, (0, 0))[:1]
    doubt = card_of_group([index])

    assert isinstance(doubt, Unsure)
    assert (doubt.reason, doubt.x, doubt.y) == (
        Doubt.FACE_UNCLEAR,
        index.spot.x,
        index.spot.y,
    )
    assert [seen.angle_deg for seen in doubt.indices] == [index.spot.angle_deg]


@pytest.mark.parametrize(
    ("face", "presence", "read"),
    [
        ({"HR": 0.96}, 0.5, True),
        ({"HR": 0.85, "SB": 0.1}, 0.5, False),
        ({"SB": 0.8, "HR": 0.2}, 0.7, True),
        ({"SB": 0.8, "HR": 0.2}, 0.5, False),
    ],
)
def test_lone_joker_must_be_clear(face: dict[str, float], presence: float, read: bool) -> None:
    """A printed word may look like a joker's; with both ends seen less is enough."""
    ends = [replace(index, presence=presence) for index in card(face, (0, 0))]

    assert isinstance(card_of_group(ends[:1]), CardSeen if read else Unsure)
    assert isinstance(card_of_group(ends), CardSeen)


def test_joker_without_colours_is_not_named() -> None:
    """Black and red joker may differ in colour alone, so a greyscale picture leaves a doubt."""
    joker = card({"SB": 0.8, "HR": 0.2}, (0, 0))
    doubt = card_of_group(joker, colour_seen=False)

    assert isinstance(doubt, Unsure)
    assert doubt.reason is Doubt.NO_COLOUR
    assert isinstance(card_of_group(card("S9", (0, 0)), colour_seen=False), CardSeen)


def test_what_is_hardly_there_is_nothing() -> None:
    """A pattern that barely looks like an index is neither card nor doubt."""
    (index,) = card("S3", (0, 0))[:1]

    assert card_of_group([replace(index, presence=0.05)]) is None


def test_a_lone_black_word_on_a_calibrated_table_is_a_joker() -> None:
    """No newspaper lies there, so a presence of little more than a half is enough."""
    (word,) = card("SB", (0, 0), shows=(TOP_LEFT,))
    faint = [replace(word, presence=0.55)]

    assert isinstance(card_of_group(faint), Unsure)
    assert isinstance(card_of_group(faint, at_scale=True), CardSeen)


@pytest.mark.parametrize(
    ("presence", "kind"), [(0.3, type(None)), (0.4, Unsure), (0.5, Unsure), (0.6, CardSeen)]
)
def test_a_clear_face_that_is_hardly_there_is_asked_for(presence: float, kind: type) -> None:
    """On a calibrated table: left out, the play would lack a card and be called a fault."""
    (index,) = card("HJ", (0, 0))[:1]

    assert isinstance(card_of_group([replace(index, presence=presence)], at_scale=True), kind)


@pytest.mark.parametrize(
    ("face", "presence", "steadiness", "kind"),
    [
        ("HJ", 0.65, 0.8, Unsure),
        ("HJ", 0.65, 0.9, CardSeen),
        ("HJ", 0.4, 0.9, CardSeen),
        ("HR", 0.6, 0.6, Unsure),
        ("HR", 0.6, 0.8, CardSeen),
        ("HR", 0.45, 0.8, Unsure),
        ("HR", 0.45, 0.9, CardSeen),
    ],
)
def test_a_second_look_decides_what_hardly_shows(
    face: str, presence: float, steadiness: float, kind: type
) -> None:
    """Words are less steady than others; one that is as steady as those needs no more."""
    (index,) = card(face, (0, 0))[:1]

    found = card_of_group([replace(index, presence=presence)], at_scale=True, steadiness=steadiness)

    assert isinstance(found, kind)


@pytest.mark.parametrize(
    ("steadiness", "kind"), [(None, type(None)), (0.8, type(None)), (0.9, CardSeen)]
)
def test_in_a_photograph_what_is_faint_and_steady_is_believed(
    steadiness: float | None, kind: type
) -> None:
    """The finder hardly sees an index in a tight fan that reads well."""
    (index,) = card("S7", (0, 0))[:1]

    assert isinstance(card_of_group([replace(index, presence=0.3)], steadiness=steadiness), kind)


def test_strength_is_presence_times_probability() -> None:
    (index,) = card("HJ", (0, 0))[:1]

    seen = card_of_group([replace(index, presence=0.6)], at_scale=True)

    assert isinstance(seen, CardSeen)
    assert seen.strength == pytest.approx(0.6 * 0.97, abs=0.03)


def test_the_rate_tells_the_confidence_and_decides_nothing() -> None:
    """What the networks say is handed to it: the face's probability and the presence."""
    given: list[tuple[float, float]] = []

    def rate(face: float, presence: float) -> float:
        given.append((face, presence))
        return 0.125

    seen = card_of_group(card("SQ", (0, 0))[:1], rate=rate)

    assert isinstance(seen, CardSeen)
    assert seen.confidence == 0.125
    assert len(given) == 1
    assert given[0] == pytest.approx((0.97, 0.85), abs=0.03)


@pytest.mark.parametrize(
    ("face", "kind"),
    [
        ({"D9": 0.855, "H9": 0.112}, Unsure),
        ({"D9": 0.96, "H9": 0.03}, CardSeen),
        ({"D9": 0.855, "D6": 0.112}, CardSeen),
        ({"D9": 0.855, "S9": 0.112}, CardSeen),
    ],
    ids=["half a heart", "a whole pip", "another rank", "another colour"],
)
def test_a_clipped_pip_is_asked_for(face: dict[str, float], kind: type) -> None:
    """Of a nine of hearts half covered the rest was read as diamonds, steadily."""
    (index,) = card(face, (0, 0))[:1]
    faint = replace(index, presence=0.68)

    assert isinstance(card_of_group([faint], at_scale=True, steadiness=0.89), kind)
    assert isinstance(card_of_group([faint], at_scale=True), CardSeen)
