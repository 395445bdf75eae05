"""A server in a process of its own that also tells its load, on the test's own PostgreSQL database."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from tests.project.conftest import ROOT

SERVE = """
import dataclasses, json, sys, threading
import django
django.setup()
from django.core.management import call_command
from campaign.project.status import process_load

def tell():
    for _ in sys.stdin:
        print("load " + json.dumps(dataclasses.asdict(process_load())), flush=True)

threading.Thread(target=tell, daemon=True).start()
call_command("serve", port=0, workers=0)
"""


class Probed:
    """A running server: its port and, when asked, its load."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.port = int(self._line(r"is at http://[^/]*:(\d+)/"))

    def load(self) -> dict[str, Any]:
        """Return what `campaign.project.status.process_load` says in the server now."""
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        load: dict[str, Any] = json.loads(self._line(r"^load (.*)$"))
        return load

    def _line(self, pattern: str) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            if match := re.search(pattern, line.rstrip("\n")):
                return match[1]
        raise AssertionError("the server has ended")


@contextmanager
def probed(environ: dict[str, str], **more: str) -> Iterator[Probed]:
    """Start a server on the database of this test with these additions to the environment, and stop it in the end."""
    facts = connection.settings_dict
    who = f"{quote(facts['USER'])}:{quote(facts['PASSWORD'])}@" if facts["USER"] else ""
    host, port = facts["HOST"] or "127.0.0.1", facts["PORT"] or "5432"
    own = {
        "DATABASE_URL": f"postgres://{who}{host}:{port}/{facts['NAME']}",
        "DJANGO_SETTINGS_MODULE": "campaign.project.settings",
        "MUSTER_LOG_LEVEL": "ERROR",
        "SECRET_KEY": settings.SECRET_KEY,  # the sessions of this test are the server's
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        env={**environ, **own, **more},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        yield Probed(process)
    finally:
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()
            process.communicate()
