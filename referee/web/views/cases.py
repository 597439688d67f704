"""Open cases and questions: what a person has to decide, and what the ruleset offers."""

from __future__ import annotations

from typing import Any

from referee.rules.combinations import Kind
from referee.rules.penalties import consequence
from referee.rules.remedies import CardsGo, Choice
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.session.cases import Case, CaseState, Proposal
from referee.session.claims import claim_on
from referee.session.effects import Question
from referee.session.table import Phase, Table
from referee.session.verdict import Verdict
from referee.web.views.because import because_words
from referee.web.views.log import Log
from referee.web.views.pictures import Shown, pictures_json
from referee.web.views.words import (
    Both,
    both,
    combination_words,
    fault_word,
    kind_word,
    question_words,
    seat_word,
    verdict_words,
)

Json = dict[str, Any]


def case_json(case: Case, log: Log, pictures: Shown) -> Json:
    """One case with its remedies."""
    verdict, row = _verdict_of(case, log)
    table = log.table
    return {
        "number": case.number,
        "seat": case.seat.value,
        "seat_word": seat_word(case.seat),
        "fault": case.fault.value,
        "fault_word": fault_word(case.fault),
        "says": case_says(case, verdict),
        "because": because_words(case.because),
        "article": case.proposal.article,
        "cards": [str(card) for card in case.cards],
        "silent": case.silent,
        "deal": case.deal,
        "trick": case.trick,
        "state": case.state.value,
        "state_word": both(f"page.case_{case.state.value}"),
        "row": row,
        "pictures": pictures_json(pictures, row),
        "claim": _claim(case, table),
        "proposes": _step(case.proposal, table),
        "remedies": remedies_of(case.proposal),
        "may_stand": _may_stand(case, table),
        "choice": None if case.proposal.choice is None else case.proposal.choice.value,
        "kinds": _kinds(case.proposal),
        "decided_by": case.proposal.decided_by.value,
        "decided_by_word": both(f"page.by_{case.proposal.decided_by.value}"),
    }


def open_cases(log: Log, pictures: Shown) -> list[Json]:
    """Cases nobody has ruled on, those the table waits for first."""
    waiting = sorted(log.table.open_cases, key=lambda case: case.state is CaseState.CLEARED)
    return [case_json(case, log, pictures) for case in waiting]


def questions(log: Log) -> list[Json]:
    """What the table waits for besides rulings on cases, most urgent first."""
    table = log.table
    asks = [
        {"kind": "call", "seat": seat.value, "says": question_words(Question.CALLED, seat)}
        for seat in Seat
        if seat in table.calls
    ]
    if table.unread is not None:
        asks.append(_asked("unread", table.unread, Question.UNREAD_CARDS))
    asks += [
        {"kind": "uncounted", "seat": s.value, "says": both("page.ask_uncounted", seat=s)}
        for s in Seat
        if table.phase is Phase.PLAYING and s in table.uncounted
    ]
    top = table.deal.top if table.deal is not None else None
    if top is not None and top.may_be and table.deal is not None:
        wild = _asked("wild", top.seat, Question.UNDECLARED_WILD)
        readings = dict.fromkeys(filter(None, (top.combination, *top.may_be)))
        wild["readings"] = [
            {
                "reading": [reading.kind.value, reading.size, reading.key],
                "word": combination_words(reading, table.deal.level),
            }
            for reading in readings
        ]
        asks.append(wild)
    if table.before is not None and table.before.skipped:
        asks += [
            {"kind": "skipped", "seat": seat.value, "says": both("page.ask_skipped", seat=seat)}
            for seat in table.before.skipped
        ]
    asks += [
        {"kind": "report", "seat": seat.value, "says": both("page.ask_report", seat=seat)}
        for seat in Seat
        if seat in table.reports_due
    ]
    return asks


def duty(table: Table) -> Json | None:
    """What the phase itself waits for from a person."""
    match table.phase:
        case Phase.DRAWING | Phase.LEADER | Phase.ENDED | Phase.TIED | Phase.ROUND_ENDED:
            return {"kind": table.phase.value, "says": both(f"page.duty_{table.phase.value}")}
        case Phase.TRIBUTE | Phase.RETURN:
            payers = table.tributes.owed.payers if table.tributes is not None else ()
            return {
                "kind": table.phase.value,
                "says": both(f"page.duty_{table.phase.value}"),
                "payers": [seat.value for seat in payers],
                "chooses": table.phase is Phase.TRIBUTE and not table.to_act,
            }
        case _:
            return None


