"""What the device found about one act: a proposal with its article, on which a person rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card
from referee.rules.combinations import Combination
from referee.rules.seats import Seat


class Finding(Enum):
    """判定, as it stands in journals, session files and on the referee's page.

    Every `Fault` that an act can have keeps its name here.
    """

    OK = "ok"
    DOES_NOT_BEAT = "does_not_beat"
    NOT_A_COMBINATION = "not_a_combination"
    OUT_OF_TURN_PLAY = "out_of_turn_play"
    OUT_OF_TURN_PASS = "out_of_turn_pass"
    LEADER_MAY_NOT_PASS = "leader_may_not_pass"
    NOT_IN_HAND = "not_in_hand"
    FOREIGN_CARD = "foreign_card"
    WRONG_DECLARATION = "wrong_declaration"
    DEAL_IS_OVER = "deal_is_over"
    OVERTIME = "overtime"
    WRONG_TRIBUTE = "wrong_tribute"
    WRONG_RETURN = "wrong_return"
    NOT_NOW = "not_now"
    """Cards of a seat that nothing is waited for from; nothing is sounded."""
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Verdict:
    seat: Seat
    """Whose act was judged."""
    finding: Finding
    article: str = ""
    """Document and article the finding rests on; empty when there is nothing to cite."""
    because: str = ""
    """The facts of this case in one English sentence, for the journal; players read the
    catalogue's text instead."""
    cards: tuple[Card, ...] = ()
    """What the act laid, in laid order."""
    combination: Combination | None = None
    """The reading that stands, when there is one."""
    to_beat: Combination | None = None
    """What had to be beaten; ``None`` for a lead."""
    to_act: Seat | None = None
    """Whose turn it was."""
    used_ms: int | None = None
    """Thinking time used by the seat to act, for acts in turn."""
    limit_ms: int | None = None
    """Thinking time granted."""
    case: int | None = None
    """Number of the case that was opened for it."""
    skipped: tuple[Seat, ...] = ()
    """Seats before it that are taken to have passed, as nobody saw whether they did."""
