"""Clocks are values: what is due, what is signalled once, what does not count."""

from __future__ import annotations

import pytest

from referee.app.rulesets import ruleset_ids, ruleset_named
from referee.rules.ruling import Fault
from referee.rules.switches.clocks import Stage, Step
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.timing import Clocked, timed
from referee.session.cases import CaseState
from referee.session.clock import Clocks, TurnClock
from referee.session.effects import Buzz, Lamp
from referee.session.events import DealStarted, HandsDrawn, TimeForgiven, TimePassed
from referee.session.signals import lamp
from referee.session.step import next_deadline_ms, step
from referee.session.table import Phase, Table
from referee.session.table_settings import Passing, TableSettings
from referee.session.verdict import Finding
from tests.session.script import Script
from tests.session.tables import N, S, a_round, finding, in_play, last_case, sounded, watched

DAY_MS = 24 * 60 * 60 * 1000
DEADLINE_OF_ROUND = 60 * 60 * 1000


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
@pytest.mark.parametrize("clocked", list(Clocked))
def test_stages_come_when_the_ruleset_says(ruleset_id: str, clocked: Clocked) -> None:
    """The table's clock and `rules.timing` agree on every stage of every sheet."""
    ruleset = ruleset_named(ruleset_id)
    clocks = Clocks.of(ruleset)
    clock = {
        Clocked.FIRST_LEAD: clocks.for_play(0, leads=True, first_of_deal=True),
        Clocked.PLAY: clocks.for_play(0, leads=False, first_of_deal=False),
        Clocked.TRIBUTE: TurnClock(0, clocks.tribute_ms, clocks.tribute_stages),
        Clocked.RETURN: TurnClock(0, clocks.return_ms, clocks.tribute_stages),
    }[clocked]
    while (due := clock.deadline_ms) is not None:
        before = timed(clocked, (due - 1) / 1000, ruleset)
        clock = clock.signalled()
        assert timed(clocked, due / 1000, ruleset).reached == clock.stage
        assert before.reached != clock.stage


def stages_of(script: Script) -> list[tuple[int, Lamp, list[Buzz]]]:
    """Every stage of the turn at hand: when, which lamp, what is heard."""
    stages: list[tuple[int, Lamp, list[Buzz]]] = []
    while (due := next_deadline_ms(script.table)) is not None and len(stages) < 5:
        began = script.table.clock.started_ms if script.table.clock is not None else 0
        done = script.take(TimePassed(due))
        seat = script.table.to_act[0]
        stages.append((due - began, lamp(script.table, seat), [buzz for _, buzz in sounded(done)]))
        if script.table.clock is not None and script.table.clock.deadline_ms is None:
            break
    return stages


def test_national_2017_warns_after_20_seconds_and_records_a_violation_at_40() -> None:
    """National-2017 art. 22: 0-20 normal, then a warning, later a violation and the trick."""
    script = in_play("national-2017", "E", "E C5")

    assert stages_of(script) == [
        (20_001, Lamp.OVERTIME, [Buzz.OVERTIME]),
        (40_000, Lamp.FAULT, [Buzz.FAULT]),
    ]
    case = last_case(script)
    assert (case.number, case.seat, case.fault) == (1, N, Fault.OVERTIME)
    assert case.proposal.step is LadderStep.VIOLATION
    assert case.proposal.article == "national-2017/clocks"
    assert not case.silent


def test_general_never_demote_turns_amber_at_30_and_red_at_45() -> None:
    """General-never-demote 十二.4: green to 30, amber with a warning to 45, then a foul."""
    script = in_play("general-never-demote", "E", "E C5")

    assert stages_of(script) == [
        (30_001, Lamp.OVERTIME, [Buzz.OVERTIME]),
        (45_000, Lamp.FAULT, [Buzz.FAULT]),
    ]
    assert last_case(script).proposal.step is LadderStep.FOUL
    assert last_case(script).proposal.decided_by is Official.CHIEF_REFEREE


def test_huaian_detail_turns_red_at_once_after_30_seconds() -> None:
    """Huaian-detail 十一: a foul as soon as 30 seconds are exceeded."""
    assert stages_of(in_play("huaian-detail", "E", "E C5")) == [(30_001, Lamp.FAULT, [Buzz.FAULT])]


def test_union_2024_only_signals_40_for_the_first_lead_and_20_later() -> None:
    """Union-2024 art. 7 “原则”: a light, no case; later leads have 20 seconds (AMB-24)."""
    lead = in_play("union-2024", "E")
    assert stages_of(lead) == [(40_001, Lamp.OVERTIME, [Buzz.OVERTIME])]
    later = in_play("union-2024", "E", "E C5", "N pass", "W pass", "S pass")
    assert stages_of(later) == [(20_001, Lamp.OVERTIME, [Buzz.OVERTIME])]
    assert later.table.cases == ()


