"""What the page needs of the program behind it; the composition root gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from referee.ports import Entry, KeyPress
from referee.rules.cards import Card
from referee.rules.ruleset_provenance import LoadedRuleset
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp
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


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one look at one part of the table found."""

    name: str
    """Of the check, such as ``journal``."""
    state: str
    """``good``, ``note``, ``warning`` or ``fault``."""
    says: Mapping[str, str]
    """By language."""
    cure: Mapping[str, str]
    """What to do about it, by language; empty where nothing is to be done."""


class SelfCheck(Protocol):
    """Looks at everything a round needs. May take a second; from any thread."""

    def results(self) -> Sequence[CheckResult]:
        """Every check, made now, in the order a person mends things."""


class NotNow(Exception):
    """What was asked for would disturb the table, or needs what is not there.

    The text is a name of the section `page` of the catalogue.
    """


class SeatTrial(Protocol):
    """The seat unit while it is tried: lamps, buzzers and keys, between two deals.

    While a trial is on, keys mean nothing to the table. It ends by itself when nobody asks any
    more, or when a deal begins.
    """

    def show(self, seat: Seat, lamp: Lamp, buzz: Buzz) -> None:
        """Show and sound this once; begins a trial. Raises `NotNow` while a deal is played."""

    def pressed(self) -> Sequence[KeyPress]:
        """The keys that were pressed since the trial began; empty where none is on."""

    def connected(self) -> bool | None:
        """Whether the unit answers; ``None`` where it has not said anything yet."""

    def end(self) -> None:
        """Show what the table wants again, and give it back its keys."""


@dataclass(frozen=True, slots=True)
class FaceSeen:
    """One face of the deck that is enrolled."""

    face: Card
    prints: int
    """Pictures of its index that were kept; 0 while it is missing."""
    margin: float | None = None
    """How much more it looks like itself than like the nearest other face; ``None``: not known."""
    nearest: Card | None = None
    """That other face."""
    is_safe: bool | None = None


@dataclass(frozen=True, slots=True)
class EnrolmentState:
    """How far a deck is enrolled."""

    name: str
    faces: Sequence[FaceSeen]
    """All 54."""
    again: Sequence[Mapping[str, str]] = ()
    """What the last look could not take and why, by language."""
    new: Sequence[Card] = ()
    """Faces that the last look added."""
    saved: bool = False


class DeckEnrolment(Protocol):
    """Showing the event's deck to the camera, a few cards at a time.

    From any thread, one at a time; a look takes seconds, as the whole table is read.
    """

    def state(self) -> EnrolmentState | None:
        """How far it is; ``None`` while no deck is being enrolled."""

    def begin(self, name: str) -> EnrolmentState:
        """Begin with a deck of that name; raises `NotNow` while a deal is played."""

    def look(self, announced: Card | None = None) -> EnrolmentState:
        """Take what lies before the camera now.

        Args:
            announced: The face of the only card there, where the reader does not know it.

        Raises:
            NotNow: If no deck was begun, no picture comes, or a deal is played.
        """

    def forget(self, face: Card) -> EnrolmentState:
        """Drop what was kept of a face, to be shown anew; raises `NotNow` if no deck was begun."""

    def save(self) -> EnrolmentState:
        """Keep the deck; raises `NotNow` while faces are missing or the disk refuses it."""

    def drop(self) -> None:
        """Forget the deck that was begun."""
