"""Drawing lots that can be drawn again."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.pairings.draw import Draw, draw, drawn_order

SEEDS = st.text(st.characters(blacklist_characters="\n", blacklist_categories=["Cs"]), min_size=1)


def word(seed: str, purpose: str, number: int) -> int:
    """What the printf line of the module's docstring prints."""
    text = f"guandan-draw-1\n{seed}\n{purpose}\n{number}"
    return int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)


def test_five_lots_drawn_by_hand() -> None:
    """Four words, each taken by the number of places left, give the order step by step."""
    words = [word("2024-05-01", "swiss/1", number) for number in range(4)]

    assert [f"{drawn:016x}" for drawn in words] == [
        "b2cf1bf284c798a9",
        "3e567f4c9932bb12",
        "47aa0b54bee8f106",
        "48e5ab97fca72afa",
    ]
    # 1 2 3 4 5, swap places 5 and 2: 1 5 3 4 2, places 4 and 3: 1 5 4 3 2, places 3 and 1:
    # 4 5 1 3 2, places 2 and 1: 5 4 1 3 2.
    assert [drawn % left for drawn, left in zip(words, (5, 4, 3, 2), strict=True)] == [1, 2, 0, 0]
    assert drawn_order("2024-05-01", "swiss/1", [1, 2, 3, 4, 5]) == (5, 4, 1, 3, 2)


@pytest.mark.parametrize(
    ("seed", "purpose", "size", "order"),
    [
        ("2024-05-01", "swiss/1", 10, (8, 10, 1, 6, 3, 5, 4, 9, 7, 2)),
        ("迎五一", "groups", 7, (5, 2, 3, 7, 1, 6, 4)),
        ("7", "knock-out/1", 16, (7, 3, 4, 14, 6, 1, 16, 8, 13, 11, 5, 15, 10, 2, 9, 12)),
    ],
)
def test_draws_are_the_same_for_ever(
    seed: str, purpose: str, size: int, order: tuple[int, ...]
) -> None:
    """Orders written down with the first release; a change here would betray old records."""
    assert drawn_order(seed, purpose, range(1, size + 1)) == order


@given(SEEDS, SEEDS, st.lists(st.integers(), unique=True, max_size=40))
def test_an_order_holds_everybody_once(seed: str, purpose: str, numbers: list[int]) -> None:
    """Every entry is drawn once, and it does not matter in which order they were put in."""
    order = drawn_order(seed, purpose, numbers)

    assert sorted(order) == sorted(numbers)
    assert drawn_order(seed, purpose, reversed(numbers)) == order
    assert draw(seed, purpose, numbers).holds


def test_another_seed_or_purpose_gives_another_order() -> None:
    """Twenty entries drawn three times come out in three orders."""
    texts = [("a", "swiss/1"), ("b", "swiss/1"), ("a", "swiss/2")]

    assert len({drawn_order(seed, purpose, range(20)) for seed, purpose in texts}) == 3


def test_every_place_is_equally_likely() -> None:
    """Over 6000 seeds each of three entries comes first about 2000 times (sigma is 37)."""
    firsts = [drawn_order(str(seed), "fair", (1, 2, 3))[0] for seed in range(6000)]

    assert all(1850 < firsts.count(entry) < 2150 for entry in (1, 2, 3))


def test_an_altered_record_is_seen() -> None:
    """An order that was not drawn does not hold."""
    drawn = draw("seed", "lot", range(10))

    assert not Draw(drawn.seed, drawn.purpose, drawn.order[::-1]).holds


@pytest.mark.parametrize(("seed", "purpose"), [("", "x"), ("x", ""), ("a\nb", "x"), ("x", "a\nb")])
def test_texts_that_could_be_read_two_ways_are_refused(seed: str, purpose: str) -> None:
    """Seed and purpose are one line each."""
    with pytest.raises(ValueError, match="is one line of text"):
        drawn_order(seed, purpose, [1, 2])


def test_an_entry_is_drawn_once() -> None:
    """A number given twice is a slip of the caller."""
    with pytest.raises(ValueError, match=r"an entry is drawn once, got \[3, 3\]"):
        drawn_order("seed", "lot", [3, 3])
