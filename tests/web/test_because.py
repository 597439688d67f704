"""The facts of a case: every sentence the record may hold is told in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.rules
import referee.session
from referee.rules.ruling import Fault
from referee.texts import catalogue
from referee.web.views.because import because_words

FOLDERS = [Path(package.__path__[0]) for package in (referee.rules, referee.session)]
MAKERS = {"_refuse": 2, "Refused": 2, "_report_case": 2}
"""Functions that are given such a sentence, and in which place."""


def sentences() -> Iterator[str]:
    """Every sentence that rules and session write into a case or a verdict, facts as ``{}``."""
    for folder in FOLDERS:
        for file in sorted(folder.glob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                for found in _given(node):
                    text = _template(found)
                    if text is not None:
                        yield text


def _given(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Assign(targets=[ast.Name(id="because")], value=value):
            yield value
        case ast.keyword(arg="because", value=value):
            yield value
        case ast.Call(func=ast.Name(id=name), args=args) if name in MAKERS:
            yield from args[MAKERS[name] : MAKERS[name] + 1]
        case ast.Return(value=ast.Tuple(elts=[ast.Attribute(value=ast.Name(id="Fault")), told])):
            yield told
        case _:
            pass


def _template(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in values)
        case _:
            return None


def test_every_sentence_of_the_session_has_its_template() -> None:
    """A new reason cannot be added without its Chinese words."""
    known = {re.sub(r"{\w+}", "{}", texts["en"]) for texts in catalogue()["because"].values()}
    found = set(sentences())

    assert len(found) > 15
    assert found - known == set()


@pytest.mark.parametrize(
    ("sentence", "zh", "en"),
    [
        ("E played on without a report", "东未报牌就继续出牌", "East played on without a report"),
        (
            "C3 D3 as pair:2:3 does not beat bomb:5:9",
            "♣3 ♦3作对子，管不上5张炸弹",
            "♣3 ♦3 as pair does not beat bomb of 5",
        ),
        (
            "S paid HA and held HR",
            "南进贡♥A，手中另有更大的大王",
            "South paid ♥A and held red joker",
        ),
        (
            "W lays SB while N is to act",
            "轮到北时，西出小王",
            "West lays black joker while North is to act",
        ),
        ("W took 21.3 s of 20.0 s", "西用时21.3秒，限时20.0秒", "West took 21.3 s of 20.0 s"),
        (
            "N: exposed_card, seen by a person",
            "裁判看到北：暴露张",
            "North: exposed card, seen by a person",
        ),
        (
            "C9 H8 may be pair:2:9 or triple:3:9, not straight:5:9",
            "♣9 ♥8可作对子或三同张，不能作顺子",
            "♣9 ♥8 may be pair or triple, not straight",
        ),
        (
            "E lays C3 but does not hold C3",
            "东出♣3，但手中没有♣3",
            "East lays ♣3 but does not hold ♣3",
        ),
        (
            "C3 C4 is no combination at level T",
            "打T时♣3 ♣4不成牌型",
            "♣3 ♣4 is no combination at level T",
        ),
        ("of an older journal", "of an older journal", "of an older journal"),
        ("face_unclear", "牌角看不清", "index unclear"),
    ],
)
def test_a_sentence_is_told_in_both_languages(sentence: str, zh: str, en: str) -> None:
    """Seats, cards and types by their names; what nobody knows stays as it is."""
    assert because_words(sentence) == {"zh": zh, "en": en}


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_seen_by_a_person_is_named(fault: Fault) -> None:
    """The code of the fault is never shown."""
    told = because_words(f"E: {fault.value}, seen by a person")

    assert fault.value not in told["zh"]
