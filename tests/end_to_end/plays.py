"""How plays are read at device scale: ``python -m tests.end_to_end.plays --plays 1000 --jobs 2``.

Plays of 1 to 10 cards on the decks of the rendered table, which no training has used, or on those
of a folder of printed sheets (``--decks FOLDER``, see `print_decks`), laid in rows, fans, slanted
and in piles, half of them over older cards, no hand over them. Prints the share read exactly,
unsure and wrong, by deck, by number of cards and by shape, and every play not read exactly.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from referee.app.compose import build_reader
from referee.app.settings import ReaderSettings
from referee.rules.cards import Card, cards_text
from tests.end_to_end.laid_plays import (
    LaidPlay,
    Lying,
    Shape,
    draw_alone,
    draw_play,
    draw_showing,
    photographed,
)
from vision.calibration.patch import PX_PER_MM, Patch
from vision.detectors.base import Picture
from vision.detectors.loading import load_networks
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.deck_folder import save_deck
from vision.enrolment.enrolment import Enrolment
from vision.enrolment.gallery import TIGHT
from vision.read.draw import draw_reading
from vision.read.reader import CardReader
from vision.read.reading import CardSeen, Reading
from vision.rendered.table.deck import DECKS, SHEET
from vision.rendered.table.layouts import index_corners
from vision.sources.stills import save_still

EXACT, UNSURE, WRONG = "exact", "unsure", "wrong"
OUTCOMES = (EXACT, UNSURE, WRONG)
_SAME_MM = 14.0
"""An index was read at a card's place when it is no further from where cards print theirs."""
_WORD_MM = (0.0, 9.0, 18.0)
"""How far down a joker from there its word reaches: of a half-covered one the rest is read."""
AIM_EXACT, AIM_WRONG = 0.998, 0.0005
MOST_ASKED = 6
"""How often an organiser would show a single card that is asked for; half as often one that is not
safely told apart."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One play against its truth."""

    seed: int
    deck: str
    count: int
    shape: Shape
    on_older: bool
    result: str
    why: str
    """Empty where the play was read exactly."""
    in_order: bool
    """Whether the cards came left to right; a pile has no order and counts as in order."""


def judge(scene: LaidPlay, patch: Patch, reading: Reading) -> Outcome:
    """Compare a reading with what was laid.

    What is read rightly on older cards is left aside, and so are doubts about them, as the table
    knows them from before; a face that is not there is wrong wherever it is read.
    """
    lying = (*scene.older, *scene.play)
    first = len(scene.older)
    errors, doubts = [], []
    places = [_places(patch, seen) for seen in reading.cards]
    owners = matched(
        [
            [i for _, i in _near(lying, each) if lying[i].card is seen.card]
            for seen, each in zip(reading.cards, places, strict=True)
        ]
    )
    for seen, each, owner in zip(reading.cards, places, owners, strict=True):
        near = _near(lying, each)
        if owner is not None:
            continue
        if not near:
            errors.append(f"{seen.card} where no card lies")
        elif any(lying[i].card is seen.card for _, i in near):
            errors.append(f"{seen.card} read twice")
        else:
            errors.append(f"{lying[near[0][1]].card} read as {seen.card}")
    found = [owner for owner in owners if owner is not None]
    missing = [lying[i] for i in range(first, len(lying)) if i not in found]
    for doubt in reading.unsure:
        place = _mm(patch, [(doubt.x, doubt.y)])
        of_older, of_play, of_missing = (
            _nearest_mm(each, place) for each in (scene.older, scene.play, missing)
        )
        if min(of_play, _SAME_MM) <= of_older or of_missing <= _SAME_MM:
            doubts.append(doubt.reason.value)
    if missing and not doubts:
        errors.append(f"{cards_text([each.card for each in missing])} not seen")
    laid_order = [i for i in found if i >= first]
    result = WRONG if errors else UNSURE if doubts else EXACT
    return Outcome(
        scene.seed,
        Path(scene.deck).stem,
        len(scene.play),
        scene.shape,
        bool(scene.older),
        result,
        "; ".join(errors + doubts),
        scene.shape is Shape.PILE or laid_order == sorted(laid_order),
    )


