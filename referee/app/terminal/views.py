"""Two ways to show a watched deal: a picture that is drawn anew, and lines for pipes and logs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.live import Live

from referee.app.terminal.lines import lines_of
from referee.app.terminal.moment import Moment
from referee.app.terminal.picture import LEAST_WH, draw
from referee.app.terminal.words import Words
from referee.ports import Entry

_DRAWN_EVERY_S = 0.2
"""Drawing takes some hundredths of a second, which the eye needs more."""


class DealView(AbstractContextManager["DealView"], Protocol):
    """Shows a deal while it is open."""

    def show(self, moment: Moment, news: Sequence[Entry]) -> None:
        """Show a moment; *news* are the rows since the one before."""


class LinesView:
    """Writes one line or more a row that says something."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console = console
        self._words = words

    def __enter__(self) -> LinesView:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing has to be put back."""

    def show(self, moment: Moment, news: Sequence[Entry]) -> None:
        """Write what *news* add."""
        for line in lines_of(moment, news, self._words):
            self._console.print(line, highlight=False, markup=False, soft_wrap=True)


class PictureView:
    """Draws on the terminal's other screen, so that what stood there comes back afterwards."""

    def __init__(
        self, console: Console, words: Words, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._console = console
        self._words = words
        self._monotonic = monotonic
        self._drawn_at: float | None = None
        self._live = Live(console=console, screen=True, auto_refresh=False, transient=True)

    def __enter__(self) -> PictureView:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, moment: Moment, news: Sequence[Entry]) -> None:
        """Draw, if something happened or the clock has moved visibly."""
        now = self._monotonic()
        is_due = self._drawn_at is None or now - self._drawn_at >= _DRAWN_EVERY_S
        if not news and not is_due:
            return
        self._drawn_at = now
        size = self._console.size
        width, height = max(size.width, LEAST_WH[0]), max(size.height, LEAST_WH[1])
        self._live.update(draw(moment, (width, height), self._words), refresh=True)


def view_for(console: Console, words: Words, *, lines: bool = False) -> DealView:
    """A picture where there is a terminal with room for one, *lines* everywhere else."""
    width, height = console.size
    has_room = width >= LEAST_WH[0] and height >= LEAST_WH[1]
    if console.is_terminal and not console.is_dumb_terminal and has_room and not lines:
        return PictureView(console, words)
    return LinesView(console, words)
