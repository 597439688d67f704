"""What the set-up screen asks: the self-check, the camera, the seat unit, the deck of the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from referee.ports import KeyPress
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp
from referee.web.access.sessions import Session
from referee.web.house import House
from referee.web.orders.bodies import OneCard
from referee.web.ports import CheckResult, EnrolmentState, NotNow, SeatTrial
from referee.web.routes import Route
from referee.web.views.device import camera_json
from referee.web.views.words import both

Json = dict[str, Any]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Show(_Asked):
    seat: Seat = Field(strict=False)
    lamp: Lamp = Field(strict=False)
    buzz: Buzz = Field(default=Buzz.SILENT, strict=False)


class _Begin(_Asked):
    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")


class _Look(_Asked):
    announced: OneCard | None = None


class _Forget(_Asked):
    face: OneCard


class _Nothing(_Asked):
    pass


class SettingUp:
    """One method for each of its members of `referee.web.routes.Answer`."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def check(self, _: Request, __: Session, ___: Route) -> Response:
        check = self._house.check
        if check is None:
            return JSONResponse([])
        return JSONResponse([_check_json(one) for one in await run_in_threadpool(check.results)])

    async def camera(self, _: Request, __: Session, ___: Route) -> Response:
        camera = self._house.camera
        return JSONResponse(None if camera is None else camera_json(camera.state()))

    async def camera_picture(self, _: Request, __: Session, ___: Route) -> Response:
        camera = self._house.camera
        found = None if camera is None else await run_in_threadpool(camera.picture)
        if found is None:
            return JSONResponse({"error": "picture"}, 404)
        return Response(found, media_type="image/jpeg")

    async def trial(self, _: Request, __: Session, ___: Route) -> Response:
        trial = self._house.trial
        return JSONResponse(None if trial is None else _trial_json(trial))

    async def trial_show(self, request: Request, _: Session, __: Route) -> Response:
        return await self._try(request, _Show, lambda t, b: t.show(b.seat, b.lamp, b.buzz))

    async def trial_end(self, request: Request, _: Session, __: Route) -> Response:
        return await self._try(request, _Nothing, lambda trial, _: trial.end())

    async def enrolment(self, _: Request, __: Session, ___: Route) -> Response:
        enrolment = self._house.enrolment
        state = None if enrolment is None else await run_in_threadpool(enrolment.state)
        return JSONResponse({"possible": enrolment is not None, "state": _enrolment_json(state)})

    async def enrolment_begin(self, request: Request, _: Session, __: Route) -> Response:
        return await self._enrol(request, _Begin, lambda e, b: e.begin(b.name))

    async def enrolment_look(self, request: Request, _: Session, __: Route) -> Response:
        return await self._enrol(request, _Look, lambda e, b: e.look(b.announced))

    async def enrolment_forget(self, request: Request, _: Session, __: Route) -> Response:
        return await self._enrol(request, _Forget, lambda e, b: e.forget(b.face))

    async def enrolment_save(self, request: Request, _: Session, __: Route) -> Response:
        return await self._enrol(request, _Nothing, lambda e, _: e.save())

    async def enrolment_drop(self, request: Request, _: Session, __: Route) -> Response:
        return await self._enrol(request, _Nothing, lambda e, _: e.drop())

    async def _try(
        self, request: Request, kind: type[_Asked], do: Callable[[SeatTrial, Any], object]
    ) -> Response:
        trial = self._house.trial
        if trial is None:
            return _not_now("no_unit")

        def done(body: _Asked) -> Json:
            do(trial, body)
            return _trial_json(trial)

        return await _asked(request, kind, done)

    async def _enrol(
        self, request: Request, kind: type[_Asked], do: Callable[[Any, Any], EnrolmentState | None]
    ) -> Response:
        enrolment = self._house.enrolment
        if enrolment is None:
            return _not_now("no_camera")
        return await _asked(
            request,
            kind,
            lambda body: {"possible": True, "state": _enrolment_json(do(enrolment, body))},
        )


async def _asked(request: Request, kind: type[_Asked], done: Callable[[Any], Json]) -> Response:
    try:
        body = kind.model_validate_json(await request.body())
    except ValidationError:
        return JSONResponse({"error": "form"}, 422)
    try:
        return JSONResponse(await run_in_threadpool(done, body))
    except NotNow as why:
        return _not_now(str(why))


def _not_now(name: str) -> Response:
    return JSONResponse({"error": "not_now", "says": both(f"page.{name}")}, 409)


def _check_json(found: CheckResult) -> Json:
    return {
        "name": found.name,
        "state": found.state,
        "says": dict(found.says),
        "cure": dict(found.cure),
    }


def _trial_json(trial: SeatTrial) -> Json:
    return {"connected": trial.connected(), "pressed": [_press(one) for one in trial.pressed()]}


def _press(press: KeyPress) -> Json:
    return {"seat": press.seat.value, "key": press.key.value, "at_ms": press.at_ms}


def _enrolment_json(state: EnrolmentState | None) -> Json | None:
    if state is None:
        return None
    return {
        "name": state.name,
        "saved": state.saved,
        "again": [dict(one) for one in state.again],
        "new": [str(card) for card in state.new],
        "faces": [
            {
                "face": str(one.face),
                "prints": one.prints,
                "margin": None if one.margin is None else round(one.margin, 3),
                "nearest": None if one.nearest is None else str(one.nearest),
                "is_safe": one.is_safe,
            }
            for one in state.faces
        ],
    }
