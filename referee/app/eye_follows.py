"""What an eye has to know of the session, told as soon as the session has it.

The session is the truth: the referee may have entered a play by hand, corrected another one, begun
a deal or taken up an old one. The eye is only told what follows for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from referee.app.acting import WATCHED
from referee.rules.cards import Card
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    DealStarted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PlayTakenUp,
    RoundStarted,
    TakenBack,
)
from referee.session.history import Counted, History
from referee.session.table import Phase, Table
from referee.session.verdict import Finding
from vision.scene.books import Known

_BEGINNINGS = (DealStarted, RoundStarted, HandsDrawn, LeaderNamed, FinishEntered, PlayTakenUp)
"""Events after which the table is another one than the eye has seen."""


class FollowingEye(Protocol):
    """The part of `vision.eye.eye.Eye` that is told what the session knows."""

    def look_away(self) -> None: ...

    def attend(self, known: Known) -> None: ...

    def keep_books(self, known: Known) -> None: ...

    def trick_ended(self) -> None: ...


class Follower:
    """Tells one eye."""

    def __init__(self, eye: FollowingEye) -> None:
        """Take an eye that looks away until something is of interest."""
        self._eye = eye
        self._attended: object = None
        """What is being played as the eye knows it; ``None`` while it looks away."""
        self._history: History | None = None
        self._trick = 0
        eye.look_away()

    def begin_anew(self) -> None:
        """The eye has missed something: what lies there when it looks again is known."""
        self._attended, self._history = None, None

    def follow(self, history: History, *, all_judged: bool) -> None:
        """Tell the eye what is new; cheap when nothing is.

        Args:
            history: As it is now.
            all_judged: Whether it holds every act that the eye has found; before that the eye is
                ahead of the session and must not be told what it knows better.
        """
        if history is self._history:
            return
        table = history.table
        if table.phase not in WATCHED:
            if self._attended is not None or self._history is None:
                self._eye.look_away()
            self._attended, self._history = None, history
            return
        # From the tribute on it is one stretch: a card may be returned before anybody rests.
        playing = _beginning(history)
        if playing != self._attended:
            self._eye.attend(known_of(history))
            self._attended, self._trick = playing, _trick(table)
        elif not all_judged:
            return
        else:
            self._eye.keep_books(known_of(history))
            if _trick(table) != self._trick and table.deal is not None and table.deal.top is None:
                self._eye.trick_ended()
            self._trick = _trick(table)
        self._history = history


def known_of(history: History) -> Known:
    """What the session knows of the deal at hand, as an eye needs it.

    Seats that laid cards nobody could read are left out of the counts until the referee has entered
    them: nothing may be doubted that rests on a count which is known to be wrong.
    """
    table = history.table
    deal = table.deal
    if deal is None or table.phase is not Phase.PLAYING:
        return Known(tribute=table.phase in (Phase.TRIBUTE, Phase.RETURN))
    laid: Counter[Card] = Counter(deal.laid.cards()) if table.same_deck else Counter()
    for _, cards in table.refused:
        laid.update(cards)
    left = {seat: count for seat, count in deal.cards_left.items() if seat not in table.uncounted}
    # Returned cards are taken up after the last of them was laid, and before anybody leads.
    tribute = table.tributes is not None and deal.trick == 1 and deal.top is None
    return Known(laid, left, tuple(_lying(history)), tribute)


def _lying(history: History) -> Iterator[tuple[Seat, tuple[Card, ...]]]:
    """Plays that lie on the table: of this trick, or between two tricks of the one before."""
    deal = history.table.deal
    if deal is None:
        return
    oldest = deal.trick - 1 if deal.top is None else deal.trick
    back: Counter[Seat] = Counter()
    for counted in reversed(history.counted):
        if counted.after.deal is None or counted.after.deal.trick < oldest:
            return
        match counted.event:
            case TakenBack(seat=seat) if _stood(counted):
                back[seat] += 1
            case CardsLaid(seat=seat) if back[seat]:
                back[seat] -= 1
            case CardsLaid(seat=seat, cards=cards):
                yield seat, cards
            case _:
                pass


def _stood(counted: Counted) -> bool:
    return counted.verdict is not None and counted.verdict.finding is Finding.OK


def _beginning(history: History) -> object:
    """Which event made the table what is played now; corrections of later ones leave it alone."""
    for counted in reversed(history.counted):
        if isinstance(counted.event, _BEGINNINGS):
            return counted.ref
    return None


def _trick(table: Table) -> int:
    return 0 if table.deal is None else table.deal.trick
