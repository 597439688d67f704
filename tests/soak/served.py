"""A table that is served, played and hurt for a while, and what came of it."""

from __future__ import annotations

import json
import math
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from referee.app.journals import newest, open_for_run
from referee.ports import Entry
from referee.record.journal import Journal
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    Corrected,
    DealStarted,
    Event,
    Passed,
    TakenBack,
)
from referee.session.history import replay
from tests.soak.clock import OwnClock
from tests.soak.disk import can_fail, own_disk
from tests.soak.faults import Fault, Rig, known_faults
from tests.soak.group import MemoryGroup
from tests.soak.manager import Manager, serve_words
from tests.soak.official import Acknowledged, Official
from tests.soak.play import Players
from tests.soak.room import STALL, Room
from tests.soak.unit import PluggedUnit
from tests.soak.watched import Done, WatchedPlayers, Watching, next_script
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
    "undo": Corrected,
}
_KINDS: dict[type[Event], str] = {
    CardsLaid: "laid",
    Passed: "pass",
    CardsUnread: "unread",
    TakenBack: "take_back",
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
    watching: Watching | None = None
    """Where the cards had to be seen."""
    shown_lost: int = 0
    """Rows of acts that the page has shown and that are not in the journal at the end."""
    unlike: list[int] = field(default_factory=list)
    """Deals whose acts in the record, corrections counted in, are not those that were played."""

    @property
    def is_sound(self) -> bool:
        """Nothing was lost, nobody was accused for nothing, and everything was well again."""
        signals = [] if self.watching is None else self.watching.false_signals
        return (
            not (self.lost or self.shown_lost or self.unlike or signals or self.failed)
            and self.exit_status == 0
            and all(each.well_again_s is not None for each in self.happened)
        )

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"


def soak(
    folder: Path,
    seconds: float,
    every_s: float,
    pace_s: float,
    seed: int,
    tell: Callable[[str], object],
    *,
    watched: bool = False,
    only: str = "",
) -> Soaked:
    """Serve a table for *seconds* with a fault every *every_s*, each kind in turn, in random order.

    Args:
        folder: Empty; everything lies there.
        seconds: Of play, before the table is stopped in an orderly way.
        every_s: From the beginning of one fault to the next.
        pace_s: Mean thinking time of the players.
        seed: Of cards, players and faults.
        tell: Given a line for a person who watches.
        watched: Whether cards are laid under the camera and have to be seen, instead of entered at
            the page while the camera looks at an idle table; the pace is then the script's.
        only: Part of the name of the faults that happen; empty for all.
    """
    chance = Random(seed)  # noqa: S311 - a game
    with (
        own_disk(folder) as disk,
        _table(folder, disk, tell, seed if watched else None) as (
            rig,
            official,
            room,
        ),
    ):
        stopped = threading.Event()
        players: Players | WatchedPlayers
        if room is not None:
            players = WatchedPlayers(official, rig.unit, room, seed, tell, stopped)
        else:
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
        kinds = known_faults(
            clock=rig.clock.there,
            room=room is not None,
            memory=rig.group.there,
            disk_error=can_fail(disk),
        )
        kinds = [kind for kind in kinds if only in kind.name]
        if not kinds:
            raise AssertionError(f"no fault here is called {only!r}")
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
        _bring_together(disk / "journals", folder / "spare")
        rows, lost = missing(disk / "journals", official.acknowledged)
        watching: Watching | None = None
        shown_lost, unlike = 0, []
        if isinstance(players, WatchedPlayers):
            watching = players.watching
            shown_lost = not_kept(disk / "journals", players.shown)
            unlike = differing(disk / "journals", players.played)
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
        watching,
        shown_lost,
        unlike,
    )


