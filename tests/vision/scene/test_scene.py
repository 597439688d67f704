"""From glances and readings to acts, step by step and without a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from referee.rules.cards import Card, parse_cards
from referee.rules.seats import PerSeat, Seat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTaken,
    Passed,
    SeatEvent,
    TakenBack,
)
from vision.calibration.zones import AWAY, Zones
from vision.scene.books import Known
from vision.scene.found import Found, Trouble
from vision.scene.scene import Ask, Scene
from vision.scene.sighting import DoubtSeen, SeenCard, Sighting
from vision.watch.glance import Arm, Change, Glance

FRAME_MS = 83


def card_at(card: Card, seat: Seat, across: float, depth: float = 150.0) -> SeenCard:
    """A card square before *seat*: to the player's right, and from the table's middle."""
    up_x, up_y = AWAY[seat]
    x, y = across * up_y - depth * up_x, -across * up_x - depth * up_y
    turn = math.atan2(up_x, up_y)
    seen = SeenCard(card, x, y, turn, ((0.0, 0.0),), 0.98)
    end = seen.both_ends()[0].tolist()
    return SeenCard(card, x, y, turn, ((end[0], end[1]),), 0.98)


def row(text: str, seat: Seat, depth: float = 150.0) -> tuple[SeenCard, ...]:
    cards = parse_cards(text)
    return tuple(
        card_at(card, seat, 20.0 * (place - (len(cards) - 1) / 2), depth)
        for place, card in enumerate(cards)
    )


def change_of(
    cards: Sequence[SeenCard], seat: Seat, still_since_ms: int, *, covered: bool = False
) -> Change:
    """The change that some cards make when *seat* lays or takes them."""
    line = np.arange(-450.0, 450.0, 6.0)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    inside = np.any([card.holds(grid, 0.0) for card in cards], axis=0)
    touched = PerSeat.all(0.0).put(seat, 0.9)
    places = grid[inside]
    return Change(
        seat, places, len(places) * 36.0, still_since_ms, covered, touched, brightened=True
    )


@dataclass
class Table:
    """Drives a scene: what lies there is what a reading shows."""

    scene: Scene = field(default_factory=lambda: Scene(Zones(900.0)))
    now: int = 0
    lying: list[SeenCard] = field(default_factory=list)
    doubts: tuple[DoubtSeen, ...] = ()
    understood: int = 0
    blind: bool = False
    """The camera gives no pictures, only its small stream."""

    def frames(
        self,
        ms: int,
        changes: Sequence[Change] = (),
        arms: Sequence[Seat] = (),
        *,
        moves: bool = True,
    ) -> list[Found]:
        """Let time pass with the same to be seen; a change vanishes when it is understood."""
        found: list[Found] = []
        until = self.now + ms
        left = {change.sector: change for change in changes}
        shown = tuple(Arm((seat,), 9000.0, moves) for seat in arms)
        while self.now < until:
            self.now += FRAME_MS
            glance = Glance(self.now, dark=False, arms=shown, changes=tuple(left.values()))
            asks, some, understood = self.scene.see(glance)
            found += some
            for ask in asks:
                self.scene.answer(ask, None if self.blind else self.sighting(ask))
            for sector in understood:
                self.understood += 1
                left.pop(sector, None)
        return found

    def sighting(self, ask: Ask) -> Sighting:
        empty = Sighting(self.now, ask.patch, (), self.doubts)
        seen = [card for card in self.lying if empty.holds(*card.indices[0])]
        return Sighting(self.now, ask.patch, tuple(seen), self.doubts)

    def lay(self, text: str, seat: Seat, depth: float = 150.0) -> list[Found]:
        cards = row(text, seat, depth)
        self.frames(500, arms=[seat])
        self.lying += cards
        return self.frames(1500, [change_of(cards, seat, self.now)])


def acts(found: Sequence[Found]) -> list[SeatEvent | CardTaken]:
    return [each.event for each in found]


def test_cards_that_lie_still_are_a_play() -> None:
    """Seat, cards in laid order and the moment they came to rest."""
    table = Table()

    (found,) = table.lay("S3 H3 D3", Seat.WEST)

    rest_ms = table.now - 1500
    assert found.event.at_ms in range(rest_ms - FRAME_MS, rest_ms + FRAME_MS)
    assert found.event == CardsLaid(found.event.at_ms, Seat.WEST, parse_cards("S3 H3 D3"))
    assert found.origin["readings"] == 2


def test_nothing_is_said_while_a_hand_covers_the_play() -> None:
    """A hand that stays on the cards keeps the verdict back for as long as it stays."""
    table = Table(lying=list(row("S3", Seat.EAST)))
    change = change_of(table.lying, Seat.EAST, 0, covered=True)

    assert table.frames(5000, [change], [Seat.EAST]) == []


def test_an_arm_at_work_holds_the_play_back() -> None:
    """What comes down in a second move while the arm is there belongs to the same play."""
    table = Table()
    first, both = row("S5 H5 C5", Seat.NORTH)[:2], row("S5 H5 C5", Seat.NORTH)
    table.lying = list(first)
    held = table.frames(900, [change_of(first, Seat.NORTH, table.now)], [Seat.NORTH])
    table.lying = list(both)

    found = table.frames(1500, [change_of(both, Seat.NORTH, table.now)])

    assert held == []
    assert [event.cards for event in acts(found) if isinstance(event, CardsLaid)] == [
        parse_cards("S5 H5 C5")
    ]


def test_a_resting_hand_holds_nothing_back() -> None:
    """A hand that lies still beside the cards does not keep others, or its owner, from playing."""
    table = Table()
    table.frames(1000, arms=[Seat.SOUTH], moves=False)
    table.lying = list(row("H9", Seat.SOUTH))

    found = table.frames(
        1500, [change_of(table.lying, Seat.SOUTH, table.now)], [Seat.SOUTH], moves=False
    )

    assert [type(event) for event in acts(found)] == [CardsLaid]


def test_cards_pushed_straight_are_the_same_cards() -> None:
    """A nudge changes the picture and nothing else."""
    table = Table()
    table.lay("S3 H3", Seat.WEST)
    before = list(table.lying)
    table.lying = [
        SeenCard(c.card, c.x + 9, c.y - 6, c.turn + 0.1, c.indices, c.confidence) for c in before
    ]

    assert table.frames(1500, [change_of([*before, *table.lying], Seat.WEST, table.now)]) == []
    assert table.understood == 2


def test_the_second_copy_of_a_face_is_a_new_card() -> None:
    """Two equal cards from two decks, one beside the other."""
    table = Table()
    table.lay("H3", Seat.WEST)

    (found,) = table.lay("H3", Seat.WEST, depth=100.0)

    assert found.event == CardsLaid(found.event.at_ms, Seat.WEST, parse_cards("H3"))


def test_a_third_copy_is_asked_for() -> None:
    """Two decks hold each face twice, so the reader is doubted, not the player."""
    table = Table()
    table.lay("H3 H3", Seat.WEST)
    cards = row("H3", Seat.EAST)
    table.lying += cards

    found = table.frames(6000, [change_of(cards, Seat.EAST, table.now)])

    assert [(e.seat, e.reason) for e in acts(found) if isinstance(e, CardsUnread)] == [
        (Seat.EAST, Trouble.THIRD_COPY.value)
    ]


def test_no_copy_is_doubted_for_a_card_that_hardly_showed() -> None:
    """A court's figure passed for a joker once; both black jokers may still come."""
    table = Table()
    cards = row("SB SB", Seat.WEST)
    table.lying = [replace(card, strength=0.52) for card in cards]
    table.frames(500, arms=[Seat.WEST])
    (weak,) = table.frames(1500, [change_of(cards, Seat.WEST, table.now)])

    found = table.lay("SB SB", Seat.EAST)

    assert weak.origin["weak"] == ["SB", "SB"]
    assert [event.cards for event in acts(found) if isinstance(event, CardsLaid)] == [
        parse_cards("SB SB")
    ]


