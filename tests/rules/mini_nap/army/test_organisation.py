"""MN-ORG: the tree of an army, its Brigades by kind, its artillery and its reserves."""

from typing import Any

import pytest

from battles.engine.armies.facts import Army
from battles.engine.armies.tree import totals
from battles.rules.mini_nap.army import division_kind, faults, has_command_stand
from tests.rules.mini_nap.builders.armies import brigade, corps, division, edit, find, found, many, sound, swap, unit

FOOT, HORSE, MIXED, GUNS = "1st Foot 1", "Light Brigade", "Advance", "1st Guns"
KINDS = {FOOT: "infantry", HORSE: "cavalry", MIXED: "mixed", GUNS: "artillery"}


def holding(where: str, *units: Any) -> Army:
    """The sound army with that Brigade holding these units instead."""
    return swap(sound(), where, brigade(where, KINDS[where], *units))


@pytest.mark.rule("MN-ORG-01", "a sound army has nothing to find")
def test_a_sound_army_is_silent() -> None:
    assert faults(sound()) == []
    assert found(sound(), org_strict=True) == []


# The tree


@pytest.mark.rule("MN-ORG-01", "an army has Corps, and no level is empty")
def test_empty_formations() -> None:
    assert found(sound(children=())) == [("error", "MN-ORG-01", "")]
    for identity in ("I Corps", "Cavalry", HORSE):
        assert ("error", "MN-ORG-01", identity) in found(edit(sound(), identity, children=()))


@pytest.mark.rule("MN-ORG-01", "every Division is in a Corps")
def test_a_division_outside_corps() -> None:
    army = sound()
    loose = moved_to_the_top(army, "Cavalry")
    assert found(loose) == [("error", "MN-ORG-01", "Cavalry")]


def moved_to_the_top(army: Army, identity: str) -> Army:
    """``army`` with the element of that id moved directly under the army."""
    element = find(army, identity).element
    left = swap(army, identity)
    return sound(children=(*left.children, element))


@pytest.mark.rule("MN-ORG-01", "every unit belongs to a Brigade")
def test_a_unit_under_a_division() -> None:
    army = swap(sound(), "Advance", find(sound(), "Advance").element, unit("Loose"))
    assert found(army) == [("error", "MN-ORG-01", "Loose")]


@pytest.mark.rule("MN-VAL-01", "the structure is an error where a level is missing")
@pytest.mark.rule("MN-ORG-14", "no Brigade and no unit is left directly under the Corps or the army")
def test_left_under_the_corps() -> None:
    reserve = brigade("Reserve", "infantry", *many(2, "Grenadiers"))
    for loose in (reserve, unit("Grenadiers")):
        army = sound()
        under_corps = edit(army, "I Corps", children=(*find(army, "I Corps").element.children, loose))
        under_army = sound(children=(*army.children, loose))
        assert found(under_corps) == found(under_army) == [("error", "MN-ORG-14", loose.id)]


@pytest.mark.rule("MN-ORG-02", "a Brigade is of one of four kinds")
def test_unknown_kind() -> None:
    assert found(edit(sound(), FOOT, kind="grand")) == [("error", "MN-ORG-02", FOOT)]


@pytest.mark.rule("MN-VAL-30", "a side outside 35 to 50 units is a note")
@pytest.mark.rule("MN-ORG-15", "35 to 50 units a side")
def test_size_of_a_side() -> None:
    army = sound()
    larger = holding(FOOT, *many(10, "Ligne"))
    assert totals(larger).units == 48
    fifty = swap(larger, "2nd Ligne 1 1", *many(3, "Grenadiers"))
    assert found(fifty) == []
    assert found(swap(fifty, "2nd Ligne 2 1", *many(2, "Léger", "light_infantry"))) == [("info", "MN-ORG-15", "")]
    fewer = swap(swap(army, "2nd Foot 1"), "1st Ligne 1 1")
    assert totals(fewer).units == 35
    assert found(fewer) == []
    assert found(swap(fewer, "1st Ligne 2 1")) == [("info", "MN-ORG-15", "")]


