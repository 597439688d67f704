"""What a table waits for, as a function of the table.

Orders are given once, when something changes. After a restart or a correction whoever shows the
table needs to know what still holds, and finds it here.
"""

from __future__ import annotations

from referee.rules.drawing import Duties, first_duties, later_duties
from referee.rules.seats import Seat
from referee.rules.switches.tribute import DoubleAssignment
from referee.session.effects import Announce, AskReferee, Notice, Question
from referee.session.table import Phase, Table

Waiting = Announce | AskReferee


def waiting_for(table: Table) -> tuple[Waiting, ...]:
    """Everything that somebody still has to do or to decide, the same for equal tables."""
    questions = [AskReferee(Question.CALLED, s) for s in Seat if s in table.calls]
    choices = [
        Announce(Notice.MAY_CHOOSE, case.proposal.chooser)
        for case in table.open_cases
        if case.proposal.chooser is not None
    ]
    return (*_of_phase(table), *_of_play(table), *_of_round(table), *choices, *questions)


def duties_of(table: Table) -> Duties:
    """Who shuffles, cuts and draws first before the deal at hand, as far as it is known."""
    state = table.round
    if state is None:
        return Duties(None, None, None)
    if state.last_finish is not None:
        return later_duties(state.last_finish, table.ruleset)
    if state.after_foul is not None:
        # Nobody was first or last out, and no sheet says who does what then.
        return Duties(None, None, None)
    return first_duties(table.ruleset, table.turned)


def announced(duties: Duties) -> tuple[Announce, ...]:
    """The duties as they are told to the table; those nobody knows are left out."""
    pairs = (
        (Notice.SHUFFLE, duties.shuffler),
        (Notice.CUT, duties.cutter),
        (Notice.DRAW_FIRST, duties.first_draw),
    )
    return tuple(Announce(notice, seat) for notice, seat in pairs if seat is not None)


def _of_phase(table: Table) -> tuple[Announce, ...]:
    match table.phase:
        case Phase.DRAWING:
            return announced(duties_of(table))
        case Phase.TRIBUTE:
            if table.to_act:
                return tuple(Announce(Notice.PAY_TRIBUTE, seat) for seat in table.to_act)
            return (choice_of_tribute(table),)
        case Phase.RETURN:
            return tuple(Announce(Notice.RETURN_CARD, seat) for seat in table.to_act)
        case Phase.LEADER:
            return (leader_to_name(table),)
        case Phase.TIED:
            return (Announce(Notice.DECIDE_ROUND),)
        case _:
            return ()


def choice_of_tribute(table: Table) -> Announce:
    """Who has to say which card goes to the first out."""
    tributes = table.tributes
    by_place = table.ruleset.tribute.double_assignment is DoubleAssignment.BY_PLACE
    if tributes is None or by_place:
        return Announce(Notice.NAME_LAST_OUT)
    return Announce(Notice.CHOOSE_TRIBUTE, tributes.finish.first_out)


def leader_to_name(table: Table) -> Announce:
    """Who has to say who leads.

    下家 of the offender (jiangsu-2017 四.三.三), or the opponents (national-2017 art. 15-16): he is
    one of them in either wording. Nobody in particular where no foul came before.
    """
    foul_by = None if table.round is None else table.round.after_foul
    return Announce(Notice.NAME_LEADER, None if foul_by is None else foul_by.following)


def _of_play(table: Table) -> tuple[Waiting, ...]:
    if table.phase is not Phase.PLAYING or table.deal is None:
        return ()
    found: list[Waiting] = [
        Announce(Notice.REPORT_DUE, seat) for seat in Seat if seat in table.reports_due
    ]
    found += [
        AskReferee(Question.UNREAD_CARDS, seat)
        for seat in Seat
        if seat is table.unread or seat in table.uncounted
    ]
    if table.deal.top is not None and table.deal.top.may_be:
        found.append(AskReferee(Question.UNDECLARED_WILD, table.deal.top.seat))
    return tuple(found)


def _of_round(table: Table) -> tuple[Announce, ...]:
    is_last = table.round is not None and table.round.time_is_up and table.round.outcome is None
    in_hand = table.phase in (Phase.TRIBUTE, Phase.RETURN, Phase.LEADER, Phase.PLAYING)
    return (Announce(Notice.LAST_DEAL),) if is_last and in_hand else ()