@contextmanager
def _table(
    folder: Path, disk: Path, tell: Callable[[str], object], watched: int | None
) -> Iterator[tuple[Rig, Official, Room | None]]:
    """*watched*: the seed of the deals that are played under the camera, if any."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config, clock, stall = folder / "table.toml", OwnClock(folder), folder / STALL
    script, calibration = folder / "idle.toml", folder / "calibration.toml"
    room = None if watched is None else Room(folder, next_script(watched))
    if room is None:
        script.write_text(_IDLE, "utf-8")
        idle = RenderedTable(read_script(script))
        write_calibration(calibration, idle.view, idle.zones)
        camera: tuple[str | Path, ...] = ("idle", stall, script)
    else:
        write_calibration(calibration, room.view, room.zones)
        camera = ("room", room.socket)
    unit = PluggedUnit(folder / "unit")
    config.write_text(
        f'[journal]\nfolder = "{disk}/journals"\nspare_folder = "{folder}/spare"\n'
        f'[panel]\ndriver = "serial"\nport = "{unit.name}"\n'
        f'[camera]\nsource = "camera:0"\ncalibration = "{calibration}"\n'
        f"[web]\nport = {port}\n[metrics]\nenabled = true\n",
        "utf-8",
    )
    group = MemoryGroup(f"guandan-soak-{port}")
    manager = Manager(serve_words(config, camera), folder, tell, group.join)
    manager.environment = clock.environment
    try:
        manager.start()
        manager.wait_ready(90)
        official = Official(port, manager.pins()["Referee"])
        yield Rig(manager, unit, disk, port, clock, stall, group), official, room
    finally:
        manager.stop()
        if room is not None:
            room.close()
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
    if not happened:
        return
    ends = [each.at_s for each in happened[1:]] + [math.inf]
    for each, end in zip(happened, ends, strict=True):
        own = [
            wait for given, wait in waits_s if given + wait - begun > each.at_s > given - begun
        ] + [wait for given, wait in waits_s if each.at_s <= given - begun < end]
        each.longest_wait_s = round(max(own, default=0.0), 1)


def _bring_together(folder: Path, spare_folder: Path) -> None:
    """As the next start would, where the last one had to begin in the spare folder."""
    about = {"table": "live"}
    journal, _ = open_for_run(
        None, folder, "table", about, resume=True, spare_folder=spare_folder, tell=lambda _: None
    )
    journal.close()


def _entries(folder: Path) -> list[Entry]:
    path = newest(folder, {"table": "live"})
    if path is None:
        raise AssertionError("there is no journal")
    with Journal.read(path) as journal:
        # Reading checks the chain of hashes row by row.
        return list(journal.entries())


def _done(event: Event) -> Done | None:
    """An act of a seat as the page tells it."""
    match event:
        case CardsLaid() | Passed() | CardsUnread() | TakenBack():
            cards = tuple(map(str, event.cards)) if isinstance(event, CardsLaid) else ()
            return _KINDS[type(event)], event.seat.value, tuple(sorted(cards))
        case _:
            return None


def not_kept(folder: Path, shown: Iterable[tuple[int, str, str, tuple[str, ...]]]) -> int:
    """How many rows that the page has shown are not in the journal as they were shown."""
    entries = _entries(folder)
    return sum(
        row > len(entries) or _done(entries[row - 1].event) != (kind, seat, cards)
        for row, kind, seat, cards in shown
    )


def differing(folder: Path, played: Mapping[int, Sequence[Done]]) -> list[int]:
    """Deals whose acts in the record, corrections counted in, are not those that were played.

    The last act of the last deal may be missing: play was ended before it was judged.
    """
    recorded: dict[int, list[Done]] = {}
    deal = 0
    for counted in replay(entry.event for entry in _entries(folder)).counted:
        deal += isinstance(counted.event, DealStarted)
        done = _done(counted.event)
        if done is not None:
            recorded.setdefault(deal, []).append(done)
    last = max(played, default=0)
    unlike = []
    for number, acts in played.items():
        found = recorded.get(number, [])
        if found != list(acts) and not (number == last and found == list(acts)[:-1]):
            unlike.append(number)
    return unlike


def missing(folder: Path, acknowledged: Sequence[Acknowledged]) -> tuple[int, int]:
    """Rows of the journal, and how many acknowledged orders are not in it as they were given."""
    entries = _entries(folder)
    lost = 0
    for row, name, fields in acknowledged:
        event = entries[row - 1].event if row <= len(entries) else None
        cards = [*map(str, event.cards)] if isinstance(event, CardsLaid) else None
        lost += not isinstance(event, _EVENTS[name]) or cards != fields.get("cards")
    return len(entries), lost


def _acts(status: str) -> int:
    found = re.search(r"已出(\d+)手|(\d+) acts", status)
    return -1 if found is None else int(found[1] or found[2])


def growth(samples: list[Sample]) -> list[tuple[int, float, float, float, float, int, int, int]]:
    """What each start that lived long enough needed more at last than at first.

    Returns:
        Number of the start, minutes, MB at first, at last and at most, and by how much handles,
        threads and rows grew.
    """
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
                    max(sample.rss_mb for sample in warm),
                    last.handles - first.handles,
                    last.threads - first.threads,
                    last.rows - first.rows,
                )
            )
    return lives
