"""Settings of one table, read once at the start and refused as a whole when anything is wrong."""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from referee.app.errors import InputRefused
from referee.app.migrations import up_to_date
from referee.app.toml_files import Section, read_toml
from referee.session.table_settings import Passing, TableSettings

Runtime = Literal["onnxruntime", "ncnn"]


class ReaderSettings(Section):
    """How pictures are read."""

    threads: Annotated[int, Field(ge=1, le=16)] = 2
    """Threads that both networks may use."""
    weights: str = ""
    """Folder with the weights; empty for the ones that ship with the program."""
    px_per_mm: Annotated[float, Field(ge=0.0, le=100.0)] = 0.0
    """Scale of the pictures in pixels per millimetre; 0 lets each picture's scale be found."""
    runtime: Runtime = "onnxruntime"
    """What computes the networks; ``ncnn`` needs its extra."""
    deck: str = ""
    """Name or folder of an enrolled deck that is known besides the networks; empty for none."""


Driver = Literal["simulated", "serial", "gpio"]
_DRIVERS = get_args(Driver)


class PanelSettings(Section):
    """What carries lamps and buzzers."""

    driver: Driver = "simulated"
    port: str = ""
    """Serial port of the seat unit; empty for its udev name, else the first that answers."""
    pins: str = ""
    """Pins file of the bare header; empty for ``hardware/header.toml``, which ships."""


class JournalSettings(Section):
    """Where journals are kept."""

    folder: str = ""
    """Empty for ``guandan-referee`` in the user's state folder."""
    spare_folder: str = ""
    """On another disk: takes the rows while the journal cannot be written; empty for none."""
    evidence_megabytes: Annotated[int, Field(ge=10, le=1_000_000)] = 2000
    """How much the pictures beside the journals may take; needed ones stay all the same."""


class TextSettings(Section):
    """What people read."""

    language: Literal["zh", "en", "both"] = "both"


class WebSettings(Section):
    """The referee's page."""

    host: str = "127.0.0.1"
    """Address to listen on; ``0.0.0.0`` for every network this machine is in."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8642
    """0: any free one."""
    hosts: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Names the page is reached by, besides the machine's own names and addresses."""
    open_to_watch: bool = True
    """Whether the players' screen, which shows only what is public, needs no PIN."""
    most_watchers: Annotated[int, Field(ge=1, le=10_000)] = 300
    """How many may watch the players' screen at the same time."""
    access_file: str = ""
    """Hashes of the PINs; empty for ``access.json`` in the folder of the journals."""
    certificate: str = ""
    """File with the TLS certificate chain; empty for plain HTTP."""
    key: str = ""
    """File with its private key."""


def _network(text: str) -> str:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise ValueError(
            f"found {text!r}, wanted an address or a network such as '192.168.1.0/24'"
        ) from None
    return text


class RulesSettings(Section):
    """What the table is played by."""

    ruleset: str = ""
    """Id, or file, of the ruleset that the set-up screen offers first; empty for the advised
    defaults."""


class EquipmentSettings(Section):
    """What shows at this table that a seat has passed or reported."""

    passing: Literal["auto", "key", "knock", "implied"] = "auto"
    """The weakest sign of a pass that counts. ``key``: the seat's key or an entry; ``knock``: also
    a knock that the camera sees; ``implied``: only the next seat's act; ``auto``: ``knock`` where a
    camera watches, otherwise ``key``."""
    implied_seconds: Annotated[float, Field(ge=0.0, le=60.0)] = 1.0
    """How long a seat must have had the turn before the next one's act is taken for its pass."""
    reports_seen: bool = True
    """Whether reports come to notice, by disc, word or entry; if not, none is called missing."""


class MetricsSettings(Section):
    """Numbers for Prometheus at ``/metrics`` of the page."""

    enabled: bool = False
    """Whether there are any; ``/healthz`` is always there."""
    answer_to: Annotated[
        tuple[Annotated[str, AfterValidator(_network)], ...], Field(strict=False)
    ] = (
        "127.0.0.1",
        "::1",
    )
    """Addresses and networks that are answered; for all others the numbers are not there."""