class Flickering(Table):
    """Every second reading gives another face."""

    def sighting(self, ask: Ask) -> Sighting:
        self.lying = list(row("H8" if self.lying[0].card.rank.value == "3" else "H3", Seat.EAST))
        return super().sighting(ask)


def test_readings_that_disagree_are_asked_for() -> None:
    """A face that changes from picture to picture is nobody's play."""
    table = Flickering(lying=list(row("H3", Seat.EAST)))

    found = table.frames(6000, [change_of(table.lying, Seat.EAST, 0)])

    assert [(e.seat, e.reason) for e in acts(found) if isinstance(e, CardsUnread)] == [
        (Seat.EAST, Trouble.READS_DISAGREE.value)
    ]
    assert len(found) == 1


def test_an_unreadable_index_is_asked_for() -> None:
    """What shows an index that cannot be read is put before the referee with the reason."""
    table = Table()
    cards = row("H3", Seat.EAST)
    x, y = cards[0].indices[0]
    table.doubts = (DoubtSeen("face_unclear", x, y),)

    found = table.frames(6000, [change_of(cards, Seat.EAST, table.now)])

    assert [(e.seat, e.reason) for e in acts(found) if isinstance(e, CardsUnread)] == [
        (Seat.EAST, "face_unclear")
    ]


