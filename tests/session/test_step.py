"""The reducer: who may act, what is sounded, what is only asked."""

from __future__ import annotations

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FACES, Card, parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import AskReferee, Buzz, DealEnded, Lamp, Question, ShowSeat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CorrectableEvent,
    DealStarted,
    Passed,
    SeatEvent,
    TakenBack,
    TimePassed,
)
from referee.session.history import replay
from referee.session.signals import all_lamps, lamp
from referee.session.step import EXPECTED, Step, next_deadline_ms, step
from referee.session.table import Phase, Table
from referee.session.verdict import Finding

E, N, W, S = Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH
START = DealStarted(0, Level.parse("8"), S)


def play(*events: CorrectableEvent) -> Step:
    return reduce(lambda so_far, event: step(so_far.table, event), events, Step(Table()))


def laid(seconds: float, seat: Seat, text: str) -> CardsLaid:
    return CardsLaid(round(seconds * 1000), seat, parse_cards(text))


def passed(seconds: float, seat: Seat) -> Passed:
    return Passed(round(seconds * 1000), seat)


def finding(done: Step) -> Finding:
    assert done.verdict is not None
    return done.verdict.finding


def test_start_lights_the_leader() -> None:
    """The leader's lamp alone is lit when a deal starts."""
    done = play(START)

    assert done.effects == (ShowSeat(S, Lamp.TURN),)
    assert [order.lamp for order in all_lamps(done.table)] == [
        Lamp.OFF,
        Lamp.OFF,
        Lamp.OFF,
        Lamp.TURN,
    ]


def test_play_moves_the_turn_counter_clockwise() -> None:
    """A good play hands the lamp to the seat on the right."""
    done = play(START, laid(12, S, "C5"))

    assert finding(done) is Finding.OK
    assert done.effects == (ShowSeat(E, Lamp.TURN), ShowSeat(S, Lamp.OFF))


def test_play_that_does_not_beat_is_sounded_and_changes_no_turn() -> None:
    """The seat's lamp turns red, its buzzer sounds, the deal stays as it was."""
    before = play(START, laid(12, S, "CK"))
    done = step(before.table, laid(17, E, "D7"))

    assert finding(done) is Finding.DOES_NOT_BEAT
    assert done.effects == (ShowSeat(E, Lamp.FAULT, Buzz.FAULT),)
    assert done.table.deal == before.table.deal


def test_cards_that_make_nothing_are_no_combination() -> None:
    """Two different ranks without a wild card are no pair."""
    assert finding(play(START, laid(1, S, "C5 D6"))) is Finding.NOT_A_COMBINATION


def test_taking_back_puts_the_lamp_back() -> None:
    """After the refused cards are gone the seat is simply to act."""
    done = play(START, laid(12, S, "CK"), laid(17, E, "D7"), TakenBack(19_000, E))

    assert finding(done) is Finding.OK
    assert done.effects == (ShowSeat(E, Lamp.TURN),)


def test_refused_cards_stop_the_clock() -> None:
    """The time during which the cards lie there is nobody's thinking time."""
    done = play(START, laid(1, S, "CK"), laid(16, E, "D7"), TakenBack(30_000, E), passed(34.9, E))

    assert finding(done) is Finding.OK
    assert done.verdict is not None
    assert done.verdict.used_ms == 19_900


def test_out_of_turn_play_buzzes_that_seat_only_and_stops_the_clock_of_the_other() -> None:
    """The seat to act keeps its lamp and loses no time to somebody else's mistake."""
    done = play(START, laid(1, S, "C9"), laid(4, W, "HR"))

    assert finding(done) is Finding.OUT_OF_TURN_PLAY
    assert done.effects == (ShowSeat(W, Lamp.FAULT, Buzz.FAULT),)
    assert next_deadline_ms(done.table) is None
    back = step(done.table, TakenBack(9_000, W)).table
    assert next_deadline_ms(back) == 1_000 + 20_000 + 5_000 + 1


def test_out_of_turn_pass_is_sounded_and_the_turn_stands() -> None:
    """Passing before one's turn changes nothing but is heard."""
    before = play(START, laid(1, S, "C9"))
    done = step(before.table, passed(3, W))

    assert finding(done) is Finding.OUT_OF_TURN_PASS
    assert done.effects == (ShowSeat(W, Lamp.OFF, Buzz.FAULT),)
    assert done.table.deal == before.table.deal


def test_leader_may_not_pass() -> None:
    """Whoever leads lays cards."""
    assert finding(play(START, passed(3, S))) is Finding.LEADER_MAY_NOT_PASS


