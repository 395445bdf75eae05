"""What the faults of Mini-Nap say: each sentence whole, with its rule and its severity."""

from typing import Any

import pytest

from battles.engine.armies.facts import Army
from battles.rules.mini_nap.army import faults
from tests.rules.mini_nap.builders.armies import brigade, corps, edit, find, many, sound, swap, unit

FOOT, HORSE, MIXED, GUNS = "1st Foot 1", "Light Brigade", "Advance", "1st Guns"
KINDS = {FOOT: "infantry", HORSE: "cavalry", MIXED: "mixed", GUNS: "artillery"}


def holding(where: str, *units: Any, **changes: Any) -> Army:
    return swap(sound(), where, brigade(where, KINDS[where], *units, **changes))


def changed(identity: str, **changes: Any) -> Army:
    return edit(sound(), identity, **changes)


def beside(identity: str, *more: Any) -> Army:
    return swap(sound(), identity, find(sound(), identity).element, *more)


LANCERS = many(2, "Lancers", "light_cavalry")
LIGHT = many(2, "Light", "light_infantry")
HUSSARS = unit("Hussars", "light_cavalry")
HEAVY = unit("12-pdrs", "foot_artillery", gun_weight="heavy")
BATTERY, TROOP, BATTALION = "1st Battery 1", "Troop", "2nd Ligne 1 1"

