"""The line protocol of `guandan-referee rules`: one JSON object a line in, one a line out.

Operations, by the field ``op``::

    {"op": "readings", "level": "8", "cards": ["H8", "HA"], "strict": true}
        -> {"readings": [["pair", 2, 14]]}
    {"op": "beats", "level": "2", "a": [..], "b": [..], "a_as": [type, cards, key], "b_as": ..}
        -> {"beats": true}
    {"op": "vector", ..}, a line of rule vectors as it stands, without its "expect"
        -> an object with the fields of its "expect"
    {"op": "deal", "ruleset": ID, "level": "8", "leader": "S", "hands": {"E": [..], ..},
     "plays": [["S", ["C5"]], ["E", []], ["N", ["H8", "S9", "C9"], ["triple", 3, 9]]]}
        -> {"verdicts": ["ok", ..], "finish": ["S", ..], "advance": {"side": "NS", "by": 3}}

``strict``, ``a_as``, ``b_as``, ``hands`` and ``ruleset`` may be left out. A line that cannot be
answered gets ``{"error": ..}`` and the next one is served.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.app import rule_vectors
from referee.app.json_fields import FieldError, Fields, shown
from referee.app.rules_questions import Answer, answer_beats, answer_deal, answer_readings

_OPERATIONS: Mapping[str, Callable[[Fields], Answer]] = {
    "readings": answer_readings,
    "beats": answer_beats,
    "deal": answer_deal,
    "vector": lambda fields: rule_vectors.answer(fields.values),
}


def serve(lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer every line, in order, as soon as it has come.

    Args:
        lines: One JSON object each.
        write: Takes one answer, a line without its end.
    """
    for line in lines:
        write(json.dumps(answer(line)))


def answer(line: str) -> Answer:
    """The answer to one line; never fails, whatever the line holds."""
    try:
        fields = Fields(_question(line))
        operation = fields.text("op", _wanted_operation())
        if operation not in _OPERATIONS:
            raise FieldError("op", shown(operation), _wanted_operation())
        return _OPERATIONS[operation](fields)
    except ValueError as error:
        # Every refusal is one of these: a field, a ruleset, a finish that cannot be.
        return {"error": "; ".join(str(error).splitlines())}
    except RecursionError:
        return {"error": "line: found lists inside lists without end, want one JSON object"}


def _question(line: str) -> dict[str, Any]:
    try:
        question = json.loads(line)
    except ValueError as error:
        raise FieldError("line", shown(line.strip()), f"one JSON object ({error})") from None
    if not isinstance(question, dict):
        raise FieldError("line", shown(question), "one JSON object")
    return question


def _wanted_operation() -> str:
    return "one of " + ", ".join(_OPERATIONS)
