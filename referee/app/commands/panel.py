"""`guandan-referee panel`: try, watch and flash a seat unit."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from referee.app.act_view import chosen_languages
from referee.app.compose import build_panel
from referee.app.errors import FAILED
from referee.app.flashing import SHIPPED, flash
from referee.app.settings import PanelSettings, load_settings
from referee.ports import Key, KeyPress, PanelState
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.texts import Language, buzz_name, lamp_name, say, seat_name

_SHOWN_S = 0.8
"""How long a person needs to see a lamp."""


@runtime_checkable
class _ReportsHealth(Protocol):
    @property
    def health(self) -> str: ...


@runtime_checkable
class _PressedByHand(Protocol):
    def press(self, seat: Seat, key: Key, at_ms: int) -> None: ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="test|watch|flash")
    test = deeds.add_parser("test", help="show every lamp, sound every buzzer, ask for every key")
    test.add_argument("--seconds", type=float, default=60.0, help="to wait for the keys; 0: do not")
    watch = deeds.add_parser("watch", help="tell every press; a press lights its seat")
    watch.add_argument("--seconds", type=float, help="default: until interrupted")
    watch.add_argument("--json", action="store_true", help="print one JSON object a line")
    for deed in (test, watch):
        deed.add_argument("--panel", metavar="simulated|serial[:PORT]|gpio")
        deed.add_argument("--config", type=Path, metavar="TABLE.toml")
        deed.add_argument("--language", choices=["zh", "en", "both"])
    write = deeds.add_parser("flash", help="write the program of an ATmega unit; needs avrdude")
    write.add_argument("--port", required=True)
    write.add_argument("--baud", type=int, default=115200, help="57600 for old Nano boot loaders")
    write.add_argument(
        "--if-older", action="store_true", help="only when the unit answers with an older version"
    )
    write.add_argument("--language", choices=["zh", "en", "both"], default="both")


def run(arguments: argparse.Namespace) -> int:
    """Do one deed; raises `InputRefused`."""
    if arguments.deed == "flash":
        return _flash(arguments)
    settings = load_settings(arguments.config, arguments.panel)
    languages = chosen_languages(arguments.language or settings.texts.language)
    bench = _Bench(settings.panel, languages, as_json=arguments.deed == "watch" and arguments.json)
    try:
        if arguments.deed == "watch":
            return bench.watch(arguments.seconds)
        return bench.test(arguments.seconds)
    finally:
        bench.close()


def _flash(arguments: argparse.Namespace) -> int:
    flashed = flash(arguments.port, arguments.baud, if_older=arguments.if_older)
    facts = {
        "port": arguments.port,
        "found": _version(flashed.found.firmware) if flashed.found else "?",
        "board": flashed.found.board.name.lower() if flashed.found else "?",
        "shipped": _version(SHIPPED),
    }
    languages = chosen_languages(arguments.language)
    key = f"panel.{flashed.outcome.value}"
    _write(" · ".join(say(key, language, **facts) for language in languages))
    return 0 if flashed.good else FAILED


def _version(firmware: tuple[int, int]) -> str:
    return ".".join(map(str, firmware))


class _Bench:
    """A panel on its own, without a table."""

    def __init__(
        self, settings: PanelSettings, languages: Sequence[Language], *, as_json: bool
    ) -> None:
        self._languages = languages
        self._as_json = as_json
        self._told: queue.SimpleQueue[KeyPress | PanelState] = queue.SimpleQueue()
        self._panel = build_panel(settings, self._told.put, self._told.put)

    def close(self) -> None:
        self._panel.close()

    def test(self, seconds: float) -> int:
        """Lamps and buzzers of every seat, then every key; `FAILED` when one did not come."""
        if not self._wait_connected():
            self._say("panel.missing")
            return FAILED
        for seat in Seat:
            self._show_everything(seat)
        missing = self._missing_keys(seconds) if seconds else []
        if isinstance(self._panel, _ReportsHealth):
            sys.stdout.write(self._panel.health + "\n")
        for seat, key in missing:
            self._say("panel.key_missing", **self._key_facts(seat, key))
        if missing:
            return FAILED
        self._say("panel.sound" if seconds else "panel.keys_untested")
        return 0

    def watch(self, seconds: float | None) -> int:
        """Tell presses and losses until the time is over."""
        if isinstance(self._panel, _PressedByHand):
            threading.Thread(target=_type_keys, args=(self._panel,), daemon=True).start()
        for told in self._heard(seconds):
            self._tell(told)
            if isinstance(told, KeyPress):
                for seat in Seat:
                    lamp = Lamp.TURN if seat is told.seat else Lamp.OFF
                    self._panel.show(ShowSeat(seat, lamp), told.at_ms)
        return 0

    def _wait_connected(self) -> bool:
        for told in self._heard(0.5):
            self._tell(told)
            if isinstance(told, PanelState) and told.connected:
                return True
        return False

    def _show_everything(self, seat: Seat) -> None:
        shown = [ShowSeat(seat, lamp) for lamp in Lamp if lamp is not Lamp.OFF]
        shown += [ShowSeat(seat, Lamp.OFF, buzz) for buzz in Buzz if buzz is not Buzz.SILENT]
        for order in shown:
            self._panel.show(order, 0)
            self._say_order(order)
            time.sleep(_SHOWN_S)
        self._panel.show(ShowSeat(seat, Lamp.OFF), 0)

    def _missing_keys(self, seconds: float) -> list[tuple[Seat, Key]]:
        """A lamp shines until both keys of its seat were pressed."""
        missing = [(seat, key) for seat in Seat for key in Key]
        for seat in Seat:
            self._panel.show(ShowSeat(seat, Lamp.TURN), 0)
        self._say("panel.press_all", seconds=f"{seconds:g}")
        for told in self._heard(seconds):
            self._tell(told)
            if isinstance(told, KeyPress) and (told.seat, told.key) in missing:
                missing.remove((told.seat, told.key))
                if all(seat is not told.seat for seat, _ in missing):
                    self._panel.show(ShowSeat(told.seat, Lamp.OFF), 0)
            if not missing:
                break
        return missing

    def _heard(self, seconds: float | None) -> Iterator[KeyPress | PanelState]:
        end = None if seconds is None else time.monotonic() + seconds
        while end is None or time.monotonic() < end:
            wait = 1.0 if end is None else max(0.0, end - time.monotonic())
            try:
                yield self._told.get(timeout=wait)
            except queue.Empty:
                continue

    def _tell(self, told: KeyPress | PanelState) -> None:
        if self._as_json:
            _write(json.dumps(_as_json(told), ensure_ascii=False))
        elif isinstance(told, KeyPress):
            self._say("panel.pressed", at=told.at_ms, **self._key_facts(told.seat, told.key))
        else:
            self._say(f"panel.{told.reason}")
            if told.detail:
                _write(told.detail)

    def _say_order(self, order: ShowSeat) -> None:
        texts = []
        for language in self._languages:
            name = (
                buzz_name(order.buzz, language)
                if order.lamp is Lamp.OFF
                else lamp_name(order.lamp, language)
            )
            texts.append(f"{seat_name(order.seat, language)} {name}")
        _write(" · ".join(texts))

    def _key_facts(self, seat: Seat, key: Key) -> dict[str, tuple[str, ...]]:
        return {
            "seat": tuple(seat_name(seat, language) for language in self._languages),
            "key": tuple(say(f"key.{key.value}", language) for language in self._languages),
        }

    def _say(self, text: str, **facts: object) -> None:
        said = []
        for place, language in enumerate(self._languages):
            own = {k: v[place] if isinstance(v, tuple) else v for k, v in facts.items()}
            said.append(say(text, language, **own))
        _write(" · ".join(said))


def _type_keys(panel: _PressedByHand) -> None:
    """Keys of a simulated panel: lines such as ``E pass`` and ``N call``."""
    for line in sys.stdin:
        try:
            seat, key = line.split()
            panel.press(Seat(seat.upper()), Key(key.lower()), time.monotonic_ns() // 1_000_000)
        except ValueError:
            sys.stderr.write(f"found {line.strip()!r}, wanted SEAT KEY, such as: E pass\n")


def _as_json(told: KeyPress | PanelState) -> dict[str, object]:
    if isinstance(told, KeyPress):
        return {"press": told.key.value, "seat": told.seat.value, "at_ms": told.at_ms}
    return {
        "connected": told.connected,
        "reason": told.reason,
        "detail": told.detail,
        "at_ms": told.at_ms,
    }


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
