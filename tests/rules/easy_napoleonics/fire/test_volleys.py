"""Fire: dice, modifiers, volleys as one event, leaders at risk, and every printed example."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from battles.engine.dice import Dice, ScriptedDice, SeededDice
from battles.engine.odds import distribution
from battles.rules.easy_napoleonics.facts import Firer, Target
from battles.rules.easy_napoleonics.fire import VolleyResult, fire_dice, fire_modifiers, shot_of, volley
from battles.rules.easy_napoleonics.morale import check_of
from battles.rules.easy_napoleonics.odds.exact import hits_of, volley_chances
from battles.rules.easy_napoleonics.rules import Rules, book_of
from battles.rules.easy_napoleonics.tables import Tables
from tests.rules.easy_napoleonics.builders.facts import (
    FACES,
    LEVELS,
    after_checks,
    battery,
    book,
    count_hits,
    examples,
    infantry,
    light,
    spread,
    values,
)
from tests.rules.easy_napoleonics.builders.facts import volley as facts_of

PRINTED = book()
EXAMPLES = [
    pytest.param(row, id=row["id"], marks=pytest.mark.rule(row["id"], "an example of the specification"))
    for row in examples("fire_examples")
]
"""Each row of the data file names its own rule of the family EN-EX-F."""

LINE = infantry()
LED = infantry(leader=True)


def fired(faces: list[int], target: dict[str, Any], *firers: dict[str, Any], **options: Any) -> VolleyResult:
    """A volley on these natural faces, all of which it must use."""
    dice = ScriptedDice(faces)
    result = volley(dice, book(**options), facts_of(target, *firers))
    assert not dice.left
    return result


@pytest.mark.parametrize("row", EXAMPLES)
def test_every_printed_volley(row: dict[str, Any]) -> None:
    rules, facts = book(**row["options"]), facts_of(row["target"], *row["firers"])
    assert [[*shot_of(rules, firer, facts.target)[:2]] for firer in facts.firers] == row["shots"]
    results = distribution(lambda dice: volley(dice, rules, facts))
    assert [sum(p for r, p in results.items() if r.hits == hits) for hits in range(len(row["hits"]))] == [
        Fraction(cell) for cell in row["hits"]
    ]
    assert [sum(p for r, p in results.items() if r.level == level) for level in LEVELS] == [
        Fraction(cell) for cell in row["levels"]
    ]


@pytest.mark.parametrize("row", EXAMPLES)
def test_quick_chances_of_every_printed_volley(row: dict[str, Any]) -> None:
    chances = volley_chances(book(**row["options"]), facts_of(row["target"], *row["firers"]))
    assert [Fraction(ways, chances.of) for ways in chances.hits] == [Fraction(cell) for cell in row["hits"]]
    assert [chances.levels.chance(level) for level in LEVELS] == [Fraction(cell) for cell in row["levels"]]


@pytest.mark.rule("EN-EX-F17", "out of range there are no dice")
@pytest.mark.rule("EN-EX-F18", "dice at every end of a range band")
@pytest.mark.rule("EN-ART-03", "dice of a battery by range")
@pytest.mark.rule("EN-ART-04", "dice of a battery by range")
@pytest.mark.rule("EN-ART-05", "dice of a battery by range")
@pytest.mark.rule("EN-RULING-71", "dice of a battery by range")
@pytest.mark.parametrize(
    ("kind", "reach", "dice"),
    [("field_artillery", *pair) for pair in zip([1, 2, 3, 6, 7, 9, 10, 0], [3, 3, 2, 2, 1, 1, 0, 0], strict=True)]
    + [("horse_artillery", *pair) for pair in zip(range(1, 8), [3, 3, 2, 2, 1, 1, 0], strict=True)],
)
def test_dice_of_a_battery_by_range(kind: str, reach: int, dice: int) -> None:
    assert fire_dice(PRINTED, Firer(kind=kind, grade="veteran", formation="unlimbered", range=reach)) == dice


@pytest.mark.rule("EN-MUSK-01", "only infantry fires small arms")
@pytest.mark.rule("EN-RULING-53", "cavalry does not fire")
@pytest.mark.rule("EN-RULING-44", "a square: one die for each target")
@pytest.mark.rule("EN-MUSK-02", "range exactly 1")
@pytest.mark.rule("EN-MUSK-03", "one die for each firing stand; a square one for each target")
@pytest.mark.rule("EN-ART-01", "a limbered battery does not fire")
@pytest.mark.parametrize(
    ("firer", "dice"),
    [
        (infantry(), 2),
        (infantry(formation="column"), 1),
        (infantry(formation="square"), 1),
        (infantry(formation="hasty_square"), 1),
        (infantry(formation="masse"), 1),
        (infantry(range=2), 0),
        (infantry(dice=1), 1),
        (light(), 0),
        (battery(formation="limbered"), 0),
    ],
)
def test_dice_by_kind_and_formation(firer: dict[str, Any], dice: int) -> None:
    assert fire_dice(PRINTED, Firer(**firer)) == dice


@pytest.mark.rule("EN-ART-14", "each condition of the table, and nothing for hill, line or a stream")
@pytest.mark.rule("EN-MUSK-05", "the same for musketry")
@pytest.mark.rule("EN-MUSK-09", "terrain still gives -1 at range 1")
@pytest.mark.rule("EN-SQUARE-08", "a square of any sort is hit at +2")
@pytest.mark.rule("EN-RULING-36", "the masse as a target, which the sheet leaves out")
@pytest.mark.parametrize("firer", [battery(), infantry()], ids=["battery", "infantry"])
@pytest.mark.parametrize(
    ("own", "target", "total"),
    [
        ({}, {}, 0),
        ({"level": "fair"}, {}, -1),
        ({"level": "bad"}, {}, -2),
        ({"leader": True}, {}, 1),
        ({}, {"terrain": "woods"}, -1),
        ({}, {"terrain": "settlement"}, -1),
        ({}, {"terrain": "hill"}, 0),
        ({}, {"terrain": "stream"}, 0),
        ({}, {"kind": "field_artillery", "formation": "unlimbered"}, -1),
        ({}, {"kind": "horse_artillery", "formation": "limbered"}, 1),
        ({}, {"formation": "column"}, 1),
        ({}, {"kind": "light_cavalry", "formation": "column"}, 1),
        ({}, {"formation": "square"}, 2),
        ({}, {"formation": "hasty_square"}, 2),
        ({}, {"formation": "masse"}, 2),
        ({"aspect": "flank"}, {}, 2),
        ({"aspect": "rear"}, {}, 3),
        ({"level": "bad", "leader": True, "aspect": "rear"}, {"formation": "column", "terrain": "woods"}, 2),
        ({}, {"level": "bad", "leader": True}, 0),
    ],
)
def test_each_fire_modifier(firer: dict[str, Any], own: dict[str, Any], target: dict[str, Any], total: int) -> None:
    rows = fire_modifiers(PRINTED, Firer(**{**firer, **own}), Target(**{**LINE, **target}))
    assert rows.total == total == sum(row.value for row in rows.rows)


@pytest.mark.rule("EN-ART-17", "squares and masse: aspect front always")
@pytest.mark.rule("EN-SQUARE-02", "with squares_have_flanks the facing counts")
@pytest.mark.rule("EN-RULING-26", "a square has a rear only by option")
@pytest.mark.rule("EN-RULING-45", "a masse has no flanks as a target of fire")
@pytest.mark.parametrize("formation", ["square", "hasty_square", "masse"])
@pytest.mark.parametrize(("flanks", "total"), [(False, 2), (True, 5)])
def test_a_square_has_a_rear_only_by_option(formation: str, flanks: bool, total: int) -> None:
    firer, target = Firer(**infantry(aspect="rear")), Target(**infantry(formation=formation))
    assert fire_modifiers(book(squares_have_flanks=flanks), firer, target).total == total


@pytest.mark.rule("EN-NATION-02", "England: infantry in line")
@pytest.mark.rule("EN-NATION-07", "Austria: every infantry fire die")
@pytest.mark.parametrize(
    ("nation", "firer", "rows"),
    [
        ("england", infantry(), {"EN-NATION-02": 1}),
        ("england", infantry(formation="column"), {}),
        ("england", infantry(formation="square"), {}),
        ("austria", infantry(), {"EN-NATION-07": 1}),
        ("austria", infantry(formation="column"), {"EN-NATION-07": 1}),
        ("austria", infantry(formation="masse"), {"EN-NATION-07": 1}),
        ("austria", battery(), {}),
        ("england", battery(), {}),
        ("france", infantry(), {}),
    ],
)
def test_national_fire(nation: str, firer: dict[str, Any], rows: dict[str, int]) -> None:
    unit = Firer(**firer, nation=nation)
    assert values(fire_modifiers(book(national_rules=nation), unit, Target(**LINE)).rows) == rows
    assert fire_modifiers(PRINTED, unit, Target(**LINE)).total == 0


@pytest.mark.rule("EN-EX-F19", "a line splits its dice: 6 for a column, 7 for a line")
@pytest.mark.rule("EN-MUSK-04", "a line that splits its fire")
def test_a_line_that_splits_its_fire() -> None:
    def both(dice: Dice) -> int:
        one = volley(dice, PRINTED, facts_of(infantry(formation="column"), infantry(dice=1)))
        return one.hits + volley(dice, PRINTED, facts_of(LINE, infantry(dice=1))).hits

    odds = distribution(both)
    assert odds[2] == Fraction(1, 5)
    assert odds[0] == Fraction(3, 10)


@pytest.mark.rule("EN-EX-D9", "Fair at limbered guns in the rear: 4 hits, 3 misses")
def test_scripted_fire_at_the_rear_of_limbered_guns() -> None:
    result = fired([4, 3, 10], battery(formation="limbered"), infantry(level="fair", aspect="rear"))
    assert (result.hits, result.shots[0].needed) == (1, 4)


@pytest.mark.rule("EN-ART-18", "hits of all batteries are pooled, and their checks are one event")
@pytest.mark.rule("EN-ART-19", "each hit is one check")
@pytest.mark.rule("EN-MORALE-08", "a check for every hit")
@pytest.mark.rule("EN-EX-S2", "two hits of two batteries: two dice at once")
@pytest.mark.rule("EN-RULING-02", "hits of two batteries are checked at once")
def test_hits_of_two_batteries_are_checked_at_once() -> None:
    dice = ScriptedDice([10, 1, 10, 1, 6, 7])
    result = volley(dice, PRINTED, facts_of(LINE, battery(range=4, unit=1), battery(range=5, unit=2)))
    assert (result.hits, result.failures, result.level) == (2, 1, "fair")
    assert [(roll.why, len(roll.faces)) for roll in dice.rolls] == [
        ("EN-ART-13", 2),
        ("EN-ART-13", 2),
        ("EN-ART-19", 2),
    ]


@pytest.mark.rule("EN-ART-13", "ways for each number of hits, out of all throws")
def test_ways_are_counted_out_of_all_throws() -> None:
    assert hits_of(()) == (1,)
    assert hits_of(((2, 7),)) == (36, 48, 16)
    assert hits_of(((1, 6), (1, 10))) == (45, 50, 5)


@pytest.mark.rule("EN-EX-S3", "later musketry is another event, with the level as it was left")
@pytest.mark.rule("EN-MORALE-12", "a later volley uses the level left by the first")
def test_a_later_volley_uses_the_level_left_by_the_first() -> None:
    first = fired([10, 10, 1, 10], LINE, battery(range=4))
    second = fired([10, 1, 10, 1, 7, 8], {**LINE, "level": first.level}, infantry(unit=1), infantry(unit=2))
    assert (first.level, second.needed, second.level) == ("fair", 8, "bad")


@pytest.mark.rule("EN-SEQ-05", "to-hit dice by firing unit, checks, leader")
def test_dice_of_a_volley_fall_in_order_of_units() -> None:
    dice = ScriptedDice([10, 1, 1, 9, 5])
    result = volley(dice, PRINTED, facts_of(LED, battery(range=8, unit=7), battery("elite", range=4, unit=3)))
    assert [(shot.unit, shot.dice, shot.hits) for shot in result.shots] == [(3, 2, 1), (7, 1, 0)]
    assert [roll.why for roll in dice.rolls] == ["EN-ART-13", "EN-ART-13", "EN-ART-19", "EN-LEADER-06"]


@pytest.mark.rule("EN-MUSK-05", "musketry's dice name their own rule")
def test_musketry_is_thrown_for_its_own_rule() -> None:
    dice = ScriptedDice([1, 1])
    volley(dice, PRINTED, facts_of(LINE, infantry()))
    assert [roll.why for roll in dice.rolls] == ["EN-MUSK-05"]


@pytest.mark.rule("EN-ART-19", "no hit, no check")
@pytest.mark.rule("EN-LEADER-06", "no hit, no leader's die")
def test_a_volley_that_misses_throws_nothing_more() -> None:
    assert fired([1, 1], LED, infantry()).level == "good"


@pytest.mark.rule("EN-EX-D8", "two hits, both checks pass: one leader's die, and a 1 kills")
@pytest.mark.rule("EN-LEADER-06", "one leader die after the checks")
@pytest.mark.rule("EN-LEADER-07", "one roll whatever the number of hits, after the checks")
@pytest.mark.parametrize(("face", "killed"), [(1, True), (2, False), (10, False)])
def test_one_leader_die_after_the_checks(face: int, killed: bool) -> None:
    result = fired([10, 10, 10, 10, face], LED, infantry())
    assert (result.level, result.leader_faces, result.leader_killed) == ("good", (face,), killed)


@pytest.mark.rule("EN-LEADER-07", "also rolled if the unit was broken")
def test_the_leader_of_a_broken_unit_rolls() -> None:
    result = fired([10, 1, 1, 1], {**LED, "level": "bad"}, infantry())
    assert (result.level, result.leader_killed) == ("broken", True)


@pytest.mark.rule("EN-LEADER-07", "the checks still have the leader's +1")
@pytest.mark.rule("EN-RULING-12", "before_checks: a killed leader gives no +1")
@pytest.mark.parametrize(
    ("timing", "faces", "needed"),
    [
        ("after_checks", [10, 1, 6, 1], 6),
        ("before_checks", [10, 1, 1, 6], 7),
        ("before_checks", [10, 1, 2, 6], 6),
    ],
)
def test_when_the_leader_rolls(timing: str, faces: list[int], needed: int) -> None:
    result = fired(faces, LED, infantry(), leader_risk_timing=timing)
    assert result.needed == needed
    assert result.level == ("good" if needed == 6 else "fair")


@pytest.mark.rule("EN-LEADER-03", "several leaders give +1 once, and each rolls a die")
@pytest.mark.rule("EN-RULING-11", "several leaders roll each and count once")
@pytest.mark.parametrize(("faces", "needed"), [([1, 2], 6), ([1, 1], 7)])
def test_several_leaders_roll_each_and_count_once(faces: list[int], needed: int) -> None:
    target = {**LED, "leaders": 2}
    result = fired([10, 1, *faces, 10], target, infantry(), leader_risk_timing="before_checks")
    assert result.leaders_killed == tuple(place for place, face in enumerate(faces) if face == 1)
    assert result.needed == needed


@pytest.mark.rule("EN-LEADER-03", "+1 on every fire die of the leader's unit")
def test_a_leader_with_the_firer_adds_one() -> None:
    assert fired([6, 5, 10], LINE, infantry(leader=True)).hits == 1


VARIED = [
    (firers, {**target, "level": level, "leader": leader})
    for firers, target, level, leader in product(
        [
            [battery(range=2)],
            [infantry(leader=True), infantry("militia", "column", aspect="rear", level="bad")],
            [battery("guard", range=9), battery("conscript", range=4, level="fair", aspect="flank")],
        ],
        [infantry(), infantry("old_guard", "square"), light("militia", "column", terrain="woods")],
        LEVELS[:3],
        [False, True],
    )
]


@pytest.mark.rule("EN-MORALE-07", "P(pass) and P(hit) lie within 1/10 and 9/10")
@pytest.mark.rule("EN-ART-13", "quick chances are those of every face and of the real volley")
@pytest.mark.parametrize("timing", ["after_checks", "before_checks"])
def test_quick_chances_are_those_of_every_face_and_of_the_real_volley(timing: str) -> None:
    rules = book(leader_risk_timing=timing)
    for firers, target in VARIED:
        facts = facts_of(target, *firers)
        shots = [[*shot_of(rules, firer, facts.target)[:2]] for firer in facts.firers]
        assert all(2 <= needed <= 10 for _, needed in shots)
        hits = count_hits(shots)

        def after(leader: bool, facts: Any = facts, hits: dict[int, Fraction] = hits) -> dict[str, Fraction]:
            needed = check_of(rules, facts.target, facts.target.level, leader)[0]
            return spread(*((chance, after_checks(facts.target.level, needed, n)) for n, chance in hits.items()))

        levels = after(facts.target.leader)
        if facts.target.leader and timing == "before_checks":
            levels = spread((Fraction(9, 10), levels), (Fraction(1, 10), after(False)))
        quick = volley_chances(rules, facts)
        assert {n: Fraction(ways, quick.of) for n, ways in enumerate(quick.hits)} == hits
        assert {level: quick.levels.chance(level) for level in levels} == levels
        assert quick.leader_killed == (Fraction(1, 10) * (1 - hits[0]) if facts.target.leader else 0)
        real = distribution(lambda dice, facts=facts: volley(dice, rules, facts))
        assert spread(*((chance, {result.level: Fraction(1)}) for result, chance in real.items())) == levels
        assert sum(p for result, p in real.items() if result.leader_killed) == quick.leader_killed


@pytest.mark.rule("EN-LEADER-03", "the +1 is lost only when all of them fall")
def test_quick_chances_with_two_leaders_at_risk_before_the_checks() -> None:
    options = book(leader_risk_timing="before_checks").options
    rules = book_of(Rules(options, Tables(leader_killed_on=3)))
    facts = facts_of({**LED, "leaders": 2}, battery(range=1))
    real = distribution(lambda dice: volley(dice, rules, facts).level)
    quick = volley_chances(rules, facts)
    assert {level: quick.levels.chance(level) for level in LEVELS} == real


def test_a_seeded_volley_is_the_same_twice() -> None:
    facts = facts_of(LED, battery(range=1))
    first, second = SeededDice(b"key", 3), SeededDice(b"key", 3)
    assert volley(first, PRINTED, facts) == volley(second, PRINTED, facts)
    assert first.rolls == second.rolls
    assert all(face in FACES for roll in first.rolls for face in roll.faces)
