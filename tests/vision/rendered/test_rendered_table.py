"""The rendered table: the same script gives the same frames, and its truth is true."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from referee.app.rulesets import ruleset_named
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.session.effects import Buzz, DealEnded
from tests.end_to_end.refereed import alarms, judged
from vision.calibration.patch import PX_PER_MM, patch_around
from vision.calibration.zones import Zones
from vision.read.reader import CardReader
from vision.rendered.table.deck import DECKS, SHEET, decks_folder, load_deck
from vision.rendered.table.layouts import laid, shows_all
from vision.rendered.table.paying_players import tribute_script
from vision.rendered.table.perfect import PerfectReader
from vision.rendered.table.players import Habits, Irregularity, random_script
from vision.rendered.table.room import draw_room
from vision.rendered.table.script import Act, Deed, Manner, Script
from vision.rendered.table.script_file import ScriptError, read_script, script_text
from vision.rendered.table.source import FULL_WH, RenderedTable
from vision.rendered.table.timeline import timeline_of
from vision.sources.base import SMALL_WH, Window
from vision.sources.stills import PictureError, load_still, save_still

WHOLE_DEAL = "scripts/whole-deal.toml"
PLAY = parse_cards("S9 HT DJ CQ HK SA")
SCRIPT = Script(
    Level.parse("2"),
    Seat.WEST,
    (Act(Seat.WEST, Deed.LAYS, 300, PLAY, 2), Act(Seat.NORTH, Deed.PASSES, 200)),
    seed=9,
)


def test_the_same_script_gives_the_same_frames() -> None:
    """A failure seen once can be looked at again; another seed is another table."""
    one, again = RenderedTable(SCRIPT), RenderedTable(SCRIPT)
    frames = [next(iter(source.frames())) for source in (one, again)]
    window = Window(1500, 900, 200, 200)

    assert frames[0].image.shape == (SMALL_WH[1], SMALL_WH[0], 3)
    assert np.array_equal(frames[0].image, frames[1].image)
    assert np.array_equal(one.picture(window, 3000), again.picture(window, 3000))
    other = RenderedTable(Script(SCRIPT.level, SCRIPT.leader, SCRIPT.acts, seed=10))
    assert not np.array_equal(frames[0].image, next(iter(other.frames())).image)


@pytest.mark.parametrize("deck", DECKS)
def test_the_reader_reads_what_was_laid(deck: str) -> None:
    """A play at rest is read exactly from the full frame, whichever deck it is."""
    table = RenderedTable(Script(SCRIPT.level, SCRIPT.leader, SCRIPT.acts, seed=9, deck=deck))
    truth = table.truth[0]
    lying = [[pose.x, pose.y] for _, pose in table.lying(truth.gone_ms)]
    patch = patch_around(np.array(lying), Seat.WEST, 60.0)
    window = patch.window(table.view)
    assert window is not None

    picture = patch.rectified(table.picture(window, truth.gone_ms + 50), window, table.view)
    reading = CardReader.from_weights(threads=1).read_picture(picture, px_per_mm=PX_PER_MM)

    assert tuple(seen.card for seen in reading.cards) == PLAY


def test_a_deck_may_be_a_sheet_of_its_own(tmp_path: Path) -> None:
    """Decks that do not ship are laid from the file they were printed to."""
    sheet = load_still(decks_folder() / f"play{SHEET}")
    other, cut = tmp_path / f"other{SHEET}", tmp_path / f"cut{SHEET}"
    save_still(tmp_path / "other.png", sheet)
    (tmp_path / "other.png").rename(other)
    save_still(tmp_path / "cut.png", sheet[:-1])
    (tmp_path / "cut.png").rename(cut)

    same = zip(load_deck(str(other), 2.0).faces, load_deck("play", 2.0).faces, strict=True)
    assert all(np.array_equal(one.image, two.image) for one, two in same)
    with pytest.raises(ValueError, match="no deck is called 'bridge'; want one of garamond"):
        load_deck("bridge", 2.0)
    with pytest.raises(
        ValueError, match=r"cut.webp: found 1440 x 3167 pixels, want .* 1440 x 3168"
    ):
        load_deck(str(cut), 2.0)
    with pytest.raises(PictureError):
        load_deck(str(tmp_path / f"none{SHEET}"), 2.0)


def test_the_perfect_reader_agrees_with_the_truth() -> None:
    """Tests around the reader rest on this double."""
    table = RenderedTable(SCRIPT)
    truth = table.truth[0]
    patch = patch_around(np.array([[-150.0, 0.0]]), Seat.WEST, 150.0)

    before = PerfectReader(table).read(patch, 100)
    after = PerfectReader(table).read(patch, truth.gone_ms)

    assert before.cards == ()
    assert tuple(seen.card for seen in after.cards) == PLAY


@pytest.mark.parametrize("manner", Manner)
@pytest.mark.parametrize("seat", Seat)
def test_every_manner_shows_all_indices(seat: Seat, manner: Manner) -> None:
    """Ten cards, however untidy, leave every index free and lie before their player."""
    zones = Zones(900.0)
    for seed in range(20):
        poses = laid(np.random.default_rng(seed), seat, 10, seed % 3, manner)

        assert shows_all(poses)
        middle = np.mean([[pose.x, pose.y] for pose in poses], axis=0)
        assert zones.sector(*middle.tolist()) is seat


@pytest.mark.parametrize("seed", range(1, 30))
def test_the_camera_sees_the_whole_table(seed: int) -> None:
    """Every room has the table in the frame at the scale of a real device."""
    view = draw_room(seed, 900.0, FULL_WH).view
    corners = np.array([[-450.0, 450], [450, 450], [450, -450], [-450, -450]])

    seen = view.px_of(corners)

    assert (seen > 0).all()
    assert (seen < FULL_WH).all()
    assert 2.2 < view.px_per_mm < 2.9


def test_random_deals_are_legal() -> None:
    """Players without irregularities never give cause for a buzz."""
    script = random_script(4, Habits(PerSeat.all(Manner.HASTY)), most_tricks=6)

    entries = judged(script, RenderedTable(script).truth)

    assert len(entries) > 20
    assert alarms(entries) == []


def test_irregularities_happen_once_each() -> None:
    """Those that were asked for are there, and nothing else is wrong."""
    script = random_script(
        4, Habits(PerSeat.all(Manner.HASTY)), list(Irregularity), follow_ms=9000, lead_ms=9000
    )

    buzzes = [alarm.buzz for alarm in alarms(judged(script, RenderedTable(script).truth))]

    assert buzzes.count(Buzz.OVERTIME) == 1
    assert buzzes.count(Buzz.FAULT) == 2
    assert len(buzzes) == 3


def test_a_written_script_is_the_same_script(tmp_path: Path) -> None:
    """A random deal can be kept as a file, looked at and changed by hand."""
    script = random_script(5, Habits(PerSeat.all(Manner.SLOPPY), cups=0.1, rests=0.1))
    file = tmp_path / "script.toml"
    file.write_text(script_text(script), encoding="utf-8")

    assert read_script(file) == script


def test_a_written_tribute_is_the_same_script(tmp_path: Path) -> None:
    """Drawing, handing over, laying face down, turning up and taking are kept as well."""
    habits = Habits(PerSeat.all(Manner.HASTY))
    places = (Seat.SOUTH, Seat.NORTH)
    script = tribute_script(5, habits, ruleset_named("union-2024"), places)
    file = tmp_path / "script.toml"
    file.write_text(script_text(script), encoding="utf-8")

    assert {Deed.DRAWS, Deed.TAKES, Deed.TURNS_UP} <= {act.deed for act in script.acts}
    assert read_script(file) == script


def test_a_card_that_changes_hands_is_painted_where_it_is() -> None:
    """South pays before East, who takes it; East's return lies face down until it is turned up."""
    acts = (
        Act(Seat.SOUTH, Deed.DRAWS, 0, for_ms=3_000),
        Act(Seat.SOUTH, Deed.LAYS, 500, parse_cards("SA"), other=Seat.EAST),
        Act(Seat.EAST, Deed.TAKES, 500, other=Seat.SOUTH),
        Act(Seat.EAST, Deed.LAYS, 500, parse_cards("C5"), face_down=True),
        Act(Seat.EAST, Deed.TURNS_UP, 500),
    )
    timeline = timeline_of(Script(Level.parse("4"), Seat.SOUTH, acts), 900.0)
    drawn, paid, taken, hidden, shown = timeline.truth

    def lying(at_ms: int) -> list[tuple[str, bool, bool]]:
        found = timeline.seen(at_ms, moving=False)
        return [(str(piece.card), pose.face_up, pose.x > 75) for piece, pose in found]

    assert len(lying(1_000)) == 12  # the pile
    assert lying(drawn.rest_ms) == []
    assert lying(paid.rest_ms) == [("SA", True, True)]
    assert lying(taken.rest_ms) == []
    assert lying(hidden.rest_ms) == [("C5", False, True)]
    assert lying(shown.rest_ms) == [("C5", True, True)]
    assert shown.act.cards == parse_cards("C5")


