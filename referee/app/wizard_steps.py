"""The steps of the first set-up; each tries for real what it asks about."""

from __future__ import annotations

import argparse
import errno
import socket
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from referee.app.act_view import chosen_languages
from referee.app.commands import panel as panel_command
from referee.app.errors import InputRefused
from referee.app.rulesets import loaded_ruleset, ruleset_ids
from referee.app.settings import Settings, journal_folder
from referee.app.wizard import Draft, Step, Talk
from referee.rules.ruleset_mistakes import RulesetError

if TYPE_CHECKING:
    from vision.calibration.view import TableView
    from vision.detectors.base import Picture
    from vision.sources.base import Source

_FRAMES = 20
_LOOK_S = 10.0
_DARK = 30
"""Mean of a frame from 0 to 255 below which nobody can read a card."""
_KEYS_S = 60.0


def language(talk: Talk, draft: Draft) -> None:
    now = str(draft.value("texts", "language"))
    chosen = talk.choose("language", ("zh", "en", "both"), now)
    draft.values["texts", "language"] = chosen
    talk.languages = chosen_languages(chosen)


def seat_unit(talk: Talk, draft: Draft) -> None:
    """Lamps, buzzers and keys; every one is shown and pressed if the person wants."""
    now = str(draft.value("panel", "driver"))
    driver = talk.choose("unit", ("serial", "gpio", "simulated"), now)
    draft.values["panel", "driver"] = driver
    if driver != "serial":
        # A port is for the serial driver only.
        draft.values["panel", "port"] = ""
    if driver == "simulated":
        talk.say("later")
        return
    port = ""
    if driver == "serial":
        port = talk.ask("unit_port", str(draft.value("panel", "port")) or "-").removeprefix("-")
        draft.values["panel", "port"] = port
    if not talk.yes("unit_test", default=True):
        return
    words = f"{driver}:{port}" if port else driver
    status = panel_command.run(
        argparse.Namespace(
            deed="test",
            panel=words,
            config=None,
            language=str(draft.value("texts", "language")),
            seconds=_KEYS_S if talk.yes("unit_keys", default=True) else 0.0,
        )
    )
    talk.say("unit_well" if status == 0 else "unit_unwell")


def camera(talk: Talk, draft: Draft) -> None:
    """Opened, and watched for some frames; a full frame is kept for the calibration."""
    now = str(draft.value("camera", "source"))
    kind = talk.choose("camera", ("pi", "usb", "other", "none"), _camera_kind(now))
    if kind == "none":
        draft.values["camera", "source"] = ""
        talk.say("later")
        return
    default = {"pi": "pi:0", "usb": "camera:0", "other": now or "rendered:FILE.toml"}[kind]
    source = talk.ask("camera_source", now if _camera_kind(now) == kind else default)
    draft.values["camera", "source"] = source
    try:
        frames, seconds, bright, full = _watched(source)
    except InputRefused as refused:
        talk.say("camera_unwell", cause=refused)
        return
    talk.say("camera_well", frames=frames, rate=f"{frames / seconds:.1f}", width=full[0])
    if bright < _DARK:
        talk.say("camera_dark", bright=round(bright))


def calibration(talk: Talk, draft: Draft) -> None:
    """From a full frame with markers or corners, or from a file there is."""
    source = str(draft.value("camera", "source"))
    if not source or source.startswith("rendered:"):
        talk.say("calibration_not_needed")
        return
    how = talk.choose("calibration", ("markers", "corners", "file", "later"), "markers")
    if how == "later":
        talk.say("later")
        return
    try:
        file = _calibrated(talk, draft, source, how)
    except InputRefused as refused:
        talk.say("calibration_unwell", cause=refused)
        return
    draft.values["camera", "calibration"] = str(file)


def deck(talk: Talk, draft: Draft) -> None:
    """An enrolled deck, if one was shown to this table."""
    from vision.enrolment.deck_folder import DeckError, load_deck

    folder = journal_folder(_so_far(draft)) / "decks"
    known = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    now = str(draft.value("reader", "deck"))
    if not known and not now:
        talk.say("deck_none", folder=folder)
        return
    name = talk.ask("deck", now or "-", decks=", ".join(known) or "–")
    if name == "-":
        draft.values["reader", "deck"] = ""
        talk.say("later")
        return
    try:
        load_deck(Path(name).expanduser() if "/" in name else folder / name)
    except (DeckError, OSError) as error:
        talk.say("deck_unwell", cause=error)
        return
    draft.values["reader", "deck"] = name
    talk.say("deck_well", name=name)


def ruleset(talk: Talk, draft: Draft) -> None:
    """By name, or a file of one's own; it is loaded as a whole."""
    now = str(draft.value("rules", "ruleset")) or "advised-defaults"
    talk.line("  " + ", ".join(ruleset_ids()))
    while True:
        name = talk.ask("ruleset", now)
        try:
            found = loaded_ruleset(name)
        except (RulesetError, InputRefused) as error:
            talk.say("ruleset_unwell", name=name, cause=error)
            continue
        draft.values["rules", "ruleset"] = name
        talk.say("ruleset_well", name=name, title=found.header.title)
        return


