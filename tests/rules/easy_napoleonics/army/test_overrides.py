"""What an owner overrides of a unit under Easy Napoleonics, and what follows from it."""

from typing import Any

import pytest
from msgspec import structs

from armies.services.assessment import Assessment
from battles.engine.armies.facts import Army, Override, Unit
from battles.engine.armies.systems import refuse_override
from battles.engine.armies.tree import Place, number
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import (
    OVERRIDE_SPECS,
    army_cost,
    army_victory_points,
    budget,
    faults,
    map_unit,
    options,
    unit_cost,
    unit_victory_points,
)

WHY = "agreed with the other side"


def over(what: str, value: bool | int | str, system: str = "easy_napoleonics") -> Override:
    return Override(system=system, what=what, value=value, reason=WHY)


def laid(*overrides: Override, **facts: Any) -> Unit:
    plain: dict[str, Any] = {"name": "1er Ligne", "type": "line_infantry", "quality": "trained", "men": 500}
    return Unit(**{**plain, "overrides": overrides, **facts})


def at(unit: Unit, nation: str = "FR") -> Place:
    return Place(unit, (), nation)


@pytest.mark.rule("EN-RULING-100", "number to reach, stands, moves, fire, cost and victory points follow")
def test_everything_follows_kind_and_grade() -> None:
    own = map_unit(at(laid(over("kind", "heavy_cavalry"), over("grade", "old_guard"), over("armored", True))))
    assert (own.words, own.grade_needed, own.stands) == ("old guard armored heavy cavalry", 3, 2)
    assert (own.moves, own.fire) == (tables.MOVES["heavy_cavalry"], ())
    assert own.cost == unit_cost("heavy_cavalry", "old_guard", True)
    assert own.victory_points == unit_victory_points("heavy_cavalry", "old_guard")
    assert own.overridden == {"kind": WHY, "grade": WHY, "armored": WHY}


@pytest.mark.rule("EN-RULING-100", "a nation tag laid down brings its national rule")
def test_a_tag_brings_its_rule() -> None:
    chosen = options({"national_rules": "austria"})
    own = map_unit(at(laid(over("nation_tag", "austria"))), chosen)
    assert own == structs.replace(
        map_unit(at(laid(), "AT"), chosen), reckoning=own.reckoning, overridden={"nation_tag": WHY}
    )
    assert "masse" in own.formations
    line = own.reckoning.lines[-1]
    assert (line.value, line.overridden) == ("nation tag austria", True)
    assert line.text == f"nation tag overridden by the owner, “{WHY}”; would have been nation tag france, now"


@pytest.mark.rule("EN-RULING-100", "cost and victory points laid down stand in the place of those worked out")
def test_points_laid_down() -> None:
    plain = map_unit(at(laid()))
    own = map_unit(at(laid(over("cost", 0), over("victory_points", 9))))
    assert (own.cost.value, own.cost.title) == (0, "Why 0 points?")
    assert (own.victory_points.value, own.victory_points.title) == (9, "Why 9 victory points?")
    assert own.cost.sentence == (
        f"{plain.cost.sentence}; cost overridden by the owner, “{WHY}”; would have been 6, now: 0 "
        "(EN-COST-01, EN-RULING-100)"
    )
    assert own.victory_points.lines[-1].text.endswith("would have been 1, now")
    assert own.reckoning == plain.reckoning


@pytest.mark.rule("EN-RULING-100", "the army's cost, worth, budget and checks follow, line by line")
def test_totals_follow() -> None:
    units = (laid(id="a"), laid(over("cost", 100), over("victory_points", 20), name="2e", id="b"))
    army = number(Army(name="A", nation="FR", children=units))
    cost, worth = army_cost(army), army_victory_points(army)
    assert (cost.value, worth.value, budget(army).value) == (116, 26, -12)
    own = [line for line in cost.lines if line.overridden]
    assert [(line.text, line.value, line.rules) for line in own] == [
        ("1 seasoned infantry, overridden × 100", "100", ("EN-RULING-100",))
    ]
    assert [fault.rule for fault in faults(army)] == ["EN-COST-04"]
    assessment = Assessment(army)
    assert assessment.numbers["cost"].why == cost
    easy = assessment.mapped("easy_napoleonics")
    assert sum(map(easy.points, assessment.places)) + tables.LEADER_COST == cost.value
    assert assessment.mapped("mini_nap").row(assessment.by_id["b"]).overridden == {}


