"""The catalogue, the nations' rules and the sample basic army."""

from collections import Counter

import pytest

from armies.rules import easy_napoleonics, mini_nap
from armies.rules.easy_napoleonics import easy_units, leader_entry, options, sample_army, traits
from armies.rules.easy_napoleonics.catalogue import catalogue
from armies.rules.facts import HouseRules
from armies.rules.nations import nations
from battles.rules.easy_napoleonics import tables

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
    with pytest.raises(ValueError, match="XX is no nation's code: the codes are FR, GB"):
        sample_army("XX")
