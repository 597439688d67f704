"""The program `serve`: it answers, stops when told to, and goes on where its journal ends."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from referee.app.errors import InputRefused
from referee.app.main import main
from referee.app.serve import ServedRulesets, listen, open_access
from referee.app.settings import WebSettings
from referee.record.journal import Journal
from referee.session.events import DealStarted, Passed
from referee.web.access.roles import Role
from tests.browser.served import Served


def posted(served: Served, path: str, body: object, headers: dict[str, str]) -> str:
    request = urllib.request.Request(  # noqa: S310
        served.address + path,
        json.dumps(body).encode(),
        {"content-type": "application/json", **headers},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        return str(answer.headers.get("set-cookie", ""))


def test_a_table_goes_on_where_its_journal_ends(tmp_path: Path) -> None:
    """Killed and started again, it has every row, its PINs, and knows its referee."""
    served = Served(tmp_path)
    served.start()
    try:
        cookie = posted(
            served,
            "/login",
            {"role": "referee", "pin": served.pins["Referee"]},
            {"x-csrf": ""},
        ).partition(";")[0]
        request = urllib.request.Request(served.address + "/table", headers={"cookie": cookie})  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as page:  # noqa: S310
            csrf = page.read().decode().partition('data-csrf="')[2].partition('"')[0]
        headers = {"cookie": cookie, "x-csrf": csrf}
        posted(
            served,
            "/api/orders/start-deal",
            {"based_on": 0, "level": "8", "leader": "S"},
            headers,
        )
        served.kill()
        served.start()
        posted(served, "/api/orders/pass", {"based_on": 1, "seat": "S"}, headers)
    finally:
        served.stop()

    with Journal.read(served.journal) as journal:
        events = [entry.event for entry in journal.entries()]
    assert [type(event) for event in events] == [DealStarted, Passed]


def test_what_is_wrong_is_said_before_anything_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ruleset there is not, with exit status 2 and no journal row."""
    config = tmp_path / "table.toml"
    config.write_text(f'[journal]\nfolder = "{tmp_path}"\n')
    status = main(["serve", "--config", str(config), "--port", "0", "--ruleset", "no-such"])

    assert status == 2
    assert "no-such" in capsys.readouterr().err


def test_an_address_that_is_taken_is_refused() -> None:
    """The operator reads which address it is."""
    with listen(WebSettings(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputRefused, match=str(port)):
            listen(WebSettings(port=port))


def test_tls_that_cannot_be_spoken_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    """A table that serves no page would look alive to nobody."""
    key = tmp_path / "table.key"
    key.write_text("no key")
    web = WebSettings(port=0, certificate=str(key), key=str(key))

    with pytest.raises(InputRefused, match=r"web.certificate, web.key: .*want a certificate"):
        listen(web)


def test_pins_are_made_once(tmp_path: Path) -> None:
    """They are told when they are made, and again only when new ones are asked for."""
    path = tmp_path / "access.json"
    access, pins = open_access(path, fresh=False)
    again, nothing = open_access(path, fresh=False)
    other, new = open_access(path, fresh=True)

    assert again == access
    assert nothing == {}
    assert set(pins) == set(new) == {Role.PLAYER, Role.REFEREE, Role.CHIEF}
    assert other.secret != access.secret


def test_a_damaged_access_file_is_refused(tmp_path: Path) -> None:
    """It is never overwritten by itself: that would end every session in mid-round."""
    path = tmp_path / "access.json"
    path.write_text("{")

    with pytest.raises(InputRefused, match="access"):
        open_access(path, fresh=False)
    assert path.read_text() == "{"


def test_the_shelf_has_the_shipped_rulesets() -> None:
    """Every one can be loaded and compared; a path is no name."""
    shelf = ServedRulesets()

    assert "jiangsu-2017" in shelf.ids()
    assert shelf.loaded("jiangsu-2017").header.id == "jiangsu-2017"
    with pytest.raises(KeyError):
        shelf.loaded("config/rulesets/jiangsu-2017.toml")
