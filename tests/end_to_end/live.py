"""What watching costs in real time: ``python -m tests.end_to_end.live``, written to var/live.json.

First nobody moves, then a random deal is played. The table is rendered in another process, as a
camera is another device; everything that is measured is the watching process: eye, both networks,
rules and journal rows in memory.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from referee.app.memory import give_pictures_back
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from tests.end_to_end.apart import TableApart
from tests.end_to_end.refereed import Refereed, Score, score
from vision.calibration.patch import patch_around
from vision.eye.eye import Eye, reading_with
from vision.eye.live import LiveWatch
from vision.read.reader import CardReader
from vision.rendered.table.players import Habits, Irregularity, random_script
from vision.rendered.table.script import Act, Deed, Manner, Script
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Frame
from vision.watch.watcher import Watcher

REPORT = Path("var") / "live.json"
_FIRST_SECONDS = 10
"""Left out of the idle share: networks and pictures are loaded then."""
_WATCHED_MS = 4_000
_LATE_MS = 300_000
"""How long a busy machine is waited for at the end, until everything is read."""
_EVERY_S = 5.0
"""Between two looks at the memory."""


@dataclass(slots=True)
class Figures:
    """What one run showed. Shares are of one core."""

    machine: str = field(default_factory=lambda: f"{platform.machine()}, {os.cpu_count()} cores")
    load_before: float = 0.0
    load_after: float = 0.0
    """Programs that wanted a core, over the last minute; this one and the renderer included."""
    seconds: float = 0.0
    plays: int = 0
    plays_right: int = 0
    acts_wrong: list[str] = field(default_factory=list)
    idle_share: float = 0.0
    play_share: float = 0.0
    watch_ms_a_frame: float = 0.0
    """Processor time of one look at a small frame, mean over a play; waits for nobody."""
    first_look_ms: float = 0.0
    """Processor time of reading a play of five cards."""
    second_look_ms: float = 0.0
    """And of seeing the same cards again on another picture."""
    frames: int = 0
    frames_dropped: int = 0
    rest_to_verdict_ms_median: float = 0.0
    rest_to_verdict_ms_p95: float = 0.0
    resident_mb_start: float = 0.0
    resident_mb_end: float = 0.0
    resident_mb_most: float = 0.0
    resident_mb_an_hour: float = 0.0
    """Growth over the second half, straight line; tells something from twenty minutes on."""


class Meter:
    """Looks at the process from frame to frame."""

    def __init__(self, idle_ms: int) -> None:
        self._idle_ms = idle_ms
        self._marks: dict[str, tuple[float, float]] = {}
        self._memory: list[tuple[float, float]] = []
        self._zero: float | None = None
        self.waits_ms: list[float] = []
        """From cards at rest to the verdict."""

    def frame(self, frame: Frame) -> None:
        now, spent = time.monotonic(), time.process_time()
        # The fastest delivery tells best when a frame was exposed.
        began = now - frame.at_ms / 1000
        self._zero = began if self._zero is None else min(self._zero, began)
        if frame.at_ms >= _FIRST_SECONDS * 1000:
            self._marks.setdefault("settled", (now, spent))
        if frame.at_ms >= self._idle_ms:
            self._marks.setdefault("played", (now, spent))
        self._marks["end"] = (now, spent)
        if not self._memory or now - self._memory[-1][0] >= _EVERY_S:
            self._memory.append((now, resident_mb()))

    def verdict(self, rest_ms: int) -> None:
        if self._zero is not None:
            self.waits_ms.append((time.monotonic() - self._zero) * 1000 - rest_ms)

    def fill(self, figures: Figures) -> None:
        figures.idle_share = self._share("settled", "played")
        figures.play_share = self._share("played", "end")
        if self.waits_ms:
            median, most = np.percentile(self.waits_ms, [50, 95])
            figures.rest_to_verdict_ms_median = round(float(median))
            figures.rest_to_verdict_ms_p95 = round(float(most))
        seconds, megabytes = (np.array(column) for column in zip(*self._memory, strict=True))
        figures.resident_mb_start = round(float(megabytes[0]))
        figures.resident_mb_end = round(float(megabytes[-1]))
        figures.resident_mb_most = round(float(megabytes.max()))
        half = len(seconds) // 2
        if len(seconds) - half >= 3:
            slope = np.polyfit(seconds[half:], megabytes[half:], 1)[0]
            figures.resident_mb_an_hour = round(float(slope) * 3600, 1)

    def _share(self, first: str, last: str) -> float:
        (began, spent_before), (ended, spent_after) = self._marks[first], self._marks[last]
        return round((spent_after - spent_before) / max(ended - began, 1e-3), 3)


def resident_mb() -> float:
    """Memory of this process that is its own or shared, from the kernel's own sums."""
    for line in Path("/proc/self/smaps_rollup").read_text("ascii").splitlines():
        name, _, rest = line.partition(":")
        if name == "Rss":
            return int(rest.split()[0]) / 1024
    raise AssertionError("smaps_rollup has no line Rss")


