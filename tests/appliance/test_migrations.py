"""Files of earlier formats are read and brought up to date; files of newer ones are refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from referee.app.config_check import check_files
from referee.app.errors import InputRefused
from referee.app.main import main
from referee.app.migrations import FORMAT
from referee.app.settings import Settings, load_settings
from referee.app.shipped import shipped_config

SAMPLE = Path(__file__).parent / "samples" / "table-format-1.toml"
"""The settings that 0.1.0 came with, before files had a number."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Format 1 with values of a person's own."""
    file = tmp_path / "table.toml"
    text = SAMPLE.read_text("utf-8").replace("threads = 2\n", "threads = 3  # a quick Pi\n")
    file.write_text(text.replace("port = 8642", "port = 8000"), "utf-8")
    return file


def test_settings_that_ship_are_of_the_newest_format() -> None:
    file = shipped_config() / "table.toml"

    assert f"\nformat = {FORMAT}\n" in file.read_text("utf-8")
    assert load_settings(file) == Settings()


def test_old_settings_mean_what_they_meant(old: Path) -> None:
    """Without being changed: a service may not write its own settings."""
    before = old.read_bytes()
    settings = load_settings(old)

    assert (settings.reader.threads, settings.web.port) == (3, 8000)
    assert settings.camera == Settings().camera
    assert old.read_bytes() == before


def test_migration_keeps_every_word_and_a_copy(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a person wrote stays, what is new comes with its explanations."""
    before = old.read_text("utf-8")
    old.chmod(0o640)
    settings = load_settings(old)
    assert main(["migrate-config", "--config", str(old)]) == 0

    after = old.read_text("utf-8")
    assert before in after
    assert "threads = 3  # a quick Pi" in after
    assert "[metrics]\n# Whether" in after
    assert load_settings(old) == settings
    kept = old.with_name("table.toml.format-1")
    assert kept.read_text("utf-8") == before
    assert str(kept) in capsys.readouterr().out
    assert stat.S_IMODE(old.stat().st_mode) == stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert not check_files([old])[0].mistakes


def test_migrating_again_does_nothing(old: Path) -> None:
    main(["migrate-config", "--config", str(old)])
    after = old.read_bytes()

    assert main(["migrate-config", "--config", str(old)]) == 0
    assert old.read_bytes() == after


def test_file_with_mistakes_is_not_touched(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its owner mends it first."""
    old.write_text(old.read_text("utf-8") + "\n[web2]\n", "utf-8")
    before = old.read_bytes()

    assert main(["migrate-config", "--config", str(old)]) == 2
    assert "web2: unknown key" in capsys.readouterr().err
    assert old.read_bytes() == before
    assert list(old.parent.iterdir()) == [old]


@pytest.mark.parametrize("found", ["3", "99", "'2'", "0", "true", "2.0"])
def test_unknown_format_is_refused_in_one_line(found: str, tmp_path: Path) -> None:
    """However much else is unknown in it; the line says what to do or what is wanted."""
    file = tmp_path / "table.toml"
    file.write_text(f"format = {found}\n[hologram]\nx = 1\n", "utf-8")
    with pytest.raises(InputRefused) as refused:
        load_settings(file)

    (mistake,) = refused.value.mistakes
    assert mistake.startswith(f"{file}: format: found ")
    assert "wanted" in mistake


def test_ruleset_and_session_of_another_format_are_refused_in_one_line(tmp_path: Path) -> None:
    """What else is strange in them may be right there."""
    ruleset, session = tmp_path / "hall.toml", tmp_path / "session.toml"
    text = (shipped_config() / "events" / "yinbao-2017.toml").read_text("utf-8")
    text = text.replace('id = "yinbao-2017"', 'id = "hall"')
    ruleset.write_text(f"format = 2\n{text}\n[hologram]\nx = 1\n", "utf-8")
    session.write_text(
        'format = 2\nlevel = "8"\nleader = "S"\n[[act]]\nseat = "S"\nafter_seconds = 1\n'
        "passes = true\n",
        "utf-8",
    )
    for checked in check_files([ruleset, session]):
        assert len(checked.mistakes) == 1, checked
        assert "format" in checked.mistakes[0]

    ruleset.write_text(f"format = 1\n{text}", "utf-8")
    session.write_text(session.read_text("utf-8").replace("format = 2", "format = 1"), "utf-8")
    assert [checked.mistakes for checked in check_files([ruleset, session])] == [(), ()]
