"""The parts of a table that both the referee and the players may see."""

from __future__ import annotations

from typing import Any

from referee.rules.seats import Seat, Side
from referee.rules.switches.rounds import RoundEnd
from referee.session.places import places
from referee.session.receiving import receivers_of
from referee.session.signals import lamp
from referee.session.table import Phase, Table
from referee.web.views.log import Log, Lying, lying
from referee.web.views.words import Both, both, combination_words, notice_words, seat_word

Json = dict[str, Any]


def common(log: Log) -> Json:
    """Phase, level, score, clocks, and what lies on the table."""
    table = log.table
    return {
        "phase": table.phase.value,
        "phase_word": both(f"page.phase_{table.phase.value}"),
        "now_ms": table.now_ms,
        "paused": table.paused,
        "ruleset": table.ruleset.id if table.round is not None else None,
        "level": _level(table),
        "deal": 0 if table.phase in (Phase.ROUND_ENDED, Phase.SIGNED) else table.deal_number,
        "trick": table.deal.trick if table.deal is not None else 0,
        "score": _score(table),
        "clock": _clock(table),
        "round_clock": _round_clock(table),
        "top": _top(table),
        "notices": [notice_words(notice) for notice in log.notices],
        "seats": [_seat(table, seat, lying(log).get(seat)) for seat in Seat],
        "last_deal": table.round is not None and table.round.time_is_up,
    }


def _seat(table: Table, seat: Seat, front: Lying | None) -> Json:
    deal = table.deal
    order = _order(table)
    return {
        "seat": seat.value,
        "word": seat_word(seat),
        "side": seat.side.value,
        "to_act": seat in table.to_act,
        "lamp": lamp(table, seat).value,
        "calls": seat in table.calls,
        "place": order.index(seat) + 1 if seat in order else None,
        "front": None
        if front is None
        else {
            "cards": [str(card) for card in front.cards],
            "passed": front.passed,
            "old": front.of_last_trick,
        },
        "refused": [str(card) for card in table.refused_of(seat)],
        "unread": table.unread is seat,
        "tops": deal is not None and deal.top is not None and deal.top.seat is seat,
        "reported": seat in table.reported,
        "paid": _gift(table, seat),
        "paid_to": _receiver(table, seat),
        "void": table.void is seat,
    }


def _order(table: Table) -> tuple[Seat, ...]:
    """Who is out, in that order; all places once they are known."""
    found = places(table)
    if found is not None:
        return found.order
    return table.deal.finished if table.deal is not None else ()


def _gift(table: Table, seat: Seat) -> str | None:
    """The tribute or return card of a seat, which lies open for all to see."""
    if table.tributes is None or table.phase not in (Phase.TRIBUTE, Phase.RETURN):
        return None
    card = table.tributes.returned_by(seat) or table.tributes.paid_by(seat)
    return None if card is None else str(card)


def _receiver(table: Table, seat: Seat) -> Both | None:
    """Whose that card is now; ``None`` while it is not known, or a choice."""
    receivers = frozenset[Seat]() if table.tributes is None else receivers_of(table.tributes, seat)
    if _gift(table, seat) is None or len(receivers) != 1:
        return None
    return seat_word(*receivers)


def _level(table: Table) -> str | None:
    if table.deal is not None:
        return str(table.deal.level)
    return None if table.round is None else str(table.round.game.level)


def _top(table: Table) -> Json | None:
    deal = table.deal
    if deal is None or deal.top is None:
        return None
    reading = deal.top.combination
    return {
        "seat": deal.top.seat.value,
        "cards": [str(card) for card in deal.top.cards],
        "reading": None if reading is None else combination_words(reading, deal.level),
    }


def _score(table: Table) -> list[Json]:
    """Both sides with what they have reached; empty at a table that is only watched."""
    state = table.round
    if state is None:
        return []
    return [
        {
            "side": side.value,
            "word": both(f"page.side_{side.value}"),
            "name": name,
            "grade": state.game[side].grade.label.replace("T", "10"),
            "points": state.game[side].points,
            "declares": state.game.declarer is side,
            "wins": state.wins.count(side),
            "best_of": state.best_of,
        }
        for side, name in zip(Side, state.names, strict=True)
    ]


def _clock(table: Table) -> Json | None:
    """The running clock; the page counts on from `now_ms` by itself."""
    clock = table.clock
    if clock is None or not clock.limit_ms:
        return None
    return {
        "seats": [seat.value for seat in table.to_act],
        "used_ms": clock.used_ms(table.now_ms),
        "starts_in_ms": max(0, clock.started_ms - table.now_ms),
        "limit_ms": clock.limit_ms,
        "runs": clock.paused_since_ms is None,
        "stages": [
            {
                "at_ms": clock.limit_ms + stage.over_seconds * 1000,
                "step": stage.step.value,
                "word": both(f"page.stage_{stage.step.value}"),
            }
            for stage in clock.stages
        ],
        "reached": clock.reached,
    }


def _round_clock(table: Table) -> Json | None:
    state = table.round
    if state is None or table.phase in (Phase.ROUND_ENDED, Phase.SIGNED):
        return None
    rules = table.ruleset.round
    timed = RoundEnd.TIME in rules.ends_by and rules.minutes
    return {
        "used_ms": state.used_ms(table.now_ms),
        "limit_ms": rules.minutes * 60_000 if timed else None,
        "runs": state.paused_since_ms is None,
    }
