"""Journals of earlier versions stay readable for ever."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.app.main import main
from referee.record.journal import Journal

SAMPLES = Path(__file__).parent / "samples"
NAMES = sorted(sample.stem for sample in SAMPLES.glob("*.journal"))


@pytest.fixture(params=NAMES)
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy: a reader leaves its mark beside the file."""
    path = tmp_path / f"{request.param}.journal"
    shutil.copy(SAMPLES / path.name, path)
    return path


def exported(path: Path, capsys: pytest.CaptureFixture[str], form: str, language: str) -> bytes:
    words = ["journal", "export", str(path), "--format", form, "--language", language]
    assert main(words) == 0
    return capsys.readouterr().out.encode()


def test_there_are_samples_of_every_kind() -> None:
    """The first program's journal, a watched deal, a whole round, one with appeals."""
    assert {"v1-appeal", "v1-deal", "v1-first", "v1-round"} <= set(NAMES)


def test_every_row_is_read_and_bound_to_the_one_before(sample: Path) -> None:
    """Events, verdicts and orders of the time are events, verdicts and orders of today."""
    with Journal.read(sample) as journal:
        assert len(list(journal.entries())) == journal.head.rows > 0


def test_old_journal_can_be_gone_on_with(sample: Path) -> None:
    """The chain of hashes is that of today."""
    with Journal.resume(sample) as journal:
        last = list(journal.rows())[-1]
        assert journal.head == last.head


def test_lines_are_the_same_to_the_bit(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What other programs keep of a journal never changes."""
    expected = (SAMPLES / f"{sample.stem}.jsonl").read_bytes()
    assert exported(sample, capsys, "jsonl", "zh") == expected


def test_score_sheet_is_the_same(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a deal whose result stands; a watched deal has none."""
    expected = (SAMPLES / f"{sample.stem}.csv").read_bytes()
    assert exported(sample, capsys, "csv", "both").replace(b"\r\n", b"\n") == expected


@pytest.mark.parametrize("language", ["zh", "en"])
def test_text_is_the_same(sample: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    """The story of each deal, in either language."""
    expected = (SAMPLES / f"{sample.stem}.{language}.txt").read_bytes()
    assert exported(sample, capsys, "text", language) == expected
