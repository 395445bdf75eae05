"""Armies of Snappy Nappy: points, what a recorded army becomes, what a side breaks."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.armies import facts
from battles.engine.armies.facts import HouseRules
from battles.engine.armies.tree import number
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.army import (
    ARMY,
    Force,
    Options,
    SnCorps,
    SnUnit,
    corps_points,
    faults,
    force_points,
    leader_points,
    options,
    samples,
    side_of,
    unit_points,
)
from battles.rules.snappy_nappy.army.army_list import catalogue
from battles.rules.snappy_nappy.army.checks import break_point, radius_of, rating_of
from tests.armies.builders import army, battery, corps, unit
from tests.rules.snappy_nappy.builders.rulebook_tables import rows

FIRM = Options(starting_level="firm")


def one(code: str = "INF", grade: str = "veteran", **more: Any) -> SnUnit:
    return SnUnit(name=f"{grade} {code}", code=code, grade=grade, **more)


def a_corps(*units: SnUnit, **more: Any) -> SnCorps:
    """A sound French corps, but for what is given."""
    base: dict[str, Any] = {"name": "III Corps", "commander": "Ney", "nation": "FR", "group": "french", "leads": "cic"}
    return SnCorps(**{**base, "units": units or (one(),) * 4, **more})


def a_side(*corps: SnCorps, **more: Any) -> Force:
    return Force(name="A side", nation="FR", year=1813, corps=corps or (a_corps(),), **more)


def broken(force: Force, chosen: Options = FIRM) -> list[tuple[str, str]]:
    return [(fault.severity, fault.rule) for fault in faults(force, chosen)]


def side(*children: facts.Element, chosen: Options = FIRM, **changes: Any) -> Force:
    return side_of(number(army(*children, **changes)), chosen)


@pytest.mark.rule("SN-ARMY-02", "stands times grade, type and start; leaders by rating and radius")
@pytest.mark.rule("SN-EX-51", "the prices of the worked examples")
def test_points() -> None:
    assert unit_points(one(grade="conscript"), FIRM).value == 4
    assert unit_points(one("HCV", "elite"), FIRM).value == 12
    assert unit_points(one("FAH"), FIRM).value == 7
    why = unit_points(one(level="bold"), FIRM)
    assert (why.value, why.lines[-1].text) == (8, "2 stands × 4")
    assert unit_points(one(level="wary"), FIRM).value == unit_points(one(level="rout"), FIRM).value == 4
    assert leader_points(2, 18, cic=False).value == 13
    assert leader_points(1, 12, cic=True).value == 17


@pytest.mark.rule("SN-ARMY-03", "the sample armies cost what the rulebook prints and break nothing")
def test_samples() -> None:
    printed = [int(row[3]) for row in rows("### 20.3")]
    corps = [one for key in ("french-1813", "allies-1813") for one in samples()[key].corps]
    assert [corps_points(one, 1813, FIRM).value for one in corps] == printed
    assert {key: force_points(force, FIRM).value for key, force in samples().items()} == {
        "french-two-corps": 156,
        "prussian-two-corps": 155,
        "french-1813": 241,
        "allies-1813": 247,
    }
    assert [fault for force in samples().values() for fault in faults(force, FIRM)] == []


@pytest.mark.rule("SN-WIN-01", "a corps breaks at two fifths of its points")
@pytest.mark.rule("SN-RULING-33", "the leader left aside, rounded up")
def test_break_point() -> None:
    assert break_point(a_corps(*[one()] * 4), FIRM) == 10
    assert break_point(a_corps(), Options()) == 13


@pytest.mark.rule("SN-ARMY-04", "a type, a grade for its type, and the catalogue's stands")
def test_units_that_there_are_not() -> None:
    wrong = [one("XXX"), one(grade="raw"), one("HAL", "conscript"), one(stands=3), one("HCV", "militia")]
    found = faults(a_side(a_corps(*wrong)), FIRM)
    assert [fault.rule for fault in found] == ["SN-ARMY-04"] * 5
    assert [fault.sentence for fault in found][2:4] == [
        "conscript HAL is a light horse battery of grade conscript: it must be veteran or better.",
        "veteran INF has 3 stands: an infantry brigade has 2.",
    ]
    assert unit_points(one("XXX"), FIRM).value == 0


@pytest.mark.rule("SN-ARMY-05", "a commander for each corps, one C-in-C, no unit loose, no number twice")
@pytest.mark.rule("SN-ARMY-09", "with one or two corps a commander may double, unless the option forbids it")
def test_leaders_and_markers() -> None:
    assert broken(a_side(a_corps(commander=None))) == [("error", "SN-ARMY-05")]
    assert broken(a_side(a_corps(leads="corps"))) == [("error", "SN-ARMY-05")]
    assert broken(a_side(a_corps(), cic="Napoleon")) == [("error", "SN-ARMY-05")]
    assert broken(a_side(loose=(one(),))) == [("error", "SN-ARMY-05")]
    assert broken(a_side(a_corps(*[one(marker=7)] * 4))) == [("error", "SN-ARMY-05")]
    doubles = a_corps(leads="doubles")
    plain = a_corps(leads="corps")
    assert broken(a_side(doubles, plain)) == []
    assert broken(a_side(doubles, plain, plain)) == [("error", "SN-ARMY-09")]
    assert broken(a_side(doubles), Options(cic_may_double=False)) == [("error", "SN-ARMY-09")]
    assert force_points(a_side(doubles), FIRM).value == force_points(a_side(a_corps()), FIRM).value - 10


@pytest.mark.rule("SN-ARMY-06", "a rating or radius that is not the nation's is told")
def test_ratings() -> None:
    assert broken(a_side(a_corps(rating=0, radius=12))) == [("warning", "SN-ARMY-06")] * 2


@pytest.mark.rule("SN-ARMY-01", "4 to 16 units, two batteries for three brigades, in a guard corps one for each")
@pytest.mark.rule("SN-ARMY-07", "what is over is a warning, and so is a side over the points agreed on")
def test_size_of_a_corps() -> None:
    assert broken(a_side(a_corps(*[one()] * 3))) == [("warning", "SN-ARMY-07")]
    assert broken(a_side(a_corps(*[one()] * 17))) == [("warning", "SN-ARMY-07")]
    guns = (*[one()] * 3, *[one("FAM")] * 3)
    assert broken(a_side(a_corps(*guns[:5]))) == []
    assert broken(a_side(a_corps(*guns))) == [("warning", "SN-ARMY-07")]
    assert broken(a_side(a_corps(*guns, guard=True))) == []
    over = faults(a_side(), Options(starting_level="firm", points_limit=40))
    assert [fault.sentence for fault in over] == ["The side costs 47 points: the limit is 40."]


@pytest.mark.rule("SN-ARMY-08", "Old Guard outside a guard corps and mixed starts are noted")
def test_notes() -> None:
    mixed = a_corps(one(grade="old_guard"), *[one()] * 2, one(level="bold"))
    assert broken(a_side(mixed)) == [("info", "SN-ARMY-08")] * 2
    assert broken(a_side(a_corps(*[one(grade="old_guard")] * 4, guard=True))) == []


@pytest.mark.rule("SN-RULING-25", "each recorded corps is one; what stands under none makes up one more")
@pytest.mark.rule("SN-RULING-31", "markers are numbered through the side")
def test_corps_of_history() -> None:
    loose = facts.Brigade(name="Reserve", kind="infantry", children=(unit(),))
    made = side(corps(), loose)
    led = [(one.name, one.commander) for one in made.corps]
    assert led == [("II Corps", "General Reille"), (made.name, "Marshal Ney")]
    assert [unit.marker for one in made.corps for unit in one.units] == [1, 2, 3, 4]
    assert [(unit.name, unit.code, unit.under) for unit in made.corps[0].units] == [
        ("1st Brigade", "INF", "5th Division"),
        ("2nd Brigade", "INF", "5th Division"),
        ("18th Co.", "FAM", "5th Division"),
    ]


@pytest.mark.parametrize(
    ("men", "count"), [((), 1), ((None,), 1), ((400,), 1), ((3_749,), 1), ((2_000, 1_750), 2), ((6_250,), 3)]
)
@pytest.mark.rule("SN-RULING-26", "one infantry brigade for every 2,500 men, to the nearest, at least one")
def test_men_of_a_brigade(men: tuple[int | None, ...], count: int) -> None:
    units = tuple(unit(f"{place}", men=number) for place, number in enumerate(men)) or (unit(men=0),)
    made = side(facts.Brigade(name="Big", kind="infantry", children=units))
    assert len(made.corps[0].units) == count
    assert [one.name for one in made.corps[0].units][:1] == ["Big (1)" if count > 1 else "Big"]


@pytest.mark.rule("SN-RULING-26", "foot and horse of one brigade are two units, and every battery is one")
@pytest.mark.rule("SN-RULING-28", "types from types, the greater part of the horse deciding, batteries by their guns")
def test_types() -> None:
    mixed = (
        unit("Foot"),
        unit("Hussars", type="light_cavalry", men=400),
        unit("Dragoons", type="medium_cavalry", men=400),
        battery("Horse guns", type="horse_artillery", gun_weight="heavy"),
        battery("Guns", gun_weight=None),
    )
    made = side(facts.Brigade(name="Mixed", kind="mixed", children=mixed))
    assert [(one.name, one.code) for one in made.corps[0].units] == [
        ("Mixed, foot", "INF"),
        ("Mixed, horse", "HCV"),
        ("Horse guns", "HAM"),
        ("Guns", "FAM"),
    ]
    light = replace(mixed[1], men=401)
    made = side(facts.Brigade(name="Horse", kind="cavalry", children=(light, mixed[2])))
    assert made.corps[0].units[0].code == "LCV"


@pytest.mark.parametrize(
    ("units", "grade"),
    [
        ([("guard", 500)], "old_guard"),
        ([("trained", 500)], "conscript"),
        ([("untrained", 500)], "militia"),
        ([("veteran", 600), ("trained", 500)], "veteran"),
        ([("veteran", 500), ("trained", 500)], "conscript"),
        ([("elite", 100), ("untrained", 900)], "militia"),
        ([("elite", None), ("trained", None), ("elite", None)], "veteran"),
    ],
)
@pytest.mark.rule("SN-RULING-27", "five qualities to five grades; a brigade has the average by men, halves down")
def test_grades(units: list[tuple[facts.Quality, int | None]], grade: str) -> None:
    children = tuple(unit(f"{place}", quality=quality, men=men) for place, (quality, men) in enumerate(units))
    made = side(facts.Brigade(name="One", kind="infantry", children=children))
    assert made.corps[0].units[0].grade == grade


@pytest.mark.rule("SN-RULING-27", "a grade under the least of its type is raised to it")
def test_a_battery_is_never_militia() -> None:
    made = side(facts.Brigade(name="Guns", kind="artillery", children=(battery(quality="untrained"),)))
    assert made.corps[0].units[0].grade == "conscript"
    horse = battery(quality="trained", type="horse_artillery", gun_weight="light")
    assert side(horse).corps[0].units[0].grade == "veteran"


@pytest.mark.rule("SN-RULING-29", "the army's commander is the C-in-C, beside the corps or at the head of one")
@pytest.mark.rule("SN-UNIT-06", "one C-in-C a side, no division leaders")
def test_leaders_of_history() -> None:
    beside = side()
    assert (beside.cic, [one.leads for one in beside.corps]) == ("Marshal Ney", ["corps"])
    leading = side(replace(corps(), commander="Marshal Ney"))
    assert (leading.cic, [one.leads for one in leading.corps]) == ("", ["cic"])
    nobody = side_of(number(replace(army(), commander="")), FIRM)
    assert (nobody.cic, [one.leads for one in nobody.corps]) == ("", ["doubles"])
    many = side_of(number(replace(army(corps(), corps(), corps()), commander="")), FIRM)
    assert ("error", "SN-ARMY-05") in broken(many)
    guard = unit(quality="elite")
    assert side(facts.Corps(name="G", children=(guard,))).corps[0].guard is True


@pytest.mark.parametrize(
    ("nation", "date", "radius", "rating"),
    [
        ("FR", "1815-06-16", 18, 2),
        ("BV", "1805-12-02", 18, 1),
        ("NL", "1815-06-16", 18, 1),
        ("RU", "1805-12-02", 9, 1),
        ("RU", "1809-01-01", 12, 1),
        ("AT", "", 12, 1),
        ("ES", "1812-07-22", 9, 1),
        ("SE", "1805-01-01", 12, 1),
    ],
)
@pytest.mark.rule("SN-RULING-30", "nations that are not named, and the early radius by the date of the army")
def test_radius_of_history(nation: str, date: str, radius: int, rating: int) -> None:
    made = side_of(number(replace(army(replace(corps(), nation=nation)), date=date)), FIRM)
    assert (radius_of(made.corps[0], made.year), rating_of(made.corps[0])) == (radius, rating)


def house(name: str, values: dict[str, bool | int | str]) -> HouseRules:
    return HouseRules(name=name, overlays={"snappy_nappy": values})


@pytest.mark.rule("SN-RULING-32", "a club's own numbers act in the points and are named as the club's")
def test_house_rules() -> None:
    own = options({"starting_level": "firm"}, house("Sound the Charge", {"grade_points.veteran": 5, "corps_least": 2}))
    why = unit_points(one(), own)
    assert (why.value, why.house) == (10, "house rule of Sound the Charge")
    assert broken(a_side(a_corps(*[one()] * 2)), own) == []
    other = options({}, house("C", {"infantry_men": 400, "grade_of.veteran": "elite"}))
    made = side(facts.Brigade(name="One", kind="infantry", children=(unit(men=800),)), chosen=other)
    assert [(one.grade) for one in made.corps[0].units] == ["elite", "elite"]


@pytest.mark.rule("SN-MORALE-07", "every unit begins at the level of the option, Bold where nothing is said")
def test_the_list_of_an_army() -> None:
    found = ARMY.army_list(army(), options({}))
    (group,) = found.groups
    first = group.units[0]
    assert (first.cells, first.boxes, first.chosen) == (
        ("infantry brigade", "veteran", "6", "6", "× 3/2", "2", "L C R S"),
        ("B", "F", "W", "D", "P", "R"),
        0,
    )
    assert ARMY.army_list(army(), options({"starting_level": "wary"})).groups[0].units[0].chosen == 2
    assert first.why is not None
    assert "860 men / 2,500 = 0.34: 1 unit (SN-RULING-26)" in first.why.sentence
    assert found.points.value == sum(each.points.value for each in found.groups) + 23
    with pytest.raises(ValueError, match=r"starting_level must be one of bold, .*SN-MORALE-07"):
        options({"starting_level": "brave"})


@pytest.mark.rule("SN-UNIT-03", "every type of the catalogue with its price at every grade that it may have")
def test_catalogue() -> None:
    found = {row[0]: row[2:] for row in catalogue().rows}
    assert list(found) == list(tables.CATALOGUE)
    assert found["INF"] == ("2", "2", "4", "6", "8", "10")
    assert found["HAL"] == ("1", "–", "–", "6", "7", "8")


def test_an_army_of_nothing_has_a_list() -> None:
    found = ARMY.army_list(facts.Army(name=""), options({}))
    assert (found.units, found.points.value) == (0, 0)
    assert [fault.rule for fault in found.faults] == ["SN-ARMY-05"]
