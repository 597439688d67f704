"""Which pictures have to stay: rulings that are open, appeals that are still accepted."""

from __future__ import annotations

from dataclasses import replace

from referee.ports import Entry
from referee.record.needed import needed_pictures, pictures_of
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    AppealOutcome,
    CardsLaid,
    Corrected,
    DealStarted,
    Event,
    Passed,
    RoundDecided,
    RoundStarted,
    RowRef,
    Signed,
    TimePassed,
)
from referee.session.history import History, add

MINUTE = 60_000
APPEAL = 30 * MINUTE


def record(*events: Event) -> list[Entry]:
    """One row an event; each names a picture of its own, ``p`` and the number of the row."""
    history, entries = History(), []
    for event in events:
        history, taken = add(history, event)
        origin = {"evidence": [f"p{history.rows}"]}
        entries.append(Entry(history.rows, "", event, taken.verdict, taken.effects, origin))
    return entries


def pictures(*numbers: int) -> frozenset[str]:
    return frozenset(f"p{number}" for number in numbers)


def a_round(start_ms: int) -> list[Event]:
    """A round that a person decides after ten minutes and both sides sign."""
    return [
        RoundStarted(start_ms, Ruleset()),
        RoundDecided(start_ms + 10 * MINUTE, Side.EAST_WEST),
        Signed(start_ms + 11 * MINUTE, Side.EAST_WEST),
        Signed(start_ms + 11 * MINUTE, Side.NORTH_SOUTH),
    ]


def test_round_that_is_played_keeps_everything() -> None:
    """However long it takes."""
    entries = record(RoundStarted(0, Ruleset()), TimePassed(5 * MINUTE))
    assert needed_pictures(entries, 500 * MINUTE) == pictures(1, 2)


def test_appeal_window_counts_from_the_end_of_the_round() -> None:
    """Thirty minutes after the decision, not after the signatures, and not a moment less."""
    entries = record(*a_round(0))
    assert needed_pictures(entries, 10 * MINUTE + APPEAL) == pictures(1, 2, 3, 4)
    assert needed_pictures(entries, 10 * MINUTE + APPEAL + 1) == frozenset()


def test_window_is_the_rulesets() -> None:
    """A sheet that accepts appeals for an hour keeps the pictures for an hour."""
    officials = replace(Ruleset().officials, appeal_minutes=60)
    started, *rest = a_round(0)
    entries = record(replace(started, ruleset=replace(Ruleset(), officials=officials)), *rest)
    assert needed_pictures(entries, 70 * MINUTE) == pictures(1, 2, 3, 4)


def test_next_round_lets_only_the_one_before_go() -> None:
    """Rounds of one table are kept and let go apart."""
    entries = record(*a_round(0), *a_round(20 * MINUTE)[:1])
    assert needed_pictures(entries, 30 * MINUTE) == pictures(1, 2, 3, 4, 5)
    assert needed_pictures(entries, 50 * MINUTE) == pictures(5)


FAULT = (
    DealStarted(0, Level.parse("8"), Seat.SOUTH),
    CardsLaid(MINUTE, Seat.NORTH, parse_cards("C5")),
    Passed(2 * MINUTE, Seat.WEST),
)


def test_open_case_keeps_the_pictures_of_its_round() -> None:
    """Nobody has ruled on the play out of turn: what led to it stays."""
    assert needed_pictures(record(*FAULT), 1000 * MINUTE) == pictures(1, 2, 3)


def test_open_appeal_keeps_the_pictures_of_its_round() -> None:
    """Until somebody has heard it, also while the next round is played; no other round's."""
    appealed = [*a_round(0), *a_round(20 * MINUTE), AppealMade(32 * MINUTE, Side.EAST_WEST, 1)]
    heard = AppealAnswered(100 * MINUTE, 1, AppealOutcome.REJECTED)
    assert needed_pictures(record(*appealed), 200 * MINUTE) == pictures(1, 2, 3, 4)
    assert needed_pictures(record(*appealed, heard), 200 * MINUTE) == frozenset()
    assert needed_pictures(record(*appealed), 200 * MINUTE, live=False) == frozenset()


def test_journal_nobody_plays_on_lets_go_after_the_window() -> None:
    """A table that was simply switched off does not keep its pictures for ever."""
    entries = record(*FAULT)
    last = entries[-1].event.at_ms
    assert needed_pictures(entries, last + APPEAL, live=False) == pictures(1, 2, 3)
    assert needed_pictures(entries, last + APPEAL + 1, live=False) == frozenset()


def test_correction_of_a_start_leaves_the_rounds_apart() -> None:
    """The corrected start stands in a later row; its round still begins where it began."""
    second = a_round(20 * MINUTE)[0]
    entries = record(
        *a_round(0),
        second,
        TimePassed(21 * MINUTE),
        Corrected(22 * MINUTE, RowRef(5), RowRef(5), (replace(second, east_west="A"),)),
    )
    assert needed_pictures(entries, 60 * MINUTE) == pictures(5, 6, 7)


def test_pictures_are_named_by_kind_or_in_a_list() -> None:
    """Rows of a watched table and those of older journals; a row without pictures needs none."""
    (row,) = record(DealStarted(0, Level.parse("2"), Seat.EAST))

    kinds = replace(row, origin={"evidence": {"crop": "c", "before": "b", "after": "a"}})
    assert pictures_of(kinds) == ("c", "b", "a")
    assert needed_pictures([kinds], 0) == {"a", "b", "c"}
    assert pictures_of(replace(row, origin={"evidence": ["a", "b"]})) == ("a", "b")
    assert pictures_of(replace(row, origin={})) == ()
