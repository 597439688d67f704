"""Is the program whole: interpreter, libraries, weights, settings?"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module, metadata, resources
from pathlib import Path

from referee.app.doctor_findings import Finding
from referee.app.errors import InputRefused
from referee.app.settings import Settings, load_settings

OLDEST_PYTHON = (3, 11)
_DISTRIBUTION = "guandan-referee"
_LOADED = {"numpy": "numpy", "opencv-python-headless": "cv2", "onnxruntime": "onnxruntime"}
"""Compiled libraries: installed is not yet loadable."""
_REQUIREMENT = re.compile(r"^([A-Za-z0-9._-]+)[^;<>=!~]*([^;]*)$")


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> Finding:
    found = ".".join(map(str, version))
    wanted = ".".join(map(str, OLDEST_PYTHON))
    outcome = "python_good" if version >= OLDEST_PYTHON else "python_old"
    return Finding(outcome, {"found": found, "wanted": wanted})


def check_libraries(distribution: str = _DISTRIBUTION) -> Finding:
    """Whether everything the program asks for is installed, in the versions asked for."""
    versions: list[str] = []
    wrong: list[str] = []
    for requirement in metadata.requires(distribution) or []:
        if ";" in requirement:
            continue  # belongs to an extra, or to another system
        parts = _REQUIREMENT.match(requirement)
        if parts is None:
            raise AssertionError(f"{distribution} asks for {requirement!r}")
        name, wanted = parts[1], parts[2].strip()
        try:
            found = metadata.version(name)
            import_module(_LOADED.get(name, "sys"))
        except metadata.PackageNotFoundError:
            wrong.append(f"{name} {wanted}: not installed")
            continue
        except ImportError as error:
            wrong.append(f"{name} {found}: {error}")
            continue
        versions.append(f"{name} {found}")
        if not _suits(found, wanted):
            wrong.append(f"{name} {found}, wanted {wanted}")
    if wrong:
        return Finding("libraries_wrong", {"wrong": "; ".join(wrong)})
    return Finding("libraries_good", {"versions": ", ".join(versions)})


def check_weights(settings: Settings) -> Finding:
    """Whether every network is the one its card tells of."""
    named = settings.reader.weights
    folder = Path(named).expanduser() if named else Path(str(resources.files("vision"))) / "weights"
    cards = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not cards:
        return Finding("weights_missing", {"files": folder})
    # What else lies there, as how sure readings are, is no network's card.
    networks = [(folder / c["file"], c["sha256"]) for c in map(_json, cards) if "file" in c]
    missing = [file for file, _ in networks if not file.is_file()]
    if missing:
        return Finding("weights_missing", {"files": _listed(missing)})
    changed = [
        file for file, wanted in networks if hashlib.sha256(file.read_bytes()).hexdigest() != wanted
    ]
    if changed:
        return Finding("weights_changed", {"files": _listed(changed)})
    return Finding("weights_good", {"files": _listed([file for file, _ in networks])})


def check_config(path: Path | None) -> tuple[Finding, Settings]:
    """The finding, and the settings to examine the rest with: the defaults if need be."""
    if path is None:
        return Finding("config_defaults"), Settings()
    try:
        return Finding("config_good", {"file": path}), load_settings(path)
    except InputRefused as refused:
        return Finding("config_refused", {"mistakes": "; ".join(refused.mistakes)}), Settings()


def check_page(settings: Settings) -> Finding:
    """Whether a phone in the hall can reach the referee's page."""
    web = settings.web
    here = web.host in {"127.0.0.1", "::1", "localhost"}
    return Finding(
        "page_here_only" if here else "page_network", {"host": web.host, "port": web.port}
    )


def _suits(found: str, wanted: str) -> bool:
    """Bounds such as ``>=2.10,<3``; the only ones our own metadata has."""
    bounds = [re.match(r"(>=|<)(.+)", each.strip()) for each in wanted.split(",") if each.strip()]
    for bound in bounds:
        if bound is None:
            raise AssertionError(f"a bound that is neither >= nor <: {wanted!r}")
        enough = _release(found) >= _release(bound[2])
        if enough is (bound[1] == "<"):
            return False
    return True


def _release(version: str) -> tuple[int, ...]:
    return tuple(_numbers(version)) + (0,) * 4


def _numbers(version: str) -> Iterator[int]:
    for part in version.split("."):
        digits = re.match(r"\d+", part)
        if digits is None:
            return
        yield int(digits[0])


def _json(path: Path) -> dict[str, str]:
    card: dict[str, str] = json.loads(path.read_text("utf-8"))
    return card


def _listed(paths: list[Path]) -> str:
    return ", ".join(map(str, paths))
