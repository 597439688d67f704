"""Passes that nobody saw: when an act tells that the seats before it have passed.

It never accuses on a guess. Whoever acts after seats that may have passed is taken to be in turn,
unless the first of them had the turn for so short a time that nobody can have passed in it. Whoever
had not passed may say so: `PassDenied`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.rules.deal import Deal, give_lead, lay_unread, pass_turn
from referee.rules.irregularities import out_of_turn_pass, out_of_turn_play
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.cases import Proposal
from referee.session.clock import TurnClock
from referee.session.effects import AskReferee, Buzz, Question
from referee.session.events import PassDenied, Passed
from referee.session.outcome import Outcome, choice_of, resume_clock, with_case, with_pile
from referee.session.table import Table
from referee.session.table_settings import Passing
from referee.session.turns import playing, restored
from referee.session.unread import may_be_out


@dataclass(frozen=True, slots=True)
class Turn:
    """One way in which a seat may be acting in turn."""

    before: Table
    """The table it rests on."""
    now: Table
    """The table as that seat finds it."""
    skipped: tuple[Seat, ...] = ()
    """Seats whose pass only its act tells."""


def turn_of(table: Table, seat: Seat) -> Turn:
    """The likeliest way; the table as it is where nothing unseen can have brought the turn."""
    return next(possible_turns(table, seat), Turn(table, table))


def possible_turns(table: Table, seat: Seat) -> Iterator[Turn]:
    """Every way in which *seat* may be acting in turn, the likeliest first.

    There are several where nobody needs to have answered the last cards of a player who is out: the
    seat that takes the wind may be answering them or leading already. And a hand that was taken for
    a knock may have been none.
    """
    yield from _turns(table, seat)
    before = table.before
    if before is None or before.cards or table.unread is seat:
        return
    if before.seat is seat and seat in before.skipped:
        yield from _turns(resume_clock(restored(table, before)), seat)


def _turns(table: Table, seat: Seat) -> Iterator[Turn]:
    now, skipped = _unread_acted(table, seat), list[Seat]()
    deal, _ = playing(now)
    allowed = _could_have_passed(table)
    while (quiet := deal.to_act) is not None:
        if quiet is seat:
            yield Turn(table, _at_turn(now, deal, skipped), tuple(skipped))
        is_unsure = may_be_out(now, quiet)
        if len(skipped) >= allowed and not is_unsure:
            return
        if deal.top is not None:
            deal = pass_turn(deal, quiet)
        elif is_unsure and quiet is not seat and deal.cards_left[seat]:
            # It may hold no card any more, so it need not be the one who leads.
            deal = give_lead(deal, seat)
        else:
            return
        skipped.append(quiet)


def _at_turn(now: Table, deal: Deal, skipped: Sequence[Seat]) -> Table:
    """The table with the turn there; nobody knows when it came to a seat after quiet passes."""
    return replace(now, deal=deal, clock=TurnClock(now.now_ms, 0)) if skipped else now


def knock_counts(table: Table, event: Passed) -> bool:
    """Whether a sign of passing means anything; a hand on the table out of turn does not.

    Nor does one at the seat's own unread cards, which it straightens.
    """
    if event.shown_by is Passing.KEY:
        return True
    if table.settings.passing is Passing.KEY or table.unread is event.seat:
        return False
    now = turn_of(table, event.seat).now
    return now.deal is not None and now.deal.top is not None and now.to_act == (event.seat,)


def denied(table: Table, event: PassDenied) -> Outcome:
    """The seat had not passed: the act after it was out of turn, and its turn comes back."""
    before, seat = table.before, event.seat
    is_own_play = before is not None and bool(before.cards) and before.seat is seat
    if before is None or seat not in before.skipped or is_own_play:
        return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, seat),))
    offender, laid = before.seat, bool(before.cards) or table.unread is before.seat
    table = restored(table, before)
    if offender is seat:
        # Its own hand on the table was no knock; nobody did anything wrong.
        return Outcome(resume_clock(table))
    deal, _ = playing(table)
    to_act = deal.to_act or seat
    if laid:
        fault = Fault.OUT_OF_TURN_PLAY
        remedy = out_of_turn_play(offender, to_act, table.ruleset)
    else:
        fault = Fault.OUT_OF_TURN_PASS
        remedy = out_of_turn_pass(offender, to_act, table.ruleset)
    if before.cards:
        table = with_pile(table, offender, before.cards)
    proposal = Proposal.of_remedy(remedy)
    because = f"{offender.value} acted while {to_act.value} was to act, and had not passed"
    table = with_case(table, offender, fault, because, proposal, cards=before.cards, silent=False)
    return Outcome(resume_clock(table), buzzes={offender: Buzz.FAULT}, effects=choice_of(proposal))


def _unread_acted(table: Table, seat: Seat) -> Table:
    """Take unread cards for a play once another seat acts: blaming that seat would be a guess."""
    unread = table.unread
    if unread is None or unread is seat:
        return table
    deal, _ = playing(table)
    deal = lay_unread(deal, unread)
    clock = table.clocks.for_play(table.now_ms, leads=False, first_of_deal=False)
    return replace(
        table,
        deal=deal,
        clock=clock,
        unread=None,
        unread_plays=table.unread_plays.put(unread, table.unread_plays[unread] + 1),
        before=None,
        acts=table.acts + 1,
    )


def _could_have_passed(table: Table) -> int:
    """How many seats one after the other may have passed since the last act, unread ones too."""
    settings = table.settings
    if settings.passing is Passing.KEY:
        return 0
    _, clock = playing(table)
    quiet_ms = clock.used_ms(table.now_ms)
    if table.unread is not None and clock.paused_since_ms is not None:
        quiet_ms = table.now_ms - clock.paused_since_ms
    return 3 if settings.implied_ms == 0 else min(3, quiet_ms // settings.implied_ms)
