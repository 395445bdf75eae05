"""Make a sample of all that this version stores and answers.

    MUSTER_VAR=/tmp/sample [DATABASE_URL=postgres://...] .venv/bin/python -m tests.stored.make tests/stored/v0_8_0

Run it once at a release, on SQLite and on PostgreSQL, in an empty database. It plays, writes and prints as users do. It
keeps a backup of the database, the answers of the API, the status of pages, and the tags and fields of stored data.
"""

import json
import lzma
import os
import sys
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from armies.models import Army  # noqa: E402
from battles.engine import registry  # noqa: E402
from battles.models import Battle, Scenario, TableGame, Told  # noqa: E402
from campaign.accounts import example_clubs, profile  # noqa: E402
from campaign.club.services.ownership import change_house_rules  # noqa: E402
from campaign.models import Club  # noqa: E402
from campaign.printing.services import jobs  # noqa: E402
from tests.battles.services.steps import play  # noqa: E402
from tests.stored import answers, notations, tags  # noqa: E402

PASSWORD = "a-quiet-redoubt-1812"
NOTED = {"easy_napoleonics": ("initiative",), "mini_nap": ("ratings", "initiative")}
"""What is noted in a game of each system; the dice of the last are typed in and awaited."""

ARMY = """\
Army: Left wing
Nation: French
II Corps - General Reille
  5th Division (General Bachelu)
    1st Brigade: General Husson
      1/2e Léger 600 veteran
      2/2e Léger 550 trained
      1/61e Ligne 430 veteran
    2nd Brigade: General Campi
      1/72e Ligne 430 trained
      2/72e Ligne 410 trained
    Division artillery
      Battery 18/6 8x6pdr
  2nd Cavalry Division (General Piré)
    1st Cavalry Brigade: General Hubert
      1er Chasseurs à Cheval 480 trained
      6e Chasseurs à Cheval 560 trained
"""


