"""A web server on this machine that answers webhooks well or badly, and keeps what it got."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class HookServer(ThreadingHTTPServer):
    """Posts that came, each as (path, headers, body); ``read`` counts the bytes that clients took of `/large`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.taken = 0
        self.ended = threading.Event()

    def address(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server_port}{path}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what is tested."""


class _Handler(BaseHTTPRequestHandler):
    server: HookServer

    def log_message(self, format: str, *args: Any) -> None:
        """Be silent."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        path, _, rest = self.path.partition("?")
        self.server.got.append((self.path, dict(self.headers), body))
        getattr(self, f"_{path.strip('/')}")(rest)

    def _ok(self, rest: str) -> None:
        self._say(204)

    def _status(self, rest: str) -> None:
        self._say(int(rest))

    def _to(self, rest: str) -> None:
        """Redirect to the address after the question mark, with status 307."""
        self._say(307, rest)

    def _moved(self, rest: str) -> None:
        self._say(301, rest)

    def _hang(self, rest: str) -> None:
        self.server.ended.wait(30)

    def _drip(self, rest: str) -> None:
        """Send a header that never ends, one letter at a time."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not self.server.ended.wait(0.05):
            self.wfile.write(b"a")

    def _large(self, rest: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(10 * 1024**2))
        self.end_headers()
        for _ in range(10 * 16):
            self.wfile.write(b"x" * 65_536)
            self.server.taken += 65_536
            time.sleep(0.001)

    def _garbage(self, rest: str) -> None:
        self.wfile.write(b"\x00\x01 nothing of HTTP\n\n")

    def _say(self, status: int, location: str = "") -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()


@contextmanager
def hook_server() -> Iterator[HookServer]:
    """A server that runs until the block ends."""
    server = HookServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
