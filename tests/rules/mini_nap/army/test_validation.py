"""MN-VAL and MN-WEAPON: what each unit must record and what is unusual about it."""

from typing import Any

import pytest

from battles.engine.armies.facts import Army
from battles.rules.mini_nap.army import faults
from tests.rules.mini_nap.builders.armies import edit, find, found, sound, swap, unit

BATTALION, HORSE, BATTERY, TROOP = "2nd Ligne 1 1", "Hussars", "1st Battery 1", "Troop"


def with_changes(identity: str, **changes: Any) -> Army:
    return edit(sound(), identity, **changes)


@pytest.mark.rule("MN-VAL-01", "every id once")
def test_ids_are_unique() -> None:
    assert found(with_changes("1st Ligne 1 1", id=BATTALION)) == [("error", "MN-VAL-01", BATTALION)]


@pytest.mark.rule("MN-VAL-01", "siblings of one name are noted, cousins are not")
def test_names_of_siblings() -> None:
    assert found(with_changes("1st Ligne 1 2", name="1st LIGNE 1 1 ")) == [("info", "MN-VAL-01", "1st Ligne 1 2")]
    assert found(with_changes("2nd Foot 1", name="1st Foot 1")) == []
    assert found(with_changes("2nd Division", name="1st Division")) == [("info", "MN-VAL-01", "2nd Division")]
    twins = sound()
    assert ("info", "MN-VAL-01", "copy") in found(
        sound(children=(*twins.children, edit(twins, "I Corps", id="copy").children[0]))
    )
    assert found(with_changes("1st Ligne 1 2", name="")) == found(
        edit(with_changes("1st Ligne 1 2", name=""), "1st Ligne 1 1", name="")
    )


@pytest.mark.rule("MN-VAL-01", "an element without an id is named by its place")
def test_no_id() -> None:
    assert found(with_changes(BATTALION, id="", men=None)) == [("error", "MN-VAL-02", "0.1.0.0")]


@pytest.mark.rule("MN-RATE-06", "a unit without one of the five ratings is an error")
@pytest.mark.rule("MN-VAL-02", "type and rating come from the lists")
def test_unknown_type_or_rating() -> None:
    assert found(with_changes(BATTALION, type="dragons")) == [("error", "MN-VAL-02", BATTALION)]
    assert found(with_changes(BATTALION, quality="superb")) == [("error", "MN-VAL-02", BATTALION)]


@pytest.mark.rule("MN-VAL-02", "foot and horse need men, a battery needs guns")
@pytest.mark.parametrize(
    ("identity", "changes"),
    [
        (BATTALION, {"men": None}),
        (BATTALION, {"men": 0}),
        (HORSE, {"men": -1}),
        (BATTERY, {"guns": None, "men": 120}),
        (BATTERY, {"guns": 0}),
        (TROOP, {"guns": None}),
    ],
)
def test_men_and_guns_are_needed(identity: str, changes: dict[str, Any]) -> None:
    assert found(with_changes(identity, **changes)) == [("error", "MN-VAL-02", identity)]
    assert found(with_changes(BATTERY, men=None)) == []


@pytest.mark.rule("MN-VAL-03", "only a battery has a weight of guns")
def test_weight_of_foot() -> None:
    assert found(with_changes(BATTALION, gun_weight="light")) == [("error", "MN-VAL-03", BATTALION)]


@pytest.mark.rule("MN-RULING-93", "guns recorded with foot are a note")
@pytest.mark.rule("MN-SP-01", "guns recorded with a battalion are noted: they add nothing")
def test_guns_of_foot() -> None:
    assert found(with_changes(BATTALION, guns=2)) == [("info", "MN-SP-01", BATTALION)]
    assert found(with_changes(BATTALION, guns=0)) == []


@pytest.mark.rule("MN-WEAPON-03", "a battery has one weight")
def test_battery_without_weight() -> None:
    assert found(with_changes(BATTERY, gun_weight=None)) == [("error", "MN-WEAPON-03", BATTERY)]
    for weight in ("light", "medium", "heavy"):
        assert found(with_changes(BATTERY, gun_weight=weight)) == []


@pytest.mark.rule("MN-VAL-03", "a heavy horse battery is an error")
@pytest.mark.rule("MN-WEAPON-04", "horse artillery is never heavy")
def test_heavy_horse_artillery() -> None:
    army = swap(sound(), "1st Battery 2", unit("Horse guns", "horse_artillery", gun_weight="heavy"))
    assert found(army) == [("error", "MN-WEAPON-04", "Horse guns")]
    assert found(edit(army, "Horse guns", gun_weight="medium")) == []


