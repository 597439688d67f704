"""What there is to look at at one served table, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.app.health import Health
from referee.app.heart import Heart
from referee.app.metrics_table import MeasuredRecord, TableCounts
from referee.app.panel_keys import PanelLine
from referee.app.probes import (
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

    def looked_at(self, heart: Heart, longest_s: Mapping[str, float]) -> tuple[Health, TableVitals]:
        """The health of the table, and what its page tells of it.

        Args:
            heart: Hears of the parts that give signs of life.
            longest_s: Those parts, and how long each may be silent.
        """
        folder = journal_folder(self.settings)
        health = Health(
            [
                *(silence_probe(*part, heart.silent_s) for part in longest_s.items()),
                unit_probe(self.settings.panel.driver, self.line),
                record_probe(self.record, lambda: len(self.feed)),
                storage_probe(folder),
                memory_probe(),
                temperature_probe(),
                clock_probe(),
            ],
            lambda: self._tell(health),
        )
        counts = TableCounts(self.feed)
        more = [self.record.families]
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
