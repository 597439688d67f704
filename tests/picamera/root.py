"""A Debian 13 root folder with libcamera and picamera2, and a camera that needs no hardware.

libcamera's ``virtual`` pipeline serves pictures as a camera. Made once in ``var/picamera``; to be
entered by root with ``chroot``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import cv2
import pytest

from vision.rendered.table.script_file import read_script
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Window

CHECKOUT = Path(__file__).parents[2]
_KEPT = CHECKOUT / "var" / "picamera"
_SUITE = "trixie"
_PICAMERA2 = "picamera2==0.3.38"
_PACKAGES = (
    "ca-certificates",
    "python3-venv",
    "python3-libcamera",
    "libcamera-ipa",
    # What picamera2's own requirements are compiled with.
    "gcc",
    "libc6-dev",
    "python3-dev",
    "libcap-dev",
    "python3-prctl",
)
_FROM_LOCK = ("numpy", "onnxruntime", "opencv-python-headless", "pytest")
_SETTINGS = "usr/share/libcamera/pipeline/virtual/virtual.yaml"
_HERE = Path(__file__).parent
_SHOWN = Window(1536, 864, 1536, 864)
"""Of a rendered table's full frame: what the camera sees."""
_ENOUGH_S = 1800


def camera_root() -> Path:
    """The root folder, with this checkout's code in ``/code``; skips where it cannot be made."""
    if os.geteuid() != 0:
        pytest.skip("a root folder can be made and entered by root only")
    if shutil.which("mmdebstrap") is None:
        pytest.skip("not installed: mmdebstrap (make test-picamera installs it)")
    root = _KEPT / f"{_SUITE}-{_recipe()}"
    if not root.exists():
        making = root.with_name(root.name + ".unfinished")
        for old in _KEPT.glob(f"{_SUITE}-*"):
            _remove(old)
        _KEPT.mkdir(parents=True, exist_ok=True)
        _bootstrap(making)
        _furnish(making)
        making.rename(root)
    _bring_code(root)
    return root


def run_inside(root: Path, *words: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    """Run a command of the root's Python environment, in ``/code``, with the virtual camera."""
    environment = {
        "PATH": "/env/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "LIBCAMERA_LOG_LEVELS": "*:ERROR",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        ["chroot", str(root), "env", "--chdir=/code", "LD_PRELOAD=/dma_heap_shim.so", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        env=environment,
    )


def _bootstrap(root: Path) -> None:
    include = f"--include={','.join(_PACKAGES)}"
    _done(["mmdebstrap", "--quiet", "--variant=minbase", include, _SUITE, str(root)])
    _unmount(root)
    for name in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).is_file():
            shutil.copy(Path("/", name), root / name)
    for device in ("null", "urandom"):
        # Bound by chroot to nothing: the root has no /dev of its own.
        if not (root / "dev" / device).exists():
            _done(["mknod", "-m", "666", str(root / "dev" / device), "c", "1", _minor(device)])


def _furnish(root: Path) -> None:
    """Install picamera2 and put the virtual camera up."""
    _done(["chroot", str(root), "python3", "-m", "venv", "--system-site-packages", "/env"])
    (root / "constraints.txt").write_text("\n".join(_locked()), "utf-8")
    pip = ["chroot", str(root), "/env/bin/pip", "install", "--quiet", "--no-cache-dir"]
    pip += ["--disable-pip-version-check", "--cert=/etc/ssl/certs/ca-certificates.crt"]
    _done([*pip, "--constraint=/constraints.txt", _PICAMERA2, *_FROM_LOCK])
    shutil.copy(_HERE / "dma_heap_shim.c", root)
    compile_it = ["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-ldl"]
    _done(["chroot", str(root), *compile_it, "-o", "/dma_heap_shim.so", "/dma_heap_shim.c"])
    (root / _SETTINGS).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(_HERE / "virtual.yaml", root / _SETTINGS)
    (root / "frames").mkdir()
    script = read_script(CHECKOUT / "vision/rendered/table/scripts/whole-deal.toml")
    table = RenderedTable(script)
    for number, at_ms in enumerate((0, 9_000)):
        cv2.imwrite(str(root / "frames" / f"{number}.jpg"), table.picture(_SHOWN, at_ms))


def _remove(root: Path) -> None:
    _unmount(root)
    shutil.rmtree(root)


def _unmount(root: Path) -> None:
    """Take away what mmdebstrap leaves mounted where it may not unmount it by itself."""
    for line in reversed(Path("/proc/self/mounts").read_text("utf-8").splitlines()):
        place = Path(line.split()[1])
        if place.is_relative_to(root):
            _done(["umount", "--lazy", str(place)])


def _bring_code(root: Path) -> None:
    code = root / "code"
    shutil.rmtree(code, ignore_errors=True)
    for name in ("vision", "referee", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "weights", "*.webp")
        shutil.copytree(CHECKOUT / name, code / name, ignore=ignored)


def _locked() -> list[str]:
    """Versions of the lock, with the conditions that they hold under and without hashes."""
    lines = (CHECKOUT / "requirements.lock").read_text("utf-8").splitlines()
    return [line.removesuffix("\\").strip() for line in lines if "==" in line and line[0] != " "]


def _recipe() -> str:
    """Changes with what the root is made of."""
    files = b"".join((_HERE / name).read_bytes() for name in ("dma_heap_shim.c", "virtual.yaml"))
    pins = [pin for pin in _locked() if pin.partition("==")[0] in _FROM_LOCK]
    names = " ".join([_SUITE, *_PACKAGES, _PICAMERA2, *pins])
    return hashlib.sha256(files + names.encode()).hexdigest()[:12]


def _minor(device: str) -> str:
    return {"null": "3", "urandom": "9"}[device]


def _done(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=_ENOUGH_S)
    if done.returncode:
        raise AssertionError(f"{' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
