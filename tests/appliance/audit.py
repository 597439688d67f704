"""Write ``docs/dependencies.md``: ``python -m tests.appliance.audit``.

Everything a running table needs: what ``pyproject.toml`` asks for, its extra ``pi`` included, and
what that asks for in turn. Sizes are those of the wheels for a Pi (64-bit, Python of Debian 13),
unpacked; pip fetches them into a folder that is thrown away.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

_CHECKOUT = Path(__file__).parents[2]
PATH = _CHECKOUT / "docs" / "dependencies.md"
OURS = "guandan-referee"
_PI_PYTHON = "3.13"
_ON_A_PI = {
    "extra": "",
    "python_version": _PI_PYTHON,
    "python_full_version": f"{_PI_PYTHON}.5",
    "sys_platform": "linux",
    "platform_machine": "aarch64",
}
_PI_PLATFORMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_27", "manylinux_2_28")

WHY = {
    "numpy": "arrays of pixels and of what the networks give",
    "opencv-python-headless": "decoding, cropping and measuring pictures; no window libraries",
    "onnxruntime": "runs both networks and releases the interpreter lock meanwhile",
    "pydantic": "every mistake of a settings file or of an order at once",
    "cattrs": "frozen values to JSON and back, without code in the data",
    "rich": "terminal tables that stay aligned with Chinese text",
    "fastapi": "addresses of the referee's page, and checks of what is sent to them",
    "sse-starlette": "live events of the page, ended properly when a phone goes away",
    "uvicorn": "the page's server",
    "jinja2": "the page's templates, escaped by themselves",
    "typst": "the score sheet as PDF with embedded Chinese fonts",
    "gpiozero": "lamps and buzzers on the Pi's own header",
    "pyserial": "the seat unit on USB",
}
"""Asked for by us; the others come with one of these."""

_LICENCES = {"numpy": "BSD-3-Clause and others of its bundled libraries"}
"""Where the metadata has a whole text instead of a name."""

_TOP = """\
# What a running table needs

Written by `python -m tests.appliance.audit`; do not edit. Python 3.11 or newer comes with the
system, as do `python3-picamera2` and `python3-lgpio` on a Pi. The extra `train` (PyTorch,
gigabytes) is on no table.

Sizes are the unpacked wheels for a Pi (aarch64, Python 3.13), in megabytes.

| library | why | licence | MB |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Needed:
    """One distribution that has to be installed."""

    name: str
    because_of: str
    """Whoever asks for it first."""


def asked_by_us() -> list[str]:
    """Names that ``pyproject.toml`` asks for, for a table."""
    project = tomllib.loads((_CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    return _names([*project["dependencies"], *project["optional-dependencies"]["pi"]])


def needed() -> dict[str, Needed]:
    """All distributions a table needs, by name, in the order they are come upon."""
    found: dict[str, Needed] = {}
    waiting = [(name, OURS) for name in asked_by_us()]
    while waiting:
        name, asker = waiting.pop(0)
        if name in found:
            continue
        found[name] = Needed(name, asker)
        waiting += [(further, name) for further in _names(metadata.requires(name) or [])]
    return found


def document(megabytes: Mapping[str, float]) -> str:
    """The whole page."""
    lines = [_TOP]
    for name, each in sorted(needed().items()):
        why = WHY.get(name, f"needed by {each.because_of}")
        size = f"{megabytes[name]:.1f}" if name in megabytes else "–"
        lines.append(f"| {name} | {why} | {licence(name)} | {size} |\n")
    total = sum(megabytes.values())
    lines.append(f"\nTogether {total:.0f} MB, the program with rules and weights included.\n")
    return "".join(lines)


def licence(name: str) -> str:
    """The licence by name, as the distribution states it."""
    told = metadata.metadata(name)
    stated = _LICENCES.get(name) or _stated(told, "License-Expression")
    if not stated:
        classified = [
            line.rpartition(" :: ")[2]
            for line in told.get_all("Classifier") or []
            if line.startswith("License :: OSI Approved :: ")
        ]
        stated = ", ".join(classified) or _stated(told, "License").partition("\n")[0]
    if not stated:
        raise AssertionError(f"{name} states no licence; look it up and write it down here")
    return stated


def _stated(told: metadata.PackageMetadata, key: str) -> str:
    return str((told.get_all(key) or [""])[0])


def _names(requirements: Iterable[str]) -> list[str]:
    """Of those that apply to a Pi without extras."""
    asked = [Requirement(each) for each in requirements]
    applies = [each for each in asked if each.marker is None or each.marker.evaluate(_ON_A_PI)]
    return [re.sub(r"[-_.]+", "-", each.name).lower() for each in applies]


def pi_megabytes() -> dict[str, float]:
    """Unpacked sizes of the wheels for a Pi, and of our own."""
    with tempfile.TemporaryDirectory() as folder:
        pins = [f"{name}=={metadata.version(name)}" for name in needed()]
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        fetch += ["--only-binary=:all:", f"--python-version={_PI_PYTHON}", f"--dest={folder}"]
        fetch += [f"--platform={platform}_aarch64" for platform in _PI_PLATFORMS]
        subprocess.run([*fetch, *pins], check=True)
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
        build += ["--directory", folder]
        subprocess.run(build, cwd=_CHECKOUT, check=True, capture_output=True)
        sizes = {}
        for wheel in Path(folder).glob("*.whl"):
            name = wheel.name.partition("-")[0].replace("_", "-").replace(".", "-").lower()
            with zipfile.ZipFile(wheel) as archive:
                sizes[name] = sum(entry.file_size for entry in archive.infolist()) / 1e6
        return sizes


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(document(pi_megabytes()), "utf-8")
