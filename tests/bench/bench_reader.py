"""What reading costs: ``python -m tests.bench.bench_reader``.

Each figure comes from a process of its own, so that its memory is its own. Processor time is given
beside wall-clock time: on one thread it is what a quiet machine would need, however busy this one
is. The obvious way to compare with is stock Ultralytics on the whole full frame, at the size at
which indices are as large as in our crops.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ULTRALYTICS = Path(os.environ.get("GUANDAN_ULTRALYTICS", ".venv-train/bin/python"))
"""A Python that has Ultralytics; `make test-train` installs one here."""
THREADS = (1, 2)
CROPS, PLAYS = 8, 8
_PROBE_S = 60
"""A probe that takes longer is given up; six of them fit into the time of this part."""


def figures() -> dict[str, Any]:
    """Measure everything; some two minutes on a quiet machine, four with Ultralytics."""
    ours = {
        f"{runtime}, {threads} threads": _probe(runtime, threads)
        for runtime in ("onnxruntime", "ncnn")
        for threads in THREADS
    }
    stock = {f"{threads} threads": _ultralytics(threads) for threads in THREADS}
    return {
        "machine": machine(),
        "reader": ours,
        "ultralytics": stock,
        "ratios": ratios(ours, stock),
    }


def ratios(ours: dict[str, Any], stock: dict[str, Any]) -> dict[str, float]:
    """How many of our plays one whole frame of the obvious way costs, by processor time."""
    found = {}
    for name, probe in ours.items():
        frame = stock[name.split(", ")[1]]
        if isinstance(probe, dict) and isinstance(frame, dict):
            cost = frame["frame_4608"]["processor_ms"] / probe["play"]["processor_ms"]
            found[f"whole frame over one play, {name}"] = round(cost, 1)
            crop = frame["crop_640"]["processor_ms"] / probe["crop_640"]["processor_ms"]
            found[f"the same crop, {name}"] = round(crop, 2)
    return found


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if line.startswith(("model name", "Model"))
    ]
    return {
        "processor": (models or [platform.machine()])[-1],
        "cores": os.cpu_count(),
        "load": [round(each, 1) for each in os.getloadavg()],
        "python": platform.python_version(),
        **{name: _version(name) for name in ("onnxruntime", "ncnn", "opencv-python-headless")},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _probe(runtime: str, threads: int) -> Any:
    if runtime == "ncnn" and _version("ncnn") == "not installed":
        return "not installed"
    words = [sys.executable, "-m", "tests.bench.reader_probe", runtime, str(threads)]
    return _said(words, threads)


def _ultralytics(threads: int) -> Any:
    if not ULTRALYTICS.exists():
        return "not installed"
    probe = Path(__file__).with_name("ultralytics_probe.py")
    return _said([str(ULTRALYTICS), str(probe), str(threads)], threads)


def _said(words: list[str], threads: int) -> Any:
    """What a probe prints; a sentence where it could not measure."""
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            check=False,
            timeout=_PROBE_S,
            env={**os.environ, "OMP_NUM_THREADS": str(threads), "YOLO_VERBOSE": "false"},
        )
    except subprocess.TimeoutExpired:
        return f"not ready after {_PROBE_S} s"
    if done.returncode != 0:
        return f"failed: {''.join(done.stderr.strip().splitlines()[-1:])}"
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures(), indent=2) + "\n")
