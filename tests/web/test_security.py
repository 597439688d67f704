"""No role can do more than it may, on every route; made from the table of routes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from referee.session.events import PenaltyGiven
from referee.web.access.pins import new_access
from referee.web.access.roles import Role
from referee.web.access.sessions import COOKIE, issue
from referee.web.guards import HEADERS, LONGEST_BODY
from referee.web.house import PageSettings
from referee.web.orders.table import ORDERS
from referee.web.routes import ROUTES, Answer, Route
from tests.web.helpers import FAR_FUTURE_S, SECRET, Bench, bench

LESSER = [
    (route, role)
    for route in ROUTES
    for role in Role
    if not role.may(route.least)
    # A referee's order may carry the chief's PIN, so it is judged by its handler; see below.
    and not (role is Role.REFEREE and route.answer is Answer.ORDER)
]


def path_of(route: Route) -> str:
    return re.sub(r"{\w+}", "x", route.path)


def ask(table: Bench, route: Route, role: Role, **changes: Any) -> Any:
    """A request that is in order but for the role."""
    cookies, headers = table.session(role)
    table.client.cookies = cookies
    if route.method == "GET":
        return table.client.get(path_of(route), follow_redirects=False)
    body = json.dumps({"based_on": 0})
    headers = {"content-type": "application/json", **headers, **changes}
    return table.client.post(path_of(route), content=body, headers=headers)


def test_the_application_has_the_routes_of_the_table_and_no_other() -> None:
    """Nothing can be reached that the table of routes does not grant."""
    with bench() as table:
        app = table.client.app._app  # type: ignore[attr-defined]
        assert isinstance(app, FastAPI)
        found = {
            (method, route.path)
            for route in app.routes
            if isinstance(route, APIRoute)
            for method in route.methods or ()
        }
        others = [route for route in app.routes if not isinstance(route, APIRoute)]

    assert found == {(route.method, route.path) for route in ROUTES}
    assert others == []


def test_every_order_has_its_route_and_is_an_officials() -> None:
    """No order can be given by players or by nobody."""
    assert {route.order for route in ROUTES if route.answer is Answer.ORDER} == set(ORDERS)
    assert all(order.least.may(Role.REFEREE) for order in ORDERS.values())


def test_lesser_roles_get_nothing() -> None:
    """Every route refuses every role below its own, and nothing is recorded."""
    with bench(PageSettings(open_to_watch=False)) as table:
        for route, role in LESSER:
            answer = ask(table, route, role)
            wanted = {303} if route.is_page else {401, 403}
            assert answer.status_code in wanted, (route, role, answer.status_code)
            assert table.record.rows == []


CHIEFS = {
    "answer-appeal": {"appeal": 1, "outcome": "upheld"},
    "decide-round": {"winner": "EW"},
    "withdraw": {"side": "EW"},
}
"""Orders that are the chief referee's, and what they hold."""


def test_what_is_the_chiefs_is_not_a_referees() -> None:
    """Their route lets a referee in for the PIN; without it nothing is recorded."""
    assert set(CHIEFS) == {n for n, order in ORDERS.items() if not Role.REFEREE.may(order.least)}
    with bench() as table:
        table.order("start-round", ruleset="jiangsu-2017")
        table.order("appeal", side="EW")
        before = len(table.record.rows)
        for name, fields in CHIEFS.items():
            assert table.order(name, Role.REFEREE, **fields).status_code == 403
        assert len(table.record.rows) == before
        assert (
            table.order("answer-appeal", Role.CHIEF, **CHIEFS["answer-appeal"]).status_code == 200
        )


def test_the_least_role_is_enough() -> None:
    """Every route answers its own role: with what was asked, or with a reason that is no role."""
    with bench() as table:
        for route in ROUTES:
            if route.answer in (Answer.LIVE_TABLE, Answer.LIVE_PUBLIC):
                continue  # endless; see test_live
            answer = ask(table, route, route.least)
            assert answer.status_code not in (401, 403, 500), (route, answer.text)


@pytest.mark.parametrize(
    "route", [r for r in ROUTES if r.method == "POST"], ids=lambda route: str(route.path)
)
def test_what_changes_something_needs_our_token(table: Bench, route: Route) -> None:
    """Neither a foreign page's token, nor its form, nor its fetch is taken."""
    for changes in (
        {"x-csrf": "stolen"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "text/plain"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert ask(table, route, Role.CHIEF, **changes).status_code == 403, changes
    assert table.record.rows == []


def test_a_token_belongs_to_its_session(table: Bench) -> None:
    """The token of one session is worth nothing with the cookie of another."""
    _, mine = issue(Role.REFEREE, SECRET, FAR_FUTURE_S - 15 * 3600)
    cookies, _ = table.session(Role.REFEREE)
    table.client.cookies = cookies
    answer = table.client.post(
        "/api/orders/pause", json={"based_on": 0}, headers={"x-csrf": mine.csrf}
    )

    assert answer.status_code == 403


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_cookie_cannot_be_altered(place: int) -> None:
    """Role, age, nonce and signature: a changed one makes it nobody's."""
    with bench(PageSettings(open_to_watch=False)) as table:
        cookie, _ = issue(Role.PLAYER, SECRET, FAR_FUTURE_S - 15 * 3600)
        parts = cookie.split(".")
        parts[place] = "chief" if place == 0 else "9" * len(parts[place])
        table.client.cookies = {COOKIE: ".".join(parts)}

        assert table.client.get("/live/table").status_code == 401


@pytest.mark.parametrize("cookie", ["", ".", "...", "chief.9.9.", "é.1.1.1", "x" * 4000])
def test_nonsense_cookies_are_nobodys(cookie: str) -> None:
    """Whatever a browser sends is answered, not crashed on."""
    with bench(PageSettings(open_to_watch=False)) as table:
        answer = table.client.get(
            "/table",
            headers={b"cookie": f"{COOKIE}={cookie}".encode()},
            follow_redirects=False,
        )

        assert answer.status_code == 303


def test_a_session_ends(table: Bench) -> None:
    """A cookie older than a day of play is nobody's."""
    cookie, _ = issue(Role.CHIEF, SECRET, 1_000_000)
    table.client.cookies = {COOKIE: cookie}

    assert table.client.get("/api/rulesets").status_code == 401


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 303),
        ("localhost:8642", 303),
        ("127.0.0.1:8642", 303),
        ("192.168.7.20", 303),
        ("[::1]:8642", 303),
        ("table3.example", 303),
        ("TABLE3.example:8642", 303),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:80", 421),
        ("", 421),
    ],
)
def test_unknown_hosts_are_not_answered(host: str, status: int) -> None:
    """A stranger's name that points here gets nothing; addresses and known names do."""
    with bench(PageSettings(hosts=("table3.example",))) as table:
        answer = table.client.get("/", headers={"host": host}, follow_redirects=False)

        assert answer.status_code == status


