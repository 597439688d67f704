"""What the switches of a ruleset mean, in the words that stand beneath them in the code.

Python keeps no text of a field or an enum member at run time, so it is read from the source files,
which are installed with the program. This way a meaning is written once.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from functools import cache

from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_keys import Key


def key_meaning(key: Key) -> str:
    """What a switch decides, in one paragraph."""
    return _texts_of(type(getattr(_ADVISED, key.group)))[key.name]


def value_meaning(value: object) -> str:
    """What a value stands for; empty where its name says it all."""
    if not isinstance(value, Enum):
        return ""
    return _texts_of(type(value)).get(value.name, "")


def kind_meaning(kind: type) -> str:
    """What a group or an enum is about: the first paragraph of its text, empty if it has none."""
    text = kind.__doc__ or ""
    # A dataclass without a text gets its signature instead.
    return "" if text.startswith(f"{kind.__name__}(") else _paragraph(text.split("\n\n")[0])


def group_meaning(group: str) -> str:
    """What the switches of a group are about."""
    module = sys.modules[type(getattr(_ADVISED, group)).__module__]
    return kind_meaning(type(getattr(_ADVISED, group))) or _paragraph(
        (module.__doc__ or "").split("\n\n")[0]
    )


_ADVISED = Ruleset()


def _texts_of(kind: type) -> dict[str, str]:
    """The texts beneath the members of a class, by their names."""
    return _texts_in(kind.__module__)[kind.__name__]


@cache
def _texts_in(module: str) -> dict[str, dict[str, str]]:
    """The same for every class of a module."""
    code = ast.parse(inspect.getsource(sys.modules[module])).body
    return {
        definition.name: dict(_texts(definition.body))
        for definition in code
        if isinstance(definition, ast.ClassDef)
    }


def _texts(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    name = ""
    for statement in body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                pass
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                yield name, _paragraph(text)
                name = ""
            case _:
                name = ""


def _paragraph(text: str) -> str:
    """One line out of many, without the marks of reStructuredText."""
    return " ".join(text.split()).replace("``", "`")
