"""`manage.py serve`: Muster on one port, with nothing else to install or start."""

import argparse
import io
import socket
import sys
from typing import Any, Final, NoReturn

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection, connections

from campaign.accounts import administrators
from campaign.project import backup, server
from campaign.project.assets import prepare_assets
from campaign.project.migration_state import missing_migrations
from campaign.project.private_files import close_files

MOST_WORKERS: Final = 16


def port(text: str) -> int:
    """Read a port number; 0 chooses a free port."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f'"{text}" is not a port: give a number from 1 to 65535')
    return int(text)


def workers(text: str) -> int:
    """Read the number of worker processes."""
    if not text.isascii() or not text.isdigit() or int(text) > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of workers: give a number from 0 to {MOST_WORKERS}')
    return int(text)


NO_PROXY: Final = (
    "MUSTER_HTTPS is True, but MUSTER_PROXIES names no proxy, so every visitor is sent to https again and again. "
    "Set MUSTER_PROXIES to the address of your proxy, such as 127.0.0.1."
)
OLD_DATABASE: Final = (
    "The database is that of an older version. Make a backup with `python3 manage.py backup`, bring the database up to "
    "date with `python3 manage.py migrate`, and start again."
)
NO_ADMINISTRATOR: Final = (
    f"Nobody administers this installation yet. Open this link within {administrators.HOURS} hours and create the "
    "administrator's account:"
)


class Command(BaseCommand):
    """Serve Muster until Ctrl-C or SIGTERM."""

    help = "Serve Muster until Ctrl-C or SIGTERM."
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port", type=port, default=8000, help="the port (default 8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 lets the LAN in (default 127.0.0.1)"
        )

        parser.add_argument(
            "--workers", type=workers, default=1, help="how many processes play for computer players (default 1)"
        )

    def handle(self, *, host: str, port: int, workers: int, **options: Any) -> None:
        self.refuse_crowd(workers)
        sock = self.listen(host, port)
        if not connection.introspection.table_names():
            call_command("migrate", interactive=False, verbosity=0)
        self.refuse_old_database()
        self.serve(sock, host, workers)

    def refuse_crowd(self, workers: int) -> None:
        """Exit with a message if the database does not allow so many workers."""
        if workers > 1 and connection.vendor == "sqlite":
            self.end(f"SQLite allows one worker, not {workers}. For more, set DATABASE_URL to a PostgreSQL database.")

    def refuse_old_database(self) -> None:
        """Exit with a message if the database is that of an older version, whose tables the pages would not find."""
        if missing_migrations():
            self.end(OLD_DATABASE)

    def listen(self, host: str, port: int) -> socket.socket:
        """Open the port, or exit with a message and code 1."""
        try:
            return server.listen(host, port)
        except server.CannotListen as fault:
            self.end(str(fault))

    def end(self, sentence: str) -> NoReturn:
        """Print ``sentence`` and exit with code 1."""
        self.stderr.write(sentence)
        sys.exit(1)

    def serve(self, sock: socket.socket, host: str, workers: int) -> None:
        """Print Muster's addresses and serve it."""
        close_files(settings.VAR_DIR, settings.VAR_IS_OURS)
        prepare_assets()
        addresses = server.addresses(host, sock.getsockname()[1])
        if server.everyone(host):
            settings.ALLOWED_HOSTS += [*server.lan_hosts(), socket.gethostname(), f"{socket.gethostname()}.local"]
        self.stdout.write(f"Muster {settings.MUSTER_VERSION} is at {addresses[0]}")
        for address in addresses[1:]:
            self.stdout.write(f"On the local network: {address}")
        if len(addresses) > 1:
            code = io.StringIO()
            segno.make(addresses[1]).terminal(out=code, compact=True)
            self.stdout.write(code.getvalue())
        if settings.MUSTER_HTTPS and not settings.MUSTER_PROXIES:
            self.stdout.write(NO_PROXY)
        if not settings.MUSTER_DEMO and administrators.is_first_account_needed():
            self.stdout.write(f"{NO_ADMINISTRATOR} {administrators.first_account_link(addresses[0].rstrip('/'))}")
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()
        connections.close_all()  # the checks at the start have used one connection of the pool
        try:
            with backup.in_use(settings.VAR_DIR / "serving.lock"):
                server.run(sock, workers)
        except backup.BackupFailed as fault:
            self.end(str(fault))
        self.stdout.write("Muster has stopped.")
