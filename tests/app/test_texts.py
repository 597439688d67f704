"""The catalogue: complete in both languages for everything that can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

import pytest

from referee.rules.cards import FACES, parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.effects import Announce, Buzz, Lamp, Notice, Question
from referee.session.verdict import Finding, Verdict
from referee.texts import (
    Language,
    card_name,
    catalogue,
    combination_name,
    doubt_text,
    notice_text,
    question_text,
    say,
    skipped_text,
    verdict_text,
)
from vision.read.reading import Doubt

SECTIONS: dict[str, type[Enum]] = {
    "seat": Seat,
    "kind": Kind,
    "finding": Finding,
    "lamp": Lamp,
    "buzz": Buzz,
    "question": Question,
    "notice": Notice,
}


def texts() -> Iterator[tuple[str, dict[str, str]]]:
    for section, names in catalogue().items():
        for name, languages in names.items():
            yield f"{section}.{name}", dict(languages)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_value_has_its_words(section: str) -> None:
    """A new verdict, lamp or combination cannot be added without its texts."""
    assert catalogue()[section].keys() == {member.value for member in SECTIONS[section]}


def test_every_finding_has_its_sentence() -> None:
    """Each finding is explained, not only named."""
    assert {finding.value for finding in Finding} <= catalogue()["verdict"].keys()


@pytest.mark.parametrize(("key", "languages"), list(texts()), ids=lambda value: str(value)[:40])
def test_both_languages_say_the_same_facts(key: str, languages: dict[str, str]) -> None:
    """No language leaves a fact out, and the Chinese text is Chinese."""
    assert languages.keys() == {"zh", "en"}, key
    assert set(re.findall(r"{\w+}", languages["en"])) == set(re.findall(r"{\w+}", languages["zh"]))
    assert not re.search("[\u4e00-\u9fff]", languages["en"])
    assert re.search("[\u4e00-\u9fff（）]", languages["zh"])


def test_cards_are_written_as_players_see_them() -> None:
    """Suit sign and printed rank; jokers by name; every face has a name of its own."""
    assert card_name(parse_cards("HT")[0], Language.CHINESE) == "♥10"
    assert card_name(parse_cards("SB")[0], Language.CHINESE) == "小王"
    assert card_name(parse_cards("HR")[0], Language.ENGLISH) == "red joker"
    assert len({card_name(face, Language.CHINESE) for face in FACES}) == 54


def test_verdict_is_one_sentence_with_its_article() -> None:
    """Who, what, why, by which article."""
    verdict = Verdict(
        Seat.EAST,
        Finding.DOES_NOT_BEAT,
        article="union-2024/art.6",
        cards=parse_cards("D7"),
        to_beat=Combination(Kind.SINGLE, 1, 13),
        to_act=Seat.EAST,
    )

    assert verdict_text(verdict, Language.CHINESE) == (
        "东的♦7管不上桌上的单张。（依据 union-2024/art.6）"
    )
    assert verdict_text(verdict, Language.ENGLISH) == (
        "East's ♦7 does not beat the single on the table. (union-2024/art.6)"
    )


def test_every_verdict_and_question_can_be_composed() -> None:
    """No fact is missing for any of them."""
    bomb = Combination(Kind.BOMB, 5, 9)
    for language in Language:
        assert combination_name(bomb, language)
        for finding in Finding:
            assert verdict_text(Verdict(Seat.EAST, finding), language)
        for notice in Notice:
            assert "{" not in notice_text(Announce(notice, Seat.EAST), language)
        for question in Question:
            assert "{" not in question_text(question, Seat.EAST, language)


def test_every_fault_of_an_act_is_a_finding() -> None:
    """The session can name whatever the rules refuse."""
    of_acts = {
        Fault.OUT_OF_TURN_PLAY,
        Fault.OUT_OF_TURN_PASS,
        Fault.NOT_A_COMBINATION,
        Fault.DOES_NOT_BEAT,
        Fault.LEADER_MAY_NOT_PASS,
        Fault.NOT_IN_HAND,
        Fault.FOREIGN_CARD,
        Fault.WRONG_DECLARATION,
        Fault.DEAL_IS_OVER,
    }
    assert {fault.value for fault in of_acts} <= {finding.value for finding in Finding}


def test_unknown_key_is_our_own_defect() -> None:
    """A text that does not exist fails loudly."""
    with pytest.raises(AssertionError, match="catalogue"):
        say("verdict.none", Language.ENGLISH)


def test_every_doubt_of_the_reader_has_its_words() -> None:
    """A reason the reader can give is named in both languages; an unknown one keeps its code."""
    for doubt in Doubt:
        assert doubt_text(doubt.value, Language.CHINESE) != doubt.value
    assert doubt_text("new_reason", Language.ENGLISH) == "new_reason"


def test_passes_nobody_saw_are_told() -> None:
    """Whoever reads the record knows which passes only the next act tells."""
    verdict = Verdict(Seat.WEST, Finding.OK, skipped=(Seat.NORTH, Seat.EAST))

    assert skipped_text(verdict, Language.CHINESE) == "视为不要：北、东"
    assert skipped_text(verdict, Language.ENGLISH) == "taken to have passed: North, East"
    assert skipped_text(Verdict(Seat.WEST, Finding.OK), Language.ENGLISH) == ""
