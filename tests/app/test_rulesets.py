"""Finding rulesets, and showing them to people and to programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.app import rulesets
from referee.app.errors import InputRefused
from referee.app.rules_meanings import group_meaning, key_meaning, value_meaning
from referee.app.rules_show import show
from referee.app.rulesets import loaded_ruleset, ruleset_ids, ruleset_named
from referee.rules.ruleset_keys import GROUPS, KEYS
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.ruleset_provenance import Origin
from referee.rules.switches.advance import PassAce

OWN = """
id = "clubnight"
title = "俱乐部之夜"
kind = "sheet_and_plan"
source = "our notice board"
base = "union-2024"

[round]
minutes = { value = 45, at = "line 3", quote = "每轮45分钟" }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "clubnight.toml"
    path.write_text(OWN, "utf-8")
    return path


def test_rulesets_and_events_are_found_by_id() -> None:
    """Whoever asks for a document need not know in which folder it lies."""
    assert {"union-2024", "national-2017", "yinbao-2017"} <= set(ruleset_ids())
    assert ruleset_named("yinbao-2017").round.minutes == 60


def test_a_file_of_ones_own_rests_on_shipped_ones(own: Path) -> None:
    """A club writes down what it does differently and nothing else."""
    loaded = loaded_ruleset(str(own))

    assert loaded.ruleset.round.minutes == 45
    assert loaded.origin("tribute.return_limit") is Origin.FILLED
    assert loaded.entries["tribute.return_limit"].reading.source.document == "union-2024"


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"id = ", "is not TOML"),
        (b"\xff\xfe", "is not TOML"),
        (b"a = " + b"[" * 100_000, "is not TOML"),
        (b"#" * 1_000_001, "is longer than 1000000 bytes"),
        (None, "cannot be read (No such file or directory)"),
    ],
    ids=["syntax", "no UTF-8", "nested too deep", "too long", "missing"],
)
def test_what_is_no_ruleset_file_is_refused(tmp_path: Path, raw: bytes | None, found: str) -> None:
    """The message names the file, whatever is wrong with it."""
    path = tmp_path / "clubnight.toml"
    if raw is not None:
        path.write_bytes(raw)

    with pytest.raises(RulesetError) as caught:
        ruleset_named(str(path))

    assert str(caught.value).startswith(f"{path}: {found}")


def test_a_broken_shipped_file_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip in one file of the folder must not keep the table from starting with another."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "events").mkdir()
    shipped = rulesets._config_folder() / "rulesets" / "advised-defaults.toml"
    (tmp_path / "rulesets" / "advised-defaults.toml").write_bytes(shipped.read_bytes())
    (tmp_path / "events" / "broken.toml").write_text("id = ", "utf-8")
    monkeypatch.setattr(rulesets, "_config_folder", lambda: tmp_path)
    rulesets._shipped_files.cache_clear()
    rulesets._shipped_ruleset.cache_clear()
    try:
        assert ruleset_named("advised-defaults").id == "advised-defaults"
        with pytest.raises(RulesetError, match=r"broken\.toml: is not TOML"):
            ruleset_named("broken")
    finally:
        rulesets._shipped_files.cache_clear()
        rulesets._shipped_ruleset.cache_clear()


def test_every_switch_and_value_has_a_meaning() -> None:
    """The texts beneath fields are read from the code, and none may be missing."""
    for key in KEYS.values():
        assert key_meaning(key), key
    for group in GROUPS:
        assert group_meaning(group), group
    assert value_meaning(PassAce.REACHED) == "Nothing: reaching A wins (jingfang)."


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "union-2024",
            [
                'return_limit = "up_to_ten"',
                "    Which cards may be returned (AMB-13).",
                "    stated, 001 L93: “10 以下(含10)的任意牌”",
            ],
        ),
        (
            "nanjing-branch",
            [
                'return_limit = "up_to_ten"',
                (
                    "    filled from union-2024 《迎五一“掼蛋”比赛（通知 2024-04-02）及附件"
                    "《扑克牌(掼蛋)比赛规则》》, 001 L93: “10 以下(含10)的任意牌”"
                ),
            ],
        ),
        (
            "tianxing-2014",
            [
                'return_limit = "up_to_ten"',
                "    advised default (AMB-13): seven of the sheets that speak",
            ],
        ),
        (
            "general-never-demote",
            ['    also "first_out_chooses", 002 L81: “头家具有挑选权”'],
        ),
    ],
)
def test_show_tells_each_value_its_meaning_and_where_it_comes_from(
    name: str, lines: list[str]
) -> None:
    """A referee can point to the words a verdict rests on."""
    shown = show(name).splitlines()

    for line in lines:
        assert line in shown


def test_show_begins_with_the_document() -> None:
    """Title, place, where it breaks off, and how much of it is its own."""
    loaded = loaded_ruleset("poker-531")
    stated = sum(loaded.origin(key) is Origin.STATED for key in KEYS)

    assert show("poker-531").splitlines()[:4] == [
        f"poker-531  {loaded.header.title}",
        "  transcribed from 000 L315-319",
        f"  {loaded.header.breaks_off}",
        f"  {stated} values stated, 0 filled from another document, {len(KEYS) - stated} advised",
    ]


@pytest.mark.parametrize("name", ruleset_ids())
def test_show_as_json_holds_everything(name: str) -> None:
    """Programs get every value with its source, and the values read back."""
    shown = json.loads(show(name, as_json=True))
    loaded = loaded_ruleset(name)

    assert shown["id"] == name
    assert list(shown["values"]) == list(KEYS)
    for key, told in shown["values"].items():
        entry = loaded.entries[key]
        assert KEYS[key].read(told["value"]) == entry.reading.value
        assert told["origin"] == loaded.origin(key).value
        assert told["at"] == entry.reading.source.at
        assert [KEYS[key].read(other["value"]) for other in told["also"]] == [
            other.value for other in entry.also
        ]


def test_show_refuses_what_there_is_not() -> None:
    """The command answers with the nearest id and its exit status for refused input."""
    with pytest.raises(InputRefused, match=r"unoin-2024: no such ruleset; did you mean 'union"):
        show("unoin-2024")
