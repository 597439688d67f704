"""The recipe's stages, one after the other, each once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from vision.training.recipe import go_through, main, run_together, stages

HERE = Path("runs"), Path("sets"), Path("decks"), Path("weights")


@pytest.mark.train
def test_every_stage_is_a_command_that_exists() -> None:
    """The words of each stage are understood by ``python -m vision.training``."""
    training = pytest.importorskip("vision.training.__main__", reason="needs the extra `train`")

    for name, words in itertools.chain(*stages(*HERE, minutes=80)):
        assert training.parsed(words).command == words[0], name


def test_what_one_stage_makes_the_next_one_takes() -> None:
    """Shards are learnt from where they were drawn, and what was trained is exported."""
    words = dict(itertools.chain(*stages(*HERE, minutes=1.5)))

    assert words["scenes"][1] == words["more scenes"][1]
    assert words["scenes"][1] in words["finder"]
    assert words["completed"][2] in words["classifier"]
    assert words["export"][1] == words["judgement"][1] == words["calibration"][1]
    assert words["ncnn"][1] == words["export"][1]
    assert words["finder"][words["finder"].index("--minutes") + 1] == "1.5"


def test_a_stage_done_is_passed_over(tmp_path: Path) -> None:
    """After a failure the same command begins with what failed, also of two stages at once."""
    wanted = [(("first", ["a"]),), (("the second", ["b"]), ("beside", ["c"])), (("last", ["d"]),)]
    asked: list[list[str]] = []
    broken = {"b"}

    def run(commands: Sequence[list[str]]) -> list[int]:
        asked.append([words[0] for words in commands])
        return [3 if words[0] in broken else 0 for words in commands]

    assert go_through(tmp_path, wanted, run) == 3
    broken.clear()
    assert go_through(tmp_path, wanted, run) == 0
    assert asked == [["a"], ["b", "c"], ["b"], ["d"]]


@pytest.mark.train
def test_stages_run_at_once_as_commands_of_their_own() -> None:
    """Each answers for itself: a wrong command fails, the one beside it does not."""
    pytest.importorskip("vision.training.__main__", reason="needs the extra `train`")

    assert run_together([["--help"], ["no-such-command"]]) == [0, 2]


def test_a_folder_without_sets_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One error that names the folder and what is missing, before hours are spent."""
    with pytest.raises(SystemExit):
        main([str(tmp_path / "runs"), "--sets", str(tmp_path), "--decks", str(tmp_path)])

    assert "found no labels.csv of phone-closeups, desk-webcam" in capsys.readouterr().err
