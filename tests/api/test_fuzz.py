"""The API under schemathesis, as a member, a guest and a stranger: every answer as the description says."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from armies.models import CoEditor, Holding, ShareLink
from armies.services.storage import create
from battles.models import Seat
from battles.services.access import access_of
from battles.services.create.battle_start import Sitting
from battles.services.live import sse
from battles.services.play.invitations import invite
from battles.services.play.verification import verify
from campaign.api.description import FILE, document
from tests.api.conftest import Api
from tests.armies.builders import army as facts
from tests.battles.services.steps import begun, deployed

PATIENCE = 600
"""Seconds after which it hangs. Alone on the machine a member takes two to three minutes, each other a quarter."""
ALL_PHASES = ("coverage", 1)
SOME_REQUESTS = ("fuzzing,stateful", 1)
HOOKS = Path(__file__).with_name("fuzz_hooks.py")
CONFIG = """
hooks = "{hooks}"

[parameters]
"path.slug" = "{slug}"
"path.element" = "{element}"
"path.system" = "mini_nap"
"path.form" = "csv"
"path.code" = "FR"
"path.battle" = "{battle}"
"path.place" = "a"
"path.token" = "{token}"
"path.game" = "{game}"
"path.subject" = "army:{slug}"
"path.kind" = "roster"
"query.cursor" = ""
"query.at" = "0"

# Which methods a path has is looked up in one place: one that no path has asks as much as seven.
[phases.coverage]
unexpected-methods = ["TRACE"]

[checks]
enabled = true

# What a sound request may meet: somebody else's, gone, changed meanwhile, against the rules, or more than one may have.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422", "429"]

# 412: one who names a passed version is told so before the body is read.
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "415", "422", "428"]

# 428 is the status for it (RFC 6585).
[checks.missing_required_header]
expected-statuses = ["428"]

[[operations]]
include-operation-id = "army_delete"
[operations.parameters]
"path.slug" = "nonesuch"

[[operations]]
include-operation-id = "table_delete"
[operations.parameters]
"path.game" = "nonesuch"

[[operations]]
include-operation-id = ["battle_delete", "battle_resign", "seat_leave"]
[operations.parameters]
"path.battle" = "nonesuch"

# Bodies of many kinds of parts, whose unsound forms are hundreds each: tests of campaigns and of bulk edits try those.
[[operations]]
include-operation-id = ["campaign_orders_send", "campaign_balance", "campaign_result_enter", "army_bulk"]
generation = {{ mode = "positive" }}

# The schema is that of the whole stream, and is held against each of its events.
[[operations]]
include-operation-id = "battle_live"
[operations.checks.response_schema_conformance]
enabled = false
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "how"), [("a member", ALL_PHASES), ("a guest at a seat", SOME_REQUESTS), ("a stranger", SOME_REQUESTS)]
)
def test_every_answer_is_as_the_description_says(
    live: str,
    alice: Any,
    bob: Any,
    key_of: Any,
    settings: Any,
    many_requests: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    who: str,
    how: tuple[str, int],
) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    monkeypatch.setattr(sse, "LASTS", 0.05)
    row = create(facts(), alice)
    CoEditor.objects.create(army=row, user=bob)
    ShareLink.objects.create(army=row, kind="view")
    Holding.objects.create(owner=alice, type="light_infantry")
    alices = Api(key_of(alice))
    game = alices.post("tables", {"source": "sample:mini_nap", "title": "Ligny"}).json()["game"]["slug"]
    guest = Sitting(place="b", guest=True, name="A guest")
    battle = begun(alice, bob, guest, setup=deployed())
    place, element = ("b" if "guest" in who else "a"), row.elements.get(name="I/2e Léger").pk
    token = invite(access_of(battle, alice), "a").token
    config = tmp_path / "schemathesis.toml"
    said = CONFIG.format(hooks=HOOKS, slug=row.slug, element=element, battle=battle.slug, token=token, game=game)
    config.write_text(said.replace('"path.place" = "a"', f'"path.place" = "{place}"'), encoding="utf-8")
    signed = {
        "a member": ["--header", f"Authorization: Bearer {alices.key}"],
        "a guest at a seat": ["--header", f"Seat-Token: {Seat.objects.get(battle=battle, place='b').token}"],
        "a stranger": [],
    }
    phases, examples = how
    program = Path(sys.executable).with_name("schemathesis")
    command = [
        *(program, "--config-file", config, "--no-color", "run", FILE, "--url", live),
        *signed[who],
        *("--max-examples", examples, "--seed", "1815", "--phases", phases, "--continue-on-failure", "--no-shrink"),
    ]
    answer = subprocess.run(
        [str(word) for word in command],
        cwd=tmp_path,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert answer.returncode == 0, answer.stdout[-20_000:] + answer.stderr[-2_000:]
    count = sum(len(methods) for methods in document()["paths"].values())
    assert re.search(rf"Tested: {count}\b", answer.stdout), answer.stdout[-2_000:]
    assert verify(battle) == []
