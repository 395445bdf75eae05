"""A whole army under Easy Napoleonics: cost, victory points, leaders, options and faults."""

import re
from dataclasses import dataclass

import pytest
from msgspec import structs

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Unit
from battles.engine.armies.reckoning import Fault
from battles.engine.armies.tree import number
from battles.rules.easy_napoleonics.army import (
    OPTION_SPECS,
    Options,
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    faults,
    leaders,
    options,
)

SAMPLE = [
    (6, "line_infantry", "trained"),
    (2, "line_infantry", "veteran"),
    (1, "light_infantry", "elite"),
    (1, "light_cavalry", "trained"),
    (1, "heavy_cavalry", "trained"),
    (2, "foot_artillery", "veteran"),
]
"""EN-COST-03 in the words of history."""


def _units(*rows: tuple[int, str, str], **changes: object) -> tuple[Unit, ...]:
    return tuple(
        Unit(name=f"{quality} {type_} {n}", type=type_, quality=quality, **changes)
        for count, type_, quality in rows
        for n in range(count)
    )


def _army(*units: Unit, nation: str = "AT") -> Army:
    brigade = Brigade(name="Brigade", kind="mixed", commander="Dalton", children=units)
    division = Division(name="Division", commander="Colloredo", children=(brigade,))
    corps = Corps(name="Corps", commander="Hiller", children=(division,))
    return number(Army(name="Army", nation=nation, commander="Archduke Charles", children=(corps,)))


def _found(army: Army, rule: str, values: dict[str, object] | None = None) -> list[Fault]:
    return [fault for fault in faults(army, options(values or {})) if fault.rule == rule]


@pytest.fixture
def sample() -> Army:
    return _army(*_units(*SAMPLE))


@pytest.mark.rule("EN-UNIT-01", "an army is foot, horse, guns and one leader")
@pytest.mark.rule("EN-RULING-66", "30 victory points, not the 29 printed")
@pytest.mark.rule("EN-COST-03", "the sample army, written as history, costs 104 with its leader and is worth 30")
def test_the_sample_army(sample: Army) -> None:
    assert army_cost(sample).value == 104
    assert army_victory_points(sample).value == 30
    assert faults(sample) == []


@pytest.mark.rule("EN-COST-01", "an army's cost is told sort by sort, the leader last, then the total")
def test_the_sum_explains_itself(sample: Army) -> None:
    cost, worth = army_cost(sample), army_victory_points(sample)
    assert [(line.text, line.value) for line in cost.lines] == [
        ("6 seasoned infantry × 6", "36"),
        ("2 veteran infantry × 8", "16"),
        ("1 elite infantry × 10", "10"),
        ("1 seasoned light cavalry × 8", "8"),
        ("1 seasoned heavy cavalry × 10", "10"),
        ("2 veteran field artillery × 7", "14"),
        ("1 leader × 10", "10"),
        ("total", "104"),
    ]
    assert [line.value for line in worth.lines] == ["6", "4", "3", "3", "3", "6", "5", "30"]
    assert all(line.rules for line in cost.lines + worth.lines)


@pytest.mark.rule("EN-COST-01", "the army's totals are the sums of its units' and its leaders'")
def test_totals_are_sums(sample: Army) -> None:
    chosen = options({"vp_model": "flat3", "leaders_per_side": 3})
    units = [unit for _, unit in easy_units(sample, chosen)]
    assert army_cost(sample, chosen).value == sum(u.cost.value for u in units) + 30
    assert army_victory_points(sample, chosen).value == sum(u.victory_points.value for u in units) + 15


@dataclass(frozen=True)
class Case:
    """An option, another value, and how much that adds to the sample army's cost, worth and budget left."""

    name: str
    value: object
    cost: int = 0
    worth: int = 0
    left: int = 0


