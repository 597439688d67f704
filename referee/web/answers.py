"""What each address answers. Access was checked before; see `referee.web.app`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from referee.web import exports, vitals
from referee.web.access.gate import Gate, Refused
from referee.web.access.roles import Role
from referee.web.access.sessions import COOKIE, LASTS_S, Session, issue
from referee.web.files import static_files
from referee.web.house import House
from referee.web.live import Audience, Live, TooManyWatchers
from referee.web.ordering import Ordering
from referee.web.pages import Pages
from referee.web.pdf import PdfImpossible
from referee.web.refusals import pin_refused
from referee.web.routes import Route
from referee.web.sheet_pdf import ruling_pdf, sheet_pdf
from referee.web.views.log import rounds, row_of_round, table_of_round
from referee.web.views.moments import day_and_time, local, time_of_day
from referee.web.views.rulesets import differences, listed
from referee.web.views.ruling import RulingSheet, article_json, ruling_sheet
from referee.web.views.sheet import sheet_view

PING_S = 5
"""A page that hears nothing for twice as long knows that its line is broken."""
_SLOWEST_SEND_S = 20
_YEAR_S = 31_536_000


class _Login(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    role: Role
    pin: str = Field(min_length=1, max_length=32)


class Answers:
    """One method for each member of `referee.web.routes.Answer`."""

    def __init__(self, house: House, live: Live, gate: Gate) -> None:
        self._house = house
        self._live = live
        self._gate = gate
        self._pages = Pages(house.settings)
        self._ordering = Ordering(house, gate)
        self._files = static_files()

    async def home(self, _: Request, session: Session, __: Route) -> Response:
        if session.role.may(Role.REFEREE):
            return RedirectResponse("/table", 303)
        return RedirectResponse("/watch" if session.role is Role.PLAYER else "/login", 303)

    async def login_page(self, _: Request, session: Session, __: Route) -> Response:
        return self._pages.render("login", session)

    async def login(self, request: Request, _: Session, __: Route) -> Response:
        try:
            asked = _Login.model_validate_json(await request.body())
        except ValidationError:
            return JSONResponse({"error": "form"}, 422)
        try:
            await self._gate.check_pin(asked.role, asked.pin, _address(request))
        except Refused as refused:
            return pin_refused(refused)
        cookie, session = issue(asked.role, self._gate.secret, time.time())
        answer = JSONResponse({"role": session.role.value})
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=LASTS_S,
            httponly=True,
            samesite="strict",
            secure=self._house.settings.secure,
        )
        return answer

    async def logout(self, _: Request, __: Session, ___: Route) -> Response:
        answer = JSONResponse({})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def table_page(self, _: Request, session: Session, __: Route) -> Response:
        return self._pages.render("table", session)

    async def watch_page(self, _: Request, session: Session, __: Route) -> Response:
        return self._pages.render("watch", session)

    async def setup_page(self, _: Request, session: Session, __: Route) -> Response:
        return self._pages.render("setup", session)

    async def sheet_page(self, request: Request, session: Session, _: Route) -> Response:
        number = self._round_asked(request)
        sheet = await self._sheet(request)
        return self._pages.render(
            "sheet", session, sheet=sheet, round=number, rounds=rounds(self._live.log)
        )

    async def sheet_pdf(self, request: Request, _: Session, __: Route) -> Response:
        sheet = await self._sheet(request)
        if sheet is None:
            return _no_round()
        return await _pdf(lambda: sheet_pdf(sheet), "score-sheet.pdf")

    async def sheet_csv(self, request: Request, _: Session, __: Route) -> Response:
        sheet = await self._sheet(request)
        if sheet is None:
            return _no_round()
        return _download(exports.sheet_csv(sheet).encode("utf-8-sig"), _CSV, "score-sheet.csv")

    async def sheet_json(self, request: Request, _: Session, __: Route) -> Response:
        sheet = await self._sheet(request)
        return _no_round() if sheet is None else JSONResponse(sheet)

    def _round_asked(self, request: Request) -> int:
        """The round whose sheet is wanted: any that was played, the last one if none is named."""
        named = _number(request.query_params.get("round", ""))
        return rounds(self._live.log) if named is None else named

    async def _sheet(self, request: Request) -> dict[str, Any] | None:
        log, number = self._live.log, self._round_asked(request)
        table = await run_in_threadpool(table_of_round, log, number)
        sheet = None if table is None else sheet_view(table)
        if sheet is not None:
            began = self._moment(row_of_round(log, number), day_and_time)
            sheet |= {"round": number, "began": began}
        return sheet

    async def ruling_pdf(self, request: Request, _: Session, __: Route) -> Response:
        row = _number(request.path_params["row"]) or 0
        log, pictures = self._live.log, self._live.pictures
        found = await run_in_threadpool(ruling_sheet, log, row, pictures)
        if found is None:
            return JSONResponse({"error": "ruling"}, 404)
        return await _pdf(lambda: self._ruling(found), f"ruling-{row}.pdf")

    def _ruling(self, found: RulingSheet) -> bytes:
        house, told = self._house, found.told
        known = found.ruleset in house.shelf.ids()
        loaded = house.shelf.loaded(found.ruleset) if known else None
        # Pictures may have gone with the quota, or never reached the disk.
        kept = [
            (one.kind, jpeg)
            for one in found.pictures
            if house.pictures is not None and (jpeg := house.pictures.find(one.name)) is not None
        ]
        for act in told["acts"]:
            act["at"] = self._moment(act["row"], time_of_day)
        for appeal in told["appeals"]:
            appeal["at"] = self._moment(appeal["row"], day_and_time)
        told |= {
            "article_source": article_json(told["article"], loaded),
            "ruleset_title": found.ruleset if loaded is None else loaded.header.title,
            "at": self._moment(told["row"], day_and_time),
        }
        return ruling_pdf(told, kept)

    def _moment(self, row: int | None, told: Callable[[datetime], str]) -> str:
        """When a row was written, in the table's own time; empty for no row."""
        entries = () if row is None else self._house.feed.after(row - 1)[:1]
        return told(local(entries[0].wall_clock)) if entries else ""

    async def log_csv(self, _: Request, __: Session, ___: Route) -> Response:
        made = exports.log_csv(self._live.log).encode("utf-8-sig")
        return _download(made, _CSV, "log.csv")

    async def log_json(self, _: Request, __: Session, ___: Route) -> Response:
        return JSONResponse(exports.log_rows(self._live.log))

    async def live_table(self, request: Request, _: Session, __: Route) -> Response:
        return self._stream(request, Audience.REFEREES)

    async def live_public(self, request: Request, _: Session, __: Route) -> Response:
        return self._stream(request, Audience.PUBLIC)

    async def rulesets(self, _: Request, __: Session, ___: Route) -> Response:
        return JSONResponse(await run_in_threadpool(listed, self._house.shelf))

    async def differences(self, request: Request, _: Session, __: Route) -> Response:
        shelf = self._house.shelf
        names = request.path_params["one"], request.path_params["other"]
        if not set(names) <= set(shelf.ids()):
            return JSONResponse({"error": "ruleset"}, 404)
        one = await run_in_threadpool(shelf.loaded, names[0])
        other = await run_in_threadpool(shelf.loaded, names[1])
        return JSONResponse(await run_in_threadpool(differences, one, other, shelf))

    async def evidence(self, request: Request, _: Session, __: Route) -> Response:
        store, name = self._house.pictures, request.path_params["name"]
        wellformed = len(name) == 64 and set(name) <= set("0123456789abcdef")
        found = await run_in_threadpool(store.find, name) if store and wellformed else None
        if found is None:
            return JSONResponse({"error": "picture"}, 404)
        return Response(found, media_type="image/jpeg")

    async def static(self, request: Request, _: Session, __: Route) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            return JSONResponse({"error": "file"}, 404)
        # With the hash of its content in the address a file may be kept; scripts that name each
        # other without it are asked for again and answered from the browser's store.
        marked = request.url.query == file.mark
        kept = {
            "cache-control": f"public, max-age={_YEAR_S}, immutable" if marked else "no-cache",
            "etag": f'"{file.mark}"',
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == f'"{file.mark}"':
            return Response(status_code=304, headers=kept)
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                file.packed, media_type=file.kind, headers=kept | {"content-encoding": "gzip"}
            )
        return Response(file.content, media_type=file.kind, headers=kept)

    async def health(self, _: Request, __: Session, ___: Route) -> Response:
        return await vitals.health(self._house.vitals)

    async def metrics(self, request: Request, _: Session, __: Route) -> Response:
        return await vitals.metrics(self._house.vitals, _address(request))

    async def order(self, request: Request, session: Session, route: Route) -> Response:
        return await self._ordering.order(route, await request.body(), session, _address(request))

    async def preview(self, request: Request, session: Session, route: Route) -> Response:
        return await self._ordering.preview(route, await request.body(), session)

    def _stream(self, request: Request, audience: Audience) -> Response:
        try:
            # A page that opens a new stream by itself names its place in the address.
            place = request.headers.get("last-event-id") or request.query_params.get("after")
            watcher = self._live.watch(audience, place)
        except TooManyWatchers:
            return JSONResponse({"error": "full"}, 503, {"retry-after": "30"})
        messages: AsyncIterator[Any] = self._live.messages(watcher)
        return EventSourceResponse(
            messages,
            ping=PING_S,
            ping_message_factory=lambda: ServerSentEvent(event="ping", data=""),
            send_timeout=_SLOWEST_SEND_S,
            headers={"x-accel-buffering": "no"},
        )


_CSV = "text/csv; charset=utf-8"


def _number(text: str) -> int | None:
    """A whole number as an address may hold it."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _no_round() -> Response:
    return JSONResponse({"error": "round"}, 404)


async def _pdf(make: Callable[[], bytes], name: str) -> Response:
    try:
        made = await run_in_threadpool(make)
    except PdfImpossible as error:
        return JSONResponse({"error": "pdf", "says": str(error)}, 503)
    return _download(made, "application/pdf", name)


def _download(content: bytes, kind: str, name: str) -> Response:
    return Response(
        content, media_type=kind, headers={"content-disposition": f'inline; filename="{name}"'}
    )
