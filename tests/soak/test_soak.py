"""Ten minutes of a served table, each kind of fault at least once."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.soak.__main__ import table
from tests.soak.served import soak

pytestmark = pytest.mark.appliance


def test_table_survives_every_fault_and_loses_nothing(tmp_path: Path) -> None:
    """Every acknowledged order is in the journal; everything is well again within two minutes."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("a disk of its own needs root and mkfs.ext4 (apt-get install e2fsprogs)")
    found = soak(tmp_path, 600, 50, 2, 1, lambda line: print(line, flush=True))  # noqa: T201
    sys.stdout.write(table(found) + "\n")

    assert found.failed == ""
    assert found.lost == 0
    assert found.exit_status == 0
    assert found.acts > 50
    assert len(found.happened) >= 8
    assert [each.fault for each in found.happened if each.well_again_s is None] == []
