"""Contradictions: values of a ruleset that are fine alone and senseless together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.switches.advance import AdvanceUnit, AfterFallback, PassAce
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.play import Laying
from referee.rules.switches.rounds import RoundEnd, TieBreak
from referee.rules.switches.tribute import (
    DoubleLeader,
    EqualAssignment,
    EqualLeader,
    SingleLeader,
    TributeMode,
)
from referee.rules.switches.wild import Announce, Unsaid


@dataclass(frozen=True, slots=True)
class Check:
    """One condition on values that belong together."""

    keys: tuple[str, ...]
    """The keys it looks at; the first is the one to mend."""
    holds: Callable[[Ruleset], bool]
    wanted: str
    """What would be right, as part of a sentence."""


def contradictions(ruleset: Ruleset) -> tuple[Check, ...]:
    """Every check *ruleset* fails, in the order of the keys."""
    return tuple(check for check in CHECKS if not check.holds(ruleset))


def _leaders_fit_the_mode(ruleset: Ruleset) -> bool:
    tribute = ruleset.tribute
    without = (
        tribute.single_leader is SingleLeader.FIRST_OUT,
        tribute.double_leader is DoubleLeader.FIRST_OUT,
        tribute.equal_leader is EqualLeader.FIRST_OUT,
    )
    return all(without) if tribute.mode is TributeMode.NONE else not any(without)


def _rising(numbers: tuple[int, ...]) -> bool:
    return all(before < after for before, after in pairwise(numbers))


_CHOSEN = {EqualAssignment.FIRST_OUT_CHOOSES, EqualAssignment.WINNERS_CHOOSE}

CHECKS = (
    Check(
        ("wild.announce", "wild.open_end", "wild.two_pairs"),
        lambda r: (
            r.wild.announce is not Announce.NEVER
            or Unsaid.NONE not in {r.wild.open_end, r.wild.two_pairs}
        ),
        "where nothing is announced, a reading must hold: low, low_forced or high",
    ),
    Check(
        ("wild.place_declares", "play.laying"),
        lambda r: not r.wild.place_declares or r.play.laying is Laying.LOW_TO_HIGH,
        "a place can declare only where cards lie low_to_high",
    ),
    Check(
        ("dealing.first_cutter", "dealing.first_shuffler"),
        lambda r: r.dealing.first_cutter is not r.dealing.first_shuffler,
        "another seat must cut than the one that shuffles",
    ),
    Check(
        ("dealing.first_shuffles",),
        lambda r: r.dealing.first_shuffles == tuple(sorted(r.dealing.first_shuffles)),
        "the smaller number must come first",
    ),
    Check(
        ("dealing.later_shuffles",),
        lambda r: r.dealing.later_shuffles == tuple(sorted(r.dealing.later_shuffles)),
        "the smaller number must come first",
    ),
    Check(
        (
            "tribute.mode",
            "tribute.single_leader",
            "tribute.double_leader",
            "tribute.equal_leader",
        ),
        _leaders_fit_the_mode,
        "the leaders must all be first_out without tribute, and none may be with it",
    ),
    Check(
        ("tribute.equal_leader", "tribute.equal_assignment"),
        lambda r: (
            r.tribute.equal_leader is not EqualLeader.CHOSEN_PAYER
            or r.tribute.equal_assignment in _CHOSEN
        ),
        "chosen_payer needs an assignment by choice: first_out_chooses or winners_choose",
    ),
    Check(
        ("advance.double_down", "advance.first_third", "advance.first_last"),
        lambda r: r.advance.double_down >= r.advance.first_third >= r.advance.first_last,
        "a better finish may not be worth less",
    ),
    Check(
        ("advance.unit", "round.deals", "round.points"),
        lambda r: r.advance.unit is AdvanceUnit.LEVELS or r.round.deals > 0 or r.round.points > 0,
        "deals that count points need a number of deals or of points that ends the round",
    ),
    Check(
        ("ace.must_be_played", "ace.passed_by"),
        lambda r: r.ace.must_be_played is (r.ace.passed_by is not PassAce.REACHED),
        "A need not be played exactly where reaching it wins",
    ),
    Check(
        ("ace.fallback", "ace.fail_limit"),
        lambda r: r.ace.fallback is not Level.parse("A"),
        "a fall back must lead below A",
    ),
    Check(
        ("ace.after_fallback", "ace.fail_limit"),
        lambda r: r.ace.after_fallback is AfterFallback.AS_USUAL or r.ace.fail_limit > 0,
        "without a limit there is no fall back: want as_usual, or a fail_limit from 1",
    ),
    Check(
        ("round.deals", "round.ends_by"),
        lambda r: r.round.deals == 0 or RoundEnd.DEALS in r.round.ends_by,
        "a number of deals belongs to a round that ends by deals",
    ),
    Check(
        ("round.points", "round.ends_by"),
        lambda r: r.round.points == 0 or RoundEnd.POINTS in r.round.ends_by,
        "a number of points belongs to a round that ends by points",
    ),
    Check(
        ("scoring.win", "scoring.draw", "scoring.loss"),
        lambda r: r.scoring.win >= r.scoring.draw >= r.scoring.loss,
        "a better result may not be worth less",
    ),
    Check(
        ("scoring.tie_breaks",),
        lambda r: TieBreak.LOT not in r.scoring.tie_breaks[:-1],
        "lot separates everybody, so it must stand last",
    ),
    Check(
        ("tournament.best_of", "tournament.final_best_of"),
        lambda r: r.tournament.best_of % 2 == 1 and r.tournament.final_best_of % 2 == 1,
        "only an odd number of games has a majority",
    ),
    Check(
        ("clocks.stages",),
        lambda r: _rising(tuple(stage.over_seconds for stage in r.clocks.stages)),
        "the earliest stage must come first",
    ),
    Check(
        ("clocks.tribute_stages",),
        lambda r: _rising(tuple(stage.over_seconds for stage in r.clocks.tribute_stages)),
        "the earliest stage must come first",
    ),
    Check(
        ("clocks.late_excused_minutes", "clocks.late_forfeit_minutes"),
        lambda r: r.clocks.late_excused_minutes >= r.clocks.late_forfeit_minutes,
        "with leave a side may not be given less time than without",
    ),
    Check(
        ("officials.checkers", "officials.recorder"),
        lambda r: r.officials.recorder not in r.officials.checkers,
        "nobody checks his own record",
    ),
    Check(
        ("penalties.forfeit_levels", "penalties.forfeit_scoring"),
        lambda r: (
            r.penalties.forfeit_scoring is ForfeitLevels.AS_WALK_OVER
            or r.penalties.forfeit_levels > 0
        ),
        "a loss recorded in levels needs their number",
    ),
)
"""All there are. Counting numbers of a ladder step that the ladder lacks are no contradiction:
they never apply."""
