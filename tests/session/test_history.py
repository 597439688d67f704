"""Corrections: anything can be put right at any time, and the record keeps both."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.cards import parse_cards
from referee.rules.seats import Side
from referee.session.effects import Lamp, Notice, ShowSeat
from referee.session.events import (
    CardsLaid,
    CorrectableEvent,
    Corrected,
    DealStarted,
    Decision,
    FinishEntered,
    Passed,
    RowRef,
    Ruled,
    Signed,
    TimeForgiven,
)
from referee.session.history import Difference, History, add, preview, replay
from referee.session.table import Phase, Table
from referee.session.verdict import Finding
from tests.session.script import Script
from tests.session.tables import E, N, S, W, in_play, said, watched


def history_of(script: Script) -> History:
    return replay(script.events)


def corrected(
    history: History,
    first: int,
    last: int | None,
    *instead: CorrectableEvent,
    after_ms: int = 0,
) -> History:
    """The history after one correction of whole rows."""
    rows = (RowRef(first), None if last is None else RowRef(last))
    at_ms = history.table.now_ms + after_ms
    return add(history, Corrected(at_ms, *rows, instead))[0]


def findings(history: History) -> list[Finding | None]:
    return [None if c.verdict is None else c.verdict.finding for c in history.counted]


def test_misread_card_is_put_right_and_later_verdicts_are_judged_anew() -> None:
    """Row 3 was a king, not a nine: what followed does not beat it."""
    history = history_of(watched("E C5", "N C9", "W CT"))
    assert findings(history) == [None, Finding.OK, Finding.OK, Finding.OK]
    king = CardsLaid(history.counted[2].event.at_ms, N, parse_cards("CK"))
    put_right = corrected(history, 3, 3, king)

    assert findings(put_right)[:4] == [None, Finding.OK, Finding.OK, Finding.DOES_NOT_BEAT]
    assert put_right.table.refused == ((W, parse_cards("CT")),)
    assert put_right.counted[2].ref == RowRef(5, 1)


def test_wrong_seat_is_put_right() -> None:
    """The play was the next seat's; the turn has moved on by one."""
    history = history_of(watched("E C5", "N C9"))
    play = history.counted[1].event
    assert isinstance(play, CardsLaid)
    start = history.counted[0].event
    assert isinstance(start, DealStarted)
    put_right = corrected(history, 1, 2, replace(start, leader=S), replace(play, seat=S))
    assert findings(put_right) == [None, Finding.OK, Finding.OUT_OF_TURN_PLAY]


def test_pass_that_was_none_is_taken_out() -> None:
    """The seat is to act again; what the correction took is nobody's time."""
    history = history_of(watched("E C5", "+5 N pass"))
    put_right = corrected(history, 3, 3, after_ms=8_000)
    table = put_right.table

    assert table.to_act == (N,)
    assert table.clock is not None
    assert table.clock.used_ms(table.now_ms) == 0
    assert isinstance(put_right.counted[-1].event, TimeForgiven)


def test_missed_play_is_put_in_before_another() -> None:
    """With no last row nothing is taken out."""
    history = history_of(watched("E C5", "W C9"))
    assert findings(history)[-1] is Finding.OUT_OF_TURN_PLAY
    missed = Passed(history.counted[1].event.at_ms + 500, N)
    put_right = corrected(history, 3, None, missed)
    assert findings(put_right) == [None, Finding.OK, Finding.OK, Finding.OK]
    assert put_right.table.to_act == (S,)
    assert put_right.table.cases == ()


def test_ruling_is_changed_by_a_correction() -> None:
    """A penalty given by mistake is dismissed instead; the ladder counts anew."""
    script = in_play("national-2017", "E", "E C5", "+41 N pass", "rule 1 confirm")
    ruling, row = script.events[-1], len(script.events)
    assert isinstance(ruling, Ruled)
    dismissed = replace(ruling, decision=Decision.DISMISS)
    put_right = corrected(history_of(script), row, row, dismissed)
    assert put_right.table.round is not None
    assert put_right.table.round.book.north_south.violations == 0


def test_finished_deal_is_put_right_after_the_next_has_begun() -> None:
    """Other places, other levels: everything that followed is judged anew."""
    script = in_play("national-2017", "E", "finish E W", "confirm", "+5 draw", "N SA")
    at = next(i for i, e in enumerate(script.events, 1) if isinstance(e, FinishEntered))
    entered = script.events[at - 1]
    assert isinstance(entered, FinishEntered)
    put_right = corrected(history_of(script), at, at, replace(entered, order=(E, N, W)))
    table = put_right.table

    assert table.round is not None
    assert [row.finish for row in table.round.sheet] == [(E, N, W, S)]
    assert str(table.round.game.level) == "4"
    assert table.phase is Phase.TRIBUTE
    assert table.to_act == (S,)  # a single tribute now: what N laid was nobody's business
    assert findings(put_right)[-1] is Finding.NOT_NOW


