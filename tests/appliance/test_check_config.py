"""All mistakes of the files a person writes, in one go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.app.main import main

SHIPPED = Path(__file__).parents[2] / "config"


def test_shipped_files_have_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings, rulesets, events and pins: each is known by what is in it."""
    assert main(["check-config", str(SHIPPED), "--json"]) == 0
    kinds = [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()]
    assert set(kinds) == {"table", "ruleset", "pins"}


def test_every_mistake_of_every_file_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever mends the files needs one run."""
    (tmp_path / "table.toml").write_text("[reader]\nthreads = 99\n[web]\nprot = 1\n", "utf-8")
    (tmp_path / "club.toml").write_text(
        'id = "club"\nbase = "no-such"\n[clocks]\nbogus = 1\n', "utf-8"
    )
    (tmp_path / "pins.toml").write_text("[E]\nred = 4\n", "utf-8")

    assert main(["check-config", str(tmp_path)]) == 2

    told = capsys.readouterr().out
    for words in ("reader.threads", "web.prot: unknown key", "no-such", "bogus", "[N] is missing"):
        assert words in told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[web]\ncertificate = '/etc/hostname'\n", "web.key: one without the other"),
        ("[reader]\nweights = '/no/such/folder'\n", "reader.weights: found '/no/such/folder'"),
        ("[panel]\nport = '/dev/ttyUSB0'\n", "panel.port: is for driver 'serial'"),
        ("[panel]\npins = '/no/pins.toml'\n", "panel.pins: is for driver 'gpio'"),
        ("[panel\n", "not TOML"),
    ],
)
def test_what_no_single_key_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    """Keys that belong together, and files that are named and not there."""
    file = tmp_path / "table.toml"
    file.write_text(text, "utf-8")

    assert main(["check-config", str(file)]) == 2
    assert words in capsys.readouterr().out


def test_folder_without_files_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing checked is not the same as nothing wrong."""
    assert main(["check-config", str(tmp_path)]) == 2
    assert "no file to check" in capsys.readouterr().err
