"""`manage.py play`: create the database, set up the demo club, serve Muster."""

from typing import Any

from django.core.management import call_command

from campaign.management.commands import serve


class Command(serve.Command):
    """Set everything up, with the demo club, and serve it."""

    help = "Set everything up, with the demo club, and serve it until Ctrl-C or SIGTERM."
    requires_migrations_checks = False

    def handle(self, *, host: str, port: int, workers: int, **options: Any) -> None:
        self.refuse_crowd(workers)
        sock = self.listen(host, port)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("seed_demo", verbosity=0)
        self.serve(sock, host, workers)
