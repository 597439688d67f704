"""``python -m tests.soak --hours 2``, ``--minutes 10``, ``--week``; see the package."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.soak.served import Soaked, growth, soak
from tests.soak.watched import Watching
from tests.soak.week import week

_OUT = Path(__file__).parents[2] / "var" / "soak"


def main() -> int:
    """Exit status 1 when an event was lost or something did not recover."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=0.0)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--every", type=float, default=180.0, help="seconds between two faults")
    parser.add_argument("--pace", type=float, default=4.0, help="mean thinking time, seconds")
    parser.add_argument(
        "--camera", action="store_true", help="cards are laid under the camera, not entered"
    )
    parser.add_argument("--fault", default="", help="only those whose names hold this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--week", action="store_true", help="a week of events, as fast as they go")
    parser.add_argument("--days", type=int, default=7, help="of the week")
    parser.add_argument("--out", type=Path, default=_OUT, help="folder for the report")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    # Ended early, it leaves neither a table nor a disk behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    seconds = arguments.hours * 3600 + arguments.minutes * 60
    with tempfile.TemporaryDirectory(dir=arguments.out) as folder:
        if arguments.week:
            played = week(Path(folder), arguments.seed, _tell, arguments.days)
            (arguments.out / "week.json").write_text(played.as_json(), "utf-8")
            return 0 if all(day.replayed_same for day in played.days) else 1
        if os.geteuid() != 0:
            sys.stderr.write("tests.soak: a disk of its own needs root\n")
            return 2
        found = soak(
            Path(folder),
            seconds or 7200.0,
            arguments.every,
            arguments.pace,
            arguments.seed,
            _tell,
            watched=arguments.camera,
            only=arguments.fault,
        )
        (arguments.out / "serve.log").write_bytes((Path(folder) / "serve.log").read_bytes())
    (arguments.out / "soak.json").write_text(found.as_json(), "utf-8")
    _tell(table(found))
    return 0 if found.is_sound else 1


def table(found: Soaked) -> str:
    """The report as Markdown."""
    lines = ["| at | fault | lasted | well again after | longest order | starts | seen |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    lines += [
        f"| {each.at_s:.0f} s | {each.fault} | {each.lasted_s} s | {each.well_again_s} s | "
        f"{each.longest_wait_s} s | {each.starts} | {', '.join(each.seen)} |"
        for each in found.happened
    ]
    lines.append("")
    lines.append(
        f"{found.seconds} s, {found.deals} deals, {found.acts} acts, {found.orders} orders "
        f"(median {found.order_median_ms} ms, longest {found.order_longest_s} s), "
        f"{found.keys_that_counted} of {found.pressed} presses counted, "
        f"{found.disagreed} deals given up, {found.rows} rows, "
        f"{found.lost} lost; started {found.starts} times, {found.killed_by_watchdog} by watchdog; "
        f"load {os.getloadavg()[0]:.1f}"
    )
    if found.watching is not None:
        lines += ["", _watched(found, found.watching)]
    lines.append("")
    lines.append("| start | minutes | MB at first | at last | at most | handles | threads | rows |")
    lines.append("| --- | --- | --- | --- | --- | --- | --- | --- |")
    lines += ["| " + " | ".join(map(str, life)) + " |" for life in growth(found.samples)]
    return "\n".join(lines)


def _watched(found: Soaked, watching: Watching) -> str:
    """What came of the cards that had to be seen."""
    waits = sorted(watching.to_verdict_ms) or [0]
    false = "; ".join(watching.false_signals)
    return (
        f"{watching.seen_right} of {found.acts} acts seen and judged without help, "
        f"{watching.entered} entered and {watching.corrected} corrected by the referee, "
        f"{len(watching.false_signals)} false signals{f' ({false})' if false else ''}, "
        f"{watching.late} over the time limit while players waited for the device; "
        f"{found.shown_lost} shown rows lost, deals recorded otherwise than played: "
        f"{found.unlike or 'none'}; rest to verdict at the page "
        f"{waits[len(waits) // 2] / 1000:.1f} s, 95 % within "
        f"{waits[int(len(waits) * 0.95)] / 1000:.1f} s"
    )


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
