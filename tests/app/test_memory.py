"""Pictures that are done with cost no memory, whatever lies between them."""

from __future__ import annotations

import subprocess
import sys

_MOST_MB = 40

_WATCHES = """\
import numpy as np
from pathlib import Path
from referee.app.memory import give_pictures_back

def resident_mb():
    words = Path("/proc/self/statm").read_text("ascii").split()
    return int(words[1]) * 4096 / 2**20

{call}
before = resident_mb()
for size in (8 << 20, 16 << 20):
    np.ones(size, np.uint8)
pictures, notes = [], []
for n in range(200):
    pictures.append(np.ones(1 << 20, np.uint8))
    notes.append(np.ones(1000, np.uint8))
pictures.clear()
print(resident_mb() - before)
"""


def _grown_mb(call: str) -> float:
    words = [sys.executable, "-c", _WATCHES.format(call=call)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def test_pictures_between_notes_go_back_to_the_system() -> None:
    assert _grown_mb("assert give_pictures_back()") < _MOST_MB


def test_without_it_their_places_stay() -> None:
    """What the setting is for; should the C library change its ways, it can go."""
    assert _grown_mb("") > _MOST_MB