SAID: list[tuple[str, str, Army, str]] = [
    ("MN-ORG-01", "error", sound(children=()), "The army is empty: a side has one or more Corps."),
    ("MN-ORG-01", "error", holding(FOOT), "1st Foot 1 is empty: a Brigade has one or more units."),
    (
        "MN-ORG-01",
        "error",
        changed("Cavalry", children=()),
        "Cavalry is empty: a Division has one or more Brigades.",
    ),
    (
        "MN-ORG-01",
        "error",
        beside("I Corps", corps("II Corps")),
        "II Corps is empty: a Corps has one or more Divisions.",
    ),
    (
        "MN-ORG-01",
        "error",
        beside(MIXED, unit("Loose")),
        "Loose is directly under 1st Division: every unit belongs to a Brigade.",
    ),
    (
        "MN-ORG-14",
        "error",
        beside("Cavalry", brigade("Reserve", "infantry", *many(2, "Grenadiers"))),
        "Reserve is directly under I Corps: every Brigade belongs to a Division.",
    ),
    (
        "MN-ORG-14",
        "error",
        beside("I Corps", unit("Loose")),
        "Loose is directly under the army: every unit belongs to a Brigade.",
    ),
    (
        "MN-ORG-01",
        "error",
        sound(children=sound().children[0].children),
        "1st Division is directly under the army: every Division belongs to a Corps.",
    ),
    (
        "MN-ORG-02",
        "error",
        changed(FOOT, kind="grand"),
        "1st Foot 1 is of the kind grand: a Brigade is infantry, cavalry, mixed or division artillery.",
    ),
    (
        "MN-ORG-03",
        "error",
        holding(FOOT, *many(2, "Ligne"), HUSSARS),
        "Hussars is a regiment in 1st Foot 1: an infantry Brigade holds no cavalry; declare it mixed.",
    ),
    (
        "MN-ORG-04",
        "warning",
        holding(FOOT, unit("Ligne")),
        "1st Foot 1 has 1 battalion: an infantry Brigade has 2 to 10.",
    ),
    (
        "MN-ORG-04",
        "warning",
        holding(FOOT, *many(11, "Ligne")),
        "1st Foot 1 has 11 battalions: an infantry Brigade has 2 to 10.",
    ),
    (
        "MN-ORG-04",
        "warning",
        holding(FOOT, unit("Battery", "foot_artillery")),
        "1st Foot 1 has no battalion: an infantry Brigade has 2 to 10.",
    ),
    (
        "MN-ORG-04",
        "warning",
        holding(FOOT, *many(2, "Ligne"), *many(2, "Battery", "foot_artillery")),
        "1st Foot 1 has 2 batteries: an infantry Brigade has at most 1.",
    ),
    (
        "MN-ORG-05",
        "error",
        holding(HORSE, *LANCERS, unit("Voltigeurs", "light_infantry")),
        "Voltigeurs is a battalion in Light Brigade: a cavalry Brigade holds no infantry; declare it mixed.",
    ),
    (
        "MN-ORG-06",
        "warning",
        holding(HORSE, unit("Horse guns", "horse_artillery")),
        "Light Brigade has no regiment: a cavalry Brigade has 1 or 2.",
    ),
    (
        "MN-ORG-06",
        "info",
        holding(HORSE, *many(3, "Lancers", "light_cavalry")),
        "Light Brigade has 3 regiments: a cavalry Brigade has 1 or 2, that is very occasional.",
    ),
    (
        "MN-ORG-06",
        "warning",
        holding(HORSE, *LANCERS, *many(2, "Horse guns", "horse_artillery")),
        "Light Brigade has 2 horse batteries: a cavalry Brigade has at most 1.",
    ),
    (
        "MN-ORG-07",
        "error",
        holding(HORSE, *LANCERS, unit("Foot guns", "foot_artillery")),
        "Foot guns is foot artillery in Light Brigade: a cavalry Brigade has horse batteries only.",
    ),
    (
        "MN-ORG-08",
        "error",
        holding(MIXED, *LIGHT, HUSSARS, HEAVY),
        "12-pdrs is heavy artillery in Advance: a mixed Brigade has none.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *many(6, "Light", "light_infantry"), HUSSARS),
        "Advance has 6 battalions: a mixed Brigade is small, at most 5.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *LANCERS),
        "Advance has no infantry: a mixed Brigade has both foot and horse.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *LIGHT),
        "Advance has no cavalry: a mixed Brigade has both foot and horse.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *LIGHT, HUSSARS, *many(2, "Battery", "foot_artillery")),
        "Advance has 2 batteries: a mixed Brigade has at most 1, this is rare.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *LIGHT, HUSSARS, *many(3, "Battery", "foot_artillery")),
        "Advance has 3 batteries: a mixed Brigade has at most 1.",
    ),
    (
        "MN-ORG-09",
        "info",
        holding(MIXED, *LIGHT, HUSSARS, unit("Ligne")),
        "Ligne is line infantry in Advance: a mixed Brigade has it only on occasion.",
    ),
    (
        "MN-ORG-09",
        "warning",
        holding(MIXED, *LIGHT, unit("Dragoons", "medium_cavalry")),
        "Dragoons is medium cavalry in Advance: a mixed Brigade has light cavalry.",
    ),
    (
        "MN-ORG-10",
        "error",
        holding(GUNS, unit("Battery", "foot_artillery"), HUSSARS),
        "Hussars is a regiment in 1st Guns: a division artillery Brigade holds batteries only.",
    ),
    (
        "MN-ORG-11",
        "warning",
        holding(GUNS, *many(3, "Battery", "foot_artillery")),
        "1st Guns has 3 batteries: division artillery has 1 or 2.",
    ),
    (
        "MN-ORG-11",
        "warning",
        beside(GUNS, brigade("More guns", "artillery", unit("Battery", "foot_artillery"))),
        "More guns is an extra division artillery Brigade of 1st Division: more than one is very rare.",
    ),
    (
        "MN-ORG-11",
        "warning",
        changed("1st Division", kind="mixed"),
        "1st Guns is misplaced: division artillery belongs to infantry Divisions (1st Division: mixed, declared).",
    ),
    (
        "MN-ORG-12",
        "warning",
        holding(FOOT, *many(2, "Ligne"), HEAVY),
        "12-pdrs is a heavy foot battery in 1st Foot 1: reserve artillery goes to the division artillery.",
    ),
    (
        "MN-ORG-13",
        "warning",
        beside(FOOT, brigade("Reserve", "cavalry", *LANCERS, reserve=True)),
        "Reserve was a Corps reserve: a reserve cavalry Brigade joins a cavalry or mixed Division "
        "(1st Division: infantry, declared).",
    ),
    (
        "MN-ORG-13",
        "warning",
        beside(HORSE, brigade("Reserve", "infantry", *many(2, "Grenadiers"), reserve=True)),
        "Reserve was a Corps reserve: a reserve infantry Brigade joins an infantry or mixed Division "
        "(Cavalry: cavalry, declared).",
    ),
    (
        "MN-ORG-15",
        "info",
        swap(sound(), "2nd Division"),
        "The army has 22 units: the game is meant for about 35 to 50 a side.",
    ),
    (
        "MN-ORG-16",
        "info",
        changed(GUNS, commander="Marion"),
        "1st Guns has a commander named, but division artillery has no command stand.",
    ),
    (
        "MN-VAL-01",
        "error",
        changed("1st Ligne 1 1", id=BATTALION),
        "The id 2nd Ligne 1 1 is used 2 times: every element has its own.",
    ),
    (
        "MN-VAL-02",
        "error",
        changed("Hussars", men=None),
        "Hussars has no number of men: a regiment needs one for its strength points.",
    ),
    ("MN-VAL-02", "error", changed(BATTALION, men=0), "2nd Ligne 1 1 has 0 men: a battalion has at least 1."),
    (
        "MN-VAL-02",
        "error",
        changed(BATTERY, guns=None),
        "1st Battery 1 has no number of guns: a battery needs one for its strength points.",
    ),
    ("MN-VAL-02", "error", changed(BATTERY, guns=0), "1st Battery 1 has 0 guns: a battery has at least 1."),
    (
        "MN-VAL-02",
        "error",
        changed(BATTALION, quality="superb"),
        "2nd Ligne 1 1 is rated superb: a unit has one of the five ratings.",
    ),
    (
        "MN-VAL-03",
        "error",
        changed(BATTALION, gun_weight="light"),
        "2nd Ligne 1 1 has light guns recorded: only a battery has a weight of guns.",
    ),
    (
        "MN-SP-01",
        "info",
        changed(BATTALION, guns=2),
        "2nd Ligne 1 1 has 2 guns recorded: only its men count for strength.",
    ),
    (
        "MN-WEAPON-03",
        "error",
        changed(BATTERY, gun_weight=None),
        "1st Battery 1 has no weight of guns: a battery is light, medium or heavy.",
    ),
    (
        "MN-VAL-26",
        "warning",
        changed(BATTERY, guns=9),
        "1st Battery 1 has 9 guns: a battery outside Russia has at most 8, and none has over 6 strength points.",
    ),
    (
        "MN-VAL-26",
        "warning",
        changed(BATTERY, guns=13, nation="RU"),
        "1st Battery 1 has 13 guns: a Russian battery has at most 12, and none has over 6 strength points.",
    ),
    (
        "MN-VAL-27",
        "info",
        changed(BATTERY, guns=5),
        "1st Battery 1 has 5 guns: a foot battery usually has 6 to 8.",
    ),
    ("MN-VAL-27", "info", changed(TROOP, guns=8), "Troop has 8 guns: a horse battery usually has 6."),
    (
        "MN-VAL-31",
        "info",
        changed(BATTERY, guns=1),
        "1st Battery 1 has 1 gun: it is raised to 2 strength points.",
    ),
    ("MN-VAL-31", "info", changed(BATTALION, men=1), "2nd Ligne 1 1 has 1 man: it is raised to 2 strength points."),
    (
        "MN-VAL-31",
        "info",
        changed(BATTALION, men=149),
        "2nd Ligne 1 1 has 149 men: it is raised to 2 strength points.",
    ),
    (
        "MN-TYPE-10",
        "error",
        changed("Hussars", irregular=True, nation="PL"),
        "Hussars is irregular and PL: only Russian and Ottoman cavalry is irregular.",
    ),
    (
        "MN-TYPE-10",
        "error",
        changed(BATTALION, irregular=True, nation="RU"),
        "2nd Ligne 1 1 is irregular line infantry: only light cavalry is irregular.",
    ),
    (
        "MN-TYPE-09",
        "warning",
        changed("Cuirassiers 1", lancer=True),
        "Cuirassiers 1 is marked as lancers: lancers are light cavalry.",
    ),
    (
        "MN-VAL-09",
        "error",
        beside("I Corps", corps("II Corps")),
        "The army has 2 Corps: a side has at most 1, unless the option “Most Corps per side” allows more.",
    ),
]


