"""Random deals played by sensible players, with or without irregularities, as scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

import numpy as np

from referee.rules.beats import beats
from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.legal import legal_plays
from referee.rules.level import LEVELS, Level
from referee.rules.seats import PerSeat, Seat
from vision.rendered.table.deck import DECKS
from vision.rendered.table.script import Act, Deed, Manner, Script

_LOOKED_AT = 500
"""Plays a player thinks about before choosing."""
_BETWEEN_TURNS = 4
"""Turns from one irregularity to the next at least."""
_OVER_MS = 2_500
"""How far an overtime is over the limit."""


class Irregularity(Enum):
    OUT_OF_TURN = "out_of_turn"
    OVERTIME = "overtime"
    DOES_NOT_BEAT = "does_not_beat"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a random table plays."""

    manners: PerSeat[Manner]
    knocks: float = 0.3
    """Share of passes that are knocked instead of keyed."""
    two_moves: float = 0.25
    """Share of plays of several cards that come down in two moves."""
    cups: float = 0.01
    """Chance a turn that somebody sets a drink down."""
    rests: float = 0.01
    """Chance a turn that somebody rests a hand on the table."""
    thinks_ms: tuple[int, int] = (400, 1800)
    """Least and most thinking time."""
    begins_after_ms: int = 0
    """How long nobody moves before the first lead."""


def random_script(
    seed: int,
    habits: Habits,
    irregularities: Sequence[Irregularity] = (),
    *,
    deck: str | None = None,
    most_tricks: int | None = None,
    lead_ms: int = 40_000,
    follow_ms: int = 20_000,
) -> Script:
    """A deal from *seed* alone.

    Args:
        seed: Shuffles, chooses and decides everything about the table.
        habits: How the players handle cards.
        irregularities: Each happens once, spread over the deal.
        deck: Which deck; any one when ``None``.
        most_tricks: Stop after so many tricks; the whole deal when ``None``.
        lead_ms: Thinking time for a lead, which an overtime oversteps.
        follow_ms: For all else.
    """
    chance = np.random.default_rng([seed, 707])
    level = LEVELS[int(chance.integers(len(LEVELS)))]
    leader = list(Seat)[int(chance.integers(4))]
    shuffled = [FULL_DECK[int(place)] for place in chance.permutation(len(FULL_DECK))]
    hands = PerSeat(*(CardCounts.of(shuffled[n * 27 : n * 27 + 27]) for n in range(4)))
    table = _Game(chance, habits, Deal.start(level, leader, hands=hands), lead_ms, follow_ms)
    table.play(list(irregularities), most_tricks)
    if habits.begins_after_ms:
        first, *rest = table.acts
        table.acts = [replace(first, after_ms=first.after_ms + habits.begins_after_ms), *rest]
    return Script(
        level=level,
        leader=leader,
        acts=tuple(table.acts),
        manners=habits.manners,
        deck=deck or DECKS[int(chance.integers(len(DECKS)))],
        seed=seed,
        lead_ms=lead_ms,
        follow_ms=follow_ms,
    )


def played_on(
    chance: np.random.Generator, habits: Habits, deal: Deal, tricks: int
) -> tuple[Act, ...]:
    """What sensible players do in the first *tricks* of a deal of known hands."""
    table = _Game(chance, habits, deal, 0, 0)
    table.play([], tricks)
    return tuple(table.acts)


