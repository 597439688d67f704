"""Anything at all in place of a ruleset file: a ruleset comes out, or a `RulesetError`."""

from __future__ import annotations

from enum import Enum
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_document import Document
from referee.rules.ruleset_keys import GROUPS, KEYS, Key, SwitchValueError, values_of
from referee.rules.ruleset_loading import load_ruleset
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.switches.bounds import Between, Length
from referee.rules.switches.clocks import Stage

IDS = st.sampled_from(["a", "b", "c", ""])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def proper(key: Key) -> st.SearchStrategy[Any]:
    """Text forms that mostly are right for *key*."""
    if key.only is not None or key.kind in {str, Stage}:
        return st.just(key.write(key.advised))
    if key.kind is int:
        bounds = key.between or Between(0, 9)
        one: st.SearchStrategy[Any] = st.integers(bounds.lowest, bounds.highest)
    elif issubclass(key.kind, Enum):
        one = st.sampled_from([member.value for member in key.kind])
    else:
        one = st.booleans() if key.kind is bool else st.sampled_from("23456789TJQKA")
    length = key.length or Length(0, 3)
    most = min(length.most, 8)
    return st.lists(one, min_size=length.least, max_size=most, unique=True) if key.many else one


def reading(key: Key) -> st.SearchStrategy[Any]:
    """A value of *key* with its source, mostly right."""
    words = st.just("q") | ANYTHING
    return (
        ANYTHING
        | st.fixed_dictionaries(
            {"value": proper(key) | ANYTHING, "at": st.just("L1"), "quote": words},
            optional={"note": words, "also": ANYTHING, "says": ANYTHING},
        )
        | st.fixed_dictionaries({"value": proper(key), "at": st.just("L1"), "quote": st.just("q")})
    )


def advised(key: Key) -> dict[str, Any]:
    return {"value": key.write(key.advised), "at": "AMB-01", "says": "s"}


COMPLETE: dict[str, Any] = {"id": "a", "title": "t", "kind": "advice"} | {
    group: {key.name: advised(key) for key in KEYS.values() if key.group == group}
    for group in GROUPS
}
"""A file that states everything, as a start for files that are nearly right."""


@st.composite
def nearly_right(draw: st.DrawFn) -> dict[str, object]:
    """A complete file with some keys replaced and perhaps something odd beside them."""
    content: dict[str, object] = dict(COMPLETE)
    for name in draw(st.lists(st.sampled_from(list(KEYS)), max_size=4)):
        group = content[KEYS[name].group]
        assert isinstance(group, dict)
        content[KEYS[name].group] = group | {KEYS[name].name: draw(reading(KEYS[name]))}
    odd = st.fixed_dictionaries(
        {},
        optional={
            "id": IDS,
            "source": SCALARS,
            "base": IDS | ANYTHING,
            "ruleset": IDS,
            "fill": st.dictionaries(st.sampled_from([*GROUPS, *KEYS, "x"]), IDS) | ANYTHING,
            "x": ANYTHING,
        },
    )
    return content | draw(st.just({}) | odd)


FILES = nearly_right() | st.dictionaries(st.text(max_size=6) | st.sampled_from(GROUPS), ANYTHING)
LIBRARIES = st.fixed_dictionaries({"a": FILES}, optional={"b": FILES, "": FILES})


@settings(deadline=None)  # a busy machine is no defect
@given(LIBRARIES, st.just("a") | IDS)
def test_any_library_gives_a_ruleset_or_its_mistakes(
    files: dict[str, dict[str, object]], name: str
) -> None:
    """Nothing a file can hold gets past the loader as another exception."""
    library = {key: Document(f"{key}.toml", content) for key, content in files.items()}
    try:
        loaded = load_ruleset(name, library)
    except RulesetError as error:
        event("refused")
        mistakes = error.mistakes
        lines = str(error).splitlines()
    else:
        event("loaded")
        assert loaded.ruleset.id == name
        assert list(loaded.entries) == list(KEYS)
        return

    assert mistakes
    assert lines == [str(mistake) for mistake in mistakes]
    assert all(mistake.found and mistake.wanted for mistake in mistakes)


@settings(deadline=None)  # a busy machine is no defect
@given(st.data(), st.sampled_from(list(KEYS.values())))
def test_what_a_key_reads_it_writes_back(data: st.DataObject, key: Key) -> None:
    """A value has one text form, and only values of its key get in."""
    raw = data.draw(proper(key) | ANYTHING)
    try:
        value = key.read(raw)
    except SwitchValueError as mistake:
        event("refused")
        found = mistake.found
    else:
        event("read")
        assert key.write(value) == raw
        return

    assert found


def test_the_start_of_the_fuzzing_is_itself_right() -> None:
    """Otherwise nothing nearly right would be tried."""
    loaded = load_ruleset("a", {"a": Document("a.toml", COMPLETE)})

    assert values_of(loaded.ruleset) == values_of(Ruleset())
