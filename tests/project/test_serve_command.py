"""`serve` as a process: where it is, what it sends, how it ends."""

import contextlib
import gzip
import http.client
import json
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.project import server
from tests.databases import copied
from tests.project.conftest import Manage
from tests.project.served import ALONE, Running


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_end_it_cleanly_while_a_browser_stays_connected_and_a_request_is_half_sent(
    serve: Callable[..., Running], number: int
) -> None:
    running = serve()
    idle = socket.create_connection(("127.0.0.1", running.port))  # a browser keeps its connection open
    idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert idle.recv(4096).startswith(b"HTTP/1.1 200")
    half = socket.create_connection(("127.0.0.1", running.port))
    half.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nusername=")
    time.sleep(0.2)
    code = running.stop(number)
    idle.close()
    half.close()
    assert code == 0


def test_an_empty_database_is_set_up_and_the_first_administrator_gets_a_link(serve: Callable[..., Running]) -> None:
    running = serve(tables=False)
    link = re.search(r"/first/\S+", running.printed)
    assert link, running.printed
    answer, body = running.get(link[0])
    assert (answer.status, b"First administrator" in body) == (200, True)
    answer, body = running.get("/accounts/login/")
    assert (answer.status, b"Sound the Charge" in body) == (200, False)


def test_a_database_of_an_older_version_is_not_served(
    manage: Manage, environ: dict[str, str], empty_database: Path
) -> None:
    database = Path(environ["MUSTER_VAR"]) / empty_database.name
    copied(empty_database, database)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM django_migrations WHERE app = 'armies' AND name NOT LIKE '0001%'")
    answer = manage("serve", "--port", "0")
    assert answer.returncode == 1
    assert "The database is that of an older version. Make a backup" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_port_in_use_gets_a_sentence(manage: Manage) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = manage("serve", "--port", str(port))
    assert answer.returncode == 1
    assert f"Port {port} is already in use" in answer.stderr
    assert f"--port {port + 1}" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--port", "70000"), 2, "is not a port"),
        (("--port", "http"), 2, "is not a port"),
        (("--host", "no.such.host.invalid"), 1, 'The host "no.such.host.invalid" is not known here'),
        (("--host", "192.0.2.7"), 1, "cannot listen on 192.0.2.7"),
    ],
)
def test_an_impossible_address_gets_a_sentence(
    manage: Manage, words: tuple[str, ...], code: int, sentence: str
) -> None:
    answer = manage("serve", *words)
    assert answer.returncode == code
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr


def test_the_whole_network_is_told_its_address_and_shown_a_qr_code(serve: Callable[..., Running]) -> None:
    running = serve("--host", "0.0.0.0", *ALONE)  # noqa: S104
    hosts = server.lan_hosts()
    for host in hosts:
        assert f"On the local network: http://{host}:{running.port}/" in running.printed
        answer, _ = running.get("/healthz", Host=f"{host}:{running.port}")
        assert answer.status == 200
    assert ("▀" in running.printed) == bool(hosts)
    answer, _ = running.get("/nowhere", Host="evil.example.org")
    assert answer.status == 400


def test_assets_are_compressed_kept_for_ever_and_local(serve: Callable[..., Running]) -> None:
    running = serve(*ALONE)
    _, page = running.get("/accounts/login/")
    assets = re.findall(r'<(?:link|script|img|use)[^>]* (?:href|src)="([^"#]+)', page.decode())
    assert any(address.endswith(".css") for address in assets)
    for address in assets:
        assert re.match(r"/static/[0-9a-f]{12}/", address), address
        plain, source = running.get(address)
        packed, body = running.get(address, Accept_Encoding="gzip")
        assert plain.status == packed.status == 200
        assert plain.getheader("Content-Encoding") is None
        assert packed.getheader("Content-Encoding") == "gzip" or len(source) < 200
        assert (gzip.decompress(body) if packed.getheader("Content-Encoding") else body) == source
        for answer in (plain, packed):
            assert "immutable" in (answer.getheader("Cache-Control") or "")
            assert answer.getheader("Access-Control-Allow-Origin") is None


def test_the_logs_are_json_lines_without_what_was_typed(serve: Callable[..., Running], tmp_path: Path) -> None:
    running = serve(*ALONE)
    answer, _ = running.get("/healthz")
    answer, _ = running.get("/rules/secret-name/?token=hidden-token")
    running.stop()
    text = (tmp_path / "errors").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert len(requests) == 1
    assert requests[0]["route"] == "/rules/<str:system>/"
    assert requests[0]["request_id"] == answer.getheader("X-Request-ID")
    assert "hidden-token" not in text
    assert "secret-name" not in text


def test_a_body_over_the_limit_is_answered_with_a_page_and_one_without_end_is_cut_off(
    serve: Callable[..., Running],
) -> None:
    running = serve(*ALONE)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    connection.request("POST", "/accounts/login/", body=b"x" * 50 * 1024**2)
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    assert answer.status == 413
    assert "too large" in page
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as flood:
        flood.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        block = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
        sent = 0
        with contextlib.suppress(OSError):  # reset or broken pipe, as the system has it
            while sent < 400:
                flood.sendall(block)
                sent += 1
    assert sent < 200
    assert running.get("/healthz")[0].status == 200
