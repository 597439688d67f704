"""PINs on disk, the limit on trying, names of hosts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.web.access.limits import TryLimit
from referee.web.access.pins import (
    PIN_DIGITS,
    AccessFileError,
    load_access,
    new_access,
    save_access,
)
from referee.web.access.roles import WITH_PIN, Role


def test_pins_are_kept_as_hashes_only(tmp_path: Path) -> None:
    """The file knows its PINs again and tells nobody; only its owner may read it."""
    access, pins = new_access()
    path = tmp_path / "deep" / "access.json"
    save_access(path, access)
    read = load_access(path)

    assert read == access
    assert set(pins) == set(WITH_PIN)
    assert all(len(pin) == PIN_DIGITS and pin.isdecimal() for pin in pins.values())
    assert read.is_pin(Role.CHIEF, pins[Role.CHIEF])
    assert not read.is_pin(Role.CHIEF, pins[Role.REFEREE])
    assert not read.is_pin(Role.NOBODY, "")
    assert not any(pin in path.read_text() for pin in pins.values())
    assert path.stat().st_mode & 0o777 == 0o600


def test_pins_differ_between_roles_and_events() -> None:
    """Nobody has another role's PIN by chance, and new PINs end every session."""
    (one, pins), (other, _) = new_access(), new_access()

    assert len(set(pins.values())) == len(WITH_PIN)
    assert one.secret != other.secret
    assert one.salt != other.salt


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """An interrupted writing leaves its draft beside the old file, and the next one succeeds."""
    path = tmp_path / "access.json"
    path.with_name("access.json.new").write_text("half")
    access, _ = new_access()
    save_access(path, access)

    assert load_access(path) == access
    assert sorted(file.name for file in tmp_path.iterdir()) == ["access.json"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"secret": 1, "salt": "", "pins": {}}', '{"secret": "zz"}', "null"]
)
def test_a_foreign_file_is_refused_by_name(tmp_path: Path, text: str) -> None:
    """The operator reads which file it is and what to do."""
    path = tmp_path / "access.json"
    path.write_text(text)

    with pytest.raises(AccessFileError, match=r"access\.json: .*want an access file"):
        load_access(path)


def test_an_unknown_role_in_the_file_is_refused(tmp_path: Path) -> None:
    """A role this program does not know cannot be granted."""
    access, _ = new_access()
    path = tmp_path / "access.json"
    save_access(path, access)
    held = json.loads(path.read_text())
    held["pins"]["owner"] = "00"
    path.write_text(json.dumps(held))

    with pytest.raises(AccessFileError):
        load_access(path)


def test_tries_come_back_with_time() -> None:
    """Two at once, then one every ten seconds; others are not slowed down."""
    limit = TryLimit(burst=2, every_s=10)
    waits = [limit.take("a", now_s) for now_s in (0, 0, 0, 9, 10, 10)]

    assert waits == [0, 0, 10, pytest.approx(1), 0, 10]
    assert limit.take("b", 10) == 0


def test_a_right_pin_costs_no_try() -> None:
    """Whoever knows it may log in as often as he likes."""
    limit = TryLimit(burst=1, every_s=10)
    for _ in range(5):
        assert limit.take("a", 0) == 0
        limit.give_back("a")


def test_addresses_do_not_pile_up() -> None:
    """Whoever has not tried for long is forgotten."""
    limit = TryLimit(burst=1, every_s=1)
    for number in range(5_000):
        limit.take(str(number), number)

    assert len(limit._buckets) <= 1_001
