"""Every event that an official may give has its form on the page."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import get_args

import pytest

from referee.session.events import (
    CardTaken,
    CorrectableEvent,
    Corrected,
    OfficialEvent,
    TimeForgiven,
    TimePassed,
)
from referee.session.step import EXPECTED
from referee.web.files import TEXTS, static_files
from referee.web.orders.bodies import Body
from referee.web.orders.table import ORDERS

SCRIPTS = "\n".join(
    file.read_text("utf-8")
    for file in (files("referee.web") / "static").iterdir()
    if file.name.endswith(".js")
)
BY_THE_CLOCK = {TimePassed, TimeForgiven}
"""Events of the table's own clock; nobody gives them."""
BY_THE_CAMERA = {CardTaken}
"""Events that only tell the referee something; what he makes of it has forms of its own."""


def test_every_event_that_a_person_may_give_has_its_order() -> None:
    """An event added to the session cannot be left without a way to enter it."""
    given = {order.becomes for order in ORDERS.values()}

    assert given == (set(get_args(CorrectableEvent)) | {Corrected}) - BY_THE_CLOCK - BY_THE_CAMERA
    assert set(get_args(OfficialEvent)) <= given


@pytest.mark.parametrize("name", ORDERS)
def test_every_order_is_given_by_some_script(name: str) -> None:
    """Its name stands in a script as something that is sent."""
    sent = rf'(?:order|act|give|propose)\((?:\w+ \? )?"(?:\w+" : ")?{name}"|/api/orders/{name}"'

    assert re.search(sent, SCRIPTS) or f'"insert" : "{name}"' in SCRIPTS


@pytest.mark.parametrize(
    ("name", "field"),
    [
        (name, field)
        for name, order in ORDERS.items()
        for field in order.body.model_fields.keys() - Body.model_fields.keys()
        # What a player announced is asked afterwards, by `declare`.
        if (name, field) != ("play", "declared")
    ],
)
def test_every_field_of_an_order_is_filled_by_some_script(name: str, field: str) -> None:
    """An event's facts can all be given, not only its name."""
    assert re.search(rf"[{{ ]{field}\b *[:,}}]", SCRIPTS), (name, field)


def test_every_order_is_listened_to_in_some_phase() -> None:
    """No form leads to nothing."""
    listened = frozenset[type]().union(*EXPECTED.values()) | {Corrected}

    assert {order.becomes for order in ORDERS.values()} <= listened


def test_every_text_that_a_script_names_is_sent_to_it() -> None:
    """A page has no word of its own, and gets every one that it shows by itself."""
    sent = json.loads(
        static_files()[TEXTS].content.decode().removeprefix("export default ").rstrip(";\n")
    )
    named = set(re.findall(r'\b(?:say|words|picker|tool)\("(\w+)"', SCRIPTS))

    assert len(named) > 60
    assert named - sent.keys() == set()
    assert not any(name.startswith("did_") for name in sent)
