"""View models: what referees see, and that players see no more than what is public."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import Enum
from typing import Any, get_args

import pytest

from referee.rules.cards import parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_keys import KEYS
from referee.rules.ruling import Fault
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import ClaimWindow, LadderStep, PenaltyRules
from referee.rules.switches.play import PlayRules, ReportMode
from referee.session.cases import CaseState
from referee.session.effects import AskReferee, Question
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    AppealOutcome,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTaken,
    CardTurned,
    CorrectableEvent,
    Corrected,
    DealStarted,
    Decision,
    Event,
    FaultNoted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PassDenied,
    Passed,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    RowRef,
    Ruled,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeForgiven,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.history import History, add
from referee.session.table import Phase
from referee.session.table_settings import Passing, TableSettings
from referee.web.views.lines import did, line_json
from referee.web.views.log import Log, follow, lying
from referee.web.views.pictures import Picture
from referee.web.views.public import public_view
from referee.web.views.referee import referee_view
from referee.web.views.switches import switch_word, value_word
from referee.web.views.words import asked_words

START = DealStarted(0, Level.parse("8"), Seat.SOUTH)


def laid(at_ms: int, seat: Seat, cards: str) -> CardsLaid:
    return CardsLaid(at_ms, seat, parse_cards(cards))


def log_of(*events: Event) -> Log:
    history, log = History(), Log()
    for event in events:
        history, _ = add(history, event)
        log = follow(log, history)
    return log


def at_once(*events: Event) -> Log:
    history = History()
    for event in events:
        history, _ = add(history, event)
    return follow(Log(), history)


def seat_of(view: dict[str, Any], seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in view["seats"] if one["seat"] == seat.value)
    return found


def test_a_view_is_json() -> None:
    """Nothing but texts, numbers, lists and objects, whatever lies on the table."""
    log = log_of(START, laid(1, Seat.SOUTH, "C5 D5"), laid(2, Seat.NORTH, "S4"))

    for view in (referee_view(log, {}), public_view(log)):
        assert json.loads(json.dumps(view)) == view


def test_the_referee_sees_the_table() -> None:
    """Whose turn, what has to be beaten, how many cards each hand has, how long it takes."""
    view = referee_view(log_of(START, laid(1_000, Seat.SOUTH, "C5 D5")), {})

    assert view["level"] == "8"
    assert [seat["seat"] for seat in view["seats"] if seat["to_act"]] == ["E"]
    assert view["top"]["reading"] == {"zh": "对子 · 5", "en": "pair · 5"}
    assert seat_of(view, Seat.SOUTH)["left"] == 25
    assert seat_of(view, Seat.SOUTH)["front"]["cards"] == ["C5", "D5"]
    assert (view["clock"]["limit_ms"], view["clock"]["used_ms"]) == (20_000, 0)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("C3 D4 S5 H6 C7", "顺子 · 3-7"),
        ("CA D2 S3 H4 C5", "顺子 · A-5"),
        ("C3 D3 S4 H4 C5 D5", "三连对 · 3-5"),
        ("C3 D3 S3 H4 C4 D4", "钢板 · 3-4"),
        ("C3 D3 S3 H3", "4张炸弹 · 3"),
        ("C8", "单张 · 8"),
        ("HR", "单张"),
        ("C3 D3 S3 SB SB", "三带二 · 3"),
        ("HT", "单张 · 10"),
    ],
)
def test_a_reading_is_named_as_players_name_it(cards: str, words: str) -> None:
    """The type and what decides it, in natural places for sequences."""
    view = referee_view(log_of(START, laid(1, Seat.SOUTH, cards)), {})

    assert view["top"]["reading"]["zh"] == words


def test_a_case_comes_with_its_article_and_remedies() -> None:
    """Verdict, ruleset switch, what confirming does, and whether the cards may stand."""
    log = log_of(
        RoundStarted(0, Ruleset(id="jiangsu-2017")),
        HandsDrawn(1),
        LeaderNamed(2, Seat.SOUTH),
        laid(40_000, Seat.SOUTH, "CK"),
        laid(41_000, Seat.EAST, "D3"),
    )
    (case,) = referee_view(log, {5: (Picture("ab", "crop"),)})["cases"]

    assert case["fault"] == "does_not_beat"
    assert "管不上" in case["says"]["zh"]
    assert case["article"].startswith("jiangsu-2017/")
    assert case["may_stand"] is True
    assert case["row"] == 5
    assert [(one["name"], one["kind"]) for one in case["pictures"]] == [("ab", "crop")]


def test_a_ruled_case_is_no_open_matter() -> None:
    """After the ruling nothing is asked any more."""
    log = log_of(
        START,
        laid(1, Seat.SOUTH, "CK"),
        laid(2, Seat.EAST, "D3"),
        Ruled(3, 1, Decision.DISMISS),
    )

    assert referee_view(log, {})["cases"] == []
    assert log.table.cases[0].state is CaseState.DISMISSED


def test_questions_are_open_until_they_are_answered() -> None:
    """Calls first, then cards nobody could read."""
    log = log_of(START, CardsUnread(1, Seat.SOUTH, "glare"), RefereeCalled(2, Seat.NORTH))

    assert [ask["kind"] for ask in referee_view(log, {})["questions"]] == ["call", "unread"]


def test_unread_cards_are_asked_for_until_they_are_entered() -> None:
    """The next seat's act does not make the question go away."""
    history = History()
    for event in (START, CardsUnread(1, Seat.SOUTH, "glare"), laid(2, Seat.EAST, "C5")):
        history, _ = add(history, event)

    asks = referee_view(follow(Log(), history), {})["questions"]
    assert [(ask["kind"], ask["seat"]) for ask in asks] == [("uncounted", "S")]

    entered = Corrected(3, RowRef(2), RowRef(2), (laid(1, Seat.SOUTH, "C3"),))
    history, _ = add(history, entered)
    assert referee_view(follow(Log(), history), {})["questions"] == []


