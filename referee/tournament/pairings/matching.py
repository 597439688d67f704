"""Matching everybody with somebody (perfect matching), as asked for in order of preference.

Pairing a round asks two things: that everybody is paired whenever that is possible at all, and
that the first in the standing get the opponents they should. The first is Edmonds' blossom
algorithm: a matching is enlarged along alternating paths, and an odd cycle of such a path is
treated as one vertex, its base. The second walks down the standing and gives each the first
partner on his list with whom the rest can still be matched; one alternating path decides that.

Source: J. Edmonds, "Paths, Trees, and Flowers", Canadian Journal of Mathematics 17 (1965).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Choices = Sequence[Sequence[int]]
"""For each vertex the vertices it may be matched with, best first; always both ways."""

_NOBODY = -1


def has_matching(choices: Choices) -> bool:
    """Whether everybody can be matched."""
    return _any_matching(choices) is not None


def first_matching(choices: Choices) -> tuple[int, ...] | None:
    """Match everybody; the wishes of vertex 0 come first, then those of the next one left.

    Args:
        choices: For vertices 0 to n-1 their partners, best first. If *b* is in the list of *a*,
            *a* is in the list of *b*; nobody is in his own list.

    Returns:
        For each vertex its partner, or ``None`` if not everybody can be matched. No other complete
        matching gives vertex 0 a partner it likes better, none of those that agree on vertex 0
        gives the next one a better partner, and so on.
    """
    mates = _any_matching(choices)
    if mates is None:
        return None
    settled = [False] * len(choices)
    for vertex, partners in enumerate(choices):
        if settled[vertex]:
            continue
        settled[vertex] = True
        for partner in partners:
            if settled[partner]:
                continue
            settled[partner] = True
            changed = _with_couple(choices, mates, settled, vertex, partner)
            if changed is not None:
                mates = changed
                break
            settled[partner] = False
        else:
            raise AssertionError(f"the partner vertex {vertex} has is not on its list")
    return tuple(mates)


def _any_matching(choices: Choices) -> list[int] | None:
    if len(choices) % 2:
        return None
    mates = [_NOBODY] * len(choices)
    for vertex, partners in enumerate(choices):
        if mates[vertex] == _NOBODY:
            free = next((partner for partner in partners if mates[partner] == _NOBODY), _NOBODY)
            if free != _NOBODY:
                mates[vertex], mates[free] = free, vertex
    nobody_settled = [False] * len(choices)
    for vertex in range(len(choices)):
        if mates[vertex] == _NOBODY and not _enlarge(choices, mates, nobody_settled, vertex):
            return None
    return mates


def _with_couple(
    choices: Choices, mates: list[int], settled: list[bool], vertex: int, partner: int
) -> list[int] | None:
    """Matching that joins these two, or ``None`` if their former mates cannot be matched anew."""
    left, other_left = mates[vertex], mates[partner]
    changed = mates.copy()
    changed[vertex], changed[partner] = partner, vertex
    if left == partner:
        return changed
    changed[left] = changed[other_left] = _NOBODY
    return changed if _enlarge(choices, changed, settled, left) else None


def _enlarge(choices: Choices, mates: list[int], settled: list[bool], root: int) -> bool:
    """Match *root* too, along the shortest alternating path to another free vertex.

    Settled vertices are left alone. *mates* is changed only when the answer is true.
    """
    tree = _Tree(mates, root)
    while tree.waiting:
        vertex = tree.waiting.popleft()
        for other in choices[vertex]:
            if settled[other] or tree.base[vertex] == tree.base[other]:
                continue
            if tree.outer[other]:
                tree.shrink_blossom(vertex, other)
            elif tree.parent[other] == _NOBODY:
                tree.parent[other] = vertex
                if mates[other] == _NOBODY:
                    tree.flip_path_to(other)
                    return True
                tree.grow(mates[other])
    return False


class _Tree:
    """Alternating paths from one free vertex, with every odd cycle found so far shrunk."""

    def __init__(self, mates: list[int], root: int) -> None:
        self.mates = mates
        self.base = list(range(len(mates)))
        """The vertex each vertex counts as; itself until it is part of an odd cycle."""
        self.parent = [_NOBODY] * len(mates)
        """For a vertex reached by an unmatched line, where that line comes from."""
        self.outer = [False] * len(mates)
        """Reached by a path that ends with a matched line, or the root: may be matched anew."""
        self.waiting: deque[int] = deque()
        """Outer vertices whose lines have not been followed yet."""
        self.grow(root)

    def grow(self, vertex: int) -> None:
        self.outer[vertex] = True
        self.waiting.append(vertex)

    def shrink_blossom(self, one: int, other: int) -> None:
        """Give the odd cycle closed by the line between two outer vertices one base."""
        meeting = self._common_base(one, other)
        inside: set[int] = set()
        for start, across in ((one, other), (other, one)):
            vertex, child = start, across
            while self.base[vertex] != meeting:
                inside.update((self.base[vertex], self.base[self.mates[vertex]]))
                self.parent[vertex] = child
                child = self.mates[vertex]
                vertex = self.parent[child]
        for vertex, base in enumerate(self.base):
            if base in inside:
                self.base[vertex] = meeting
                if not self.outer[vertex]:
                    self.grow(vertex)

    def flip_path_to(self, end: int) -> None:
        """Unmatch what is matched on the path from the root to *end*, and match the rest."""
        vertex = end
        while vertex != _NOBODY:
            before = self.parent[vertex]
            after = self.mates[before]
            self.mates[vertex], self.mates[before] = before, vertex
            vertex = after

    def _common_base(self, one: int, other: int) -> int:
        above = {self.base[one]}
        vertex = self.base[one]
        while self.mates[vertex] != _NOBODY:
            vertex = self.base[self.parent[self.mates[vertex]]]
            above.add(vertex)
        vertex = self.base[other]
        while vertex not in above:
            vertex = self.base[self.parent[self.mates[vertex]]]
        return vertex