class Program:
    """A client of the API with a token of ``user``."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.key = profile.make_token(user, name="sample", may_write=True, days=0)[1]
        self.client = Client()

    def browser(self) -> Client:
        """A browser in which the user is signed in."""
        client = Client()
        client.force_login(self.user)
        return client

    def ask(self, method: str, address: str, body: Any = None, **headers: str) -> Any:
        """The decoded answer; anything but a success stops the run."""
        sent = {
            "Authorization": f"Bearer {self.key}",
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        extra = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = self.client.generic(method, f"/api/v1/{address}", headers=sent, **extra)
        assert answer.status_code < 300, (method, address, answer.status_code, answer.content[:500])
        return (
            answer.json()
            if answer.get("Content-Type", "").endswith("json") and "nd" not in answer["Content-Type"] and answer.content
            else answer.content
        )

    def change(self, slug: str, method: str, rest: str, body: Any = None) -> Any:
        """A write to an army, at the version that it has."""
        return self.ask(method, f"armies/{slug}{rest}", body, If_Match=f'"{Army.objects.get(slug=slug).version}"')


def done(answer: Any) -> str:
    """Where a form that was taken leads to."""
    assert answer.status_code == 302, answer.content[-2000:]
    return str(answer["Location"])


def armies(alice: Program, bob: Program) -> str:
    """Armies with edits, overrides, rolled ratings, links and figures; return the slug of the first."""
    slug: str = alice.ask(
        "POST",
        "armies",
        {"name": "Left wing", "nation": "FR", "visibility": "public", "text": ARMY},
        Idempotency_Key="first",
    )["slug"]
    rows = alice.ask("GET", f"armies/{slug}/elements")["items"]
    unit = next(row for row in rows if row["name"] == "1/61e Ligne")
    alice.change(slug, "PATCH", f"/elements/{unit['id']}", {"men": 437, "note": "Strength of 10 June 1815"})
    alice.change(slug, "POST", f"/elements/{unit['id']}/duplicate", {})
    alice.change(slug, "POST", "/bulk", {"edits": [{"kind": "head", "values": {"commander": "Marshal Ney"}}]})
    alice.change(slug, "POST", "/undo", {})
    alice.change(slug, "POST", "/redo", {})
    alice.change(slug, "POST", "/throws", {"source": "seed"})
    alice.ask("POST", f"armies/{slug}/links", {"kind": "view"})
    alice.ask("POST", "figures", {"nation": "FR", "type": "line_infantry", "stands": 24, "figures": 96})
    british = {
        "name": "Right wing",
        "nation": "GB",
        "visibility": "unlisted",
        "text": ARMY.replace("French", "British"),
    }
    bob.change(bob.ask("POST", "armies", british)["slug"], "POST", "/cards", {"faces": [7, 2, 9]})
    bob.ask("POST", "armies", {"name": "Kept to myself", "nation": "PR", "visibility": "private"})
    return slug


def shared(alice: Program, bob: Program, slug: str) -> None:
    """Follow an edit link, adopt house rules, import a list with unknown columns, put an army into a scenario."""
    alices, bobs = alice.browser(), bob.browser()
    link = alice.ask("POST", f"armies/{slug}/links", {"kind": "edit"})
    done(bobs.post(f"/v/{link['token']}"))
    club = Club.objects.get(demo=True)
    club.memberships.create(user=alice.user, role="organiser")
    change_house_rules(club, {"mini_nap": {"men_per_point": 50, "men_rounded_up": 25}})
    club.refresh_from_db()
    done(alices.post(f"/a/{slug}/house-rules", {"rules": club.house_rules_id}))
    table = SimpleUploadedFile("list.csv", b"Nom,Chef,Zahl,Rang\n24e Ligne,Husson,550,veteran\n25e Ligne,,540,elite\n")
    page = f"{done(alices.post('/armies/import/', {'file': table}))}columns"
    head = alices.get(page).context["tables"][0]["head"].digest
    done(alices.post(page, {"head": head, "act": "say", "c-0": "unit", "c-1": "", "c-2": "men", "c-3": "quality"}))
    for system in registry.playable():
        take = next(iter(registry.load(system).scenarios.shipped()))
        scenario = done(alices.post("/scenarios/new", {"system": system, "take": take}))
        row = Scenario.objects.latest("pk")
        answer = alices.post(f"/s/{row.slug}/army", {"side": "a", "army": slug, "version": row.version})
        assert answer.status_code == 302, (scenario, answer.content[-3000:])


def battle(who: Program, system: str, seats: dict[str, str], **facts: Any) -> Battle:
    """A battle made over the API, of a sample army against another unless ``facts`` say otherwise."""
    made = who.ask("POST", "battles", {"source": f"sample:{system}", "seats": seats, **facts})
    return Battle.objects.get(slug=made["slug"])


def seated(row: Battle, place: str, other: Program) -> Battle:
    """``row`` with ``other`` on its open seat."""
    other.ask("POST", f"battles/{row.slug}/seats/{place}/take", {})
    return Battle.objects.get(pk=row.pk)


def deed(who: Program, row: Battle, what: str, **body: Any) -> Any:
    """A deed in a battle, at the line its player has seen last."""
    n = who.ask("GET", f"battles/{row.slug}")["n"]
    return who.ask("POST", f"battles/{row.slug}/{what}", {"expect": n, **body})


def battles(alice: Program, bob: Program, army: str) -> None:
    """Battles of both systems in every state that a battle can be in."""
    two = {"b": "open"}
    for system, entries in (("easy_napoleonics", 60), ("mini_nap", 70)):
        whole = seated(battle(alice, system, two, title="To the end", visibility="public"), "b", bob)
        play(whole, 4000, b"to the end")
        going = seated(battle(alice, system, two, title="Under way", visibility="public"), "b", bob)
        going = play(going, entries, b"under way")
        line = Told.objects.filter(battle=going, viewer="a").latest("n").key
        alice.ask("POST", f"battles/{going.slug}/notes", {"line": line, "text": "Here the left gave way."})
        deed(alice, going, "draw")
        asked = seated(battle(alice, system, two, title="Asked to go back"), "b", bob)
        asked = play(asked, 30, b"asked")
        deed(alice, asked, "takeback")
        resigned = play(seated(battle(bob, system, two, title="Given up"), "b", alice), 10, b"given up")
        bob.ask("POST", f"battles/{resigned.slug}/resign", {"token": str(uuid4())})
        paused = play(seated(battle(bob, system, two, title="Paused"), "b", alice), 10, b"paused")
        bob.ask("POST", f"battles/{paused.slug}/pause", {})
        bob.ask("PATCH", f"battles/{paused.slug}", {"visibility": "private"})
        gathering = battle(alice, system, two, title="Waiting for a friend")
        alice.ask("POST", f"battles/{gathering.slug}/seats/b/invitations", {})
        battle(alice, system, {"b": "computer:captain"}, title="Against the computer")
        copy = alice.ask("GET", f"battles/{whole.slug}/export").decode()
        alice.ask("POST", "battles/import", {"text": copy, "title": "Taken in again"})
        slugs = dict.fromkeys("ab", army)
        battle(alice, system, {"b": "computer:recruit"}, source=f"armies:{system}", armies=slugs, title="Of two armies")
        for scenario in registry.load(system).scenarios.shipped():
            battle(
                alice, system, {"b": "computer:captain"}, source=f"scenario:{system}:{scenario}", title=f"At {scenario}"
            )
    hidden = seated(
        battle(alice, "easy_napoleonics", two, title="Hidden levels", options={"hidden_morale": True}), "b", bob
    )
    play(hidden, 80, b"hidden")
    orders = seated(battle(alice, "easy_napoleonics", two, title="Standing orders"), "b", bob)
    play(orders, 25, b"orders")
    alice.ask("PUT", f"battles/{orders.slug}/seats/a/orders", {"orders": {"hasty_square": "always"}})


def tables(alice: Program, bob: Program) -> None:
    """Games on real tables, one waiting for dice."""
    for system in ("easy_napoleonics", "mini_nap"):
        slug = alice.ask("POST", "tables", {"source": f"sample:{system}", "title": f"Ligny, {system}"})["game"]["slug"]
        for key in NOTED[system]:
            version = alice.ask("GET", f"tables/{slug}")["version"]
            sent = {
                "key": key,
                "facts": {},
                "typed": key == NOTED[system][-1],
                "expect": version,
                "token": str(uuid4()),
            }
            alice.ask("POST", f"tables/{slug}/notes", sent)
        done(bob.browser().post(f"/table/join/{TableGame.objects.get(slug=slug).key}"))


def paper(alice: Program, army: str) -> None:
    """A print set-up with its last print, and a packet that waits for a worker."""
    subject = f"army:{army}"
    setup = alice.ask("POST", "print-setups", {"name": "Game day", "kinds": {"roster": {}}, "subject": subject})
    alice.ask("POST", f"sheets/{subject}/packets", {"setup": setup["id"]})
    job = jobs.claim("sample")
    assert job is not None
    jobs.make(job)
    alice.ask("POST", "sheets/scenario:mini_nap:quatre_bras/packets", {"reader": "umpire", "duplex": True})


def main(folder: Path) -> None:
    """Fill the database and keep the sample in ``folder``."""
    settings.MUSTER_RATES = dict.fromkeys(settings.MUSTER_RATES, 100_000)
    setup_test_environment()
    call_command("migrate", verbosity=0)
    example_clubs.seed()
    people = [User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("alice", "bob")]
    alice, bob = map(Program, people)
    army = armies(alice, bob)
    battles(alice, bob, army)
    tables(alice, bob)
    shared(alice, bob, army)
    paper(alice, army)
    folder.mkdir(parents=True, exist_ok=True)
    keep(folder, alice, bob)


def keep(folder: Path, alice: Program, bob: Program) -> None:
    """Write the sample of the database that is there."""
    engine = connection.vendor
    with tempfile.TemporaryDirectory() as place:
        call_command("backup", to=Path(place), verbosity=0)
        (backup,) = Path(place).glob("muster-*")
        (folder / f"{engine}{backup.suffix}.xz").write_bytes(lzma.compress(backup.read_bytes(), preset=9))
    keys = {"alice": alice.key, "bob": bob.key, "stranger": ""}
    asked = answers.ask(keys, answers.addresses())
    empty = [
        model._meta.label for model in apps.get_models() if _is_ours(model) and not model._default_manager.exists()
    ]
    assert set(empty) <= {"battles.Worker"}, f"Nothing of {', '.join(empty)} is in the sample."
    text = json.dumps({"keys": keys, "answers": asked}, ensure_ascii=False, sort_keys=True)
    (folder / f"{engine}-answers.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    if engine == "sqlite":
        (folder / "tags.json").write_text(json.dumps(tags.stored_tags(), indent=1, sort_keys=True) + "\n")
        forms = json.dumps(notations.stored_notations(notations.positions()), indent=1, ensure_ascii=False)
        (folder / "notations.json.xz").write_bytes(lzma.compress(forms.encode()))


def _is_ours(model: Any) -> bool:
    return model._meta.app_label in ("armies", "battles", "campaign")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
