"""The words of ``--source``: which camera, file or script is watched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.app.beginning import RoundBefore, check_level
from referee.app.errors import InputRefused
from referee.app.live_arguments import KINDS
from referee.app.rulesets import ruleset_named
from referee.rules.level import Level
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.seats import Seat
from vision.calibration.calibration_file import read_calibration
from vision.calibration.view import CalibrationError, TableView
from vision.calibration.zones import Zones
from vision.sources.base import Source, SourceError


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A scripted press of a PASS key."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Watched:
    """A table that can be watched."""

    source: Source
    view: TableView
    zones: Zones
    level: Level
    leader: Seat
    cards_left: tuple[int, int, int, int]
    limits_ms: tuple[int, int]
    """For a lead and for every other play."""
    keys: tuple[KeyPressed, ...] = ()
    """Presses that belong to the source: only a script has some."""
    before: RoundBefore | None = None
    """``None`` where the hands are sorted when watching begins."""
    drawn_ms: tuple[int, ...] = ()
    """When a script has all cards drawn, as an official would enter it."""
    reopen: Callable[[], Source] | None = None
    """Opens the source again after it has stalled; ``None`` for files."""


@dataclass(frozen=True, slots=True)
class DealWords:
    """What the command line says about the deal; a script says it itself."""

    level: Level
    leader: Seat
    limits_ms: tuple[int, int]


def open_source(text: str, calibration: Path | None, deal: DealWords) -> Watched:
    """Open what ``--source`` names.

    Raises:
        InputRefused: If there is no such source, or it is not calibrated.
    """
    kind, _, rest = text.partition(":")
    try:
        if kind == "rendered" and rest:
            return _rendered(Path(rest))
        source, reopen = _camera_or_file(kind, rest)
        if calibration is None and kind == "video" and recorded_calibration(Path(rest)).is_file():
            calibration = recorded_calibration(Path(rest))
        if calibration is None:
            raise InputRefused(f"--source {text}: want --calibration FILE.toml beside it")
        view, zones = read_calibration(calibration)
    except (SourceError, CalibrationError) as refused:
        raise InputRefused(str(refused)) from refused
    if view.full_wh != source.full_wh:
        raise InputRefused(
            f"{calibration}: made for frames of {view.full_wh[0]} x {view.full_wh[1]} pixels, "
            f"{text} gives {source.full_wh[0]} x {source.full_wh[1]}; calibrate again"
        )
    return Watched(
        source, view, zones, deal.level, deal.leader, (27,) * 4, deal.limits_ms, reopen=reopen
    )


def open_pictures(text: str) -> Source:
    """Open what ``--source`` names to look at its pictures only, calibrated or not.

    Raises:
        InputRefused: If there is no such kind of source.
        SourceError: If it cannot be opened.
    """
    kind, _, rest = text.partition(":")
    if kind == "rendered" and rest:
        return _rendered(Path(rest)).source
    return _camera_or_file(kind, rest)[0]


def recorded_calibration(video: Path) -> Path:
    """Where a recording keeps how its camera saw the table."""
    return video.with_name(video.name + ".toml")


def _rendered(file: Path) -> Watched:
    from vision.rendered.table.script_file import read_script
    from vision.rendered.table.source import RenderedTable

    try:
        script = read_script(file)
        table = RenderedTable(script)
        before = None
        if script.before is not None:
            before = RoundBefore(ruleset_named(script.before.ruleset), script.before.finish)
            check_level(before, script.level, str(file))
    except RulesetError as refused:
        raise InputRefused(f"{file}: ruleset: {refused}") from refused
    except ValueError as refused:
        raise InputRefused(str(refused)) from refused
    return Watched(
        table,
        table.view,
        table.zones,
        script.level,
        script.leader,
        script.cards_left,
        (script.lead_ms, script.follow_ms),
        keys=tuple(KeyPressed(key.at_ms, key.seat) for key in table.keys),
        before=before,
        drawn_ms=table.drawn_ms,
    )


def _camera_or_file(kind: str, rest: str) -> tuple[Source, Callable[[], Source] | None]:
    match kind:
        case "video" if rest:
            from vision.sources.video import open_video

            return open_video(Path(rest)), None
        case "stills" if rest:
            from vision.sources.folder import StillsFolder

            return StillsFolder(Path(rest)), None
        case "pi" if not rest or rest.isdigit():
            from vision.sources.picamera import PiCamera

            def reopened() -> Source:
                camera = PiCamera.open(int(rest or 0))
                camera.lock()
                return camera

            return reopened(), reopened
        case "camera" if not rest or rest.isdigit():
            from vision.sources.usb import UsbCamera

            number = int(rest or 0)
            return UsbCamera.open(number), lambda: UsbCamera.open(number)
        case _:
            raise InputRefused(f"--source {kind}:{rest}: want {KINDS}")