def page(talk: Talk, draft: Draft) -> None:
    """Where phones find it; the port is tried."""
    here = str(draft.value("web", "host")) in {"127.0.0.1", "localhost", "::1"}
    where = talk.choose("page", ("hall", "here"), "here" if here else "hall")
    host = "0.0.0.0" if where == "hall" else "127.0.0.1"  # noqa: S104 - the hall's phones
    draft.values["web", "host"] = host
    while True:
        port = talk.ask("page_port", str(draft.value("web", "port")))
        if not (port.isdecimal() and 0 <= int(port) <= 65535):
            talk.say("page_no_port", found=port)
            continue
        draft.values["web", "port"] = int(port)
        refused = _port_refused(host, int(port))
        if not refused:
            break
        talk.say("page_taken", port=port, cause=refused)
        if not talk.yes("page_other_port", default=False):
            break
    for address in _addresses(host):
        talk.line(f"  http://{address}:{port}/")


STEPS: Mapping[str, Step] = {
    "language": language,
    "unit": seat_unit,
    "camera": camera,
    "calibration": calibration,
    "deck": deck,
    "ruleset": ruleset,
    "page": page,
}


def _so_far(draft: Draft) -> Settings:
    try:
        return draft.settings()
    except InputRefused:
        return Settings()


def _camera_kind(source: str) -> str:
    if not source:
        return "none"
    return {"pi": "pi", "camera": "usb"}.get(source.partition(":")[0], "other")


def _opened(source: str) -> Source:
    """Open what ``[camera] source`` names; raises `InputRefused`."""
    from referee.app.live_sources import open_pictures
    from vision.sources.base import SourceError

    try:
        return open_pictures(source)
    except SourceError as error:
        raise InputRefused(str(error)) from error


def _watched(source: str) -> tuple[int, float, float, tuple[int, int]]:
    """How many frames came in how many seconds, how bright they are, and the full size."""
    from vision.sources.base import SourceError

    opened = _opened(source)
    begun, frames, bright = time.monotonic(), 0, 0.0
    try:
        for frame in opened.frames():
            frames += 1
            bright = float(frame.image.mean())
            if frames >= _FRAMES or time.monotonic() - begun > _LOOK_S:
                break
    except SourceError as error:
        raise InputRefused(str(error)) from error
    finally:
        opened.close()
    if not frames:
        raise InputRefused(f"{source}: no picture came")
    return frames, max(0.001, time.monotonic() - begun), bright, opened.full_wh


def _calibrated(talk: Talk, draft: Draft, source: str, how: str) -> Path:
    from vision.calibration.calibration_file import read_calibration, write_calibration
    from vision.calibration.view import CalibrationError
    from vision.calibration.zones import Zones

    target = draft.config.with_name("calibration.toml")
    if how == "file":
        file = Path(talk.ask("calibration_file", str(target))).expanduser()
        try:
            view, _ = read_calibration(file)
        except CalibrationError as error:
            raise InputRefused(str(error)) from error
        talk.say("calibration_well", residual=f"{view.residual_mm:.1f}")
        return file
    table_mm = _number(talk, "calibration_side", "900")
    picture = _full_frame(source)
    try:
        view = _view(talk, picture, table_mm, how)
    except CalibrationError as error:
        raise InputRefused(str(error)) from error
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / target.name
        write_calibration(written, view, Zones(table_mm))
        draft.files[target] = written.read_text("utf-8")
    talk.say("calibration_well", residual=f"{view.residual_mm:.1f}")
    return target


def _view(talk: Talk, picture: Picture, table_mm: float, how: str) -> TableView:
    import numpy as np

    from vision.calibration.markers import MarkerLayout, view_from_markers
    from vision.calibration.view import view_from_corners

    if how == "markers":
        marker_mm = _number(talk, "calibration_marker", "40")
        return view_from_markers(picture, MarkerLayout(table_mm, marker_mm, marker_mm))
    size = (picture.shape[1], picture.shape[0])
    typed = talk.ask("calibration_corners_ask", "-", width=size[0], height=size[1])
    try:
        corners = np.array([[float(n) for n in each.split(",")] for each in typed.split()])
    except ValueError:
        corners = np.empty((0, 2))
    if corners.shape != (4, 2):
        raise InputRefused(f"found {typed!r}, wanted X,Y X,Y X,Y X,Y for NW NE SE SW")
    return view_from_corners(corners, size, table_mm)


def _full_frame(source: str) -> Picture:
    from vision.sources.base import SourceError, Window

    opened = _opened(source)
    try:
        # Exposure and white balance settle within a second.
        for number, _ in enumerate(opened.frames()):
            if number >= _FRAMES:
                break
        return opened.cut(Window(0, 0, *opened.full_wh)).image
    except SourceError as error:
        raise InputRefused(str(error)) from error
    finally:
        opened.close()


def _number(talk: Talk, key: str, default: str) -> float:
    while True:
        typed = talk.ask(key, default)
        try:
            value = float(typed)
        except ValueError:
            value = 0.0
        if value > 0:
            return value
        talk.say("not_a_number", found=typed)


def _port_refused(host: str, port: int) -> str:
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "") + f" {error.strerror}"
    return ""


def _addresses(host: str) -> list[str]:
    """What a phone may type; a socket that is never used tells this machine's own address."""
    if host == "127.0.0.1":
        return ["localhost"]
    found = [socket.gethostname() + ".local"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: a datagram socket only looks up its route.
            asking.connect(("192.0.2.1", 9))
            found.append(str(asking.getsockname()[0]))
        except OSError:
            pass
    return found
