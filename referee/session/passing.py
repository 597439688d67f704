"""Passes that nobody saw: when an act tells that the seats before it have passed.

It never accuses on a guess. Whoever acts after seats that may have passed is taken to be in turn,
unless the first of them had the turn for so short a time that nobody can have passed in it. Whoever
had not passed may say so: `PassDenied`.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules.deal import give_lead, lay_unread, pass_turn
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


def before_act(table: Table, seat: Seat) -> tuple[Table, tuple[Seat, ...]]:
    """The table as *seat* finds it when it acts, and the seats whose pass only that act tells.

    The table is returned as it is where nothing unseen can have brought the turn to *seat*.
    """
    now, skipped = _unread_acted(table, seat), list[Seat]()
    deal, _ = playing(now)
    allowed = _could_have_passed(table)
    while deal.to_act is not None and deal.to_act is not seat:
        quiet = deal.to_act
        unsure = quiet in now.uncounted
        if not unsure and len(skipped) >= allowed:
            return table, ()
        if deal.top is not None:
            deal = pass_turn(deal, quiet)
        elif unsure and deal.cards_left[seat]:
            # It may hold no card any more, so it need not be the one who leads.
            deal = give_lead(deal, seat)
        else:
            return table, ()
        skipped.append(quiet)
    if deal.to_act is not seat:
        return table, ()
    if skipped:
        # Nobody knows when the turn came to this seat.
        now = replace(now, deal=deal, clock=TurnClock(now.now_ms, 0))
    return now, tuple(skipped)


def knock_counts(table: Table, event: Passed) -> bool:
    """Whether a sign of passing means anything; a hand on the table out of turn does not."""
    if event.shown_by is Passing.KEY:
        return True
    if table.settings.passing is Passing.KEY or table.deal is None:
        return False
    return table.deal.top is not None and before_act(table, event.seat)[0].to_act == (event.seat,)


def denied(table: Table, event: PassDenied) -> Outcome:
    """The seat had not passed: the act after it was out of turn, and its turn comes back."""
    before, seat = table.before, event.seat
    if before is None or seat not in before.skipped:
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
        uncounted=table.uncounted | {unread},
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
