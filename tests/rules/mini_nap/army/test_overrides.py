"""What an owner overrides of a unit under Mini-Nap, and what follows from it."""

from typing import Any

import pytest
from msgspec import structs

from armies.services.assessment import Assessment
from battles.engine.armies.facts import Override, Unit
from battles.engine.armies.systems import read_overrides, refuse_override
from battles.engine.armies.tree import Place
from battles.rules.mini_nap.army import OVERRIDE_SPECS, faults, map_unit, strength
from tests.rules.mini_nap.builders.armies import edit, find, sound, unit

WHY = "as the scenario has it"


def over(what: str, value: bool | int | str, system: str = "mini_nap", reason: str = WHY) -> Override:
    return Override(system=system, what=what, value=value, reason=reason)


def laid(*overrides: Override, **facts: Any) -> Unit:
    return unit("1er Ligne", overrides=overrides, **facts)


def at(one: Unit) -> Place:
    return Place(one, (), "FR")


@pytest.mark.rule("MN-RULING-95", "QR, formations and moves follow the type and rating that the owner laid down")
def test_what_the_unit_is_follows_the_override() -> None:
    plain = map_unit(at(laid(type="light_infantry", quality="guard")))
    own = map_unit(at(laid(over("type", "light_infantry"), over("quality", "guard"))))
    assert (own.formations, own.quality_needed, own.removed_at_one) == (plain.formations, 1, False)
    assert (own.bonuses, own.type_word, own.quality_word) == (plain.bonuses, "light infantry", "Guard")
    assert own.overridden == {"type": WHY, "quality": WHY}
    assert plain.overridden == {}


@pytest.mark.rule("MN-RULING-95", "the reckoning ends with what was laid down, what it would have been, and why")
def test_the_reckoning_ends_with_the_override() -> None:
    why = strength(laid(over("strength_points", 9)))
    assert (why.value, why.title) == (9, "Why 9 strength points?")
    assert why.lines[:-1] == strength(laid()).lines
    assert why.lines[-1].overridden
    assert why.sentence.endswith(
        f"rounded: 5 (MN-SP-01); strength points overridden by the owner, “{WHY}”; would have been 5, now: 9 "
        "(MN-SP-01, MN-RULING-95)"
    )
    lines = map_unit(at(laid(over("type", "light_infantry"), over("quality", "elite")))).reckoning.lines[-2:]
    assert [(line.value, line.rules[-1], line.overridden) for line in lines] == [
        ("light infantry", "MN-RULING-95", True),
        ("Elite", "MN-RULING-95", True),
    ]
    assert "would have been line infantry" in lines[0].text
    assert "would have been Veteran" in lines[1].text


@pytest.mark.rule("MN-RULING-95", "strength points follow an overridden type unless they are overridden too")
def test_points_follow_the_type() -> None:
    guns = laid(over("type", "foot_artillery"), guns=8, gun_weight="light")
    assert strength(guns).value == 4
    assert strength(guns).lines[0].overridden
    assert map_unit(at(guns)).dice == map_unit(at(unit("B", "foot_artillery", gun_weight="light"))).dice
    assert strength(laid(over("type", "foot_artillery"))).value == 0
    assert strength(laid(over("type", "foot_artillery"), over("strength_points", 3))).value == 3


@pytest.mark.rule("MN-RULING-95", "the weight laid down gives the dice")
def test_a_weight_gives_the_dice() -> None:
    battery = unit("Battery", "foot_artillery", overrides=(over("gun_weight", "heavy"),))
    assert map_unit(at(battery)).dice == map_unit(at(unit("B", "foot_artillery", gun_weight="heavy"))).dice


@pytest.mark.rule("MN-RULING-95", "organisation checks read the overridden type")
def test_checks_read_the_overridden_type() -> None:
    army = sound()
    assert faults(army) == []
    name = "1st Ligne 1 1"
    horse = edit(army, name, overrides=(over("type", "light_cavalry"),))
    assert [(f.rule, f.element) for f in faults(horse)] == [("MN-ORG-03", name)]
    recorded = edit(army, name, type="light_cavalry")
    assert [(f.rule, f.element) for f in faults(recorded)] == [("MN-ORG-03", name)]
    assert faults(edit(recorded, name, overrides=(over("type", "line_infantry"),))) == []


@pytest.mark.rule("MN-RULING-95", "with strength points laid down no number of men or guns is asked for")
@pytest.mark.parametrize(("name", "missing"), [("1st Ligne 1 1", "men"), ("1st Battery 1", "guns")])
def test_points_laid_down_need_no_number(name: str, missing: str) -> None:
    army = edit(sound(), name, **{missing: None})
    assert [f.rule for f in faults(army)] == ["MN-VAL-02"]
    assert faults(edit(army, name, overrides=(over("strength_points", 4),))) == []


@pytest.mark.rule("MN-SP-04", "a battery laid down above its most strength points is a warning")
def test_a_battery_over_its_most() -> None:
    army = edit(sound(), "1st Battery 1", overrides=(over("strength_points", 7),))
    (fault,) = faults(army)
    assert (fault.severity, fault.rule) == ("warning", "MN-SP-04")
    assert fault.sentence == (
        "1st Battery 1 has 7 strength points by its owner's override: a battery never has more than 6."
    )