def test_stages_that_are_due_at_once_are_signalled_in_one_step() -> None:
    """However late somebody asks, each stage is signalled once and the gravest is heard."""
    script = in_play("national-2017", "E", "E C5")
    done = script.play("+55 wait")

    assert sounded(done) == [(N, Buzz.FAULT)]
    assert [case.proposal.step for case in script.table.cases] == [LadderStep.VIOLATION]
    assert sounded(script.play("+5 wait")) == []


def test_an_act_after_a_stage_finds_it_signalled_even_if_nobody_asked() -> None:
    """A pass at 41 seconds opens the case of the violation that the time alone had brought."""
    asked_for = in_play("national-2017", "E", "E C5", "+20.001 wait", "+20.999 N pass")
    at_once = in_play("national-2017", "E", "E C5", "+41 N pass")

    assert at_once.table == asked_for.table
    assert finding(at_once.done) is Finding.OVERTIME
    assert last_case(at_once).proposal.step is LadderStep.VIOLATION


def test_pause_and_resume_leave_the_thinking_time_out() -> None:
    """Ten seconds of a ruling are nobody's; the next stage comes ten seconds later."""
    script = in_play("national-2017", "E", "E C5", "+5 pause", "+10 resume")
    clock = script.table.clock

    assert clock is not None
    assert clock.used_ms(script.table.now_ms) == 5_000
    assert next_deadline_ms(script.table) == clock.started_ms + 10_000 + 20_001


def test_a_call_stops_the_clock_until_it_is_dealt_with() -> None:
    """AMB-24: the clock is paused for referee calls; the lamp still says whose turn it is."""
    script = in_play("national-2017", "E", "E C5", "+5 N call")
    assert next_deadline_ms(script.table) == DEADLINE_OF_ROUND
    assert lamp(script.table, N) is Lamp.TURN

    script.play("+30 answer N", "+14 N pass")
    assert finding(script.done) is Finding.OK


def test_a_pause_outlasts_a_call_and_a_call_a_pause() -> None:
    """The clock runs only when nothing is in its way any more."""
    script = in_play("national-2017", "E", "E C5", "N call", "pause", "answer N")
    clock = script.table.clock
    assert clock is not None
    assert clock.paused_since_ms is not None

    script.play("N call", "resume")
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is not None
    script.play("answer N")
    assert script.table.clock.paused_since_ms is None


def test_extra_time_counts_from_the_limit_or_from_now_if_that_is_over() -> None:
    """Whoever gets 30 seconds more has 30 seconds more, however late it is said."""
    early = in_play("national-2017", "E", "E C5", "+5 grant 30")
    assert early.table.clock is not None
    assert early.table.clock.limit_ms == 50_000

    late = in_play("national-2017", "E", "E C5", "+25 grant 30")
    assert late.table.clock is not None
    assert late.table.clock.limit_ms == 55_000
    assert late.table.clock.stage is None
    assert lamp(late.table, N) is Lamp.TURN


def test_extra_time_needs_a_clock_and_a_positive_amount() -> None:
    """Nothing is granted where nobody is timed."""
    untimed = watched(clocks=Clocks(lead_ms=0, follow_ms=0))
    assert untimed.play("grant 30").table.clock == untimed.table.clock
    timed_table = watched("E C5").table
    assert watched("E C5", "+0 grant 0").table.clock == timed_table.clock


def test_forgiven_time_brings_no_stage() -> None:
    """What a correction took was nobody's time, so nothing can have come due in it."""
    script = in_play("national-2017", "E", "E C5")
    done = script.take(TimeForgiven(script.table.now_ms + 60_000, 60_000))

    assert sounded(done) == []
    assert script.table.cases == ()
    assert finding(script.play("+20 N pass")) is Finding.OK


def test_an_act_that_was_in_time_leaves_no_case_behind() -> None:
    """It was read after the deadline: the stage that came meanwhile is undone, and its case."""
    script = in_play("national-2017", "E", "E C5", "+21 wait")
    case = last_case(script)
    assert (case.seat, case.state) == (N, CaseState.OPEN)
    script.take(TimeForgiven(script.table.now_ms, 2_000))

    assert script.table.open_cases == ()
    assert lamp(script.table, N) is Lamp.TURN
    assert finding(script.play("+0 N pass")) is Finding.OK


