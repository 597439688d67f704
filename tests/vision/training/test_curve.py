"""Learning curves."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from vision.training.curve import Progress, curve_svg, note_progress, read_progress


def test_progress_is_noted_and_read_again(tmp_path: Path) -> None:
    """A resumed training repeats steps since its checkpoint; the later run counts."""
    file = tmp_path / "finder.csv"
    noted = [Progress(50, 10, 2.0), Progress(100, 20, 1.5), Progress(100, 26, 1.25)]
    for point in noted:
        note_progress(file, point)

    assert read_progress(file) == [noted[0], noted[2]]


def test_the_curve_falls_from_left_to_right() -> None:
    """Time runs right, a smaller loss lies lower; every training has its line and its name."""
    points = [Progress(50 * n, 60.0 * n, 4.0 / n) for n in range(1, 5)]

    drawn = curve_svg({"finder": points, "classifier": points[:2]})
    picture = ET.fromstring(drawn)  # noqa: S314 - our own
    lines = picture.findall("{*}polyline")
    places = [tuple(map(float, pair.split(","))) for pair in lines[0].attrib["points"].split()]

    assert len(lines) == 2
    assert places == sorted(places)
    assert [y for _, y in places] == sorted(y for _, y in places)
    assert {"finder", "classifier"} <= {text.text for text in picture.findall("{*}text")}


def test_rubbish_is_refused(tmp_path: Path) -> None:
    """The error names file and line; nothing to draw is said so."""
    file = tmp_path / "finder.csv"
    file.write_text("step,seconds,loss\n50,ten,2\n", "utf-8")

    with pytest.raises(ValueError, match=r"finder\.csv:2: found .* want step,seconds,loss"):
        read_progress(file)
    with pytest.raises(ValueError, match="no progress to draw"):
        curve_svg({"finder": []})
