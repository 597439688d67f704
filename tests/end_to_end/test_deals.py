"""Whole rendered deals of sloppy players, with the real reader: a sample of `make deals`."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.end_to_end.deals import main, one_deal
from tests.end_to_end.refereed import Score


@pytest.mark.slow
def test_two_deals_are_refereed_without_a_false_alarm() -> None:
    """Every play of ten tricks each by the right seat with the right cards, three faults each."""
    total = Score()
    with get_context("spawn").Pool(2) as pool:
        for score in pool.imap_unordered(
            one_deal, [(seed, "sloppy", 10, False, 90) for seed in (31, 32)]
        ):
            total.add(score)

    counts = total.counts
    assert counts["plays"] >= 80
    assert counts["right"] >= 0.98 * counts["plays"], total.wrong
    assert counts["invented"] == counts["false alarm"] == 0, total.wrong
    assert counts["irregularities"] == 6
    assert counts["irregularity missed"] == 0, total.wrong


def test_a_long_run_is_taken_up_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deal that was kept is counted and not played again."""
    keep = tmp_path / "deals.jsonl"
    words = ["--perfect", "--deals", "1", "--tricks", "1", "--keep", str(keep)]
    main(words)
    first = capsys.readouterr()

    status = main(words)

    again = capsys.readouterr()
    assert status == 0
    assert again.out == first.out
    assert "plays exact (100.00 %)" in again.out
    assert len(keep.read_text("utf-8").splitlines()) == 1
    assert again.err == ""