class _Game:
    def __init__(
        self,
        chance: np.random.Generator,
        habits: Habits,
        deal: Deal,
        lead_ms: int,
        follow_ms: int,
    ) -> None:
        self._chance = chance
        self._habits = habits
        self._deal = deal
        self._lead_ms, self._follow_ms = lead_ms, follow_ms
        self._winner = deal.to_act or Seat.EAST
        self.acts: list[Act] = []

    def play(self, due: list[Irregularity], most_tricks: int | None) -> None:
        turn = 0
        while (seat := self._deal.to_act) is not None:
            if most_tricks is not None and self._deal.trick > most_tricks:
                return
            turn += 1
            self._besides()
            # One every few turns, as soon as the table stands so that it can happen.
            if due and turn >= _BETWEEN_TURNS and self._misbehave(due[0], seat):
                due.pop(0)
                turn = 0
                if self._deal.to_act is not seat:
                    continue  # late, but acted
            trick = self._deal.trick
            self._act(seat)
            if self._deal.trick != trick and self._deal.to_act is not None:
                self.acts.append(Act(self._winner, Deed.CLEARS, self._thinks()))

    def _act(self, seat: Seat) -> None:
        chosen = self._choose(seat)
        if chosen is None:
            knocks = self._chance.random() < self._habits.knocks
            deed = Deed.KNOCKS if knocks else Deed.PASSES
            self.acts.append(Act(seat, deed, self._thinks()))
            if self._deal.top is None:
                raise AssertionError("a leader always finds something to lay")
            self._winner = self._deal.top.seat
            self._deal = pass_turn(self._deal, seat)
            return
        cards, combination = chosen
        self._lays(seat, cards, self._thinks())
        self._deal = lay(self._deal, seat, cards, combination)

    def _choose(self, seat: Seat) -> tuple[tuple[Card, ...], Combination] | None:
        """What a sensible player lays, or ``None`` to pass."""
        deal = self._deal
        to_beat = deal.to_beat
        partner_leads = deal.top is not None and deal.top.seat is seat.partner
        if partner_leads and self._chance.random() < 0.7:
            return None
        options = self._options(seat, to_beat)
        if not options:
            return None
        plain = [option for option in options if not option[1].kind.is_bomb]
        if to_beat is not None and not plain and self._chance.random() < 0.6:
            return None  # keeps the bomb
        return min(plain or options, key=lambda option: self._cost(option, leads=to_beat is None))

    def _cost(self, option: tuple[tuple[Card, ...], Combination], *, leads: bool) -> float:
        cards, combination = option
        weight = sum(self._deal.level.power(card) for card in cards) / len(cards)
        saved = 4.0 * len(cards) if leads else 0.0
        bomb = 30.0 if combination.kind.is_bomb else 0.0
        return weight + bomb - saved + float(self._chance.uniform(0, 5))

    def _options(
        self, seat: Seat, to_beat: Combination | None
    ) -> list[tuple[tuple[Card, ...], Combination]]:
        deal = self._deal
        if deal.hands is None:
            raise AssertionError("a rendered deal knows its hands")
        options = []
        for cards in islice(legal_plays(deal.hands[seat], deal.level, to_beat), _LOOKED_AT):
            if _uses_wild(cards, deal.level):
                continue  # a wild card that stands for another has to be declared
            found = [r for r in readings(cards, deal.level) if to_beat is None or beats(r, to_beat)]
            if found:
                options.append((in_order(cards), found[0]))
        return options

    def _lays(self, seat: Seat, cards: tuple[Card, ...], after_ms: int) -> None:
        two = len(cards) > 1 and self._chance.random() < self._habits.two_moves
        self.acts.append(Act(seat, Deed.LAYS, after_ms, cards, 2 if two else 1))

    def _misbehave(self, what: Irregularity, seat: Seat) -> bool:
        """Add an irregularity where it can happen now; the player then puts it right."""
        deal = self._deal
        if deal.hands is None:
            raise AssertionError("a rendered deal knows its hands")
        match what:
            case Irregularity.OVERTIME:
                limit = self._lead_ms if deal.top is None else self._follow_ms
                chosen = self._options(seat, deal.to_beat)
                if not chosen:
                    return False
                cards, combination = chosen[0]
                self._lays(seat, cards, limit + _OVER_MS)
                self._deal = lay(deal, seat, cards, combination)
                return True
            case Irregularity.OUT_OF_TURN:
                # In the middle of a trick it might be taken for passes of the seats between.
                wrong = seat.following
                if deal.top is not None or not deal.cards_left[wrong]:
                    return False
                self._lays(wrong, deal.hands[wrong].cards()[:1], self._thinks())
                self.acts.append(Act(wrong, Deed.TAKES_BACK, 1500))
                return True
            case Irregularity.DOES_NOT_BEAT:
                if deal.to_beat is None:
                    return False
                weaker = self._too_weak(seat, deal.to_beat)
                if weaker is None:
                    return False
                self._lays(seat, weaker, self._thinks())
                self.acts.append(Act(seat, Deed.TAKES_BACK, 1500))
                return True

    def _too_weak(self, seat: Seat, to_beat: Combination) -> tuple[Card, ...] | None:
        deal = self._deal
        if deal.hands is None:
            raise AssertionError("a rendered deal knows its hands")
        for cards in islice(legal_plays(deal.hands[seat], deal.level), _LOOKED_AT):
            found = readings(cards, deal.level)
            same = any(r.kind is to_beat.kind and r.size == to_beat.size for r in found)
            answers = any(beats(reading, to_beat) for reading in found)
            if same and not answers and not _uses_wild(cards, deal.level):
                return in_order(cards)
        return None

    def _besides(self) -> None:
        for share, deed in (
            (self._habits.cups, Deed.SETS_CUP),
            (self._habits.rests, Deed.RESTS_HAND),
        ):
            if self._chance.random() < share:
                seat = list(Seat)[int(self._chance.integers(4))]
                for_ms = int(self._chance.integers(3000, 9000)) if deed is Deed.RESTS_HAND else 0
                self.acts.append(Act(seat, deed, self._thinks(), for_ms=for_ms))

    def _thinks(self) -> int:
        return int(self._chance.integers(*self._habits.thinks_ms))


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards as a tidy player lays them: low to high, the larger group of a full house first."""
    counts = {card.rank: sum(other.rank is card.rank for other in cards) for card in cards}
    full_house = sorted(counts.values()) == [2, 3]

    def place(card: Card) -> tuple[int, int, int]:
        first = -counts[card.rank] if full_house else 0
        return first, card.rank.place, card.number

    ordered = sorted(cards, key=place)
    return tuple(ordered)


def _uses_wild(cards: Sequence[Card], level: Level) -> bool:
    return any(level.is_wild(card) for card in cards) and any(
        card.rank is not level.rank for card in cards
    )