@pytest.mark.rule("MN-RULING-93", "a commander named for division artillery is a note")
@pytest.mark.rule("MN-ORG-16", "division artillery has no command stand; a commander named there is noted")
def test_command_stands() -> None:
    assert found(edit(sound(), GUNS, commander="Colonel Marion")) == [("info", "MN-ORG-16", GUNS)]
    assert found(edit(sound(), FOOT, commander="General Husson")) == []
    stands = [has_command_stand(brigade("B", kind)) for kind in ("infantry", "cavalry", "mixed", "artillery")]
    assert stands == [True, True, True, False]


@pytest.mark.rule("MN-ORG-17", "division artillery is a Brigade wherever a rule says Brigade")
def test_division_artillery_is_a_brigade() -> None:
    empty = found(edit(sound(), GUNS, children=()))
    assert ("error", "MN-ORG-01", GUNS) in empty
    only = edit(sound(), "1st Division", children=(find(sound(), GUNS).element,))
    assert ("error", "MN-ORG-01", "1st Division") not in found(only)
    loose = edit(sound(), "I Corps", children=(*sound().children[0].children, brigade("Guns", "artillery", unit("G"))))
    assert ("error", "MN-ORG-14", "Guns") in found(loose)


# Infantry Brigades


@pytest.mark.rule("MN-VAL-06", "what the kind of a Brigade forbids is an error")
@pytest.mark.rule("MN-RULING-65", "cavalry in an infantry Brigade is an error; such a Brigade is to be declared mixed")
@pytest.mark.rule("MN-ORG-03", "an infantry Brigade holds no cavalry")
def test_cavalry_in_an_infantry_brigade() -> None:
    army = holding(FOOT, *many(4, "Ligne"), unit("Dragoons", "medium_cavalry"))
    assert found(army) == [("error", "MN-ORG-03", "Dragoons")]
    assert "declare it mixed" in faults(army)[0].sentence


@pytest.mark.rule("MN-VAL-20", "the size of an infantry Brigade is a guide: a warning")
@pytest.mark.rule("MN-ORG-04", "2 to 10 battalions and at most 1 battery")
@pytest.mark.parametrize(
    ("battalions", "batteries", "wrong"),
    [(2, 1, 0), (10, 0, 0), (1, 0, 1), (0, 1, 1), (11, 0, 1), (4, 2, 1), (1, 2, 2)],
)
def test_size_of_an_infantry_brigade(battalions: int, batteries: int, wrong: int) -> None:
    army = holding(FOOT, *many(battalions, "Ligne"), *many(batteries, "Battery", "foot_artillery"))
    assert found(army) == [("warning", "MN-ORG-04", FOOT)] * wrong


# Cavalry Brigades


@pytest.mark.rule("MN-VAL-06", "foot in a cavalry Brigade is an error")
@pytest.mark.rule("MN-ORG-05", "a cavalry Brigade holds no infantry")
def test_infantry_in_a_cavalry_brigade() -> None:
    army = holding(HORSE, *many(2, "Lancers", "light_cavalry"), unit("Voltigeurs", "light_infantry"))
    assert found(army) == [("error", "MN-ORG-05", "Voltigeurs")]


@pytest.mark.rule("MN-VAL-21", "the size of a cavalry Brigade is a guide: a warning")
@pytest.mark.rule("MN-VAL-33", "three regiments are a note")
@pytest.mark.rule("MN-ORG-06", "1 or 2 regiments are usual, 3 a note, more a warning; at most 1 horse battery")
@pytest.mark.parametrize(
    ("regiments", "batteries", "wanted"),
    [
        (1, 1, []),
        (2, 0, []),
        (3, 0, ["info"]),
        (4, 0, ["warning"]),
        (5, 0, ["warning"]),
        (0, 1, ["warning"]),
        (2, 2, ["warning"]),
    ],
)
def test_size_of_a_cavalry_brigade(regiments: int, batteries: int, wanted: list[str]) -> None:
    army = holding(
        HORSE, *many(regiments, "Lancers", "light_cavalry"), *many(batteries, "Horse guns", "horse_artillery")
    )
    assert found(army) == [(severity, "MN-ORG-06", HORSE) for severity in wanted]


@pytest.mark.rule("MN-ORG-06", "the sentence tells the rare from the unknown")
def test_words_of_a_large_cavalry_brigade() -> None:
    words = [faults(holding(HORSE, *many(n, "Lancers", "light_cavalry")))[0].sentence for n in (3, 4, 5)]
    assert [word.rsplit(", ", 1)[1] for word in words] == [
        "that is very occasional.",
        "that is rare.",
        "that is unknown.",
    ]


