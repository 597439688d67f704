"""A small disk of its own for the journals: an ext4 file system in a file, as on a card."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_IMAGE = "disk.img"
MEGABYTES = 640
"""Above what the doctor calls full, so that the table begins without trouble."""


@contextmanager
def own_disk(folder: Path) -> Iterator[Path]:
    """Make and mount it; gone with everything on it in the end. Needs root and a loop device."""
    image, mounted = folder / _IMAGE, folder / "disk"
    mounted.mkdir()
    with image.open("wb") as file:
        file.truncate(MEGABYTES * 1_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
    _mount(image, mounted)
    try:
        yield mounted
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", str(mounted)], capture_output=True, check=False)
        _unmount(mounted)
        image.unlink()


def can_fail(mounted: Path) -> bool:
    """Whether the kernel lets this disk come upon an error of its own."""
    return _trigger(mounted).exists()


def fail(mounted: Path) -> None:
    """Let the file system come upon an error: it is read-only at once, whoever is writing."""
    _trigger(mounted).write_text("soak", "ascii")


def repaired(mounted: Path) -> bool:
    """Unmount, repair and mount it again, as a restart does; false while somebody uses it."""
    if subprocess.run(["umount", str(mounted)], capture_output=True, check=False).returncode:
        return False
    image = mounted.with_name(_IMAGE)
    done = subprocess.run(["e2fsck", "-p", str(image)], capture_output=True, check=False)
    if done.returncode > 1:
        raise AssertionError(f"{image} cannot be repaired: {done.stdout.decode()}")
    _mount(image, mounted)
    return True


def _mount(image: Path, mounted: Path) -> None:
    words = ["mount", "-o", "loop,errors=remount-ro", str(image), str(mounted)]
    subprocess.run(words, check=True)


def _trigger(mounted: Path) -> Path:
    """Of this file system and no other one."""
    words = ["findmnt", "--noheadings", "--output=SOURCE", f"--mountpoint={mounted}"]
    device = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    if not device.startswith("/dev/loop"):
        raise AssertionError(f"{mounted} lies on {device}, which is no disk of the soak")
    return Path("/sys/fs/ext4") / Path(device).name / "trigger_fs_error"


def _unmount(mounted: Path) -> None:
    for _ in range(50):
        done = subprocess.run(["umount", str(mounted)], capture_output=True, check=False)
        if done.returncode == 0:
            return
        time.sleep(0.2)
    raise AssertionError(f"{mounted} cannot be unmounted: {done.stderr.decode()}")
