"""A seat unit that is lost or comes back while a run goes on, said to the operator."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

from referee.ports import PanelState
from referee.texts import Language, say


class UnitNews:
    """Writes one line a language to stderr; that a unit is there from the start is no news."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self._languages = languages
        self._heard = False

    def state(self, state: PanelState) -> None:
        """Take a change, in the panel's own thread."""
        is_news = self._heard or not state.connected
        self._heard = True
        if not is_news:
            return
        with contextlib.suppress(OSError):
            for language in self._languages:
                sys.stderr.write(f"guandan-referee: {say(f'panel.{state.reason}', language)}\n")
            sys.stderr.flush()
