"""Before the cards are in hand (洗牌、切牌、抓牌): who does what, and who leads the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card, Rank
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.rules.switches.dealing import FirstDraw, FirstLead, Recut, Role
from referee.rules.switches.hands import Direction


@dataclass(frozen=True, slots=True)
class Duties:
    """Who does what before a deal. ``None`` where the seat is not known yet."""

    shuffler: Seat | None
    cutter: Seat | None
    first_draw: Seat | None
    """``None`` in a first deal until a card has been turned."""


class CutFault(Enum):
    """What is wrong with a cut (切牌)."""

    TOO_NEAR_THE_TOP = "too_near_the_top"
    TOO_NEAR_THE_BOTTOM = "too_near_the_bottom"


def first_duties(ruleset: Ruleset, turned: Card | None = None) -> Duties:
    """Who shuffles, cuts and draws first in the first deal of a game.

    E shuffles, S cuts and turns a card: jiangsu-2017 三.二.2; S shuffles, his right hand cuts:
    huaian-detail 七; N shuffles, W cuts: jingfang. By `dealing.first_shuffler` and `first_cutter`.
    The first to draw is known once a card that counts has been turned, or at once where the
    shuffler draws first (jingfang, `dealing.first_draw`).
    """
    dealing = ruleset.dealing
    first_draw = None
    if dealing.first_draw is FirstDraw.SHUFFLER:
        first_draw = dealing.first_shuffler
    elif turned is not None and not must_recut(turned, ruleset):
        first_draw = counted_out(turned, ruleset)
    return Duties(dealing.first_shuffler, dealing.first_cutter, first_draw)


def must_recut(turned: Card, ruleset: Ruleset) -> bool:
    """Whether a turned card does not count, so that somebody cuts and turns again.

    A joker or the heart of the first level: jiangsu-2017 三.二.2 “翻出的牌为王牌或红心2”; a joker:
    national-2017 art. 5. By `dealing.recut`.
    """
    level: Level = ruleset.advance.start_level
    return (Recut.JOKER in ruleset.dealing.recut and turned.rank.is_joker) or (
        Recut.HEART_LEVEL in ruleset.dealing.recut and level.is_wild(turned)
    )


def counted_out(turned: Card, ruleset: Ruleset) -> Seat:
    """Who draws first: counted from the cutter as one, by the points of the *turned* card.

    jiangsu-2017 三.二.2: “从南家开始，依翻出牌张的牌点，按逆时针方向点数”. The points of J, Q,
    K and A are stated nowhere: `dealing.court_points`, 11, 12, 13 and 1 by default (AMB-19). The
    direction is `dealing.draw_direction`.

    Raises:
        ValueError: For a joker, which has no points.
    """
    if turned.rank.is_joker:
        raise ValueError(f"{turned} has no points to count by; cut again")
    steps = _points(turned, ruleset) - 1
    seat = ruleset.dealing.first_cutter
    for _ in range(steps % 4):
        seat = _next_to_draw(seat, ruleset)
    return seat


def later_duties(finish: Finish, ruleset: Ruleset) -> Duties:
    """Who shuffles, cuts and draws first from the second deal.

    上家 of 上游 shuffles, 上游 cuts, 下游 draws first, after a double-down 下家 of 上游:
    jiangsu-2017 三.二.3; 下游 shuffles: union-2024 art. 7, huaian-detail 七, staff-2011; 下家 of
    末游 shuffles, his 上家 cuts: rules-135 四.4. By `dealing.later_shuffler`, `later_cutter`,
    `later_first_draw` and `double_down_first_draw`.
    """
    dealing = ruleset.dealing
    draws = dealing.later_first_draw
    if finish.result.is_double_down:
        draws = dealing.double_down_first_draw
    return Duties(
        role_seat(dealing.later_shuffler, finish),
        role_seat(dealing.later_cutter, finish),
        role_seat(draws, finish),
    )


def role_seat(role: Role, finish: Finish) -> Seat | None:
    """The seat a role names after *finish*; ``None`` if it needs a last place nobody knows."""
    first, last = finish.first_out, finish.last_out
    match role:
        case Role.FIRST_OUT:
            return first
        case Role.BEFORE_FIRST_OUT:
            return first.preceding
        case Role.AFTER_FIRST_OUT:
            return first.following
        case Role.LAST_OUT:
            return last
        case Role.BEFORE_LAST_OUT:
            return last and last.preceding
        case Role.AFTER_LAST_OUT:
            return last and last.following


def draw_order(first: Seat, ruleset: Ruleset) -> tuple[Seat, Seat, Seat, Seat]:
    """The four seats in the order in which they draw, one card each (抓牌).

    Counter-clockwise like play: jiangsu-2017 三.二.2, national-2017 art. 5; other texts draw
    clockwise (AMB-19). By `dealing.draw_direction`.
    """
    second = _next_to_draw(first, ruleset)
    third = _next_to_draw(second, ruleset)
    return first, second, third, _next_to_draw(third, ruleset)


def first_leader(
    ruleset: Ruleset,
    *,
    drew_turned: Seat | None = None,
    largest_drawn: Mapping[Seat, Card] | None = None,
) -> Seat | None:
    """Who leads the first deal; ``None`` while that is not known.

    Whoever drew the turned card: jiangsu-2017 三.二.2, union-2024 art. 7, national-2017 art. 5 and
    all but one. Whoever drew the largest card: qingyang-2018. By `dealing.first_lead`.

    Args:
        ruleset: What the event plays by.
        drew_turned: Who holds the card that was turned.
        largest_drawn: The card each seat drew to decide it. Several equally large: nobody yet,
            they draw again.
    """
    if ruleset.dealing.first_lead is FirstLead.TURNED_CARD:
        return drew_turned
    if not largest_drawn:
        return None
    power = ruleset.advance.start_level.power
    top = max(map(power, largest_drawn.values()))
    leaders = [seat for seat, card in largest_drawn.items() if power(card) == top]
    return leaders[0] if len(leaders) == 1 else None


def cut_fault(cards_above: int, ruleset: Ruleset) -> CutFault | None:
    """What is wrong with a cut that leaves *cards_above* of the 108 cards above it, if anything.

    Nobody cuts within five cards of the top or bottom: jiangsu-2017 三.二.4, national-2017 art. 5.
    By `dealing.cut_margin`.

    Raises:
        ValueError: If there are not that many cards.
    """
    pack = ruleset.hands.cards_each * 4
    if not 0 <= cards_above <= pack:
        raise ValueError(f"a cut leaves 0 to {pack} cards above it, not {cards_above}")
    if cards_above <= ruleset.dealing.cut_margin:
        return CutFault.TOO_NEAR_THE_TOP
    if pack - cards_above <= ruleset.dealing.cut_margin:
        return CutFault.TOO_NEAR_THE_BOTTOM
    return None


def enough_shuffles(times: int, ruleset: Ruleset, *, first_deal: bool) -> bool:
    """Whether the pack was shuffled as often as the sheet wants; more than enough is never wrong.

    5 to 7 times, later 2 to 3: jiangsu-2017; at least 3: union-2024 art. 7. By
    `dealing.first_shuffles` and `later_shuffles`.
    """
    wanted = ruleset.dealing.first_shuffles if first_deal else ruleset.dealing.later_shuffles
    return times >= wanted[0]


_COURT = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)


def _points(card: Card, ruleset: Ruleset) -> int:
    if card.rank in _COURT:
        return ruleset.dealing.court_points[_COURT.index(card.rank)]
    return card.rank.place


def _next_to_draw(seat: Seat, ruleset: Ruleset) -> Seat:
    if ruleset.dealing.draw_direction is Direction.COUNTER_CLOCKWISE:
        return seat.following
    return seat.preceding
