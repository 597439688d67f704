"""A watched deal line by line, for pipes and logs: the same content without control codes."""

from __future__ import annotations

from collections.abc import Sequence

from referee.app.terminal.moment import Moment
from referee.app.terminal.picture import act_lines, acting_text
from referee.app.terminal.words import Words
from referee.ports import Entry
from referee.rules.seats import Seat
from referee.session.effects import Buzz, ShowSeat
from referee.session.events import CardsLaid, Corrected, SeatEvent
from referee.session.table import Phase
from referee.texts import buzz_name, cards_name, lamp_name, say, seat_name

_INDENT = " " * 7


def lines_of(moment: Moment, news: Sequence[Entry], words: Words) -> list[str]:
    """What *news* add to a log; *moment* is the one after the last of them."""
    found: list[str] = []
    for entry in news:
        event = entry.event
        if isinstance(event, SeatEvent) and entry.verdict is not None:
            found += [text.plain for text in act_lines(event, entry.verdict, None, words)]
        if isinstance(event, Corrected):
            found.append(f"{event.at_ms / 1000:6.1f} {_entered(event, words)}")
        signals = _signals(entry, words)
        if signals:
            at = "" if isinstance(event, SeatEvent) else f"{event.at_ms / 1000:6.1f} "
            found.append(f"{at or _INDENT}→ {signals}")
    if found and moment.table.phase is Phase.PLAYING:
        found.append(_INDENT + _standing(moment, words))
    return found


def _entered(correction: Corrected, words: Words) -> str:
    """What a person entered instead of something that stood in the record."""
    laid = [event for event in correction.instead if isinstance(event, CardsLaid)]
    if not laid:
        return words.say("demo.taken_out")
    return words.both(
        lambda language: say(
            "demo.entered",
            language,
            seat=seat_name(laid[0].seat, language),
            cards=cards_name(laid[0].cards, language),
        )
    )


def _signals(entry: Entry, words: Words) -> str:
    orders = [effect for effect in entry.effects if isinstance(effect, ShowSeat)]
    return "; ".join(_signal(order, words) for order in orders)


def _signal(order: ShowSeat, words: Words) -> str:
    seat = words.both(lambda language: seat_name(order.seat, language))
    light = words.both(lambda language: lamp_name(order.lamp, language))
    if order.buzz is Buzz.SILENT:
        return f"{seat} {light}"
    return f"{seat} {light} ♪ {words.both(lambda language: buzz_name(order.buzz, language))}"


def _standing(moment: Moment, words: Words) -> str:
    """Whose turn, how long the clock has run, and what everybody holds."""
    table = moment.table
    deal, clock = table.deal, table.clock
    if deal is None:
        return ""
    counts = " ".join(f"{seat.value}{deal.cards_left[seat]}" for seat in Seat)
    parts = [
        acting_text(table, words),
        words.say("page.trick", None, number=deal.trick),
        f"{words.say('demo.left')} {counts}",
    ]
    if clock is not None and clock.limit_ms:
        parts.append(f"{clock.used_ms(table.now_ms) / 1000:.1f}/{clock.limit_ms // 1000} s")
    return " · ".join(parts)
