"""Knock-out drawn anew for each round (胜者抽签对决进入下一轮)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from referee.rules.switches.rounds import Byes
from referee.tournament.meetings import Pairings, at_tables, seat_lower_number_first
from referee.tournament.pairings.couples import Couple, Coupled, Wish, couple_up
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.elimination import (
    Replay,
    check_round,
    check_seeds,
)
from referee.tournament.pairings.stage import NOBODY, of_round
from referee.tournament.pairs import Pair, sharing_club
from referee.tournament.ranking import Place
from referee.tournament.results import Ending, Result


@dataclass(frozen=True, slots=True)
class RedrawnKnockOut:
    """Who loses is out; everybody left is drawn again before each round.

    Of an odd field one is left over: the best seeded pair that has not had a bye, without seeds
    the last one drawn. Nobody has a second bye while somebody left has had none. `byes` says what
    becomes of whoever is left over: it goes on (差额小组自动轮空进入下轮抽签), or it plays in an
    extra round with those who have just lost, whose winners join the winners (轮空进入附加赛).
    Where that extra round is odd itself, the pair left over has a bye in it. Seeded pairs are kept
    apart as long as that is possible, and so are clubs where asked.

    Source: center-6deal 一.1; union-2024 赛制 1; jingfang 一.1.
    """

    pairs: tuple[Pair, ...]
    seed: str
    """Text all draws are made from; see `draw`."""
    seeded: tuple[int, ...] = ()
    """Draw numbers of seeded pairs (种子), best first."""
    byes: Byes = Byes.ADVANCE
    clubs_apart: bool = False
    third_place: bool = False
    """Whether the losers of the semi-finals play for third place (jingfang 一.3)."""
    rounds_before: int = 0
    """Rounds of the event before this stage."""

    def __post_init__(self) -> None:
        check_seeds(self.pairs, self.seeded)

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Draw the next round; see `Stage`. Whoever meets a withdrawn pair wins by walk-over."""
        return self._replay(results).pairings

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank by rounds survived; the losers of one round share a place."""
        return self._replay(results).places()

    def _replay(self, results: Sequence[Result]) -> Replay:
        number = self.rounds_before + 1
        playing = tuple(pair.number for pair in self.pairs)
        waiting: tuple[int, ...] = ()
        """Winners of a round while others play the extra round after it."""
        third: tuple[Couple, ...] = ()
        survived = dict.fromkeys(playing, 0)
        counted: list[Result] = []
        while len(playing) + len(waiting) > 1:
            coupled = self._couple(number, playing, counted)
            left_over = () if coupled.resting is None else (coupled.resting,)
            extra_follows = bool(left_over) and not waiting and self.byes is Byes.PLAY_OFF
            meetings = at_tables(number, map(seat_lower_number_first, (*coupled.couples, *third)))
            pairings = Pairings(
                number,
                meetings,
                byes=() if extra_follows else left_over,
                idle=(*waiting, *left_over) if extra_follows else waiting,
                together=coupled.together,
            )
            played = of_round(results, number)
            if not played:
                return Replay(pairings, survived, tuple(counted))
            check_round(pairings, played)
            counted += played
            won = {result.winner for result in played}
            winners = tuple(pair for pair in playing if pair in won)
            losers = tuple(pair for pair in playing if pair not in {*won, *left_over})
            if extra_follows:
                playing, waiting = (*losers, *left_over), winners
            else:
                playing, waiting = (*waiting, *winners), ()
            for pair in (*playing, *waiting):
                survived[pair] += 1
            final_follows = self.third_place and len(playing) == 2 and not waiting
            third = ((losers[0], losers[1]),) if final_follows and len(losers) == 2 else ()
            number += 1
        return Replay(None, survived, tuple(counted))

    def _couple(self, number: int, playing: Sequence[int], before: Sequence[Result]) -> Coupled:
        share_club = sharing_club(self.pairs)

        def apart(one: int, other: int) -> bool:
            both_seeded = one in self.seeded and other in self.seeded
            return both_seeded or (self.clubs_apart and share_club(one, other))

        drawn = drawn_order(self.seed, f"knock-out/{number}", playing)
        rested = {pair for result in before if result.ending is Ending.BYE for pair in result.pairs}
        seeded = [pair for pair in self.seeded if pair in playing]
        likeliest = [*seeded, *(pair for pair in reversed(drawn) if pair not in seeded)]
        fresh = [pair for pair in likeliest if pair not in rested]
        coupled = couple_up(drawn, wish=Wish.NEIGHBOUR, may_rest=fresh or likeliest, apart=apart)
        if coupled is None:
            raise AssertionError("without forbidden meetings every field can be coupled")
        return coupled