@pytest.mark.rule("MN-RULING-95", "one truth: the army's strength, its lines and each unit's own say the same")
def test_totals_follow() -> None:
    name = "1st Ligne 1 1"
    before = Assessment(sound())
    after = Assessment(edit(sound(), name, overrides=(over("strength_points", 12),)))
    was, strength = (each.numbers["strength_points"].why for each in (before, after))
    assert after.number("strength_points") == before.number("strength_points") + 7 == strength.value
    assert after.mapped("mini_nap").points(after.by_id[name]) == 12
    assert ("1 overridden" in strength.lines[0].text, strength.lines[0].overridden) == (True, True)
    assert "overridden" not in was.sentence
    easy = [each.mapped("easy_napoleonics") for each in (before, after)]
    assert easy[0].row(before.by_id[name]) == easy[1].row(after.by_id[name])
    assert easy[0].totals() == easy[1].totals()


@pytest.mark.rule("MN-RULING-95", "what is kept but not understood is passed over, of two the later counts")
def test_what_is_not_understood_is_passed_over() -> None:
    strange = (over("speed", 5), over("type", "rockets"), over("strength_points", 0), over("quality", 5))
    strange += (over("strength_points", "many"), over("strength_points", True), over("type", "x", system="chess"))
    assert map_unit(at(laid(*strange))) == map_unit(at(laid()))
    assert faults(edit(sound(), "1st Ligne 1 1", overrides=strange)) == []
    assert strength(laid(over("strength_points", 9), over("strength_points", "11"))).value == 11


@pytest.mark.rule("MN-RULING-95", "an override that may not stand is refused with a sentence")
@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        (over("type", "line_infantry"), ""),
        (over("strength_points", "200"), ""),
        (over("quality", "guard", reason="x" * 200), ""),
        (over("type", "rockets"), "type must be one of line_infantry, light_infantry, heavy_cavalry, medium_cavalry, "
         "light_cavalry, foot_artillery, horse_artillery, not 'rockets' (MN-TYPE-08)."),
        (over("strength_points", 0), "strength points must be a whole number of at least 1, not 0 (MN-SP-01)."),
        (over("strength_points", 201), "strength points must be a whole number of at most 200, not 201 (MN-SP-01)."),
        (over("speed", 1), "Mini-Nap has no value 'speed' of a unit to override; it has type, quality, "
         "strength_points, gun_weight."),
        (over("type", "line_infantry", system="chess"), "'chess' is not a system with overrides: use one of mini_nap, "
         "easy_napoleonics."),
        (over("gun_weight", "light", reason="  "), "weight of guns is overridden without a reason: give one of at most "
         "200 characters."),
        (over("gun_weight", "light", reason="x" * 201), "weight of guns is overridden, but the reason has 201 "
         "characters; it may have 200."),
    ],
)  # fmt: skip
def test_refusals(override: Override, sentence: str) -> None:
    assert refuse_override(override.system, override.what, override.value, override.reason) == sentence


@pytest.mark.rule("MN-RULING-95", "the same value is overridden once")
def test_the_same_value_twice_is_refused() -> None:
    pair = (over("type", "line_infantry"), over("type", "light_infantry"))
    with pytest.raises(ValueError, match=r"^The type of the unit is overridden twice under Mini-Nap: keep one\.$"):
        read_overrides(pair)
    read = read_overrides((over("strength_points", " 7 ", reason=" of  the\nday "), over("type", "line_infantry")))
    assert [(one.value, one.reason) for one in read] == [(7, "of the day"), ("line_infantry", WHY)]


@pytest.mark.rule("MN-RULING-95", "an override that repeats the record changes no number")
def test_repeating_the_record_changes_nothing() -> None:
    army = sound()
    for name in ("1st Ligne 1 1", "1st Battery 1", "Lancers 1"):
        place = find(army, name)
        mapped = map_unit(place)
        same = {"type": mapped.type, "quality": mapped.quality, "strength_points": mapped.points}
        same |= {"gun_weight": mapped.weight} if mapped.weight else {}
        overrides = tuple(over(what, value) for what, value in same.items())
        own = map_unit(Place(structs.replace(place.element, overrides=overrides), place.above, place.nation))
        assert set(own.overridden) == set(same) <= set(OVERRIDE_SPECS)
        again = structs.replace(own, overridden={}, strength=mapped.strength, reckoning=mapped.reckoning)
        assert again == mapped


@pytest.mark.rule("MN-VAL-31", "a unit whose points are laid down is not said to be raised")
@pytest.mark.parametrize(("name", "weak"), [("1st Ligne 1 1", {"men": 90}), ("1st Battery 1", {"guns": 3})])
def test_points_laid_down_are_not_raised(name: str, weak: dict[str, int]) -> None:
    army = edit(sound(), name, **weak)
    assert "MN-VAL-31" in [fault.rule for fault in faults(army)]
    own = edit(army, name, overrides=(over("strength_points", 1),))
    assert "MN-VAL-31" not in [fault.rule for fault in faults(own)]