@pytest.mark.rule("MN-VAL-04", "a foot battery in a cavalry Brigade is an error")
@pytest.mark.rule("MN-ORG-07", "foot artillery is never in a cavalry Brigade")
def test_foot_artillery_with_cavalry() -> None:
    army = holding(HORSE, *many(2, "Lancers", "light_cavalry"), unit("Foot guns", "foot_artillery"))
    assert found(army) == [("error", "MN-ORG-07", "Foot guns")]


@pytest.mark.rule("MN-VAL-05", "a heavy battery in a cavalry or mixed Brigade is an error")
@pytest.mark.rule("MN-ORG-08", "heavy artillery is never in a cavalry or a mixed Brigade")
def test_heavy_artillery() -> None:
    mixed = holding(
        MIXED,
        *many(2, "Light", "light_infantry"),
        unit("Hussars", "light_cavalry"),
        unit("12-pdrs", "foot_artillery", gun_weight="heavy"),
    )
    assert found(mixed) == [("error", "MN-ORG-08", "12-pdrs")]
    horse = holding(HORSE, unit("Lancers", "light_cavalry"), unit("12-pdrs", "foot_artillery", gun_weight="heavy"))
    assert ("error", "MN-ORG-08", "12-pdrs") in found(horse)
    guns = holding(GUNS, unit("12-pdrs", "foot_artillery", gun_weight="heavy"))
    assert found(guns) == []


# Mixed Brigades and division artillery


def mixed(battalions: int = 2, regiments: int = 1, batteries: int = 0, **types: str) -> Army:
    return holding(
        MIXED,
        *many(battalions, "Foot", types.get("foot", "light_infantry")),
        *many(regiments, "Horse", types.get("horse", "light_cavalry")),
        *many(batteries, "Guns", "foot_artillery"),
    )


@pytest.mark.rule("MN-VAL-22", "what a mixed Brigade holds is a guide: a warning")
@pytest.mark.rule("MN-ORG-09", "a mixed Brigade is small and has both foot and horse, with 1 battery at most")
@pytest.mark.parametrize(
    ("battalions", "regiments", "batteries", "wrong"),
    [(5, 1, 1, 0), (1, 3, 0, 0), (6, 1, 0, 1), (0, 1, 0, 1), (2, 0, 0, 1), (2, 1, 2, 1), (2, 1, 3, 1), (0, 0, 2, 3)],
)
def test_size_of_a_mixed_brigade(battalions: int, regiments: int, batteries: int, wrong: int) -> None:
    wanted = [("warning", "MN-ORG-09", MIXED)] * wrong
    assert found(mixed(battalions, regiments, batteries)) == wanted


@pytest.mark.rule("MN-VAL-33", "line infantry in a mixed Brigade is a note")
@pytest.mark.rule("MN-ORG-09", "line infantry in a mixed Brigade is a note, cavalry that is not light a warning")
def test_types_in_a_mixed_brigade() -> None:
    assert found(mixed(1, foot="line_infantry")) == [("info", "MN-ORG-09", "Foot 1")]
    assert found(mixed(horse="medium_cavalry")) == [("warning", "MN-ORG-09", "Horse 1")]
    assert found(mixed(horse="heavy_cavalry")) == [("warning", "MN-ORG-09", "Horse 1")]


@pytest.mark.rule("MN-VAL-06", "anything but a battery in division artillery is an error")
@pytest.mark.rule("MN-ORG-10", "a division artillery Brigade holds batteries only")
def test_division_artillery_holds_batteries() -> None:
    army = holding(GUNS, unit("Battery", "foot_artillery"), unit("Sappers"))
    assert found(army) == [("error", "MN-ORG-10", "Sappers")]