def _near(lying: Sequence[Lying], places_mm: np.ndarray) -> list[tuple[float, int]]:
    """The cards that print their indices near these places, with how far off, nearest first."""
    offs = [(_off_mm(each, places_mm), i) for i, each in enumerate(lying)]
    return sorted((off, i) for off, i in offs if off <= _SAME_MM)


def matched(wanted: Sequence[Sequence[int]]) -> list[int | None]:
    """Give each one of what it wants, no thing twice, so that as many as can be have something.

    Two copies of a face may both print an index where one was read, whose is which then follows
    from what else was read.

    Args:
        wanted: For each the things that would do, best first.
    """
    holder: dict[int, int] = {}

    def served(who: int, tried: set[int]) -> bool:
        for thing in wanted[who]:
            if thing in tried:
                continue
            tried.add(thing)
            if thing not in holder or served(holder[thing], tried):
                holder[thing] = who
                return True
        return False

    for who in range(len(wanted)):
        served(who, set())
    things = {who: thing for thing, who in holder.items()}
    return [things.get(who) for who in range(len(wanted))]


def _nearest_mm(lying: Sequence[Lying], place_mm: np.ndarray) -> float:
    return min((_off_mm(each, place_mm) for each in lying), default=math.inf)


def _off_mm(each: Lying, places_mm: np.ndarray) -> float:
    """How far the places are from the card's own indices, on average."""
    ends = np.array(
        [
            index_corners(end).mean(axis=0)
            - down_mm * np.array([math.sin(end.turn), math.cos(end.turn)])
            for end in each.ends()
            for down_mm in (_WORD_MM if each.card.rank.is_joker else (0.0,))
        ]
    )
    return float(np.linalg.norm(ends[:, None] - places_mm[None], axis=2).min(axis=0).mean())


def _places(patch: Patch, seen: CardSeen) -> np.ndarray:
    return _mm(patch, [(index.x, index.y) for index in seen.indices])


def _mm(patch: Patch, places_px: Iterable[tuple[float, float]]) -> np.ndarray:
    return np.asarray(patch.mm_of(np.array(list(places_px), np.float64)))


@dataclass(frozen=True, slots=True)
class Task:
    """One play to be laid, read and judged."""

    seed: int
    deck: str
    failures: Path | None
    enrolled: Path | None
    """The folder of the deck where it was shown to the device before."""


@cache
def shipped_reader(deck: Path | None) -> CardReader:
    """The reader as it ships, where a folder is given with the deck enrolled there."""
    cv2.setNumThreads(1)
    return build_reader(ReaderSettings(threads=1, deck="" if deck is None else str(deck)))


def show_deck(deck: str, times: int) -> EnrolledDeck:
    """Show a rendered deck to the reader, as an organiser does.

    All of it, then what is missing, then what is not safe and what that may be mixed up with, both
    under their names.
    """
    networks = load_networks(threads=1)
    reader = CardReader(networks.finder, networks.classifier)
    enrolment = Enrolment(networks.classifier)
    for seed in range(times):
        for scene in draw_showing(seed, deck):
            picture, _ = photographed(scene)
            enrolment.see(reader.read_picture(picture, px_per_mm=PX_PER_MM), picture)

    def show_alone(seed: int, card: Card) -> None:
        picture, _ = photographed(draw_alone(seed, deck, card))
        enrolment.see(reader.read_picture(picture, px_per_mm=PX_PER_MM), picture, card)

    for seed in range(MOST_ASKED):
        asked = set(enrolment.missing)
        if not asked and seed < MOST_ASKED // 2:
            told = [each for each in enrolment.separation() if each.margin < TIGHT]
            asked = {card for each in told for card in (each.card, each.nearest)}
        for card in sorted(asked, key=lambda card: card.number):
            show_alone(seed, card)
    if enrolment.missing:
        raise AssertionError(f"{deck}: not taken: {cards_text(enrolment.missing)}")
    return enrolment.deck(deck, date.min, "")


