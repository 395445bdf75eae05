"""A club's own numbers for Mini-Nap: where they act, and that they say whose they are."""

from typing import Any

import pytest

from armies.services.assessment import Assessment
from battles.engine.armies.facts import Army, Corps, HouseRules, Throw
from battles.engine.armies.systems import house_in_force, read_house, refuse_house
from battles.engine.armies.tree import Place, walk
from battles.rules.mini_nap.army import (
    HOUSE_SPECS,
    Options,
    explain_rating,
    faults,
    map_unit,
    options,
    radius,
    rating_table,
    strength,
)
from tests.rules.mini_nap.builders.armies import brigade, corps, division, edit, many, sound, swap, unit

CLUB = "Sound the Charge"
MARK = f"house rule of {CLUB}"


def house(**values: Any) -> Options:
    overlay = {key.replace("__", "."): value for key, value in values.items()}
    return options({}, HouseRules(name=CLUB, overlays={"mini_nap": overlay}))


@pytest.mark.rule("MN-RULING-96", "the club's men and guns for a point act, and say whose they are")
@pytest.mark.parametrize(
    ("values", "one", "points", "sentence"),
    [
        ({"men_per_point": 80}, unit("A"), 6, f"500 men / 80: 6.25 (MN-SP-01; {MARK}); rounded: 6 (MN-SP-01)"),
        ({"men_rounded_up": 0}, unit("A", men=599), 5,
         f"599 men / 100: 5.99 (MN-SP-01); rounded down: 5 (MN-SP-01; {MARK})"),
        ({"least_points": 6}, unit("A"), 6,
         f"500 men / 100: 5.00 (MN-SP-01); rounded: 5 (MN-SP-01); at least 6: 6 (MN-SP-01; {MARK})"),
        ({"guns_per_point": 4}, unit("B", "foot_artillery"), 2, f"8 guns, 4 guns per point: 2 (MN-SP-03; {MARK})"),
        ({"most_battery_points": 3}, unit("B", "foot_artillery"), 3,
         f"8 guns, full pairs: 4 (MN-SP-03); at most 3: 3 (MN-SP-03, MN-SP-04; {MARK})"),
    ],
)  # fmt: skip
def test_strength_points(values: dict[str, Any], one: Any, points: int, sentence: str) -> None:
    why = strength(one, house(**values))
    assert (why.value, why.sentence) == (points, sentence)
    mapped = map_unit(Place(one, (), "FR"), house(**values))
    assert (mapped.points, mapped.strength) == (points, why)
    assert strength(one).house == ""


@pytest.mark.rule("MN-RULING-96", "a unit is raised where its men give less than the club's least")
def test_raised_by_the_least_in_force() -> None:
    army = edit(sound(), "1st Ligne 1 1", men=180)
    assert faults(army) == []
    (fault,) = faults(army, house(least_points=3))
    assert fault.sentence == f"1st Ligne 1 1 has 180 men: it is raised to 3 strength points ({MARK})."
    (fault,) = faults(edit(army, "1st Ligne 1 1", men=149))
    assert fault.sentence == "1st Ligne 1 1 has 149 men: it is raised to 2 strength points."


@pytest.mark.rule("MN-RULING-96", "a fault of a house rule names the club")
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"side__least": 43}, f"The army has 42 units: the game is meant for about 43 to 50 a side ({MARK})."),
        ({"infantry_brigade__most": 5},
         f"2nd Foot 1 has 6 battalions: an infantry Brigade has 2 to 5 ({MARK})."),
        ({"cavalry_brigade__most": 1},
         f"Heavy Brigade has 2 regiments: a cavalry Brigade has 1, that is very occasional ({MARK})."),
        ({"cavalry_brigade_batteries__most": 0},
         f"Heavy Brigade has 1 horse battery: a cavalry Brigade has at most 0 ({MARK})."),
        ({"mixed_brigade__most": 1}, f"Advance has 2 battalions: a mixed Brigade is small, at most 1 ({MARK})."),
        ({"division_artillery__most": 1}, f"1st Guns has 2 batteries: division artillery has 1 ({MARK})."),
        ({"division_artillery_brigades__most": 0},
         "1st Guns is an extra division artillery Brigade of 1st Division: more than 0 is very rare "
         f"({MARK})."),
        ({"battery_guns__most": 7, "foot_battery_guns__most": 7},
         "1st Battery 1 has 8 guns: a battery outside Russia has at most 7, and none has over 6 strength points "
         f"({MARK})."),
        ({"horse_battery_guns__least": 4, "horse_battery_guns__most": 5},
         f"Troop has 6 guns: a horse battery usually has 4 or 5 ({MARK})."),
    ],
)  # fmt: skip
def test_limits(values: dict[str, Any], sentence: str) -> None:
    assert faults(sound()) == []
    assert sentence in [fault.sentence for fault in faults(sound(), house(**values))]


