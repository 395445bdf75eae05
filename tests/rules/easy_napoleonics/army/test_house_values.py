"""A club's own values for Easy Napoleonics: where they act, and that they say whose they are."""

from typing import Any

import pytest

from armies.services.assessment import Assessment
from battles.engine.armies.facts import QUALITIES, UNIT_TYPES, Army, HouseRules, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.systems import house_in_force, read_house, refuse_house
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import (
    HOUSE_SPECS,
    Options,
    army_cost,
    army_victory_points,
    leader_cost,
    leader_victory_points,
    map_unit,
    options,
    unit_cost,
    unit_victory_points,
)

CLUB = "Sound the Charge"
MARK = f"house rule of {CLUB}"


def house(overlay: dict[str, Any], **values: Any) -> Options:
    return options(values, HouseRules(name=CLUB, overlays={"easy_napoleonics": overlay}))


def at(nation: str = "FR", **facts: Any) -> Place:
    return Place(Unit(**{"name": "A", "type": "line_infantry", "quality": "trained", **facts}), (), nation)


@pytest.mark.rule("EN-RULING-101", "the club's cost of a stand acts in unit and army, and says whose it is")
def test_cost_of_a_stand() -> None:
    own = house({"cost.infantry.seasoned": 5})
    why = unit_cost("infantry", "seasoned", options=own)
    assert (why.value, why.house) == (10, MARK)
    assert why.sentence == (
        f"seasoned infantry, a stand: 5 (EN-COST-02; {MARK}); 2 stands × 5: 10 (EN-COST-01, EN-UNIT-02)"
    )
    army = Army(name="A", nation="FR", children=(at().element,))
    assert army_cost(army, own).lines[0].sentence == (f"1 seasoned infantry × 10: 10 (EN-COST-01, EN-COST-02; {MARK})")
    assert unit_cost("infantry", "veteran", options=own) == unit_cost("infantry", "veteran")


@pytest.mark.rule("EN-RULING-101", "the club's leader costs and is worth what the club says")
def test_leaders() -> None:
    own = house({"leader_cost": 12, "leader_victory_points": 6})
    army = Army(name="A", nation="FR")
    assert army_cost(army, own).lines[0].sentence == f"1 leader × 12: 12 (EN-COST-01, EN-UNIT-01; {MARK})"
    assert army_victory_points(army, own).lines[0].sentence == f"1 leader × 6: 6 (EN-VP-01, EN-UNIT-01; {MARK})"
    assert (leader_cost(own).value, leader_victory_points(own).value) == (12, 6)
    assert (leader_cost().value, leader_victory_points().value) == (10, 5)


@pytest.mark.rule("EN-RULING-101", "the club's steps, offsets, least and flat victory points act")
@pytest.mark.parametrize(
    ("overlay", "model", "value", "sentence"),
    [
        ({"victory_step.elite": -4}, "graded", 1,
         f"elite, its step: −4 (EN-RULING-64; {MARK}); light cavalry, its offset: +2 (EN-RULING-64); "
         "−4 + 2 = −2, but at least 1: 1 (EN-VP-05, EN-RULING-64)"),
        ({"victory_offset.light_cavalry": -1}, "graded", 2,
         f"elite, its step: 3 (EN-RULING-64); light cavalry, its offset: −1 (EN-RULING-64; {MARK}); "
         "3 − 1: 2 (EN-VP-05)"),
        ({"least_victory_points": 7}, "graded", 7,
         "elite, its step: 3 (EN-RULING-64); light cavalry, its offset: +2 (EN-RULING-64); "
         f"3 + 2 = 5, but at least 7: 7 (EN-VP-05, EN-RULING-64; {MARK})"),
        ({"flat_victory_points.light_cavalry": 4}, "flat3", 4,
         f"light cavalry of any grade: 4 (EN-VP-05, EN-RULING-64; {MARK})"),
    ],
)  # fmt: skip
def test_victory_points(overlay: dict[str, Any], model: str, value: int, sentence: str) -> None:
    why = unit_victory_points("light_cavalry", "elite", house(overlay, vp_model=model))
    assert (why.value, why.sentence) == (value, sentence)


@pytest.mark.rule("EN-RULING-101", "the club's rows of type, quality and nation act, and their lines say so")
def test_mapping() -> None:
    overlay = {"kind_of.medium_cavalry": "light_cavalry", "grade_of.trained": "veteran", "tag_of.FR": "prussia"}
    unit = map_unit(at(type="medium_cavalry"), house(overlay))
    assert (unit.kind, unit.grade, unit.nation_tag) == ("light_cavalry", "veteran", "prussia")
    assert [line.house for line in unit.reckoning.lines] == ["", MARK, MARK, MARK, ""]
    assert unit.cost == unit_cost("light_cavalry", "veteran")
    assert (
        map_unit(at(type="heavy_cavalry", quality="elite", nation="GB"), house(overlay)).reckoning.lines[1].house == ""
    )