def _source(text: str) -> str:
    kind, _, rest = text.partition(":")
    is_camera = kind in {"pi", "camera"} and (not rest or rest.isdecimal())
    is_file = kind in {"rendered", "video", "stills"} and bool(rest)
    if text and not is_camera and not is_file:
        raise ValueError(
            "wanted an empty text for none, pi[:NUMBER], camera[:NUMBER], rendered:SCRIPT.toml, "
            "video:FILE or stills:FOLDER"
        )
    return text


class CameraSettings(Section):
    """What watches the table."""

    source: Annotated[str, AfterValidator(_source)] = ""
    """``pi:0`` for the first camera of a Pi, ``camera:0`` for a USB camera; for rehearsals
    ``rendered:SCRIPT.toml``, ``video:FILE`` or ``stills:FOLDER``. Empty: nothing watches, every
    play is entered by hand."""
    calibration: str = ""
    """File that `guandan-referee calibrate` wrote; a rendered table and a recording bring their
    own."""
    record: bool = False
    """Whether what the camera sees is kept as a video, without loss, beside the journal."""
    patience_seconds: Annotated[float, Field(ge=1.0, le=60.0)] = 6.0
    """How far the camera may lie behind, in seconds, before the clocks go on without it: a slow
    reading must not make a play late that lay there in time."""


class Settings(Section):
    """``table.toml``; a key that is left out keeps its default."""

    reader: ReaderSettings = ReaderSettings()
    camera: CameraSettings = CameraSettings()
    panel: PanelSettings = PanelSettings()
    journal: JournalSettings = JournalSettings()
    texts: TextSettings = TextSettings()
    web: WebSettings = WebSettings()
    metrics: MetricsSettings = MetricsSettings()
    rules: RulesSettings = RulesSettings()
    equipment: EquipmentSettings = EquipmentSettings()


def load_settings(path: Path | None, panel: str | None = None) -> Settings:
    """Read *path*, or take the defaults.

    Args:
        path: The settings file, if one was named.
        panel: What the command line says about the seat unit instead of the file: ``simulated``,
            ``serial``, ``serial:PORT`` or ``gpio``.

    Raises:
        InputRefused: With every mistake of the file, or the word that names no panel.
    """
    settings = Settings() if path is None else read_toml(path, Settings, up_to_date)
    if settings.reader.deck:
        deck = str(deck_folder(settings, settings.reader.deck))
        reader = settings.reader.model_copy(update={"deck": deck})
        settings = settings.model_copy(update={"reader": reader})
    if panel is None:
        return settings
    driver, _, port = panel.partition(":")
    if driver not in _DRIVERS or (port and driver != "serial"):
        raise InputRefused(f"--panel: found {panel!r}, wanted simulated, serial[:PORT] or gpio")
    chosen = settings.panel.model_copy(update={"driver": driver} | ({"port": port} if port else {}))
    return settings.model_copy(update={"panel": chosen})


def table_settings(settings: Settings) -> TableSettings:
    """How the session takes what happens at this table."""
    named = settings.equipment.passing
    if named == "auto":
        named = "knock" if settings.camera.source else "key"
    return TableSettings(
        Passing(named),
        round(settings.equipment.implied_seconds * 1000),
        settings.equipment.reports_seen,
    )


def journal_folder(settings: Settings) -> Path:
    """Where journals go when no file is named."""
    if settings.journal.folder:
        return Path(settings.journal.folder).expanduser()
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "guandan-referee"


def deck_folder(settings: Settings, name: str) -> Path:
    """Where an enrolled deck lies: beside the journals, unless *name* is a path itself."""
    if os.sep in name or name.startswith(("~", ".")):
        return Path(name).expanduser()
    return journal_folder(settings) / "decks" / name


def spare_folder(settings: Settings) -> Path | None:
    """Where rows go while the journal cannot be written; ``None`` when there is no such place."""
    named = settings.journal.spare_folder
    return Path(named).expanduser() if named else None
