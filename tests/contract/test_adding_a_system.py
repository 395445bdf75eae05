"""The system that `campaign/docs/adding-a-system.md` builds keeps every law, and players finish its battles."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import battles.rules
from battles.ai.players import fight, player
from battles.engine import registry
from battles.engine.replay import verify
from tests.contract.suite import LAWS, Case, Walk, walks

RECIPE = Path(__file__).parents[2] / "campaign" / "docs" / "adding-a-system.md"
CODE = re.compile(r"```python\n# ([\w/]+\.py)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def pickets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The system of the recipe, written to a folder as the recipe says."""
    folder = tmp_path_factory.mktemp("systems")
    for name, code in CODE.findall(RECIPE.read_text(encoding="utf-8")):
        path = folder / "pickets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(battles.rules, "__path__", [*battles.rules.__path__, str(folder)])
        yield registry.load("pickets")
    for name in [name for name in sys.modules if name.startswith("battles.rules.pickets")]:
        del sys.modules[name]
    vars(battles.rules).pop("pickets", None)


def setup_of(system: Any) -> Any:
    """Five men against four."""
    state = sys.modules["battles.rules.pickets.state"]
    return system.setup_type((state.Force("Blue", 5), state.Force("White", 4)))


@pytest.fixture(scope="module")
def battles_of_pickets(pickets: Any) -> list[Walk]:
    return walks(Case("pickets", lambda: (pickets, setup_of(pickets)), battles=5))


def test_the_system_answers_every_question_of_play(pickets: Any) -> None:
    assert registry.check_play(pickets) == ()
    assert "pickets" in registry.playable()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_system_keeps_the_laws(battles_of_pickets: list[Walk], law: Callable[[Walk], None]) -> None:
    for walk in battles_of_pickets:
        law(walk)


def test_computer_players_finish_a_battle_that_verifies(pickets: Any) -> None:
    players = {side: player("random", pickets, side.encode()) for side in pickets.sides}
    record = fight(pickets, setup_of(pickets), players, b"a secret of thirty-two bytes....")
    assert record.outcome is not None
    assert record.outcome.rule == "PK-END-01"
    (first,) = record.entries[1].events
    assert pickets.text.sentence(pickets.start(setup_of(pickets)), first).endswith(("(PK-FIRE-01).", "(PK-FIRE-02)."))
    assert verify(record.battle()) == []


def test_options_and_house_rules_need_no_code(pickets: Any) -> None:
    setup = pickets.settings.with_options(setup_of(pickets), {"holding": False})
    assert pickets.settings.options_of(setup) == {"holding": False}
    setup = pickets.settings.with_house_rules(setup, {"needed": 4})
    assert [(row.rule, row.value) for row in pickets.settings.differences(setup)] == [("PK-FIRE-01", 4)]
    assert [option.kind for option in pickets.options(pickets.start(setup), "a")] == ["fire"]
