"""Settings of a table: read once, refused as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.app.errors import InputRefused
from referee.app.settings import Settings, journal_folder, load_settings, table_settings
from referee.session.table_settings import Passing, TableSettings

SHIPPED = Path(__file__).parents[2] / "config" / "table.toml"


def test_shipped_file_states_the_defaults() -> None:
    """What config/table.toml says is what happens without it."""
    assert load_settings(SHIPPED) == Settings()
    assert load_settings(None) == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[panel]\nprot = 'x'", "panel.prot: unknown key"),
        ("[reader]\nthreads = 0", "reader.threads: found 0; "),
        ("[reader]\nthreads = '2'", "reader.threads: found '2'; "),
        ("[panel]\ndriver = 'smoke'", "panel.driver: found 'smoke'; "),
        ("[journall]", "journall: unknown key"),
        ("journal = 3", "journal: found 3; "),
        ("[reader", "not TOML"),
    ],
)
def test_refusals_name_file_key_and_cure(tmp_path: Path, text: str, said: str) -> None:
    """The operator can mend the file from the message alone."""
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(InputRefused) as refused:
        load_settings(path)
    assert f"{path}: {said}" in str(refused.value)


def test_journals_go_to_the_users_state_folder_unless_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XDG_STATE_HOME is honoured, a folder in the file wins."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert journal_folder(Settings()) == tmp_path / "guandan-referee"
    path = tmp_path / "table.toml"
    path.write_text(f"[journal]\nfolder = '{tmp_path}/j'")
    assert journal_folder(load_settings(path)) == tmp_path / "j"


def test_command_line_chooses_the_panel() -> None:
    """A panel named there counts instead of the file's; a port belongs to a serial line."""
    assert load_settings(SHIPPED, "serial:/dev/ttyX").panel.port == "/dev/ttyX"
    assert load_settings(SHIPPED, "serial").panel.driver == "serial"
    assert load_settings(None, "gpio").panel.driver == "gpio"
    for wrong in ("smoke", "gpio:3", ""):
        with pytest.raises(InputRefused, match="--panel: found"):
            load_settings(None, wrong)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TableSettings(Passing.KEY)),
        ("[camera]\nsource = 'pi:0'", TableSettings(Passing.KNOCK)),
        ("[camera]\nsource = 'pi:0'\n[equipment]\npassing = 'key'", TableSettings(Passing.KEY)),
        (
            "[equipment]\npassing = 'implied'\nimplied_seconds = 0.4\nreports_seen = false",
            TableSettings(Passing.IMPLIED, 400, reports_seen=False),
        ),
    ],
)
def test_equipment_decides_what_counts_as_a_pass(
    tmp_path: Path, text: str, expected: TableSettings
) -> None:
    """A camera sees knocks; everything else has to be said."""
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")

    assert table_settings(load_settings(path)) == expected
