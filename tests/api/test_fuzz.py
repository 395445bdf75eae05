"""The whole API under schemathesis: thousands of sound and unsound requests, every answer as the description says."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from armies.models import CoEditor, Holding, ShareLink
from armies.services.writing import create
from battles.services.seating import invite
from battles.services.standing import standing_of
from battles.services.verifying import verify
from campaign.api.schema import FILE, document
from tests.armies.builders import army as facts
from tests.battles.services.verbs import begun

PATIENCE = 600
"""Seconds after which it hangs. Alone on the machine it takes about one minute."""
STREAMS = ("battle_live",)
"""Operations whose answer does not end by itself."""
CONFIG = """
[parameters]
"path.slug" = "{slug}"
"path.element" = "{element}"
"path.system" = "mini_nap"
"path.form" = "csv"
"path.code" = "FR"
"path.battle" = "{battle}"
"path.place" = "a"
"path.token" = "{token}"
"query.cursor" = ""
"query.at" = "0"

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422", "429"]
[checks.missing_required_header]
expected-statuses = ["428"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "415", "422", "428"]

[[operations]]
include-operation-id = "army_delete"
[operations.parameters]
"path.slug" = "nonesuch"

[[operations]]
include-operation-id = ["battle_delete", "battle_resign", "seat_leave"]
[operations.parameters]
"path.battle" = "nonesuch"

[[operations]]
include-operation-id = "battle_live"
enabled = false
"""


@pytest.mark.long
def test_every_answer_is_as_the_description_says(
    live: str, alice: Any, bob: Any, key_of: Any, settings: Any, tmp_path: Path
) -> None:
    settings.MUSTER_API_RATES = dict.fromkeys(settings.MUSTER_API_RATES, 1_000_000)
    row = create(facts(), alice)
    CoEditor.objects.create(army=row, user=bob)
    ShareLink.objects.create(army=row, kind="view")
    Holding.objects.create(owner=alice, type="light_infantry")
    battle = begun(alice, bob)
    config = tmp_path / "schemathesis.toml"
    element = row.elements.get(name="I/2e Léger").pk
    token = invite(standing_of(battle, alice), "a").token
    said = CONFIG.format(slug=row.slug, element=element, battle=battle.slug, token=token)
    config.write_text(said, encoding="utf-8")
    program = Path(sys.executable).with_name("schemathesis")
    command = [
        *(program, "--config-file", config, "--no-color", "run", FILE, "--url", live, "--checks", "all"),
        *("--header", f"Authorization: Bearer {key_of(alice)}", "--max-examples", "6", "--seed", "1815"),
        *("--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-shrink"),
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
    count = sum(len(methods) for methods in document()["paths"].values()) - len(STREAMS)
    assert re.search(rf"Tested: {count}\b", answer.stdout), answer.stdout[-2_000:]
    assert verify(battle) == []
