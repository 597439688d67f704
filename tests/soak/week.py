"""A week's worth of deals through runtime and journal, as fast as they go."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.journals import SUFFIX
from referee.app.machine_readings import open_handles, resident_memory
from referee.app.runtime import Runtime
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.deal import lay, pass_turn
from referee.rules.judge import judge_play
from referee.rules.ruling import Refused
from referee.session.clock import Clocks
from referee.session.events import CardsLaid, DealStarted, Passed
from referee.session.history import History, replay
from tests.fuzz.players import random_act, random_deal

DAYS = 7
DAY_MS = 10 * 3600 * 1000
"""Ten hours of play a day, a journal each."""
_THINK_MS = (1_000, 16_000)
_LIMITS = Clocks(20_000, 15_000)


class _Now:
    def wait_until(self, at_ms: int) -> None:
        """Time comes with the events."""


@dataclass
class Day:
    deals: int
    rows: int
    seconds: float
    resident_mb: float
    handles: int
    bytes_a_row: float
    replayed_same: bool
    """Whether a restart from the journal gives the same table."""


@dataclass
class Week:
    days: list[Day]

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"


def week(
    folder: Path,
    seed: int,
    tell: Callable[[str], object],
    days: int = DAYS,
    day_ms: int = DAY_MS,
) -> Week:
    """Play *days* of *day_ms*, each to a journal of its own below *folder*, every row synced."""
    made = []
    for number in range(days):
        made.append(_day(folder / f"day-{number + 1}{SUFFIX}", f"{seed}/{number}", day_ms))
        tell(f"day {number + 1}: {made[-1]}")
    return Week(made)


def _day(path: Path, seed: str, day_ms: int) -> Day:
    chance = Random(seed)  # noqa: S311 - a game
    begun = time.monotonic()
    record = FallbackRecord(Journal.create(path, {"table": "live"}), None, lambda _: None)
    runtime = Runtime(History(), record, SimulatedPanel(), _Now(), lambda _: None)
    deals = 0
    while runtime.table.now_ms < day_ms:
        _deal(runtime, chance)
        deals += 1
    rows, table = runtime.history.rows, runtime.table
    if record.close():
        raise AssertionError(f"{path}: rows are missing")
    with Journal.read(path) as journal:
        again = replay(entry.event for entry in journal.entries())
    return Day(
        deals,
        rows,
        round(time.monotonic() - begun, 1),
        round((resident_memory() or 0) / 1e6, 1),
        open_handles() or 0,
        round(path.stat().st_size / rows),
        again.table == table and again.rows == rows,
    )


def _deal(runtime: Runtime, chance: Random) -> None:
    deal = random_deal(chance)
    leader = deal.to_act
    assert leader is not None
    runtime.handle(DealStarted(runtime.table.now_ms + 60_000, deal.level, leader, _LIMITS), {})
    while not deal.is_over:
        at_ms = runtime.table.now_ms + chance.randint(*_THINK_MS)
        runtime.wait_until(at_ms)
        seat, cards = random_act(deal, chance)
        if cards:
            runtime.handle(CardsLaid(at_ms, seat, cards), {"how": "eye"})
            ruling = judge_play(deal, seat, cards)
            assert not isinstance(ruling, Refused)
            deal = lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left)
        else:
            runtime.handle(Passed(at_ms, seat), {"how": "key"})
            deal = pass_turn(deal, seat)
