"""Whether the right to a penalty has lapsed by the time a case is ruled on."""

from __future__ import annotations

from referee.rules.claims import STANDS, Claim, Pointed, claim
from referee.rules.ruling import Fault
from referee.session.cases import Case
from referee.session.table import Table

ABOUT_DEAL = frozenset({Fault.WRONG_TRIBUTE, Fault.WRONG_RETURN})
"""What concerns a whole deal, not one trick."""


def claim_on(table: Table, case: Case) -> Claim:
    """Whether *case* is still heard if somebody points it out now; shown beside the case.

    What the device has sounded was pointed out at once. What only the referee knows counts as
    pointed out when he rules on it.

    Source: jiangsu-2017 四.四.1, national-2017 art. 15-16, general-never-demote 十.1.1
    (`penalties.claim_window`).
    """
    if not case.silent:
        return STANDS
    return claim(_pointed(table, case), table.ruleset, about_deal=case.fault in ABOUT_DEAL)


def _pointed(table: Table, case: Case) -> Pointed:
    if case.deal != table.deal_number:
        return Pointed.LATER
    if case.acts == table.acts:
        return Pointed.AT_ONCE
    trick = 0 if table.deal is None else table.deal.trick
    return Pointed.SAME_TRICK if case.trick == trick else Pointed.SAME_DEAL
