"""The ruleset (规则): every switch of every sheet as one value.

Each part is defined, with the meaning of its fields and their sources, in
`referee.rules.switches`. A ruleset says what holds, never why: where each value comes from is kept
beside it by `referee.rules.ruleset_loading`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.rules.switches.advance import AceRules, AdvanceRules
from referee.rules.switches.clocks import ClockRules
from referee.rules.switches.dealing import DealingRules
from referee.rules.switches.hands import HandRules
from referee.rules.switches.officials import OfficialRules
from referee.rules.switches.penalties import PenaltyRules
from referee.rules.switches.play import PlayRules
from referee.rules.switches.rounds import RoundRules, ScoringRules, TournamentRules
from referee.rules.switches.seating import SeatingRules
from referee.rules.switches.tribute import TributeRules
from referee.rules.switches.wild import WildRules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What one event plays by. With no argument: the advised value of every switch."""

    id: str = "advised-defaults"
    """Name of its file, as in ``config/rulesets/<id>.toml``; verdicts cite it."""
    seating: SeatingRules = field(default_factory=SeatingRules)
    hands: HandRules = field(default_factory=HandRules)
    wild: WildRules = field(default_factory=WildRules)
    dealing: DealingRules = field(default_factory=DealingRules)
    tribute: TributeRules = field(default_factory=TributeRules)
    play: PlayRules = field(default_factory=PlayRules)
    advance: AdvanceRules = field(default_factory=AdvanceRules)
    ace: AceRules = field(default_factory=AceRules)
    round: RoundRules = field(default_factory=RoundRules)
    scoring: ScoringRules = field(default_factory=ScoringRules)
    tournament: TournamentRules = field(default_factory=TournamentRules)
    clocks: ClockRules = field(default_factory=ClockRules)
    officials: OfficialRules = field(default_factory=OfficialRules)
    penalties: PenaltyRules = field(default_factory=PenaltyRules)
