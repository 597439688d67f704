"""The program `serve` with a camera: a deal plays itself, the page is told, a kill loses nothing.

In real time and in processes of their own, with the shipped networks; clocks are long enough for a
machine that has other work.
"""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from referee.record.journal import Journal
from referee.session.events import SeatEvent
from referee.session.history import replay
from tests.browser.served import Served
from tests.end_to_end.refereed import judged
from vision.rendered.table.script_file import read_script
from vision.rendered.table.source import RenderedTable

_PATIENCE_S = 420
SCRIPT = """
level = "2"
leader = "W"
seed = 4
lead_seconds = 120.0
follow_seconds = 120.0

[[act]]
seat = "W"
lays = "S9 H9"
after_seconds = 3.0

[[act]]
seat = "S"
lays = "C4 D4"
after_seconds = 2.5

[[act]]
seat = "S"
deed = "takes_back"
after_seconds = 2.5

[[act]]
seat = "S"
lays = "CJ DJ"
after_seconds = 9.0

[[act]]
seat = "N"
lays = "CQ DQ"
after_seconds = 2.5

[[act]]
seat = "N"
deed = "takes_back"
after_seconds = 2.5

[[act]]
seat = "E"
deed = "passes"
after_seconds = 6.0

[[act]]
seat = "N"
lays = "CA DA"
after_seconds = 3.0
"""


def expected(script: Path) -> list[tuple[str, str]]:
    """What the session says to what really happens in the script."""
    deal = read_script(script)
    rows = judged(deal, RenderedTable(deal).truth)
    found = [row.verdict for row in rows if row.verdict is not None]
    return [(verdict.seat.value, verdict.finding.value) for verdict in found]


class Page:
    """A referee's page without a browser: it listens as one does."""

    def __init__(self, served: Served) -> None:
        self._address = served.address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        body = json.dumps({"role": "referee", "pin": served.pins["Referee"]}).encode()
        self._open("/login", body).close()

    def listens(self, until: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """Listen to the table until the lines told so far will do."""
        lines: list[dict[str, Any]] = []
        deadline = time.monotonic() + _PATIENCE_S
        with self._open("/live/table") as stream:
            for raw in stream:
                if raw.startswith(b'data: {"table"'):
                    told = json.loads(raw[6:])
                    lines = told["lines"] if told["anew"] else lines + told["lines"]
                    if until(lines):
                        return lines
                if time.monotonic() > deadline:
                    break
        raise AssertionError(f"in {_PATIENCE_S} s only {verdicts(lines)}")

    def picture(self, name: str) -> bytes:
        with self._open(f"/evidence/{name}") as answer:
            return bytes(answer.read())

    def camera(self) -> dict[str, Any]:
        with self._open("/api/camera") as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    def _open(self, path: str, body: bytes | None = None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - our own page
            self._address + path, body, {"content-type": "application/json", "x-csrf": ""}
        )
        return self._opener.open(request, timeout=_PATIENCE_S)


def verdicts(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(line["seat"], line["finding"]) for line in lines if line["seat"]]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT, "utf-8")
    return script


@pytest.fixture
def served(tmp_path: Path, script: Path) -> Iterator[Served]:
    camera = f'[camera]\nsource = "rendered:{script}"\npatience_seconds = 30.0\n'
    served = Served(tmp_path, camera)
    served.start()
    yield served
    served.stop()


@pytest.mark.slow
def test_every_verdict_of_a_watched_deal_arrives_at_the_page(served: Served, script: Path) -> None:
    """Seen by the real reader, judged by the real rules; each act shows its pictures."""
    page, wanted = Page(served), expected(script)

    lines = page.listens(lambda told: len(verdicts(told)) >= len(wanted))

    assert verdicts(lines) == wanted
    assert ("S", "does_not_beat") in wanted
    first = next(line for line in lines if line["seat"] == "W")
    kinds = {picture["kind"]: picture["name"] for picture in first["pictures"]}
    assert set(kinds) == {"crop", "before", "after"}
    assert all(page.picture(name).startswith(b"\xff\xd8") for name in kinds.values())
    assert "rendered:" in json.dumps(page.camera())


@pytest.mark.slow
def test_a_table_that_is_killed_goes_on_where_it_was(served: Served, script: Path) -> None:
    """In mid-deal; what lay on the table is known, and the rest of the deal is refereed."""
    Page(served).listens(lambda told: len(verdicts(told)) >= 3)
    served.kill()
    with Journal.read(served.journal) as journal:
        before = list(journal.entries())
    served.start()

    wanted = expected(script)
    lines = Page(served).listens(lambda told: len(verdicts(told)) >= len(wanted))

    assert verdicts(lines) == wanted
    with Journal.read(served.journal) as journal:
        entries = list(journal.entries())
    assert entries[: len(before)] == before
    acts = [entry for entry in entries if isinstance(entry.event, SeatEvent)]
    assert [entry.verdict for entry in acts] == [
        counted.verdict
        for counted in replay(entry.event for entry in entries).counted
        if isinstance(counted.event, SeatEvent)
    ]
