"""Facts that no battle can have, each refused with its rule and its place."""

from collections.abc import Callable
from typing import Any

import pytest

from battles.rules.easy_napoleonics.impossible import (
    Impossible,
    impossible_check,
    impossible_hasty_square,
    impossible_melee,
    impossible_rally,
    impossible_volley,
)
from battles.rules.easy_napoleonics.tables import FORMATIONS
from tests.rules.easy_napoleonics.en_facts import battery, book, checker, heavy, infantry, light, melee, volley

LINE, SQUARE, MASSE = infantry(), infantry(formation="square"), infantry(formation="masse", nation="austria")


def places(wrong: tuple[Impossible, ...]) -> list[tuple[str, str]]:
    """Path and rule of each; every sentence must name its rule."""
    assert all(fault.sentence.endswith(f"({fault.rule}).") for fault in wrong)
    return [(fault.path, fault.rule) for fault in wrong]


@pytest.mark.rule("EN-ART-01", "volleys that cannot be")
@pytest.mark.rule("EN-ART-03", "volleys that cannot be")
@pytest.mark.rule("EN-ART-18", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-01", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-02", "volleys that cannot be")
@pytest.mark.rule("EN-MUSK-03", "volleys that cannot be")
@pytest.mark.rule("EN-SQUARE-02", "volleys that cannot be")
@pytest.mark.rule("EN-SEQ-01", "volleys that cannot be")
@pytest.mark.rule("EN-RULING-53", "a battery has one target")
@pytest.mark.parametrize(
    ("target", "firers", "wrong"),
    [
        (LINE, [battery(range=9)], []),
        (LINE, [infantry(), infantry(formation="column", dice=1)], []),
        (LINE, [], [("firers", "EN-ART-18")]),
        (infantry(leader=True, leaders=1), [battery()], []),
        (infantry(leader=True, leaders=0), [battery()], [("target.leaders", "EN-LEADER-01")]),
        (infantry(leader=True, leaders=2), [battery()], [("target.leaders", "EN-LEADER-01")]),
        (LINE, [battery(formation="limbered")], [("firers[0].formation", "EN-ART-01")]),
        (LINE, [battery(range=9), battery(range=10)], [("firers[1].range", "EN-ART-03")]),
        (LINE, [battery(range=0)], [("firers[0].range", "EN-ART-03")]),
        (LINE, [battery(range=1, dice=2)], [("firers[0].dice", "EN-ART-18")]),
        (LINE, [light()], [("firers[0].kind", "EN-MUSK-01")]),
        (LINE, [infantry(range=2)], [("firers[0].range", "EN-MUSK-02")]),
        (LINE, [infantry(dice=3)], [("firers[0].dice", "EN-MUSK-03")]),
        (LINE, [infantry(formation="square", dice=2)], [("firers[0].dice", "EN-MUSK-03")]),
        (SQUARE, [infantry(aspect="rear")], [("firers[0].aspect", "EN-SQUARE-02")]),
        (LINE, [infantry(), battery()], [("firers", "EN-SEQ-01")]),
    ],
)
def test_volleys_that_cannot_be(target: dict, firers: list[dict], wrong: list[tuple[str, str]]) -> None:
    assert places(impossible_volley(book(), volley(target, *firers))) == wrong


@pytest.mark.rule("EN-RULING-02", "by_firer: each unit's fire is an event of its own")
def test_pooled_fire_is_no_event_where_each_unit_fires_alone() -> None:
    rules, facts = book(fire_pooling="by_firer"), volley(LINE, battery(), battery())
    assert places(impossible_volley(rules, facts)) == [("firers", "EN-RULING-02")]
    assert impossible_volley(rules, volley(LINE, battery())) == ()
    assert impossible_volley(book(), facts) == ()


