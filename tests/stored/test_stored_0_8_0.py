"""What Muster 0.8.0 stored opens, verifies and answers as it did."""

import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from battles.engine import registry
from tests.stored import answers, notations, tags

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).with_name("v0_8_0")
MAY_DIFFER = {
    r"/notes/json/items/\d+/key was": "it is made with the secret key of the installation",
    r"/orders/json/items was": "version 3 of Mini-Nap has one more standing order",
    r"/b/[a-z0-9]+\.txt/digest was": "it is a log in words, and version 0.9 uses other words",
    r"/(taps/\d+|hit)/words was": "words of a button of the tracker, some of which are a single word",
    r"/scene/off/\d+/turn was": "a unit that is not on the board yet is drawn facing the enemy",
    r"/scene/(off|blocks)/\d+/label was": "a unit has one short name, made by one function, instead of its tag",
    r"/ground_etag was|/now/json/ground was": "a tag of the ground as it is drawn, and the drawing is another one",
    r"/ground/json/names was": "names of the ground are placed otherwise",
    r"/scene/zones was .* 'arrival'": "version 0.9 marks where troops of later turns come on",
    r"/battles/sources/json/systems/[01]/options was": "version 0.9 has one more option, who begins turn 1",
    r"/battles/sources/json/systems/\d+/sources was": "version 0.9 ships more scenarios",
    r"/api/v1/nations/json/items was .*'FR'.*, is .*'FR'": "version 0.9 has four more nations, at the end of the list",
    r"/packets/\S* was": "a print job is kept for a day, and the sample was made on 23 November 2026",
    r"/export/forum/digest was": "the text for forums says the level where a name does not, so it can be pasted back",
    r"/club//status was 302": "the list of clubs is a page of its own, also for who is in one club",
    r"/undo/why was ''": "version 0.9 says until when undo is free",
}
"""A pattern of places in answers, and why a later version or another installation answers differently there."""

Run = Callable[..., str]


def runner(folder: Path, url: str) -> Run:
    """Run Python on an installation of its own in ``folder``; returns what it prints."""
    known = {
        name: text for name, text in os.environ.items() if not name.startswith("MUSTER_") and name != "DATABASE_URL"
    }
    env = {**known, "MUSTER_VAR": str(folder / "var"), "MUSTER_LOG_LEVEL": "ERROR", "DATABASE_URL": url}

    def run(*words: str) -> str:
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    return run


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Run]]:
    """An installation of this version with the backup of 0.8.0 restored and migrated, on the engine of this run."""
    folder = tmp_path_factory.mktemp("stored")
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        yield "sqlite", restored(folder, "sqlite", ".sqlite3", "")
        return
    name = f"stored_{os.getpid()}"
    host, port, user = (database.get(key) or default for key, default in (("HOST", ""), ("PORT", "5432"), ("USER", "")))
    with psycopg.connect(
        f"host={host} port={port} user={user} password={database.get('PASSWORD', '')} dbname=postgres", autocommit=True
    ) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            url = f"postgres://{user}:{database.get('PASSWORD', '')}@{host}:{port}/{name}"
            yield "postgresql", restored(folder, "postgresql", ".dump", url)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def restored(folder: Path, engine: str, suffix: str, url: str) -> Run:
    """Restore the sample as an operator does; the command migrates it too."""
    backup = folder / f"muster-20261123-000000-000000{suffix}"
    backup.write_bytes(lzma.decompress((SAMPLE / f"{engine}{suffix}.xz").read_bytes()))
    run = runner(folder, url)
    if url:
        run("manage.py", "migrate", "--verbosity=0")
    run("manage.py", "restore", str(backup))
    return run


@pytest.fixture(scope="module")
def checked(installation: tuple[str, Run], tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Path]:
    """The engine, what was said of the battles and their reports, and the file of answers."""
    engine, run = installation
    out = tmp_path_factory.mktemp("answers") / "answers.json"
    return engine, run("-m", "tests.stored.checks", str(SAMPLE / f"{engine}-answers.json.xz"), str(out)), out


@pytest.mark.django_db
@pytest.mark.long
def test_battles_of_0_8_0_verify_and_everything_answers_as_before(checked: tuple[str, str, Path]) -> None:
    engine, told, out = checked
    assert "no problem found" in told
    now: dict[str, Any] = json.loads(out.read_text())
    stored = json.loads(lzma.decompress((SAMPLE / f"{engine}-answers.json.xz").read_bytes()))["answers"]
    before = {reader: {address: stored[reader][address] for address in asked} for reader, asked in now.items()}
    found = answers.differences(before, now)
    assert [line for line in found if not any(re.search(place, line) for place in MAY_DIFFER)] == []


@pytest.mark.django_db
@pytest.mark.long
def test_battles_of_0_8_0_that_are_over_have_a_report(checked: tuple[str, str, Path]) -> None:
    told = checked[1]
    assert {line.split()[2] for line in told.splitlines() if line.startswith("report of")} == set(registry.playable())


def test_every_tag_of_0_8_0_is_still_read() -> None:
    """A class may get further fields that have a default; no tag and no field goes."""
    now = tags.stored_tags()
    gone = []
    for home, lines in json.loads((SAMPLE / "tags.json").read_text()).items():
        fields = {line.partition(":")[0]: set(line.partition(":")[2].split()) for line in now.get(home, [])}
        for line in lines:
            tag, _, names = line.partition(":")
            added = fields.get(tag, set()) - set(names.split())
            if not set(names.split()) <= fields.get(tag, set()) or any(not name.endswith("?") for name in added):
                gone.append(f"{home}: {line}")
    assert gone == []


def test_every_notation_of_0_8_0_is_read_and_written_as_before() -> None:
    kept = json.loads(lzma.decompress((SAMPLE / "notations.json.xz").read_bytes()))
    positions = list(notations.positions())
    assert notations.stored_notations(positions) == kept
    for key, before, action in positions:
        system = registry.load(key)
        assert system.text.read_notation(before, system.text.notation(before, action)) == action
