"""A small disk of its own for the journals: an ext4 file system in a file, as on a card."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTES = 640
"""Above what the doctor calls full, so that the table begins without trouble."""


@contextmanager
def own_disk(folder: Path) -> Iterator[Path]:
    """Make and mount it; gone with everything on it in the end. Needs root and a loop device."""
    image, mounted = folder / "disk.img", folder / "disk"
    mounted.mkdir()
    with image.open("wb") as file:
        file.truncate(MEGABYTES * 1_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(mounted)], check=True)
    try:
        yield mounted
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", str(mounted)], capture_output=True, check=False)
        _unmount(mounted)
        image.unlink()


def _unmount(mounted: Path) -> None:
    for _ in range(50):
        done = subprocess.run(["umount", str(mounted)], capture_output=True, check=False)
        if done.returncode == 0:
            return
        time.sleep(0.2)
    raise AssertionError(f"{mounted} cannot be unmounted: {done.stderr.decode()}")
