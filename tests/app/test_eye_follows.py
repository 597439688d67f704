"""An eye is told what the session knows, once, and not before the session is as far as the eye."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.app.eye_follows import Follower, known_of
from referee.app.rulesets import ruleset_named
from referee.rules.cards import Card, parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTaken,
    Corrected,
    DealStarted,
    Event,
    FinishEntered,
    HandsDrawn,
    Passed,
    PlayTakenUp,
    ResultConfirmed,
    RoundStarted,
    RowRef,
    TakenBack,
)
from referee.session.history import History, add
from vision.scene.books import Known

STARTED = DealStarted(0, Level.parse("2"), Seat.EAST)


@dataclass
class Eye:
    """Writes down what it is told."""

    told: list[str] = field(default_factory=list)
    known: Known = field(default_factory=Known)

    def look_away(self) -> None:
        self.told.append("look away")

    def attend(self, known: Known) -> None:
        self.told.append("attend")
        self.known = known

    def keep_books(self, known: Known) -> None:
        self.told.append("books")
        self.known = known

    def trick_ended(self) -> None:
        self.told.append("trick ended")


class Rig:
    def __init__(self) -> None:
        self.eye, self.history = Eye(), History()
        self.follower = Follower(self.eye)

    def happens(self, *events: Event, all_judged: bool = True) -> list[str]:
        """Let *events* happen; what the eye is told after the last of them."""
        self.eye.told.clear()
        for event in events:
            self.history, _ = add(self.history, event)
        self.follower.follow(self.history, all_judged=all_judged)
        return list(self.eye.told)


def lays(at_ms: int, seat: Seat, text: str) -> CardsLaid:
    return CardsLaid(at_ms, seat, parse_cards(text))


def test_nothing_is_of_interest_before_a_deal_and_after_it() -> None:
    """Cutting, drawing and showing the last cards are no plays."""
    rig = Rig()

    assert rig.eye.told == ["look away"]
    assert rig.happens(STARTED) == ["attend"]
    ended = FinishEntered(1_000, (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH))
    assert rig.happens(ended) == ["look away"]


def test_nothing_new_is_nothing_told() -> None:
    """Asked for at every frame."""
    rig = Rig()
    rig.happens(STARTED)

    assert rig.happens() == []


def test_the_eye_is_told_that_a_trick_has_ended() -> None:
    """What vanishes now is cleared away."""
    rig = Rig()
    rig.happens(STARTED, lays(1_000, Seat.EAST, "S9"))
    rig.happens(Passed(2_000, Seat.NORTH), Passed(3_000, Seat.WEST))

    assert rig.happens(Passed(4_000, Seat.SOUTH)) == ["books", "trick ended"]


def test_an_eye_that_is_ahead_is_told_nothing() -> None:
    """It has found the lead of the next trick, which the desk has not judged yet."""
    rig = Rig()
    rig.happens(STARTED, lays(1_000, Seat.EAST, "S9"))
    passed = [Passed(2_000, Seat.NORTH), Passed(3_000, Seat.WEST), Passed(4_000, Seat.SOUTH)]

    assert rig.happens(*passed, all_judged=False) == []
    assert rig.happens(lays(4_500, Seat.EAST, "S8")) == ["books"]


def test_play_that_is_taken_up_begins_anew() -> None:
    """The referee has counted the hands after a blind while: what lies there is known."""
    rig = Rig()
    rig.happens(STARTED, lays(1_000, Seat.EAST, "S9"))

    assert rig.happens(PlayTakenUp(9_000, Seat.WEST, (20, 21, 22, 23))) == ["attend"]
    assert rig.eye.known.left == {Seat.EAST: 20, Seat.NORTH: 21, Seat.WEST: 22, Seat.SOUTH: 23}


def test_the_books_are_those_of_the_session() -> None:
    """After a correction they are what it says; cards that do not stand lie there all the same."""
    rig = Rig()
    rig.happens(STARTED, lays(1_000, Seat.EAST, "S9 H9"), lays(2_000, Seat.NORTH, "C4 D4"))
    assert _laid(rig) == {"S9": 1, "H9": 1, "C4": 1, "D4": 1}

    right = lays(1_000, Seat.EAST, "S8 H8")
    rig.happens(Corrected(3_000, RowRef(2), RowRef(2), (right,)))

    assert _laid(rig) == {"S8": 1, "H8": 1, "C4": 1, "D4": 1}
    assert rig.eye.known.left[Seat.EAST] == 25


def test_counts_that_are_known_to_be_wrong_are_not_gone_by() -> None:
    """East laid what nobody could read: its number of cards says nothing until it is entered."""
    rig = Rig()
    rig.happens(STARTED, CardsUnread(1_000, Seat.EAST, "reads_disagree"))
    rig.happens(lays(2_000, Seat.NORTH, "C4 D4"))

    assert Seat.EAST in rig.history.table.uncounted
    assert Seat.EAST not in rig.eye.known.left
    assert rig.eye.known.left[Seat.NORTH] == 25


def test_what_lies_on_the_table_is_this_trick() -> None:
    """Without what was taken back, and between two tricks what is left of the last one."""
    rig = Rig()
    rig.happens(STARTED, lays(1_000, Seat.EAST, "S9"), lays(2_000, Seat.NORTH, "SJ"))
    rig.happens(TakenBack(3_000, Seat.NORTH), lays(4_000, Seat.NORTH, "SQ"))
    assert set(_lying(rig)) == {(Seat.EAST, "S9"), (Seat.NORTH, "SQ")}

    rig.happens(*(Passed(5_000, seat) for seat in (Seat.WEST, Seat.SOUTH, Seat.EAST)))
    assert set(_lying(rig)) == {(Seat.EAST, "S9"), (Seat.NORTH, "SQ")}

    rig.happens(lays(9_000, Seat.NORTH, "H3"))
    assert _lying(rig) == [(Seat.NORTH, "H3")]


def test_from_the_tribute_to_the_first_lead_the_eye_watches_one_stretch() -> None:
    """A card may be returned before anybody rests, and is taken up when play has begun."""
    rig = Rig()
    rules = ruleset_named("union-2024")
    began = (RoundStarted(0, rules), HandsDrawn(0), FinishEntered(0, (Seat.EAST, Seat.WEST)))
    rig.happens(*began, ResultConfirmed(0))

    assert rig.happens(HandsDrawn(9_000)) == ["attend"]
    assert rig.eye.known.tribute
    paid = (lays(12_000, Seat.NORTH, "SK"), lays(13_000, Seat.SOUTH, "SA"))
    assert rig.happens(*paid) == ["books"]
    assert rig.happens(CardTaken(14_000, Seat.EAST, Seat.SOUTH)) == ["books"]
    assert rig.happens(lays(15_000, Seat.EAST, "S3")) == ["books"]
    assert rig.happens(lays(16_000, Seat.WEST, "S4")) == ["books", "trick ended"]
    assert rig.eye.known.tribute
    assert rig.eye.known.left == dict.fromkeys(Seat, 27)

    rig.happens(lays(18_000, Seat.SOUTH, "H5"))
    assert not rig.eye.known.tribute


def _laid(rig: Rig) -> dict[str, int]:
    return {str(card): count for card, count in rig.eye.known.laid.items() if count}


def _lying(rig: Rig) -> list[tuple[Seat, str]]:
    def words(cards: tuple[Card, ...]) -> str:
        return " ".join(map(str, cards))

    return [(seat, words(cards)) for seat, cards in known_of(rig.history).lying]