def test_the_latest_play_picked_up_is_taken_back() -> None:
    """And its faces may be laid again."""
    table = Table()
    table.lay("H3 H3", Seat.WEST)
    cards = list(table.lying)
    table.lying = []

    found = table.frames(3500, [change_of(cards, Seat.WEST, table.now)])
    (again,) = table.lay("H3 H3", Seat.WEST)

    assert [type(event) for event in acts(found)] == [TakenBack]
    assert isinstance(again.event, CardsLaid)


def test_a_cleared_table_is_nothing_taken_back() -> None:
    """When plays of two seats vanish together the trick is over, whether anybody said so or not."""
    table = Table()
    table.lay("H3", Seat.WEST)
    table.lay("H4", Seat.SOUTH)
    west, south = table.lying
    table.lying = []

    found = table.frames(
        3500,
        [change_of([west], Seat.WEST, table.now), change_of([south], Seat.SOUTH, table.now)],
    )

    assert found == []


def test_swept_cards_stay_swept_however_long_nothing_else_happens() -> None:
    """South picks up West's card and then his own, which came last: no later look makes it more."""
    table = Table()
    table.lay("H3", Seat.WEST)
    table.lay("H4", Seat.SOUTH)
    west, south = table.lying
    table.lying = [south]
    found = table.frames(1300, [change_of([west], Seat.WEST, table.now)])
    table.lying = []

    found += table.frames(9000, [change_of([south], Seat.SOUTH, table.now)])

    assert found == []


def test_after_the_trick_nothing_is_taken_back() -> None:
    """The session says that the trick is over; then a lone play may be cleared away."""
    table = Table()
    table.lay("H3", Seat.WEST)
    table.scene.trick_ended()
    cards = list(table.lying)
    table.lying = []

    assert table.frames(3500, [change_of(cards, Seat.WEST, table.now)]) == []


def test_a_hand_that_changes_nothing_is_offered_as_a_knock() -> None:
    """Whether it was one is for whoever knows whose turn it is."""
    table = Table()
    table.frames(700, arms=[Seat.SOUTH])

    (found,) = table.frames(1500)

    assert isinstance(found.event, Passed)
    assert found.event.seat is Seat.SOUTH
    assert found.only_offered


def test_a_hand_that_laid_cards_is_no_knock() -> None:
    """Laying is all that it did."""
    table = Table()

    found = [*table.lay("S3", Seat.EAST), *table.frames(2000)]

    assert [type(event) for event in acts(found)] == [CardsLaid]


def test_a_drink_is_no_play() -> None:
    """Something without an index is taken as part of the table."""
    table = Table()
    place = card_at(parse_cards("S3")[0], Seat.EAST, 150.0, 330.0)

    assert table.frames(2000, [change_of([place], Seat.EAST, table.now)]) == []
    assert table.understood == 1


def test_swept_cards_are_no_play() -> None:
    """Faces that vanish from the middle and turn up at the edge are a heap."""
    table = Table()
    table.lay("H3 D3", Seat.SOUTH)
    table.scene.trick_ended()
    before = list(table.lying)
    table.lying = list(row("H3 D3", Seat.SOUTH, depth=260.0))

    found = table.frames(3000, [change_of([*before, *table.lying], Seat.SOUTH, table.now)])

    assert found == []


def test_a_card_of_an_old_heap_that_shows_beside_swept_cards_is_no_play() -> None:
    """The heap grew before anybody watched; a back comes down on the middle of one of its cards."""
    table = Table()
    old = card_at(parse_cards("H8")[0], Seat.WEST, 200.0, 229.0)
    table.lying = [old]
    table.scene.take_up(Known(laid={old.card: 1}))
    table.lay("DJ", Seat.WEST)
    table.scene.trick_ended()
    (swept,) = table.lying[1:]
    table.lying = [old]
    line = np.arange(-6.0, 7.0, 3.0)
    back = np.stack(np.meshgrid(old.x + line, old.y + line), -1).reshape(-1, 2)
    gone = change_of([swept], Seat.WEST, table.now)
    places = np.concatenate([gone.places_mm, back])

    found = table.frames(8000, [replace(gone, places_mm=places, touched=PerSeat.all(0.4))])

    assert found == []


