"""The page as a web application, built from the table of routes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp

from referee.web.access.gate import Gate
from referee.web.access.hosts import own_names
from referee.web.access.sessions import Session
from referee.web.answers import Answers
from referee.web.guards import Guards
from referee.web.house import House
from referee.web.live import Audience, Live
from referee.web.routes import ROUTES, Route
from referee.web.setting_up import SettingUp
from referee.web.views.device import device_view

Handler = Callable[[Request, Session, Route], Awaitable[Response]]


def build_app(house: House) -> ASGIApp:
    """The application; it begins to follow the table when a server starts it."""
    settings = house.settings
    most = {Audience.REFEREES: settings.most_referees, Audience.PUBLIC: settings.most_watchers}
    live = Live(house.desk, house.feed, most, lambda: device_view(house.vitals, house.camera))
    gate = Gate(house.access, open_to_watch=settings.open_to_watch)
    answerers = (Answers(house, live, gate), SettingUp(house))

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        following = asyncio.create_task(live.run())
        yield
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following

    # No generated documentation: it would be an address outside the table of routes.
    app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    for route in ROUTES:
        handler = _handler(answerers, route)
        app.add_api_route(
            route.path,
            _guarded(route, handler, gate),
            methods=[route.method],
            response_model=None,
        )
    return Guards(app, own_names() | {name.lower() for name in settings.hosts})


def _handler(answerers: tuple[object, ...], route: Route) -> Handler:
    """The method that has the name of the route's answer."""
    for answerer in answerers:
        found: Handler | None = getattr(answerer, route.answer.value, None)
        if found is not None:
            return found
    raise AssertionError(f"nothing answers {route}")


def _guarded(
    route: Route, handler: Handler, gate: Gate
) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        session = gate.session(request)
        # A referee's order may carry the chief referee's PIN; its handler looks at that.
        raised = gate.may_be_raised(session.role, route)
        if not (session.role.may(route.least) or raised):
            return _refused(route, session)
        if route.method == "POST" and not gate.is_ours(request, session):
            return JSONResponse({"error": "csrf"}, 403)
        return await handler(request, session, route)

    return endpoint


def _refused(route: Route, session: Session) -> Response:
    if route.is_page:
        return RedirectResponse("/login", 303)
    return JSONResponse({"error": "role"}, 403 if session.csrf else 401)