@pytest.mark.rule("EN-RULING-101", "irregulars keep their own row, the Legion's flag goes by the Legion's")
def test_irregulars_and_the_legion() -> None:
    own = house({"grade_of.untrained": "guard", "tag_of.KGL": "none"})
    assert map_unit(at(quality="untrained"), own).grade == "guard"
    assert map_unit(at(quality="untrained", irregular=True), own).grade == "militia"
    assert map_unit(at("GB", kgl=True), own).nation_tag == map_unit(at("KGL"), own).nation_tag == "none"
    own = house({"irregular_grade_of.untrained": "elite"})
    assert map_unit(at(quality="untrained", irregular=True), own).grade == "elite"
    assert map_unit(at(quality="untrained"), own).grade == "conscript"


@pytest.mark.rule("EN-RULING-101", "what is kept but not understood is passed over, the rest acts")
def test_bad_overlays_are_passed_over() -> None:
    overlay = {"cost.infantry.seasoned": 5, "cost.camels.guard": 3, "leader_cost": -1, "grade_of.trained": "hero"}
    rules = HouseRules(name=CLUB, overlays={"easy_napoleonics": overlay})
    assert [value.key for value in house_in_force("easy_napoleonics", rules)] == ["cost.infantry.seasoned"]
    army = Army(name="A", nation="FR", house=rules, children=(at().element,))
    assert Assessment(army).number("cost") == 20


@pytest.mark.rule("EN-RULING-101", "each wrong value has its sentence")
@pytest.mark.parametrize(
    ("overlay", "sentence"),
    [
        ({"cost.infantry.hero": 3}, "Easy Napoleonics has no house rule 'cost.infantry.hero'."),
        ({"leader_cost": 1001}, "Points, a leader must be a whole number of at most 1,000, not 1001 (EN-COST-01)."),
        ({"victory_step.elite": -101},
         "Victory points, step of elite must be a whole number of at least -100, not -101 (EN-RULING-64)."),
        ({"grade_of.guard": "hero"},
         "From history to the game, guard must be one of militia, conscript, seasoned, veteran, elite, guard, "
         "old_guard, not 'hero' (EN-RULING-94)."),
    ],
)  # fmt: skip
def test_refusals(overlay: dict[str, Any], sentence: str) -> None:
    assert refuse_house({"easy_napoleonics": overlay}) == {("easy_napoleonics", next(iter(overlay))): sentence}


@pytest.mark.rule("EN-RULING-101", "what is in force is listed with both values in words")
def test_what_is_in_force() -> None:
    overlay = {"tag_of.FR": "none", "victory_step.elite": "−4", "cost.infantry.guard": 6}
    kept = read_house({"easy_napoleonics": overlay, "mini_nap": {"men_per_point": "100"}})
    assert kept == {"easy_napoleonics": {"tag_of.FR": "none", "victory_step.elite": -4}}
    values = house_in_force("easy_napoleonics", HouseRules(name=CLUB, overlays=kept))
    assert [(v.group, v.label, v.sentence) for v in values] == [
        ("Victory points", "step of elite", "−4, printed 3 (EN-RULING-64)"),
        ("From history to the game", "France", "no nation tag, printed France (EN-RULING-96)"),
    ]
    assert house_in_force("easy_napoleonics", None) == house_in_force("chess", None) == ()


@pytest.mark.rule("EN-RULING-101", "every value has the tables' default, and setting it to that changes nothing")
def test_every_value_as_printed_changes_nothing() -> None:
    printed = {key: spec.default for key, spec in HOUSE_SPECS.items()}
    assert read_house({"easy_napoleonics": printed}) == {}
    assert house(printed) == Options()
    assert {key for key in HOUSE_SPECS if key.startswith("tag_of.")} == {f"tag_of.{code}" for code in nations()}


@pytest.mark.rule("EN-RULING-101", "every value that a club may have acts somewhere")
def test_every_value_acts() -> None:
    before = _all(Options())
    idle = []
    for key, spec in HOUSE_SPECS.items():
        value = next(word for word in spec.words if word != spec.default) if spec.words else 77
        if _all(house({key: value})) == before:
            idle.append(key)
    assert idle == []


def _all(chosen: Options) -> list[Any]:
    flat = options({"vp_model": "flat3"})
    flat = Options(vp_model="flat3", house=chosen.house) if chosen.house.values else flat
    grades = [(kind, grade) for kind in tables.KINDS for grade in tables.GRADES]
    return [
        *(unit_cost(kind, grade, options=chosen) for kind, grade in grades),
        *(unit_victory_points(kind, grade, one) for kind, grade in grades for one in (chosen, flat)),
        *(map_unit(at(type=one), chosen) for one in UNIT_TYPES),
        *(map_unit(at(quality=one, irregular=wild), chosen) for one in QUALITIES for wild in (False, True)),
        *(map_unit(at(code), chosen) for code in nations()),
        leader_cost(chosen),
        leader_victory_points(chosen),
    ]