def test_huge_bodies_are_refused_before_they_are_read(table: Bench) -> None:
    """By the length that is told, and by counting where none is."""
    _, headers = table.session(Role.REFEREE)

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * LONGEST_BODY

    told = table.client.post("/api/orders/pause", content=b"x" * (LONGEST_BODY + 1))
    counted = table.client.post("/api/orders/pause", content=endless(), headers=headers)
    nonsense = table.client.post("/login", content=b"{}", headers={"content-length": "many"})

    assert [told.status_code, counted.status_code] == [413, 413]
    assert nonsense.status_code == 413


def test_every_answer_carries_the_headers(table: Bench) -> None:
    """Pages, refusals and unknown addresses alike."""
    for path in ("/watch", "/api/rulesets", "/no-such-page", "/static/page.css"):
        answer = table.client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path


def test_static_files_are_only_ours(table: Bench) -> None:
    """No path leads out of the folder."""
    for name in ("..%2Fapp.py", "%2e%2e%2fsheet.typ", "base.html", "page.css%00"):
        assert table.client.get(f"/static/{name}").status_code in (404, 400)
    assert table.client.get("/static/page.css").status_code == 200


def test_pins_open_their_role_and_no_other() -> None:
    """Each PIN gives its role; the cookie can neither be read by scripts nor sent by strangers."""
    access, pins = new_access()
    with bench(access=access) as table:
        for role, pin in pins.items():
            answer = table.client.post(
                "/login", json={"role": role.value, "pin": pin}, headers={"x-csrf": ""}
            )
            assert answer.status_code == 200
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            table.client.cookies.clear()
        wrong = table.client.post(
            "/login", json={"role": "chief", "pin": pins[Role.REFEREE]}, headers={"x-csrf": ""}
        )

    assert wrong.status_code == 401
    assert "set-cookie" not in wrong.headers


def test_over_tls_the_cookie_is_sent_over_nothing_else() -> None:
    """With a certificate the cookie is marked so."""
    access, pins = new_access()
    with bench(PageSettings(secure=True), access) as table:
        body = {"role": "referee", "pin": pins[Role.REFEREE]}
        answer = table.client.post("/login", json=body, headers={"x-csrf": ""})

    assert "secure" in answer.headers["set-cookie"].lower().split("; ")


def test_guessing_pins_is_slowed_down() -> None:
    """After five tries an address waits, even with the right PIN."""
    access, pins = new_access()
    with bench(access=access) as table:

        def attempt(pin: str) -> Any:
            return table.client.post(
                "/login", json={"role": "referee", "pin": pin}, headers={"x-csrf": ""}
            )

        tried = [attempt("no").status_code for _ in range(5)]
        then = attempt(pins[Role.REFEREE])

    assert tried == [401] * 5
    assert then.status_code == 429
    assert 20 <= int(then.headers["retry-after"]) <= 31


def test_the_chiefs_pin_raises_one_order_only() -> None:
    """A referee's page gives a foul with the chief's PIN; the next order is the referee's again."""
    access, pins = new_access()
    with bench(access=access) as table:
        table.client.post(
            "/login", json={"role": "referee", "pin": pins[Role.REFEREE]}, headers={"x-csrf": ""}
        )
        page = table.client.get("/table").text
        found = re.search(r'data-csrf="(\w+)"', page)
        assert found is not None
        csrf = {"x-csrf": found.group(1)}

        def order(name: str, **fields: Any) -> Any:
            body = {"based_on": len(table.record.rows), **fields}
            return table.client.post(f"/api/orders/{name}", json=body, headers=csrf)

        order("start-round", ruleset="jiangsu-2017")
        refused = order("withdraw", side="EW")
        wrong = order("withdraw", side="EW", chief_pin=pins[Role.PLAYER])
        raised = order("penalty", seat="E", step="foul", chief_pin=pins[Role.CHIEF])
        again = order("withdraw", side="EW")

    assert [refused.status_code, wrong.status_code, again.status_code] == [403, 401, 403]
    assert raised.status_code == 200
    given = [entry.event for entry in table.record.rows if isinstance(entry.event, PenaltyGiven)]
    assert [event.by.value for event in given] == ["chief_referee"]
    assert not any(pins[Role.CHIEF] in str(entry) for entry in table.record.rows)
