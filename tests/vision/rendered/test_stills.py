"""Stills of one play."""

import numpy as np
import pytest

from referee.rules.cards import parse_cards

stills = pytest.importorskip("vision.rendered.stills", reason="needs the extra `train`")
pytestmark = pytest.mark.train


def test_a_still_is_drawn_again_from_its_seed() -> None:
    """Same cards and seed give the same picture, another seed another one."""
    cards = parse_cards("C5 HT SB")
    first, again, other = (stills.render_play(cards, seed) for seed in (1, 1, 2))

    assert first.shape == (960, 1280, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("seed", range(8))
def test_ten_cards_stay_inside_the_picture(seed: int) -> None:
    """The longest play fits, whichever seat lays it: no card touches the rim."""
    picture = stills.render_play(parse_cards("S4 H5 D6 C7 S8 HA D2 C3 HJ SQ"), seed)
    rim = np.concatenate([picture[:4].ravel(), picture[-4:].ravel(), picture[:, :4].ravel()])

    assert np.percentile(rim, 99) < 120


@pytest.mark.parametrize("text", ["", "S4 H5 D6 C7 S8 HA D2 C3 HJ SQ SK"])
def test_no_play_is_empty_or_longer_than_ten(text: str) -> None:
    """The refusal says what was asked for."""
    with pytest.raises(ValueError, match="a play has 1 to 10 cards"):
        stills.render_play(parse_cards(text), 1)
