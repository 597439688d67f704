"""What the soak claims can fail: a lost order, a table that grows, a day that differs."""

from __future__ import annotations

from pathlib import Path

from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, DealStarted, Passed
from referee.session.step import step
from referee.session.table import Table
from tests.soak.served import Sample, growth, missing
from tests.soak.week import week

DEAL = {"level": "8", "leader": "S"}


def written(folder: Path) -> None:
    """A journal of three rows."""
    with Journal.create(folder / "table.journal", {"table": "live"}) as journal:
        table = Table()
        for event in (
            DealStarted(0, Level.parse("8"), Seat.SOUTH),
            CardsLaid(10, Seat.SOUTH, tuple(parse_cards("C5 C5"))),
            Passed(20, Seat.EAST),
        ):
            taken = step(table, event)
            table = taken.table
            journal.append(event, taken, {}, "2026-11-30T00:00:00.000+00:00")


def test_order_that_is_not_in_the_journal_as_given_is_lost(tmp_path: Path) -> None:
    """No row, another kind of row, other cards."""
    written(tmp_path)
    deal = (1, "start-deal", DEAL)
    play = (2, "play", {"seat": "S", "cards": ["C5", "C5"]})
    passed = (3, "pass", {"seat": "E"})

    assert missing(tmp_path, [deal, play, passed]) == (3, 0)
    assert missing(tmp_path, [deal, (4, "pass", {"seat": "N"})]) == (3, 1)
    assert missing(tmp_path, [(3, "play", {"cards": ["C5", "C5"]})]) == (3, 1)
    assert missing(tmp_path, [(2, "play", {"cards": ["C6", "C6"]})]) == (3, 1)


def test_growth_is_told_for_every_start_that_lived_long_enough() -> None:
    """After two minutes of warming up; a short life tells nothing."""
    samples = [Sample(60.0 * n, 1, 100.0 + n, 20 + n % 2, 9, 10 * n) for n in range(8)]
    samples += [Sample(500.0, 2, 90.0, 20, 9, 80), Sample(505.0, 2, 95.0, 20, 9, 81)]

    assert growth(samples) == [(1, 5.0, 102.0, 107.0, 1, 50)]


def test_day_comes_back_from_its_journal(tmp_path: Path) -> None:
    """A few minutes of it: many acts, one table."""
    played = week(tmp_path, 1, lambda _: None, days=1, day_ms=300_000)

    assert played.days[0].rows > 20
    assert played.days[0].replayed_same