@pytest.mark.rule("MN-VAL-23", "number and place of division artillery are a guide: a warning")
@pytest.mark.rule("MN-ORG-11", "division artillery is 1 or 2 batteries, once, in an infantry Division")
def test_division_artillery() -> None:
    assert found(holding(GUNS, unit("Battery", "foot_artillery"))) == []
    assert found(holding(GUNS, *many(3, "Battery", "foot_artillery"))) == [("warning", "MN-ORG-11", GUNS)]
    more = brigade("More guns", "artillery", unit("Battery", "horse_artillery"))
    twice = swap(sound(), GUNS, find(sound(), GUNS).element, more)
    assert found(twice) == [("warning", "MN-ORG-11", "More guns")]
    with_horse = swap(sound(), HORSE, find(sound(), HORSE).element, more)
    assert found(with_horse) == [("warning", "MN-ORG-11", "More guns")]
    assert "(Cavalry: cavalry, declared)" in faults(with_horse)[0].sentence
    assert found(edit(sound(), "1st Division", kind="mixed")) == [("warning", "MN-ORG-11", GUNS)]


# Reserves


@pytest.mark.rule(
    "MN-RULING-89",
    "heavy foot in an infantry Brigade is taken for reserve artillery, in a former reserve it is its own",
)
@pytest.mark.rule("MN-VAL-24", "a reserve battery in the wrong place is a warning")
@pytest.mark.rule("MN-ORG-12", "a heavy foot battery is not put straight into an infantry Brigade (MN-RULING-89)")
def test_heavy_battery_in_an_infantry_brigade() -> None:
    battery = unit("12-pdrs", "foot_artillery", gun_weight="heavy")
    assert found(holding(FOOT, *many(4, "Ligne"), battery)) == [("warning", "MN-ORG-12", "12-pdrs")]
    own = brigade(FOOT, "infantry", *many(4, "Ligne"), battery, reserve=True)
    assert found(swap(sound(), FOOT, own)) == []
    medium = unit("6-pdrs", "foot_artillery")
    assert found(holding(FOOT, *many(4, "Ligne"), medium)) == []


@pytest.mark.rule("MN-ORG-12", "light and medium foot, and horse, may go to infantry Brigades; horse to cavalry")
def test_where_reserve_batteries_may_go() -> None:
    for weight, type_ in (("light", "foot_artillery"), ("medium", "foot_artillery"), ("medium", "horse_artillery")):
        battery = unit("Reserve", type_, gun_weight=weight)
        assert found(holding(FOOT, *many(4, "Ligne"), battery)) == []
    assert found(holding(HORSE, *many(2, "Lancers", "light_cavalry"), unit("Reserve", "horse_artillery"))) == []


@pytest.mark.rule("MN-RULING-89", "a Division of batteries only is reserve artillery that was not spread")
@pytest.mark.rule("MN-ORG-12", "a Division of batteries only is reserve artillery that was not spread (MN-RULING-89)")
def test_reserve_artillery_not_spread() -> None:
    reserve = division("Reserve", "", brigade("Reserve guns", "artillery", *many(2, "Reserve", "foot_artillery")))
    army = edit(sound(), "I Corps", children=(*find(sound(), "I Corps").element.children, reserve))
    assert found(army) == [("warning", "MN-ORG-12", "Reserve")]


@pytest.mark.rule("MN-ORG-12", "reserve artillery becomes the artillery of an infantry Division that has none")
def test_reserve_artillery_as_division_artillery() -> None:
    reserve = brigade("Reserve guns", "artillery", unit("Reserve", "foot_artillery"), reserve=True)
    assert found(swap(sound(), GUNS, reserve)) == []
    beside = swap(sound(), GUNS, find(sound(), GUNS).element, reserve)
    with_horse = swap(sound(), HORSE, find(sound(), HORSE).element, reserve)
    assert found(beside) == found(with_horse) == [("warning", "MN-ORG-12", "Reserve guns")]


RESERVES = {
    "infantry": brigade("Reserve", "infantry", *many(2, "Grenadiers"), reserve=True),
    "cavalry": brigade("Reserve", "cavalry", unit("Chasseurs", "light_cavalry"), reserve=True),
    "mixed": brigade(
        "Reserve", "mixed", unit("Jäger", "light_infantry"), unit("Chasseurs", "light_cavalry"), reserve=True
    ),
}


@pytest.mark.rule("MN-VAL-24", "where a reserve went is a guide: a warning")
@pytest.mark.rule("MN-ORG-13", "a reserve Brigade joins a Division of its like (MN-RULING-92)")
@pytest.mark.parametrize(
    ("kind", "beside"),
    [("infantry", FOOT), ("cavalry", HORSE), ("mixed", FOOT), ("infantry", HORSE), ("cavalry", FOOT), ("mixed", HORSE)],
)
def test_where_a_reserve_goes(kind: str, beside: str) -> None:
    sound_place = (kind, beside) in {("infantry", FOOT), ("cavalry", HORSE), ("mixed", FOOT)}
    army = swap(sound(), beside, find(sound(), beside).element, RESERVES[kind])
    assert found(army) == ([] if sound_place else [("warning", "MN-ORG-13", "Reserve")])