def claim_window(table: Table) -> Both:
    """Until when the ruleset lets an irregularity be pointed out."""
    return both(f"page.claim_{table.ruleset.penalties.claim_window.value}")


def _claim(case: Case, table: Table) -> Json | None:
    """Whether a case that nobody at the table has heard of is still in time."""
    if not case.silent:
        return None
    found = claim_on(table, case)
    if not found.lapsed:
        says = both("page.claim_open")
    elif found.decided_by is None:
        says = both("page.claim_lapsed")
    else:
        says = both("page.claim_may_lapse", by=both(f"page.by_{found.decided_by.value}"))
    return {"lapsed": found.lapsed, "says": says, "window": claim_window(table)}


def ladder(table: Table) -> list[Json]:
    """The steps of the ruleset's ladder, mildest first, with who gives each."""
    ruleset = table.ruleset
    return [
        {
            "step": step.value,
            "word": both(f"page.step_{step.value}"),
            "by": consequence(step, ruleset).decided_by.value,
            "by_word": both(f"page.by_{consequence(step, ruleset).decided_by.value}"),
        }
        for step in ruleset.penalties.ladder
    ]


def notable_faults() -> list[Json]:
    """Faults that a person enters because no camera can be sure of them."""
    return [{"fault": fault.value, "word": fault_word(fault)} for fault in Fault]


def _asked(kind: str, seat: Seat, question: Question) -> Json:
    return {"kind": kind, "seat": seat.value, "says": question_words(question, seat)}


def _verdict_of(case: Case, log: Log) -> tuple[Verdict | None, int | None]:
    """The verdict that opened a case, and the row it stands in."""
    for line in reversed(log.lines):
        verdict = line.counted.verdict
        if verdict is not None and verdict.case == case.number:
            return verdict, line.counted.ref.row
    return None, None


def case_says(case: Case, verdict: Verdict | None) -> Both:
    """What was found, in one sentence."""
    if verdict is not None and verdict.finding.value == case.fault.value:
        return verdict_words(verdict)
    return both("page.case_says", seat=case.seat, fault=fault_word(case.fault))


def _step(proposal: Proposal, table: Table) -> Json | None:
    if proposal.step is None:
        return None
    needs = consequence(proposal.step, table.ruleset).decided_by
    return {
        "step": proposal.step.value,
        "word": both(f"page.step_{proposal.step.value}"),
        "by": needs.value,
    }


def remedies_of(proposal: Proposal) -> list[Both]:
    """What confirming leads to, one sentence each."""
    told = []
    if proposal.step is not None:
        told.append(both("page.remedy_step", step=both(f"page.step_{proposal.step.value}")))
    if proposal.cards is not CardsGo.REFEREE_SAYS:
        told.append(both(f"page.cards_{proposal.cards.value}"))
    if proposal.offender_barred:
        told.append(both("page.remedy_offender_barred"))
    if proposal.side_barred:
        told.append(both("page.remedy_side_barred"))
    if proposal.partner_restricted:
        told.append(both("page.remedy_partner_restricted"))
    if proposal.hand_void:
        told.append(both("page.remedy_hand_void"))
    if proposal.chooser is not None and proposal.choice is not None:
        told.append(both(f"page.choice_{proposal.choice.value}", seat=proposal.chooser))
    if proposal.foul_by_circumstances:
        told.append(both("page.remedy_foul_by_circumstances"))
    if proposal.decided_by is not Official.REFEREE:
        told.append(both("page.remedy_by", by=both(f"page.by_{proposal.decided_by.value}")))
    return told


def _kinds(proposal: Proposal) -> list[Json]:
    """Types that can be named, where somebody may name the one the offender leads again."""
    if proposal.choice is not Choice.NAME_TYPE:
        return []
    return [{"kind": kind.value, "word": kind_word(kind)} for kind in Kind]


def _may_stand(case: Case, table: Table) -> bool:
    """Whether the cards of a case still lie there, so that they can be let stand."""
    if table.phase is not Phase.PLAYING or not case.cards or case.state is not CaseState.OPEN:
        return False
    return table.refused_of(case.seat) == case.cards or table.unread is case.seat
