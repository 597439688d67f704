"""What is kept of a picture, and which pictures other journals still need."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.app.evidence_pictures import (
    LONGEST_SIDE,
    evidence_folder,
    open_evidence,
    small_frame,
)
from referee.app.settings import JournalSettings, Settings
from referee.record.journal import Journal
from referee.session.events import DealStarted
from referee.session.history import add, replay
from tests.record.deals import ABOUT, deal_events

SMALLEST = Settings(journal=JournalSettings(evidence_megabytes=10))


@pytest.mark.parametrize(
    ("size", "kept"), [((3000, 4000), (1200, 1600)), ((900, 300), (900, 300)), ((64, 64), (64, 64))]
)
def test_frames_are_made_small_and_never_larger(
    tmp_path: Path, size: tuple[int, int], kept: tuple[int, int]
) -> None:
    """The proportions stay, and small pictures stay as they are."""
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.full((*size, 3), 90, np.uint8))
    jpeg = small_frame(path)
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape[:2] == kept
    assert max(kept) <= LONGEST_SIDE


def journal_of_yesterday(path: Path, name: str, ago: timedelta) -> None:
    """A journal that ended so long ago and names one picture."""
    start = deal_events()[0]
    assert isinstance(start, DealStarted)
    with Journal.create(path, ABOUT) as journal:
        _, taken = add(replay([]), start)
        moment = (datetime.now(UTC) - ago).isoformat()
        journal.append(start, taken, {"evidence": [name]}, moment)


@pytest.mark.parametrize(
    ("ago", "stays"),
    [
        (timedelta(minutes=20), True),
        (timedelta(minutes=31), False),
        (timedelta(days=3), False),
        # The clock of a machine without a battery stood still meanwhile.
        (timedelta(days=-1), True),
    ],
)
def test_appeal_window_of_the_round_before_is_kept_over_a_restart(
    tmp_path: Path, ago: timedelta, stays: bool
) -> None:
    """The next round's journal does not let the pictures of the last one go."""
    path = tmp_path / "now.journal"
    store = open_evidence(SMALLEST, path, list, lambda _: None)
    old = store.keep(b"old" * 2_000_000)
    assert old is not None
    journal_of_yesterday(tmp_path / "before.journal", old, ago)
    (tmp_path / "damaged.journal").write_bytes(b"rubbish")
    assert store.keep(b"new" * 2_000_000) is not None
    for thread in threading.enumerate():
        if thread.name == "evidence":
            thread.join()
    assert (store.find(old) is not None) is stays
    assert evidence_folder(path) == tmp_path / "evidence"
