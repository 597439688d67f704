"""What goes wrong around a table that goes on all the same, said to the operator."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Sequence

from referee.app.logs import priority
from referee.record.evidence import OverQuota, PictureNews, PicturesKept, PicturesRefused
from referee.record.fallback import (
    News,
    RowsMissing,
    SpareFailed,
    WritingFailed,
    WritingResumed,
)
from referee.record.mending import Mended
from referee.texts import Language, say


class Alarm:
    """Writes one line a piece of news and language to stderr, where a service's log picks it up."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self._languages = languages

    def record(self, news: News) -> None:
        """Say what became of the journal."""
        match news:
            case WritingFailed(journal=path, cause=cause, spare=None):
                self._say("alarm.in_memory", path=path, cause=cause)
            case WritingFailed(journal=path, cause=cause, spare=spare):
                self._say("alarm.in_spare", path=path, cause=cause, spare=spare)
            case SpareFailed(spare=spare, cause=cause):
                self._say("alarm.spare_failed", spare=spare, cause=cause)
            case WritingResumed(journal=path, rows=rows, aside=None):
                self._say("alarm.written_again", path=path, rows=rows)
            case WritingResumed(journal=path, rows=rows, aside=aside):
                self._say("alarm.written_anew", path=path, rows=rows, aside=aside)
            case RowsMissing(journal=path, rows=rows, spare=None):
                self._say("alarm.rows_lost", path=path, rows=rows)
            case RowsMissing(journal=path, rows=rows, spare=spare):
                self._say("alarm.rows_in_spare", path=path, rows=rows, spare=spare)

    def begun_in_spare(self, news: WritingFailed) -> None:
        """Say that the journal took no rows at the start."""
        self._say(
            "alarm.begun_in_spare", path=news.journal, cause=news.cause, spare=news.spare or ""
        )

    def pictures(self, news: PictureNews) -> None:
        """Say what became of the evidence pictures."""
        match news:
            case PicturesRefused(folder=folder, cause=cause):
                self._say("alarm.pictures_refused", folder=folder, cause=cause)
            case PicturesKept(folder=folder):
                self._say("alarm.pictures_kept", folder=folder)
            case OverQuota(folder=folder, quota=quota):
                self._say("alarm.pictures_over", folder=folder, megabytes=quota // 1_000_000)

    def mended(self, mended: Mended) -> None:
        """Say what was merged before the session goes on."""
        self._say("alarm.merged", path=mended.journal, rows=mended.rows)
        if mended.aside is not None:
            self._say("alarm.set_aside", aside=mended.aside)

    def _say(self, key: str, **facts: object) -> None:
        # Nobody may be listening any more; that must not stop the table either.
        with contextlib.suppress(OSError):
            mark = priority(logging.WARNING, sys.stderr)
            for language in self._languages:
                sys.stderr.write(f"{mark}guandan-referee: {say(key, language, **facts)}\n")
            sys.stderr.flush()
