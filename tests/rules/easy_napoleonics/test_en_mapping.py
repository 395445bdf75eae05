"""A unit of history as a unit of Easy Napoleonics."""

from itertools import product

import pytest

from armies.rules import facts
from armies.rules.easy_napoleonics import EasyUnit, map_unit, options
from armies.rules.facts import Brigade, Unit
from armies.rules.tree import Place
from battles.rules.easy_napoleonics import tables


def _mapped(nation: str = "FR", values: dict[str, str] | None = None, **changes: object) -> EasyUnit:
    unit = Unit(**{"name": "1/24e Ligne", "type": "line_infantry", "quality": "trained", **changes})
    return map_unit(Place(unit, (), nation), options(values or {}))


@pytest.mark.rule("EN-RULING-92", "men, guns and sub-units change nothing: one unit of history is one unit")
def test_men_do_not_matter() -> None:
    few, many = _mapped(men=90), _mapped(men=1800, sub_units=9, sub_unit="companies")
    assert (few.stands, few.cost.value) == (many.stands, many.cost.value) == (2, 6)
    guns = [_mapped(type="foot_artillery", guns=n, gun_weight=w) for n, w in ((2, "light"), (12, "heavy"))]
    assert guns[0] == guns[1]


@pytest.mark.rule("EN-RULING-93", "each type of history is the kind of the table")
@pytest.mark.parametrize(
    ("type_", "kind"),
    [
        ("line_infantry", "infantry"),
        ("light_infantry", "infantry"),
        ("heavy_cavalry", "heavy_cavalry"),
        ("medium_cavalry", "heavy_cavalry"),
        ("light_cavalry", "light_cavalry"),
        ("foot_artillery", "field_artillery"),
        ("horse_artillery", "horse_artillery"),
    ],
)
def test_type_gives_kind(type_: str, kind: str) -> None:
    assert _mapped(type=type_).kind == kind


@pytest.mark.rule("EN-RULING-93", "lancers are light cavalry like any other")
def test_lancers_are_light_cavalry() -> None:
    assert _mapped(type="light_cavalry", lancer=True) == _mapped(type="light_cavalry")


@pytest.mark.rule("EN-RULING-94", "each quality of history is the grade of the table")
@pytest.mark.parametrize(
    ("quality", "irregular", "grade", "needed"),
    [
        ("guard", False, "guard", 4),
        ("elite", False, "elite", 5),
        ("veteran", False, "veteran", 6),
        ("trained", False, "seasoned", 7),
        ("untrained", False, "conscript", 8),
        ("untrained", True, "militia", 9),
        ("trained", True, "seasoned", 7),
    ],
)
def test_quality_gives_grade(quality: str, irregular: bool, grade: str, needed: int) -> None:
    unit = _mapped(quality=quality, irregular=irregular)
    assert (unit.grade, unit.grade_needed) == (grade, needed)


@pytest.mark.rule("EN-RULING-95", "armour counts on heavy cavalry, medium included, and on nothing else")
@pytest.mark.parametrize("type_", facts.UNIT_TYPES)
def test_armour_needs_heavy_cavalry(type_: str) -> None:
    assert _mapped(type=type_, armoured=True).armored == (type_ in ("heavy_cavalry", "medium_cavalry"))
    assert not _mapped(type=type_, armoured=False).armored


@pytest.mark.rule("EN-UNIT-07", "each unit has one nation tag, or none")
@pytest.mark.rule("EN-RULING-96", "five nations have a tag, the Legion that of England, the others none")
@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("GB", "england"),
        ("KGL", "england"),
        ("FR", "france"),
        ("PR", "prussia"),
        ("AT", "austria"),
        ("RU", "russia"),
        ("DW", "none"),
        ("", "none"),
    ],
)
def test_nation_gives_tag(code: str, tag: str) -> None:
    assert _mapped(nation=code).nation_tag == tag


