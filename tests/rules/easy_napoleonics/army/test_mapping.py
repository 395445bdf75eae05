"""Units of history as units of the game, the catalogue, nations' rules and the sample army."""

from collections import Counter
from itertools import product

import pytest

from battles.engine.armies import facts
from battles.engine.armies.facts import Brigade, HouseRules, Unit
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import (
    EasyUnit,
    easy_units,
    leader_entry,
    map_unit,
    options,
    sample_army,
    traits,
)
from battles.rules.easy_napoleonics.army.catalogue import catalogue
from battles.rules.mini_nap import army as mini_nap

PRINTED = {
    "militia": "2/1 4/1 6/1 4/1 5/1",
    "conscript": "4/1 6/2 8/2 5/1 6/1",
    "seasoned": "6/1 8/3 10/3 6/2 7/2",
    "veteran": "8/2 10/4 12/4 7/3 8/3",
    "elite": "10/3 12/5 14/5 8/4 9/4",
    "guard": "12/4 14/6 16/6 9/5 10/5",
    "old_guard": "14/5 16/7 18/7 10/6 11/6",
}
"""Section 11.1: cost and victory points, kind by kind."""


@pytest.mark.rule("EN-COST-02", "every kind and grade costs and is worth what section 11.1 prints")
def test_the_catalogue_is_the_printed_one() -> None:
    plain = {(row.grade, row.kind): row for row in catalogue() if not row.armored}
    assert len(plain) == 35
    for grade, cells in PRINTED.items():
        rows = [plain[grade, kind] for kind in tables.KINDS]
        assert " ".join(f"{row.cost.value}/{row.victory_points.value}" for row in rows) == cells
    assert all(row.cost.lines and row.victory_points.lines for row in catalogue())


@pytest.mark.rule("EN-RULING-54", "armored rows stand beside heavy cavalry only and bear the surcharge")
def test_armored_rows() -> None:
    rows = [row for row in catalogue(options({"armored_surcharge_per_stand": 2})) if row.armored]
    assert {row.kind for row in rows} == {"heavy_cavalry"}
    assert [row.cost.value for row in rows] == [10, 12, 14, 16, 18, 20, 22]
    assert rows[3].words == "veteran armored heavy cavalry"


@pytest.mark.rule("EN-RULING-64", "the catalogue follows the model of victory points that is played")
def test_the_catalogue_follows_options() -> None:
    flat = {(row.grade, row.kind): row.victory_points.value for row in catalogue(options({"vp_model": "flat3"}))}
    assert {flat[grade, "horse_artillery"] for grade in tables.GRADES} == {3}
    house = HouseRules(name="Birch", overlays={"easy_napoleonics": {"cost.infantry.veteran": 6, "leader_cost": 12}})
    club = options({}, house)
    assert next(row for row in catalogue(club) if row.words == "veteran infantry").cost.value == 12
    assert (leader_entry(club).cost.value, leader_entry().cost.value) == (12, 10)


@pytest.mark.rule("EN-ACTION-01", "rows say what a unit does: actions, moves and dice")
def test_rows_say_what_a_unit_does() -> None:
    battery = next(row for row in catalogue() if row.words == "elite horse artillery")
    assert (battery.stands, battery.needed, battery.actions) == (1, 5, 3)
    assert [(move.formation, move.hexes) for move in battery.moves] == [("limbered", 3), ("unlimbered", 0)]
    assert [(band.label, band.dice) for band in battery.fire] == [("close", 3), ("medium", 2), ("long", 1)]
    assert (leader_entry().move, leader_entry().victory_points.value) == (5, 5)


@pytest.mark.rule("EN-NATION-01", "a nation's rule is told with its rule ID, and whether it is in force")
def test_traits() -> None:
    french = traits("FR", options({"national_rules": "france"}))
    assert (french.tag, french.in_force) == ("france", True)
    assert [effect.rule for effect in french.effects] == ["EN-NATION-03", "EN-NATION-04"]
    assert not traits("FR").in_force
    assert traits("KGL").tag == "england"
    assert (traits("ES").tag, traits("ES").effects) == ("none", ())


@pytest.mark.rule("EN-COST-03", "the sample army of any nation is exactly the printed units and costs 104")
@pytest.mark.rule("EN-RULING-66", "and is worth 30 victory points")
@pytest.mark.rule("MN-ORG-01", "and is a sound Corps under Mini-Nap")
@pytest.mark.parametrize("nation", nations())
def test_the_sample_army_of_each_nation(nation: str) -> None:
    army = sample_army(nation)
    assert Counter((unit.kind, unit.grade) for _, unit in easy_units(army)) == {
        (row.kind, row.grade): row.count for row in tables.SAMPLE_ARMY
    }
    assert easy_napoleonics.army_cost(army).value == 104
    assert easy_napoleonics.army_victory_points(army).value == 30
    assert easy_napoleonics.faults(army) == []
    assert [fault.rule for fault in mini_nap.faults(army)] == ["MN-ORG-15"]


def test_the_sample_army_bears_real_names() -> None:
    names = [place.element.name for place, _ in easy_units(sample_army("PR"))]
    assert names[:2] == ["1/IR 1", "2/IR 1"]
    assert "6-pdr Foot Battery No. 1" in names
    with pytest.raises(ValueError, match=r"XX is not the code of a nation[.] The codes are FR, GB"):
        sample_army("XX")


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
        "one unit of history, with any number of men or guns: one unit (EN-RULING-92); "
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
    with pytest.raises(ValueError, match="Bonnet is not a unit"):
        map_unit(Place(Brigade(name="Bonnet", kind="infantry"), (), "FR"))