def watch_ms(script: Script, first_ms: int) -> float:
    """Processor milliseconds that the watcher takes for a frame while the first cards are laid."""
    table = RenderedTable(script)
    watcher = Watcher(table.view, table.zones)
    spent, looks = 0.0, 0
    for frame in table.frames():
        began = time.thread_time()
        watcher.look(frame)
        if frame.at_ms >= first_ms:
            spent += time.thread_time() - began
            looks += 1
        if frame.at_ms >= first_ms + _WATCHED_MS:
            break
    return round(spent / looks * 1000, 2)


def look_ms() -> tuple[float, float]:
    """Processor milliseconds of the two looks at a play of five cards."""
    play = Act(Seat.WEST, Deed.LAYS, 300, parse_cards("S9 HT DJ CQ HK"))
    table = RenderedTable(Script(Level.parse("2"), Seat.WEST, (play,), seed=9))
    at_ms = table.truth[0].gone_ms
    lying = np.array([[pose.x, pose.y] for _, pose in table.lying(at_ms)])
    patch = patch_around(lying, Seat.WEST, 60.0)
    window = patch.window(table.view)
    if window is None:
        raise AssertionError("the play lies outside the frame")
    read = reading_with(CardReader.from_weights(threads=1))
    spent = []
    for moment in range(at_ms, at_ms + 6 * 83, 83):  # first and second looks take turns
        picture = patch.rectified(table.picture(window, moment), window, table.view)
        began = time.thread_time()
        read(picture, patch, moment)
        spent.append((time.thread_time() - began) * 1000)
    return round(float(np.median(spent[::2])), 1), round(float(np.median(spent[1::2])), 1)


def measure(script: Script, idle_ms: int) -> Figures:
    """Watch *script*, whose first act comes after *idle_ms*, in real time."""
    cv2.setNumThreads(1)
    give_pictures_back()
    figures = Figures(load_before=round(os.getloadavg()[0], 1))
    began = time.monotonic()
    figures.watch_ms_a_frame = watch_ms(script, max(0, idle_ms - 1000))
    figures.first_look_ms, figures.second_look_ms = look_ms()
    calibrated = RenderedTable(script)
    refereed = Refereed(script, Eye(calibrated.view, calibrated.zones), calibrated)
    read = reading_with(CardReader.from_weights(threads=1))
    watched = TableApart(script, still_ms=_LATE_MS)
    watch = LiveWatch(watched, refereed.eye, read, stale_after_s=30.0)
    meter = Meter(idle_ms)
    judged = 0
    for frame, look in watch.looks():
        meter.frame(frame)
        figures.frames += 1
        refereed.take(frame, look)
        for entry in refereed.entries[judged:]:
            if "rest_to_final_ms" in entry.origin:
                meter.verdict(entry.event.at_ms)
        judged = len(refereed.entries)
        if refereed.eye.known_until_ms >= calibrated.timeline.end_ms:
            break
    result: Score = score(script, calibrated.truth, refereed.entries)
    figures.plays, figures.plays_right = result.counts["plays"], result.counts["right"]
    figures.acts_wrong = result.wrong
    figures.frames_dropped = watch.dropped
    figures.seconds = round(time.monotonic() - began)
    figures.load_after = round(os.getloadavg()[0], 1)
    meter.fill(figures)
    return figures


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--idle-seconds", type=int, default=40, metavar="S")
    parser.add_argument("--tricks", type=int, default=6, metavar="N", help="of the deal; 0: all")
    arguments = parser.parse_args(words)
    idle_ms = max(arguments.idle_seconds, _FIRST_SECONDS + 5) * 1000
    script = random_script(
        arguments.seed,
        Habits(PerSeat.all(Manner.SLOPPY), begins_after_ms=idle_ms),
        list(Irregularity),
        most_tricks=arguments.tricks or None,
        lead_ms=idle_ms + 12_000,
        follow_ms=9_000,
    )
    figures = measure(script, idle_ms)
    report = json.dumps(asdict(figures), indent=2, ensure_ascii=False) + "\n"
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report, "utf-8")
    sys.stdout.write(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
