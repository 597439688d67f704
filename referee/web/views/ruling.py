"""A ruling as somebody who hears an appeal (申诉) wants it: facts, article, decision, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.rules.ruleset_provenance import LoadedRuleset
from referee.rules.seats import Seat
from referee.session.cases import Case
from referee.session.events import (
    AppealMade,
    FaultNoted,
    PenaltyGiven,
    RowRef,
    Ruled,
    SeatEvent,
)
from referee.session.round_state import Appeal
from referee.session.step import step
from referee.session.table import Table
from referee.web.views.appeals import appeal_json, how
from referee.web.views.because import because_words
from referee.web.views.cases import case_says, remedies_of
from referee.web.views.lines import did
from referee.web.views.log import Line, Log, table_before
from referee.web.views.pictures import Picture, Shown
from referee.web.views.switches import switch_word
from referee.web.views.words import Both, both, fault_word, finding_word, seat_word

Json = dict[str, Any]

_ACTS_SHOWN = 12
"""Acts before the fault that are told; no trick needs more to be understood."""


@dataclass(frozen=True, slots=True)
class RulingSheet:
    told: Json
    """Everything that is printed, but the pictures."""
    ruleset: str
    """Id of the ruleset the ruling rests on."""
    pictures: tuple[Picture, ...]
    """Of the act that the ruling is about."""


def ruling_sheet(log: Log, row: int, pictures: Shown) -> RulingSheet | None:
    """The sheet of the ruling in *row*, or of the one that the appeal in *row* is against.

    ``None`` where that row is neither; an appeal against a round has a sheet without a ruling.
    """
    place = next((n for n, line in enumerate(log.lines) if _has_sheet(line, row)), None)
    if place is None:
        return None
    event = log.lines[place].event
    if isinstance(event, AppealMade) and event.ruling is not None:
        ruled = ruling_sheet(log, event.ruling.row, pictures)
        if ruled is not None:
            return ruled
    before = table_before(log, place)
    after = step(before, event).table
    told = _heading(before) | {"row": row, "decision": did(event), **_recorded(before, after)}
    told["is_ruling"] = not isinstance(event, AppealMade)
    told["appeals"] = [
        appeal_json(appeal, log.table) | {"row": _row_of(appeal, log)}
        for appeal in log.table.appeals
        if appeal.ruling == RowRef(row) or appeal.number in _numbers(before, after)
    ]
    case = None
    if isinstance(event, Ruled):
        case = next((case for case in before.cases if case.number == event.case), None)
    if case is None:
        penalised = event.seat if isinstance(event, PenaltyGiven) else None
        return RulingSheet(told | _no_case(before, penalised), before.ruleset.id, ())
    act = _line_of(log, place, case.number)
    shown = () if act is None else pictures.get(act.counted.ref.row, ())
    return RulingSheet(told | _of_case(case, act, log, place), before.ruleset.id, shown)


def article_json(article: str, loaded: LoadedRuleset | None) -> Json:
    """Where the ruling is written: the switch in words, and the document's own sentence."""
    key = article.partition("/")[2]
    entry = None if loaded is None else loaded.entries.get(key)
    if entry is None:
        return {"article": article, "word": None, "quote": "", "says": "", "at": ""}
    source = entry.reading.source
    return {
        "article": article,
        "word": switch_word(key),
        "quote": source.quote,
        "says": source.says,
        "at": f"{source.document} {source.at}".strip(),
    }


def _has_sheet(line: Line, row: int) -> bool:
    ref, kinds = line.counted.ref, Ruled | PenaltyGiven | AppealMade
    return (ref.row, ref.part) == (row, 0) and isinstance(line.event, kinds)


def _numbers(before: Table, after: Table) -> frozenset[int]:
    """Of the appeals that one event has made."""
    return frozenset(appeal.number for appeal in after.appeals[len(before.appeals) :])


def _row_of(appeal: Appeal, log: Log) -> int | None:
    """Where an appeal stands in the record; ``None`` where a correction brought it in."""
    made = AppealMade(appeal.made_ms, appeal.side, appeal.round, appeal.ruling)
    refs = [line.counted.ref for line in log.lines if line.event == made]
    return next((ref.row for ref in refs if ref.part == 0), None)


def _heading(table: Table) -> Json:
    state, officials = table.round, table.ruleset.officials
    level = table.deal.level if table.deal is not None else state and state.game.level
    return {
        "names": ["", ""] if state is None else list(state.names),
        "deal": table.deal_number,
        "level": "" if level is None else str(level).replace("T", "10"),
        "appeal_says": how(officials),
    }


def _recorded(before: Table, after: Table) -> Json:
    """The penalty that the ruling put on the score sheet, if any."""
    known = () if before.round is None else before.round.penalties
    now = () if after.round is None else after.round.penalties
    given = now[len(known) :]
    return {
        "steps": [both(f"page.step_{step.value}") for one in given for step in one.steps],
        "by": both(f"page.by_{given[0].by.value}") if given else None,
        "article": given[0].article if given else "",
    }


def _no_case(table: Table, seat: Seat | None) -> Json:
    """A penalty that a person gave for what no device has seen."""
    return {
        "number": None,
        "seat": None if seat is None else seat_word(seat),
        "trick": 0 if table.deal is None else table.deal.trick,
        "fault": None,
        "says": None,
        "because": None,
        "cards": [],
        "remedies": [],
        "acts": [],
        "found_by": both("page.found_by_person"),
    }


def _of_case(case: Case, act: Line | None, log: Log, place: int) -> Json:
    verdict = None if act is None else act.counted.verdict
    return {
        "number": case.number,
        "seat": seat_word(case.seat),
        "deal": case.deal,
        "trick": case.trick,
        "fault": fault_word(case.fault),
        "says": case_says(case, verdict),
        "because": because_words(case.because),
        "cards": [str(card) for card in case.cards],
        "remedies": remedies_of(case.proposal),
        "article": case.proposal.article,
        "acts": _acts(log, place, case),
        "found_by": both(f"page.found_by_{'person' if _is_noted(case, log, place) else 'device'}"),
    }


def _is_noted(case: Case, log: Log, place: int) -> bool:
    """Whether a person entered the irregularity that the case is about."""
    noted = FaultNoted(case.at_ms, case.seat, case.fault, case.cards)
    return any(line.event == noted for line in log.lines[:place])


def _line_of(log: Log, place: int, number: int) -> Line | None:
    """The act whose verdict opened that case, looking back from the ruling."""
    for line in reversed(log.lines[:place]):
        verdict = line.counted.verdict
        if verdict is not None and verdict.case == number:
            return line
    return None


def _acts(log: Log, place: int, case: Case) -> list[Json]:
    """What lay on the table before: the acts of that trick up to the ruling."""
    found = [
        line
        for line in log.lines[:place]
        if isinstance(line.event, SeatEvent)
        and (line.deal, line.trick) == (case.deal, case.trick)
        and line.event.at_ms <= case.at_ms
    ]
    return [_act(line) for line in found[-_ACTS_SHOWN:]]


def _act(line: Line) -> Json:
    verdict = line.counted.verdict
    finding: Both | None = None if verdict is None else finding_word(verdict.finding)
    ref = line.counted.ref
    return {
        "row": ref.row if ref.part == 0 else None,
        "did": did(line.event),
        "finding": finding,
    }
