"""The acts of a session as people or programs read them, one line an act as it happens."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from referee.app.acts import ActRow, Signal, act_rows, acts_done
from referee.ports import Entry
from referee.rules.cards import Card, Suit
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp
from referee.session.table import Table
from referee.session.verdict import Finding, Verdict
from referee.texts import (
    Language,
    buzz_name,
    card_name,
    doubt_text,
    finding_name,
    lamp_name,
    say,
    seat_name,
    skipped_text,
)

_LANGUAGES = {
    "zh": (Language.CHINESE,),
    "en": (Language.ENGLISH,),
    "both": (Language.CHINESE, Language.ENGLISH),
}


def chosen_languages(name: str) -> tuple[Language, ...]:
    """The languages behind ``zh``, ``en`` or ``both``."""
    return _LANGUAGES[name]


_WIDTHS = {
    "act": 4,
    "time": 7,
    "seat": 8,
    "seen": 22,
    "labelled": 17,
    "verdict": 28,
    "signals": 44,
    "agrees": 6,
}
_LAMP_STYLES = {Lamp.TURN: "green", Lamp.OVERTIME: "yellow", Lamp.FAULT: "bold red"}


class ActView:
    """Writes the heading once and then a line an act; columns stay aligned with Chinese text."""

    def __init__(self, languages: Sequence[Language], *, as_json: bool) -> None:
        self._languages = languages
        self._json = as_json
        # A pipe has no width of its own; the table must not be squeezed to 80 columns there.
        width = None if sys.stdout.isatty() else sum(_WIDTHS.values()) + 2 * len(_WIDTHS)
        self._console = Console(width=width)

    def begin(
        self, journal: Path, level: Level, leader: Seat | None, resumed: Sequence[Entry] | None
    ) -> None:
        """Say what is refereed, and after which act a resumed session goes on.

        *leader* is ``None`` where the tribute decides who leads.
        """
        if self._json:
            return
        if leader is None:
            self._say("run.level_drawn", lambda _: {"level": str(level)})
        else:
            self._say(
                "run.level",
                lambda language: {"level": str(level), "leader": seat_name(leader, language)},
            )
        if resumed is None:
            self._say("run.journal", lambda _: {"path": journal})
        else:
            done = acts_done(resumed)
            self._say("run.resumed", lambda _: {"path": journal, "act": done})
        self._line({name: self._both(f"run.{name}") for name in _WIDTHS}, style="bold")

    def act(self, entries: Sequence[Entry]) -> None:
        """Write the line of the act that *entries* end with."""
        *_, row = act_rows(entries)
        if self._json:
            print(json.dumps(row.as_json(), ensure_ascii=False), flush=True)  # noqa: T201
            return
        self._line(
            {
                "act": "–" if row.number is None else str(row.number),
                "time": f"{row.at_ms / 1000:.1f}",
                "seat": self._each(lambda language: seat_name(row.verdict.seat, language)),
                "seen": self._seen(row),
                "labelled": self._cards(row.labelled),
                "verdict": self._verdict(row.verdict),
                "signals": self._signals(row.signals),
                "agrees": {True: "✓", False: "✗", None: "–"}[row.agrees],
            }
        )

    def end(self, entries: Sequence[Entry], table: Table) -> None:
        """Say how far the verdicts and the faces agree with the file, and how the table stands."""
        if self._json:
            return
        rows = list(act_rows(entries))
        pictures = [row for row in rows if row.reads_right is not None]
        judged = [row for row in rows if row.agrees is not None]
        if judged or pictures:
            self._say(
                "run.summary",
                lambda _: {
                    "agreed": sum(row.agrees is True for row in judged),
                    "acts": len(judged),
                    "read": sum(row.reads_right is True for row in pictures),
                    "pictures": len(pictures),
                },
            )
        deal = table.deal
        if deal is None:
            return
        if deal.to_act is None:
            self._say(
                "run.finish",
                lambda language: {
                    "finish": " ".join(seat_name(seat, language) for seat in deal.finish_order)
                },
            )
            return
        turn = deal.to_act
        self._say(
            "run.deal_open",
            lambda language: {
                "seat": seat_name(turn, language),
                "counts": " ".join(
                    f"{seat_name(seat, language)} {deal.cards_left[seat]}" for seat in Seat
                ),
            },
        )

    def compared(self, rows: int, differs: int | None) -> None:
        """Say whether a replay came out as the journal has it."""
        if self._json:
            return
        if differs is None:
            self._say("run.replay_same", lambda _: {"rows": rows})
        else:
            self._say("run.replay_differs", lambda _: {"row": differs})

    def _say(self, key: str, facts: Callable[[Language], dict[str, object]]) -> None:
        for language in self._languages:
            text = say(key, language, **facts(language))
            self._console.print(text, highlight=False, soft_wrap=True, markup=False)

    def _both(self, key: str) -> str:
        return self._each(lambda language: say(key, language))

    def _each(self, name: Callable[[Language], str]) -> str:
        return " ".join(map(name, self._languages))

    def _line(self, cells: dict[str, str | Text], style: str = "") -> None:
        grid = Grid.grid(padding=(0, 1))
        for width in _WIDTHS.values():
            grid.add_column(width=width, overflow="fold")
        grid.add_row(*cells.values(), style=style)
        self._console.print(grid, soft_wrap=False)

    def _verdict(self, verdict: Verdict) -> Text:
        text = Text(
            self._each(lambda language: finding_name(verdict.finding, language)),
            style="" if verdict.finding is Finding.OK else "bold red",
        )
        skipped = self._each(lambda language: skipped_text(verdict, language)).strip()
        return text.append(f" ({skipped})", style="dim") if skipped else text

    def _seen(self, row: ActRow) -> Text:
        if row.deed != "lays":
            return Text(self._both(f"run.{row.deed}"), style="dim")
        text = self._cards(row.seen)
        if row.doubts:
            reasons = [
                doubt_text(reason, self._languages[0]) for reason in dict.fromkeys(row.doubts)
            ]
            text.append(f" ? {', '.join(reasons)}", style="magenta")
        if row.reads_right is False:
            text.append(" ≠", style="bold magenta")
        return text

    def _cards(self, cards: Sequence[str]) -> Text:
        text = Text()
        for word in cards:
            card = Card.parse(word)
            red = card.suit in {Suit.HEARTS, Suit.DIAMONDS}
            text.append(card_name(card, self._languages[0]) + " ", style="red" if red else "")
        return text

    def _signals(self, signals: Sequence[Signal]) -> Text:
        text = Text()
        for signal in signals:
            lamp, buzz = signal.order.lamp, signal.order.buzz
            if text:
                text.append("; ")
            text.append(f"{signal.at_ms / 1000:.1f} {signal.order.seat.value} ")
            text.append(lamp_name(lamp, self._languages[0]), style=_LAMP_STYLES.get(lamp, "dim"))
            if buzz is not Buzz.SILENT:
                text.append(" " + buzz_name(buzz, self._languages[0]), style="bold red")
        return text
