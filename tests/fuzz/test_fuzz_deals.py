from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.deal_rules import DealRules
from referee.rules.patterns import TypeRules
from referee.rules.switches.play import DealEnd, WindFor
from referee.rules.switches.wild import TypeChoice, Unsaid, WildRules
from tests.fuzz.checks import play_out
from tests.fuzz.players import random_deal

UNSAID = st.sampled_from(Unsaid)

DEAL_RULES = st.builds(
    DealRules,
    types=st.builds(
        TypeRules,
        joker_pair=st.booleans(),
        full_house_joker_pair=st.booleans(),
        five_alike_as_full_house=st.booleans(),
        longest_bomb=st.integers(8, 10),
    ),
    wild=st.builds(
        WildRules,
        open_end=UNSAID,
        two_pairs=UNSAID,
        own_rank_first=st.booleans(),
        type_preference=st.sampled_from(TypeChoice),
        tube_or_plate=st.sampled_from(TypeChoice),
        place_declares=st.booleans(),
    ),
    wind_for=st.sampled_from(WindFor),
    deal_end=st.sampled_from(DealEnd),
)


@settings(max_examples=25, deadline=None)
@given(st.integers(min_value=0), DEAL_RULES)
def test_every_deal_ends_with_all_its_cards(seed: int, rules: DealRules) -> None:
    """Under any switches: no card is lost, every turn can be taken, four places at the end."""
    chance = Random(seed)  # noqa: S311  a deal, not a secret
    deal, decisions = play_out(random_deal(chance, rules), chance, compare=0.01)

    assert deal.is_over
    assert decisions > 0
