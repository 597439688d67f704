"""The command line as a process: what it loads, and what Ctrl-C does while it does so."""

from __future__ import annotations

import subprocess
import sys

_HEAVY = {"cv2", "onnxruntime", "fastapi", "cattrs", "rich.console", "serial"}
"""Each takes a tenth of a second and more, on a Pi several times as long."""
_LOADED = """
import sys
from referee.app.main import main
try:
    main({words})
except SystemExit:
    pass
print(" ".join(sorted({heavy} & sys.modules.keys())))
"""
_INTERRUPTED = """
import signal, sys
# A shell that started the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupts:
    def find_spec(self, name, *_):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
from referee.app.main import main
sys.exit(main({words}))
"""


def ran(code: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


def loaded(*words: str) -> set[str]:
    done = ran(_LOADED.format(words=list(words), heavy=_HEAVY))
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_command_loads_what_it_needs_itself() -> None:
    """The list of commands needs nothing, a question about rules no journal and no picture."""
    assert loaded("--help") == set()
    assert loaded("rules", "list") == set()
    assert loaded("serve", "--help") & {"cv2", "onnxruntime", "fastapi"} == set()


def test_interrupted_start_ends_with_one_line() -> None:
    """Whoever changes his mind at once sees no traceback, while it loads and while it begins."""
    words = ["panel", "watch", "--panel", "simulated", "--seconds", "0"]
    for module in ("referee.app.commands.panel", "firmware_bridge.panels.simulated"):
        done = ran(_INTERRUPTED.format(module=module, words=words))

        assert done.returncode == 130
        assert done.stderr.startswith("guandan-referee: stopped")
        assert done.stderr.count("\n") == 1
