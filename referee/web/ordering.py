"""From an order that was sent to an entry of the record, or to the reason why there is none."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from referee.ports import Entry
from referee.rules.ruleset import Ruleset
from referee.session.effects import AskReferee
from referee.session.events import Corrected, Event
from referee.session.history import preview
from referee.web.access.gate import Gate, Refused
from referee.web.access.roles import Role
from referee.web.access.sessions import Session
from referee.web.house import House
from referee.web.orders.bodies import Body
from referee.web.orders.corrections import ImpossibleOrder
from referee.web.orders.table import ORDERS, Given, Order
from referee.web.overtaking import Overtaken, check
from referee.web.refusals import pin_refused
from referee.web.routes import Route
from referee.web.views.lines import did, difference_json
from referee.web.views.words import asked_words, both, verdict_words

_log = logging.getLogger(__name__)


class Ordering:
    """Takes orders and shows corrections before they are accepted."""

    def __init__(self, house: House, gate: Gate) -> None:
        self._house = house
        self._gate = gate

    async def order(self, route: Route, raw: bytes, session: Session, address: str) -> Response:
        """Carry out one order; the answer says what was found, or what was in the way."""
        order = ORDERS[route.order]
        try:
            body = order.body.model_validate_json(raw)
        except ValidationError as error:
            return _malformed(error)
        role = session.role
        if body.chief_pin is not None and role is Role.REFEREE:
            try:
                await self._gate.check_pin(Role.CHIEF, body.chief_pin, address)
            except Refused as refused:
                return pin_refused(refused)
            role = Role.CHIEF
        if not role.may(order.least):
            return JSONResponse({"error": "role"}, 403)

        def make(at_ms: int) -> Event:
            # Called by the owner of the table: nothing can come between this and the handling.
            check(order.basis, self._house.feed.after(body.based_on))
            return order.event(body, self._given(role, at_ms))

        origin = {"how": "page", "order": route.order, "role": role.value}
        try:
            entry = await asyncio.wrap_future(self._house.desk.submit(make, origin))
        except Overtaken as overtaken:
            return _overtaken(overtaken)
        except (ImpossibleOrder, ValueError, KeyError) as error:
            return JSONResponse({"error": "impossible", "says": str(error)}, 422)
        except Exception:  # noqa: BLE001 - the record failed; the page says so, the log why
            _log.exception("order=%s not carried out", route.order)
            return JSONResponse({"error": "record"}, 503)
        return JSONResponse(_done(entry))

    async def preview(self, route: Route, raw: bytes, session: Session) -> Response:
        """What a correction would change, verdict by verdict."""
        order = ORDERS[route.order]
        try:
            body = order.body.model_validate_json(raw)
        except ValidationError as error:
            return _malformed(error)
        try:
            shown = await run_in_threadpool(self._previewed, order, body, session.role)
        except Overtaken as overtaken:
            return _overtaken(overtaken)
        except (ImpossibleOrder, ValueError) as error:
            return JSONResponse({"error": "impossible", "says": str(error)}, 422)
        return JSONResponse(shown)

    def _previewed(self, order: Order, body: Body, role: Role) -> dict[str, Any]:
        check(order.basis, self._house.feed.after(body.based_on))
        given = self._given(role, self._house.desk.history.table.now_ms)
        event = order.event(body, given)
        if not isinstance(event, Corrected):
            raise AssertionError(f"{event} is no correction")  # noqa: TRY004 - our defect
        shown = preview(given.history, event)
        if shown is None:
            raise ImpossibleOrder("the correction names no place in the record")
        table = shown.history.table
        return {
            "differences": [difference_json(difference) for difference in shown.differences],
            "phase": both(f"page.phase_{table.phase.value}"),
            "to_act": [seat.value for seat in table.to_act],
        }

    def _given(self, role: Role, at_ms: int) -> Given:
        house = self._house
        return Given(at_ms, role.official, house.desk.history, self._ruleset, house.settings.table)

    def _ruleset(self, name: str) -> Ruleset:
        if name not in self._house.shelf.ids():
            raise ImpossibleOrder(f"there is no ruleset {name!r}")
        return self._house.shelf.loaded(name).ruleset


def _done(entry: Entry) -> dict[str, Any]:
    asks = [effect for effect in entry.effects if isinstance(effect, AskReferee)]
    verdict = entry.verdict
    return {
        "row": entry.number,
        "finding": None if verdict is None else verdict.finding.value,
        "says": None if verdict is None else verdict_words(verdict),
        "case": None if verdict is None else verdict.case,
        "asks": [{"question": ask.question.value, "says": asked_words(ask)} for ask in asks],
    }


def _overtaken(overtaken: Overtaken) -> Response:
    """Tell the second one what the first one did."""
    since = [
        {
            "row": entry.number,
            "by": entry.origin.get("role", ""),
            "did": both("page.did_correct")
            if isinstance(entry.event, Corrected)
            else did(entry.event),
        }
        for entry in overtaken.since
    ]
    return JSONResponse({"error": "overtaken", "since": since}, 409)


def _malformed(error: ValidationError) -> Response:
    """Which fields are wrong; never what was in them, as a PIN may have been."""
    fields = sorted({".".join(map(str, part["loc"])) for part in error.errors()})
    return JSONResponse({"error": "form", "fields": fields}, 422)
