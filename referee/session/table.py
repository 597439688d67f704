"""The table as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from referee.rules.cards import Card
from referee.rules.combinations import Kind
from referee.rules.deal import Deal
from referee.rules.ruleset import Ruleset
from referee.rules.seats import PerSeat, Seat, Side
from referee.session.cases import Case
from referee.session.clock import Clocks, TurnClock
from referee.session.round_state import Appeal, EndedRound, RoundState, Tributes
from referee.session.table_settings import WITH_KEYS, TableSettings


class Phase(Enum):
    WAITING = "waiting"
    """Nobody may act yet."""
    DRAWING = "drawing"
    """Shuffle, cut and draw."""
    TRIBUTE = "tribute"
    """The losers of the deal before pay."""
    RETURN = "return"
    """The winners give cards back."""
    LEADER = "leader"
    """Somebody has to say who leads."""
    PLAYING = "playing"
    ENDED = "ended"
    """The finishing places are known; in a round they wait to be confirmed."""
    TIED = "tied"
    """The round is over and equal; a person has to name the winner."""
    ROUND_ENDED = "round_ended"
    """The result of the round waits for the signatures."""
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class Bars:
    """Who may not play for a while; a restriction ends with the trick it belongs to."""

    trick: int = 0
    """Number of the trick in which `seats` may not play."""
    seats: frozenset[Seat] = frozenset()
    side: Side | None = None
    """This side may not play in that trick until the other side has."""
    lead_trick: int = 0
    """Number of the trick that `lead_seat` may not lead with `lead_kinds`."""
    lead_seat: Seat | None = None
    lead_kinds: frozenset[Kind] = frozenset()
    named_seat: Seat | None = None
    """This seat has to lead trick number `trick` with `named_kind`."""
    named_kind: Kind | None = None


NOBODY_BARRED = Bars()

NO_UNREAD: PerSeat[int] = PerSeat.all(0)


@dataclass(frozen=True, slots=True)
class Stood:
    """The table as it stood before the last act, for a seat that takes it back or denies it."""

    seat: Seat
    """Whose act it was."""
    cards: tuple[Card, ...]
    """What was laid; empty for a pass, and for cards that could not be read."""
    deal: Deal
    clock: TurnClock
    """As it stood at the moment of the act."""
    bars: Bars
    tributes: Tributes | None
    reports_due: frozenset[Seat]
    unread_plays: PerSeat[int]
    acts: int
    skipped: tuple[Seat, ...] = ()
    """Seats whose pass is only taken from this act, in their order; the last of them may be `seat`
    itself, whose hand on the table was taken for a knock."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything the device knows about a table; two equal tables behave alike for ever."""

    phase: Phase = Phase.WAITING
    now_ms: int = 0
    """Table time of the last event; an event stamped earlier counts as happening now."""
    ruleset: Ruleset = field(default_factory=Ruleset)
    settings: TableSettings = WITH_KEYS
    clocks: Clocks = field(default_factory=Clocks)
    deal: Deal | None = None
    clock: TurnClock | None = None
    """The clock of whoever is to act; ``None`` where nobody is timed."""
    refused: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """Cards that lie on the table and do not stand, by seat, oldest first."""
    unread: Seat | None = None
    """The seat to act has laid cards that could not be read; it may or may not have acted."""
    same_deck: bool = True
    """Whether a third copy of a face is doubted."""
    unread_plays: PerSeat[int] = NO_UNREAD
    """How many plays of each seat nobody could read, until the referee has entered their cards."""
    before: Stood | None = None
    """Set while the last act can be taken back or denied."""
    acts: int = 0
    """Plays and passes of this deal that stand."""
    bars: Bars = NOBODY_BARRED
    void: Seat | None = None
    """The seat whose hand is void: it acts no more and is last (national-2017 art. 19)."""
    finish: tuple[Seat, ...] = ()
    """Finishing places a person has entered; empty while those of the deal count."""
    cases: tuple[Case, ...] = ()
    """All cases of the round, oldest first."""
    paused: bool = False
    """A referee stopped all clocks."""
    calls: frozenset[Seat] = frozenset()
    """Seats that call the referee."""
    reports_due: frozenset[Seat] = frozenset()
    """Seats that have to say how few cards they hold."""
    reported: frozenset[Seat] = frozenset()
    """Seats that have said so in this deal."""
    turned: Card | None = None
    """The card turned in the cut of a first deal, once one counts."""
    leader: Seat | None = None
    """Who leads the coming deal, once known."""
    tributes: Tributes | None = None
    """Tribute of the deal at hand; ``None`` where none is owed."""
    round: RoundState | None = None
    """``None`` at a table that is only watched."""
    ended: tuple[EndedRound, ...] = ()
    """The rounds at this table that are over, the first one first."""
    appeals: tuple[Appeal, ...] = ()
    """All appeals at this table, oldest first."""

    def refused_of(self, seat: Seat) -> tuple[Card, ...]:
        """Cards of *seat* that do not stand; empty when there are none."""
        return next((cards for owner, cards in self.refused if owner is seat), ())

    @property
    def uncounted(self) -> frozenset[Seat]:
        """Seats that laid cards nobody could read: they hold fewer than the deal says, or none."""
        return frozenset(seat for seat, plays in self.unread_plays.items() if plays)

    @property
    def open_cases(self) -> tuple[Case, ...]:
        """Cases no person has ruled on yet."""
        return tuple(case for case in self.cases if not case.state.is_ruled)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that something is waited for, in whatever phase, in a fixed order."""
        match self.phase:
            case Phase.PLAYING if self.deal is not None and self.deal.to_act is not None:
                return (self.deal.to_act,)
            case Phase.TRIBUTE if self.tributes is not None:
                owing = self.tributes.owed.payers
                return tuple(seat for seat in owing if self.tributes.paid_by(seat) is None)
            case Phase.RETURN if self.tributes is not None and self.tributes.assignment is not None:
                receivers = [gift.receiver for gift in self.tributes.assignment.gifts]
                return tuple(s for s in receivers if self.tributes.returned_by(s) is None)
            case _:
                return ()

    @property
    def deal_number(self) -> int:
        """Number of the deal at hand in the round, from 1; 0 at a table that is only watched."""
        return 0 if self.round is None else len(self.round.sheet) + 1