@pytest.mark.rule("EN-UNIT-05", "armor laid down on another kind counts for nothing, with a warning")
def test_armor_stays_with_heavy_cavalry() -> None:
    unit = laid(over("armored", True), id="a")
    own = map_unit(at(unit))
    assert (own.armored, own.overridden) == (False, {})
    assert own.reckoning.lines[-1].value == "nothing: only heavy cavalry is armored"
    found = [fault for fault in faults(Army(name="A", nation="FR", children=(unit,))) if fault.element]
    assert [(fault.rule, fault.sentence) for fault in found] == [
        (
            "EN-UNIT-05",
            "1er Ligne is armored by its owner’s override, but only heavy cavalry is armored in the game: "
            "its armor has no effect (AB-04).",
        )
    ]


@pytest.mark.rule("EN-RULING-100", "armor recorded can be taken off, and then nothing is said of it")
def test_armor_taken_off() -> None:
    unit = laid(over("armored", False), type="heavy_cavalry", armoured=True, id="a")
    assert not map_unit(at(unit)).armored
    assert not [fault for fault in faults(Army(name="A", nation="FR", children=(unit,))) if fault.element]
    foot = laid(over("armored", False), armoured=True, id="a")
    assert not [fault for fault in faults(Army(name="A", nation="FR", children=(foot,))) if fault.element]


@pytest.mark.rule("EN-RULING-100", "what is kept but not understood is passed over")
def test_what_is_not_understood_is_passed_over() -> None:
    strange = (over("kind", "camels"), over("cost", -1), over("cost", 1001), over("armored", 1), over("speed", 2))
    strange += (over("grade", True), over("grade", "guard", system="mini_nap"))
    assert map_unit(at(laid(*strange))) == map_unit(at(laid()))


@pytest.mark.rule("EN-RULING-100", "an override that may not stand is refused with a sentence")
@pytest.mark.parametrize(
    ("what", "value", "sentence"),
    [
        ("cost", 1000, ""),
        ("armored", True, ""),
        ("cost", 1001, "cost must be a whole number of at most 1,000, not 1001 (EN-COST-01)."),
        ("victory_points", -1, "victory points must be a whole number of at least 0, not -1 (EN-VP-05)."),
        ("armored", "yes", "armor must be true or false, not 'yes' (EN-UNIT-05)."),
        ("nation_tag", "spain", "nation tag must be one of none, england, france, prussia, austria, russia, "
         "not 'spain' (EN-RULING-96)."),
        ("kind", "x" * 5000, "kind must be one of infantry, light_cavalry, heavy_cavalry, field_artillery, "
         f"horse_artillery, not '{'x' * 39}… (EN-RULING-93)."),
    ],
)  # fmt: skip
def test_refusals(what: str, value: bool | int | str, sentence: str) -> None:
    assert refuse_override("easy_napoleonics", what, value, WHY) == sentence


@pytest.mark.rule("EN-RULING-100", "an override that repeats the mapping changes no number")
def test_repeating_the_mapping_changes_nothing() -> None:
    plain = map_unit(at(laid()))
    same = {what: getattr(plain, what) for what in ("kind", "grade", "armored", "nation_tag")}
    same |= {"cost": plain.cost.value, "victory_points": plain.victory_points.value}
    assert set(same) == set(OVERRIDE_SPECS)
    own = map_unit(at(laid(*(over(what, value) for what, value in same.items()))))
    assert set(own.overridden) == set(same)
    for name in plain.__struct_fields__:
        if name not in ("cost", "victory_points", "reckoning", "overridden"):
            assert getattr(own, name) == getattr(plain, name)
    assert (own.cost.value, own.victory_points.value) == (plain.cost.value, plain.victory_points.value)