@pytest.mark.rule("MN-RULING-96", "a wider guide of the club silences the printed fault")
def test_a_wider_guide() -> None:
    army = swap(sound(), "Light Brigade", brigade("Light Brigade", "cavalry", *many(3, "Hussars", "light_cavalry")))
    assert [fault.rule for fault in faults(army)] == ["MN-ORG-06"]
    assert faults(army, house(cavalry_brigade__most=3)) == []
    reserves = [brigade(f"R{n}", "infantry", *many(2, f"R{n}"), reserve=True) for n in (1, 2, 3)]
    small = Army(name="A", nation="FR", children=(corps("I", division("1st", "infantry", *reserves)),))
    assert [f.rule for f in faults(small) if f.severity == "warning"] == ["MN-ORG-13"]
    assert [f.rule for f in faults(small, house(reserves_in_corps__most=3)) if f.severity == "warning"] == []


@pytest.mark.rule("MN-RULING-96", "the club's radius is the commander's, in table and arithmetic")
def test_radii() -> None:
    own = house(radius__good=17)
    assert (radius("good", own), radius("good"), radius("poor", own)) == (17, 16, 12)
    bands = rating_table("division", "FR", own)
    assert [(band.radius, band.house) for band in bands] == [(17, MARK), (14, ""), (12, ""), (10, "")]
    why = explain_rating((Throw(rating="good", source="fixed"),), "corps", "FR", own)
    assert why is not None
    assert (why.value, why.lines[-1].sentence) == (17, f"command radius: 17 cm (MN-CMD-07; {MARK})")


@pytest.mark.rule("MN-RULING-96", "the army's strength says whose house rule acts in it")
def test_the_armys_strength() -> None:
    army = sound(house=HouseRules(name=CLUB, overlays={"mini_nap": {"men_per_point": 50}}))
    assessment = Assessment(army)
    assert assessment.numbers["strength_points"].why.lines[0].house == MARK
    assert assessment.number("strength_points") > Assessment(sound()).number("strength_points")
    assert [value.key for value in assessment.house_in_force("mini_nap")] == ["men_per_point"]
    assert assessment.house_in_force("easy_napoleonics") == ()


@pytest.mark.rule("MN-RULING-96", "what is kept but not understood, or crosses another value, is passed over")
@pytest.mark.parametrize(
    "overlay",
    [
        {"men_per_head": 3},
        {"men_per_point": "many"},
        {"men_per_point": 0},
        {"men_per_point": True},
        {"infantry_brigade.least": 11},
        {"cavalry_brigade.least": 5, "cavalry_brigade.most": 6},
        {"men_per_point": 40},
    ],
)
def test_bad_overlays_act_nowhere(overlay: dict[str, Any]) -> None:
    rules = HouseRules(name=CLUB, overlays={"mini_nap": overlay, "chess": {"pawns": 9}})
    assert options({}, rules) == Options()
    assert house_in_force("mini_nap", rules) == ()
    assert refuse_house({"mini_nap": overlay})
    with pytest.raises(ValueError, match=r"\.$"):
        read_house({"mini_nap": overlay})
    Assessment(sound(house=rules)).faults("mini_nap")


