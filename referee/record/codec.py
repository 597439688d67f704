"""Events, verdicts and orders as JSON objects and back.

Every value is written by the names of its fields; enums, cards and levels by their texts, and a
union by the name of its member under ``kind``. A field added later needs a default, and a member or
field is never renamed, so that files written before stay readable.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cattrs import Converter
from cattrs.errors import BaseValidationError
from cattrs.strategies import configure_tagged_union

from referee.rules.cards import Card
from referee.rules.level import Level
from referee.session.effects import Effect
from referee.session.events import CorrectableEvent, Event
from referee.session.verdict import Verdict

Json = dict[str, Any]

_CAPITALS = re.compile(r"(?<!^)(?=[A-Z])")


def _kind(member: type) -> str:
    return _CAPITALS.sub("_", member.__name__).lower()


def _build() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Card, str)
    converter.register_structure_hook(Card, lambda text, _: Card.parse(text))
    converter.register_unstructure_hook(Level, str)
    converter.register_structure_hook(Level, lambda text, _: Level.parse(text))
    for union in (CorrectableEvent, Event, Effect):
        configure_tagged_union(union, converter, tag_name="kind", tag_generator=_kind)
    return converter


_CONVERTER = _build()


def encode_event(event: Event) -> Json:
    written: Json = _CONVERTER.unstructure(event, Event)
    return written


def decode_event(row: Mapping[str, Any]) -> Event:
    """Read what `encode_event` wrote; raises `ValueError` saying what was found."""
    event: Event = _read(row, Event, "event")
    return event


def encode_verdict(verdict: Verdict | None) -> Json | None:
    written: Json | None = None if verdict is None else _CONVERTER.unstructure(verdict)
    return written


def decode_verdict(row: Mapping[str, Any] | None) -> Verdict | None:
    """Read what `encode_verdict` wrote; raises `ValueError`."""
    if row is None:
        return None
    verdict: Verdict = _read(row, Verdict, "verdict")
    return verdict


def encode_effect(effect: Effect) -> Json:
    written: Json = _CONVERTER.unstructure(effect, Effect)
    return written


def decode_effect(row: Mapping[str, Any]) -> Effect:
    """Read what `encode_effect` wrote; raises `ValueError`."""
    effect: Effect = _read(row, Effect, "order")
    return effect


def _read(row: object, shape: Any, what: str) -> Any:
    try:
        return _CONVERTER.structure(row, shape)
    except (BaseValidationError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"no {what}: {row!r} ({error!r})") from None
