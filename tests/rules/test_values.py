"""What both systems share: values that cannot change, totals of a tree, options with their limits."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import get_args

import msgspec
import pytest

import battles.engine.armies
import battles.rules
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Unit
from battles.engine.armies.nations import find, nations
from battles.engine.armies.reckoning import Severity
from battles.engine.armies.tree import Totals, totals, walk
from battles.engine.options import OptionSpec
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap

SPECS = {
    f"{module.ARMY.key}.{name}": (module, name, spec)
    for module in (mini_nap, easy_napoleonics)
    for name, spec in module.OPTION_SPECS.items()
}


def modules() -> Iterator[ModuleType]:
    for package in (battles.engine.armies, battles.rules):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield import_module(found.name)


def test_every_value_of_the_rules_is_frozen() -> None:
    structs = {
        thing
        for module in modules()
        for _, thing in inspect.getmembers(module, inspect.isclass)
        if issubclass(thing, msgspec.Struct) and not thing.__module__.startswith("msgspec")
    }
    assert len(structs) > 30
    assert [thing.__name__ for thing in structs if not thing.__struct_config__.frozen] == []


ARMY = Army(
    name="Army",
    nation="FR",
    children=(
        Corps(
            name="Corps",
            children=(
                Division(
                    name="Division",
                    nation="DW",
                    children=(
                        Brigade(
                            name="Foot",
                            kind="infantry",
                            children=(
                                Unit(name="Line", type="line_infantry", quality="trained", men=500, guns=2),
                                Unit(name="Light", type="light_infantry", quality="trained", men=400, nation="IT"),
                                Unit(name="Guns", type="foot_artillery", quality="trained", men=120, guns=8),
                                Unit(name="No guns", type="foot_artillery", quality="trained"),
                            ),
                        ),
                    ),
                ),
                Brigade(
                    name="Horse",
                    kind="cavalry",
                    children=(
                        Unit(name="Heavy", type="heavy_cavalry", quality="trained", men=300),
                        Unit(name="Medium", type="medium_cavalry", quality="trained", men=200),
                        Unit(name="Hussars", type="light_cavalry", quality="trained", men=100),
                        Unit(name="No horse", type="light_cavalry", quality="trained"),
                        Unit(name="Troop", type="horse_artillery", quality="trained", guns=6),
                        Unit(name="Unknown", type="line_infantry", quality="trained"),
                    ),
                ),
            ),
        ),
    ),
)


@pytest.mark.rule("MN-RULING-93", "men are foot and horse; gunners, and guns recorded with foot, are not counted")
def test_totals_are_recounted() -> None:
    assert totals(ARMY) == Totals(units=10, foot=900, horse=600, guns=14)
    assert totals(ARMY).men == 1500
    assert totals(ARMY.children[0].children[1]) == Totals(units=6, foot=0, horse=600, guns=6)


def test_a_nation_is_inherited_unless_set() -> None:
    nations = {place.element.name: place.nation for place in walk(ARMY)}
    assert (nations["Corps"], nations["Foot"], nations["Line"], nations["Light"]) == ("FR", "DW", "DW", "IT")
    assert nations["Hussars"] == "FR"
    assert {place.element.name: place.depth for place in walk(ARMY)}["Line"] == 3


# Options


@pytest.mark.parametrize("key", SPECS)
def test_every_option_is_told_in_a_form(key: str) -> None:
    _, _, spec = SPECS[key]
    assert spec.label
    assert spec.sentence.endswith(".")
    assert bool(spec.allowed) == (spec.kind in ("choice", "set"))
    assert all(spec.words.values())


@pytest.mark.rule("MN-RULING-66", "each option names the ruling or rule that gives it")
def test_every_option_cites_its_rule() -> None:
    assert {key: spec.rule for key, (_, _, spec) in SPECS.items()} == {
        "mini_nap.russian_corps_overlap": "MN-RULING-01",
        "mini_nap.command_loss_rule": "MN-RULING-03",
        "mini_nap.retreated_units_count_as_losses": "MN-RULING-04",
        "mini_nap.max_corps_per_side": "MN-RULING-06",
        "mini_nap.org_strict": "MN-RULING-66",
        "mini_nap.commander_ratings": "MN-RULING-67",
        "easy_napoleonics.points_budget": "EN-RULING-67",
        "easy_napoleonics.points_tolerance": "EN-COST-04",
        "easy_napoleonics.vp_model": "EN-RULING-64",
        "easy_napoleonics.armored_surcharge_per_stand": "EN-RULING-54",
        "easy_napoleonics.leaders_per_side": "EN-OPT-11",
        "easy_napoleonics.victory_points_to_win": "EN-VP-02",
        "easy_napoleonics.national_rules": "EN-OPT-12",
        "easy_napoleonics.choice_card_pool": "EN-RULING-65",
    }


NUMBERS = [key for key, (_, _, spec) in SPECS.items() if spec.kind == "number"]


@pytest.mark.rule("EN-RULING-99", "a number is taken from its least to its most, and refused beyond in a sentence")
@pytest.mark.parametrize("key", NUMBERS)
def test_numbers_have_two_ends(key: str) -> None:
    module, name, spec = SPECS[key]
    for value in (spec.least, spec.most):
        assert getattr(module.options({name: value}), name) == value
        assert getattr(module.options({name: f" 00{value} "}), name) == value
    for value in (spec.most + 1, str(10 * spec.most), "9" * 5000):
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at most {spec.most:,}, not "):
            module.options({name: value})
    for value in (spec.least - 1, "", "1.5", "one"):
        with pytest.raises(ValueError, match=f"{name} must be a whole number of at least {spec.least}, not "):
            module.options({name: value})


@pytest.mark.rule("EN-RULING-99", "a hundred leaders, a million of anything else")
def test_upper_ends() -> None:
    most = {name: spec.most for _, name, spec in SPECS.values() if spec.kind == "number"}
    assert most.pop("leaders_per_side") == 100
    assert set(most.values()) == {1_000_000} == {OptionSpec.__struct_defaults__[-1]}


def test_all_of_a_set_and_no_truth_for_a_number() -> None:
    everyone = "austria,england,france,prussia,russia"
    assert easy_napoleonics.options({"national_rules": everyone}).national_rules == set(everyone.split(","))
    with pytest.raises(ValueError, match="points_budget must be a whole number of at least 0, not True"):
        easy_napoleonics.options({"points_budget": True})
    with pytest.raises(ValueError, match=r"points_budget must be a whole number of at most 1,000,000, not 9{20} "):
        easy_napoleonics.options({"points_budget": "9" * 40})


def test_severities_are_those_that_pages_know() -> None:
    assert get_args(Severity) == ("error", "warning", "info")


@pytest.mark.parametrize("text", ["GB", "gb", " Great Britain ", "british"])
def test_a_nation_is_found_by_code_name_or_adjective(text: str) -> None:
    assert find(text) == nations()["GB"]
    assert find("Atlantis") is None
