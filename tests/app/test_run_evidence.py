"""`run` keeps the picture of every play before the row that names it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.app.commands import run as run_command
from referee.app.evidence_pictures import evidence_folder
from referee.app.main import main
from referee.ports import Sight
from referee.record.evidence import find_picture
from referee.record.journal import Journal
from referee.record.needed import needed_pictures, pictures_of
from referee.rules.cards import parse_cards

SESSION = """
level = "8"
leader = "S"
[[act]]
seat = "S"
after_seconds = 1
photo = "first.png"
[[act]]
seat = "E"
after_seconds = 1
passes = true
[[act]]
seat = "N"
after_seconds = 1
photo = "second.png"
"""


class Eye:
    """Sees a five first and a six afterwards."""

    def __init__(self) -> None:
        self._faces = iter(("C5", "C6"))

    def look(self, _: Path) -> Sight:
        return Sight(parse_cards(next(self._faces)))


def test_every_play_has_its_picture_and_nothing_else_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows name them by hash, the folder beside the journal has them, verify counts them."""
    for shade, name in ((90, "first.png"), (120, "second.png")):
        cv2.imwrite(str(tmp_path / name), np.full((64, 64, 3), shade, np.uint8))
    session, path = tmp_path / "session.toml", tmp_path / "a.journal"
    session.write_text(SESSION)
    monkeypatch.setattr(run_command, "build_eye", lambda _: Eye())
    words = ["--journal", str(path), "--speed", "1000000", "--json"]
    assert main(["run", "--session", str(session), *words]) == 0

    with Journal.read(path) as journal:
        entries = list(journal.entries())
    named = [pictures_of(entry) for entry in entries]
    assert [len(pictures) for pictures in named] == [0, 1, 0, 1]
    assert all(find_picture(evidence_folder(path), one) for pictures in named for one in pictures)
    assert needed_pictures(entries, entries[-1].event.at_ms) == {*named[1], *named[3]}
    capsys.readouterr()
    assert main(["journal", "verify", str(path), "--language", "en"]) == 0
    assert "2 evidence pictures named, 0 of them gone" in capsys.readouterr().out