@pytest.mark.parametrize("over", [False, True])
def test_a_play_that_came_down_unseen_and_is_swept_aside_is_no_play(over: bool) -> None:
    """The camera was away when West laid a jack, and sees it swept into the heap, face up."""
    table = Table()
    before = row("DJ", Seat.WEST)
    table.lying = list(before)
    table.scene.take_up(Known(laid={before[0].card: 1}, lying=((Seat.WEST, parse_cards("DJ")),)))
    table.frames(500, arms=[Seat.WEST])
    if over:
        table.scene.trick_ended()
    table.lying = [card_at(before[0].card, Seat.WEST, 200.0, 229.0)]

    found = table.frames(3000, [change_of([*before, *table.lying], Seat.WEST, table.now)])

    assert not [each for each in found if isinstance(each.event, CardsLaid | CardsUnread)]


@pytest.mark.parametrize(("said", "other"), [("C2", 0.72), ("C4", 0.98), ("S4", 0.72)])
def test_half_an_index_of_a_known_card_is_no_card(said: str, other: float) -> None:
    """South lays two sixes on a four, whose half-covered index is read as something else."""
    table = Table()
    table.lay("C4", Seat.SOUTH, depth=170.0)
    (old,) = table.lying
    sixes = [
        card_at(card, Seat.SOUTH, x, 135.0)
        for card, x in zip(parse_cards("C6 H6"), (12, 33), strict=True)
    ]
    table.lying = [replace(old, card=parse_cards(said)[0], confidence=other), *sixes]
    table.frames(500, arms=[Seat.SOUTH])

    (found,) = table.frames(2000, [change_of(sixes, Seat.SOUTH, table.now)])

    assert isinstance(found.event, CardsLaid)
    assert found.event.cards == parse_cards("C6 H6")


def test_a_card_that_is_read_well_is_one_of_its_own_wherever_it_lies() -> None:
    """A deuce comes to lie exactly on a four, and a six beside it."""
    table = Table()
    table.lay("C4", Seat.SOUTH)
    cards = [
        replace(table.lying[0], card=parse_cards("C2")[0]),
        card_at(parse_cards("H6")[0], Seat.SOUTH, 20.0),
    ]
    table.lying = list(cards)
    table.frames(500, arms=[Seat.SOUTH])

    (found,) = table.frames(2000, [change_of(cards, Seat.SOUTH, table.now)])

    assert isinstance(found.event, CardsLaid)
    assert found.event.cards == parse_cards("C2 H6")


@pytest.mark.parametrize(("middle_mm", "asked"), [(270.0, False), (150.0, True)])
def test_what_cannot_be_read_in_a_heap_is_not_asked_for(middle_mm: float, asked: bool) -> None:
    """A jack is swept aside face up, beside something unclear; in the middle that may be a play."""
    table = Table()
    table.lay("DJ H3", Seat.SOUTH)
    table.scene.trick_ended()
    before = list(table.lying)
    jack = card_at(before[0].card, Seat.WEST, 200.0, 250.0)
    table.lying = [jack]
    unclear = card_at(parse_cards("S9")[0], Seat.WEST, 150.0, middle_mm)
    table.doubts = (DoubtSeen("face_unclear", *unclear.indices[0]),)

    found = table.frames(8000, [change_of([*before, jack, unclear], Seat.WEST, table.now)])

    assert any(isinstance(each.event, CardsUnread) for each in found) == asked


def test_nothing_is_known_beyond_an_open_change() -> None:
    """Deadlines wait until it is clear what was laid before them."""
    table = Table()
    cards = row("H3", Seat.EAST)
    table.frames(1000)
    assert table.scene.known_until_ms == table.now
    began = table.now
    table.frames(300, [change_of(cards, Seat.EAST, table.now, covered=True)], [Seat.EAST])

    assert table.scene.known_until_ms in range(began - 1, began + FRAME_MS)


def test_pictures_are_read_after_the_table_has_moved_on() -> None:
    """Cards that were photographed and picked up again are a play, and then taken back."""
    table = Table()
    cards = row("H3", Seat.EAST)
    table.lying = list(cards)
    change = change_of(cards, Seat.EAST, 0)
    asked, understood = waiting(table, change)
    table.lying = []
    gone = change_of(cards, Seat.EAST, table.now)
    asked_later, _ = waiting(table, gone)
    for ask, seen in [*asked, *asked_later]:
        table.scene.answer(ask, seen)

    found = table.frames(4000)

    assert understood == [Seat.EAST]
    assert [type(event) for event in acts(found)] == [CardsLaid, TakenBack]


