"""A deal as a text that a person reads: tricks, plays, passes, verdicts, result."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.record.stories import DealStory, Moment
from referee.session.events import CardsLaid, CorrectableEvent, TimeForgiven, TimePassed
from referee.session.verdict import Finding, Verdict
from referee.texts import Language, combination_name, say, seat_name, skipped_text, verdict_text

Describe = Callable[[CorrectableEvent, Language], str]
"""Says in a few words what happened."""


def deal_text(story: DealStory, language: Language, describe: Describe) -> Iterator[str]:
    """The lines of one deal, without line ends."""
    yield _heading(story, language)
    trick = 0
    for moment in story.moments:
        if isinstance(moment.event, TimePassed | TimeForgiven):
            # Nothing to read: what a clock led to stands in the verdict of the act after it.
            continue
        playing = moment.before.deal
        if playing is not None and not playing.is_over and playing.trick > trick:
            trick = playing.trick
            yield "  " + say("page.trick", language, number=trick)
        yield _line(moment, language, describe)
    yield from _result(story, language)


def clock_text(at_ms: int) -> str:
    """Table time as ``h:mm:ss.t``."""
    tenths = at_ms // 100
    return f"{tenths // 36_000}:{tenths // 600 % 60:02d}:{tenths // 10 % 60:02d}.{tenths % 10}"


def verdict_note(event: CorrectableEvent, verdict: Verdict | None, language: Language) -> str:
    """What was found about an act: the combination of a good play, the sentence of a fault.

    And whose passes only this act tells.
    """
    if verdict is None:
        return ""
    if verdict.finding is not Finding.OK:
        found = f"✗ {verdict_text(verdict, language)}"
    elif isinstance(event, CardsLaid) and verdict.combination is not None:
        found = combination_name(verdict.combination, language)
    else:
        found = ""
    return "  ".join(filter(None, (found, skipped_text(verdict, language))))


def _heading(story: DealStory, language: Language) -> str:
    if story.round == 0:
        deal = story.end.deal
        level = "–" if deal is None else _printed(str(deal.level))
        return say("record.deal_watched", language, deal=story.deal, level=level)
    played = story.moments[0].after.round
    level = "–" if played is None else _printed(str(played.game.level))
    return say("record.deal_of_round", language, round=story.round, deal=story.deal, level=level)


def _line(moment: Moment, language: Language, describe: Describe) -> str:
    note = verdict_note(moment.event, moment.verdict, language)
    told = describe(moment.event, language)
    return f"    {clock_text(moment.event.at_ms)}  {told}{'  ' if note else ''}{note}"


def _result(story: DealStory, language: Language) -> Iterator[str]:
    line, end = story.sheet_line, story.end
    played = end.deal.finish_order if end.deal is not None else ()
    order = played if line is None else line.finish
    if order:
        names = " ".join(seat_name(seat, language) for seat in order)
        yield "  " + say("run.finish", language, finish=names)
    if line is not None:
        yield "  " + say(
            "record.result",
            language,
            winner=say(f"page.side_{line.result.winner.value}", language),
            result=say(f"page.result_{line.result.partner_place}", language),
            steps=line.steps,
            east_west=_printed(line.east_west.label),
            north_south=_printed(line.north_south.label),
        )
    outcome = None if end.round is None else end.round.outcome
    if outcome is not None:
        winner = "page.draw" if outcome.winner is None else f"page.side_{outcome.winner.value}"
        yield "  " + say(
            "record.outcome",
            language,
            winner=say(winner, language),
            ended_by=say(f"page.ended_by_{outcome.ended_by.value}", language),
        )


def _printed(level: str) -> str:
    """Ten is printed ``10``, as on the cards."""
    return level.replace("T", "10")
