"""Scripts as TOML files, to be written by hand.

A short one::

    level = "2"
    leader = "E"
    manner = "hasty"            # or one for each seat: manner = { E = "tidy", S = "sloppy" }

    [[act]]
    seat = "E"
    lays = "S3 H3"
    after_seconds = 2.0

    [[act]]
    seat = "N"
    deed = "passes"

A deal that begins with the drawing of the cards is the second one of a round. Its tribute may lie
before the seat that gets it, or face down, and is taken from there::

    level = "4"                 # what the deal before made of level 2
    ruleset = "union-2024"
    finish_before = "E N W S"

    [[act]]
    seat = "N"                  # who draws first
    deed = "draws"
    for_seconds = 12.0

    [[act]]
    seat = "S"
    lays = "SA"
    before = "E"                # or: face_down = true, and later deed = "turns_up"

    [[act]]
    seat = "E"
    takes = "S"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.rules.cards import CardTextError, cards_text, parse_cards
from referee.rules.level import Level, LevelTextError
from referee.rules.result import Finish
from referee.rules.seats import PerSeat, Seat
from vision.rendered.table.deck import DECKS
from vision.rendered.table.script import (
    Act,
    Blackout,
    DealBefore,
    Deed,
    Flicker,
    Light,
    Manner,
    Mishap,
    Nudge,
    Script,
    SeatLamp,
)

_TOP = {
    "level",
    "leader",
    "manner",
    "deck",
    "seed",
    "lead_seconds",
    "follow_seconds",
    "cards_left",
    "act",
    "light",
    "blackout",
    "nudge",
    "flicker",
    "seat_lamp",
    "ruleset",
    "finish_before",
}
_ACT = {
    "seat",
    "deed",
    "lays",
    "takes",
    "before",
    "face_down",
    "moves",
    "after_seconds",
    "for_seconds",
}
_LASTING = (Deed.RESTS_HAND, Deed.DRAWS)
"""Deeds that say how long they take."""
_THINKS_S = 1.5


class ScriptError(ValueError):
    """A script that cannot be played; says where and what."""

    def __init__(self, file: Path, where: str, found: object, wanted: str) -> None:
        super().__init__(f"{file}: {where}: found {found!r}, want {wanted}")


def read_script(file: Path) -> Script:
    """Read *file*; raises `ScriptError`."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScriptError(file, "file", error.strerror, "a script") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScriptError(file, "file", str(error), "TOML") from error
    _known(file, "script", data, _TOP)
    deck = data.get("deck", DECKS[0])
    if deck not in DECKS:
        raise ScriptError(file, "deck", deck, f"one of {', '.join(DECKS)}")
    left = tuple(data.get("cards_left", (27, 27, 27, 27)))
    if len(left) != 4 or not all(isinstance(each, int) and 1 <= each <= 27 for each in left):
        raise ScriptError(file, "cards_left", left, "four numbers from 1 to 27")
    try:
        level = Level.parse(str(data.get("level", "2")))
    except LevelTextError as error:
        raise ScriptError(file, "level", data.get("level"), str(error)) from None
    return Script(
        level=level,
        leader=_seat(file, "leader", data.get("leader", "E")),
        acts=tuple(
            _act(file, f"act {number}", each)
            for number, each in enumerate(data.get("act", ()), start=1)
        ),
        manners=_manners(file, data.get("manner", "tidy")),
        deck=deck,
        seed=int(data.get("seed", 1)),
        lead_ms=_ms(file, "lead_seconds", data.get("lead_seconds", 40.0)),
        follow_ms=_ms(file, "follow_seconds", data.get("follow_seconds", 20.0)),
        cards_left=(left[0], left[1], left[2], left[3]),
        mishaps=_mishaps(file, data),
        before=_before(file, data),
    )


def script_text(script: Script) -> str:
    """*script* as `read_script` reads it; for scripts without mishaps."""
    if script.mishaps:
        raise ValueError("mishaps are written by hand")
    manners = ", ".join(f'{seat.value} = "{script.manners[seat].value}"' for seat in Seat)
    lines = [
        f'level = "{script.level}"',
        f'leader = "{script.leader.value}"',
        f"manner = {{ {manners} }}",
        f'deck = "{script.deck}"',
        f"seed = {script.seed}",
        f"lead_seconds = {script.lead_ms / 1000}",
        f"follow_seconds = {script.follow_ms / 1000}",
        f"cards_left = {list(script.cards_left)}",
    ]
    if script.before is not None:
        places = " ".join(seat.value for seat in script.before.finish)
        lines += [f'ruleset = "{script.before.ruleset}"', f'finish_before = "{places}"']
    for act in script.acts:
        lines += ["", "[[act]]", f'seat = "{act.seat.value}"']
        if act.deed is Deed.LAYS:
            lines += [f'lays = "{cards_text(act.cards)}"', f"moves = {act.moves}"]
            lines += [f'before = "{act.other.value}"'] if act.other is not None else []
            lines += ["face_down = true"] if act.face_down else []
        elif act.deed is Deed.TAKES and act.other is not None:
            lines.append(f'takes = "{act.other.value}"')
        else:
            lines.append(f'deed = "{act.deed.value}"')
        lines.append(f"after_seconds = {act.after_ms / 1000}")
        if act.deed in _LASTING:
            lines.append(f"for_seconds = {act.for_ms / 1000}")
    return "\n".join(lines) + "\n"


