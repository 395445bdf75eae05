"""Armies of the army manager as forces of Mini-Nap."""

from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from armies.exchange import read
from battles.engine.armies.facts import Army, Override, Throw
from battles.engine.core import SetupError
from battles.rules.mini_nap.army.battle_force import force_for_battle, setup_of
from battles.rules.mini_nap.rules import Options, Rules
from battles.services.create.from_armies import fielded
from tests.rules.mini_nap.builders import armies

OOB = resources.files("armies").joinpath("data/oob/quatre-bras-1815.json").read_bytes()
NEY, WELLINGTON = read(OOB).armies
THREE = Rules(Options(max_corps_per_side=3))


def army(*units: Any, name: str = "Army", **facts: Any) -> Army:
    """An army of one infantry Brigade."""
    brigade = armies.brigade("Brigade", "infantry", *(units or armies.many(3, "Foot")))
    division = armies.division("Division", "infantry", brigade)
    return Army(name=name, nation="FR", children=(armies.corps("Corps", division),), **facts)


@pytest.mark.rule("MN-ORG-17", "the chain of command is that of the army, division artillery a Brigade of its own")
@pytest.mark.rule("MN-RULING-62", "a Corps goes by the nation that commands it, a unit by its own")
def test_an_army_is_a_force() -> None:
    force = force_for_battle(WELLINGTON, THREE)
    assert (force.name, force.zone) == ("Anglo-allied army", None)
    assert [(corps.name, corps.nation) for corps in force.corps] == [
        ("I Corps (part)", "british"),
        ("Reserve (part)", "british"),
    ]
    perponcher = force.corps[0].divisions[0]
    assert (perponcher.kind, perponcher.commander) == ("infantry", "Lieutenant-General Perponcher-Sedlnitzky")
    assert {unit.nation for unit in perponcher.brigades[0].units} == {"other"}
    jaeger = perponcher.brigades[0].units[0]
    assert (jaeger.name, jaeger.type, jaeger.points, jaeger.weight) == (
        "27th Jager Battalion",
        "light_infantry",
        8,
        None,
    )
    guns = perponcher.brigades[0].units[-1]
    assert (guns.type, guns.points, guns.weight) == ("foot_artillery", 4, "medium")
    guards = next(division for division in force.corps[0].divisions if division.name == "1st British Division")
    assert [brigade.kind for brigade in guards.brigades] == ["infantry", "infantry", "artillery"]
    assert {unit.nation for unit in guards.brigades[0].units} == {"british"}
    assert [(unit.nation, unit.kgl) for unit in guards.brigades[2].units] == [("british", False), ("british", True)]


@pytest.mark.rule("MN-VAL-09", "an army that breaks a rule of organisation does not take the field")
def test_an_army_with_an_error_is_refused() -> None:
    with pytest.raises(SetupError, match=r"^French left wing cannot be used in a Mini-Nap battle\. .*\(MN-VAL-09\)$"):
        force_for_battle(NEY)
    broken = army(armies.unit("Guns", "foot_artillery", gun_weight=None), armies.unit("Foot"))
    with pytest.raises(SetupError, match="Guns"):
        force_for_battle(broken)


@pytest.mark.rule("MN-RULING-66", "guides become errors where the battle says so")
def test_a_strict_battle_refuses_warnings() -> None:
    assert force_for_battle(army(armies.unit("Alone"))).corps
    with pytest.raises(SetupError, match="MN-ORG-04"):
        force_for_battle(army(armies.unit("Alone")), Rules(Options(org_strict=True)))


@pytest.mark.rule("MN-CMD-61", "a commander that was rated keeps his rating, others are open, or Average where fixed")
def test_ratings_are_those_of_the_army() -> None:
    rated = army()
    corps = rated.children[0]
    rated = replace(rated, children=(replace(corps, throws=(Throw(rating="good", source="fixed"),)),))
    force = force_for_battle(rated)
    assert (force.corps[0].rating, force.corps[0].divisions[0].rating) == ("good", None)
    force = force_for_battle(rated, Rules(Options(commander_ratings="fixed")))
    assert (force.corps[0].rating, force.corps[0].divisions[0].rating) == ("good", "average")


@pytest.mark.rule("MN-RULING-95", "what the owner laid down holds on the table")
def test_overrides_hold() -> None:
    laid = Override(system="mini_nap", what="strength_points", value=9, reason="they were many")
    force = force_for_battle(army(armies.unit("Foot", overrides=(laid,)), armies.unit("Other")))
    assert [unit.points for unit in force.corps[0].divisions[0].brigades[0].units] == [9, 5]


def test_units_of_one_name_are_numbered() -> None:
    twice = army(armies.unit("Foot", id="1"), armies.unit("Foot", id="2"), armies.unit("x" * 120, id="3"))
    names = [unit.name for unit in force_for_battle(twice).corps[0].divisions[0].brigades[0].units]
    assert names[:2] == ["Foot", "Foot (2)"]
    assert len(names[2]) == 80


def test_two_armies_are_a_battle() -> None:
    setup, warned = setup_of(NEY, WELLINGTON, THREE, title="Quatre Bras")
    assert (setup.title, setup.table.width, len(setup.forces)) == ("Quatre Bras", 18_000, 2)
    assert any("MN-ORG-11" in line and line.startswith("French left wing: ") for line in warned)


def test_the_side_that_cannot_is_named() -> None:
    with pytest.raises(SetupError) as raised:
        setup_of(army(), NEY)
    assert raised.value.path == "forces.b"


def test_services_field_by_the_system() -> None:
    setup, _ = fielded("mini_nap", army(name="One"), army(name="Two"), {"table_w": "240"})
    assert (setup.title, setup.table.width) == ("One against Two", 24_000)
    with pytest.raises(ValueError, match="no option luck"):
        fielded("mini_nap", army(), army(), {"luck": 1})
