"""Deals played in real time: cards entered at the page, passes by key or entered."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee.rules.cards import Card
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.judge import judge_play
from referee.rules.ruling import Refused
from referee.rules.seats import Seat
from tests.fuzz.players import random_act, random_deal
from tests.soak.official import Official
from tests.soak.unit import PluggedUnit

_KEY_PATIENCE_S = 10.0
"""With a camera a press waits until the eye knows what happened before it."""
_ACTS = ("laid", "pass")


@dataclass
class Players:
    """Four players and their referee, in a thread of their own until `stopped`."""

    official: Official
    unit: PluggedUnit
    chance: Random
    pace_s: float
    """Mean thinking time."""
    tell: Callable[[str], object]
    stopped: threading.Event
    acts_shown: Callable[[], int]
    """Acts of the deal, as the service manager is told."""
    deals: int = 0
    acts: int = 0
    pressed: int = 0
    keys_that_counted: int = 0
    disagreed: int = 0
    """Deals that were given up because a legal act was judged otherwise."""
    failed: str = ""
    _begun_row: int = 0
    """In which this deal was begun."""

    def play(self) -> None:
        try:
            while not self.stopped.is_set():
                self._deal()
        except AssertionError as error:
            self.failed = str(error)
            self.tell(f"play ended: {error}")

    def _deal(self) -> None:
        deal = random_deal(self.chance)
        rank, leader = deal.level.rank.value, deal.to_act
        assert leader is not None
        while (told := self.official.order("start-deal", level=rank, leader=leader.value)) is None:
            pass
        self._begun_row = int(told["row"])
        self.deals += 1
        done = 0
        while not deal.is_over and not self.stopped.is_set():
            self.stopped.wait(self.chance.uniform(0.3, 1.7) * self.pace_s)
            seat, cards = random_act(deal, self.chance)
            if not self._act(seat, cards, done):
                # The table saw the deal otherwise; nobody plays on with two opinions.
                self.disagreed += 1
                return
            done += 1
            self.acts += 1
            deal = _after(deal, seat, cards)

    def _act(self, seat: Seat, cards: tuple[Card, ...], done: int) -> bool:
        """Have one act in the record, however often it has to be said; whether it was in order."""
        if not cards and self.chance.random() < 0.5:
            self.pressed += 1
            self.unit.press(seat)
            until = time.monotonic() + _KEY_PATIENCE_S
            while time.monotonic() < until:
                if self.acts_shown() == done + 1:
                    self.keys_that_counted += 1
                    return True
                time.sleep(0.2)
            if self._recorded() > done:
                self.keys_that_counted += 1
                return True
        while True:
            if cards:
                fields: dict[str, object] = {"cards": [str(card) for card in cards]}
                told = self.official.order("play", seat=seat.value, **fields)
            else:
                told = self.official.order("pass", seat=seat.value)
            if told is not None:
                return told["finding"] == "ok"
            if self._recorded() > done:
                return True

    def _recorded(self) -> int:
        """Acts of this deal in the log of the page, rows that wait for the disk among them."""
        log = self.official.log()
        self.official.rows = max(self.official.rows, *(line["row"] for line in log))
        return sum(line["row"] > self._begun_row and line["kind"] in _ACTS for line in log)


def _after(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> Deal:
    if not cards:
        return pass_turn(deal, seat)
    ruling = judge_play(deal, seat, cards)
    if isinstance(ruling, Refused):
        raise AssertionError(f"a legal play is refused: {ruling}")  # noqa: TRY004
    return lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left)
