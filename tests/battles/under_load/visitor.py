"""A browser as far as load needs one: requests with cookies from an address of its own, and a stream that it hears."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

SECRET = "m" * 32
"""A browser's own secret against forged forms; any 32 letters are one."""

TRIES = 20
"""How often a request is sent that a busy server refuses."""


class Visitor:
    """One browser. ``host`` is the address that it comes from: one of this machine's own, 127.0.0.0/8."""

    def __init__(self, port: int, host: str) -> None:
        self.port = port
        self.host = host
        self.cookies = {"csrftoken": SECRET}
        self.status: dict[int, int] = {}
        self.busy = 0

    async def get(self, path: str) -> tuple[int, str]:
        """The status and the text of an answer."""
        return await self._ask("GET", path, "")

    async def post(self, path: str, form: Mapping[str, str]) -> tuple[int, str]:
        """The same for a form sent by script."""
        return await self._ask("POST", path, urlencode({**form, "csrfmiddlewaretoken": SECRET}))

    async def now(self, address: str) -> dict[str, Any]:
        """The parts of a battle's page, asked for until they come."""
        while True:
            status, text = await self.get(f"{address}/now")
            if status == 200:
                return dict(json.loads(text))
            await asyncio.sleep(1)

    async def hear(self, path: str, told: Callable[[int, float], None]) -> None:
        """Open a stream, again whenever it ends; ``told`` gets each number of a line, and when it came."""
        after = -1
        while True:
            reader, writer = await self._send("GET", f"{path}?after={after}", "")
            try:
                while line := await reader.readline():
                    if line.startswith(b'data: {"n"'):
                        after = int(json.loads(line[6:])["n"])
                        told(after, time.perf_counter())
            except ConnectionError:
                pass
            finally:
                writer.close()
            await asyncio.sleep(1)

    async def _send(self, method: str, path: str, body: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.host, 0))
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", f"Cookie: {cookies}"]
        head += ["Accept: application/json", f"Content-Length: {len(body)}"]
        head += ["Content-Type: application/x-www-form-urlencoded", "", body]
        writer.write("\r\n".join(head).encode())
        await writer.drain()
        return reader, writer

    async def _ask(self, method: str, path: str, body: str) -> tuple[int, str]:
        """Ask, and ask again while the server is busy, after the wait that it names: as the page's script does."""
        for _ in range(TRIES):
            status, head, text = await self.ask_once(method, path, body)
            wait = re.search(r"(?im)^retry-after: (\d+)", head)
            if status != 503 or wait is None:
                break
            self.busy += 1
            await asyncio.sleep(int(wait[1]))
        self.status[status] = self.status.get(status, 0) + 1
        return status, text

    async def ask_once(self, method: str, path: str, body: str) -> tuple[int, str, str]:
        """The status, the head and the text of one answer."""
        reader, writer = await self._send(method, path, body)
        try:
            answer = await reader.read()
        finally:
            writer.close()
        head, _, content = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 "):
            raise ConnectionError(f"{method} {path} was answered by nothing.")
        for name, value in re.findall(rb"(?im)^set-cookie: (\w+)=([^;\r]*)", head):
            self.cookies[name.decode()] = value.decode()
        return int(head[9:12]), head.decode(), content.decode()
