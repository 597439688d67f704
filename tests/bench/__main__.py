"""All speed figures as one JSON object, printed and kept in ``var/bench.json``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.bench import bench_reader, bench_record, bench_rules, bench_session

REPORT = Path("var") / "bench.json"

if __name__ == "__main__":
    figures = {
        "rules": bench_rules.figures(),
        "session": bench_session.figures(),
        "record": bench_record.figures(),
        "reading": bench_reader.figures(),
    }
    report = json.dumps(figures, indent=2) + "\n"
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report, "utf-8")
    sys.stdout.write(report)
