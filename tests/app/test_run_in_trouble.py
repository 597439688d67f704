"""`run` on a failing disk: every act is refereed, the trouble is said once, the status tells."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.app.main import main
from referee.record import database
from referee.record.journal import Journal

ACTS = 120


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Seats that pass and pass: acts that need no picture, so nothing but the disk is at work."""
    acts = "".join(
        f"[[act]]\nseat = '{'SENW'[number % 4]}'\nafter_seconds = 1\npasses = true\n"
        for number in range(ACTS)
    )
    path = tmp_path / "session.toml"
    path.write_text(f"level = '8'\nleader = 'S'\n{acts}")
    return path


def words(session: Path, journal: Path, *more: str) -> list[str]:
    fast = ["--speed", "1000000", "--json", "--language", "en"]
    return ["run", "--session", str(session), "--journal", str(journal), *fast, *more]


def small_files() -> None:
    """Files stop growing at 40 kB, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))


def test_full_disk_in_mid_session_stops_nothing(session: Path, tmp_path: Path) -> None:
    """All acts are refereed; begin and end are said; status 3; the next start goes on."""
    journal = tmp_path / "a.journal"
    done = subprocess.run(
        [sys.executable, "-m", "referee.app", *words(session, journal)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=small_files,
    )
    assert done.returncode == 3, done.stderr
    assert len(done.stdout.splitlines()) == ACTS
    # SQLite finds some room when the file is opened anew, so the trouble may pass and come back.
    *_, began, ended = done.stderr.splitlines()
    assert "cannot be written. Refereeing goes on" in began
    assert "rows could not be written to the journal" in ended

    with Journal.read(journal) as opened:
        kept = opened.head.rows
    assert 10 < kept < ACTS
    assert main(words(session, journal, "--resume")) == 0
    with Journal.read(journal) as opened:
        assert opened.head.rows > ACTS


def test_rows_of_a_full_disk_are_in_the_spare_and_come_back(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With another disk nothing is lost at all: resuming finds every act done."""
    from tests.record.disk import Disk, apsw

    disk, folder = Disk(), tmp_path / "journals"
    journal, spare = folder / "a.journal", tmp_path / "stick"
    config = tmp_path / "table.toml"
    config.write_text(f"[journal]\nspare_folder = '{spare}'\n")
    disk.fails = lambda operation: (
        apsw.FullError
        if operation.file.startswith(str(folder)) and len(disk.operations) > 200
        else None
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "connect", disk.connect)
        assert main(words(session, journal, "--config", str(config))) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == ACTS
    assert "new rows go to the spare journal" in err
    assert "is merged by --resume" in err.splitlines()[-1]

    assert main(words(session, journal, "--config", str(config), "--resume")) == 0
    out, err = capsys.readouterr()
    assert "merged into" in err
    assert out == ""
    assert not list(spare.glob("*.journal"))
    assert main(["journal", "verify", str(journal), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] > ACTS


def test_disk_that_comes_back_ends_well(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that failed for a while: two lines on stderr, status 0, nothing missing."""
    from tests.record.disk import Disk, apsw

    disk, journal = Disk(), tmp_path / "a.journal"
    failures = iter(range(3))
    disk.fails = lambda operation: (
        apsw.IOError if len(disk.operations) > 200 and next(failures, None) is not None else None
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "connect", disk.connect)
        assert main(words(session, journal)) == 0
    err = capsys.readouterr().err
    assert "cannot be written" in err
    assert "the journal is written again" in err
    assert main(["journal", "verify", str(journal)]) == 0


def test_journal_that_cannot_be_begun_is_refused_at_once(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first act the operator can still choose another disk: one error, no act."""
    (tmp_path / "file").write_text("no folder")
    assert main(words(session, tmp_path / "file" / "a.journal")) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "could not be written" in err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_disk_that_is_really_full_and_then_is_not(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No simulation: a small file system filled to the brim, and emptied at the end."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"cannot mount here: {mounted.stderr.decode().strip()}")
    try:
        journal = disk / "a.journal"
        assert main(words(session, journal)) == 3
        assert len(capsys.readouterr().out.splitlines()) == ACTS
        with Journal.read(journal) as opened:
            assert 10 < opened.head.rows < ACTS
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