def test_the_open_wild_card_offers_its_readings() -> None:
    """Both readings, as they can be declared."""
    log = log_of(START, laid(1, Seat.SOUTH, "C5 S5 C6 S6 H8 H8"))
    asks = referee_view(log, {})["questions"]
    wild = [ask for ask in asks if ask["kind"] == "wild"]

    assert len(wild) == 1
    readings = {reading["word"]["zh"]: reading["reading"] for reading in wild[0]["readings"]}
    assert readings["三连对 · 4-6"] == ["tube", 6, 6]
    assert readings["三连对 · 5-7"] == ["tube", 6, 7]


def test_players_see_no_more_than_eyes_at_the_table() -> None:
    """No cases, no questions, no counts, no suspicions in any field of the public view."""
    log = log_of(
        START,
        laid(1, Seat.SOUTH, "CK"),
        laid(2, Seat.EAST, "D3"),
        RefereeCalled(3, Seat.NORTH),
    )
    public, referees = public_view(log), referee_view(log, {})

    assert not {"cases", "questions", "duty", "tallies", "ladder"} & public.keys()
    assert all(seat["left"] is None for seat in public["seats"])
    assert public.keys() - {"ruling"} <= referees.keys()
    assert public["ruling"] is True


def test_a_silent_case_tells_how_long_it_is_heard() -> None:
    """In time until the ruleset's window closes, then gone, or the referee's to say."""
    doubt = log_of(START, laid(1, Seat.SOUTH, "CK"), laid(2, Seat.EAST, "DA DA DA"))
    (case,) = referee_view(doubt, {})["cases"]
    later = replace(doubt, table=replace(doubt.table, acts=9))
    rules = replace(Ruleset(), penalties=PenaltyRules(claim_window=ClaimWindow.AT_ONCE))
    strict = replace(later, table=replace(later.table, ruleset=rules))

    assert case["claim"]["lapsed"] is False
    assert case["claim"]["window"]["zh"] == "仅限本圈"
    assert referee_view(later, {})["cases"][0]["claim"]["lapsed"] is False
    assert referee_view(strict, {})["cases"][0]["claim"]["says"]["zh"] == "时限已过，不再追究"


def test_an_act_tells_whose_pass_it_was_taken_for() -> None:
    """At a table without keys the seats before it are taken to have passed, and it is shown."""
    deal = replace(START, settings=TableSettings(Passing.IMPLIED))
    log = log_of(deal, laid(1, Seat.SOUTH, "C5"), laid(9_000, Seat.NORTH, "C7"))
    told = line_json(log.lines[-1])

    assert told is not None
    assert told["finding"] == "ok"
    assert told["skipped"] == ["E"]


@pytest.mark.parametrize(
    ("phase", "offered", "not_offered"),
    [
        (Phase.PLAYING, {"take-up", "finish", "extra-time", "report"}, {"sign", "turn-card"}),
        (Phase.DRAWING, {"turn-card", "withdraw"}, {"take-up", "extra-time"}),
        (Phase.ROUND_ENDED, {"sign", "undo", "rule"}, {"pause", "withdraw"}),
    ],
)
def test_a_page_offers_what_the_phase_listens_to(
    phase: Phase, offered: set[str], not_offered: set[str]
) -> None:
    """No form for an order that would change nothing."""
    table = replace(log_of(START).table, phase=phase)
    expects = set(referee_view(Log(table=table), {})["expects"])

    assert offered <= expects
    assert not not_offered & expects