def _act(file: Path, where: str, found: Mapping[str, Any]) -> Act:
    _known(file, where, found, _ACT)
    seat = _seat(file, where, found.get("seat"))
    after_ms = _ms(file, where, found.get("after_seconds", _THINKS_S))
    if "lays" in found:
        try:
            cards = parse_cards(found["lays"])
        except CardTextError as error:
            raise ScriptError(file, where, found["lays"], str(error)) from None
        moves = int(found.get("moves", 1))
        if not cards or "deed" in found or not 1 <= moves <= len(cards):
            raise ScriptError(file, where, dict(found), "cards, and at most a move for each")
        other = _seat(file, where, found["before"]) if "before" in found else None
        face_down = found.get("face_down", False)
        if not isinstance(face_down, bool) or "takes" in found:
            raise ScriptError(file, where, dict(found), "cards, and whether they lie face down")
        return Act(seat, Deed.LAYS, after_ms, cards, moves, other=other, face_down=face_down)
    if "before" in found or "face_down" in found:
        raise ScriptError(file, where, dict(found), "lays = CARDS beside `before` and `face_down`")
    if "takes" in found:
        other = _seat(file, where, found["takes"])
        if other is seat or "deed" in found:
            raise ScriptError(file, where, dict(found), "takes = another seat, and no deed")
        return Act(seat, Deed.TAKES, after_ms, other=other)
    try:
        deed = Deed(found.get("deed"))
    except ValueError:
        deed = Deed.LAYS
    if deed in (Deed.LAYS, Deed.TAKES):
        others = ", ".join(each.value for each in Deed if each not in (Deed.LAYS, Deed.TAKES))
        wanted = f"lays = CARDS, takes = SEAT or a deed: {others}"
        raise ScriptError(file, where, found.get("deed"), wanted)
    for_ms = _ms(file, where, found.get("for_seconds", 5.0)) if deed in _LASTING else 0
    return Act(seat, deed, after_ms, for_ms=for_ms)


def _before(file: Path, data: Mapping[str, Any]) -> DealBefore | None:
    ruleset, places = data.get("ruleset"), data.get("finish_before")
    if ruleset is None and places is None:
        return None
    if not isinstance(ruleset, str) or not isinstance(places, str):
        found = {"ruleset": ruleset, "finish_before": places}
        raise ScriptError(file, "ruleset", found, "the id of a rule sheet and finish_before")
    try:
        order = tuple(_seat(file, "finish_before", each) for each in places.split())
        Finish.of(order)
    except ValueError as error:
        if isinstance(error, ScriptError):
            raise
        raise ScriptError(file, "finish_before", places, str(error)) from None
    return DealBefore(ruleset, order)


def _mishaps(file: Path, data: Mapping[str, Any]) -> tuple[Mishap, ...]:
    mishaps: list[Mishap] = []
    try:
        mishaps += [
            Light(_ms(file, "light", each["from_seconds"]), float(each["gain"]))
            for each in data.get("light", ())
        ]
        mishaps += [
            Blackout(
                _ms(file, "blackout", each["from_seconds"]),
                _ms(file, "blackout", each["until_seconds"]),
            )
            for each in data.get("blackout", ())
        ]
        mishaps += [
            Nudge(_ms(file, "nudge", each["at_seconds"]), *map(float, each["by_mm"]))
            for each in data.get("nudge", ())
        ]
        mishaps += [
            Flicker(
                _ms(file, "flicker", each["from_seconds"]),
                _ms(file, "flicker", each["until_seconds"]),
                float(each["share"]),
            )
            for each in data.get("flicker", ())
        ]
        mishaps += [
            SeatLamp(
                _ms(file, "seat_lamp", each["from_seconds"]),
                _seat(file, "seat_lamp", each["seat"]),
                float(each["gain"]),
            )
            for each in data.get("seat_lamp", ())
        ]
    except (KeyError, TypeError) as error:
        raise ScriptError(file, "mishap", str(error), "all keys of a mishap") from None
    return tuple(mishaps)


def _manners(file: Path, found: object) -> PerSeat[Manner]:
    each = found if isinstance(found, dict) else {seat.value: found for seat in Seat}
    manners = PerSeat.all(Manner.TIDY)
    for name, manner in each.items():
        try:
            manners = manners.put(_seat(file, "manner", name), Manner(manner))
        except ValueError as error:
            if isinstance(error, ScriptError):
                raise
            raise ScriptError(file, "manner", manner, "tidy, hasty or sloppy") from None
    return manners


def _seat(file: Path, where: str, found: object) -> Seat:
    try:
        return Seat(found)
    except ValueError:
        raise ScriptError(file, where, found, "a seat: E, N, W or S") from None


def _ms(file: Path, where: str, seconds: object) -> int:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0:
        raise ScriptError(file, where, seconds, "seconds, not below 0")
    return round(seconds * 1000)


def _known(file: Path, where: str, found: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(found) - known)
    if unknown:
        raise ScriptError(file, where, ", ".join(unknown), f"only {', '.join(sorted(known))}")