@pytest.mark.rule("EN-UNIT-03", "formations by kind")
@pytest.mark.rule("EN-UNIT-05", "heavy cavalry alone may be armored")
@pytest.mark.rule("EN-UNIT-06", "a broken unit is removed")
@pytest.mark.rule("EN-NATION-06", "masse is Austrian, by its rule")
@pytest.mark.rule("EN-MELEE-03", "squares and guns never attack, a masse not cavalry")
@pytest.mark.rule("EN-RULING-59", "guns and squares only defend")
@pytest.mark.rule("EN-MELEE-05", "melees that cannot be")
@pytest.mark.rule("EN-MELEE-11", "melees that cannot be")
@pytest.mark.parametrize(
    ("attacker", "defender", "aspect", "wrong"),
    [
        (LINE, LINE, "rear", []),
        (heavy(armored=True), MASSE, "front", []),
        (MASSE, battery(), "front", []),
        (LINE, MASSE, "flank", []),
        (LINE, light(formation="square"), "front", [("defender.formation", "EN-UNIT-03")]),
        (LINE, battery(formation="line"), "front", [("defender.formation", "EN-UNIT-03")]),
        (LINE, infantry(formation="masse"), "front", [("defender.formation", "EN-NATION-06")]),
        (light(armored=True), LINE, "front", [("attacker.armored", "EN-UNIT-05")]),
        (infantry(level="broken"), LINE, "front", [("attacker.level", "EN-UNIT-06")]),
        (battery(), LINE, "front", [("attacker.kind", "EN-MELEE-03")]),
        (SQUARE, LINE, "front", [("attacker.formation", "EN-MELEE-03")]),
        (MASSE, light(), "front", [("attacker.formation", "EN-MELEE-03")]),
        (LINE, infantry(charged=True), "front", [("defender.charged", "EN-MELEE-05")]),
        (LINE, SQUARE, "flank", [("aspect", "EN-MELEE-11")]),
        (light(), MASSE, "rear", [("aspect", "EN-MELEE-11")]),
        (infantry(terrain="pond"), LINE, "front", [("attacker.terrain", "EN-MOVE-04")]),
        (infantry(leader=True, leaders=2), LINE, "front", [("attacker.leaders", "EN-LEADER-01")]),
        (infantry(moved_in_column=True), LINE, "front", [("attacker.moved_in_column", "EN-ACTION-04")]),
    ],
)
def test_melees_that_cannot_be(attacker: dict, defender: dict, aspect: str, wrong: list[tuple[str, str]]) -> None:
    found = places(impossible_melee(book(national_rules="austria"), melee(attacker, defender, aspect)))
    assert found == wrong


@pytest.mark.rule("EN-RALLY-01", "Fair or Bad units rally")
@pytest.mark.rule("EN-SQUARE-01", "only infantry forms square")
@pytest.mark.rule("EN-SQUARE-04", "from line or column")
@pytest.mark.parametrize(
    ("ask", "facts", "wrong"),
    [
        (impossible_rally, {"level": "fair"}, []),
        (impossible_rally, {}, [("level", "EN-RALLY-01")]),
        (impossible_hasty_square, {"formation": "column", "moved_in_column": True}, []),
        (impossible_hasty_square, {"kind": "light_cavalry"}, [("kind", "EN-SQUARE-01")]),
        (impossible_hasty_square, {"formation": "square"}, [("formation", "EN-SQUARE-04")]),
        (impossible_check, {"kind": "field_artillery"}, []),
        (impossible_check, {"level": "broken"}, [("level", "EN-UNIT-06")]),
    ],
)
def test_checks_that_cannot_be(ask: Any, facts: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert places(ask(book(), checker(**facts))) == wrong


@pytest.mark.rule("EN-RULING-51", "pond_impassable = false: entered like open ground")
@pytest.mark.rule("EN-RULING-26", "with squares_have_flanks a square shows its recorded facing")
def test_options_make_facts_possible() -> None:
    assert not impossible_melee(book(pond_impassable=False), melee(infantry(terrain="pond"), LINE))
    assert not impossible_melee(book(squares_have_flanks=True), melee(LINE, SQUARE, "rear"))
    assert not impossible_melee(book(leaders_per_side=2), melee(infantry(leader=True, leaders=2), LINE))


@pytest.mark.rule("EN-UNIT-03", "each kind has its formations and no others; a hasty square is a square")
@pytest.mark.parametrize(
    ("unit", "formations"),
    [
        (infantry, {"line", "column", "square", "hasty_square"}),
        (light, {"line", "column"}),
        (heavy, {"line", "column"}),
        (battery, {"limbered", "unlimbered"}),
    ],
)
def test_a_unit_has_the_formations_of_its_kind(unit: Callable[..., dict[str, Any]], formations: set[str]) -> None:
    for formation in FORMATIONS:
        wrong = places(impossible_melee(book(), melee(infantry(), unit(formation=formation))))
        own = ("defender.formation", "EN-NATION-06" if formation == "masse" else "EN-UNIT-03")
        assert wrong == ([] if formation in formations else [own]), formation
