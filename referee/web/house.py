"""Everything the page works with, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from referee.session.table_settings import WITH_KEYS, TableSettings
from referee.web.access.pins import Access
from referee.web.feed import Feed
from referee.web.ports import (
    CameraView,
    DeckEnrolment,
    Pictures,
    RulesetShelf,
    SeatTrial,
    SelfCheck,
    TableDesk,
)
from referee.web.vitals import Vitals


@dataclass(frozen=True, slots=True)
class PageSettings:
    hosts: tuple[str, ...] = ()
    """Names the page is reached by, besides the machine's own."""
    open_to_watch: bool = True
    """Whether the players' screen needs no PIN: a read-only link for spectators."""
    most_watchers: int = 300
    """How many may watch the players' screen at the same time."""
    most_referees: int = 16
    """How many referees' pages may be open at the same time."""
    secure: bool = False
    """Whether the page is served over TLS, so that cookies are sent over nothing else."""
    language: str = "both"
    """``zh``, ``en`` or ``both``: what a page shows until its reader chooses."""
    default_ruleset: str = "advised-defaults"
    """What the set-up screen offers first."""
    table: TableSettings = WITH_KEYS
    """How the table is equipped; goes with every round and deal that is started."""


@dataclass(frozen=True, slots=True)
class House:
    desk: TableDesk
    feed: Feed
    shelf: RulesetShelf
    access: Access
    pictures: Pictures | None = None
    settings: PageSettings = PageSettings()
    camera: CameraView | None = None
    """``None`` at a table without a camera."""
    check: SelfCheck | None = None
    trial: SeatTrial | None = None
    enrolment: DeckEnrolment | None = None
    """``None`` where no camera could see a deck."""
    vitals: Vitals | None = None
    """How the device is; ``None`` where nobody looks."""
