"""The demo: a rendered deal, seen and judged for real, and what its views show of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.demo_referee import DemoReferee
from referee.app.errors import MISJUDGED, REFUSED
from referee.app.live import CameraClock
from referee.app.main import main
from referee.app.runtime import Runtime
from referee.app.script_faults import (
    Accused,
    compare,
    found_faults,
    scripted_faults,
)
from referee.app.terminal.lines import lines_of
from referee.app.terminal.moment import Moment
from referee.app.terminal.picture import draw
from referee.app.terminal.views import LinesView, PictureView, view_for
from referee.app.terminal.words import Words
from referee.app.watched_table import deal_started
from referee.ports import Entry
from referee.record.journal import Journal
from referee.rules.seats import Seat
from referee.session.effects import Buzz
from referee.session.events import CardsLaid, CardsUnread, Corrected
from referee.session.history import History
from referee.session.table import Phase
from referee.session.verdict import Finding
from referee.texts import Language, cards_name
from referee.web.views.log import Log
from tests.app.demo_moments import Deal, judged_entries, moments, shipped_deal
from tests.app.demo_picture import picture
from tests.end_to_end.refereed import Rows
from vision.rendered.table.script import Deed

BOTH = Words((Language.CHINESE, Language.ENGLISH))
ENGLISH = Words((Language.ENGLISH,))
SHORT = """
level = "2"
leader = "E"
lead_seconds = 12.0
follow_seconds = 12.0
cards_left = [1, 2, 1, 2]
seed = 5

[[act]]
seat = "S"
lays = "S9"
after_seconds = 1.0

[[act]]
seat = "S"
deed = "takes_back"
after_seconds = 2.0

[[act]]
seat = "E"
lays = "H4"
after_seconds = 2.5

[[act]]
seat = "N"
deed = "passes"
after_seconds = 1.0

[[act]]
seat = "W"
lays = "H8"
after_seconds = 1.0
"""
"""East and West, with a card each, are out at once; South lays out of turn before."""


@pytest.fixture(scope="module")
def deal() -> Deal:
    return shipped_deal()


@pytest.fixture(scope="module")
def entries(deal: Deal) -> list[Entry]:
    return judged_entries(deal)


def drawn(moment: Moment, size_wh: tuple[int, int], words: Words) -> list[str]:
    console = Console(file=io.StringIO(), width=size_wh[0], height=size_wh[1], record=True)
    console.print(draw(moment, size_wh, words))
    return console.export_text().splitlines()


def test_the_shipped_deal_holds_one_fault_of_each_kind(deal: Deal, entries: list[Entry]) -> None:
    """A play out of turn, an overtime and a play that does not beat; then it comes to its end."""
    watched, table = deal

    faults = scripted_faults([deal_started(watched)], table.truth)

    assert {fault.finding for fault in faults} == {
        Finding.OUT_OF_TURN_PLAY,
        Finding.OVERTIME,
        Finding.DOES_NOT_BEAT,
    }
    assert len(faults) == 3
    assert faults == found_faults(entries)
    *_, (last, _) = moments(entries)
    assert last.table.phase is Phase.ENDED


@pytest.mark.parametrize("words", [BOTH, ENGLISH], ids=["both", "en"])
@pytest.mark.parametrize("size_wh", [(80, 24), (100, 30), (140, 40)], ids=str)
def test_every_moment_fits_its_terminal(
    entries: list[Entry], size_wh: tuple[int, int], words: Words
) -> None:
    """Exactly as high and never wider, so that nothing scrolls and no frame is broken."""
    for moment, _ in list(moments(entries))[::4]:
        lines = drawn(moment, size_wh, words)

        assert len(lines) == size_wh[1]
        assert max(map(cell_len, lines)) == size_wh[0]


def test_a_fault_is_seen_at_once(entries: list[Entry]) -> None:
    """Its cards, the red lamp, the sound, the sentence with its article, and the tick."""
    moment = next(
        moment
        for moment, entry in moments(entries)
        if entry.verdict is not None and entry.verdict.finding is Finding.OUT_OF_TURN_PLAY
    )

    picture = "\n".join(drawn(moment, (80, 24), BOTH))

    assert moment.table.refused
    assert "红灯 red" in picture
    assert "短鸣两声 two short" in picture
    assert "越序出牌 out-of-turn play  national-2017/art." in picture
    assert "✓ 东 越序出牌" in picture
    assert "停表" in picture


def test_the_end_says_who_won(entries: list[Entry]) -> None:
    """All places and how far the winners advance."""
    *_, (last, _) = moments(entries)

    picture = "\n".join(drawn(last, (100, 30), ENGLISH))

    assert "deal ended" in picture
    assert "advance" in picture
    assert picture.count("✓") == 3


def test_lines_say_the_same_without_control_codes(entries: list[Entry]) -> None:
    """Acts, verdicts with article, lamps, sounds, turn, clock and counts, in plain text."""
    text = "\n".join(
        line for moment, entry in moments(entries) for line in lines_of(moment, [entry], BOTH)
    )

    assert "\x1b" not in text
    assert "东 East ♣2   越序出牌 out-of-turn play  national-2017/art." in text
    assert "东 East 红灯 red ♪ 短鸣两声 two short" in text
    assert "♪ 长鸣一声 one long" in text
    assert "东领出 East leads · 第1圈 trick 1 · 余牌 cards left E27 N27 W27 S27 · 0.0/9 s" in text


def test_a_terminal_gets_a_picture_and_a_pipe_lines() -> None:
    """Where there is no room, or nobody who could look at it, lines are better."""

    def view(*, terminal: bool, width: int = 80, height: int = 24, lines: bool = False) -> object:
        console = Console(
            file=io.StringIO(),
            force_terminal=terminal,
            width=width,
            height=height,
            legacy_windows=False,
        )
        return view_for(console, BOTH, lines=lines)

    assert isinstance(view(terminal=True), PictureView)
    assert isinstance(view(terminal=False), LinesView)
    assert isinstance(view(terminal=True, width=79), LinesView)
    assert isinstance(view(terminal=True, lines=True), LinesView)


def test_the_terminal_is_given_back_whatever_happens(entries: list[Entry]) -> None:
    """Ctrl-C in the middle leaves the other screen and shows the cursor again."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, height=24, legacy_windows=False)
    moment = next(moments(entries))[0]

    def interrupted() -> None:
        with PictureView(console, BOTH) as view:
            view.show(moment, entries[:1])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    text = out.getvalue()
    assert text.index("\x1b[?1049h") < text.rindex("\x1b[?1049l")
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