@pytest.mark.rule("EN-NATION-06", "masse is open to Austrian infantry under its national rule, and to nobody else")
@pytest.mark.parametrize(
    ("nation", "type_", "in_force", "masse"),
    [
        ("AT", "line_infantry", "austria", True),
        ("AT", "line_infantry", "", False),
        ("AT", "line_infantry", "france", False),
        ("FR", "line_infantry", "austria, france", False),
        ("AT", "heavy_cavalry", "austria", False),
    ],
)
def test_masse(nation: str, type_: str, in_force: str, masse: bool) -> None:
    unit = _mapped(nation=nation, type=type_, values={"national_rules": in_force})
    assert ("masse" in unit.formations) == masse


@pytest.mark.rule("EN-NATION-01", "a national rule works for its own infantry, and only where it is in force")
@pytest.mark.parametrize("tag", [tag for tag in tables.NATION_TAGS if tag != "none"])
def test_national_effects(tag: str) -> None:
    code = {"england": "GB", "france": "FR", "prussia": "PR", "austria": "AT", "russia": "RU"}[tag]
    assert _mapped(nation=code, values={"national_rules": tag}).effects == tables.NATIONAL_EFFECTS[tag] != ()
    assert _mapped(nation=code).effects == ()
    assert _mapped(nation="PT", values={"national_rules": tag}).effects == ()
    assert _mapped(nation=code, type="horse_artillery", values={"national_rules": tag}).effects == ()


@pytest.mark.rule("AB-01", "whatever the facts of a unit, it has a kind and a grade of the catalogue")
def test_every_combination_of_facts_is_a_unit() -> None:
    for type_, quality, irregular, armoured in product(facts.UNIT_TYPES, facts.QUALITIES, (0, 1), (0, 1)):
        unit = _mapped(type=type_, quality=quality, irregular=bool(irregular), armoured=bool(armoured))
        assert unit.cost.value == tables.COST_PER_STAND[unit.kind][unit.grade] * unit.stands
        assert unit.victory_points.value >= 1


@pytest.mark.rule("EN-RULING-94", "the mapping says step by step what it did, with a rule for each step")
def test_the_mapping_explains_itself() -> None:
    unit = _mapped(nation="RU", type="medium_cavalry", quality="veteran", armoured=True)
    assert unit.words == "veteran armored heavy cavalry"
    assert unit.reckoning.sentence == (
        "one unit of history, whatever its men or guns: one unit (EN-RULING-92); "
        "medium cavalry: heavy cavalry (EN-RULING-93); "
        "veteran: veteran, 6+ on 1D10 (EN-RULING-94, EN-MORALE-02); "
        "armoured: armored (EN-RULING-95, EN-UNIT-05); "
        "Russia: nation tag russia (EN-RULING-96, EN-UNIT-07); "
        "stands of heavy cavalry: 2 (EN-UNIT-02)"
    )
    assert unit.reckoning.value == unit.stands == 2


@pytest.mark.rule("EN-COST-01", "the cost says how it was got")
def test_the_cost_explains_itself() -> None:
    unit = _mapped(type="heavy_cavalry", quality="veteran", armoured=True, values={"armored_surcharge_per_stand": "1"})
    assert unit.cost.sentence == (
        "veteran heavy cavalry, a stand: 6 (EN-COST-02); 2 stands × 6: 12 (EN-COST-01, EN-UNIT-02); "
        "armored, 2 stands × 1: +2 (EN-RULING-54); cost: 14 (EN-COST-01)"
    )
    assert unit.cost.value == 14


@pytest.mark.rule("EN-VP-05", "the victory points say how they were got, the floor of 1 included")
def test_the_victory_points_explain_themselves() -> None:
    assert _mapped(type="light_cavalry", quality="veteran").victory_points.sentence == (
        "veteran, its step: 2 (EN-RULING-64); light cavalry, its offset: +2 (EN-RULING-64); 2 + 2: 4 (EN-VP-05)"
    )
    floor = _mapped(quality="untrained", irregular=True).victory_points
    assert (floor.value, floor.lines[-1].text) == (1, "−1 + 0 = −1, but at least 1")


def test_a_brigade_is_no_unit() -> None:
    with pytest.raises(ValueError, match="Bonnet is no unit"):
        map_unit(Place(Brigade(name="Bonnet", kind="infantry"), (), "FR"))
