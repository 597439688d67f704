"""A table that is served, played and hurt for a while, and what came of it."""

from __future__ import annotations

import json
import math
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from referee.app.journals import newest
from referee.record.journal import Journal
from referee.session.events import CardsLaid, DealStarted, Event, Passed
from tests.soak.clock import OwnClock
from tests.soak.disk import own_disk
from tests.soak.faults import Fault, Rig, known_faults
from tests.soak.group import MemoryGroup
from tests.soak.manager import Manager, serve_words
from tests.soak.official import Acknowledged, Official
from tests.soak.play import Players
from tests.soak.unit import PluggedUnit
from vision.calibration.calibration_file import write_calibration
from vision.rendered.table.script_file import read_script
from vision.rendered.table.source import RenderedTable

_IDLE = """\
level = "2"
leader = "E"
deck = "cantarell"
lead_seconds = 3000.0
follow_seconds = 3000.0
[[act]]
seat = "E"
lays = "S9"
after_seconds = 1000000.0
"""
"""A table that nobody touches: the camera looks at it while cards are entered at the page."""
_SAMPLE_S = 5.0
_LONGEST_RECOVERY_S = 120.0
_WARM_S = 120.0
"""Libraries, caches and threads have come in by then."""
_EVENTS: dict[str, type[Event]] = {
    "start-deal": DealStarted,
    "play": CardsLaid,
    "pass": Passed,
}


@dataclass
class Happened:
    """One fault and what it did."""

    fault: str
    at_s: float
    lasted_s: float
    well_again_s: float | None = None
    """From its end until everything was well; ``None``: not within two minutes."""
    longest_wait_s: float = 0.0
    """The longest that an order waited for its row, of those given before the next fault."""
    seen: list[str] = field(default_factory=list)
    """Troubles that the page told of meanwhile."""
    starts: int = 0


@dataclass
class Sample:
    at_s: float
    process: int
    """Which start of the program."""
    rss_mb: float
    handles: int
    threads: int
    rows: int


@dataclass
class Soaked:
    """Everything that is reported."""

    seconds: float
    happened: list[Happened]
    samples: list[Sample]
    deals: int
    acts: int
    orders: int
    pressed: int
    keys_that_counted: int
    disagreed: int
    """Deals given up because a legal act was judged otherwise."""
    rows: int
    lost: int
    """Acknowledged orders that are not in the journal at the end."""
    starts: int
    killed_by_watchdog: int
    exit_status: int | None
    order_median_ms: float
    order_longest_s: float
    failed: str

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"


