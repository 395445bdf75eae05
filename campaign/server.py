"""The embedded server: static files prepared, an address taken, uvicorn run until it is told to stop."""

import asyncio
import contextlib
import errno
import ipaddress
import shutil
import signal
import socket
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from whitenoise.compress import Compressor

from battles.services import live
from campaign.crew import Crew

DAY = 24 * 60 * 60
"""Seconds: how long collected files of another version are kept, since another server may still read them."""

GRACE = 1
"""Seconds that open requests get to end when the server stops."""


class CannotListen(Exception):
    """The address cannot be taken; the message says why and what to do."""


def prepare_assets() -> Path:
    """Collect every static file and its gzip variant into STATIC_ROOT, unless that is done; the folder.

    The folder's name is the digest of its content. It is made beside its place and then renamed, so that it is
    complete or absent, however many processes start at once.
    """
    root = Path(settings.STATIC_ROOT)
    if root.is_dir():
        return root
    root.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=root.parent))
    compressor = Compressor(use_brotli=False, quiet=True)
    for finder in get_finders():
        for name, storage in finder.list([]):
            target = draft / name
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            with storage.open(name) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)
            if compressor.should_compress(name):
                compressor.compress(str(target))
    draft.chmod(0o755)
    try:
        draft.rename(root)
    except OSError:
        shutil.rmtree(draft)
    for folder in root.parent.iterdir():
        if folder != root and time.time() - folder.stat().st_mtime > DAY:
            shutil.rmtree(folder, ignore_errors=True)
    return root


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to ``host`` and ``port``; port 0 takes any free one.

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
            f"Stop the other program, or take another port with --port {port + 1 if port < 65535 else 8001}."
        )
    if fault.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Take one from 1024 on, as with --port 8000."
    return f"Muster cannot listen on {host}, port {port}: {fault.strerror}."


def addresses(host: str, port: int) -> list[str]:
    """The addresses to type into a browser: first this machine's own, then, where LAN may come in, its LAN ones."""
    if not everyone(host):
        return [_address(host, port)]
    return [_address("127.0.0.1", port), *(_address(lan, port) for lan in lan_hosts())]


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def everyone(host: str) -> bool:
    """Whether ``host`` means every network this machine is on."""
    return host in ("0.0.0.0", "::", "")  # noqa: S104


def lan_hosts() -> list[str]:
    """This machine's IPv4 addresses in its local networks; the one that leads outward first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(found) if not ipaddress.ip_address(host).is_loopback]


class Server(uvicorn.Server):
    """uvicorn that returns when Ctrl-C or SIGTERM comes, instead of dying by the same signal afterwards.

    With it begin and end its workers and the live streams, which uvicorn would wait for.
    """

    def __init__(self, config: uvicorn.Config, crew: Crew) -> None:
        super().__init__(config)
        self.crew = crew

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        live.open_streams()
        await super().startup(sockets)
        self.crew.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        live.close_streams()
        await asyncio.gather(super().shutdown(sockets), self.crew.stop(), asyncio.to_thread(live.stop_watching))

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


def run(sock: socket.socket, workers: int) -> None:
    """Serve Muster on ``sock``, with ``workers`` processes for computer players, until Ctrl-C or SIGTERM."""
    # WhiteNoise answers with plain iterators, which Django reads whole under ASGI: right for files this small.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config(
        "campaign.asgi:application",
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=GRACE,
    )
    Server(config, Crew(workers)).run(sockets=[sock])
