"""The contract in groups: small protocols, each answered by every system, and nothing loaded before it is asked for."""

import inspect
import subprocess
import sys
from typing import Any

import pytest

from battles.engine import registry
from battles.engine.defaults import Plain
from battles.engine.registry import OPTIONAL, PROTOCOLS, members
from battles.engine.rng import Chances
from battles.engine.system import GROUPS, NOTHING, PLACES, RuleSystem, found_at, group

MOST = 14
"""Questions of a protocol."""

HOT = ("deciding", "options", "refuse", "decide", "evolve", "outcome")


def asked(key: str, name: str) -> Any:
    system = registry.load(key)
    return getattr(system, name) if name else system


@pytest.mark.parametrize("protocol", [RuleSystem, *PROTOCOLS.values()], ids=lambda each: each.__name__)
def test_a_protocol_is_small(protocol: type) -> None:
    assert len(members(protocol)) <= MOST


def test_every_group_of_a_system_has_a_protocol() -> None:
    assert set(PROTOCOLS) == set(GROUPS)
    assert set(GROUPS) < set(RuleSystem.__annotations__)


@pytest.mark.parametrize("key", registry.playable())
def test_every_system_answers_every_question_with_its_parameters(key: str) -> None:
    """What answers takes the parameters of the protocol in their order, and needs no others."""
    for name, protocol in {"": RuleSystem, **PROTOCOLS}.items():
        for member in members(protocol):
            takes_the_parameters(asked(key, name), name, member)


def takes_the_parameters(found: Any, name: str, member: str) -> None:
    if found is None:
        assert name in OPTIONAL
        return
    question = getattr(PROTOCOLS.get(name, RuleSystem), member)
    answer = getattr(found, member)
    if isinstance(question, property):
        return
    wanted = list(inspect.signature(question).parameters.values())[1:]
    given = inspect.signature(answer)
    by_place = [each.name for each in wanted if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    by_name = {each.name: None for each in wanted if each.kind is inspect.Parameter.KEYWORD_ONLY}
    given.bind(*by_place, **by_name)


@pytest.mark.parametrize("key", registry.playable())
def test_every_system_is_whole(key: str) -> None:
    assert registry.check_contract(registry.load(key)) == ()


@pytest.mark.parametrize("key", sorted({*registry.keys()} - {*registry.playable()}))
def test_a_draft_answers_for_its_options_and_sheets(key: str) -> None:
    rules = registry.settings(key).rules()
    sheets = registry.sheets(key)
    assert sheets.cheat_sheet(rules)
    assert sheets.kit(rules)
    assert sheets.lesson(rules)
    assert registry.army(key) is not None


@pytest.mark.parametrize("key", registry.playable())
def test_what_is_asked_in_every_step_is_a_plain_attribute(key: str) -> None:
    system = registry.load(key)
    for name in HOT:
        assert callable(getattr(system, name))
        assert name in vars(system)


@pytest.mark.parametrize("key", registry.playable())
def test_a_place_that_differs_from_the_usual_one_is_there(key: str) -> None:
    package = f"{registry.PACKAGE}.{key}"
    system: Any = registry.load(key)
    for place in {place for name, place in system.places.items() if PLACES.get(name) != place}:
        assert found_at(package, place) is not NOTHING, place


SHIPPED = {"scenarios.shipped", "scenarios.load", "scenarios.text_of", "scenarios.read"}
BY_DEFAULT = {
    "easy_napoleonics": {"outcome", "text.side_name", *SHIPPED, "ai.random_action", "ui.shortcut"},
    "mini_nap": {"outcome", "text.side_name", *SHIPPED, "time_limit"},
}
"""What each system leaves to the defaults."""


@pytest.mark.parametrize("key", registry.playable())
def test_nothing_is_left_to_the_defaults_by_mistake(key: str) -> None:
    """A place that is misspelt would make every secret public."""
    found = set()
    for name, protocol in {"": RuleSystem, **PROTOCOLS}.items():
        for member in members(protocol):
            if isinstance(getattr(getattr(asked(key, name), member), "__self__", None), Plain):
                found.add(f"{name}.{member}".lstrip("."))
    assert found == BY_DEFAULT[key]


def test_every_usual_place_is_used_by_a_system() -> None:
    """A place that no system has is a name that nobody reads; no system has an army group yet."""
    unused = set(PLACES) - {"army", "outcome", "text.side_name"}
    for key in registry.playable():
        system: Any = registry.load(key)
        unused -= {name for name in unused if found_at(f"{registry.PACKAGE}.{key}", system.places[name]) is not NOTHING}
    assert unused == set()


def test_a_group_of_a_package_without_modules_has_its_defaults() -> None:
    package = "tests.contract.plain_package"
    secrets, text, ui = (group(package, name) for name in ("secrets", "text", "ui"))
    seen = secrets.view("state", "a")
    assert (seen.viewer, seen.state) == ("a", "state")
    assert secrets.resample(seen, Chances(b"any")) == "state"
    assert secrets.shadow("state", "event", "b") == "event"
    assert text.heading("state", "event") is None
    assert ui.preview_blocks("seen", "a", ("one", "two")) == ((), ())
    assert group(package, "ai").evaluator is None
    assert group(package, "tracker") is None
    with pytest.raises(AttributeError, match="has no sentence"):
        text.sentence("state", "event")


def test_a_system_loads_nothing_before_it_is_asked() -> None:
    """The AI, pictures, sheets, the tracker and the editor stay where they are while a battle is played."""
    code = (
        "import sys; from battles.engine import registry; system = registry.load('mini_nap');"
        "state = system.start(system.scenarios.load('quatre_bras')); system.options(state, 'a');"
        "print(*[name for name in sys.modules if name.startswith('battles.rules.mini_nap.')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("battles.rules.mini_nap.") for name in ran.stdout.split()}
    later = ("ai.evaluator", "ui.scene", "tracker", "drafting", "sheets.cheat_sheet", "odds.forecast", "text.sentence")
    assert "system" in loaded
    system: Any = registry.load("mini_nap")
    for name in later:
        assert system.places[name].partition(":")[0] not in loaded, name
