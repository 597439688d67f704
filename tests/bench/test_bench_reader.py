"""The figures of the reader rest on plays that are really read."""

from __future__ import annotations

from tests.bench.bench_reader import machine, ratios
from tests.bench.reader_probe import read_play
from tests.bench.timing import peak_mb, timed
from tests.end_to_end.laid_plays import draw_play, full_cut
from vision.read.reader import CardReader
from vision.read.reading import Reading


def test_what_is_timed_reads_the_play() -> None:
    """Cut, rectify, find, read and join: the cards come out."""
    scene = draw_play(4, "cantarell")

    reading = read_play(CardReader.from_weights(threads=1), *full_cut(scene))

    assert isinstance(reading, Reading)
    assert [seen.card for seen in reading.cards] == [each.card for each in scene.play]


def test_ratios_compare_the_same_number_of_threads() -> None:
    """A runtime that is not installed has none."""
    cost = {"crop_640": {"processor_ms": 50.0}, "play": {"processor_ms": 100.0}}
    stock = {"crop_640": {"processor_ms": 100.0}, "frame_4608": {"processor_ms": 900.0}}
    ours = {"onnxruntime, 1 threads": cost, "ncnn, 1 threads": "not installed"}

    assert ratios(ours, {"1 threads": stock}) == {
        "whole frame over one play, onnxruntime, 1 threads": 9.0,
        "the same crop, onnxruntime, 1 threads": 2.0,
    }
    assert ratios(ours, {"1 threads": "not installed"}) == {}


def test_timing_counts_each_piece() -> None:
    """Once to warm up, then each."""
    done: list[int] = []

    measured = timed([lambda: done.append(1), lambda: done.append(2)])

    assert done == [1, 1, 2]
    assert 0 <= measured["best_ms"] <= measured["wall_ms"]
    assert peak_mb() > 10
    assert machine()["cores"] >= 1
