"""The main job, from pictures to verdicts, as a user starts it: real reader, real journal."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee.app.main import main
from tests.shared import reference

DEMO = Path(__file__).parents[2] / "vision" / "rendered" / "demo"
COMMAND = [sys.executable, "-m", "referee.app"]


@dataclass(frozen=True)
class Done:
    stdout: str
    stderr: str


def run(*words: str | Path, expect: int = 0) -> Done:
    """The command in this process, whose networks need not be loaded by another one."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([str(word) for word in words])
    assert status == expect, err.getvalue()
    return Done(out.getvalue(), err.getvalue())


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def short_session(folder: Path, acts: int) -> Path:
    """The first acts of the demo as a session of its own."""
    text = (DEMO / "session.toml").read_text("utf-8")
    head, *rest = text.split("[[act]]")
    for picture in DEMO.glob("act-0*.jpg"):
        (folder / picture.name).write_bytes(picture.read_bytes())
    path = folder / "session.toml"
    path.write_text("[[act]]".join([head, *rest[:acts]]), "utf-8")
    return path


def session_of_passes(folder: Path, acts: int) -> Path:
    """A session without pictures, for what has nothing to do with reading them."""
    text = 'level = "5"\nleader = "S"\n'
    for seat in "SENW"[:acts]:
        text += f'[[act]]\nseat = "{seat}"\nafter_seconds = 2\npasses = true\n'
    path = folder / "session.toml"
    path.write_text(text, "utf-8")
    return path


Acts = list[dict[str, Any]]


def refereed(folder: Path, session: Path) -> tuple[Path, Acts]:
    """A session of pictures, refereed: its journal and its acts."""
    journal = folder / "a.journal"
    words = ("--panel", "simulated", "--journal", journal, "--speed", "100000", "--json")
    return journal, lines(run("run", "--session", session, *words).stdout)


def check_against_file(journal: Path, acts: Acts, session: Path) -> None:
    """Every picture is read exactly, every verdict is the expected one, and so it is replayed."""
    expected = tomllib.loads(session.read_text("utf-8"))["act"]
    assert [act["verdict"] for act in acts] == [act["verdict"] for act in expected]
    assert all(act["agrees"] for act in acts)
    assert [sorted(act["seen"]) for act in acts] == [
        sorted(act.get("cards", "").split()) for act in expected
    ]
    assert lines(run("replay", journal, "--json").stdout) == acts


def test_the_drawn_demo_begins_as_its_file_says(tmp_path: Path) -> None:
    """Plays in order, passes, and one that is no combination."""
    session = short_session(tmp_path, 7)
    journal, acts = refereed(tmp_path, session)

    assert acts[-1]["verdict"] == "not_a_combination"
    check_against_file(journal, acts, session)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Acts]:
    """The whole drawn demo, once."""
    return refereed(tmp_path_factory.mktemp("demo"), DEMO / "session.toml")


@pytest.mark.slow
def test_drawn_demo_agrees_act_by_act(demo: tuple[Path, Acts]) -> None:
    """All 22 acts and 11 pictures that ship."""
    check_against_file(*demo, DEMO / "session.toml")


@pytest.mark.slow
def test_signals_of_an_overtime_and_an_out_of_turn_play(demo: tuple[Path, Acts]) -> None:
    """The lamp and the buzzer of the right seat, at the right time."""
    _, acts = demo
    (late,) = [act for act in acts if act["verdict"] == "overtime"]
    (early,) = [act for act in acts if act["verdict"] == "out_of_turn_play"]

    sounded = [s for s in late["signals"] if s["buzzer"] == "overtime"]
    assert [(s["seat"], s["lamp"]) for s in sounded] == [(late["seat"], "overtime")]
    assert late["at_s"] - 8 < sounded[0]["at_s"] < late["at_s"]
    fault = {"at_s": early["at_s"], "seat": early["seat"], "lamp": "fault", "buzzer": "fault"}
    assert fault in early["signals"]