def test_trick_goes_to_the_last_play_when_the_others_pass() -> None:
    """The winner leads with the time of a lead."""
    done = play(START, laid(1, S, "C9"), passed(2, E), passed(3, N), passed(4, W))

    assert done.table.deal is not None
    assert done.table.deal.to_act is S
    assert done.table.deal.top is None
    assert next_deadline_ms(done.table) == 4_000 + 40_000 + 1


def test_exactly_the_limit_is_in_time() -> None:
    """Twenty seconds are granted; the next millisecond is late."""
    in_time = play(START, laid(1, S, "C9"), passed(21, E))
    late = play(START, laid(1, S, "C9"), Passed(21_001, E))

    assert finding(in_time) is Finding.OK
    assert finding(late) is Finding.OVERTIME


def test_overtime_is_signalled_once_at_the_deadline_and_the_act_still_counts() -> None:
    """The lamp turns amber and the buzzer sounds at the first late moment, not again later."""
    waiting = play(START, laid(1, S, "C9"))
    due = next_deadline_ms(waiting.table)
    assert due == 21_001
    late = step(waiting.table, TimePassed(due))
    again = step(late.table, TimePassed(due + 5_000))
    done = step(again.table, passed(28, E))

    assert late.effects == (ShowSeat(E, Lamp.OVERTIME, Buzz.OVERTIME),)
    assert again.effects == ()
    assert finding(done) is Finding.OVERTIME
    assert done.verdict is not None
    assert done.verdict.article == "union-2024/annex"
    assert done.table.deal is not None
    assert done.table.deal.to_act is N


def test_unread_cards_are_asked_about_and_never_sounded() -> None:
    """Nobody at the table notices; the clock stands still."""
    done = play(START, laid(1, S, "C9"), CardsUnread(5_000, E, "glare"))

    assert finding(done) is Finding.UNSURE
    assert done.effects == (AskReferee(Question.UNREAD_CARDS, E),)
    assert next_deadline_ms(done.table) is None


def test_next_seat_is_not_accused_because_cards_before_it_were_unread() -> None:
    """The unread cards count as played once the next seat acts, and anything may follow them."""
    done = play(START, laid(1, S, "CK"), CardsUnread(5_000, E, "glare"), laid(9, N, "D3"))

    assert finding(done) is Finding.OK
    assert done.table.deal is not None
    assert done.table.deal.to_act is W


def test_unread_cards_can_be_entered_by_the_referee() -> None:
    """The same seat's cards, known now, are judged as if they had been read at once."""
    unread = play(START, laid(1, S, "CK"), CardsUnread(5_000, E, "glare"))

    assert finding(step(unread.table, laid(9, E, "D3"))) is Finding.DOES_NOT_BEAT
    assert finding(step(unread.table, laid(9, E, "DA"))) is Finding.OK


def test_third_copy_of_a_face_is_asked_about_not_sounded() -> None:
    """A third copy means a misreading or a foreign card; the table hears nothing."""
    done = play(START, laid(1, S, "C9 C9"), laid(5, E, "C9"))

    assert finding(done) is Finding.FOREIGN_CARD
    assert done.effects == (AskReferee(Question.ODD_CARDS, E),)


def test_third_copy_is_nothing_special_when_pictures_show_many_decks() -> None:
    """A session of photographs of different decks counts no copies."""
    start = DealStarted(0, Level.parse("8"), S, same_deck=False)

    assert finding(play(start, laid(1, S, "C9"), laid(2, E, "CA"))) is Finding.OK
    once = play(start, laid(1, S, "C9 C9"), passed(2, E), passed(3, N), passed(4, W))
    assert finding(step(once.table, laid(5, S, "C9"))) is Finding.OK


def test_play_that_stood_can_be_taken_back_until_the_next_act() -> None:
    """The turn returns to that seat with the time it had left, and the referee is asked."""
    done = play(START, laid(1, S, "C9"), laid(11, E, "CT"), TakenBack(14_000, E))

    assert finding(done) is Finding.OK
    assert done.effects == (
        ShowSeat(E, Lamp.TURN),
        ShowSeat(N, Lamp.OFF),
        AskReferee(Question.PLAY_TAKEN_BACK, E),
    )
    assert next_deadline_ms(done.table) == 1_000 + 20_000 + 3_000 + 1


