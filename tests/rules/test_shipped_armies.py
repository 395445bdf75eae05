"""The four shipped orders of battle under both systems: what became of the units that are out of the ordinary."""

from collections import Counter
from importlib import resources

import pytest

from armies.exchange import read
from battles.engine.armies.facts import ARTILLERY, Army, Unit
from battles.engine.armies.tree import Place, walk
from battles.rules.easy_napoleonics import army as easy_napoleonics
from battles.rules.mini_nap import army as mini_nap

ARMIES: dict[str, Army] = {
    f"{battle} {army.nation}": army
    for battle in ("austerlitz-1805", "lutzen-1813", "quatre-bras-1815", "salamanca-1812")
    for army in read(resources.files("armies").joinpath(f"data/oob/{battle}.json").read_bytes()).armies
}
UNITS: list[tuple[Army, Place, Unit]] = [
    (army, place, place.element) for army in ARMIES.values() for place in walk(army) if isinstance(place.element, Unit)
]


def pairs(flag: str) -> list[tuple[Unit, mini_nap.MiniNapUnit, easy_napoleonics.EasyUnit]]:
    """The units with that flag, under both systems."""
    return [
        (unit, mini_nap.map_unit(place), easy_napoleonics.map_unit(place))
        for _, place, unit in UNITS
        if getattr(unit, flag)
    ]


@pytest.mark.rule("MN-TYPE-09", "every lancer regiment is lancers, and light cavalry in the other game")
def test_lancers() -> None:
    found = pairs("lancer")
    assert len(found) == 9
    assert {(mini.kind, mini.lancer, easy.kind) for _, mini, easy in found} == {("lancer", True, "light_cavalry")}


@pytest.mark.rule("MN-TYPE-10", "every Cossack regiment is Russian, irregular and in skirmish line")
@pytest.mark.rule("EN-RULING-94", "untrained Cossacks are militia, those of the Guard keep their grade")
def test_irregulars() -> None:
    found = pairs("irregular")
    assert [(unit.name, easy.grade) for unit, _, easy in found] == [
        ("Sysoev Cossacks", "militia"),
        ("Melentiev Cossacks", "militia"),
        ("Denisov Cossacks", "militia"),
        ("Life Guard Cossacks", "elite"),
    ]
    for _, mini, _ in found:
        assert (mini.kind, mini.nation, mini.lancer) == ("irregular", "russian", False)
        assert [formation.formation for formation in mini.formations] == ["skirmish_line"]


@pytest.mark.rule(
    "EN-RULING-95", "cuirassiers who wore the cuirass are armored heavy cavalry; the Prussians of 1813 not"
)
def test_armour() -> None:
    assert [(unit.name, easy.words) for unit, _, easy in pairs("armoured")] == [
        ("Nassau Cuirassiers No. 5", "veteran armored heavy cavalry"),
        ("Lothringen Cuirassiers No. 7", "elite armored heavy cavalry"),
        ("Kaiser Cuirassiers No. 1", "elite armored heavy cavalry"),
        ("8e Cuirassiers", "elite armored heavy cavalry"),
    ]


@pytest.mark.rule("MN-RULING-91", "the Legion is British without a British bonus, and England's in the other game")
def test_the_legion() -> None:
    found = pairs("kgl")
    assert len(found) == 11
    for unit, mini, easy in found:
        assert "KGL" in unit.name
        assert (mini.nation, mini.kgl, mini.bonuses, easy.nation_tag) == ("british", True, (), "england")


@pytest.mark.rule("MN-FIRE-37", "the Guards have their die, and are guard in the other game")
def test_guards() -> None:
    guards = [(place, unit) for _, place, unit in UNITS if unit.quality == "guard"]
    assert len(guards) == 24
    for place, unit in guards:
        mini = mini_nap.map_unit(place)
        foot = unit.type in ("line_infantry", "light_infantry")
        assert ("MN-FIRE-37" in {bonus.rule for bonus in mini.bonuses}) is foot
        assert not mini.removed_at_one
        assert easy_napoleonics.map_unit(place).grade == "guard"