def one_play(
    task: Task, reader_of: Callable[[Path | None], CardReader] = shipped_reader
) -> Outcome:
    """Lay, photograph, read and judge one play; keeps the pictures of one not read exactly."""
    scene = draw_play(task.seed, task.deck)
    picture, patch = photographed(scene)
    reading = reader_of(task.enrolled).read_picture(picture, px_per_mm=PX_PER_MM)
    outcome = judge(scene, patch, reading)
    if task.failures is not None and outcome.result != EXACT:
        _keep(task.failures, outcome, picture, reading)
    return outcome


def _keep(folder: Path, outcome: Outcome, picture: Picture, reading: Reading) -> None:
    name = f"{outcome.result}-{outcome.deck}-{outcome.seed:05}"
    save_still(folder / f"{name}.png", picture)
    save_still(folder / f"{name}-read.png", draw_reading(picture, reading))


def tasks_of(
    plays: int,
    first: int,
    failures: Path | None = None,
    enrolled: Path | None = None,
    decks: Sequence[str] = DECKS,
) -> list[Task]:
    """*plays* tasks from seed *first* on; the decks take turns, enrolled ones lie in *enrolled*."""
    shown = [(deck, enrolled and enrolled / Path(deck).stem) for deck in decks]
    return [
        Task(seed, deck, failures, folder)
        for seed in range(first, first + plays)
        for deck, folder in [shown[seed // 10 % len(shown)]]
    ]


def table_of(outcomes: Sequence[Outcome]) -> str:
    """The figures as a Markdown table: all, by deck, by number of cards, by shape."""
    decks = sorted({each.deck for each in outcomes})
    counts = sorted({each.count for each in outcomes})
    groups = [
        ("all", list(outcomes)),
        *((f"deck {deck}", [each for each in outcomes if each.deck == deck]) for deck in decks),
        *((f"{n} cards", [each for each in outcomes if each.count == n]) for n in counts),
        *((shape.value, [each for each in outcomes if each.shape is shape]) for shape in Shape),
        ("over older cards", [each for each in outcomes if each.on_older]),
    ]
    return "\n".join(
        [
            "| plays | number | exact | unsure | wrong | out of order |",
            "| --- | --- | --- | --- | --- | --- |",
            *(_line(name, group) for name, group in groups),
        ]
    )


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    counts = Counter(each.result for each in outcomes)
    total = len(outcomes)
    shares = " | ".join(
        f"{counts[result]} ({100 * counts[result] / max(total, 1):.2f} %)" for result in OUTCOMES
    )
    astray = sum(not each.in_order for each in outcomes if each.result == EXACT)
    return f"| {name} | {total} | {shares} | {astray} |"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=100, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--failures", type=Path, metavar="FOLDER", help="keep pictures here")
    parser.add_argument(
        "--enrolled",
        type=Path,
        metavar="FOLDER",
        help="with each deck shown to the device beforehand, and kept here",
    )
    parser.add_argument("--decks", type=Path, metavar="FOLDER", help="take all sheets found here")
    arguments = parser.parse_args(words)
    enrolled, decks = arguments.enrolled, DECKS
    if arguments.decks is not None:
        decks = tuple(map(str, sorted(arguments.decks.glob(f"*{SHEET}"))))
        if not decks:
            parser.error(f"{arguments.decks}: found no *{SHEET}, want printed decks")
    tasks = tasks_of(arguments.plays, arguments.first, arguments.failures, enrolled, decks)
    for deck in decks if enrolled is not None else ():
        if not (enrolled / Path(deck).stem).is_dir():
            save_deck(enrolled / Path(deck).stem, show_deck(deck, 2))
    with get_context("spawn").Pool(arguments.jobs) as pool:
        outcomes = sorted(pool.imap_unordered(one_play, tasks, 5), key=lambda each: each.seed)
    for each in outcomes:
        if each.result != EXACT:
            sys.stdout.write(
                f"{each.result} play {each.seed} ({each.deck}, {each.shape.value}, "
                f"{each.count} cards): {each.why}\n"
            )
    sys.stdout.write("\n" + table_of(outcomes) + "\n")
    wrong = sum(each.result == WRONG for each in outcomes)
    exact = sum(each.result == EXACT for each in outcomes)
    aims_met = wrong <= AIM_WRONG * len(outcomes) and exact >= AIM_EXACT * len(outcomes)
    return 0 if aims_met else 1


if __name__ == "__main__":
    sys.exit(main())
