"""Vectors about tribute and returned cards."""

from __future__ import annotations

from collections.abc import Mapping

from referee.app.rule_vectors.question import Answer, Question
from referee.app.rule_vectors.table import first_leader_words
from referee.rules.cards import Card, Rank, Suit
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.returns import within_limit
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from referee.rules.switches.penalties import FoulLeader
from referee.rules.tribute import Debt, TributeKind, debt, settle_debt, tribute_choices
from referee.rules.tribute_assignment import Assignment, Open, assign, return_receivers
from referee.rules.tribute_leader import (
    Leader,
    LeaderBy,
    leader_after_tribute,
    leader_without_tribute,
)

_FOULS = [f"foul by {side.value}" for side in Side]
_FOUL_LEADERS = {
    FoulLeader.FOLLOWING_OR_CHIEF: "named by the offender’s 下家 or the chief referee",
    FoulLeader.OPPONENTS: "named by the opponents",
}


def tribute(question: Question, ruleset: Ruleset) -> Answer:
    """What is owed after ``finish`` by hands with ``hands_top``, who gets it, who leads.

    Without ``finish`` it is the first deal, or with ``previous`` the deal after a foul.
    """
    after_foul = "previous" in question and bool(question.choice("previous", _FOULS))
    finish = question.finish("finish") if "finish" in question else None
    owed = debt(finish, ruleset, after_foul=after_foul)
    if finish is None or owed.kind is TributeKind.NONE:
        leader = leader_without_tribute(finish, owed.kind, ruleset, after_foul=after_foul)
        answer: Answer = {"type": owed.kind.value, "leader": _leader(leader, finish, ruleset)}
        if finish is None and not after_foul:
            answer["first_deal"] = True
        return answer
    level = question.level("level")
    hands = _hands(question, owed)
    owed = settle_debt(owed, hands, ruleset)
    if owed.kind is TributeKind.ANTI:
        leader = leader_without_tribute(finish, owed.kind, ruleset)
        return {"type": owed.kind.value, "leader": _leader(leader, finish, ruleset)}
    cards = {seat: _one(tribute_choices(hand, level)) for seat, hand in hands.items()}
    assignment = assign(owed, finish, cards, level, ruleset)
    returned = _returned(question, owed) if "returned" in question else None
    led = leader_after_tribute(owed, assignment, finish, level, ruleset, returned=returned)
    answer = {"type": owed.kind.value, "leader": _leader(led, finish, ruleset)}
    if led.seat is not None:
        answer["leader_seat"] = led.seat.value
    if owed.kind is TributeKind.SINGLE:
        (gift,) = assignment.gifts
        return answer | {
            "payer": gift.payer.value,
            "receiver": gift.receiver.value,
            "card": str(gift.card),
        }
    return answer | _double(assignment, cards, finish, level, ruleset)


def return_card(question: Question, ruleset: Ruleset) -> Answer:
    """Whether ``card`` may be returned ``to`` a partner or an opponent at ``level``."""
    to = question.choice("to", ("partner", "opponent"))
    legal = within_limit(
        question.card("card"),
        to_partner=to == "partner",
        level=question.level("level"),
        ruleset=ruleset,
    )
    return {"legal": "referee" if legal is None else legal}


def _double(
    assignment: Assignment,
    cards: Mapping[Seat, Card],
    finish: Finish,
    level: Level,
    ruleset: Ruleset,
) -> Answer:
    first = finish.first_out.value
    answer: Answer = {
        "pays": {seat.value: str(card) for seat, card in cards.items()},
        "return_face_down": ruleset.tribute.return_face_down,
    }
    match assignment.open:
        case Open.FIRST_OUT_CHOOSES:
            return answer | {f"{first}_gets_from": f"{first} chooses"}
        case Open.WINNERS_CHOOSE:
            return answer | {f"{first}_gets_from": "winners choose"}
        case Open.LAST_OUT:
            return answer | {f"{first}_gets_from": "the last out, whom the referee names"}
        case None:
            for gift in assignment.gifts:
                answer[f"{gift.receiver.value}_gets"] = str(gift.card)
                answer[f"{gift.receiver.value}_gets_from"] = gift.payer.value
    back = return_receivers(assignment, ruleset, level=level)
    answer["returns"] = (
        "losers choose"
        if back is None
        else {winner.value: payer.value for winner, payer in back.items()}
    )
    return answer


def _hands(question: Question, owed: Debt) -> dict[Seat, tuple[Card, ...]]:
    """The highest cards of every payer; those of other seats do not matter."""
    shown = question.inner("hands_top")
    return {seat: shown.cards(f"hands_top.{seat.value}") for seat in owed.payers}


def _returned(question: Question, owed: Debt) -> dict[Seat, Card]:
    """Ranks of the returned cards by the payer who got them; the suit does not matter."""
    ranks = question.inner("returned", [seat.value for seat in owed.payers])
    names = [rank.value for rank in Rank if not rank.is_joker]
    return {
        seat: Card(Suit.SPADES, Rank(ranks.choice(f"returned.{seat.value}", names)))
        for seat in owed.payers
    }


def _one(choices: frozenset[Card]) -> Card:
    """One of the cards the payer may choose from; which does not matter to anybody else."""
    return min(choices, key=str)


def _leader(leader: Leader, finish: Finish | None, ruleset: Ruleset) -> str:
    """A seat, or in words whom it depends on."""
    match leader.by:
        case LeaderBy.FOUL:
            return _FOUL_LEADERS[ruleset.penalties.foul_leader]
        case LeaderBy.DRAWN_CARD:
            return first_leader_words(ruleset)
        case LeaderBy.SMALLER_RETURN:
            return "the loser who received the lower returned card"
        case LeaderBy.CHOSEN_PAYER if leader.seat is None:
            return "the one chosen"
        case LeaderBy.PAYER_TO_FIRST_OUT if leader.seat is None and finish is not None:
            return f"payer whose card {finish.first_out.value} took"
        case LeaderBy.LAST_OUT if leader.seat is None:
            return "the last out, whom the referee names"
        case _ if leader.seat is not None:
            return leader.seat.value
    raise AssertionError(f"nobody leads, and no reason why: {leader}")
