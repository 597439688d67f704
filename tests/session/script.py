"""Short scripts that become events: what a table does, one line an act.

A line is an act after two seconds, or after as many as ``+12`` in front of it says::

    turn H5 | draw | lead E | resist | choose E | E takes S | finish E W | confirm | sign EW
    E C5 S5 | E pass | E knock | E back | E ? | E report | E report 8 | E call | answer E
    wait | pause | resume | grant 30 | deny E | declare pair 2 9
    rule 1 confirm | rule 1 dismiss by chief_referee | rule 1 confirm step foul by chief_referee
    rule 1 confirm stopped | rule 1 confirm named pair | rule 2 let_stand
    take_up E 9 0 5 12 N (E leads, these hands are held, N is out)
    penalty E warning | note E exposed_card C5 | decide EW | decide draw | withdraw NS

Cards may be named by what the hand holds: ``low`` (its lowest card), ``high`` (its highest, no
wild one), ``junk`` (its two lowest ranks, which are no combination), ``owed`` (the tribute or
return that is due). Three lines are whole passages, played by the rules with known hands:

    deal 7          as ``draw``, with hands shuffled by that number
    tribute         whoever owes pays and returns what is due
    out E W         play goes on until these seats are out in this order, and the deal is over
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card, parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.returns import returnable
from referee.rules.ruling import Fault
from referee.rules.seats import PerSeat, Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.tribute import tribute_choices
from referee.session.events import (
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTaken,
    CardTurned,
    CorrectableEvent,
    Decision,
    FaultNoted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PassDenied,
    Passed,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    Ruled,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.step import Step, step
from referee.session.table import Phase, Table
from referee.session.table_settings import Passing

USUAL_MS = 2_000


class Script:
    """A table that plays lines; `done` is the last step, `events` is everything so far."""

    def __init__(self, *events: CorrectableEvent) -> None:
        self.table = Table()
        self.done = Step(self.table)
        self.events: list[CorrectableEvent] = []
        self.hands: PerSeat[CardCounts] | None = None
        for event in events:
            self.take(event)

    def play(self, *lines: str) -> Step:
        """Play the lines and return the step of the last event."""
        for line in lines:
            self._play_line(line)
        return self.done

    def take(self, event: CorrectableEvent) -> Step:
        before = self.table
        self.done = step(before, event)
        self.table = self.done.table
        self.events.append(event)
        self._follow_hands(before)
        return self.done

    def _play_line(self, line: str) -> None:
        words, after_ms = line.split(), USUAL_MS
        if words[0].startswith("+"):
            after_ms = round(float(words.pop(0)) * 1000)
        match words:
            case ["deal", seed]:
                self._deal(int(seed), self.table.now_ms + after_ms)
            case ["tribute"]:
                while self.table.phase in (Phase.TRIBUTE, Phase.RETURN) and self.table.to_act:
                    self._play_line(f"{self.table.to_act[0].value} owed")
            case ["out", *seats]:
                self._play_out([Seat(seat) for seat in seats])
            case _:
                self.take(self._event(words, self.table.now_ms + after_ms))

    def _event(self, words: list[str], at: int) -> CorrectableEvent:
        match words:
            case ["wait"]:
                return TimePassed(at)
            case ["turn", card]:
                return CardTurned(at, Card.parse(card))
            case ["draw"]:
                self.hands = None
                return HandsDrawn(at)
            case ["lead", seat]:
                return LeaderNamed(at, Seat(seat))
            case ["resist"]:
                return TributeResisted(at)
            case ["choose", seat]:
                return TributeChosen(at, Seat(seat))
            case ["finish", *seats]:
                return FinishEntered(at, tuple(Seat(seat) for seat in seats))
            case ["confirm"]:
                return ResultConfirmed(at)
            case ["sign", side]:
                return Signed(at, Side(side))
            case ["pause"]:
                return Paused(at)
            case ["resume"]:
                return Resumed(at)
            case ["grant", seconds]:
                return TimeGranted(at, round(float(seconds) * 1000))
            case ["answer", seat]:
                return CallAnswered(at, Seat(seat))
            case ["deny", seat]:
                return PassDenied(at, Seat(seat))
            case ["declare", kind, size, key]:
                return WildDeclared(at, Combination(Kind(kind), int(size), int(key)))
            case ["rule", number, decision, *how]:
                return _ruled(at, int(number), Decision(decision), how)
            case ["penalty", seat, step_, *how]:
                return PenaltyGiven(at, Seat(seat), LadderStep(step_), _by(how))
            case ["note", seat, fault, *cards]:
                return FaultNoted(at, Seat(seat), Fault(fault), self._cards(Seat(seat), cards))
            case ["take_up", leader, e, n, w, s, *out]:
                left = (int(e), int(n), int(w), int(s))
                return PlayTakenUp(at, Seat(leader), left, tuple(Seat(seat) for seat in out))
            case ["decide", side, *how]:
                by = _by(how) if how else Official.CHIEF_REFEREE
                return RoundDecided(at, None if side == "draw" else Side(side), by)
            case ["withdraw", side]:
                return SideWithdrew(at, Side(side))
            case [seat, *rest]:
                return self._act(Seat(seat), rest, at)
            case _:
                raise AssertionError(f"an empty line: {words}")

    def _act(self, seat: Seat, words: list[str], at: int) -> CorrectableEvent:
        match words:
            case ["pass"]:
                return Passed(at, seat)
            case ["knock"]:
                return Passed(at, seat, Passing.KNOCK)
            case ["back"]:
                return TakenBack(at, seat)
            case ["takes", owner]:
                return CardTaken(at, seat, Seat(owner))
            case ["?"]:
                return CardsUnread(at, seat, "glare")
            case ["call"]:
                return RefereeCalled(at, seat)
            case ["report"]:
                return Reported(at, seat)
            case ["report", count]:
                return Reported(at, seat, int(count))
            case _:
                return CardsLaid(at, seat, self._cards(seat, words))

    def _cards(self, seat: Seat, words: list[str]) -> tuple[Card, ...]:
        match words:
            case ["low"]:
                return (self._sorted(seat)[0],)
            case ["high"]:
                level = self._level()
                return ([card for card in self._sorted(seat) if not level.is_wild(card)][-1],)
            case ["junk"]:
                first, *others = self._sorted(seat)
                return first, next(card for card in others if card.rank is not first.rank)
            case ["owed"]:
                return (self._owed(seat),)
            case _:
                return parse_cards(" ".join(words)) if words else ()

    def _deal(self, seed: int, at: int) -> None:
        deck = Random(seed).sample(FULL_DECK, len(FULL_DECK))  # noqa: S311  a deal, no secret
        self.hands = PerSeat(*(CardCounts.of(deck[start::4]) for start in range(4)))
        self.take(HandsDrawn(at))

    def _level(self) -> Level:
        if self.table.round is None:
            raise AssertionError("hands are dealt in rounds only")
        return self.table.round.game.level

    def _sorted(self, seat: Seat) -> list[Card]:
        """The hand of *seat*, lowest first, wild cards last."""
        if self.hands is None:
            raise AssertionError("no hands are known; a line `deal 7` deals them")
        level = self._level()
        cards = self.hands[seat].cards()
        natural = [card for card in cards if not level.is_wild(card)]
        wild = [card for card in cards if level.is_wild(card)]
        return [*sorted(natural, key=lambda card: (level.power(card), str(card))), *wild]

    def _owed(self, seat: Seat) -> Card:
        level, tributes = self._level(), self.table.tributes
        hand = self._sorted(seat)
        if self.table.phase is Phase.TRIBUTE:
            return min(tribute_choices(hand, level), key=str)
        if tributes is None or tributes.assignment is None:
            raise AssertionError("nothing is owed")
        payer = next(g.payer for g in tributes.assignment.gifts if g.receiver is seat)
        mate = payer.partner is seat
        free = returnable(hand, to_partner=mate, level=level, ruleset=self.table.ruleset)
        return min(free, key=lambda card: (level.power(card), str(card)))

    def _follow_hands(self, before: Table) -> None:
        """Move cards between the known hands as the table has seen them move."""
        if self.hands is None:
            return
        now, tributes = self.table, self.table.tributes
        handed_over = tributes is not None and tributes.assignment is not None
        if tributes is not None and handed_over and before.phase is not Phase.PLAYING:
            was = before.tributes
            gifts = tributes.assignment.gifts if tributes.assignment is not None else ()
            if was is None or was.assignment is None:
                for gift in gifts:
                    self._move(gift.payer, gift.receiver, gift.card)
            for winner, card in tributes.returned:
                if was is None or was.returned_by(winner) is None:
                    payer = next(gift.payer for gift in gifts if gift.receiver is winner)
                    self._move(winner, payer, card)
        if before.deal is not None and now.deal is not None and now.round is before.round:
            self._follow_laid(before, now)

    def _follow_laid(self, before: Table, now: Table) -> None:
        if before.deal is None or now.deal is None or self.hands is None:
            return
        for seat in Seat:
            fewer = before.deal.cards_left[seat] - now.deal.cards_left[seat]
            if fewer > 0 and now.deal.top is not None and now.deal.top.seat is seat:
                held = self.hands[seat].without(now.deal.top.cards)
                self.hands = self.hands.put(seat, held)
            elif fewer < 0 and before.before is not None:
                held = self.hands[seat].with_added(before.before.cards)
                self.hands = self.hands.put(seat, held)

    def _move(self, giver: Seat, taker: Seat, card: Card) -> None:
        if self.hands is None:
            return
        hands = self.hands.put(giver, self.hands[giver].without([card]))
        self.hands = hands.put(taker, hands[taker].with_added([card]))

    def _play_out(self, wanted: list[Seat]) -> None:
        """Only the seat that is to be out next answers and leads; the others pass."""
        for acts in range(2_000):
            if self.table.phase is not Phase.PLAYING:
                break
            if acts == 1_999:
                raise AssertionError(f"{wanted} do not go out")
            self._play_next(wanted)
        finished = self.table.deal.finished if self.table.deal is not None else ()
        if list(finished[: len(wanted)]) != wanted:
            raise AssertionError(f"{finished} went out instead of {wanted}")

    def play_next(self, wanted: list[str]) -> None:
        """One act of an ``out`` line."""
        self._play_next([Seat(seat) for seat in wanted])

    def _play_next(self, wanted: list[Seat]) -> None:
        for line in self._next_lines(wanted):
            self._play_line(line)

    def _next_lines(self, wanted: list[Seat]) -> Iterator[str]:
        deal = self.table.deal
        if deal is None or deal.to_act is None:
            return
        seat, level = deal.to_act, deal.level
        goes_out = next((s for s in wanted if s not in deal.finished), seat)
        if deal.top is None:
            yield f"{seat.value} low"
        elif seat is goes_out and deal.top.seat is not seat and deal.top.combination is not None:
            top = deal.top.combination
            better = [card for card in self._sorted(seat) if level.power(card) > top.key]
            low = top.kind is Kind.SINGLE and bool(better)
            yield f"{seat.value} {better[0]}" if low else f"{seat.value} pass"
        else:
            yield f"{seat.value} pass"
        if seat in self.table.reports_due:
            yield f"+0 {seat.value} report"


def _ruled(at: int, number: int, decision: Decision, how: list[str]) -> Ruled:
    words = iter(how)
    step_, by, stopped, named = None, Official.REFEREE, False, None
    for word in words:
        match word:
            case "step":
                step_ = LadderStep(next(words))
            case "by":
                by = Official(next(words))
            case "named":
                named = Kind(next(words))
            case "stopped":
                stopped = True
            case _:
                raise AssertionError(f"a ruling has no {word!r}")
    return Ruled(at, number, decision, by, step_, stopped, named)


def _by(how: list[str]) -> Official:
    return Official(how[1]) if how[:1] == ["by"] else Official.REFEREE
