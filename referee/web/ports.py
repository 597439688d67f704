"""What the page needs of the program behind it; the composition root gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from referee.ports import Entry
from referee.rules.ruleset_provenance import LoadedRuleset
from referee.session.events import Event
from referee.session.history import History


class TableDesk(Protocol):
    """Whoever owns the table. Both can be asked from any thread."""

    @property
    def history(self) -> History:
        """Everything that counts, as after the last entry."""

    def submit(
        self, make: Callable[[int], Event], origin: Mapping[str, Any] | None = None
    ) -> Future[Entry]:
        """Hand in an event.

        Args:
            make: Makes the event, given the table time. It is called by the owner of the table,
                with nothing in between it and the handling; what it raises is the answer.
            origin: What is known about where it came from.

        Returns:
            The entry, once it is safe.
        """


class RulesetShelf(Protocol):
    """The rulesets an event can be played by."""

    def ids(self) -> tuple[str, ...]:
        """Every ruleset, sorted."""

    def loaded(self, ruleset_id: str) -> LoadedRuleset:
        """One of them with the source of each value; raises `KeyError` for one there is not."""

    def meaning(self, key: str) -> str:
        """What a switch decides."""

    def value_meaning(self, value: object) -> str:
        """What a value stands for; empty where its name says it all."""


class Pictures(Protocol):
    """Pictures that verdicts rest on; the part of an evidence store that the page needs."""

    def find(self, name: str) -> bytes | None:
        """The JPEG of that name; ``None`` when it is gone or damaged."""


class CameraTrouble(Enum):
    """Why nothing can be said of the table for now."""

    STARTING = "starting"
    """It is being opened, or has not shown a table at rest yet."""
    LOST = "lost"
    """No pictures come; it is opened again and again."""
    DARK = "dark"
    """The pictures show nothing."""
    LATE = "late"
    """Pictures come and are understood too late for the clocks, which go on by themselves."""
    ENDED = "ended"
    """A recording or script has come to its end."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """How the camera of a table is."""

    source: str
    """As the settings name it, such as ``pi:0``."""
    trouble: CameraTrouble | None
    """``None`` while all is well."""
    detail: str = ""
    """What the driver said, for a technician."""
    looks_for_acts: bool = False
    """Whether what lies there is of interest now; between deals it is not."""
    seen_ms_ago: int | None = None
    """Age of the newest picture, in milliseconds; ``None`` before the first."""
    behind_ms: int = 0
    """How far what is known of the table lies behind, in milliseconds."""
    restarts: int = 0
    """How often the camera was opened again."""
    frames: int = 0
    """Small pictures looked at since the start."""
    reading_ms: int | None = None
    """What a reading of cards took lately, median, in milliseconds."""
    calibration: str = ""
    """File of the calibration; empty where the source brings its own."""
    residual_mm: float = 0.0
    """How well the calibration fits, root mean square in millimetres on the table."""
    px_per_mm: float = 0.0
    """Of the full frame, in the middle of the table."""
    moved_mm: float | None = None
    """By how much the camera was moved since it was opened; ``None`` while it hangs still."""


class CameraView(Protocol):
    """The camera as the page shows it. All can be asked from any thread and answer at once."""

    def state(self) -> CameraState:
        """How it is now."""

    def picture(self) -> bytes | None:
        """The newest small picture as JPEG with the zones painted; ``None`` before the first."""
