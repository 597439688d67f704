"""From rendered frames to verdicts: short tables, each with one thing that must not go wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.app.live_camera import MovedCamera
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from tests.end_to_end.refereed import Score, UnpaintedTable, referee
from vision.eye.eye import Eye, Read, reading_with
from vision.eye.live import LiveWatch
from vision.eye.playing import played
from vision.read.reader import CardReader
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.script import Act, Blackout, Deed, Light, Manner, Nudge, Script
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Source
from vision.sources.video import Recorder, open_video
from vision.watch.watcher import Watcher

TWO = Level.parse("2")


def lays(seat: Seat, text: str, after_ms: int = 500, moves: int = 1) -> Act:
    return Act(seat, Deed.LAYS, after_ms, parse_cards(text), moves)


def script(*acts: Act, seed: int = 6, manner: Manner = Manner.SLOPPY) -> Script:
    return Script(
        TWO,
        acts[0].seat,
        acts,
        PerSeat.all(manner),
        deck="cantarell",
        seed=seed,
        lead_ms=9000,
        follow_ms=6000,
    )


IRREGULAR = script(
    lays(Seat.EAST, "S9 H9", moves=2),
    lays(Seat.NORTH, "S5 D5"),  # does not beat
    Act(Seat.NORTH, Deed.TAKES_BACK, 500),
    Act(Seat.NORTH, Deed.KNOCKS, 300),
    lays(Seat.SOUTH, "C4", after_ms=200),  # west is to act
    Act(Seat.SOUTH, Deed.TAKES_BACK, 500),
    lays(Seat.WEST, "CK DK", after_ms=6500),  # too late
    Act(Seat.SOUTH, Deed.PASSES, 400),
)


def test_irregularities_are_found_and_nothing_else() -> None:
    """A play that does not beat, one out of turn and one too late: three signals, no more."""
    score = referee(IRREGULAR, None)

    assert score.wrong == []
    assert score.counts["irregularities"] == 3
    assert score.counts["plays"] == score.counts["right"] == 4


def test_the_real_reader_sees_the_play() -> None:
    """The same way with the shipped networks on painted pictures."""
    score = referee(
        script(lays(Seat.EAST, "S9 H9 D9 CK SK"), lays(Seat.NORTH, "CT DT HT CA SA")),
        reading_with(CardReader.from_weights(threads=1)),
    )

    assert score.wrong == []
    assert score.counts["right"] == 2


@pytest.mark.parametrize(
    "mishaps",
    [
        (Light(2200, 0.5), Light(6500, 1.0)),
        (Blackout(3200, 4800),),
    ],
    ids=["lamp off and on", "black frames"],
)
def test_light_that_comes_and_goes_invents_nothing(mishaps: tuple[Light | Blackout, ...]) -> None:
    """Whatever happens to the light, the plays around it are found once each."""
    quiet = script(
        lays(Seat.EAST, "S9"), lays(Seat.NORTH, "SJ", 3000), lays(Seat.WEST, "HK"), seed=8
    )

    score = referee(replace(quiet, mishaps=mishaps), None)

    assert score.wrong == []
    assert score.counts["right"] == 3


def test_a_hand_that_stays_disturbs_nobody() -> None:
    """Others play on while a hand rests on the table, and its owner does, too."""
    rests = Act(Seat.WEST, Deed.RESTS_HAND, 300, for_ms=9000)

    score = referee(
        script(rests, lays(Seat.EAST, "S9"), lays(Seat.NORTH, "SJ"), lays(Seat.WEST, "SK")), None
    )

    assert score.counts["right"] == 3
    assert score.counts["invented"] == 0


def test_a_nudged_camera_is_said() -> None:
    """Two centimetres are noticed within seconds and said once, with their size."""
    still = script(lays(Seat.EAST, "S9"), lays(Seat.NORTH, "SJ", 5000), seed=8)
    table = UnpaintedTable(replace(still, mishaps=(Nudge(4500, 16.0, 12.0),)))
    said: list[str] = []
    moved = MovedCamera(table.view, said.append)
    watcher = Watcher(table.view, table.zones)

    for frame in table.frames():
        moved.look(frame, watcher.look(frame))

    assert len(said) == 1
    assert 14 <= int(said[0].split("by ")[1].split(" mm")[0]) <= 26


def test_a_spilled_deck_buzzes_nobody() -> None:
    """Twenty cards fall onto the table at once: the referee may be asked, no seat is blamed."""
    spill = script(lays(Seat.EAST, " ".join(["S3 H4 D5 C6 S7 H8 D9 CT SJ HQ"] * 2), moves=2))

    score = referee(spill, None)

    assert score.counts["false alarm"] == 0


def watch(source: Source, read: Read, view_of: RenderedTable) -> list[tuple[object, ...]]:
    eye = Eye(view_of.view, view_of.zones)
    return [
        (found.event, found.only_offered)
        for _, look in played(source, eye, read)
        for found in look.found
    ]


def test_a_recording_of_a_live_table_plays_again_bit_for_bit(tmp_path: Path) -> None:
    """With threads and whatever timing they had, the recording gives the same acts."""
    short = script(lays(Seat.EAST, "S9 H9"), Act(Seat.NORTH, Deed.KNOCKS, 300), seed=3)
    table = UnpaintedTable(short)
    perfect = PerfectReader(table)

    def read(_picture: object, patch: object, at_ms: int) -> object:
        return perfect.read(patch, at_ms)  # type: ignore[arg-type]

    recorder = Recorder(table, tmp_path / "table.mkv")
    live = LiveWatch(
        recorder,
        Eye(table.view, table.zones),
        read,  # type: ignore[arg-type]
        took_frame=recorder.took_frame,
        took_cut=recorder.took_cut,
    )
    seen = [(found.event, found.only_offered) for _, look in live.looks() for found in look.found]

    again = watch(open_video(tmp_path / "table.mkv"), read, table)  # type: ignore[arg-type]

    assert again == seen


def test_scores_tell_right_from_wrong() -> None:
    """The measure itself: what is found is right, and a missing act would be seen."""
    total = Score()
    total.add(referee(script(lays(Seat.EAST, "S9"), Act(Seat.NORTH, Deed.KNOCKS, 300)), None))

    assert (total.counts["right"], total.counts["knock right"]) == (1, 1)
    assert len(total.final_ms) == 1