@pytest.mark.rule("MN-VAL-08", "irregular needs light cavalry of Russian or Ottoman nation, with lancer false")
@pytest.mark.rule("MN-TYPE-10", "irregular is Russian or Ottoman light cavalry that is not lancers (MN-VAL-08)")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"nation": "RU"}, 0),
        ({"nation": "OT"}, 0),
        ({"nation": "FR"}, 1),
        ({"nation": "AT"}, 1),
        ({"nation": "RU", "lancer": True}, 1),
        ({"nation": "AT", "lancer": True}, 2),
    ],
)
def test_irregulars(changes: dict[str, Any], wrong: int) -> None:
    assert found(with_changes(HORSE, irregular=True, **changes)) == [("error", "MN-TYPE-10", HORSE)] * wrong


@pytest.mark.rule("MN-TYPE-10", "no other type is irregular")
def test_irregular_foot() -> None:
    assert found(with_changes(BATTALION, irregular=True, nation="RU")) == [("error", "MN-TYPE-10", BATTALION)]


@pytest.mark.rule("MN-VAL-25", "the lancer flag on any but light cavalry is a warning (MN-RULING-93)")
@pytest.mark.rule("MN-TYPE-09", "lancers are light cavalry (MN-VAL-25)")
@pytest.mark.parametrize("identity", ["Cuirassiers 1", BATTALION, BATTERY])
def test_lancers_of_another_type(identity: str) -> None:
    assert found(with_changes(identity, lancer=True)) == [("warning", "MN-TYPE-09", identity)]
    assert found(with_changes(HORSE, lancer=True)) == []


@pytest.mark.rule("MN-VAL-26", "over 8 guns is unusual outside Russia, over 12 anywhere")
@pytest.mark.parametrize(
    ("nation", "guns", "wanted"),
    [
        ("FR", 8, []),
        ("FR", 9, [("warning", "MN-VAL-26"), ("info", "MN-VAL-27")]),
        ("RU", 9, [("info", "MN-VAL-27")]),
        ("RU", 12, [("info", "MN-VAL-27")]),
        ("RU", 13, [("warning", "MN-VAL-26"), ("info", "MN-VAL-27")]),
    ],
)
def test_large_batteries(nation: str, guns: int, wanted: list[tuple[str, str]]) -> None:
    army = with_changes(BATTERY, nation=nation, guns=guns)
    assert found(army) == [(*fault, BATTERY) for fault in wanted]


@pytest.mark.rule("MN-VAL-27", "a horse battery usually has 6 guns, a foot battery 6 to 8")
@pytest.mark.parametrize(
    ("identity", "guns", "noted"),
    [(TROOP, 6, 0), (TROOP, 5, 1), (TROOP, 8, 1), (BATTERY, 6, 0), (BATTERY, 8, 0), (BATTERY, 5, 1), (BATTERY, 4, 1)],
)
def test_usual_batteries(identity: str, guns: int, noted: int) -> None:
    assert found(with_changes(identity, guns=guns)) == [("info", "MN-VAL-27", identity)] * noted


@pytest.mark.rule("MN-VAL-31", "under 150 men or 4 guns a unit is raised to 2 points, and it is said")
def test_weak_units() -> None:
    assert found(with_changes(BATTALION, men=150)) == []
    assert found(with_changes(BATTALION, men=149)) == [("info", "MN-VAL-31", BATTALION)]
    assert found(with_changes(HORSE, men=1)) == [("info", "MN-VAL-31", HORSE)]
    weak = found(with_changes(BATTERY, guns=3))
    assert weak == [("info", "MN-VAL-31", BATTERY), ("info", "MN-VAL-27", BATTERY)]
    assert found(with_changes(BATTERY, guns=1)) == weak
    assert found(with_changes(BATTERY, guns=4)) == [("info", "MN-VAL-27", BATTERY)]


@pytest.mark.rule("MN-VAL-02", "each sentence names the thing, says what is wrong and why")
def test_sentences() -> None:
    army = edit(with_changes(BATTALION, men=None), "Troop", gun_weight="heavy")
    assert [fault.sentence for fault in faults(army)] == [
        "2nd Ligne 1 1 has no number of men: a battalion needs one for its strength points.",
        "Troop is heavy artillery in Heavy Brigade: a cavalry Brigade has none.",
        "Troop is heavy horse artillery: horse artillery is light or medium.",
    ]
    assert find(army, BATTALION).element.name in faults(army)[0].sentence
    assert faults(with_changes(BATTALION, men=None, name=""))[0].sentence.startswith("A unit without a name has no")
