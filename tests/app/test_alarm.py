"""What the operator hears when something fails and the table goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee.app.alarm import Alarm
from referee.record.evidence import OverQuota, PictureNews, PicturesKept, PicturesRefused
from referee.record.fallback import (
    News,
    RowsMissing,
    SpareFailed,
    WritingFailed,
    WritingResumed,
)
from referee.record.mending import Mended
from referee.texts import Language

JOURNAL, SPARE, ASIDE = Path("a.journal"), Path("stick/a.journal"), Path("a.journal.damaged-1")


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (WritingFailed(JOURNAL, "disk full", None), ["a.journal", "in memory only", "disk full"]),
        (WritingFailed(JOURNAL, "disk full", SPARE), ["spare journal stick/a.journal"]),
        (SpareFailed(SPARE, "no stick"), ["stick/a.journal", "either", "no stick"]),
        (WritingResumed(JOURNAL, 7, None), ["written again, 7 rows"]),
        (WritingResumed(JOURNAL, 7, ASIDE), ["damaged", "anew", "a.journal.damaged-1"]),
        (RowsMissing(JOURNAL, 3, None), ["3 rows", "lost"]),
        (RowsMissing(JOURNAL, 3, SPARE), ["3 rows", "stick/a.journal", "--resume"]),
    ],
)
def test_news_of_the_journal_names_files_and_consequences(
    news: News, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on stderr: what failed, where the rows are, what to do."""
    Alarm([Language.ENGLISH]).record(news)
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert all(part in err for part in said)


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (PicturesRefused(Path("evidence"), "no room"), "cannot be kept in evidence"),
        (PicturesKept(Path("evidence")), "kept again"),
        (OverQuota(Path("evidence"), 2_000_000_000), "exceed 2000 MB"),
    ],
)
def test_news_of_the_pictures_is_said(
    news: PictureNews, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pictures are told apart from rows."""
    Alarm([Language.ENGLISH]).pictures(news)
    assert said in capsys.readouterr().err


def test_what_was_set_aside_is_said_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """The operator finds the file again."""
    Alarm(list(Language)).mended(Mended(JOURNAL, 4, ASIDE))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert sum("a.journal.damaged-1" in line for line in lines) == 2


def test_closed_stderr_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listened has gone; the alarm must not end the table."""

    class Closed:
        def write(self, _: str) -> int:
            tried.append(True)
            raise BrokenPipeError

    tried: list[bool] = []
    monkeypatch.setattr(sys, "stderr", Closed())
    Alarm([Language.ENGLISH]).record(RowsMissing(JOURNAL, 1, None))
    assert tried
