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
from tests.soak.served import Sample, differing, growth, missing, not_kept
from tests.soak.watched import next_script
from tests.soak.week import week
from vision.rendered.table.room import draw_room
from vision.rendered.table.source import FULL_WH

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


def test_shown_row_that_is_not_in_the_journal_is_lost(tmp_path: Path) -> None:
    """Another row, other cards, beyond the end."""
    written(tmp_path)
    laid = (2, "laid", "S", ("C5", "C5"))

    assert not_kept(tmp_path, [laid, (3, "pass", "E", ())]) == 0
    assert not_kept(tmp_path, [(3, *laid[1:]), (2, "laid", "S", ("C5",)), (4, *laid[1:])]) == 3


def test_deal_recorded_otherwise_than_it_was_played_is_named(tmp_path: Path) -> None:
    """The act at which play was ended may be missing, and no other one."""
    written(tmp_path)
    laid, passed, more = ("laid", "S", ("C5", "C5")), ("pass", "E", ()), ("pass", "N", ())

    assert differing(tmp_path, {1: [laid, passed]}) == []
    assert differing(tmp_path, {1: [laid, passed, more]}) == []
    assert differing(tmp_path, {1: [laid, passed, more], 2: []}) == [1]
    assert differing(tmp_path, {1: [laid]}) == [1]
    assert differing(tmp_path, {1: [laid, more]}) == [1]


def test_every_deal_is_laid_under_the_same_camera() -> None:
    """The table is calibrated once, and the cards are others each time."""
    one, other = next_script(1), next_script(2)

    assert one.acts != other.acts
    views = [draw_room(script.seed, 900.0, FULL_WH).view for script in (one, other)]
    assert views[0].residual_mm == views[1].residual_mm
    assert (views[0].px_of([[0.0, 0.0]]) == views[1].px_of([[0.0, 0.0]])).all()


def test_growth_is_told_for_every_start_that_lived_long_enough() -> None:
    """After two minutes of warming up; a short life tells nothing."""
    samples = [Sample(60.0 * n, 1, 100.0 + n, 20 + n % 2, 9, 10 * n) for n in range(8)]
    samples += [Sample(500.0, 2, 90.0, 20, 9, 80), Sample(505.0, 2, 95.0, 20, 9, 81)]

    assert growth(samples) == [(1, 5.0, 102.0, 107.0, 107.0, 1, 0, 50)]


def test_day_comes_back_from_its_journal(tmp_path: Path) -> None:
    """A few minutes of it: many acts, one table."""
    played = week(tmp_path, 1, lambda _: None, days=1, day_ms=300_000)

    assert played.days[0].rows > 20
    assert played.days[0].replayed_same
