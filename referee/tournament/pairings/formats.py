"""From a ruleset and an organiser's plan to the stage that is played."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.ruleset import Ruleset
from referee.rules.switches.rounds import Format, SameUnit
from referee.tournament.pairings.double_knock_out import DoubleKnockOut
from referee.tournament.pairings.groups import GroupsThenFinal
from referee.tournament.pairings.knock_out import KnockOut
from referee.tournament.pairings.redrawn_knock_out import RedrawnKnockOut
from referee.tournament.pairings.round_robin import RoundRobin, RoundRobinTable
from referee.tournament.pairings.stage import Stage
from referee.tournament.pairings.swiss import FirstRound, LaterRounds, Swiss
from referee.tournament.pairs import Pair


@dataclass(frozen=True, slots=True)
class Plan:
    """What the organiser of an event decides and no ruleset says."""

    seeded: tuple[int, ...] = ()
    """Draw numbers of seeded pairs (种子), best first."""
    rounds: int = 0
    """Rounds of a points event or of each group; 0: as the ruleset says."""
    final_rounds: int = 0
    """Rounds of a final for points; 0: as the ruleset says, and if it says none a knock-out."""
    first_round: FirstRound = FirstRound.LOT
    round_robin_table: RoundRobinTable = RoundRobinTable.BERGER
    redrawn: bool = True
    """Whether a knock-out is drawn anew for each round, as most plans do, or once for all."""
    third_place: bool = False
    second_final: bool = True
    """Whether the unbeaten pair of a double knock-out may lose the final once."""
    groups: int = 2
    through: int = 2
    """How many of each group reach the final."""
    best_next: int = 0
    """How many of those who come next in their groups reach it too."""


def stage_for(pairs: tuple[Pair, ...], seed: str, rules: Ruleset, plan: Plan) -> Stage:
    """The format of `TournamentRules.format`, set up for these entries.

    A points knock-out (积分淘汰制, rules-135 四.1) is not explained where it is named; it is played
    as a knock-out whose rounds also give points.

    Raises:
        ValueError: If neither ruleset nor plan give a number the format needs, or the entries
            cannot be played with in it.
    """
    tournament = rules.tournament
    tie_breaks = rules.scoring.tie_breaks
    clubs_apart = tournament.same_unit is SameUnit.AVOIDED
    match tournament.format:
        case Format.SWISS | Format.POINTS_ROUNDS:
            by_lot = tournament.format is Format.POINTS_ROUNDS
            return Swiss(
                pairs,
                _rounds(rules, plan),
                seed,
                tie_breaks,
                first_round=plan.first_round,
                later_rounds=LaterRounds.LOT if by_lot else LaterRounds.STANDING,
                clubs_apart=clubs_apart,
            )
        case Format.ROUND_ROBIN:
            return RoundRobin(pairs, seed, tie_breaks, plan.round_robin_table)
        case Format.KNOCK_OUT | Format.POINTS_KNOCK_OUT if plan.redrawn:
            return RedrawnKnockOut(
                pairs,
                seed,
                plan.seeded,
                byes=tournament.byes,
                clubs_apart=clubs_apart,
                third_place=plan.third_place,
            )
        case Format.KNOCK_OUT | Format.POINTS_KNOCK_OUT:
            return KnockOut(
                pairs,
                seed,
                plan.seeded,
                clubs_apart=clubs_apart,
                third_place=plan.third_place,
            )
        case Format.DOUBLE_KNOCK_OUT:
            return DoubleKnockOut(
                pairs,
                seed,
                plan.seeded,
                clubs_apart=clubs_apart,
                second_final=plan.second_final,
            )
        case Format.GROUPS_THEN_FINAL:
            return GroupsThenFinal(
                pairs,
                groups=plan.groups,
                through=plan.through,
                seed=seed,
                tie_breaks=tie_breaks,
                best_next=plan.best_next,
                seeded=plan.seeded,
                group_rounds=plan.rounds or tournament.rounds,
                final_rounds=plan.final_rounds or tournament.final_rounds,
                same_unit=tournament.same_unit,
                third_place=plan.third_place,
            )


def _rounds(rules: Ruleset, plan: Plan) -> int:
    rounds = plan.rounds or rules.tournament.rounds
    if not rounds:
        raise ValueError(
            f"{rules.id} does not say how many rounds a {rules.tournament.format.value} event has; "
            "set rounds in its plan"
        )
    return rounds
