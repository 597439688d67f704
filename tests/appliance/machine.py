"""A Debian 13 machine without hardware: a root folder, installed into, booted, looked into.

Made by mmdebstrap, booted by systemd-nspawn with the distribution's own systemd. Needs root. The
bare root and the wheels are kept in ``var/appliance`` so that only the first run has to fetch them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from packaging.requirements import Requirement

CHECKOUT = Path(__file__).parents[2]
KEPT = CHECKOUT / "var" / "appliance"
SUITE = "trixie"
PYTHON = "3.13"
"""Of the suite; wheels are fetched for it."""
_ROOTS_PYTHON = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.5"}
_CLEAN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
"""Nothing of the surroundings may reach the machine."""
_PACKAGES = "systemd-sysv,udev,dbus,python3,python3-venv"
PLATFORMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_27", "manylinux_2_28")
_TOOLS = ("mmdebstrap", "systemd-nspawn", "nsenter")
_ALONE = ("--register=no", "--keep-unit", "--private-network", "--console=pipe")
"""The machine that runs the tests may have no systemd of its own, and no network to share."""
SERVICE = "guandan-referee.service"
_made_now: list[Path] = []


class Machine:
    """A booted root folder."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root = root
        self._leader = leader

    def run(self, *words: str, check: bool = True, timeout: float = 120) -> str:
        """Run a command inside; returns what it printed."""
        inside = ["nsenter", f"--target={self._leader}", "--all", "--", *words]
        done = subprocess.run(
            inside, capture_output=True, text=True, timeout=timeout, check=False, env=_CLEAN
        )
        if check and done.returncode:
            raise AssertionError(
                f"{' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}"
            )
        return done.stdout

    def shown(self, name: str, unit: str = SERVICE) -> str:
        """A property of a unit, as ``systemctl show`` tells it."""
        return self.run("systemctl", "show", "--value", f"--property={name}", unit).strip()

    def wait(self, name: str, value: str, seconds: float, unit: str = SERVICE) -> float:
        """Wait until a property has a value; returns how many seconds that took."""
        begun = time.monotonic()
        while (found := self.shown(name, unit)) != value:
            if time.monotonic() - begun > seconds:
                log = self.run("journalctl", "--no-pager", "--lines=60", check=False)
                raise AssertionError(f"{unit}: {name} is {found!r}, wanted {value!r}\n{log}")
            time.sleep(0.05)
        return time.monotonic() - begun

    def log(self, unit: str = SERVICE) -> str:
        return self.run("journalctl", "--no-pager", "--output=cat", f"--unit={unit}")


def need_tools() -> None:
    """Skip where a machine cannot be made."""
    if os.geteuid() != 0:
        pytest.skip("a root folder can be made and booted by root only")
    missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if missing:
        pytest.skip(
            f"not installed: {', '.join(missing)} (apt-get install mmdebstrap systemd-container)"
        )


def bare_root() -> Path:
    """A Debian 13 root folder with Python and nothing of ours; made once."""
    base = KEPT / f"{SUITE}-root"
    if not base.exists():
        _made_now.append(base)
        making = base.with_name(base.name + ".unfinished")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={_PACKAGES}"]
        subprocess.run([*command, SUITE, str(making)], check=True, timeout=1800)
        making.rename(base)
    return base


def root_is_fresh() -> bool:
    """Whether the root folder was made just now, with everything fetched."""
    return bool(_made_now)


def wheels() -> Path:
    """A folder with the wheel of this checkout and everything it needs, for the root's Python."""
    folder = KEPT / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("guandan_referee-*.whl"):
        old.unlink()
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    subprocess.run([*build, str(folder)], cwd=CHECKOUT, check=True, capture_output=True)
    wheel = next(folder.glob("guandan_referee-*.whl"))
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:"]
    fetch += [f"--python-version={PYTHON}", "--find-links", str(folder), "--dest", str(folder)]
    fetch += [f"--platform={platform}_x86_64" for platform in PLATFORMS]
    constraints = folder / "constraints.txt"
    constraints.write_text(pins(CHECKOUT / "requirements.lock"), "utf-8")
    subprocess.run(
        [*fetch, "--constraint", str(constraints), f"{wheel}[pi]"], check=True, timeout=900
    )
    return folder


def installed_copy(target: Path) -> Path:
    """A fresh copy of the bare root with the referee installed as a person would."""
    folder = wheels()
    subprocess.run(["cp", "-a", "--reflink=auto", str(bare_root()), str(target)], check=True)
    shutil.copytree(folder, target / "wheels")
    wheel = next(folder.glob("guandan_referee-*.whl"))
    shutil.copy(CHECKOUT / "systemd" / "install.sh", target / "install.sh")
    install_inside(target, wheel.name)
    return target


def install_inside(root: Path, wheel: str) -> None:
    """Run the installer in a root folder that is not booted."""
    words = ["systemd-nspawn", "--quiet", f"--directory={root}", *_ALONE]
    words += ["sh", "/install.sh", "install", f"/wheels/{wheel}"]
    words += ["--wheels", "/wheels", "--constraints", "/wheels/constraints.txt"]
    done = subprocess.run(
        [*words, "--no-apt", "--no-start"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    if done.returncode:
        raise AssertionError(f"install.sh: {done.returncode}\n{done.stdout}{done.stderr}")


@contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """Boot *root* and shut it down again."""
    command = ["systemd-nspawn", "--quiet", f"--directory={root}", *_ALONE, "--boot"]
    with (root.parent / f"{root.name}.console").open("wb") as console:
        nspawn = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
        )
        try:
            machine = Machine(root, _leader_of(nspawn))
            _wait_for_manager(machine)
            yield machine
            machine.run("systemctl", "poweroff", check=False)
            nspawn.wait(60)
        finally:
            if nspawn.poll() is None:
                nspawn.kill()
                nspawn.wait(10)


def _leader_of(nspawn: subprocess.Popen[bytes]) -> int:
    """The process that is number 1 inside."""
    children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
    until = time.monotonic() + 30
    while time.monotonic() < until and nspawn.poll() is None:
        for child in children.read_text("ascii").split():
            if Path(f"/proc/{child}/comm").read_text("ascii").strip() == "systemd":
                return int(child)
        time.sleep(0.05)
    raise AssertionError("systemd-nspawn did not boot the root folder")


def _wait_for_manager(machine: Machine) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        state = machine.run("systemctl", "is-system-running", check=False).strip()
        if state in {"running", "degraded"}:
            return
        time.sleep(0.1)
    raise AssertionError("the machine did not come up")


def pins(lock: Path) -> str:
    """The versions of a lock file for the root's Python; a constraint may not carry hashes."""
    lines = lock.read_text("utf-8").splitlines()
    wanted = [Requirement(line.rstrip("\\ ")) for line in lines if line and line[0].isalnum()]
    # pip would ask the markers for the Python that fetches, not for the one that is fetched for.
    return "".join(
        f"{pin.name}{pin.specifier}\n"
        for pin in wanted
        if pin.marker is None or pin.marker.evaluate(_ROOTS_PYTHON)
    )
