"""The list of what a table needs is complete."""

from __future__ import annotations

import re

from tests.appliance.audit import PATH, WHY, asked_by_us, licence, needed


def test_every_library_is_on_the_page() -> None:
    """A new dependency is written down, with what comes along, in the same commit."""
    listed = re.findall(r"^\| ([a-z][a-z0-9-]+) \|", PATH.read_text("utf-8"), re.MULTILINE)

    assert set(listed) - {"library"} == needed().keys(), "run python -m tests.appliance.audit"


def test_every_library_we_ask_for_says_why() -> None:
    """What nobody can give a reason for goes."""
    assert set(asked_by_us()) <= WHY.keys()


def test_no_licence_keeps_the_program_from_being_passed_on() -> None:
    """The program is AGPL; everything it rests on has to agree with that."""
    for name in needed():
        told = licence(name)
        assert re.search(r"MIT|BSD|Apache|MPL|PSF|ISC|LGPL|Python", told), f"{name}: {told}"
