"""Answers to rule vectors: a question from the documents, put to the program's own rules.

A vector is one line of ``vectors.json``: its ``kind`` says what is asked, ``ruleset`` by which
sheet, the other fields state the case. Nothing here decides anything; each kind reads its fields,
asks `referee.rules` and says the outcome in the words the vectors use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.app.json_fields import FieldError, a_list, shown
from referee.app.rule_vectors import clock, discipline, hands, levels, scores, table, tribute
from referee.app.rule_vectors.question import Answer, Question
from referee.app.rulesets import loaded_ruleset
from referee.rules.ruleset import Ruleset

_KINDS: dict[str, Callable[[Question, Ruleset], Answer]] = {
    "classify": hands.classify,
    "compare": hands.compare,
    "promotion": levels.promotion,
    "next_level": levels.next_level,
    "points": levels.points,
    "match_end": levels.match_end,
    "pass_A": levels.pass_ace,
    "tribute": tribute.tribute,
    "return_card": tribute.return_card,
    "deal": table.deal,
    "jiefeng": table.wind,
    "report": table.report,
    "timing": clock.timing,
    "time_up": clock.at_time,
    "penalty": discipline.penalty,
    "score": scores.score,
}

_ABOUT = ("id", "op", "basis", "quotes", "note", "seating", "expect")
"""Fields that tell where a vector comes from, not what it asks."""


def answer(vector: Mapping[str, object]) -> Answer:
    """Answer one vector; the answer has at least the fields of its ``expect``.

    ``quotes`` may say which clause of a sheet is meant that contradicts itself: the answer then
    goes by the clause quoted.

    Raises:
        ValueError: For a kind, ruleset or field there is not, naming it and what is wanted.
    """
    asked = {key: value for key, value in vector.items() if key not in _ABOUT}
    question = Question(asked)
    kind = question.choice("kind", list(_KINDS))
    return _KINDS[kind](question, _ruleset(question, vector.get("quotes", [])))


def _ruleset(question: Question, quotes: object) -> Ruleset:
    """The ruleset named, read as quoted; the advised defaults for a vector true of every sheet."""
    if "ruleset" not in question:
        return Ruleset()
    words = []
    for quote in a_list(quotes, "quotes", "a list of quotes"):
        if not isinstance(quote, dict) or not isinstance(quote.get("quote"), str):
            raise FieldError("quotes", shown(quote), "objects with a text quote")
        words.append(quote["quote"])
    loaded = loaded_ruleset(question.text("ruleset", "the id of a ruleset"))
    return loaded.as_read_in(" ".join(words))
