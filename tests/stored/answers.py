"""Ask everything that an API client and a browser may read of what is stored, and keep the answers."""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

ARMY = (
    "",
    "/reckonings",
    "/tree",
    "/elements",
    "/changes",
    "/sharing",
    "/throws",
    "/cards",
    "/chart",
    "/export/json",
    "/export/csv",
    "/export/text",
    "/export/forum",
    "/export/xlsx",
)
OF_SYSTEM = ("/checks?system={}", "/roster?system={}")
BATTLE = (
    "",
    "/ground",
    "/options",
    "/entries",
    "/notes",
    "/verify",
    "/dice",
    "/export",
    "/seats",
    "/seats/a/orders",
    "/seats/b/orders",
)
TABLE = ("", "/record")
REFERENCE = (
    "",
    "nations",
    "nations/FR",
    "templates",
    "systems",
    "armies",
    "battles",
    "battles?whose=mine",
    "battles/sources",
    "tables",
    "figures",
    "print-setups",
    "packets",
)
PAGES = (
    "/",
    "/armies/",
    "/battles/",
    "/scenarios/",
    "/table/",
    "/club/",
    "/rules/",
    "/figures",
    "/profile/",
    "/battles/new",
)
ARMY_PAGES = ("", "/build", "/history", "/compare", "/chart", ".pdf", ".csv", ".xlsx", ".json", ".txt", "/points")
BATTLE_PAGES = ("", "/log", "/dice", "/seats", ".battle", ".txt", ".svg", ".pdf", "/share", "/now")
SCENARIO_PAGES = ("", ".json", ".svg", ".pdf", "/edit")
TABLE_PAGES = ("", "/now", "/record", "/cheat-sheet.pdf")


def addresses() -> list[str]:
    """Every address to ask, of the things that the database holds now."""
    from armies.models import Army
    from battles.engine import registry
    from battles.models import Battle, Scenario, TableGame, Told

    found = [f"/api/v1/{rest}" for rest in REFERENCE] + list(PAGES)
    systems = [rest.format(key) for rest in OF_SYSTEM for key in registry.playable()]
    for slug in Army.objects.filter(historical=False).order_by("pk").values_list("slug", flat=True):
        found += [f"/api/v1/armies/{slug}{rest}" for rest in (*ARMY, *systems)]
        found += [f"/a/{slug}{rest}" for rest in ARMY_PAGES]
    for slug in Battle.objects.order_by("pk").values_list("slug", flat=True):
        found += [f"/api/v1/battles/{slug}{rest}" for rest in BATTLE]
        found += [f"/b/{slug}{rest}" for rest in BATTLE_PAGES]
    for slug, key in Told.objects.order_by("battle", "viewer", "-n").values_list("battle__slug", "key")[:40:4]:
        found.append(f"/b/{slug}/e/{key}")
    for slug in Scenario.objects.order_by("pk").values_list("slug", flat=True):
        found += [f"/s/{slug}{rest}" for rest in SCENARIO_PAGES]
    for slug in TableGame.objects.order_by("pk").values_list("slug", flat=True):
        found += [f"/api/v1/tables/{slug}{rest}" for rest in TABLE] + [f"/table/{slug}{rest}" for rest in TABLE_PAGES]
    seen: set[str] = set()
    return [address for address in found if not address.endswith(".pdf") or not _known(address, seen)]


def _known(address: str, seen: set[str]) -> bool:
    """True if a PDF of this kind of thing was met before: one of each is enough, for paper takes its time."""
    kind = address[:2] + address.rpartition("/")[2][-5:]
    known = kind in seen
    seen.add(kind)
    return known


def ask(keys: Mapping[str, str], asked: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By reader and address: the status, the type, and what a program reads of the answer.

    Args:
        keys: the token of each reader; empty for a stranger. A page is asked in the browser of that user.
    """
    from django.contrib.auth.models import User
    from django.test import Client

    found: dict[str, dict[str, Any]] = {}
    wanted = list(asked)
    for reader, key in keys.items():
        browser, program = Client(), Client()
        if key:
            browser.force_login(User.objects.get(username=reader))
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        found[reader] = {}
        for address in wanted:
            answer = program.get(address, headers=headers) if address.startswith("/api/") else browser.get(address)
            found[reader][address] = _kept(answer)
    return found


def _kept(answer: Any) -> dict[str, Any]:
    """What is kept of an answer: JSON whole, files of battles and armies by their words, of pages and paper no more."""
    kind = answer.get("Content-Type", "").partition(";")[0]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    one: dict[str, Any] = {"status": answer.status_code, "type": kind}
    if answer.status_code == 200 and kind == "application/json":
        one["json"] = json.loads(body)
    elif answer.status_code == 200 and kind in ("text/plain", "text/csv", "application/jsonl", "application/x-ndjson"):
        one["digest"] = hashlib.blake2b(re.sub(rb"\s+", b" ", body), digest_size=12).hexdigest()
    return one


def differences(before: Any, after: Any, at: str = "") -> list[str]:
    """List where a later version answers a program differently: a field gone, another type, another value.

    A field may be added. Sentences may be reworded: of a text with a space only its type counts.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        gone = [f"{at}/{name} is gone" for name in before if name not in after]
        return gone + [
            line for name in before if name in after for line in differences(before[name], after[name], f"{at}/{name}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [line for n, one in enumerate(before) for line in differences(one, after[n], f"{at}/{n}")]
    if isinstance(before, str) and isinstance(after, str) and " " in before:
        return []
    return [] if before == after and type(before) is type(after) else [f"{at} was {before!r:.60}, is {after!r:.60}"]


STEPS = {"alice": 3, "bob": 7, "stranger": 11}
"""In a test each reader asks only every so many addresses, since asking all takes minutes."""
ON_POSTGRESQL = 4
"""There they ask a quarter of these: the turn of SQLite asks them all."""


def main(sample: Path, out: Path, *, everything: bool) -> None:
    """Ask the addresses of ``sample`` of the present database and write the answers to ``out``."""
    import lzma

    from django.db import connection

    stored = json.loads(lzma.decompress(sample.read_bytes()))
    fewer = ON_POSTGRESQL if connection.vendor == "postgresql" else 1
    found: dict[str, Any] = {}
    for reader, answered in stored["answers"].items():
        step = 1 if everything else STEPS[reader] * fewer
        found |= ask({reader: stored["keys"][reader]}, list(answered)[::step])
    out.write_text(json.dumps(found, ensure_ascii=False))


def set_up() -> None:
    """Start Django on the installation of this process, for any host and without limits."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    settings.MUSTER_RATES = dict.fromkeys(settings.MUSTER_RATES, 100_000)


if __name__ == "__main__":
    set_up()
    main(Path(sys.argv[1]), Path(sys.argv[2]), everything="--all" in sys.argv)
