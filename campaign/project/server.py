"""The embedded server and its worker processes: listen, run uvicorn, restart dead workers."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from asyncio.subprocess import Process
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Final

import structlog
import uvicorn
from django.conf import settings

from battles.services.live import broadcast

FIRST_REST: Final = 0.5
"""Seconds before a dead worker is restarted; doubled each time it dies soon."""

LONGEST_REST: Final = 30.0
STEADY: Final = 60.0
"""Seconds after which the death of a worker counts as the first one again."""

STOP_TIMEOUT: Final = 1.0
"""Seconds that workers get to finish when the server stops. Unfinished work is done later."""

log = structlog.get_logger("muster.crew")


class Crew:
    """The worker processes of a server: ``count`` processes of the command ``words``. Used in one event loop."""

    def __init__(self, count: int, words: Sequence[str] | None = None) -> None:
        self.count = count
        self.words = words or [sys.executable, str(_manage()), "work", "--parent", str(os.getpid())]
        self.running: set[Process] = set()
        self._posts: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the workers and keep them running."""
        self._posts = [asyncio.create_task(self._keep_running()) for _ in range(self.count)]

    async def stop(self) -> None:
        """Stop the workers; kill those that do not end in time."""
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        ending = list(self.running)
        for process in ending:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waits = [asyncio.ensure_future(process.wait()) for process in ending]
        if waits:
            await asyncio.wait(waits, timeout=STOP_TIMEOUT)
        for process in ending:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        self.running.clear()

    async def _keep_running(self) -> None:
        """Keep one worker running until cancelled."""
        rest = FIRST_REST
        while True:
            process = await asyncio.create_subprocess_exec(
                *self.words,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C goes only to the server, which then stops its workers
            )
            self.running.add(process)
            began = time.monotonic()
            code = await process.wait()
            self.running.discard(process)
            if time.monotonic() - began > STEADY:
                rest = FIRST_REST
            log.warning("worker ended", code=code, again_in=rest)
            await asyncio.sleep(rest)
            rest = min(2 * rest, LONGEST_REST)


def _manage() -> Path:
    return Path(__file__).resolve().parents[2] / "manage.py"


GRACE = 1
"""Seconds that open requests get to finish when the server stops."""

OTHER_FILES: Final = 1000
"""Open files besides the event streams: other connections, the database, files."""

SWITCH: Final = 0.001
"""Seconds after which a busy thread lets another run; with Python's default of 0.005 the event loop waits too long."""


class CannotListen(Exception):
    """The server cannot listen on the address. The message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to ``host`` and ``port``; port 0 chooses a free one.

    Raises:
        CannotListen: the port is in use or not allowed, or the host is not one of this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as fault:
        raise CannotListen(
            f'The host "{host}" is not known here. Try 127.0.0.1, or 0.0.0.0 for the whole LAN.'
        ) from fault
    sock = socket.socket(family, kind, protocol)
    try:
        if hasattr(signal, "SIGHUP"):  # on Windows the option would let two programs share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(socket.SOMAXCONN)
    except OSError as fault:
        sock.close()
        raise CannotListen(_why(fault, host, port)) from fault
    return sock


def _why(fault: OSError, host: str, port: int) -> str:
    if fault.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is already in use: perhaps Muster is running already. "
            f"Stop the other program, or use another port with --port {port + 1 if port < 65535 else 8001}."
        )
    if fault.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Use one from 1024 on, such as --port 8000."
    return f"Muster cannot listen on {host}, port {port}: {fault.strerror}."


def addresses(host: str, port: int) -> list[str]:
    """The addresses for a browser: first the one on this machine, then those in the local network, if it has access."""
    if not everyone(host):
        return [_address(host, port)]
    return [_address("127.0.0.1", port), *(_address(lan, port) for lan in lan_hosts())]


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def everyone(host: str) -> bool:
    """True if ``host`` means all networks of this machine."""
    return host in ("0.0.0.0", "::", "")  # noqa: S104


def lan_hosts() -> list[str]:
    """This machine's IPv4 addresses in local networks; the one with the default route first."""
    hosts: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
        hosts.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        hosts += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(hosts) if not ipaddress.ip_address(host).is_loopback]


class Server(uvicorn.Server):
    """A uvicorn server that returns after Ctrl-C or SIGTERM instead of raising the signal again.

    It starts and stops the workers and the live streams.
    """

    def __init__(self, config: uvicorn.Config, crew: Crew) -> None:
        super().__init__(config)
        self.crew = crew

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        broadcast.open_streams()
        await super().startup(sockets)
        self.crew.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        broadcast.close_streams()
        await asyncio.gather(super().shutdown(sockets), self.crew.stop(), asyncio.to_thread(broadcast.stop_watching))

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def allow_open_files(needed: int) -> None:
    """Raise the soft limit on open files to ``needed``, at most to the hard limit. Each stream is an open file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(sock: socket.socket, workers: int) -> None:
    """Serve Muster on ``sock`` with ``workers`` worker processes until Ctrl-C or SIGTERM."""
    # WhiteNoise answers with plain iterators, which Django reads whole under ASGI: right for files this small.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    sys.setswitchinterval(SWITCH)
    allow_open_files(settings.MUSTER_STREAMS + OTHER_FILES)
    config = uvicorn.Config(
        "campaign.project.asgi:application",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # campaign.project.asgi believes the proxies of MUSTER_PROXIES, whatever serves it
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=GRACE,
    )
    Server(config, Crew(workers)).run(sockets=[sock])
