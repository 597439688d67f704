"""The Pi camera's adapter on real picamera2 and libcamera, in a Debian 13 root folder."""

from __future__ import annotations

import re

import pytest

from tests.picamera.root import camera_root, run_inside

pytestmark = pytest.mark.picamera


@pytest.mark.parametrize(
    ("tests", "least"),
    [
        (["tests/picamera/contract.py"], 8),
        (["tests/vision/sources/test_picamera.py", "-k", "real_signatures"], 1),
    ],
    ids=["adapter", "signatures"],
)
def test_inside_the_root(tests: list[str], least: int) -> None:
    """Every test there passes, and none is skipped for want of something."""
    root = camera_root()

    done = run_inside(
        root,
        "python",
        "-m",
        "pytest",
        "-q",
        "-ra",
        "-c",
        "/dev/null",
        "--rootdir=/code",
        "--noconftest",
        *tests,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= least
    assert "skipped" not in done.stdout