def test_missed_and_innocent_are_told_apart() -> None:
    """The same seat at another time, or for another reason, is another accusation."""
    fault = Accused(10_000, Seat.EAST, Finding.OVERTIME)
    near = Accused(10_300, Seat.EAST, Finding.OVERTIME)
    late = Accused(19_000, Seat.EAST, Finding.OVERTIME)
    other = Accused(10_300, Seat.EAST, Finding.DOES_NOT_BEAT)

    assert compare([fault], [near]).is_right
    for wrong in (late, other):
        comparison = compare([fault], [wrong])
        assert not comparison.is_right
        assert comparison.scripted == ((fault, None),)
        assert comparison.innocent == (wrong,)


def test_a_short_deal_is_seen_judged_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Real frames, reader and rules find the fault, and nobody else is accused."""
    script = tmp_path / "short.toml"
    script.write_text(SHORT, encoding="utf-8")
    journal = tmp_path / "short.journal"

    status = main(f"demo --script {script} --journal {journal} --speed 50 --language en".split())

    printed = capsys.readouterr().out
    assert status == 0, printed
    assert "faults in the script: 1, found 1; innocents accused: 0" in printed
    assert "finish: East West" in printed
    with Journal.read(journal) as kept:
        buzzed = [
            effect.seat
            for entry in kept.entries()
            for effect in entry.effects
            if getattr(effect, "buzz", Buzz.SILENT) is not Buzz.SILENT
        ]
    assert buzzed == [Seat.SOUTH]


def test_the_demos_referee_enters_what_was_asked_for() -> None:
    """After three seconds, and only what really lies there; cards nobody laid are taken out."""
    _, table = deal = shipped_deal()
    truth = next(true for true in table.truth if true.act.deed is Deed.LAYS)
    seat, rest_ms = truth.act.seat, truth.rest_ms
    rows = Rows()
    runtime = Runtime(History(), rows, SimulatedPanel(), CameraClock(), lambda _: None)
    runtime.handle(deal_started(deal[0]), {})
    runtime.handle(CardsUnread(rest_ms + 40, seat, "face_unclear"), {})
    runtime.handle(CardsUnread(rest_ms + 50, Seat.SOUTH, "face_unclear"), {})
    referee = DemoReferee(table.truth)

    referee.attend(runtime, rows.entries, rest_ms + 2_900)
    assert len(rows.entries) == 3

    for _ in range(2):
        referee.attend(runtime, rows.entries, rest_ms + 3_100)
    entered, taken_out = (entry.event for entry in rows.entries[3:])
    assert isinstance(entered, Corrected)
    assert entered.instead == (CardsLaid(rest_ms + 40, seat, truth.act.cards),)
    assert isinstance(taken_out, Corrected)
    assert taken_out.instead == ()
    assert runtime.table.uncounted == frozenset()
    told = lines_of(Moment(0, Log()), rows.entries[3:], ENGLISH)
    assert [line.split(maxsplit=1)[1] for line in told if "referee" in line] == [
        f"the referee enters: East {cards_name(truth.act.cards, Language.ENGLISH)}",
        "the referee takes out an act that was none",
    ]


def test_a_deal_that_does_not_end_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever runs the demo in CI learns it from the exit status."""
    script = tmp_path / "open.toml"
    script.write_text(SHORT[: SHORT.index('[[act]]\nseat = "E"')], encoding="utf-8")

    status = main(
        f"demo --script {script} --journal {tmp_path / 'j'} --speed 50 --language en".split()
    )

    assert status == MISJUDGED
    assert "the deal was not finished" in capsys.readouterr().out


def test_a_script_that_cannot_be_played_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """File, place, what was found and what was wanted; no journal is begun."""
    script = tmp_path / "bad.toml"
    script.write_text('level = "2"\nleader = "X"\n', encoding="utf-8")

    status = main(f"demo --script {script} --journal {tmp_path / 'j'}".split())

    assert status == REFUSED
    assert "leader: found 'X', want a seat: E, N, W or S" in capsys.readouterr().err
    assert not (tmp_path / "j").exists()


def test_the_documents_show_the_view_of_today() -> None:
    """Made by ``make screens``; whoever changes the view makes its picture again."""
    kept = Path(__file__).parents[2] / "docs" / "screens" / "demo.svg"

    assert kept.read_text(encoding="utf-8") == picture()