@pytest.mark.rule("MN-RULING-96", "each wrong value has its sentence")
@pytest.mark.parametrize(
    ("overlays", "sentence"),
    [
        ({"mini_nap": {"men_per_head": 3}}, "Mini-Nap has no house rule 'men_per_head'."),
        ({"mini_nap": {"men_per_point": 1001}},
         "Strength points, men for a point must be a whole number of at most 1,000, not 1001 (MN-SP-01)."),
        ({"mini_nap": {"side.least": 51}},
         "Divisions, Corps and the side, least units of a side is 51, over Divisions, Corps and the side, most units "
         "of a side, which is 50 (MN-ORG-15)."),
        ({"chess": {}}, "'chess' is not a system with house rules: use one of "
         "mini_nap, easy_napoleonics, snappy_nappy."),
    ],
)  # fmt: skip
def test_refusals(overlays: dict[str, dict[str, Any]], sentence: str) -> None:
    assert list(refuse_house(overlays).values()) == [sentence]


@pytest.mark.rule("MN-RULING-96", "every number has a default of the tables, and setting it to that changes nothing")
def test_every_number_as_printed_changes_nothing() -> None:
    printed = {key: spec.default for key, spec in HOUSE_SPECS.items()}
    assert refuse_house({"mini_nap": printed}) == {}
    assert read_house({"mini_nap": printed}) == {}
    assert options({}, HouseRules(name=CLUB, overlays={"mini_nap": printed})) == Options() == options({}, None)


@pytest.mark.rule("MN-RULING-96", "every number that a club may have acts somewhere")
def test_every_number_acts() -> None:
    armies = (_odd(), sound())
    before = [_all(army, Options()) for army in armies]
    idle = []
    for key, spec in HOUSE_SPECS.items():
        overlays = [{key: value} for value in (*range(spec.least, 61), spec.most)]
        rules = [HouseRules(name="", overlays={"mini_nap": overlay}) for overlay in overlays]
        if all([_all(army, options({}, rule)) for army in armies] == before for rule in rules):
            idle.append(key)
    assert idle == []


def _all(army: Army, chosen: Options) -> list[Any]:
    units = [map_unit(place, chosen) for place in walk(army) if not hasattr(place.element, "children")]
    return [[fault.severity + fault.sentence for fault in faults(army, chosen)], units, rating_table("corps", "RU"),
            [radius(rating, chosen) for rating in ("excellent", "good", "average", "poor", "dreadful")]]  # fmt: skip


def _odd() -> Army:
    """An army that stands at the edge of every guide."""
    odd = division(
        "Odd",
        "infantry",
        brigade("Ten", "infantry", *many(10, "Ten"), unit("Foot guns", "foot_artillery")),
        brigade("Two", "infantry", *many(2, "Two"), unit("Weak", men=80)),
        brigade("Three", "cavalry", *many(3, "Three", "heavy_cavalry"), unit("Horse guns", "horse_artillery")),
        brigade("Four", "cavalry", *many(4, "Four", "heavy_cavalry"), unit("Seven", "horse_artillery", guns=7)),
        brigade("Five", "cavalry", *many(2, "Five", "heavy_cavalry"), unit("Five", "horse_artillery", guns=5)),
        brigade("One", "cavalry", unit("One", "light_cavalry")),
        brigade("Mixed", "mixed", *many(5, "M", "light_infantry"), unit("H", "light_cavalry"),
                unit("G", "foot_artillery", guns=6)),
        brigade("Guns", "artillery", *many(2, "Gun", "foot_artillery", guns=13)),
        *(brigade(f"R{n}", "infantry", *many(2, f"R{n}"), reserve=True) for n in (1, 2)),
    )  # fmt: skip
    russian = division("Cold", "infantry", brigade("Snow", "artillery", unit("Ice", "foot_artillery", guns=12)))
    more = brigade("Rest", "infantry", *many(9, "Rest", men=555))
    whole = (Corps(name="I", children=(odd, russian, division("More", "infantry", more)), nation="FR"),)
    army = Army(name="A", nation="FR", children=whole)
    return edit(army, "Ice", nation="RU")
