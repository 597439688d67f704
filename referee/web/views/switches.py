"""Switches of a ruleset in words: what one decides, and what its value stands for."""

from __future__ import annotations

from enum import Enum

from referee.rules.combinations import Kind
from referee.rules.seats import Seat
from referee.rules.switches.clocks import Stage
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.web.views.words import Both, both, in_both, kind_word, seat_word


def switch_word(key: str) -> Both:
    """What the switch ``group.name`` decides."""
    return both(f"switch.{key}")


def value_word(value: object) -> Both:
    """What a value of a switch stands for; numbers, levels and ranks are the same to everybody."""
    match value:
        case tuple() if not value:
            return both("switch.nothing")
        case tuple():
            words = [value_word(one) for one in value]
            return {
                "zh": "、".join(w["zh"] for w in words),
                "en": ", ".join(w["en"] for w in words),
            }
        case bool():
            return both("switch.yes" if value else "switch.no")
        case Stage():
            step = both(f"page.stage_{value.step.value}")
            return both("switch.stage", seconds=value.over_seconds, step=step)
        case Seat():
            return seat_word(value)
        case Kind():
            return kind_word(value)
        case LadderStep():
            return both(f"page.step_{value.value}")
        case Official():
            return both(f"page.by_{value.value}")
        case Enum():
            return both(f"switch_value.{type(value).__name__}.{value.value}")
        case _:
            return in_both(lambda _: str(value))
