"""A moment of a table as a picture of characters: the table from above, and what was judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.box import HEAVY, ROUNDED, Box
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from referee.app.terminal.moment import Moment
from referee.app.terminal.words import Words, is_red, tiles
from referee.rules.advance import steps_won
from referee.rules.cards import Card
from referee.rules.result import Finish
from referee.rules.seats import Seat
from referee.session.clock import TurnClock
from referee.session.effects import Buzz, Lamp
from referee.session.events import CardsLaid, CardsUnread, Passed, SeatEvent, TakenBack
from referee.session.places import shown_order
from referee.session.signals import lamp
from referee.session.table import Phase, Table
from referee.session.verdict import Finding, Verdict
from referee.texts import (
    buzz_name,
    card_name,
    combination_name,
    finding_name,
    lamp_name,
    say,
    seat_name,
    skipped_text,
    verdict_text,
)
from referee.web.views.log import lying

LEAST_WH = (80, 24)
"""Below this there is no room for a table."""

_ROWS = 5
"""Rows of a seat at least: two of cards, one of signals, and the frame."""
_MOST_ROWS = 8
_CARD_ROWS = 2
_LOG_ROWS = 7
"""Rows of the verdicts at least, their frame included."""

_LAMPS = {
    Lamp.TURN: "bright_green",
    Lamp.OVERTIME: "bright_yellow",
    Lamp.FAULT: "bright_red",
}
_CLEAN = (Finding.OK,)


def draw(moment: Moment, size_wh: tuple[int, int], words: Words) -> RenderableType:
    """The whole picture, exactly *size_wh* characters wide and high.

    Args:
        moment: What there is to be seen.
        size_wh: At least `LEAST_WH`.
        words: The languages.
    """
    width, height = size_wh
    rows = min(_MOST_ROWS, max(_ROWS, (height - 2 - _LOG_ROWS) // 3))
    log_rows = height - 2 - 3 * rows
    wide = width // 3
    middle = width - 2 * wide
    grid = Grid.grid(padding=0)
    for each in (wide, middle, wide):
        grid.add_column(width=each)

    def seat(which: Seat, cells: int) -> Panel:
        return _seat(moment, which, (cells, rows), words)

    grid.add_row(
        _deal(moment, (wide, rows), words),
        seat(Seat.NORTH, middle),
        _checked(moment, (wide, rows), words),
    )
    grid.add_row(
        seat(Seat.WEST, wide), _centre(moment, (middle, rows), words), seat(Seat.EAST, wide)
    )
    grid.add_row(
        _legend((wide, rows), words), seat(Seat.SOUTH, middle), _out(moment, (wide, rows), words)
    )
    return Group(
        _heading(moment, width, words),
        grid,
        _judged(moment, (width, log_rows), words),
        Text(words.say("demo.leave", width), style="dim", overflow="crop", no_wrap=True),
    )


def _heading(moment: Moment, width: int, words: Words) -> Text:
    title = f" {words.say('page.title')} "
    time = f" {clock_text(moment.at_ms)} "
    gap = max(1, width - cell_len(title) - cell_len(time))
    return Text(title + " " * gap + time, style="bold white on dark_green", no_wrap=True)


def clock_text(at_ms: int) -> str:
    """Table time as minutes and seconds."""
    return f"{at_ms // 60_000:02}:{at_ms // 1000 % 60:02}"


def _seat(moment: Moment, seat: Seat, size_wh: tuple[int, int], words: Words) -> Panel:
    width, height = size_wh
    table = moment.table
    inner = width - 4
    shown = lamp(table, seat)
    colour = _LAMPS.get(shown, "grey42")
    title = Text()
    title.append("● " if shown is not Lamp.OFF else "○ ", style=colour)
    name = words.both(lambda language: seat_name(seat, language))
    title.append(name, style="bold")
    if shown is not Lamp.OFF:
        room = inner - cell_len(title.plain) - 2
        light = words.both(lambda language: lamp_name(shown, language), room)
        title.append(f" {light}", style=colour)
    body = _before(moment, seat, inner, words)
    heard = dict(moment.sounds).get(seat)
    if heard is not None:
        body.append(_sound(heard, inner, words))
    return Panel(
        Group(*body),
        title=title,
        subtitle=Text(_held(table, seat, words), style="dim"),
        width=width,
        height=height,
        box=HEAVY if seat in table.to_act or shown is Lamp.FAULT else ROUNDED,
        border_style=colour,
    )


def _sound(buzz: Buzz, width: int, words: Words) -> Text:
    name = words.both(lambda language: buzz_name(buzz, language), width - 2)
    return Text(f"♪ {name}", style="bold bright_red", no_wrap=True)


def _held(table: Table, seat: Seat, words: Words) -> str:
    """How many cards a seat holds, or as which one it went out."""
    deal = table.deal
    if deal is None:
        return ""
    order = shown_order(table) or deal.finished
    if seat in order:
        return words.say(f"page.place_{order.index(seat) + 1}")
    key = "page.left_unsure" if seat in table.uncounted else "page.left"
    return words.say(key, count=deal.cards_left[seat])


def _before(moment: Moment, seat: Seat, width: int, words: Words) -> list[RenderableType]:
    """What lies in front of a seat."""
    table = moment.table
    refused = table.refused_of(seat)
    if refused:
        return _rows(refused, width, words)
    if table.unread is seat:
        return [Text(words.say("demo.unread", width), style="bold magenta", no_wrap=True)]
    front = lying(moment.log).get(seat)
    if front is None:
        return []
    if front.passed:
        return [Text(words.say("run.passes", width), style="dim", no_wrap=True)]
    return _rows(front.cards, width, words, dim=front.of_last_trick)


def _rows(
    cards: Sequence[Card], width: int, words: Words, *, dim: bool = False
) -> list[RenderableType]:
    """Cards side by side in two rows at most, closer together where there are many."""
    for padding in (" ", ""):
        rows: list[Text] = []
        for tile in tiles(cards, words, padding):
            if dim:
                tile.stylize("dim")
            if not rows or rows[-1].cell_len + 1 + tile.cell_len > width:
                rows.append(Text(no_wrap=True))
            else:
                rows[-1].append(" ")
            rows[-1].append_text(tile)
        if len(rows) <= _CARD_ROWS:
            break
    return [*rows]


def _deal(moment: Moment, size_wh: tuple[int, int], words: Words) -> Panel:
    deal = moment.table.deal
    lines: list[Text] = []
    width = size_wh[0] - 4
    if deal is not None:
        level = str(deal.level).replace("T", "10")
        lines = [
            Text(words.say("demo.level", width, level=level), style="bold", no_wrap=True),
            Text(words.say("demo.wild", width, card=f"♥{level}"), no_wrap=True),
            Text(words.say("page.trick", width, number=deal.trick), no_wrap=True),
        ]
    return _plain(lines, size_wh)


def _checked(moment: Moment, size_wh: tuple[int, int], words: Words) -> Panel:
    """Faults that really happen, ticked off as the device finds them."""
    width = size_wh[0] - 4
    lines: list[Text] = []
    if moment.faults is not None:
        for fault, found in moment.faults.scripted:
            sign, style = _sign(moment, fault.at_ms, found=found is not None)
            seat = seat_name(fault.seat, words.first)
            word = _finding(fault.finding, words, width - 3 - cell_len(seat))
            lines.append(Text(f"{sign} {seat} {word}", style=style, no_wrap=True))
        for innocent in moment.faults.innocent:
            word = words.say("demo.innocent", width - 3, seat=innocent.seat.value)
            lines.append(Text(f"✗ {word}", style="bold red", no_wrap=True))
    return _plain(lines, size_wh, words.say("demo.faults", width))


def _finding(finding: Finding, words: Words, width: int | None = None) -> str:
    return words.both(lambda language: finding_name(finding, language), width)


def _sign(moment: Moment, due_ms: int, *, found: bool) -> tuple[str, str]:
    if found:
        return "✓", "bright_green"
    over = moment.at_ms > due_ms + 3_000
    return ("✗", "bold red") if over else ("·", "dim")


def _centre(moment: Moment, size_wh: tuple[int, int], words: Words) -> Panel:
    """Whose turn, what to beat, and the clock."""
    table = moment.table
    width = size_wh[0] - 4
    lines = [
        Text(text, style=style, justify="center", no_wrap=True)
        for text, style in _turn(moment, width, words)
    ]
    return (
        Panel(Group(*lines), width=size_wh[0], height=size_wh[1], box=ROUNDED, border_style="green")
        if table.phase is not Phase.WAITING
        else _plain([], size_wh)
    )


def _turn(moment: Moment, width: int, words: Words) -> list[tuple[str, str]]:
    table = moment.table
    if table.phase is Phase.ENDED:
        return [(words.say("page.phase_ended", width), "bold")]
    if not table.to_act or table.deal is None:
        return [(words.say(f"page.phase_{table.phase.value}", width), "bold")]
    top = table.deal.top
    lines = [(acting_text(table, words, width), "bold")]
    if top is not None and top.combination is not None:
        reading = top.combination
        beat = words.both(
            lambda language: say("demo.beat", language, play=combination_name(reading, language)),
            width,
        )
        lines.append((beat, ""))
    if table.clock is not None and table.clock.limit_ms:
        lines.append(_clock(table.clock, moment.at_ms, width, words))
    return lines


def acting_text(table: Table, words: Words, width: int | None = None) -> str:
    """Who leads or is to act; empty where nobody is."""
    if not table.to_act:
        return ""
    leads = table.deal is None or table.deal.top is None
    key, turn = "demo.leads" if leads else "demo.to_act", table.to_act[0]
    return words.both(lambda language: say(key, language, seat=seat_name(turn, language)), width)


def _clock(clock: TurnClock, now_ms: int, width: int, words: Words) -> tuple[str, str]:
    """A bar that fills, the seconds, and what stage the clock has reached."""
    used_ms = clock.used_ms(now_ms)
    over = used_ms > clock.limit_ms
    stands = clock.paused_since_ms is not None
    stage = "demo.stands" if stands else "demo.over" if over else "demo.in_time"
    style = "bright_yellow" if over else "dim" if stands else "bright_green"
    seconds = f"{used_ms / 1000:.1f}/{clock.limit_ms // 1000} s"
    word = say(stage, words.first)
    bar = max(4, min(24, width - cell_len(seconds) - cell_len(word) - 2))
    filled = min(bar, used_ms * bar // clock.limit_ms)
    return f"{'█' * filled}{'░' * (bar - filled)} {seconds} {word}", style


def _legend(size_wh: tuple[int, int], words: Words) -> Panel:
    """What the colours say."""
    width = size_wh[0] - 4
    meanings = (
        (Lamp.TURN, "demo.lamp_turn"),
        (Lamp.OVERTIME, "demo.lamp_overtime"),
        (Lamp.FAULT, "demo.lamp_fault"),
    )
    lines = []
    for light, key in meanings:
        line = Text("● ", style=_LAMPS[light], no_wrap=True)
        line.append(words.say(key, width - 2), style="dim")
        lines.append(line)
    return _plain(lines, size_wh)


def _out(moment: Moment, size_wh: tuple[int, int], words: Words) -> Panel:
    """Who is out, and once the deal is over what it is worth."""
    table = moment.table
    width = size_wh[0] - 4
    deal = table.deal
    order = shown_order(table) or (deal.finished if deal is not None else ())
    lines = [
        Text(_place(place, seat, words, width), style="bold", no_wrap=True)
        for place, seat in enumerate(order, start=1)
    ]
    if len(lines) > size_wh[1] - 2:
        lines = [Text("  ".join(_short(order, words)), style="bold")]
    worth = worth_text(table, words, width)
    if worth:
        lines.append(Text(worth, style="bold bright_green", no_wrap=True))
    return _plain(lines, size_wh)


def _place(place: int, seat: Seat, words: Words, width: int) -> str:
    return words.both(
        lambda language: f"{say(f'page.place_{place}', language)} {seat_name(seat, language)}",
        width,
    )


def _short(order: Iterable[Seat], words: Words) -> list[str]:
    return [f"{place}. {seat_name(seat, words.first)}" for place, seat in enumerate(order, 1)]


def worth_text(table: Table, words: Words, width: int | None = None) -> str:
    """How the deal ended and how many levels the winners advance; empty before."""
    order = shown_order(table)
    if table.phase is not Phase.ENDED or not order:
        return ""
    result = Finish.of(order).result
    return words.both(
        lambda language: say(
            "demo.worth",
            language,
            side=say(f"page.side_{result.winner.value}", language),
            steps=steps_won(result, table.ruleset),
        ),
        width,
    )


def _plain(lines: Sequence[Text], size_wh: tuple[int, int], title: str = "") -> Panel:
    """A part of the picture that is no seat."""
    return Panel(
        Group(*lines),
        title=title or None,
        title_align="left",
        width=size_wh[0],
        height=size_wh[1],
        box=_NOTHING,
        border_style="dim",
    )


_NOTHING = Box("    \n    \n    \n    \n    \n    \n    \n    \n")


def _judged(moment: Moment, size_wh: tuple[int, int], words: Words) -> Panel:
    """The last acts and their verdicts, the newest at the bottom."""
    width, height = size_wh[0] - 4, size_wh[1] - 2
    lines: list[Text] = []
    for line in reversed(moment.log.lines):
        if not isinstance(line.event, SeatEvent) or line.counted.verdict is None:
            continue
        new = act_lines(line.event, line.counted.verdict, width, words)
        room = height - len(lines)
        # The oldest shows at least what was done and found.
        lines = (new if len(new) <= room else new[: min(1, room)]) + lines
        if len(new) >= room:
            break
    return Panel(
        Group(*lines),
        title=words.say("demo.verdicts", width),
        title_align="left",
        width=size_wh[0],
        height=size_wh[1],
        box=ROUNDED,
        border_style="dim",
    )


def act_lines(event: SeatEvent, verdict: Verdict, width: int | None, words: Words) -> list[Text]:
    """One act: who did what and whether it stands; what does not, with a sentence a language."""
    at_s = event.at_ms / 1000
    seat = words.both(lambda language: seat_name(verdict.seat, language))
    text = Text(no_wrap=True)
    text.append(f"{at_s:6.1f} ", style="dim")
    text.append(f"{seat} ", style="bold")
    text.append_text(_deed(event, words))
    finding = _finding(verdict.finding, words)
    style = "green" if verdict.finding in _CLEAN else "bold bright_red"
    if verdict.finding is Finding.UNSURE:
        style = "bold magenta"
    text.append(f"  {finding}", style=style)
    skipped = words.both(lambda language: skipped_text(verdict, language)).strip()
    if skipped:
        text.append(f"  {skipped}", style="dim")
    if verdict.article:
        text.append(f"  {verdict.article}", style="dim")
    found = [text]
    if verdict.finding not in _CLEAN:
        uncited = replace(verdict, article="")
        found += [
            Text(f"       {verdict_text(uncited, language)}", style="red", no_wrap=True)
            for language in words.languages
        ]
    if width is not None:
        for each in found:
            each.truncate(width, overflow="ellipsis")
    return found


def _deed(event: SeatEvent, words: Words) -> Text:
    match event:
        case CardsLaid(cards=cards):
            text = Text()
            for card in cards:
                style = "bright_red" if is_red(card) else "bold"
                text.append(f"{card_name(card, words.first)} ", style=style)
            return text
        case CardsUnread():
            return Text(words.say("run.unread"), style="magenta")
        case Passed():
            return Text(words.say("run.passes"), style="dim")
        case TakenBack():
            return Text(words.say("run.takes_back"), style="dim")
