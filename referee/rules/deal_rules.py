"""What a ruleset says about the playing of a deal, in one value that a `Deal` carries."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.rules.patterns import STANDARD_TYPES, TypeRules
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.switches.play import DealEnd, WindFor
from referee.rules.switches.wild import WildRules


@dataclass(frozen=True, slots=True)
class PlayArticles:
    """Where each fault of play is written, document and article. Fields are named by `Fault`.

    The defaults cite the national rules of 2017, which the sheets lean on where they are silent;
    where only a range of articles is known for a rule, its first one.
    """

    out_of_turn_play: str = "national-2017/art.18"
    out_of_turn_pass: str = "national-2017/art.18"
    not_a_combination: str = "national-2017/art.17"
    does_not_beat: str = "national-2017/art.17"
    leader_may_not_pass: str = "national-2017/art.6"
    not_in_hand: str = "national-2017/art.17"
    foreign_card: str = "national-2017/art.15"
    wrong_declaration: str = "national-2017/art.7"
    deal_is_over: str = "national-2017/art.6"

    def of(self, fault: Fault) -> str:
        """The article for a fault that play can have."""
        article: str = getattr(self, fault.value)
        return article


@dataclass(frozen=True, slots=True)
class DealRules:
    """Every switch that decides about plays, passes and tricks."""

    types: TypeRules = STANDARD_TYPES
    wild: WildRules = field(default_factory=WildRules)
    wind_for: WindFor = WindFor.ANYBODY
    deal_end: DealEnd = DealEnd.THIRD_OUT_OR_DOUBLE_DOWN
    articles: PlayArticles = field(default_factory=PlayArticles)

    @classmethod
    def of(cls, ruleset: Ruleset, articles: PlayArticles | None = None) -> DealRules:
        """The part of *ruleset* that decides about plays; articles of its own document if given."""
        hands = ruleset.hands
        return cls(
            types=TypeRules(
                joker_pair=hands.joker_pair,
                full_house_joker_pair=hands.full_house_joker_pair,
                five_alike_as_full_house=hands.five_alike_as_full_house,
                longest_bomb=hands.largest_bomb,
            ),
            wild=ruleset.wild,
            wind_for=ruleset.play.wind_for,
            deal_end=ruleset.play.deal_end,
            articles=articles or PlayArticles(),
        )


STANDARD_DEAL = DealRules()
