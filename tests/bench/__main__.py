"""All speed figures as one JSON object, printed and kept in ``var/bench.json``.

Each part runs in a process of its own and for so long at most, so one that fails or hangs costs its
own figures only: the report then has the reason in their place, and the exit status is 1.
``python -m tests.bench session record`` measures these parts alone and leaves the others in the
report as they were.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

REPORT = Path("var") / "bench.json"
PARTS = {"rules": 150, "session": 180, "record": 150, "reader": 400}
"""Modules ``bench_...``, and how many seconds each may take: a quarter of an hour in all."""


def measured(part: str, longest_s: float) -> tuple[Any, bool]:
    """What a part prints, or why it printed nothing; and whether it is well."""
    words = [sys.executable, "-m", f"tests.bench.bench_{part}"]
    # Its own group: some parts have processes of their own, which must not stay behind.
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        out, error = process.communicate(timeout=longest_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return {"failed": f"not ready after {longest_s:.0f} s"}, False
    if process.returncode != 0:
        last = error.strip().splitlines()[-1:]
        return {"failed": f"exit status {process.returncode}: {''.join(last)}"}, False
    return json.loads(out), True


def main(parts: list[str]) -> int:
    """Measure *parts* and write the report after each."""
    figures: dict[str, Any] = {}
    if REPORT.exists() and set(parts) != set(PARTS):
        figures = json.loads(REPORT.read_text("utf-8"))
    REPORT.parent.mkdir(exist_ok=True)
    all_well = True
    for part in parts:
        begun, load = time.monotonic(), os.getloadavg()[0]
        found, well = measured(part, PARTS[part])
        ran = {"seconds": round(time.monotonic() - begun), "load_before": round(load, 1)}
        figures[part] = {"ran": ran, **found}
        all_well = all_well and well
        REPORT.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
        sys.stderr.write(f"{part}: {ran['seconds']} s{'' if well else ', ' + found['failed']}\n")
    sys.stdout.write(REPORT.read_text("utf-8"))
    return 0 if all_well else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", default=[], metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args().parts or list(PARTS)
    unknown = [part for part in chosen if part not in PARTS]
    if unknown:
        parser.error(f"found {unknown[0]!r}, want some of {', '.join(PARTS)}")
    sys.exit(main(chosen))