def test_nothing_to_take_back_changes_nothing() -> None:
    """A seat without cards on the table has none to take back."""
    before = play(START, laid(1, S, "C9"), passed(2, E))
    done = step(before.table, TakenBack(2_000, S))

    assert finding(done) is Finding.NOTHING_TO_TAKE_BACK
    assert done.table == before.table
    assert done.effects == ()


def test_deal_ends_with_the_finish_and_all_lamps_out() -> None:
    """Both partners out first and second end the deal at once (双下)."""
    start = DealStarted(0, Level.parse("8"), S, cards_left=(2, 1, 3, 1))
    done = play(start, laid(1, S, "C9"), passed(2, E), laid(3, N, "CT"))

    assert done.effects == (
        ShowSeat(N, Lamp.OFF),
        DealEnded((S, N, E, W)),
    )
    assert done.table.phase is Phase.ENDED


def test_partner_takes_the_wind() -> None:
    """When nobody beats the last cards of a player who is out, his partner leads (接风)."""
    start = DealStarted(0, Level.parse("8"), S, cards_left=(3, 3, 3, 1))
    done = play(start, laid(1, S, "CA"), passed(2, E), passed(3, N), passed(4, W))

    assert done.table.deal is not None
    assert done.table.deal.to_act is N
    assert done.table.deal.top is None


def test_acts_after_the_deal_are_named_and_never_sounded() -> None:
    """Players show their last cards; that is no fault."""
    start = DealStarted(0, Level.parse("8"), S, cards_left=(3, 1, 3, 1))
    ended = play(start, laid(1, S, "C9"), passed(2, E), laid(3, N, "CT"))
    done = step(ended.table, laid(9, W, "D3"))

    assert finding(done) is Finding.DEAL_IS_OVER
    assert done.effects == ()
    assert done.table.deal == ended.table.deal


def test_every_phase_says_what_it_listens_to() -> None:
    """A new phase cannot be added without its row in the table."""
    assert set(Phase) == EXPECTED.keys()


def test_clock_limits_come_from_the_start_of_the_deal() -> None:
    """Another ruleset's times are used and its article is cited."""
    start = DealStarted(0, Level.parse("8"), S, Clocks(30_000, 30_000, "huaian-detail/7"))
    done = play(start, laid(31, S, "C9"))

    assert finding(done) is Finding.OVERTIME
    assert done.verdict is not None
    assert done.verdict.article == "huaian-detail/7"


SEATS = st.sampled_from(list(Seat))
CARDS = st.lists(st.sampled_from(FACES), min_size=1, max_size=10).map(tuple)
TIMES = st.integers(-5_000, 600_000)


@st.composite
def hostile_events(draw: st.DrawFn) -> SeatEvent | TimePassed:
    at_ms, seat = draw(TIMES), draw(SEATS)
    cards: tuple[Card, ...] = draw(CARDS)
    kinds: list[SeatEvent | TimePassed] = [
        CardsLaid(at_ms, seat, cards),
        CardsLaid(at_ms, seat, cards[:1]),
        CardsUnread(at_ms, seat, "glare"),
        Passed(at_ms, seat),
        Passed(at_ms, seat),
        TakenBack(at_ms, seat),
        TimePassed(at_ms),
    ]
    return draw(st.sampled_from(kinds))


STARTS = st.builds(
    DealStarted,
    at_ms=st.just(0),
    level=st.just(Level.parse("8")),
    leader=SEATS,
    cards_left=st.tuples(*[st.integers(1, 27)] * 4),
    same_deck=st.booleans(),
)


@given(STARTS, st.lists(hostile_events(), max_size=60))
def test_no_stream_of_events_breaks_the_table(
    start: DealStarted, events: list[CorrectableEvent]
) -> None:
    """Whatever comes in, one seat at most has the turn, time never runs back, doubt is silent."""
    table = step(Table(), start).table
    for event in events:
        # What the time alone brings is sounded at its own moment.
        table = step(table, TimePassed(event.at_ms)).table
        done = step(table, event)
        assert done.table.now_ms >= table.now_ms
        lit = [seat for seat in Seat if lamp(done.table, seat) in {Lamp.TURN, Lamp.OVERTIME}]
        assert len(lit) <= 1
        if done.verdict is not None and done.verdict.finding in {
            Finding.UNSURE,
            Finding.FOREIGN_CARD,
            Finding.NOT_IN_HAND,
            Finding.DEAL_IS_OVER,
        }:
            sounded = [e for e in done.effects if isinstance(e, ShowSeat)]
            assert all(order.buzz is Buzz.SILENT for order in sounded)
        table = done.table
    assert replay([start, *events]).table == table