def test_a_graver_stage_that_was_forgiven_goes_back_to_the_one_before() -> None:
    """A violation that came while the device read is a warning again; it comes once it is due."""
    script = in_play("national-2017", "E", "E C5", "+41 wait")
    assert last_case(script).proposal.step is LadderStep.VIOLATION
    script.take(TimeForgiven(script.table.now_ms, 5_000))

    assert last_case(script).proposal.step is LadderStep.WARNING
    assert last_case(script).state is CaseState.OPEN
    assert sounded(script.play("+4.1 wait")) == [(N, Buzz.FAULT)]
    assert last_case(script).proposal.step is LadderStep.VIOLATION
    assert len(script.table.cases) == 1


def test_a_day_added_to_every_moment_changes_nothing() -> None:
    """Only differences count: a table that starts a day later behaves alike."""
    lines = ("E C5", "+21 wait", "+3 N pass", "W D9", "+50 wait")
    start = watched().events[0]
    assert isinstance(start, DealStarted)
    today, tomorrow = Script(start), Script(TimePassed(DAY_MS), start)
    for line in lines:
        one, other = today.play(line), tomorrow.play(line)
        assert (one.verdict, one.effects) == (other.verdict, other.effects)


def test_time_that_runs_backwards_stands_still() -> None:
    """An event stamped earlier than the one before happens now."""
    script = watched("E C5")
    now_ms = script.table.now_ms

    assert step(script.table, TimePassed(now_ms - 5_000)).table == script.table


def test_sorting_time_comes_before_the_first_lead_only() -> None:
    """Staff-2011 七.5: 30 seconds after drawing, then the clock of the first lead starts."""
    script = a_round("staff-2011", "lead E", "+2 draw")
    drawn_ms = script.table.now_ms
    assert next_deadline_ms(script.table) == drawn_ms + 30_000 + 20_001

    script.play("+1 E C5")
    assert script.done.verdict is not None
    assert script.done.verdict.used_ms == 0
    assert next_deadline_ms(script.table) == script.table.now_ms + 20_001


def test_sorting_goes_on_while_somebody_names_the_leader() -> None:
    """Naming the leader late takes nothing of his time and grants none anew."""
    script = a_round("staff-2011", "+2 draw", "+10 lead E")
    assert script.table.clock is not None
    assert script.table.clock.started_ms == 2_000 + 30_000


def test_tribute_is_timed_from_the_last_card_drawn_and_the_return_from_the_tribute() -> None:
    """National-2017 art. 22: 15 and 30 seconds, then a warning, 15 more a violation."""
    script = a_round("national-2017", "lead E", "draw", "finish E N W", "confirm", "draw")
    assert stages_of(script) == [
        (15_001, Lamp.OVERTIME, [Buzz.OVERTIME]),
        (30_000, Lamp.FAULT, [Buzz.FAULT]),
    ]
    script.play("S CA")
    assert finding(script.done) is Finding.OVERTIME
    assert script.table.phase is Phase.RETURN
    assert stages_of(script) == [
        (30_001, Lamp.OVERTIME, [Buzz.OVERTIME]),
        (45_000, Lamp.FAULT, [Buzz.FAULT]),
    ]


def test_only_the_payer_who_has_not_paid_is_reminded() -> None:
    """A double tribute has one clock; whoever has paid is out of it."""
    script = a_round("national-2017", "lead E", "draw", "finish E W", "confirm", "draw", "N CA")
    assert sounded(script.play("+20 wait")) == [(S, Buzz.OVERTIME)]


def test_a_clock_without_a_limit_signals_nothing() -> None:
    """Zero seconds mean no clock."""
    script = watched(clocks=Clocks(lead_ms=0, follow_ms=0))
    assert next_deadline_ms(script.table) is None
    assert finding(script.play("+9999 E C5")) is Finding.OK


def test_where_passes_are_only_implied_the_first_lead_alone_is_timed() -> None:
    """Nobody can tell who took the time where nothing shows a pass."""
    settings = TableSettings(Passing.IMPLIED)
    script = watched(settings=settings)
    assert next_deadline_ms(script.table) == 40_001
    script.play("E C5")
    assert next_deadline_ms(script.table) is None


def test_stage_of_an_unsignalled_clock_is_none() -> None:
    """Within the time there is no stage, and a clock stands or runs as it is told."""
    clock = TurnClock(0, 1_000, (Stage(0, Step.SIGNAL),))
    assert clock.stage is None
    assert clock.paused(5).paused(9) == clock.paused(5)
    assert clock.running(7) == clock
    assert clock.paused(5).running(9).used_ms(20) == 16


def test_hands_drawn_twice_start_no_second_clock() -> None:
    """What does not fit the phase changes nothing but the time."""
    table = in_play("union-2024", "E").table
    assert step(table, HandsDrawn(table.now_ms)).table == table
    assert step(Table(), TimePassed(5)).table == Table(now_ms=5)
