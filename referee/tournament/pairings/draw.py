r"""Drawing lots (抽签) so that anybody can draw them again.

A draw is named by two texts that are written down: the *seed* of the event, announced before the
draw (a dice throw, a lottery number), and the *purpose* of this draw (``swiss/1``). The same two
texts and the same entries give the same order for ever, on every machine and in every version of
Python, because nothing but SHA-256 and whole numbers goes into it:

1. Word *k* (k = 0, 1, 2 ...) is the first eight bytes, read as a big-endian number, of the SHA-256
   of the UTF-8 text ``guandan-draw-1``, seed, purpose and *k*, joined by line feeds::

       printf 'guandan-draw-1\n%s\n%s\n%s' "$SEED" "$PURPOSE" "$K" | sha256sum | cut -c1-16

2. To draw one of *n*, take the next word; if it is not below the largest multiple of *n* that fits
   into 64 bits, throw it away and take the next; the remainder by *n* is drawn, counted from 0.
3. To draw an order, sort the entries, then for each place from the last to the second draw one of
   the places up to and including it and swap the two entries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

_METHOD = "guandan-draw-1"
_WORDS = 1 << 64


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as it is written down: what went in and what came out."""

    seed: str
    purpose: str
    order: tuple[int, ...]
    """The entries in the order drawn."""

    @property
    def holds(self) -> bool:
        """Whether drawing again gives the same order."""
        return drawn_order(self.seed, self.purpose, self.order) == self.order


def draw(seed: str, purpose: str, entries: Iterable[int]) -> Draw:
    """Draw an order and keep it with the texts it came from."""
    return Draw(seed, purpose, drawn_order(seed, purpose, entries))


def drawn_order(seed: str, purpose: str, entries: Iterable[int]) -> tuple[int, ...]:
    """Put *entries* into the order drawn; the order they are given in does not matter.

    >>> drawn_order("2024-05-01", "swiss/1", [1, 2, 3, 4, 5])
    (5, 4, 1, 3, 2)

    Raises:
        ValueError: If the seed or the purpose is empty or holds a line feed, or an entry comes
            twice.
    """
    order = sorted(entries)
    if len(set(order)) != len(order):
        raise ValueError(f"an entry is drawn once, got {order}")
    words = _words(seed, purpose)
    for place in range(len(order) - 1, 0, -1):
        other = _one_of(place + 1, words)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _one_of(size: int, words: Iterator[int]) -> int:
    fair = _WORDS - _WORDS % size
    return next(word for word in words if word < fair) % size


def _words(seed: str, purpose: str) -> Iterator[int]:
    for name, text in (("seed", seed), ("purpose", purpose)):
        if not text or "\n" in text:
            raise ValueError(f"the {name} of a draw is one line of text, got {text!r}")
    for number in count():
        text = "\n".join((_METHOD, seed, purpose, str(number)))
        yield int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