def test_undoing_back_to_an_event_takes_out_everything_after_it() -> None:
    """As a referee's page does it: from the next row to the last."""
    script = watched("E C5", "N C9", "W CT", "S pass")
    put_right = corrected(history_of(script), 3, 5)
    assert put_right.table.to_act == (N,)
    assert [counted.ref.row for counted in put_right.counted[:2]] == [1, 2]


def test_a_correction_can_be_corrected() -> None:
    """Its events have places of their own in the record."""
    history = history_of(watched("E C5", "N C9"))
    nine = history.counted[2].event
    once = corrected(history, 3, 3, CardsLaid(nine.at_ms, N, parse_cards("C4")))
    assert findings(once)[2] is Finding.DOES_NOT_BEAT
    again, done = add(once, Corrected(once.table.now_ms, RowRef(4, 1), RowRef(4, 1), (nine,)))
    assert findings(again)[2] is Finding.OK
    assert again.rows == 5
    assert done.table == again.table
    assert ShowSeat(W, Lamp.TURN) in done.effects


def test_places_that_do_not_follow_each_other_are_no_place() -> None:
    """First after last, or a row that no longer counts."""
    history = history_of(watched("E C5", "N C9"))
    backwards = Corrected(history.table.now_ms, RowRef(3), RowRef(2))
    assert preview(history, backwards) is None
    gone = corrected(history, 3, 3)
    assert preview(gone, Corrected(gone.table.now_ms, RowRef(3), None)) is None
    assert replace(add(history, backwards)[0], rows=3) == history


def test_preview_shows_each_verdict_that_would_be_another_and_nothing_else() -> None:
    """Before a referee accepts it."""
    history = history_of(watched("E C5", "N C9", "+3 W CT", "+1 wait"))
    play = history.counted[2].event
    king = CardsLaid(play.at_ms, N, parse_cards("CK"))
    seen = preview(history, Corrected(history.table.now_ms + 9, RowRef(3), RowRef(3), (king,)))

    assert seen is not None
    assert [type(difference) for difference in seen.differences] == [Difference] * 3
    was, later, new = seen.differences
    assert (was.ref, was.event, was.after) == (RowRef(3), play, None)
    assert was.before is not None
    assert later.ref == RowRef(4)
    assert later.before is not None
    assert later.before.finding is Finding.OK
    assert later.after is not None
    assert later.after.finding is Finding.DOES_NOT_BEAT
    assert (new.ref, new.event, new.before) == (RowRef(6, 1), king, None)


def signed_round() -> Script:
    return in_play(
        "national-2017", "E", "finish E W", "confirm", "withdraw NS", "sign EW", "sign NS"
    )


def test_signatures_under_another_result_sign_nothing() -> None:
    """A corrected score has to be signed anew."""
    script = signed_round()
    assert script.table.phase is Phase.SIGNED
    at = next(i for i, e in enumerate(script.events, 1) if isinstance(e, FinishEntered))
    entered = script.events[at - 1]
    assert isinstance(entered, FinishEntered)
    put_right = corrected(history_of(script), at, at, replace(entered, order=(N, S)))
    table = put_right.table

    assert table.round is not None
    assert table.round.signed == frozenset()
    assert table.phase is Phase.ROUND_ENDED
    again, _ = add(put_right, Signed(table.now_ms, Side.EAST_WEST))
    assert again.table.round is not None
    assert again.table.round.signed == frozenset({Side.EAST_WEST})


def test_signatures_stand_when_the_result_stays_what_it_was() -> None:
    """A card put right in the first deal changes nobody's signature."""
    script = signed_round()
    history = history_of(script)
    put_right = corrected(history, 2, 2, history.counted[1].event)
    assert put_right.table.phase is Phase.SIGNED


def test_empty_record_is_an_empty_table() -> None:
    """Before the first row nobody may act."""
    assert replay([]) == History()
    assert replay([]).table == Table()


def test_correction_tells_the_table_what_it_waits_for_now() -> None:
    """Single instead of double: the page and the screen ask the right seat for its card."""
    script = in_play("national-2017", "E", "finish E W", "confirm", "+5 draw")
    at = next(i for i, e in enumerate(script.events, 1) if isinstance(e, FinishEntered))
    entered = script.events[at - 1]
    assert isinstance(entered, FinishEntered)
    correction = Corrected(
        script.table.now_ms, RowRef(at), RowRef(at), (replace(entered, order=(E, W, S)),)
    )
    same, unchanged = add(history_of(script), correction)
    assert said(unchanged) == []
    assert same.table.to_act == script.table.to_act

    other = replace(correction, instead=(replace(entered, order=(E, N, S)),))
    assert said(add(history_of(script), other)[1]) == [(Notice.PAY_TRIBUTE, W)]
