"""How fast the page is, and what watching costs the table: `python -m tests.web.measure`.

Events are handed to the desk as a seat unit hands in its keys. Watchers are real connections held
by another process, so that their work is not counted as the table's.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.app.serve import listen, live_table
from referee.app.settings import Settings, WebSettings
from referee.ports import Entry
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import DealStarted, Event, Passed
from referee.texts import Language
from referee.web.access.pins import Access
from referee.web.files import static_files

PAUSE_S = 0.1
"""Between two events: far more than any table sees."""
PATIENCE_S = 60
"""Within which all watchers have to be told of the table for the first time."""


_TELL = sys.stderr.write


def measure(
    watchers: int, events: int, stalled: int = 0, silent: int = 0, slow: int = 0
) -> dict[str, float]:
    """Figures in milliseconds.

    Args:
        watchers: Who watch the players' screen.
        events: Handed to the desk.
        stalled: Who ask to watch and never read.
        silent: Connections that are opened again and again and say nothing.
        slow: Orders whose bodies never come to an end.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.create(Path(folder) / "table.journal", {"table": "measured"})
        record = FallbackRecord(journal, None, print)
        web = WebSettings(port=0, most_watchers=1_000)
        access = Access(b"s" * 32, b"", {})
        with (
            live_table(
                Settings(web=web), record, [], access, None, journal.path, None, sys.stderr.write
            ) as table,
            listen(web) as listening,
        ):
            handled: list[float] = []
            runtime = table.desk.runtime
            plain = runtime.handle

            def timed(event: Event, origin: Any) -> Entry:
                began = time.perf_counter()
                entry = plain(event, origin)
                handled.append((time.perf_counter() - began) * 1000)
                return entry

            runtime.handle = timed  # type: ignore[method-assign]
            found: dict[str, float] = {}
            failed: list[BaseException] = []
            port = listening.getsockname()[1]

            def drive() -> None:
                idle = [_say(port, _WATCH) for _ in range(stalled)]
                ended = threading.Event()
                flood = threading.Thread(target=_flood, args=(port, silent, slow, ended))
                flood.start()
                try:
                    found.update(_drive(table.desk.submit, port, watchers, events))
                except Exception as error:  # noqa: BLE001 - raised again by the thread that waits
                    failed.append(error)
                finally:
                    ended.set()
                    flood.join()
                    for line in idle:
                        line.close()
                    table.desk.stop()

            driver = threading.Thread(target=drive)
            driver.start()
            table.serve(web, listening, Language.ENGLISH, _TELL)
            driver.join()
        record.close()
    if failed:
        raise failed[0]
    body = handled[1:]
    return found | {
        "handled_median": statistics.median(body),
        "handled_p95": _p95(body),
        "handled_max": max(body),
    }


def _drive(submit: Any, port: int, watchers: int, events: int) -> dict[str, float]:
    """Hand in events and ask the watchers when they got them."""
    submit(lambda at: DealStarted(at, Level.parse("8"), Seat.SOUTH)).result()
    time.sleep(1)
    command = [sys.executable, "-m", "tests.web.measure", "--watch", str(port), str(watchers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        if watching.stdout.readline() != "ready\n":
            raise AssertionError(f"not all {watchers} watchers were told of the table")
        sent = {}
        for _ in range(events):
            before = time.time()
            # Whose pass it is does not matter: every event is judged, written and told.
            row = submit(lambda at: Passed(at, Seat.EAST)).result().number
            sent[row] = before
            time.sleep(PAUSE_S)
        time.sleep(2)
        watching.terminate()
        lines = watching.stdout.read().split("\n")
    late: dict[int, list[float]] = {}
    for line in filter(None, lines):
        row, at = line.split()
        if int(row) in sent:
            late.setdefault(int(row), []).append((float(at) - sent[int(row)]) * 1000)
    if not late:
        return {}
    each = [one for some in late.values() for one in some]
    last = [max(some) for some in late.values()]
    return {
        "told_median": statistics.median(each),
        "told_p95": _p95(each),
        "last_told_median": statistics.median(last),
        "last_told_p95": _p95(last),
        "told_share": len(each) / (len(sent) * watchers),
    }


_WATCH = b"GET /live/public HTTP/1.1\r\nhost: localhost\r\n\r\n"
_HALF = b"POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000\r\n\r\n{"


def _say(port: int, said: bytes) -> socket.socket:
    """A connection that says this and reads nothing."""
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(said)
    return line


def _flood(port: int, silent: int, slow: int, ended: threading.Event) -> None:
    """Keep so many useless connections there until *ended*, each opened anew every two seconds."""
    while not ended.is_set():
        lines = [_say(port, b"") for _ in range(silent)] + [_say(port, _HALF) for _ in range(slow)]
        ended.wait(2)
        for line in lines:
            line.close()
        if not lines:
            return


async def _watch(port: int, watchers: int) -> None:
    ready, told = asyncio.Event(), asyncio.Event()
    seen: list[str] = []
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    open_now = 0

    async def one() -> None:
        nonlocal open_now
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /live/public HTTP/1.1\r\nhost: localhost\r\n\r\n")
        first = True
        while line := await reader.readline():
            if not line.startswith(b"data: {"):
                continue
            if first:
                first = False
                open_now += 1
                if open_now == watchers:
                    ready.set()
            row = line.rpartition(b'"rows":')[2].partition(b"}")[0]
            seen.append(f"{int(row)} {time.time()}")

    tasks = [asyncio.create_task(one()) for _ in range(watchers)]
    if watchers:
        async with asyncio.timeout(PATIENCE_S):
            await ready.wait()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await told.wait()
    # Only now, so that writing delays nobody who watches.
    sys.stdout.write("\n".join(seen) + "\n")
    for task in tasks:
        task.cancel()


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--watch", nargs=2, type=int)
    parser.add_argument("--events", type=int, default=200)
    arguments = parser.parse_args()
    if arguments.watch:
        asyncio.run(_watch(*arguments.watch))
        return
    for watchers, stalled, silent, slow in (
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (200, 0, 0, 0),
        (200, 50, 0, 0),
        (1, 0, 600, 50),
    ):
        found = measure(watchers, arguments.events, stalled, silent, slow)
        figures = ", ".join(f"{name} {value:.2f}" for name, value in sorted(found.items()))
        who = f"{watchers} watchers, {stalled} stalled, {silent} silent, {slow} slow bodies"
        print(f"{who}: {figures}", flush=True)  # noqa: T201
    for screen in ("table", "watch", "setup", "sheet", "login"):
        files = _files_of(f"{screen}.js") | {"page.css", "icon.svg"}
        weight = sum(len(static_files()[name].packed) for name in files)
        print(f"{screen} page: {len(files)} files, {weight} bytes packed")  # noqa: T201


def _files_of(script: str) -> set[str]:
    """A script and every script that it loads."""
    found, open_ = {script}, [script]
    while open_:
        text = static_files()[open_.pop()].content.decode()
        loaded = set(re.findall(r'(?:from|import) "\./([\w.]+)"', text))
        open_ += loaded - found
        found |= loaded
    return found


if __name__ == "__main__":
    main()