def test_a_tribute_tells_whose_it_is() -> None:
    """Once both are paid the larger goes to the first out, and what he returns to its payer."""
    before = (FinishEntered(1, (Seat.EAST, Seat.WEST)), ResultConfirmed(2), HandsDrawn(3))
    paid = (laid(4, Seat.NORTH, "SK"), laid(5, Seat.SOUTH, "SA"))

    def shown(*events: Event) -> dict[str, tuple[str | None, str | None]]:
        log = log_of(RoundStarted(0, Ruleset()), HandsDrawn(0), *before, *events)
        seats = public_view(log)["seats"]
        return {s["seat"]: (s["paid"], s["paid_to"] and s["paid_to"]["en"]) for s in seats}

    assert shown(paid[0])["N"] == ("SK", None)
    assert shown(*paid)["N"] == ("SK", "West")
    assert shown(*paid)["S"] == ("SA", "East")
    assert shown(*paid, laid(6, Seat.EAST, "S3"))["E"] == ("S3", "South")


def test_a_round_that_is_over_has_no_deal_at_hand() -> None:
    """A deal that nobody will play is not announced above the signatures."""
    begun = (RoundStarted(0, Ruleset()), HandsDrawn(1))

    assert public_view(log_of(*begun))["deal"] == 1
    assert public_view(log_of(*begun, RoundDecided(2, Side.EAST_WEST)))["deal"] == 0


def test_silent_cases_are_nothing_to_players() -> None:
    """A doubt about a third copy leaves no trace in the public view but the standing clock."""
    doubt = log_of(START, laid(1, Seat.SOUTH, "CK"), laid(2, Seat.EAST, "DA DA DA"))
    silent = [case for case in doubt.table.open_cases if case.silent]
    public = json.dumps(public_view(doubt))

    assert silent
    assert "foreign" not in public
    assert public_view(doubt)["ruling"] is False


@pytest.mark.parametrize(
    ("mode", "reported", "shown"),
    [
        (ReportMode.PROACTIVE_AND_ON_REQUEST, True, 9),
        (ReportMode.PROACTIVE_AND_ON_REQUEST, False, None),
        (ReportMode.ON_REQUEST, True, 9),
        (ReportMode.PROACTIVE_ONCE, True, None),
        (ReportMode.PROACTIVE, True, None),
    ],
)
def test_counts_are_public_as_far_as_the_ruleset_lets_players_ask(
    mode: ReportMode, reported: bool, shown: int | None
) -> None:
    """Only what was reported and may be asked for again is shown."""
    rules = Ruleset(play=replace(PlayRules(), report_mode=mode, report_at=10))
    table = log_of(START).table
    deal = table.deal
    assert deal is not None
    deal = replace(deal, cards_left=deal.cards_left.put(Seat.WEST, 9))
    heard = frozenset({Seat.WEST}) if reported else frozenset()
    log = Log(table=replace(table, ruleset=rules, deal=deal, reported=heard))

    assert seat_of(public_view(log), Seat.WEST)["left"] == shown


def test_lines_tell_who_did_what() -> None:
    """Both languages, with the finding and its article."""
    log = log_of(START, laid(1, Seat.SOUTH, "CK"), laid(2, Seat.EAST, "D3"))
    told = line_json(log.lines[2])

    assert told is not None
    assert told["did"] == {"zh": "东出♦3", "en": "East plays ♦3"}
    assert told["finding"] == "does_not_beat"
    assert told["stands"] is False
    assert (told["row"], told["trick"]) == (3, 1)


EVENTS: tuple[Event, ...] = (
    START,
    laid(1_000, Seat.SOUTH, "C6"),
    laid(2_000, Seat.EAST, "C7"),
    Passed(3_000, Seat.NORTH),
    laid(4_000, Seat.WEST, "C9"),
    TakenBack(5_000, Seat.WEST),
    Passed(6_000, Seat.WEST),
    Corrected(7_000, RowRef(3), RowRef(3), (laid(2_000, Seat.EAST, "C5"),)),
    Reported(8_000, Seat.EAST, 9),
)


@pytest.mark.parametrize("until", range(1, len(EVENTS) + 1))
def test_a_log_carried_on_is_the_log_made_at_once(until: int) -> None:
    """Whether a page was open all the time or was opened just now, it shows the same."""
    followed, made = log_of(*EVENTS[:until]), at_once(*EVENTS[:until])

    assert followed.lines == made.lines
    assert referee_view(followed, {}) == referee_view(made, {})


def test_what_lies_in_front_of_a_seat() -> None:
    """Cards and passes of the trick; after the trick, what is left of it until somebody leads."""
    before = log_of(*EVENTS[:4])
    assert lying(before)[Seat.EAST].cards == parse_cards("C7")
    assert lying(before)[Seat.NORTH].passed
    assert Seat.WEST not in lying(log_of(*EVENTS[:6]))

    over = log_of(*EVENTS[:7], Passed(6_500, Seat.SOUTH))
    assert over.table.deal is not None
    assert over.table.deal.top is None
    assert lying(over)[Seat.EAST].of_last_trick
    led = log_of(*EVENTS[:7], Passed(6_500, Seat.SOUTH), laid(7_000, Seat.EAST, "D3"))
    assert set(lying(led)) == {Seat.EAST}