@pytest.mark.parametrize(
    "act",
    [
        Act(Seat.EAST, Deed.TAKES, 0, other=Seat.SOUTH),
        Act(Seat.EAST, Deed.TURNS_UP, 0),
    ],
)
def test_what_lies_nowhere_cannot_be_taken(act: Act) -> None:
    """A script that cannot be played says who wants what."""
    with pytest.raises(ValueError, match=r"script: .*E"):
        timeline_of(Script(Level.parse("4"), Seat.SOUTH, (act,)), 900.0)


def test_a_script_is_read_from_a_file(tmp_path: Path) -> None:
    """What a person writes is what is played."""
    file = tmp_path / "script.toml"
    file.write_text(
        'level = "8"\nleader = "N"\nmanner = { S = "sloppy" }\nfollow_seconds = 7.5\n'
        '[[act]]\nseat = "N"\nlays = "S3 H3"\nmoves = 2\nafter_seconds = 0.5\n'
        '[[act]]\nseat = "W"\ndeed = "knocks"\n'
        "[[light]]\nfrom_seconds = 2.0\ngain = 0.5\n",
        encoding="utf-8",
    )

    script = read_script(file)

    assert script.acts[0] == Act(Seat.NORTH, Deed.LAYS, 500, parse_cards("S3 H3"), 2)
    assert script.acts[1].deed is Deed.KNOCKS
    assert (script.manners[Seat.SOUTH], script.manners[Seat.EAST]) == (Manner.SLOPPY, Manner.TIDY)
    assert (script.follow_ms, len(script.mishaps)) == (7500, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("level = 3.5", "level: found"),
        ("speed = 3", "found 'speed'"),
        ('[[act]]\nseat = "X"', "act 1: found 'X', want a seat"),
        ('[[act]]\nseat = "E"\nlays = "S1"', "act 1: found 'S1'"),
        ('[[act]]\nseat = "E"\ndeed = "sleeps"', "takes = SEAT or a deed"),
        ('[[act]]\nseat = "E"\ntakes = "E"', "takes = another seat"),
        ('[[act]]\nseat = "E"\ndeed = "knocks"\nbefore = "N"', "lays = CARDS beside"),
        ('[[act]]\nseat = "E"\nlays = "S3"\nface_down = 1', "whether they lie face down"),
        ('ruleset = "union-2024"', "rule sheet and finish_before"),
        ('ruleset = "union-2024"\nfinish_before = "E E"', "finish_before: found"),
        ('ruleset = "union-2024"\nfinish_before = "E Q"', "a seat: E, N, W or S"),
        ('deck = "tarot"', "one of garamond"),
        ("[[light]]\ngain = 1.0", "mishap"),
    ],
)
def test_a_wrong_script_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """The message names the place and what is wanted."""
    file = tmp_path / "script.toml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(ScriptError, match=message):
        read_script(file)


def test_the_shipped_deal_has_its_three_irregularities() -> None:
    """One play out of turn, one that does not beat, one overtime; the deal is played to its end."""
    script = read_script(Path(str(resources.files("vision.rendered.table"))) / WHOLE_DEAL)

    entries = judged(script, timeline_of(script, 900.0).truth)

    assert sorted(alarm.buzz.value for alarm in alarms(entries)) == ["fault", "fault", "overtime"]
    assert any(isinstance(effect, DealEnded) for entry in entries for effect in entry.effects)