@pytest.mark.rule("MN-RULING-92", "any reserve Brigade may join a mixed Division")
@pytest.mark.parametrize("kind", RESERVES)
def test_a_reserve_in_a_mixed_division(kind: str) -> None:
    army = edit(swap(sound(), "2nd Guns", RESERVES[kind]), "2nd Division", kind="mixed")
    assert found(army) == []


@pytest.mark.rule("MN-ORG-13", "a Corps attaches two reserve Brigades at most, artillery apart")
def test_number_of_reserves() -> None:
    two = edit(edit(sound(), "1st Foot 1", reserve=True), "2nd Foot 1", reserve=True)
    assert found(edit(two, GUNS, reserve=True)) == []
    assert found(edit(two, HORSE, reserve=True)) == [("warning", "MN-ORG-13", "I Corps")]


@pytest.mark.rule("MN-RULING-88", "a Division's kind is declared, or worked out from what was no reserve")
@pytest.mark.parametrize(
    ("kinds", "wanted"),
    [
        (("infantry",), "infantry"),
        (("infantry", "artillery"), "infantry"),
        (("infantry", "mixed"), "infantry"),
        (("cavalry",), "cavalry"),
        (("cavalry", "mixed"), "mixed"),
        (("mixed",), "mixed"),
        (("infantry", "cavalry"), "mixed"),
        (("artillery",), ""),
    ],
)
def test_kind_worked_out(kinds: tuple[str, ...], wanted: str) -> None:
    children = [brigade(f"B {n}", kind) for n, kind in enumerate(kinds)]
    assert division_kind(division("D", "", *children)) == (wanted, "worked out")
    reserve = brigade("R", "cavalry", reserve=True)
    assert division_kind(division("D", "", *children, reserve)) == (wanted, "worked out")
    assert division_kind(division("D", "cavalry", *children)) == ("cavalry", "declared")


@pytest.mark.rule("MN-RULING-88", "a kind that was worked out serves the checks, which say so")
def test_undeclared_kinds() -> None:
    army = sound()
    for identity in ("1st Division", "2nd Division", "Cavalry"):
        army = edit(army, identity, kind="")
    assert found(army) == []
    wrong = swap(army, FOOT, RESERVES["cavalry"], find(army, FOOT).element)
    assert found(wrong) == [("warning", "MN-ORG-13", "Reserve")]
    assert "(1st Division: infantry, worked out from its Brigades)" in faults(wrong)[0].sentence
    alone = edit(army, "I Corps", children=(division("Alone", "", RESERVES["cavalry"]), *army.children[0].children))
    assert found(alone) == [("warning", "MN-ORG-13", "Reserve")]


# Options


@pytest.mark.rule("MN-RULING-66", "by option every guide is an error; notes stay notes")
def test_strict() -> None:
    warned = swap(sound(), FOOT, brigade(FOOT, "infantry", unit("Ligne")))
    assert found(warned) == [("warning", "MN-ORG-04", FOOT)]
    assert found(warned, org_strict=True) == [("error", "MN-ORG-04", FOOT)]
    noted = holding(HORSE, *many(3, "Lancers", "light_cavalry"))
    assert found(noted, org_strict=True) == [("info", "MN-ORG-06", HORSE)]


@pytest.mark.rule("MN-ORG-18", "a side of two Corps is an Army; it is an error unless the option allows it")
@pytest.mark.rule("MN-RULING-06", "several Corps a side are allowed by option")
@pytest.mark.rule("MN-VAL-09", "at most as many Corps as the option allows, one by default")
def test_number_of_corps() -> None:
    army = sound()
    cavalry = find(army, "Cavalry").element
    two = sound(children=(*swap(army, "Cavalry").children, corps("Cavalry Corps", cavalry)))
    assert found(two) == [("error", "MN-VAL-09", "")]
    assert found(two, max_corps_per_side=2) == []
    assert "2 Corps" in faults(two)[0].sentence