def test_a_new_deal_forgets_what_is_being_read() -> None:
    """Readings of the deal before are nobody's play."""
    table = Table()
    table.lying = list(row("H3", Seat.EAST))
    asked, _ = waiting(table, change_of(table.lying, Seat.EAST, 0))
    table.scene.begin_deal()
    for ask, seen in asked:
        table.scene.answer(ask, seen)

    assert table.frames(2000) == []


def waiting(table: Table, change: Change) -> tuple[list[tuple[Ask, Sighting]], list[Seat]]:
    """Show a change until it has been photographed; its readings are not there yet."""
    asked: list[tuple[Ask, Sighting]] = []
    understood: list[Seat] = []
    while not understood:
        table.now += FRAME_MS
        glance = Glance(table.now, dark=False, changes=(change,))
        asks, found, understood = table.scene.see(glance)
        asked += [(ask, table.sighting(ask)) for ask in asks]
        assert found == []
    return asked, understood


def tribute_table() -> Table:
    table = Table()
    table.scene.take_up(Known(tribute=True))
    return table


def test_in_tribute_the_arm_that_brought_a_card_paid_it() -> None:
    """South pays straight before East, who sits there; elsewhere that would be nobody's play."""
    table = tribute_table()
    card = row("SA", Seat.EAST)
    table.frames(500, arms=[Seat.SOUTH])
    table.lying += card

    (found,) = table.frames(1500, [change_of(card, Seat.SOUTH, table.now)])

    assert found.event == CardsLaid(found.event.at_ms, Seat.SOUTH, parse_cards("SA"))


def test_in_tribute_a_card_that_another_arm_takes_has_a_receiver() -> None:
    """Who took it, and whose it was; it is not taken back, however long nothing else happens."""
    table = tribute_table()
    table.lay("SA", Seat.SOUTH)
    card = tuple(table.lying)
    table.frames(500, arms=[Seat.EAST])
    table.lying.clear()
    taken_ms = table.now

    found = table.frames(6000, [change_of(card, Seat.EAST, table.now)])

    (event,) = (each.event for each in found if not each.only_offered)
    assert event == CardTaken(event.at_ms, Seat.EAST, Seat.SOUTH)
    assert abs(event.at_ms - taken_ms) <= FRAME_MS
    assert found[0].origin["seen"] == ["SA"]


def test_in_tribute_every_payer_may_take_back_his_card() -> None:
    """East laid a card after South, who takes his own back: it is not the latest one."""
    table = tribute_table()
    table.lay("S7", Seat.SOUTH)
    south = tuple(table.lying)
    table.lay("SK", Seat.EAST)
    table.frames(500, arms=[Seat.SOUTH])
    table.lying = [card for card in table.lying if card not in south]

    found = table.frames(4000, [change_of(south, Seat.SOUTH, table.now)])

    taken = [each for each in acts(found) if isinstance(each, TakenBack)]
    assert [event.seat for event in taken] == [Seat.SOUTH]


def test_after_the_tribute_a_card_that_another_arm_clears_is_no_news() -> None:
    """Once somebody has led, what another seat picks up is swept."""
    table = tribute_table()
    table.scene.keep_books(Known())
    table.lay("SA", Seat.SOUTH)
    card = tuple(table.lying)
    table.frames(500, arms=[Seat.EAST])
    table.lying.clear()

    found = table.frames(1200, [change_of(card, Seat.EAST, table.now)])

    assert not any(isinstance(each.event, CardTaken) for each in found)


def test_what_no_picture_can_be_had_of_is_asked_for() -> None:
    """A play that only the small stream shows must not look like a pass to the next seat."""
    table = Table(blind=True)
    table.frames(500, arms=[Seat.WEST])

    found = table.frames(6000, [change_of(row("S3 H3", Seat.WEST), Seat.WEST, table.now)])

    assert [(each.seat, each.reason) for each in acts(found) if isinstance(each, CardsUnread)] == [
        (Seat.WEST, Trouble.NO_PICTURE.value)
    ]
    assert len(found) == 1


def test_cards_that_vanish_unseen_are_not_asked_for() -> None:
    """Where only known cards have lain, nothing was laid."""
    table = Table()
    table.lay("S3 H3", Seat.WEST)
    gone = change_of(table.lying, Seat.WEST, table.now + 600)
    table.blind, table.lying = True, []

    found = table.frames(500, arms=[Seat.WEST]) + table.frames(6000, [gone])

    assert [each for each in acts(found) if isinstance(each, CardsUnread)] == []
