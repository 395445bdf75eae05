"""How even the shipped scenarios are: stated by a command, for the file as it is, shown where one chooses."""

import html
import json
from importlib import resources
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

import battles.rules
from battles.engine import registry
from battles.engine.scenarios import FILE, Balance, balance, balance_text, interval, scenario_digest, stated_balances

SHIPPED = [(system, key) for system in registry.playable() for key in registry.scenario_titles(system)]
LEAST_BATTLES = 20

EVEN = Balance(
    scenario="0",
    rules=1,
    player="greedy",
    seed=0,
    battles=100,
    names={"a": "Reds", "b": "Blues"},
    wins={"a": 48, "b": 52},
)


@pytest.mark.parametrize(("system", "key"), SHIPPED)
def test_every_shipped_scenario_states_its_balance_for_the_file_as_it_is(system: str, key: str) -> None:
    """After a change of a scenario `manage.py balance SYSTEM:SCENARIO` makes it again."""
    found = registry.balance_of(system, key)
    assert found is not None, f"{system}:{key} was changed: run manage.py balance {system}:{key}"
    assert found.battles >= LEAST_BATTLES
    assert sum(found.wins.values()) <= found.battles
    assert 1 <= found.rules <= registry.meta(system).version
    loaded = registry.load(system)
    state = loaded.start(loaded.scenarios.load(key))
    assert found.names == {side: loaded.text.side_name(state, side) for side in loaded.sides}


@pytest.mark.parametrize("system", registry.playable())
def test_no_balance_is_kept_of_a_scenario_that_is_gone(system: str) -> None:
    assert set(stated_balances(f"{registry.PACKAGE}.{system}")) == set(registry.scenario_titles(system))


def test_the_meeting_is_even_in_400_battles() -> None:
    found = registry.balance_of("easy_napoleonics", "meeting")
    assert found is not None
    assert found.battles >= 400
    assert found.favoured is None


def test_a_balance_is_a_sentence_with_its_interval() -> None:
    assert EVEN.sentence == (
        "Even: the Reds won 48 of 100 battles between equal computer players (38 to 58 %), the Blues 52."
    )
    uneven = msgspec.structs.replace(EVEN, battles=110, wins={"a": 30, "b": 70})
    assert uneven.favoured == "b"
    assert uneven.sentence == (
        "The Blues are favoured: the Reds won 30 of 110 battles between equal computer players "
        "(22 to 40 % of those not drawn), the Blues 70; 10 were drawn."
    )
    assert interval(0, 0) == (0.0, 1.0)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of rules with one scenario and no balance, which may be written to."""
    system = Path(str(battles.rules.__path__[0])) / "easy_napoleonics"
    package = tmp_path / "balanced"
    (package / "scenarios").mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "scenarios" / "meeting.json").write_bytes((system / "scenarios" / "meeting.json").read_bytes())
    monkeypatch.syspath_prepend(str(tmp_path))
    return package


def test_a_balance_of_another_file_is_not_shown(copied: Path) -> None:
    made = msgspec.structs.replace(EVEN, scenario=scenario_digest("balanced", "meeting"))
    (copied / "balance.json").write_bytes(msgspec.json.encode({"meeting": made}))
    assert balance("balanced", "meeting") == made
    with (copied / "scenarios" / "meeting.json").open("ab") as file:
        file.write(b"\n")
    scenario_digest.cache_clear()
    assert balance("balanced", "meeting") is None


def test_the_command_counts_the_battles_of_simulate() -> None:
    words, told, simulated = ("--battles", "4", "--seed", "9"), StringIO(), StringIO()
    call_command("balance", "easy_napoleonics:meeting", *words, "--dry-run", stdout=told)
    call_command("simulate", "--scenario", "meeting", *words, "--json", stdout=simulated, stderr=StringIO())
    players = json.loads(simulated.getvalue())["players"]
    assert f"Southern army won {players['a']['wins']} of 4 battles" in told.getvalue()
    assert f"Northern army {players['b']['wins']}" in told.getvalue()


@pytest.mark.parametrize("system", registry.playable())
def test_the_command_writes_the_same_file_for_the_same_balances(system: str) -> None:
    package = f"{registry.PACKAGE}.{system}"
    assert resources.files(package).joinpath(FILE).read_bytes() == balance_text(stated_balances(package))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "There is no rule system 'chess'"),
        (("mini_nap:waterloo",), "There is no scenario 'waterloo' of mini_nap; the scenarios are division_meeting"),
        (("--player", "napoleon"), "There is no player 'napoleon'"),
        (("--battles", "0"), "--battles must be a whole number from 1"),
        (("--seed", "-1"), "--seed must be a whole number from 0"),
    ],
)
def test_wrong_words_of_the_command_get_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("balance", *words, stdout=StringIO())
    assert sentence in str(caught.value)


@pytest.mark.django_db
def test_pages_and_the_api_state_the_balance(client: Any) -> None:
    found = registry.balance_of("easy_napoleonics", "meeting")
    assert found is not None
    for page in ("/battles/new", "/battles/new/setup?from=scenario:easy_napoleonics:meeting"):
        answer = client.get(page, follow=True)
        assert found.sentence in html.unescape(answer.content.decode()), page
    systems = client.get("/api/v1/battles/sources").json()["systems"]
    balances = {source["key"]: source["balance"] for system in systems for source in system["sources"]}
    told = balances["scenario:easy_napoleonics:meeting"]
    assert (told["sentence"], told["wins"], told["favoured"]) == (found.sentence, found.wins, None)
    assert told["low"] < 0.5 < told["high"]
    assert balances["sample:easy_napoleonics"] is None
