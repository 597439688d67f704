"""Play (出牌): taking the wind, reports, the order of laid cards, the end of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.switches.bounds import Between


class WindTo(Enum):
    """Who leads when nobody beats the last cards of a player who is out (借风, 接风)."""

    PARTNER = "partner"
    """His partner, not the next player (all that speak)."""


class WindFor(Enum):
    """Whose last cards give the wind."""

    FIRST_OUT = "first_out"
    """Only those of 上游."""
    ANYBODY = "anybody"
    """任意一方先出完牌后 (union-2024)."""


class ReportMode(Enum):
    """How a player tells that few cards are left (报牌)."""

    PROACTIVE_ONCE = "proactive_once"
    """By himself, once; nobody may ask again (national-2017 art. 12)."""
    PROACTIVE = "proactive"
    """By himself (staff-2011)."""
    PROACTIVE_AND_ON_REQUEST = "proactive_and_on_request"
    """必须主动报数，且随问随报 (general-never-demote, huaian-detail)."""
    ON_REQUEST = "on_request"
    """Only when asked (union-2024)."""


class ReportBreach(Enum):
    """What follows a wrong or missing report."""

    TAKE_BACK_WARNING_FOUL = "take_back_warning_foul"
    """Cards taken back and played again; first a warning, then a foul each time
    (huaian-detail)."""
    REPLAY_OPEN_WARNING_FOUL = "replay_open_warning_foul"
    """The same, and the opponents may beat the cards played again even if they were the last:
    对方选手可以打牌压 (general-never-demote)."""
    TAKE_BACK_ASK_AGAIN = "take_back_ask_again"
    """Cards taken back, the opponents asked again about the play before (staff-2011)."""
    TAKE_BACK_WARNING_VIOLATION = "take_back_warning_violation"
    """Play taken back, warning; again: violation and loss of the trick (national-2017 art. 12)."""


class DealEnd(Enum):
    """When a deal ends."""

    THIRD_OUT = "third_out"
    """When three hands are out, a double-down too (jiangsu-2017 read literally)."""
    THIRD_OUT_OR_DOUBLE_DOWN = "third_out_or_double_down"
    """When three hands are out, or at once on a double-down (national-2017 art. 5-11)."""


class Laying(Enum):
    """How the cards of a play lie."""

    ANY = "any"
    """In any order."""
    LOW_TO_HIGH = "low_to_high"
    """All at once; sequences and full houses low to high, left to right as the player sees them, a
    wild card at the place it stands for (national-2017 art. 11)."""


class LayingBreach(Enum):
    """What follows a wrong laying order."""

    REFEREE = "referee"
    """The referee decides."""
    WARNING_VIOLATION_FOUL = "warning_violation_foul"
    """Warning, then violation and loss of the trick, then foul (national-2017 art. 11)."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    wind_to: WindTo = WindTo.PARTNER
    """Who takes the wind (借风)."""
    wind_for: WindFor = WindFor.ANYBODY
    """Whose last cards give the wind. Six sheets speak of 上游 only and are silent on the second
    (AMB-11)."""
    report_at: Annotated[int, Between(1, 26)] = 10
    """Cards left, or fewer, at which a player must report (报牌): 6 or 10."""
    report_mode: ReportMode = ReportMode.PROACTIVE_ONCE
    """How the report is made (AMB-25)."""
    report_breach: ReportBreach = ReportBreach.REPLAY_OPEN_WARNING_FOUL
    """What follows a wrong or missing report."""
    report_disc: bool = False
    """Whether the report disc (报牌卡) goes into its circle as well (national-2017 art. 12)."""
    deal_end: DealEnd = DealEnd.THIRD_OUT_OR_DOUBLE_DOWN
    """When a deal ends (AMB-21)."""
    laying: Laying = Laying.ANY
    """How the cards of a play must lie (AMB-32)."""
    laying_breach: LayingBreach = LayingBreach.REFEREE
    """What follows a wrong laying order."""
