"""As far as a Pi's processor can be rehearsed without one: ``python -m tests.appliance.arm64``.

A Debian 13 for arm64 is unpacked (nothing in it is run while it is made), the wheels of
``requirements.lock`` are fetched for that processor, and an emulator runs its Python: every library
is imported, both networks run and are compared with what they give here, and a whole deal is
judged, journalled and replayed. It says nothing about speed or cameras of a Pi.

The emulator is Debian 13's own: ONNX Runtime dies under the one of Debian 12.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.appliance.machine import CHECKOUT, KEPT, PLATFORMS, PYTHON, SUITE, pins

_MODULES = {
    "opencv-python-headless": "cv2",
    "pyserial": "serial",
    "sse-starlette": "sse_starlette",
}
_OURS = ("referee.app.main", "vision.read.reader", "firmware_bridge.panels.serial")
_NETWORKS = f"""
import numpy, onnxruntime
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
for name, shape in (("index-classifier", (4, 3, 64, 32)), ("index-finder", (1, 3, 96, 96))):
    file = {str(CHECKOUT / "vision" / "weights")!r} + "/" + name + ".onnx"
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    picture = numpy.random.default_rng(1).random(shape, numpy.float32)
    found = session.run(None, {{session.get_inputs()[0].name: picture}})
    print(name, *(f"{{numpy.abs(each).mean():.3f}}" for each in found), end="; ")
"""
"""Both networks on small noise; a whole picture takes the emulator longer than half an hour."""
_LONGEST_S = 1800
_TOLD = 300
"""Characters kept of what each said."""
_DEAL = """
import sys, tempfile
from pathlib import Path
from tests.soak.week import week
played = week(Path(tempfile.mkdtemp()), 1, lambda _: None, days=1, day_ms=600_000)
day = played.days[0]
assert day.replayed_same
print(day.rows, "rows,", day.deals, "deals, replayed to the same table")
"""


@dataclass
class Tried:
    what: str
    went_well: bool
    said: str
    seconds: float


def main() -> int:
    """Exit status 1 when something fails that should not."""
    qemu, root, libraries = _qemu(), _root(), _libraries()
    size_mb = sum(f.stat().st_size for f in libraries.rglob("*") if f.is_file()) / 1e6
    listing = "from referee.app.main import main; import sys; sys.exit(main(['rules', 'list']))"
    wanted = {f"import {name}": f"import {name}" for name in (*_names(), *_OURS)}
    wanted |= {
        "guandan-referee rules list": listing,
        "both networks": _NETWORKS,
        "deals judged and replayed": _DEAL,
    }
    here = subprocess.run(
        [sys.executable, "-c", _NETWORKS], capture_output=True, text=True, check=True, cwd=CHECKOUT
    )
    tried = []
    for what, code in wanted.items():
        each = _try(qemu, root, libraries, what, code)
        if code == _NETWORKS and each.went_well:
            each.went_well = each.said == here.stdout.strip()[:_TOLD]
        state = "well" if each.went_well else "FAILED"
        _tell(f"{state:7} {each.seconds:6.1f} s  {each.what}: {each.said}")
        tried.append(each)
    _tell(f"libraries for aarch64: {size_mb:.0f} MB")
    report = {"libraries_mb": round(size_mb), "tried": [asdict(each) for each in tried]}
    (KEPT / "arm64.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 0 if all(each.went_well for each in tried) else 1


def _qemu() -> Path:
    """The emulator, which needs nothing of the system it runs on; fetched once."""
    folder = KEPT / f"{SUITE}-qemu"
    if not folder.exists():
        making = folder.with_name(folder.name + ".unfinished")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        command = ["mmdebstrap", "--quiet", "--variant=extract", "--include=qemu-user"]
        subprocess.run([*command, SUITE, str(making)], check=True, timeout=1800)
        making.rename(folder)
    return folder / "usr" / "bin" / "qemu-aarch64"


def _root() -> Path:
    """A Debian for arm64 with Python, unpacked only; made once."""
    root = KEPT / f"{SUITE}-arm64"
    if not root.exists():
        making = root.with_name(root.name + ".unfinished")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        command = ["mmdebstrap", "--quiet", "--variant=extract", "--architectures=arm64"]
        command += ["--include=python3,python3-libcamera,libc6,libstdc++6", SUITE, str(making)]
        subprocess.run(command, check=True, timeout=1800)
        if not (making / "lib").exists():
            # Made by a package's own script, and none is run.
            (making / "lib").symlink_to("usr/lib")
        making.rename(root)
    return root


def _libraries() -> Path:
    """Everything of the lock file for that processor and Python, in one folder."""
    folder, wheels = KEPT / "arm64-libraries", KEPT / "arm64-wheels"
    shutil.rmtree(folder, ignore_errors=True)
    locked = KEPT / "arm64-pins.txt"
    locked.write_text(pins(CHECKOUT / "requirements.lock"), "utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:"]
    command += [f"--python-version={PYTHON}", f"--dest={wheels}", f"--find-links={wheels}"]
    command += [f"--platform={platform}_aarch64" for platform in PLATFORMS]
    command += ["--constraint", str(locked), *metadata_names(), "prometheus-client", "hypothesis"]
    subprocess.run(command, check=True, timeout=1800)
    # pip itself would install for the Python it runs in only.
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)
    return folder


def metadata_names() -> list[str]:
    """What a running table needs, by the names of the distributions."""
    wanted = map(Requirement, metadata.requires("guandan-referee") or [])
    return [each.name for each in wanted if each.marker is None or each.marker.evaluate()]


def _names() -> list[str]:
    return [_MODULES.get(name, name.replace("-", "_")) for name in metadata_names()]


def _try(qemu: Path, root: Path, libraries: Path, what: str, code: str) -> Tried:
    words = [str(qemu), "-L", str(root), f"{root}/usr/bin/python3", "-c", code]
    environment = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{libraries}:{CHECKOUT}",
        # Compiling under the emulator takes longer than all else, so it is done once.
        "PYTHONPYCACHEPREFIX": str(KEPT / "arm64-compiled"),
        # Reads the CPU's files, of which the emulator shows those of another processor.
        "OPENBLAS_CORETYPE": "ARMV8",
        "OPENBLAS_NUM_THREADS": "1",
    }
    begun = time.monotonic()
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=_LONGEST_S, env=environment
        )
    except subprocess.TimeoutExpired:
        return Tried(what, went_well=False, said="not in time", seconds=float(_LONGEST_S))
    # Libraries talk of the unknown processor; what the program says comes first.
    said = (done.stdout or done.stderr).strip() or f"status {done.returncode}"
    seconds = round(time.monotonic() - begun, 1)
    return Tried(what, done.returncode == 0, said.splitlines()[-1][:_TOLD], seconds)


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
