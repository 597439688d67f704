"""Acts, keys and deadlines of a watched table come to the session in the order they happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.errors import InputRefused
from referee.app.evidence_pictures import evidence_folder
from referee.app.live import CameraClock, LiveTable
from referee.app.live_sources import DealWords, open_source
from referee.app.main import main
from referee.app.runtime import Runtime
from referee.record.evidence import find_picture
from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Event,
    Passed,
    SeatEvent,
    TimePassed,
)
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from referee.session.verdict import Finding
from tests.end_to_end.refereed import Rows

TWO = Level.parse("2")


@dataclass(frozen=True)
class Found:
    event: SeatEvent
    only_offered: bool = False
    origin: dict[str, object] = field(default_factory=dict)


@dataclass
class Tricks:
    ended: int = 0

    def trick_ended(self) -> None:
        self.ended += 1


class Watched:
    """East leads; 20 seconds for a lead, 10 for all else."""

    def __init__(self) -> None:
        self.rows, self.tricks = Rows(), Tricks()
        runtime = Runtime(History(), self.rows, SimulatedPanel(), CameraClock(), lambda _: None)
        settings = TableSettings(Passing.KNOCK)
        runtime.handle(
            DealStarted(0, TWO, Seat.EAST, Clocks(20_000, 10_000), settings=settings), {}
        )
        self.live = LiveTable(runtime, self.tricks)

    def lays(self, at_ms: int, seat: Seat, text: str, known_until_ms: int) -> None:
        pictures = {"evidence": {"after": "ab"}}
        self.live.take([Found(CardsLaid(at_ms, seat, parse_cards(text)), origin=pictures)])
        self.live.advance(known_until_ms)

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.rows.entries[1:]]

    @property
    def findings(self) -> list[Finding]:
        return [entry.verdict.finding for entry in self.rows.entries if entry.verdict is not None]


def test_a_play_in_time_is_not_called_late() -> None:
    """It lay there before the deadline and was read after it; nothing is signalled meanwhile."""
    table = Watched()

    table.live.advance(19_000)
    table.lays(19_900, Seat.EAST, "S9", known_until_ms=20_700)

    assert table.findings == [Finding.OK]
    assert not any(isinstance(event, TimePassed) for event in table.events)


def test_a_deadline_comes_when_all_before_it_is_known() -> None:
    """As soon as the eye knows that nothing was laid, the overtime is signalled at its moment."""
    table = Watched()

    table.live.advance(20_001)

    assert table.events == [TimePassed(20_001)]


def test_a_key_never_overtakes_the_play_before_it() -> None:
    """North passes by key at once after East's play, which the eye reads half a second later."""
    table = Watched()
    table.live.press(3_200, Seat.NORTH)
    table.live.advance(2_900)

    table.lays(3_000, Seat.EAST, "S9", known_until_ms=3_600)

    assert [type(event) for event in table.events] == [CardsLaid, Passed]
    assert table.findings == [Finding.OK, Finding.OK]


def test_a_hand_is_a_pass_only_in_turn() -> None:
    """Hands that come and go out of turn, or before a lead, are no passes and no faults."""
    table = Watched()
    for seat in Seat:
        table.live.take([Found(Passed(1_000, seat), only_offered=True)])
    table.live.advance(1_500)
    table.lays(2_000, Seat.EAST, "S9", known_until_ms=2_500)
    table.live.take([Found(Passed(3_000, Seat.WEST), only_offered=True)])
    table.live.take([Found(Passed(3_500, Seat.NORTH), only_offered=True)])
    table.live.advance(4_000)

    assert table.events[1:] == [Passed(3_500, Seat.NORTH, Passing.KNOCK)]
    assert table.live.ignored == 5


def test_a_trick_won_by_unread_cards_ends_by_knocks() -> None:
    """Nobody could read East's lead: the three hands after it pass, and East's own does not."""
    table = Watched()
    table.live.take([Found(CardsUnread(1_000, Seat.EAST, "glare"))])
    table.live.advance(1_500)
    for number, seat in enumerate((Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)):
        assert table.tricks.ended == 0
        table.live.take([Found(Passed(2_000 + 1_000 * number, seat), only_offered=True)])
        table.live.advance(2_500 + 1_000 * number)

    assert table.tricks.ended == 1
    assert [event.seat for event in table.events if isinstance(event, Passed)] == [
        Seat.NORTH,
        Seat.WEST,
        Seat.SOUTH,
    ]
    table.lays(6_000, Seat.EAST, "S3", known_until_ms=6_500)
    assert table.findings[-1] is Finding.OK


def test_the_eye_is_told_when_a_trick_ends() -> None:
    """Three passes end the trick; what vanishes then is cleared away."""
    table = Watched()
    table.lays(1_000, Seat.EAST, "S9", known_until_ms=1_500)
    for number, seat in enumerate((Seat.NORTH, Seat.WEST, Seat.SOUTH)):
        assert table.tricks.ended == 0
        table.live.press(2_000 + 1_000 * number, seat)
        table.live.advance(2_500 + 1_000 * number)

    assert table.tricks.ended == 1


def test_acts_are_numbered_and_name_their_picture() -> None:
    """The journal holds which pictures an act rests on."""
    table = Watched()

    table.lays(1_000, Seat.EAST, "S9", known_until_ms=1_500)

    origin = table.rows.entries[-1].origin
    assert (origin["act"], origin["evidence"]) == (1, {"after": "ab"})


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("rendered:none.toml", "none.toml"),
        ("rendered:union-2042.toml", r"ruleset: union-2042.*did you mean"),
        ("rendered:high.toml", "level: found 8, want 4, which finish_before makes of"),
        ("video:none.mkv", "no such video"),
        ("stills:none", "no folder with pictures"),
        ("telescope:1", "want rendered:SCRIPT"),
    ],
)
def test_a_source_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, message: str
) -> None:
    """The operator is told what was found and what would do."""
    monkeypatch.chdir(tmp_path)
    drawn = 'level = "8"\nfinish_before = "E N W S"\nruleset = '
    Path("union-2042.toml").write_text(f'{drawn}"union-2042"', encoding="utf-8")
    Path("high.toml").write_text(f'{drawn}"union-2024"', encoding="utf-8")
    words = DealWords(TWO, Seat.EAST, (40_000, 20_000))

    with pytest.raises(InputRefused, match=message):
        open_source(source, None, words)


def test_a_rendered_table_is_refereed_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script in, verdicts as JSON out, with the shipped networks."""
    script = tmp_path / "script.toml"
    script.write_text(
        'level = "2"\nleader = "W"\nseed = 4\n'
        '[[act]]\nseat = "W"\nlays = "S9 H9"\nafter_seconds = 0.1\n'
        '[[act]]\nseat = "S"\nlays = "C4 D4"\nafter_seconds = 0.1\n',
        encoding="utf-8",
    )
    journal = tmp_path / "table.journal"

    status = main(
        ["run", "--source", f"rendered:{script}", "--journal", str(journal), "--json", "--unpaced"]
    )

    out = capsys.readouterr().out
    assert status == 0
    assert '"seen": ["S9", "H9"]' in out
    assert '"verdict": "does_not_beat"' in out
    with Journal.read(journal) as kept:
        acts = [entry for entry in kept.entries() if isinstance(entry.event, CardsLaid)]
    for act in acts:
        names = act.origin["evidence"]
        assert set(names) == {"crop", "before", "after"}
        assert all(find_picture(evidence_folder(journal), name) for name in names.values())