def soak(
    folder: Path,
    seconds: float,
    every_s: float,
    pace_s: float,
    seed: int,
    tell: Callable[[str], object],
) -> Soaked:
    """Serve a table for *seconds* with a fault every *every_s*, each kind in turn, in random order.

    Args:
        folder: Empty; everything lies there.
        seconds: Of play, before the table is stopped in an orderly way.
        every_s: From the beginning of one fault to the next.
        pace_s: Mean thinking time of the players.
        seed: Of cards, players and faults.
        tell: Given a line for a person who watches.
    """
    chance = Random(seed)  # noqa: S311 - a game
    with own_disk(folder) as disk, _table(folder, disk, tell) as (rig, official):
        stopped = threading.Event()
        players = Players(
            official,
            rig.unit,
            Random(chance.random()),  # noqa: S311
            pace_s,
            tell,
            stopped,
            lambda: _acts(rig.manager.status),
        )
        watch = _Watch(rig)
        playing = threading.Thread(target=players.play, name="players", daemon=True)
        begun = time.monotonic()
        playing.start()
        watch.start()
        kinds = known_faults(clock=rig.clock.there, camera=True, memory=rig.group.there)
        happened: list[Happened] = []
        waiting: list[type[Fault]] = []
        while time.monotonic() - begun < seconds and not players.failed:
            waiting = waiting or chance.sample(kinds, len(kinds))
            due = begun + every_s * (len(happened) + 0.5)
            if due - begun > seconds - every_s / 4:
                stopped.wait(max(0.0, begun + seconds - time.monotonic()))
                break
            if stopped.wait(max(0.0, due - time.monotonic())):
                break
            happened.append(_hurt(waiting.pop()(), rig, begun, tell))
        stopped.set()
        playing.join(200)
        watch.stop()
        lasted = time.monotonic() - begun
        status = rig.manager.stop()
        rows, lost = missing(disk / "journals", official.acknowledged)
    _note_waits(happened, official.waits_s, begun)
    waits = sorted(wait for _, wait in official.waits_s)
    return Soaked(
        round(lasted),
        happened,
        watch.samples,
        players.deals,
        players.acts,
        len(official.acknowledged),
        players.pressed,
        players.keys_that_counted,
        players.disagreed,
        rows,
        lost,
        rig.manager.starts,
        rig.manager.killed_by_watchdog,
        status,
        round(waits[len(waits) // 2] * 1000, 1) if waits else 0.0,
        round(waits[-1], 1) if waits else 0.0,
        players.failed,
    )


@contextmanager
def _table(
    folder: Path, disk: Path, tell: Callable[[str], object]
) -> Iterator[tuple[Rig, Official]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config, clock, stall = folder / "table.toml", OwnClock(folder), folder / "no-pictures"
    script, calibration = folder / "idle.toml", folder / "calibration.toml"
    script.write_text(_IDLE, "utf-8")
    seen = RenderedTable(read_script(script))
    write_calibration(calibration, seen.view, seen.zones)
    unit = PluggedUnit(folder / "unit")
    config.write_text(
        f'[journal]\nfolder = "{disk}/journals"\n'
        f'[panel]\ndriver = "serial"\nport = "{unit.name}"\n'
        f'[camera]\nsource = "camera:0"\ncalibration = "{calibration}"\n'
        f"[web]\nport = {port}\n[metrics]\nenabled = true\n",
        "utf-8",
    )
    group = MemoryGroup(f"guandan-soak-{port}")
    manager = Manager(serve_words(config, stall, script), folder, tell, group.join)
    manager.environment = clock.environment
    try:
        manager.start()
        manager.wait_ready(90)
        official = Official(port, manager.pins()["Referee"])
        yield Rig(manager, unit, disk, port, clock, stall, group), official
    finally:
        manager.stop()
        unit.close()
        group.remove()


def _hurt(fault: Fault, rig: Rig, begun: float, tell: Callable[[str], object]) -> Happened:
    """Let one fault happen and wait until the table is well again."""
    looking = Official(rig.port, "")
    starts, at = rig.manager.starts, time.monotonic()
    seen: set[str] = set()
    tell(f"{at - begun:7.1f} s  {fault.name}")
    fault.begin(rig)
    while time.monotonic() - at < fault.lasts_s:
        _, told = looking.health()
        seen |= {trouble["outcome"] for trouble in told.get("troubles", ())}
        time.sleep(0.5)
    fault.end(rig)
    over = time.monotonic()
    happened = Happened(fault.name, round(at - begun, 1), round(over - at, 1))
    while time.monotonic() - over < _LONGEST_RECOVERY_S:
        status, told = looking.health()
        troubles = {trouble["outcome"] for trouble in told.get("troubles", ())}
        seen |= troubles
        restarted = rig.manager.starts > starts or not fault.restarts
        # A clock that was set stays on the page for a while, and harms nothing.
        if status == 200 and restarted and told["looked_s_ago"] < 5:
            happened.well_again_s = round(time.monotonic() - over, 1)
            break
        time.sleep(0.1)
    happened.seen = sorted(seen)
    happened.starts = rig.manager.starts - starts
    tell(f"           well again after {happened.well_again_s} s, seen: {', '.join(happened.seen)}")
    return happened


class _Watch:
    """Notes what the program needs, from outside of it."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self.samples: list[Sample] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)
        self._begun = time.monotonic()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(10)

    def _look(self) -> None:
        official = Official(self._rig.port, "")
        while not self._ended.wait(_SAMPLE_S):
            process = self._rig.manager.process
            if process is None or self._rig.manager.ready_at is None:
                continue
            try:
                about = Path(f"/proc/{process.pid}/status").read_text("utf-8")
                handles = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
            except OSError:
                continue
            _, told = official.health()
            if "parts" not in told:
                continue
            rows = told["parts"]["journal"]["rows"]
            found = dict(re.findall(r"^(VmRSS|Threads):\s+(\d+)", about, re.MULTILINE))
            if "VmRSS" in found:
                self.samples.append(
                    Sample(
                        round(time.monotonic() - self._begun, 1),
                        self._rig.manager.starts,
                        round(int(found["VmRSS"]) / 1000, 1),
                        handles,
                        int(found["Threads"]),
                        rows,
                    )
                )


def _note_waits(
    happened: Sequence[Happened], waits_s: Sequence[tuple[float, float]], begun: float
) -> None:
    """Which orders waited because of which fault."""
    ends = [each.at_s for each in happened[1:]] + [math.inf]
    for each, end in zip(happened, ends, strict=True):
        own = [
            wait for given, wait in waits_s if given + wait - begun > each.at_s > given - begun
        ] + [wait for given, wait in waits_s if each.at_s <= given - begun < end]
        each.longest_wait_s = round(max(own, default=0.0), 1)


def missing(folder: Path, acknowledged: Sequence[Acknowledged]) -> tuple[int, int]:
    """Rows of the journal, and how many acknowledged orders are not in it as they were given."""
    path = newest(folder, {"table": "live"})
    if path is None:
        raise AssertionError("there is no journal")
    with Journal.read(path) as journal:
        # Reading checks the chain of hashes row by row.
        entries = list(journal.entries())
    lost = 0
    for row, name, fields in acknowledged:
        event = entries[row - 1].event if row <= len(entries) else None
        cards = [*map(str, event.cards)] if isinstance(event, CardsLaid) else None
        lost += not isinstance(event, _EVENTS[name]) or cards != fields.get("cards")
    return len(entries), lost


def _acts(status: str) -> int:
    found = re.search(r"已出(\d+)手|(\d+) acts", status)
    return -1 if found is None else int(found[1] or found[2])


def growth(samples: list[Sample]) -> list[tuple[int, float, float, float, int, int]]:
    """Of each start that lived long enough: minutes, MB at first, MB at last, handles, rows."""
    lives = []
    for process in sorted({sample.process for sample in samples}):
        own = [sample for sample in samples if sample.process == process]
        warm = [sample for sample in own if sample.at_s - own[0].at_s >= _WARM_S]
        if len(warm) >= 2:
            first, last = warm[0], warm[-1]
            lives.append(
                (
                    process,
                    round((last.at_s - first.at_s) / 60, 1),
                    first.rss_mb,
                    last.rss_mb,
                    last.handles - first.handles,
                    last.rows - first.rows,
                )
            )
    return lives