@pytest.mark.rule("MN-VAL-01", "every fault says what is wrong where, and what the rule has instead")
@pytest.mark.parametrize(
    ("rule", "severity", "army", "sentence"), SAID, ids=[f"{at[0]} {n}" for n, at in enumerate(SAID)]
)
def test_each_fault_in_words(rule: str, severity: str, army: Army, sentence: str) -> None:
    assert (severity, rule, sentence) in {(fault.severity, fault.rule, fault.sentence) for fault in faults(army)}


@pytest.mark.rule("MN-TYPE-10", "a nation that is not known, and one not given, are said as they are")
def test_an_unknown_nation_in_words() -> None:
    army = edit(sound(nation=""), "I Corps", nation="")
    said = faults(edit(army, "Hussars", irregular=True))
    assert [fault.sentence for fault in said] == [
        "Hussars is irregular and without a nation: only Russian and Ottoman cavalry is irregular."
    ]


@pytest.mark.rule("MN-ORG-01", "an empty Brigade is said to be empty, and not to be too small as well")
@pytest.mark.parametrize("where", KINDS)
def test_an_empty_brigade_is_one_fault(where: str) -> None:
    beside_it = [fault.rule for fault in faults(holding(where)) if fault.element == where]
    assert beside_it == ["MN-ORG-01"]
