"""The shipped order of battle of Quatre Bras under Mini-Nap."""

from importlib import resources

import pytest

from armies.exchange import read
from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.tree import Place, units, walk
from battles.rules.mini_nap.army import command_nation, faults, map_unit, options, strength

FILE = resources.files("armies").joinpath("data/oob/quatre-bras-1815.json").read_bytes()
NEY, WELLINGTON = read(FILE).armies


def at(name: str, where: Army) -> Place:
    return next(place for place in walk(where) if place.element.name == name)


@pytest.mark.rule("MN-SP-01", "splitting a regiment loses no man, and each battalion is counted for itself")
def test_battalions_of_a_regiment() -> None:
    leger = [unit for unit in units(NEY) if unit.name.endswith("2e Léger")]
    assert [unit.men for unit in leger] == [602, 602, 601, 601]
    assert [strength(unit).value for unit in leger] == [6, 6, 6, 6]


@pytest.mark.rule("MN-RULING-87", "the Netherlands Corps is under British command, and Guiton under French")
def test_who_commands() -> None:
    assert command_nation(at("2nd Netherlands Division", WELLINGTON), WELLINGTON) == "GB"
    assert command_nation(at("11th Cavalry Division (part)", NEY), NEY) == "FR"


@pytest.mark.rule("MN-RULING-91", "a Hanoverian battalion has no British bonus, a British one has, under one Corps")
def test_nations_of_units() -> None:
    seen = {place.nation: map_unit(place) for place in walk(WELLINGTON) if isinstance(place.element, Unit)}
    assert (seen["HAN"].nation, seen["NL"].nation, seen["GB"].nation) == ("other", "other", "british")


@pytest.mark.rule(
    "MN-ORG-11", "what Ney's army of 1815 breaks, in printed order: three Corps, guns with cavalry, a reserve"
)
def test_faults_of_ney() -> None:
    found = [(fault.severity, fault.rule, fault.element) for fault in faults(NEY)]
    assert found == [
        ("error", "MN-VAL-09", ""),
        ("warning", "MN-ORG-11", "0.3.2"),
        ("warning", "MN-ORG-12", "0.4"),
        ("warning", "MN-ORG-11", "1.0.1"),
        ("warning", "MN-ORG-11", "2.0.1"),
    ]
    assert [fault.rule for fault in faults(NEY, options({"max_corps_per_side": 3}))] == [
        rule for _, rule, _ in found[1:]
    ]


@pytest.mark.rule("MN-VAL-27", "what Wellington's army of 1815 breaks, in printed order")
def test_faults_of_wellington() -> None:
    assert [(fault.severity, fault.rule, fault.element) for fault in faults(WELLINGTON)] == [
        ("error", "MN-VAL-09", ""),
        ("info", "MN-ORG-15", ""),
        ("info", "MN-VAL-27", "0.0.1.6"),
        ("info", "MN-VAL-27", "0.1.0.2"),
        ("info", "MN-ORG-16", "0.2.2"),
        ("info", "MN-ORG-16", "0.3.2"),
        ("info", "MN-ORG-16", "1.0.3"),
        ("warning", "MN-ORG-04", "1.1.0"),
        ("warning", "MN-ORG-11", "1.1.4"),
        ("info", "MN-ORG-16", "1.1.4"),
        ("info", "MN-VAL-27", "1.1.4.0"),
    ]