def test_everything_that_can_happen_has_its_words() -> None:
    """An event added to the session cannot be left out of the log by mistake."""
    samples: tuple[CorrectableEvent, ...] = (
        START,
        RoundStarted(0, Ruleset()),
        CardTurned(0, parse_cards("C5")[0]),
        HandsDrawn(0),
        LeaderNamed(0, Seat.EAST),
        TributeResisted(0),
        TributeChosen(0, Seat.EAST),
        CardTaken(0, Seat.EAST, Seat.SOUTH),
        laid(0, Seat.EAST, "C5"),
        CardsUnread(0, Seat.EAST, "glare"),
        Passed(0, Seat.EAST),
        TakenBack(0, Seat.EAST),
        Reported(0, Seat.EAST),
        TimePassed(0),
        TimeForgiven(0, 1),
        RefereeCalled(0, Seat.EAST),
        Paused(0),
        Resumed(0),
        TimeGranted(0, 1_000),
        *(Ruled(0, 1, decision) for decision in Decision),
        *(PenaltyGiven(0, Seat.EAST, step) for step in LadderStep),
        *(FaultNoted(0, Seat.EAST, fault) for fault in Fault),
        PassDenied(0, Seat.EAST),
        WildDeclared(0, Combination(Kind.PAIR, 2, 9)),
        CallAnswered(0, Seat.EAST),
        PlayTakenUp(0, Seat.EAST, (1, 1, 1, 1)),
        FinishEntered(0, (Seat.EAST, Seat.WEST)),
        RoundDecided(0, Side.EAST_WEST),
        RoundDecided(0, None),
        AppealMade(0, Side.EAST_WEST, 1),
        AppealMade(0, Side.EAST_WEST, 1, RowRef(4)),
        *(AppealAnswered(0, 1, outcome) for outcome in AppealOutcome),
        SideWithdrew(0, Side.EAST_WEST),
        ResultConfirmed(0),
        Signed(0, Side.NORTH_SOUTH),
    )

    assert {type(event) for event in samples} == set(get_args(CorrectableEvent))
    for event in samples:
        assert all(did(event).values()), event


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_and_question_has_its_words(phase: Phase) -> None:
    """A phase added to the session is named on the page, and what it waits for can be asked."""
    table = replace(log_of(START).table, phase=phase)

    assert referee_view(Log(table=table), {})["phase_word"]["zh"]
    for question in Question:
        for seat in (Seat.EAST, None):
            assert asked_words(AskReferee(question, seat))["zh"]


def test_an_appeal_is_open_for_the_time_of_the_ruleset() -> None:
    """From the end of the round on, to whom the ruleset says, also while the next is played."""
    ended = log_of(
        RoundStarted(0, Ruleset()),
        SideWithdrew(60_000, Side.EAST_WEST, Official.CHIEF_REFEREE),
        Signed(120_000, Side.EAST_WEST),
    )
    appeal = referee_view(ended, {})["appeal"]

    assert appeal["ends_in_ms"] == 29 * 60_000
    assert "30" in appeal["says"]["zh"]
    events = [line.event for line in ended.lines]
    again = log_of(*events, RoundStarted(130_000, Ruleset()))
    assert referee_view(again, {})["appeal"]["ends_in_ms"] == 29 * 60_000 - 10_000
    later = log_of(*events, RoundStarted(130_000, Ruleset()), TimePassed(31 * 60_000))
    assert referee_view(later, {})["appeal"] is None


@pytest.mark.parametrize("key", KEYS)
def test_every_switch_is_named_in_both_languages(key: str) -> None:
    """A switch or value added to the rules cannot reach the set-up screen without words."""
    kind, advised = KEYS[key].kind, KEYS[key].advised
    values = [advised, *(kind if issubclass(kind, Enum) else ())]

    assert switch_word(key)["zh"] != switch_word(key)["en"]
    for value in values:
        assert all(value_word(value).values())


def test_values_of_a_switch_are_told_as_players_say_them() -> None:
    """Lists, stages and yes or no; what has no words is shown as it stands in the file."""
    stages = KEYS["clocks.stages"].read(["0 signal", "5 warning"])

    assert value_word(stages)["zh"] == "超0秒：提示、超5秒：警告"
    assert value_word(())["en"] == "none"
    assert value_word(value=False)["zh"] == "否"
    assert value_word((Kind.PAIR, Kind.BOMB))["zh"] == "对子、炸弹"
