"""The server over real sockets: silence, slowness, TLS, and what a browser is told."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from referee.web import guards, server
from referee.web.access.roles import Role
from referee.web.access.sessions import COOKIE
from referee.web.app import build_app
from referee.web.house import PageSettings
from referee.web.server import CertificateRefused, check_certificate, page_server
from tests.web.helpers import Bench, bench

PATIENCE_S = 60


@contextmanager
def served(certificate: str = "", key: str = "") -> Iterator[tuple[Bench, int]]:
    """A table whose page is served on a port of this machine."""
    with bench(PageSettings(secure=bool(certificate))) as table:
        listening = socket.create_server(("127.0.0.1", 0), backlog=512)
        running = page_server(build_app(table.house), certificate, key, lambda: None)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.01)
        try:
            yield table, listening.getsockname()[1]
        finally:
            running.should_exit = True
            thread.join(10)


def order(table: Bench, port: int) -> int:
    """Give an order as a referee's page does; the status of the answer."""
    cookies, headers = table.session(Role.REFEREE)
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    body = json.dumps({"based_on": len(table.record.rows)})
    cookie = {"cookie": f"{COOKIE}={cookies[COOKIE]}"}
    kind = {"content-type": "application/json"}
    line.request("POST", "/api/orders/pause", body, headers | cookie | kind)
    status = line.getresponse().status
    line.close()
    return status


def hear(told: BinaryIO, wanted: bytes) -> None:
    """Listen until a line has *wanted* in it; a page that is ended before is a failure."""
    while wanted not in (line := told.readline()):
        assert line, "the page was ended"


def is_closed(line: socket.socket) -> bool:
    """Whether the other side ends the connection in good time."""
    line.settimeout(PATIENCE_S)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_connections_that_say_nothing_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred of them take nothing from the table, and each is let go of."""
    monkeypatch.setattr(server, "HEAD_S", 1.0)
    with served() as (table, port):
        table.order("start-round", ruleset="jiangsu-2017")
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        during = order(table, port)
        ended = [is_closed(line) for line in silent]
        for line in silent:
            line.close()

    assert during == 200
    assert all(ended)


def test_of_many_silent_connections_the_oldest_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the deadline is, a browser that asks at once finds a place."""
    monkeypatch.setattr(server, "MOST_SILENT", 100)
    with served() as (table, port):
        table.order("start-round", ruleset="jiangsu-2017")
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        during = order(table, port)
        first = is_closed(silent[0])
        kept = len(server.PatientProtocol._silent)
        for line in silent:
            line.close()

    assert during == 200
    assert first
    assert kept <= server.MOST_SILENT + 1


def test_everybody_may_come_back_at_once() -> None:
    """All who watch connect before the first of them asks, as after a restart; each is answered."""
    asked = b"GET /watch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    everybody = PageSettings().most_watchers + PageSettings().most_referees
    with served() as (_, port):
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(everybody)]
        # The server has taken all of them in once it answers somebody who came later.
        http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S).request("GET", "/watch")
        for line in lines:
            line.sendall(asked)
        answers = []
        for line in lines:
            line.settimeout(PATIENCE_S)
            answers.append(line.recv(64).split(b"\r\n")[0])
            line.close()

    assert set(answers) == {b"HTTP/1.1 200 OK"}


@pytest.mark.parametrize(
    "said",
    [
        b"GET /watch HTTP/1.1\r\nhost: localhost\r\n",
        b"GET /watch HTTP/1.1\r\nhost: localhost\r\n\r\nGET ",
        b"\x16\x03\x01",
    ],
    ids=["half a head", "half a second head", "TLS to plain HTTP"],
)
def test_half_a_request_is_no_reason_to_wait(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    """A head that never ends, also after a request that was answered, ends the connection."""
    monkeypatch.setattr(server, "HEAD_S", 0.2)
    with served() as (_, port), socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(said)
        line.settimeout(PATIENCE_S)
        try:
            while line.recv(65_536):
                pass
        except ConnectionError:
            pass  # reset: as good as closed


def test_slow_bodies_take_no_place_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty orders that never come to an end are answered so, and another one goes through."""
    monkeypatch.setattr(guards, "LONGEST_WAIT_S", 1.0)
    head = b"POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900\r\n\r\n{"
    with served() as (table, port):
        table.order("start-round", ruleset="jiangsu-2017")
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
        for line in slow:
            line.sendall(head)
        during = order(table, port)
        answers = []
        for line in slow:
            line.settimeout(PATIENCE_S)
            answers.append(line.recv(64).split(b"\r\n")[0])
            line.close()

    assert during == 200
    assert {answer.split(b" ")[1] for answer in answers} == {b"413"}


def test_a_live_page_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer never ends and that is as it should be."""
    monkeypatch.setattr(server, "HEAD_S", 1.0)
    monkeypatch.setattr(server, "ANSWER_S", 1.0)
    with served() as (table, port), socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(PATIENCE_S)
        line.sendall(b"GET /live/public HTTP/1.1\r\nhost: localhost\r\n\r\n")
        told = line.makefile("rb")
        hear(told, b'"rows":0')
        time.sleep(1.5)
        table.order("start-deal", level="8", leader="S")
        hear(told, b'"rows":1')


@pytest.fixture(scope="module")
def own_certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate that this machine made for itself, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = str(folder / "table.pem"), str(folder / "table.key")
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=table", "-addext", names),
            *("-out", certificate, "-keyout", key),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


def test_the_page_speaks_tls_with_a_certificate_of_its_own(
    own_certificate: tuple[str, str],
) -> None:
    """A client that trusts it is answered, and told never to come without."""
    certificate, key = own_certificate
    trusting = ssl.create_default_context(cafile=certificate)
    with served(certificate, key) as (_, port):
        line = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE_S, context=trusting)
        line.request("GET", "/watch")
        answer = line.getresponse()
        answer.read()
        line.close()

    assert answer.status == 200
    assert answer.headers["strict-transport-security"] == guards.STRICT_TLS


def test_without_tls_nothing_is_promised_about_it() -> None:
    """A browser would not come back to a table that speaks plain HTTP."""
    with served() as (_, port):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        line.request("GET", "/watch")
        answer = line.getresponse()
        answer.read()
        line.close()

    assert "strict-transport-security" not in answer.headers


def test_files_of_tls_are_tried_before_anything_is_served(
    own_certificate: tuple[str, str], tmp_path: Path
) -> None:
    """One without the other, one that is missing, two that do not belong together."""
    certificate, key = own_certificate
    other = tmp_path / "other.key"
    other.write_text("no key")

    check_certificate("", "")
    check_certificate(certificate, key)
    for files, says in (
        ((certificate, ""), "needs both"),
        ((certificate, str(tmp_path / "none.key")), r"none\.key: there is no such file"),
        ((certificate, str(other)), "want a certificate and its own key"),
        ((key, certificate), "want a certificate and its own key"),
    ):
        with pytest.raises(CertificateRefused, match=says):
            check_certificate(*files)
