"""The first set-up at a terminal: without hardware, with rubbish, broken off, taken again."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from referee.app.main import main
from referee.app.settings import load_settings
from referee.app.shipped import shipped_config
from referee.app.toml_editing import with_values
from referee.app.wizard_steps import STEPS
from referee.texts import catalogue

ENTER = ""


def set_up(
    monkeypatch: pytest.MonkeyPatch, config: Path, *typed: str, step: str | None = None
) -> int:
    """Run the command with what a person types."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in typed)))
    words = ["setup", "--config", str(config), "--language", "en"]
    return main([*words, *(["--step", step] if step else [])])


def free_port() -> str:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return str(free.getsockname()[1])


def test_table_without_hardware_is_set_up_with_later_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is plugged in: every step can be left, and what comes out can be served."""
    config = tmp_path / "new" / "table.toml"
    typed = [
        *("2", ENTER),  # English
        *("3", ENTER),  # no seat unit yet
        *("4", ENTER),  # no camera yet
        ENTER,  # so nothing to calibrate
        ENTER,  # no deck
        *("national-2017", ENTER),
        *("2", free_port(), ENTER),  # this machine only
        *("y", "n"),
    ]
    status = set_up(monkeypatch, config, *typed)
    told = capsys.readouterr()

    assert status == 0, told
    settings = load_settings(config)
    assert settings.texts.language == "en"
    assert settings.panel.driver == "simulated"
    assert settings.rules.ruleset == "national-2017"
    assert settings.web.port == int(typed[-4])
    assert "Step 7 of 7" in told.out
    # What stands there explains itself as the file that ships does.
    assert config.read_text("utf-8").count("#") == (
        (shipped_config() / "table.toml").read_text("utf-8").count("#")
    )


def test_person_who_goes_away_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever the input ends; exit status 2."""
    config = tmp_path / "table.toml"
    config.write_text("[texts]\nlanguage = 'zh'\n", "utf-8")
    for count in range(8):
        assert set_up(monkeypatch, config, *[ENTER] * count) == 2
        told = capsys.readouterr().out
        assert "Nothing was changed." in told or "没有改动任何文件。" in told
    assert config.read_text("utf-8") == "[texts]\nlanguage = 'zh'\n"
    assert list(tmp_path.iterdir()) == [config]


def test_rubbish_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what was found and what is wanted."""
    config = tmp_path / "table.toml"
    status = set_up(monkeypatch, config, "9", "掼蛋", "2", "maybe", "n", "y", "n", step="language")
    told = capsys.readouterr().out

    assert status == 0
    assert "Found 9, wanted 1 to 3." in told
    assert "Found 掼蛋, wanted 1 to 3." in told
    assert "Found maybe, wanted y or n." in told


def test_ruleset_there_is_not_is_asked_again_and_a_step_may_be_taken_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last answer counts; the settings before are kept beside."""
    config = tmp_path / "table.toml"
    config.write_text("# mine\n[web]\nport = 8000  # ours\n", "utf-8")
    typed = ["no-such", "jiangsu-2017", "y", "national-2017", "n", "y", "n"]
    assert set_up(monkeypatch, config, *typed, step="ruleset") == 0
    told = capsys.readouterr().out

    assert "The rules no-such cannot be used" in told
    assert config.read_text("utf-8") == (
        '# mine\n[web]\nport = 8000  # ours\n\n[rules]\nruleset = "national-2017"\n'
    )
    before = tmp_path / "table.toml.before"
    assert before.read_text("utf-8") == "# mine\n[web]\nport = 8000  # ours\n"


def test_seat_unit_that_is_not_there_is_tried_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The setting is kept, so that it can be tried again when the cable is there."""
    config = tmp_path / "table.toml"
    typed = ["1", "/dev/no-such-unit", "y", "n", "n", "y", "n"]
    assert set_up(monkeypatch, config, *typed, step="unit") == 0

    assert "The seat unit has a fault" in capsys.readouterr().out
    assert load_settings(config).panel.port == "/dev/no-such-unit"


def test_camera_is_opened_and_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rendered table stands for one; a camera that is not there is named and may come later."""
    script = Path("vision/rendered/table/scripts/whole-deal.toml").resolve()
    config = tmp_path / "table.toml"
    typed = ["3", f"rendered:{script}", "y", "2", "camera:77", "n", "y", "n"]
    assert set_up(monkeypatch, config, *typed, step="camera") == 0
    told = capsys.readouterr().out

    assert "The camera works: 20 frames" in told
    assert "The camera cannot be used: camera 77: not found" in told
    assert load_settings(config).camera.source == "camera:77"


def test_settings_that_are_broken_are_refused_before_any_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is no TOML is a person's work and not to be written over."""
    config = tmp_path / "table.toml"
    config.write_text("[web\n", "utf-8")

    assert set_up(monkeypatch, config) == 2
    assert str(config) in capsys.readouterr().err
    assert config.read_text("utf-8") == "[web\n"


def test_mistake_elsewhere_in_the_file_keeps_it_from_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings that the table would refuse are no success of a set-up."""
    config = tmp_path / "table.toml"
    config.write_text("[reader]\nthraeds = 2\n", "utf-8")

    assert set_up(monkeypatch, config, "1", "n", "y", "n", step="language") == 2
    assert f"{config}: reader.thraeds: unknown key" in capsys.readouterr().err
    assert config.read_text("utf-8") == "[reader]\nthraeds = 2\n"


def test_every_step_has_its_title() -> None:
    assert {f"step_{name}" for name in STEPS} <= catalogue()["setup"].keys()


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("", '[a]\nkey = "x"\n'),
        ("[a]\n", '[a]\nkey = "x"\n'),
        ("[a]\nkey = 1\n\n[b]\nkey = 2\n", '[a]\nkey = "x"\n\n[b]\nkey = 2\n'),
        ("[b]\nkey = 2\n", '[b]\nkey = 2\n\n[a]\nkey = "x"\n'),
        ("[a]\nother = 1\n\n[b]\n", '[a]\nother = 1\nkey = "x"\n\n[b]\n'),
        (
            "# [a]\n#key = 1\n[a]\n# key: why\nkey=3\n",
            '# [a]\n#key = 1\n[a]\n# key: why\nkey = "x"\n',
        ),
    ],
)
def test_one_value_is_changed_and_nothing_else(text: str, changed: str) -> None:
    """Comments, order and other sections stay."""
    assert with_values(text, {("a", "key"): "x"}) == changed


def test_values_come_back_as_they_were() -> None:
    """Quotes, backslashes, lists and numbers."""
    values = {
        ("a", "text"): 'C:\\x "y" 掼蛋',
        ("a", "list"): ("1", "2"),
        ("a", "number"): 7,
        ("a", "yes"): True,
    }
    found = tomllib.loads(with_values("", values))["a"]

    assert found == {"text": 'C:\\x "y" 掼蛋', "list": ["1", "2"], "number": 7, "yes": True}
