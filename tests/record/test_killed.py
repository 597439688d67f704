"""A real process killed at random moments while it writes as fast as it can."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from referee.record.journal import Journal
from referee.session.events import Event
from referee.session.history import replay
from tests.record.deals import deal_events, write

WRITER = """
import sys
from pathlib import Path
from referee.record.journal import Journal
from referee.session.history import add, replay
from tests.record.deals import ABOUT, WALL_CLOCK, deal_events
path, events = Path(sys.argv[1]), deal_events()
with Journal.resume(path) if path.exists() else Journal.create(path, ABOUT) as journal:
    history = replay(events[: journal.head.rows])
    for event in events[journal.head.rows :]:
        history, taken = add(history, event)
        print(journal.append(event, taken, {}, WALL_CLOCK).number, flush=True)
"""


def killed(path: Path, after_rows: int, chance: Random) -> int:
    """Write on, and kill the writer some moment after it has acknowledged so many more rows."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    acknowledged = 0
    if writer.stdout is None:
        raise AssertionError("the writer's output is read here")
    for _ in range(after_rows):
        acknowledged = int(writer.stdout.readline() or acknowledged)
    try:
        writer.wait(timeout=chance.random() * 0.01)
    except subprocess.TimeoutExpired:
        writer.send_signal(signal.SIGKILL)
    rest = writer.communicate()[0].splitlines()
    return int(rest[-1]) if rest else acknowledged


def kill_and_resume(path: Path, kills: int, chance: Random) -> None:
    events = deal_events()
    found: list[Event] = []
    for number in range(kills):
        if len(found) == len(events):
            # A fast disk: the writer was done before it was killed again.
            assert number > 1
            break
        acknowledged = killed(path, chance.randint(1, 6), chance)
        with Journal.resume(path) as journal:
            found = [entry.event for entry in journal.entries()]
        assert acknowledged <= len(found) <= acknowledged + 1
        assert found == list(events[: len(found)])
    with Journal.resume(path) as journal:
        rest = write(journal, events[len(found) :], before=found)
        assert replay(events) == replay([*found, *(entry.event for entry in rest)])


def test_killed_twice_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Each time the next process finds every acknowledged row and writes on."""
    kill_and_resume(tmp_path / "a.journal", 2, Random(1))  # noqa: S311


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_killed_over_and_over_nothing_acknowledged_is_lost(tmp_path: Path, seed: int) -> None:
    """The same, twelve times a deal."""
    kill_and_resume(tmp_path / "a.journal", 12, Random(seed))  # noqa: S311
