"""Tribute and return at a rendered table: drawn, paid, taken, returned, and what goes wrong there.

The eye of a served table sees it, with a reader that makes no mistakes or with the real one; what
the session then says is compared with what it says to the script's truth.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path

import pytest

from referee.app.live_sources import DealWords, open_source
from referee.app.rulesets import ruleset_named
from referee.app.script_faults import scripted_events, scripted_faults
from referee.app.settings import ReaderSettings
from referee.app.watched_table import beginning
from referee.app.watching import card_reading
from referee.ports import Entry
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.session.effects import AskReferee, Buzz, Question, ShowSeat
from referee.session.events import CardsLaid, CardTaken, HandsDrawn, RoundStarted, TakenBack
from referee.session.history import History, add
from referee.session.verdict import Finding
from tests.app.watched_deal import BEGAN_MS, WatchedDeal, said
from tests.end_to_end.refereed import Rows
from vision.rendered.table.paying_players import TributeFault, tribute_script
from vision.rendered.table.players import Habits
from vision.rendered.table.script import Deed, Manner, Script
from vision.rendered.table.source import RenderedTable

HIGH, CROSSED = TributeFault.HIGH_RETURN, TributeFault.CROSSED
WILD, LATE = TributeFault.WILD_TRIBUTE, TributeFault.LATE_TRIBUTE
SAME_MS = 900
"""Moments of one act, as it really was and as it was seen, differ by less."""


def deal(
    seed: int,
    ruleset: str,
    finish: str,
    *faults: TributeFault,
    manner: Manner = Manner.HASTY,
    resisted: bool = False,
    tricks: int = 0,
) -> Script:
    habits = Habits(PerSeat.all(manner), knocks=0.0, cups=0.0, rests=0.0, thinks_ms=(300, 900))
    places = tuple(Seat(word) for word in finish.split())
    return tribute_script(
        seed, habits, ruleset_named(ruleset), places, faults, resisted=resisted, tricks=tricks
    )


def judged(table: WatchedDeal) -> list[Entry]:
    """What the session says to what really happens, all of it."""
    rows, history = Rows(), History()
    for event in scripted_events(table.begins, table.source.truth):
        history, step = add(history, event)
        rows.append(event, step, {}, "")
    return rows.entries


def told(entries: Iterable[Entry]) -> list[str]:
    """Acts, official entries and questions in short words; the passing of time left out."""
    words = []
    for entry in entries:
        asks = [e.question.value for e in entry.effects if isinstance(e, AskReferee)]
        words += [] if entry.event.__class__.__name__.startswith("Time") else [said(entry)]
        words += [f"ask {question}" for question in asks]
    return words


def buzzes(entries: Iterable[Entry]) -> list[tuple[Seat, Buzz]]:
    return [
        (effect.seat, effect.buzz)
        for entry in entries
        for effect in entry.effects
        if isinstance(effect, ShowSeat) and effect.buzz is not Buzz.SILENT
    ]


def check(table: WatchedDeal) -> list[Entry]:
    """Play it; everything is told, judged and sounded as it really was, at its moment."""
    entries, truth = table.play(), judged(table)

    assert told(entries) == told(truth)
    assert buzzes(entries) == buzzes(truth)
    seen = [e for e in entries if e.origin.get("how") == "seen"]
    real = [e for e in truth if isinstance(e.event, CardsLaid | TakenBack | CardTaken)]
    for entry, true in zip(seen, real, strict=True):
        assert abs(entry.event.at_ms - BEGAN_MS - true.event.at_ms) < SAME_MS, said(entry)
        assert {"before", "after"} <= set(entry.origin["evidence"])
    return entries


def test_a_single_tribute_is_seen_from_the_draw_to_the_lead() -> None:
    """A card above ten is refused at once and taken back; the right one goes to the payer."""
    entries = check(WatchedDeal(deal(2, "union-2024", "E N S W", HIGH)))

    assert isinstance(entries[0].event, RoundStarted)
    assert (Seat.EAST, Buzz.FAULT) in buzzes(entries)
    assert any("wrong_return" in words for words in told(entries))
    takers = [(e.event.seat, e.event.laid_by) for e in entries if isinstance(e.event, CardTaken)]
    assert takers == [(Seat.EAST, Seat.WEST), (Seat.WEST, Seat.EAST)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "ruleset", "finish", "faults"),
    [
        (1, "union-2024", "E N W S", ()),
        (3, "national-2017", "E N W S", (LATE,)),
        (4, "national-2017", "E W", (CROSSED,)),
        (5, "union-2024", "S N", (WILD, HIGH)),
        (8, "poker-531", "S N", ()),
        (9, "general-never-demote", "N S", ()),
    ],
)
@pytest.mark.parametrize("manner", [Manner.TIDY, Manner.SLOPPY])
def test_tributes_of_every_kind_are_seen(
    seed: int, ruleset: str, finish: str, faults: tuple[TributeFault, ...], manner: Manner
) -> None:
    """Single and double, face down and shown together, in the wrong hand, wild, late."""
    script = deal(seed, ruleset, finish, *faults, manner=manner, tricks=0 if faults else 1)

    entries = check(WatchedDeal(script))

    asked = {e.question for entry in entries for e in entry.effects if isinstance(e, AskReferee)}
    assert (Question.WRONG_RECEIVER in asked) == (CROSSED in faults)


@pytest.mark.slow
def test_a_tribute_that_comes_late_is_sounded_at_its_moment() -> None:
    """15 seconds after the last card was drawn (national-2017 art. 22), whatever the eye says."""
    table = WatchedDeal(deal(3, "national-2017", "E N W S", LATE))

    entries = table.play()

    drawn = [e.event.at_ms for e in entries if isinstance(e.event, HandsDrawn)][-1]
    sounded = [
        (entry.event.at_ms - drawn, effect.seat)
        for entry in entries
        for effect in entry.effects
        if isinstance(effect, ShowSeat) and effect.buzz is Buzz.OVERTIME
    ]
    assert sounded == [(15_001, Seat.SOUTH)]
    assert any("CardsLaid S" in words and "overtime" in words for words in told(entries))


@pytest.mark.slow
@pytest.mark.parametrize("finish", ["S E W N", "S N"])
def test_red_jokers_that_are_shown_resist(finish: str) -> None:
    """One payer shows both, or each of two his own; what is picked up afterwards is no news."""
    table = WatchedDeal(deal(6, "union-2024", finish, resisted=True, tricks=1))

    entries = table.play()

    truth = [e for e in judged(table) if not isinstance(e.event, TakenBack)]
    assert told(entries) == told(truth)
    assert not any(isinstance(entry.event, CardTaken) for entry in entries)


def test_the_shipped_tribute_is_what_its_heading_says() -> None:
    """A double tribute, a return above ten that is taken back, two returns shown together."""
    path = Path(str(resources.files("vision.rendered.table"))) / "scripts" / "tribute.toml"
    watched = open_source(f"rendered:{path}", None, DealWords(Level.parse("2"), Seat.EAST, (0, 0)))
    assert isinstance(watched.source, RenderedTable)

    faults = scripted_faults(beginning(watched), watched.source.truth)

    assert [(fault.seat, fault.finding) for fault in faults] == [(Seat.EAST, Finding.WRONG_RETURN)]
    deeds = [true.act.deed for true in watched.source.truth]
    assert (deeds.count(Deed.TURNS_UP), deeds.count(Deed.TAKES)) == (2, 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "finish", "faults", "resisted"),
    [
        ("union-2024", "E N W S", (HIGH,), False),
        ("national-2017", "W E", (), False),
        ("union-2024", "S N", (), True),
    ],
)
def test_the_real_reader_sees_a_tribute(
    ruleset: str, finish: str, faults: tuple[TributeFault, ...], *, resisted: bool
) -> None:
    """Single, double and resisted, on cards it was never trained on."""
    script = deal(11, ruleset, finish, *faults, manner=Manner.SLOPPY, resisted=resisted)
    table = WatchedDeal(script, read=card_reading(ReaderSettings()))

    entries = table.play(reads_take_ms=400)

    truth = [e for e in judged(table) if not (resisted and isinstance(e.event, TakenBack))]
    assert told(entries) == told(truth)