@pytest.mark.rule("MN-WEAPON-04", "every battery has its weight and its guns, no horse battery is heavy")
@pytest.mark.rule("MN-FIRE-38", "Royal Artillery has its die, whatever its rating; allied batteries have not")
def test_batteries() -> None:
    for army, place, unit in UNITS:
        mini = mini_nap.map_unit(place)
        assert (mini.dice is not None) is (unit.type in ARTILLERY), unit.name
        if unit.type in ARTILLERY:
            bonus = {bonus.rule for bonus in mini.bonuses}
            assert ("MN-FIRE-38" in bonus) is (place.nation == "GB" and not unit.kgl)
            assert ("MN-FIRE-39" in bonus) is (place.nation == "FR" and unit.quality in ("guard", "elite"))
            assert 2 <= mini.points <= 6
            assert not (unit.type == "horse_artillery" and unit.gun_weight == "heavy")
        assert mini.points > 0, (army.name, unit.name)


@pytest.mark.rule("MN-RULING-87", "each Corps of the four battles is read in the table of the nation that commands it")
def test_command_nations() -> None:
    nations = {
        key: Counter(
            mini_nap.command_nation(place, army) for place in walk(army) if type(place.element).__name__ == "Corps"
        )
        for key, army in ARMIES.items()
    }
    assert nations == {
        "austerlitz-1805 FR": {"FR": 2},
        "austerlitz-1805 RU": {"RU": 4, "AT": 3},
        "lutzen-1813 FR": {"FR": 1},
        "lutzen-1813 PR": {"PR": 2, "RU": 1},
        "quatre-bras-1815 FR": {"FR": 3},
        "quatre-bras-1815 GB": {"GB": 2},
        "salamanca-1812 FR": {"FR": 1},
        "salamanca-1812 GB": {"GB": 1},
    }


@pytest.mark.rule("MN-VAL-09", "no army of history breaks a rule, but for the number of its Corps")
@pytest.mark.parametrize("key", ARMIES)
def test_errors_of_the_shipped_armies(key: str) -> None:
    errors = [fault.rule for fault in mini_nap.faults(ARMIES[key]) if fault.severity == "error"]
    assert errors == (["MN-VAL-09"] if len(ARMIES[key].children) > 1 else [])
    assert not [fault for fault in easy_napoleonics.faults(ARMIES[key]) if fault.severity == "error"]


STANDS_AND_LEAST = {
    "line_infantry": (2, 1, 0),
    "light_infantry": (2, 1, 0),
    "light_cavalry": (2, 2, 2),
    "medium_cavalry": (2, 3, 2),
    "heavy_cavalry": (2, 3, 2),
    "foot_artillery": (1, 4, 1),
    "horse_artillery": (1, 5, 1),
}
"""By type: stands, cost of a stand of militia, offset of the victory points."""
STEPS = {"untrained": 1, "trained": 2, "veteran": 3, "elite": 4, "guard": 5}
"""By quality: grades above militia."""


@pytest.mark.rule("EN-COST-01", "an army costs, and is worth, what its units come to when counted by hand")
@pytest.mark.parametrize("key", ARMIES)
def test_totals_of_the_shipped_armies(key: str) -> None:
    army, cost, worth = ARMIES[key], 10, 5
    for unit in (place.element for place in walk(army) if isinstance(place.element, Unit)):
        stands, least, offset = STANDS_AND_LEAST[unit.type]
        step = 0 if unit.irregular and unit.quality == "untrained" else STEPS[unit.quality]
        cost += stands * (least + step)
        worth += max(1, step - 1 + offset)
    assert easy_napoleonics.army_cost(army).value == cost
    assert easy_napoleonics.army_victory_points(army).value == worth
