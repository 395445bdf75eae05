"""`manage.py serve`: Muster on one port, with nothing else to install or start."""

import argparse
import io
import socket
import sys
from typing import Any, Final, NoReturn

import segno
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from campaign import keeping, server

MOST_WORKERS: Final = 16


def port(text: str) -> int:
    """A port number; 0 takes any that is free."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f'"{text}" is not a port: take a number from 1 to 65535')
    return int(text)


def workers(text: str) -> int:
    """How many worker processes."""
    if not text.isascii() or not text.isdigit() or int(text) > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of workers: take a number from 0 to {MOST_WORKERS}')
    return int(text)


class Command(BaseCommand):
    """Serve Muster until Ctrl-C or SIGTERM."""

    help = "Serve Muster until Ctrl-C or SIGTERM."
    requires_migrations_checks = True

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port, default=8000, help="the port, 8000 if not given")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 lets the LAN in (default 127.0.0.1)"
        )

        parser.add_argument(
            "--workers", type=workers, default=1, help="how many processes decide for computer players (default 1)"
        )

    def handle(self, *, host: str, port: int, workers: int, **options: Any) -> None:
        self.refuse_crowd(workers)
        sock = self.listen(host, port)
        self.serve(sock, host, workers)

    def refuse_crowd(self, workers: int) -> None:
        """End with one sentence where the database does not take so many workers."""
        if workers > 1 and connection.vendor == "sqlite":
            self.end(f"SQLite takes one worker, not {workers}. Set DATABASE_URL to a PostgreSQL for more.")

    def listen(self, host: str, port: int) -> socket.socket:
        """Take the port, or end with one sentence and exit code 1."""
        try:
            return server.listen(host, port)
        except server.CannotListen as fault:
            self.end(str(fault))

    def end(self, sentence: str) -> NoReturn:
        """Say ``sentence`` and end with exit code 1."""
        self.stderr.write(sentence)
        sys.exit(1)

    def serve(self, sock: socket.socket, host: str, workers: int) -> None:
        """Say where Muster is and serve it."""
        server.prepare_assets()
        found = server.addresses(host, sock.getsockname()[1])
        if server.everyone(host):
            settings.ALLOWED_HOSTS += [*server.lan_hosts(), socket.gethostname(), f"{socket.gethostname()}.local"]
        self.stdout.write(f"Muster {settings.MUSTER_VERSION} is at {found[0]}")
        for address in found[1:]:
            self.stdout.write(f"On the local network: {address}")
        if len(found) > 1:
            code = io.StringIO()
            segno.make(found[1]).terminal(out=code, compact=True)
            self.stdout.write(code.getvalue())
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()
        try:
            with keeping.in_use(settings.VAR_DIR / "serving.lock"):
                server.run(sock, workers)
        except keeping.CannotKeep as fault:
            self.end(str(fault))
        self.stdout.write("Muster has stopped.")
