"""The set-up screen's questions: camera, self-check, seat unit and deck as the page gets them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.panel_keys import PanelLine
from referee.app.seat_trial import UnitTrial
from referee.ports import Key
from referee.rules.cards import FACES, Card
from referee.rules.seats import Seat
from referee.session.effects import Lamp
from referee.session.table import Table
from referee.texts import Language
from referee.web.access.roles import Role
from referee.web.ports import (
    CameraState,
    CameraTrouble,
    CheckResult,
    EnrolmentState,
    FaceSeen,
    NotNow,
)
from tests.web.helpers import Bench, bench


class Camera:
    """A camera that shows the same picture for ever."""

    def __init__(self, state: CameraState, picture: bytes | None = b"jpeg") -> None:
        self._state = state
        self._picture = picture

    def state(self) -> CameraState:
        return self._state

    def picture(self) -> bytes | None:
        return self._picture


class Deck:
    """An enrolment that sees the face it is told of."""

    def __init__(self) -> None:
        self._state: EnrolmentState | None = None

    def state(self) -> EnrolmentState | None:
        return self._state

    def begin(self, name: str) -> EnrolmentState:
        self._state = EnrolmentState(name, [FaceSeen(face, 0) for face in FACES])
        return self._state

    def look(self, announced: Card | None = None) -> EnrolmentState:
        if self._state is None or announced is None:
            raise NotNow("enrol_not_begun")
        faces = [replace(f, prints=1) if f.face is announced else f for f in self._state.faces]
        self._state = replace(self._state, faces=faces, new=[announced])
        return self._state

    def forget(self, face: Card) -> EnrolmentState:
        assert self._state is not None
        faces = [replace(f, prints=0) if f.face is face else f for f in self._state.faces]
        self._state = replace(self._state, faces=faces)
        return self._state

    def save(self) -> EnrolmentState:
        raise NotNow("enrol_missing")

    def drop(self) -> None:
        self._state = None


def ask(table: Bench, path: str, **body: Any) -> Any:
    cookies, headers = table.session(Role.REFEREE)
    table.client.cookies = cookies
    return table.client.post(path, json=body, headers=headers)


def test_a_table_without_a_camera_says_so(table: Bench) -> None:
    """No picture, no state, no enrolment; nothing is made up."""
    assert table.get("/api/camera").json() is None
    assert table.get("/api/camera/picture").status_code == 404
    assert table.get("/api/enrolment").json() == {"possible": False, "state": None}
    assert ask(table, "/api/enrolment/begin", name="event").status_code == 409
    assert table.get("/api/trial").json() is None
    assert ask(table, "/api/trial/end").json()["says"]["en"] == "This table has no seat unit."


@pytest.mark.parametrize("trouble", [None, *CameraTrouble])
def test_the_camera_is_told_in_words_and_numbers(trouble: CameraTrouble | None) -> None:
    """Every trouble has its words, and the picture is the camera's."""
    state = CameraState("pi:0", trouble, seen_ms_ago=40, residual_mm=0.7, px_per_mm=2.5)
    with bench(camera=Camera(state)) as table:
        told = table.get("/api/camera").json()
        picture = table.get("/api/camera/picture")

    assert told["trouble"] == (None if trouble is None else trouble.value)
    assert told["says"]["zh"]
    assert told["residual_mm"] == 0.7
    assert picture.content == b"jpeg"
    assert picture.headers["cache-control"] == "no-store"


def test_a_camera_that_has_shown_nothing_has_no_picture() -> None:
    """Before the first one the page shows none."""
    with bench(camera=Camera(CameraState("pi:0", CameraTrouble.STARTING), None)) as table:
        assert table.get("/api/camera/picture").status_code == 404


def test_the_self_check_is_told_as_it_was_found() -> None:
    """Name, state, words and cure of every result."""

    class Check:
        def results(self) -> list[CheckResult]:
            both = {"zh": "满", "en": "full"}
            return [CheckResult("space", "fault", both, both)]

    with bench(check=Check()) as table:
        assert table.get("/api/check").json() == [
            {
                "name": "space",
                "state": "fault",
                "says": {"zh": "满", "en": "full"},
                "cure": {"zh": "满", "en": "full"},
            }
        ]


def test_the_seat_unit_is_tried_from_the_page() -> None:
    """A lamp that is asked for is lit, a key that is pressed is told, and it ends when told to."""
    line = PanelLine([Language.ENGLISH], lambda _: None)
    unit = SimulatedPanel(on_press=line.press)
    with bench(trial=UnitTrial(unit, line, Table)) as table:
        shown = ask(table, "/api/trial/show", seat="E", lamp="fault")
        lit = unit.lamps[Seat.EAST]
        unit.press(Seat.EAST, Key.CALL, 5)
        told = table.get("/api/trial").json()
        wrong = ask(table, "/api/trial/show", seat="E", lamp="purple")
        ask(table, "/api/trial/end")

    assert shown.status_code == 200
    assert lit is Lamp.FAULT
    assert told["pressed"] == [{"seat": "E", "key": "call", "at_ms": 5}]
    assert wrong.status_code == 422
    assert unit.lamps[Seat.EAST] is Lamp.OFF


def test_a_deck_is_enrolled_from_the_page() -> None:
    """Begun, looked at, a face forgotten, and not saved while faces are missing."""
    with bench(enrolment=Deck()) as table:
        early = ask(table, "/api/enrolment/look")
        ask(table, "/api/enrolment/begin", name="event-2026")
        seen = ask(table, "/api/enrolment/look", announced="HR").json()["state"]
        forgotten = ask(table, "/api/enrolment/forget", face="HR").json()["state"]
        unsaved = ask(table, "/api/enrolment/save")
        ask(table, "/api/enrolment/drop")
        after = table.get("/api/enrolment").json()

    assert early.json()["says"]["en"] == "No deck was begun."
    assert len(seen["faces"]) == 54
    assert [f["face"] for f in seen["faces"] if f["prints"]] == seen["new"] == ["HR"]
    assert not any(f["prints"] for f in forgotten["faces"])
    assert unsaved.status_code == 409
    assert after == {"possible": True, "state": None}


@pytest.mark.parametrize("name", ["", "../../etc", "Event", "a b", "x" * 41])
def test_a_deck_cannot_be_named_like_a_path(name: str) -> None:
    """Its name becomes a folder."""
    with bench(enrolment=Deck()) as table:
        assert ask(table, "/api/enrolment/begin", name=name).status_code == 422