@pytest.mark.rule("EN-RULING-67", "every option that bears on points changes the points it names, and no others")
@pytest.mark.parametrize(
    "case",
    [
        Case("points_budget", 120, left=16),
        Case("points_tolerance", 5),
        Case("vp_model", "flat3"),
        Case("armored_surcharge_per_stand", 2, cost=4, left=-4),
        Case("leaders_per_side", 2, cost=10, worth=5, left=-10),
        Case("leaders_per_side", 0, cost=-10, worth=-5, left=10),
        Case("victory_points_to_win", 31),
        Case("national_rules", "austria"),
    ],
    ids=lambda case: f"{case.name}={case.value}",
)
def test_options_change_points(case: Case) -> None:
    rows = [row for row in SAMPLE if row[1] != "heavy_cavalry"]
    army = _army(*_units(*rows), *_units((1, "heavy_cavalry", "trained"), armoured=True))
    chosen = options({case.name: case.value})
    assert army_cost(army, chosen).value == 104 + case.cost
    assert army_victory_points(army, chosen).value == 30 + case.worth
    assert budget(army, chosen).value == case.left


@pytest.mark.rule("EN-RULING-64", "vp_model decides what cavalry of a better grade is worth to the enemy")
def test_vp_model_changes_the_worth_of_an_army() -> None:
    army = _army(*_units((4, "heavy_cavalry", "veteran")))
    assert army_victory_points(army).value == 4 * 4 + 5
    assert army_victory_points(army, options({"vp_model": "flat3"})).value == 4 * 3 + 5


@pytest.mark.rule("AB-02", "an army may cost its budget and no more")
@pytest.mark.rule("EN-RULING-98", "that is a warning")
@pytest.mark.rule("EN-COST-04", "an army over its budget is warned how much, not forbidden")
def test_over_budget(sample: Army) -> None:
    (fault,) = _found(sample, "EN-COST-04", {"points_budget": 100})
    assert (fault.severity, fault.element) == ("warning", "")
    assert fault.sentence.startswith("The army costs 104 points: 4 over its budget of 100 (AB-02).")
    assert budget(sample, options({"points_budget": 100})).lines[-1].value == "4 points over"


@pytest.mark.rule("AB-03", "the two armies may differ by the tolerance")
@pytest.mark.rule("EN-COST-04", "points left are noted, unless they are within the tolerance")
@pytest.mark.parametrize(("tolerance", "noted"), [(0, True), (5, True), (6, False), (7, False)])
def test_under_budget(sample: Army, tolerance: int, noted: bool) -> None:
    found = _found(sample, "EN-COST-04", {"points_budget": 110, "points_tolerance": tolerance})
    assert [fault.severity for fault in found] == ["info"] * noted
    if noted:
        assert "6 left of its budget of 110" in found[0].sentence
    assert not _found(sample, "EN-COST-04")


@pytest.mark.rule("AB-06", "an army is worth at least what wins")
@pytest.mark.rule("EN-VP-02", "an army worth fewer points than win is warned, at the goal it is not")
@pytest.mark.parametrize(("goal", "warned"), [(30, False), (31, True)])
def test_too_few_victory_points(sample: Army, goal: int, warned: bool) -> None:
    found = _found(sample, "EN-VP-02", {"victory_points_to_win": goal})
    assert [fault.severity for fault in found] == ["warning"] * warned


@pytest.mark.rule("AB-06", "an army has at least one unit")
@pytest.mark.rule("EN-VP-07", "an army without a unit is an error, with one unit it is none")
def test_an_empty_army() -> None:
    assert [(fault.severity, fault.rule) for fault in faults(_army())] == [("error", "EN-VP-07")]
    assert not _found(_army(*_units((1, "line_infantry", "trained"))), "EN-VP-07")


@pytest.mark.rule("AB-04", "armored only on heavy cavalry")
@pytest.mark.rule("EN-UNIT-05", "armour on anything but heavy cavalry is warned of beside the unit")
@pytest.mark.parametrize(
    ("type_", "warned"), [("light_cavalry", True), ("line_infantry", True), ("heavy_cavalry", False)]
)
def test_armour_out_of_place(type_: str, warned: bool) -> None:
    army = _army(*_units((1, "line_infantry", "trained")), *_units((1, type_, "elite"), armoured=True))
    assert [(f.severity, f.element) for f in _found(army, "EN-UNIT-05")] == [("warning", "0.0.0.1")] * warned


@pytest.mark.rule("AB-05", "a national effect needs its nation and its rule in force")
@pytest.mark.rule("EN-OPT-12", "each nation is switched by itself")
@pytest.mark.rule("EN-NATION-01", "a national rule in force for nobody is noted")
@pytest.mark.parametrize(
    ("nation", "in_force", "noted"),
    [("AT", "austria", 0), ("AT", "austria,russia", 1), ("FR", "austria", 1), ("FR", "", 0)],
)
def test_national_rules_without_their_nation(nation: str, in_force: str, noted: int) -> None:
    army = _army(*_units(*SAMPLE), nation=nation)
    found = _found(army, "EN-NATION-01", {"national_rules": in_force})
    assert [fault.severity for fault in found] == ["info"] * noted


