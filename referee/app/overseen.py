"""What there is to look at at one served table, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from referee.app.entry_log import EntryLog
from referee.app.health import Health
from referee.app.heart import Heart
from referee.app.metrics_camera import camera_families
from referee.app.metrics_table import MeasuredRecord, TableCounts
from referee.app.panel_keys import PanelLine
from referee.app.probes import (
    camera_probe,
    clock_probe,
    memory_probe,
    record_probe,
    silence_probe,
    storage_probe,
    temperature_probe,
    unit_probe,
)
from referee.app.settings import Settings, journal_folder
from referee.app.troubled_panel import TroubledPanel
from referee.app.vitals import TableVitals
from referee.web.feed import Feed
from referee.web.ports import CameraView

CAMERA = "camera"
"""A part that tells more of itself than that it lives."""
_NOT_FOR_LAMPS = {"unit_lost"}
"""A unit that is lost shows nothing; it has a signal of its own for a host that is."""


@dataclass(frozen=True, slots=True)
class Overseen:
    """The parts of a table, before anybody looks at them."""

    settings: Settings
    record: MeasuredRecord
    line: PanelLine
    panel: TroubledPanel
    feed: Feed
    camera: CameraView | None = None
    """``None`` at a table without one."""

    def looked_at(self, heart: Heart, longest_s: Mapping[str, float]) -> tuple[Health, TableVitals]:
        """The health of the table, and what its page tells of it.

        Args:
            heart: Hears of the parts that give signs of life.
            longest_s: Those parts, and how long each may be silent.
        """
        folder = journal_folder(self.settings)
        health = Health(
            [
                *(
                    silence_probe(*part, heart.silent_s)
                    for part in longest_s.items()
                    if part[0] != CAMERA
                ),
                *([] if self.camera is None else [camera_probe(self.camera)]),
                unit_probe(self.settings.panel.driver, self.line),
                record_probe(self.record, lambda: len(self.feed)),
                storage_probe(folder),
                memory_probe(),
                temperature_probe(),
                clock_probe(),
            ],
            lambda: self._tell(health),
            also=EntryLog(self.feed, len(self.feed)).tell_new,
        )
        counts = TableCounts(self.feed)
        more = [self.record.families]
        if self.camera is not None:
            more.append(partial(camera_families, self.camera))
        return health, TableVitals(self.settings.metrics, health, counts, folder, more)

    def _tell(self, health: Health) -> None:
        """The seats and the pages, when troubles come and go."""
        grave = [
            finding
            for finding in health.troubles
            if finding.state.value == "fault" and finding.outcome not in _NOT_FOR_LAMPS
        ]
        self.panel.trouble(is_there=bool(grave))
        self.feed.stir()
