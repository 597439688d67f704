"""A table copied in mid-round and put onto another machine."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from referee.app.backup import backups_in, keep_newest, make_backup
from referee.app.errors import InputRefused
from referee.app.journals import newest
from referee.app.main import main
from referee.app.restore import chosen_backup, restore
from referee.app.settings import JournalSettings, Settings
from referee.record.journal import Journal
from referee.session.events import Event
from tests.record.deals import ABOUT, deal_events, write

NOW = datetime(2026, 11, 30, 7, 20, 1, tzinfo=UTC)
LATER = datetime(2026, 11, 30, 8, 20, 1, tzinfo=UTC)


@cache
def played_events(seed: int = 5) -> tuple[Event, ...]:
    """Playing a deal out takes longer than copying it."""
    return deal_events(seed)


def settings_for(folder: Path, spare: Path | None = None) -> Settings:
    return Settings(
        journal=JournalSettings(folder=str(folder), spare_folder=str(spare) if spare else "")
    )


def keep_picture(folder: Path, content: bytes) -> str:
    name = hashlib.sha256(content).hexdigest()
    (folder / "evidence").mkdir(parents=True, exist_ok=True)
    (folder / "evidence" / f"{name}.jpg").write_bytes(content)
    return name


def rows_of(path: Path) -> list[str]:
    with Journal.read(path) as journal:
        return [row.hash for row in journal.rows()]


def test_copy_of_a_table_that_is_playing_has_every_acknowledged_row(tmp_path: Path) -> None:
    """The writer is not disturbed, its last row is there, and it goes on writing."""
    played = tmp_path / "table"
    events = played_events()
    with Journal.create(played / "table-1.journal", ABOUT) as journal:
        write(journal, events[:20])
        made = make_backup(settings_for(played), None, tmp_path / "stick", NOW)
        write(journal, events[20:], before=events[:20])

    restored = restore(made.path, settings_for(tmp_path / "spare-pi"), None)

    assert made.rows == restored.rows == 20
    ours = rows_of(tmp_path / "spare-pi" / "table-1.journal")
    assert ours == rows_of(played / "table-1.journal")[:20]
    with Journal.resume(tmp_path / "spare-pi" / "table-1.journal") as journal:
        write(journal, events[20:], before=events[:20])
    assert rows_of(tmp_path / "spare-pi" / "table-1.journal") == rows_of(played / "table-1.journal")


def test_spare_machine_goes_on_with_the_journal_that_was_played_last(tmp_path: Path) -> None:
    """The age of a journal is what a table chooses by, so it is kept."""
    played = tmp_path / "table"
    for name, seed in (("table-b", 1), ("table-a", 2)):
        with Journal.create(played / f"{name}.journal", ABOUT) as journal:
            write(journal, played_events(seed)[:5])

    made = make_backup(settings_for(played), None, tmp_path / "stick", NOW)
    restore(made.path, settings_for(tmp_path / "pi"), None)

    assert newest(tmp_path / "pi", ABOUT) == tmp_path / "pi" / "table-a.journal"


def test_rows_that_wait_for_a_broken_disk_are_copied_and_joined(tmp_path: Path) -> None:
    """The spare journal has more rows than the journal; the restored one has them all."""
    played, spare = tmp_path / "table", tmp_path / "usb"
    events = played_events()
    with Journal.create(played / "table-1.journal", ABOUT) as journal:
        write(journal, events[:10])
    with Journal.create(spare / "table-1.journal", ABOUT) as journal:
        write(journal, events[:15])

    made = make_backup(settings_for(played, spare), None, tmp_path / "stick", NOW)
    restore(made.path, settings_for(tmp_path / "pi"), None)

    assert len(rows_of(tmp_path / "pi" / "table-1.journal")) == 15
    assert rows_of(tmp_path / "pi" / "table-1.journal") == rows_of(spare / "table-1.journal")


def test_pictures_are_kept_once_and_go_with_the_last_backup_that_names_them(
    tmp_path: Path,
) -> None:
    """A stick does not fill up with the same pictures every hour."""
    played, stick = tmp_path / "table", tmp_path / "stick"
    first = keep_picture(played, b"first")
    Journal.create(played / "table-1.journal", ABOUT).close()
    make_backup(settings_for(played), None, stick, NOW)
    (played / "evidence" / f"{first}.jpg").unlink()
    second = keep_picture(played, b"second")
    make_backup(settings_for(played), None, stick, LATER)
    assert {path.stem for path in (stick / "pictures").iterdir()} == {first, second}

    keep_newest(stick, 1)

    assert [path.name for path in backups_in(stick)] == ["20261130-082001"]
    assert {path.stem for path in (stick / "pictures").iterdir()} == {second}


@pytest.mark.parametrize("damage", ["journal", "picture", "missing"])
def test_damaged_backup_is_refused_as_a_whole(tmp_path: Path, damage: str) -> None:
    """Every file is checked before the first one is put in place."""
    played = tmp_path / "table"
    name = keep_picture(played, b"seen")
    with Journal.create(played / "table-1.journal", ABOUT) as journal:
        write(journal, played_events()[:5])
    made = make_backup(settings_for(played), None, tmp_path / "stick", NOW)
    match damage:
        case "journal":
            file = made.path / "journals" / "table-1.journal"
            file.write_bytes(file.read_bytes()[:-1] + b"x")
        case "picture":
            (tmp_path / "stick" / "pictures" / f"{name}.jpg").write_bytes(b"else")
        case _:
            (tmp_path / "stick" / "pictures" / f"{name}.jpg").unlink()

    with pytest.raises(InputRefused, match=r"(damaged|missing); take an older backup"):
        restore(made.path, settings_for(tmp_path / "pi"), None)
    assert not (tmp_path / "pi").exists()


def test_other_rows_under_the_same_name_are_never_overwritten(tmp_path: Path) -> None:
    """A person moves them away first; the same rows, or more of them, are simply left."""
    played, other = tmp_path / "table", tmp_path / "pi"
    for folder, seed in ((played, 1), (other, 2)):
        with Journal.create(folder / "table-1.journal", ABOUT) as journal:
            write(journal, played_events(seed)[:5])
    made = make_backup(settings_for(played), None, tmp_path / "stick", NOW)
    before = rows_of(other / "table-1.journal")

    with pytest.raises(InputRefused, match="holds other rows"):
        restore(made.path, settings_for(other), None)
    assert rows_of(other / "table-1.journal") == before
    assert restore(made.path, settings_for(played), None).journals == 0


def test_half_made_backup_is_no_backup(tmp_path: Path) -> None:
    """A stick that was pulled out leaves a name that nobody takes for a backup."""
    (tmp_path / "20261130-072001.unfinished").mkdir()

    with pytest.raises(InputRefused, match="neither a backup nor a folder of backups"):
        chosen_backup(tmp_path)


def test_two_commands_move_a_table_to_an_empty_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Settings come along, readable for the service, so the spare machine needs none of its own."""
    played = tmp_path / "table"
    with Journal.create(played / "table-1.journal", ABOUT) as journal:
        write(journal, played_events()[:5])
    config = tmp_path / "table.toml"
    config.write_text(f"[journal]\nfolder = '{played}'\n[texts]\nlanguage = 'en'\n", "utf-8")
    assert main(["backup", "--config", str(config), "--folder", str(tmp_path / "stick")]) == 0
    assert "1 journals, 5 rows" in capsys.readouterr().out

    played.rename(tmp_path / "broken-pi")
    fresh = tmp_path / "etc" / "table.toml"
    assert main(["restore", str(tmp_path / "stick"), "--config", str(fresh)]) == 0
    assert fresh.read_text("utf-8") == config.read_text("utf-8")
    assert fresh.stat().st_mode & 0o777 == 0o644
    assert len(rows_of(played / "table-1.journal")) == 5


def test_backup_of_a_later_program_is_refused(tmp_path: Path) -> None:
    """Half understood is worse than not at all."""
    backup = tmp_path / "20261130-072001"
    backup.mkdir()
    (backup / "manifest.json").write_text(
        json.dumps({"format": 2, "files": {}, "pictures": {}}), "utf-8"
    )

    with pytest.raises(InputRefused, match="upgrade it first"):
        restore(backup, settings_for(tmp_path / "pi"), None)
