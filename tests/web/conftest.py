"""A table with its page for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.helpers import Bench, bench


@pytest.fixture
def table() -> Iterator[Bench]:
    """A fresh table with its page."""
    with bench() as made:
        yield made
