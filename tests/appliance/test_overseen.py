"""The parts of a table that are looked at, put together as `serve` does it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.camera_news import CameraNews
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.heart import DESK, Heart
from referee.app.metrics_table import MeasuredRecord
from referee.app.notify import Notifier
from referee.app.overseen import CAMERA, Overseen
from referee.app.panel_keys import PanelLine
from referee.app.runtime import Runtime
from referee.app.settings import JournalSettings, Settings
from referee.app.troubled_panel import TroubledPanel
from referee.session.history import History
from referee.texts import Language
from referee.web.feed import Feed
from tests.web.helpers import MemoryRecord

LONGEST_S = {DESK: 5.0, "page": 5.0, CAMERA: 30.0}


def test_every_part_is_told_once(tmp_path: Path) -> None:
    """The camera gives signs of life and tells of itself, and is one part all the same."""
    panel = TroubledPanel(SimulatedPanel())
    record = MeasuredRecord(MemoryRecord(), lambda: 0)
    runtime = Runtime(History(), record, panel, ScaledClock(0, 1.0), lambda _: None)
    desk = Desk(runtime, lambda: 0)
    heart = Heart(desk, Notifier({}), LONGEST_S, lambda: 0.0, Language.ENGLISH, lambda _: None)
    camera = CameraNews("pi:0", "", lambda: 0, lambda: False, lambda: None)
    line = PanelLine((Language.ENGLISH,), lambda _: None)
    settings = Settings(journal=JournalSettings(folder=str(tmp_path)))

    health, _ = Overseen(settings, record, line, panel, Feed(), camera).looked_at(heart, LONGEST_S)
    health.look()

    names = Counter(part.name for part in health.parts)
    assert set(names) >= {"desk", "page", "camera", "journal", "disk", "memory"}
    assert set(names.values()) == {1}
    told = next(part for part in health.parts if part.name == CAMERA)
    assert "frames" in told.facts