@pytest.mark.rule("EN-NATION-01", "national rules are for infantry: cavalry of the nation does not make one useful")
def test_a_national_rule_needs_infantry() -> None:
    army = _army(*_units((3, "heavy_cavalry", "elite")), nation="RU")
    assert len(_found(army, "EN-NATION-01", {"national_rules": "russia"})) == 1


@pytest.mark.rule("AB-08", "a name used again is warned of beside each unit after the first, in any case and spacing")
def test_names_are_unique() -> None:
    battery, other = _units((1, "foot_artillery", "trained")), _units((1, "horse_artillery", "trained"))
    named = [structs.replace(battery[0], name=name) for name in ("Foot battery", "foot  BATTERY", "Foot battery")]
    army = _army(*named, *other)
    found = _found(army, "AB-08")
    assert [(fault.severity, fault.element) for fault in found] == [("warning", "0.0.0.1"), ("warning", "0.0.0.2")]
    assert found[0].sentence == "3 units are called foot  BATTERY: give each its own name."
    assert not _found(_army(named[0], *other), "AB-08")
    assert [fault.element for fault in _found(_army(*named[:2], *other), "AB-08")] == ["0.0.0.1"]


@pytest.mark.rule("EN-LEADER-01", "one leader a side, more by option")
@pytest.mark.rule("AB-01", "as many leaders as the option says")
@pytest.mark.rule("EN-RULING-97", "leaders are the highest commanders, each man once, and unnamed where none is left")
def test_leaders_by_name() -> None:
    army = _army(*_units((1, "line_infantry", "trained")))

    def names(count: int) -> list[str]:
        return [leader.name for leader in leaders(army, options({"leaders_per_side": count}))]

    assert names(0) == []
    assert names(1) == ["Archduke Charles"]
    assert names(5) == ["Archduke Charles", "Hiller", "Colloredo", "Dalton", ""]
    unnamed = structs.replace(army, commander="")
    assert [leader.name for leader in leaders(unnamed, options({"leaders_per_side": 2}))] == ["Hiller", "Colloredo"]
    own = structs.replace(army, commander="HILLER")
    assert [leader.name for leader in leaders(own, options({"leaders_per_side": 2}))] == ["HILLER", "Colloredo"]


@pytest.mark.rule("EN-OPT-11", "the defaults are the specification's, and what the form shows")
def test_defaults() -> None:
    assert options({}) == Options() == options({name: spec.default for name, spec in OPTION_SPECS.items()})
    assert {*OPTION_SPECS, "house"} == set(Options.__struct_fields__)
    shown = {name: spec.default for name, spec in OPTION_SPECS.items()}
    assert shown == {
        "points_budget": 104,
        "points_tolerance": 0,
        "vp_model": "graded",
        "armored_surcharge_per_stand": 0,
        "leaders_per_side": 1,
        "victory_points_to_win": 20,
        "national_rules": "",
        "choice_card_pool": "undrawn",
    }


def test_options_are_read_from_text() -> None:
    read = options({"points_budget": " 130 ", "national_rules": "france, austria"})
    assert (read.points_budget, read.national_rules) == (130, {"france", "austria"})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("budget", 1, "Easy Napoleonics has no army option budget"),
        ("points_budget", -1, "points_budget must be a whole number of at least 0, not -1"),
        ("points_budget", True, "points_budget must be a whole number of at least 0, not True"),
        ("points_budget", "many", "not 'many'"),
        ("points_budget", "²", "not '²'"),
        ("victory_points_to_win", 0, "victory_points_to_win must be a whole number of at least 1, not 0 (EN-VP-02)"),
        ("vp_model", "flat4", "vp_model must be one of graded, flat3, not 'flat4'"),
        ("vp_model", 3, "vp_model must be one of graded, flat3, not 3"),
        ("national_rules", "spain", "national_rules must be any of england, france, prussia, austria, russia"),
        ("national_rules", "none", "not 'none'"),
        ("national_rules", True, "not True"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(name: str, value: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        options({name: value})