@pytest.mark.parametrize(
    ("written", "acts"),
    [(session_of_passes, 3), pytest.param(short_session, 6, marks=pytest.mark.slow)],
)
def test_killed_after_act_upon_act_it_goes_on_with_nothing_lost(
    tmp_path: Path, written: Callable[[Path, int], Path], acts: int
) -> None:
    """SIGKILL after each printed act; what is printed and kept equals an undisturbed run."""
    session = written(tmp_path, acts)
    words = ("--json", "--speed", "1000")
    whole = lines(
        run("run", "--session", session, "--journal", tmp_path / "whole.journal", *words).stdout
    )
    journal, printed = tmp_path / "killed.journal", []
    while not printed or printed[-1]["act"] < len(whole):
        with subprocess.Popen(
            [*COMMAND, "run", "--session", session, "--journal", journal, "--resume", *words],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            os.kill(process.pid, signal.SIGKILL)
            rest = [line for line in process.stdout if line.endswith("}\n")]
        if not first:
            break  # the last act was written down and killed before it was printed
        printed += [json.loads(line) for line in (first, *rest)]

    assert len({act["act"] for act in printed}) == len(printed)
    assert all(act == whole[act["act"] - 1] for act in printed)
    assert lines(run("replay", journal, "--json").stdout) == whole


def test_resume_without_a_name_finds_the_sessions_own_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest journal of this session is gone on with; another session's is not touched."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    session = session_of_passes(tmp_path, 1)
    run("run", "--session", session, "--speed", "100000")
    again = run("run", "--session", session, "--speed", "100000", "--resume", "--json")

    assert again.stdout == ""
    assert len(list((tmp_path / "state").rglob("*.journal"))) == 1
    other = session_of_passes(tmp_path, 2)
    fresh = run("run", "--session", other, "--speed", "100000", "--resume", "--json")
    assert [act["act"] for act in lines(fresh.stdout)] == [1, 2]
    assert len(list((tmp_path / "state").rglob("*.journal"))) == 2


def test_journal_of_another_session_is_refused(tmp_path: Path) -> None:
    """Nothing is written into a record that belongs elsewhere."""
    first, journal = session_of_passes(tmp_path, 1), tmp_path / "j.journal"
    run("run", "--session", first, "--journal", journal, "--speed", "100000")
    other = session_of_passes(tmp_path, 2)
    done = run("run", "--session", other, "--journal", journal, "--resume", expect=3)

    assert "belongs to another session file" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "act 1: "), (b"no picture at all", "act 1: "), (b"\xff\xd8\xff\xe0cut off", "act 1: ")],
)
def test_picture_that_is_none_stops_before_the_journal(
    tmp_path: Path, content: bytes, said: str
) -> None:
    """One clear error, and no journal was begun."""
    session = short_session(tmp_path, 1)
    (tmp_path / "act-01.jpg").write_bytes(content)
    journal = tmp_path / "j.journal"
    done = run("run", "--session", session, "--journal", journal, expect=2)

    assert said in done.stderr
    assert "act-01.jpg" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not journal.exists()


def test_broken_config_and_missing_files_are_said(tmp_path: Path) -> None:
    """Each gives one line with its place and status 2."""
    session = short_session(tmp_path, 1)
    config = tmp_path / "table.toml"
    config.write_text("[reader]\nthreads = 'two'\n")
    for words in (
        ("run", "--session", session, "--config", config),
        ("run", "--session", tmp_path / "none.toml"),
        ("replay", tmp_path / "none.journal"),
        ("read", tmp_path / "none.jpg"),
        ("evaluate", tmp_path / "none"),
    ):
        done = run(*words, expect=2)
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert done.stderr.startswith("guandan-referee: ")


@pytest.mark.slow
@pytest.mark.shared
def test_real_session_agrees_on_all_but_two_acts_at_most(tmp_path: Path) -> None:
    """The session of real photographs: at least 27 of 29 verdicts as a referee gave them."""
    done = run(
        "run", "--session", reference("photos/session.toml"), "--journal", tmp_path / "j.journal",
        "--speed", "1000", "--json",
    )  # fmt: skip
    acts = lines(done.stdout)

    assert len(acts) == 29
    assert sum(act["agrees"] for act in acts) >= 27
