"""The score sheets (记分表) of a record as a table for other programs: one line a deal."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from referee.record.stories import DealStory
from referee.rules.seats import Seat, Side
from referee.session.round_state import DealRecord, PenaltyRecord, RoundState
from referee.texts import Language, say

_COLUMNS = (
    "record.round",
    "page.sheet_deal",
    "page.sheet_level",
    "page.declares",
    "page.place_1",
    "page.place_2",
    "page.place_3",
    "page.place_4",
    "page.sheet_result",
    "page.sheet_steps",
    "page.sheet_ew_level",
    "page.sheet_ns_level",
    "page.sheet_penalties",
)


def score_csv(stories: Sequence[DealStory], languages: Sequence[Language]) -> str:
    """The deals whose result stands, under a line of headings.

    A penalty is written as seat and step, several apart by ``;``. A deal that a foul ended has no
    places. Levels are as on the cards, ``A+`` for a side that has passed A.
    """
    # A penalty may be given in a later deal than the one it stands for.
    last = {story.round: story.end.round for story in stories}
    sheet = _Sheet(languages)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([sheet.words(column) for column in _COLUMNS])
    for story in stories:
        line, state = story.sheet_line, last[story.round]
        if line is not None and state is not None:
            writer.writerow([story.round, *sheet.cells(line, state)])
    return out.getvalue()


class _Sheet:
    """The cells of a sheet in the languages that were asked for."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self._languages = languages

    def words(self, key: str) -> str:
        return " ".join(say(key, language) for language in self._languages)

    def cells(self, line: DealRecord, state: RoundState) -> list[str | int]:
        places = [self._seat(seat) for seat in line.finish]
        penalties = [self._penalty(given) for given in state.penalties if given.deal == line.number]
        return [
            line.number,
            _printed(str(line.level)),
            "" if line.declarer is None else self._side(line.declarer),
            *(places + [""] * len(Seat))[: len(Seat)],
            str(line.result),
            line.steps,
            _printed(line.east_west.label),
            _printed(line.north_south.label),
            "; ".join(penalties),
        ]

    def _seat(self, seat: Seat) -> str:
        return self.words(f"seat.{seat.value}")

    def _side(self, side: Side) -> str:
        return self.words(f"page.side_{side.value}")

    def _penalty(self, given: PenaltyRecord) -> str:
        steps = ", ".join(self.words(f"page.step_{step.value}") for step in given.steps)
        return f"{self._seat(given.seat)}: {steps}"


def _printed(level: str) -> str:
    """Ten is printed ``10``, as on the cards."""
    return level.replace("T", "10")
