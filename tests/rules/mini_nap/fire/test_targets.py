"""Zones of fire, screens and who may fire, by the geometry of the rulebook (8.11).

Source: MN-FIRE-01, MN-FIRE-02, MN-FIRE-03, MN-FIRE-04, MN-FIRE-05, MN-FIRE-06, MN-FIRE-10, MN-FIRE-11, MN-FIRE-12,
MN-FIRE-13, MN-FIRE-14, MN-FIRE-15, MN-FIRE-16, MN-FIRE-20, MN-FIRE-21, MN-FIRE-22, MN-FIRE-23, MN-FIRE-24, MN-FIRE-25,
MN-FIRE-26.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.fire import dice, targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, Place, State
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import foot, guns, horse, light, listed, noted, strip, why
from tests.rules.mini_nap.builders.pictures import at, meant
from tests.rules.mini_nap.builders.shots import COLUMN, aimed, place, shooting, verdict
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force

RANGES = [("G19", 0, 4.9, 390, 2), ("G20", 3.5, 4.9, 403, "MN-FIRE-13"), ("G21", 6.2, 3.0, 421, "MN-FIRE-13")]


@pytest.mark.rule("MN-FIRE-13", "from the nearest point of the firer to the aiming point; small arms up to 4 cm")
@pytest.mark.parametrize(("name", "x", "y", "far", "expected"), RANGES)
def test_range_of_small_arms(name: str, x: float, y: float, far: int, expected: int | str) -> None:
    enemy = foot("enemy", x, y + 1, 180) if name != "G21" else foot("enemy", x + 2.5, y + 1, 180)
    made = aimed(shooting(foot(), against=(enemy,)), 1, x, y)
    assert verdict(made) == expected
    if isinstance(made, targets.AimedShot):
        assert made.range == far
    else:
        assert f"{far / 100:g} cm" in made.sentence


FRIENDS = [("G22", 3, 0, "MN-FIRE-11"), ("G23", 4.3, 0, 3), ("G24", 1.9, 90, 3)]


@pytest.mark.rule("MN-FIRE-11", "a formed unit in the triangle bars the shot, one beside it does not")
@pytest.mark.rule("MN-FIRE-10", "the point aimed at lies on the edge of an enemy")
@pytest.mark.parametrize(("name", "x", "facing", "expected"), FRIENDS)
def test_friends_beside_a_shot(name: str, x: float, facing: float, expected: int | str) -> None:
    state = shooting(guns(weight="heavy"), foot("friend", x, 20, facing), against=(foot("enemy", 0, 41, 180),))
    made = aimed(state, 2, 0, 40)
    assert verdict(made) == expected
    assert verdict(aimed(state, 2, 0, 41)) == "MN-FIRE-10"
    assert verdict(aimed(state, 1, 0, 40)) == "MN-FIRE-10"


def test_a_shot_goes_ahead_only() -> None:
    state = shooting(foot(), against=(foot("enemy", 0, -4),))
    assert verdict(aimed(state, 1, 0, -3)) == "MN-FIRE-11"
    assert targets.best_aim(state, 0, 1) is None


SCREENS: list[tuple[str, ForceUnit, float, ForceUnit | None, ForceUnit, int | str]] = [
    ("X09 long range at a battery", guns(weight="heavy"), 60, None, guns("target"), 1),
    ("X10 long range, a column behind a battery", guns(weight="heavy"), 60, guns("screen"), foot("t", **COLUMN), 3),
    ("X11 medium range, the same", guns(weight="heavy"), 30, guns("screen"), foot("t", **COLUMN), 2),
    ("X12 close range", guns(weight="heavy"), 16, light("screen"), foot("t", **COLUMN), "MN-FIRE-23"),
    ("X12 infantry", foot(), 7, light("screen"), foot("t", **COLUMN), "MN-FIRE-23"),
    ("X14 heavy at battery, long", guns(weight="heavy"), 60, None, guns("target"), 1),
    ("X15 British medium at battery, long", guns(nation="british"), 60, None, guns("target"), 1),
    ("X16 light at column, long", guns(weight="light"), 60, None, foot("t", **COLUMN), 1),
    ("R44 unformed behind unformed, medium", guns(weight="heavy"), 30, light("screen"), guns("target"), "MN-FIRE-24"),
    ("unformed behind unformed, long", guns(weight="heavy"), 60, light("screen"), guns("target"), 1),
    ("a formed enemy bars at long range too", guns(weight="heavy"), 60, foot("screen"), foot("t"), "MN-FIRE-11"),
]


def moved(unit: ForceUnit, y: float) -> ForceUnit:
    """A unit so far up from the middle of the table, facing down."""
    assert unit.place
    old = unit.place
    return replace(unit, place=Place(old.x, place(0, y)[1], 1800, old.formation))


@pytest.mark.rule("MN-FIRE-21", "long range ignores enemy unformed units in between")
@pytest.mark.rule("MN-FIRE-22", "medium range fires through them with half dice at a formed unit")
@pytest.mark.rule("MN-FIRE-23", "close range and small arms cannot")
@pytest.mark.rule("MN-FIRE-24", "an unformed target behind an unformed enemy is not eligible at medium range")
@pytest.mark.rule("MN-FIRE-25", "through and at halves once")
@pytest.mark.rule("MN-FIRE-38", "British artillery adds a die before halving")
@pytest.mark.parametrize(("name", "firer", "far", "screen", "target", "dice"), SCREENS)
def test_screens(
    name: str, firer: ForceUnit, far: float, screen: ForceUnit | None, target: ForceUnit, dice: int | str
) -> None:
    between = () if screen is None else (moved(screen, far / 2),)
    state = shooting(firer, against=(moved(target, far), *between))
    best = targets.best_aim(state, 0, 1)
    if isinstance(dice, int):
        assert best
        assert best[2].count.dice == dice
        assert act.Fire(0, 1, best[0], best[1]) in listed(state, "a", "fire")  # type: ignore[arg-type]
    else:
        assert best is None
        edge = far - {"line": 1, "column": 2}.get(state.units[1].formation, 1.5)
        assert verdict(aimed(state, 1, 0, edge)) == dice
        assert why(state, act.Fire(0, 1, place(0, edge))) == dice


@pytest.mark.rule("MN-FIRE-25", "two screens halve once (MN-RULING-45)")
def test_two_screens_halve_once() -> None:
    target = foot("target", 0, 32, 180, **COLUMN)
    state = shooting(guns(weight="heavy"), against=(target, light("one", 0, 10), light("two", 0, 20)))
    best = targets.best_aim(state, 0, 1)
    assert best
    assert (best[2].count.dice, best[2].count.halved) == (2, ("MN-FIRE-22",))


@pytest.mark.rule("MN-FIRE-25", "at an unformed unit and through one halves once")
def test_at_and_through_the_unformed_halves_once() -> None:
    state = shooting(guns(weight="heavy"), against=(light("target", 0, 32, 180),))
    shot = targets.shot_facts(state.units[0], "skirmish_line", "medium", screened=True)
    assert dice.shot_dice(PRINTED, shot).halved == ("MN-FIRE-20",)


@pytest.mark.rule("MN-FIRE-11", "a friendly unformed unit bars too")
@pytest.mark.rule("MN-FIRE-05", "no unit fires overhead")
@pytest.mark.parametrize("friend", [light("friend", 0, 3), guns("friend", 0, 20)])
def test_unformed_friends_bar(friend: ForceUnit) -> None:
    state = shooting(guns(weight="heavy"), friend, against=(foot("enemy", 0, 60, 180),))
    assert verdict(aimed(state, 2, 0, 59)) == "MN-FIRE-11"


@pytest.mark.rule("MN-FIRE-14", "abandoned batteries are no targets and bar nothing")
def test_abandoned_batteries() -> None:
    enemies = (foot("enemy", 0, 60, 180), guns("left", 0, 30, 180), foot("square", 30, 30, formation="solid_square"))
    state = noted(shooting(guns(weight="heavy"), against=enemies), 2, crew_in=3)
    assert verdict(aimed(state, 1, 0, 59)) == 2
    assert verdict(aimed(state, 2, 0, 28.5)) == "MN-FIRE-14"
    assert {action.target for action in listed(state, "a", "fire")} == {1, 3}


@pytest.mark.rule("MN-FIRE-15", "a square fires from any face, another unit from its front alone")
@pytest.mark.parametrize(("x", "y", "face"), [(0, 5, "front"), (4, 0, "right"), (0, -5, "rear"), (-4, 0, "left")])
def test_faces_of_a_square(x: float, y: float, face: str) -> None:
    square = foot(formation="solid_square")
    state = shooting(square, against=(foot("enemy", x, y, 90 if x else 0),))
    best = targets.best_aim(state, 0, 1)
    assert best
    assert (best[1], best[2].count.dice) == (face, 1)
    other = {"front": "rear", "rear": "front", "left": "right", "right": "left"}[face]
    assert why(state, act.Fire(0, 1, best[0], other)) == "MN-FIRE-11"  # type: ignore[arg-type]
    line = shooting(foot(), against=(foot("enemy", x, y, 90 if x else 0),))
    assert why(line, act.Fire(0, 1, best[0], "rear")) == "MN-FIRE-15"


def small(**changes: Any) -> State:
    """A line and an enemy line in range of it."""
    return noted(shooting(foot(), against=(foot("enemy", 0, 5, 180),)), 0, **changes)


SHOT = act.Fire(0, 1, place(0, 4))


@pytest.mark.rule("MN-FIRE-02", "idle units and those with a yellow marker do not fire")
@pytest.mark.rule("MN-MARKER-02", "yellow: no fire")
@pytest.mark.rule("MN-FIRE-01", "each unit fires once")
@pytest.mark.parametrize(
    ("notes", "rule"),
    [
        ({}, ""),
        ({"yellow": True}, "MN-MARKER-02"),
        ({"idle": True}, "MN-FIRE-02"),
        ({"mute": True}, "MN-FIRE-02"),
        ({"fired": True}, "MN-FIRE-01"),
        ({"charged": True}, ""),
        ({"turned": 1800}, ""),
    ],
)
def test_who_may_fire(notes: dict[str, Any], rule: str) -> None:
    state = small(**notes)
    assert why(state, SHOT) == rule
    assert (SHOT.unit in {action.unit for action in listed(state, "a", "fire")}) == (not rule)


@pytest.mark.rule("MN-FIRE-02", "Y12: a battery that has turned over 90 degrees")
@pytest.mark.rule("MN-ART-03", "over 90 degrees bar its fire, 90 do not")
@pytest.mark.parametrize(("turned", "rule"), [(900, ""), (901, "MN-ART-03")])
def test_turned_batteries(turned: int, rule: str) -> None:
    state = noted(shooting(guns(), against=(foot("enemy", 0, 11, 180),)), 0, turned=turned)
    assert why(state, act.Fire(0, 1, place(0, 10))) == rule


@pytest.mark.rule("MN-WEAPON-02", "cavalry never fires")
@pytest.mark.rule("MN-FIRE-03", "one unit fires at one target")
def test_cavalry_never_fires() -> None:
    state = shooting(horse(), against=(foot("enemy", 0, 5, 180),))
    assert why(state, SHOT) == "MN-WEAPON-02"
    assert listed(state, "a", "fire") == []


@pytest.mark.rule("MN-FIRE-02", "no unit fires in a Division manoeuvre, nor in contact")
def test_division_manoeuvres_and_contact() -> None:
    state = shooting(foot(), against=(foot("enemy", 0, 5, 180),), division=0)
    assert why(state, SHOT) == "MN-DIVMAN-08"
    touched = shooting(foot(), against=(foot("enemy", 0, 5, 180), foot("other", 0, -2)))
    assert why(touched, SHOT) == "MN-FIRE-02"


@pytest.mark.rule("MN-FIRE-01", "only units of the chosen Brigade fire")
def test_only_the_chosen_brigade_fires() -> None:
    own = force(division(brigade(foot()), brigade(foot("other", 10), name="second")))
    state = battle(own, force(foot("enemy", 0, 5, 180)), step="fire", brigade=1)
    assert why(state, act.Fire(0, 2, place(0, 4))) == "MN-FIRE-01"
    assert why(state, act.Fire(2, 0, place(0, 1))) == "MN-FIRE-01"
    assert why(state, act.Fire(9, 0, place(0, 1))) == "MN-FIRE-01"
    assert why(state, act.Fire(1, 9, place(0, 1))) == "MN-FIRE-10"


@pytest.mark.rule("MN-FIRE-16", "an enemy in contact with friends may be fired at, by option not")
@pytest.mark.rule("MN-RULING-46", "by option no unit fires at an enemy in contact with a friend")
@pytest.mark.parametrize(("allowed", "expected"), [(True, 2), (False, "MN-RULING-46")])
def test_fire_into_contact(allowed: bool, expected: int | str) -> None:
    friend, options = foot("friend", 3.5, 5.5, 270), Options(fire_into_contact=allowed)
    state = shooting(foot(), friend, against=(foot("enemy", 0, 5, 180),), options=options)
    made = targets.aim_shot(state, 0, 2, place(-1, 4), "")
    assert verdict(made) == expected
    assert (targets.best_aim(state, 0, 2) is None) is not allowed


@pytest.mark.rule("MN-RULING-47", "by option a unit that has charged does not fire")
def test_units_that_charged() -> None:
    options = Options(charged_units_may_fire=False)
    state = shooting(foot(), against=(foot("enemy", 0, 5, 180),), options=options)
    assert why(state, SHOT) == ""
    assert why(noted(state, 0, charged=True), SHOT) == "MN-RULING-47"


@pytest.mark.rule("MN-FIRE-02", "ground that forbids fire: guns on a fence, anyone in a stream")
@pytest.mark.rule("MNT-FENCE-03", "artillery cannot fire while interpenetrated")
@pytest.mark.rule("MNT-STREAM-04", "no unit fires from a stream")
@pytest.mark.parametrize(
    ("firer", "kind", "rule"),
    [
        (guns(), "fence", "MNT-FENCE-03"),
        (guns(), "wall", "MNT-FENCE-03"),
        (foot(), "fence", ""),
        (foot(), "wall", ""),
        (foot(), "stream", "MNT-STREAM-04"),
        (guns(), "stream", "MNT-STREAM-04"),
        (foot(), "ford", "MNT-STREAM-04"),
        (foot(), "rough", ""),
        (foot(), "village", ""),
    ],
)
def test_ground_that_forbids_fire(firer: ForceUnit, kind: Any, rule: str) -> None:
    under = strip(kind, -0.3, 0.3)
    state = shooting(firer, against=(foot("enemy", 0, 5, 180),), features=(under,))
    assert why(state, SHOT) == rule
    beside = shooting(firer, against=(foot("enemy", 0, 5, 180),), features=(strip(kind, -2.3, -1.7),))
    assert why(beside, SHOT) == ""


@pytest.mark.rule("MN-RULING-43", "most dice, then the shortest range: a free point beside what covers the rest")
def test_the_best_point_is_found() -> None:
    wall = strip("wall", 2, 2.4, -10, 1.2)
    state = shooting(foot(x=2), against=(foot("enemy", 3, 5, 180),), features=(wall,))
    best = targets.best_aim(state, 0, 1)
    assert best
    assert best[2].count.dice == 2
    assert verdict(aimed(state, 1, 0.5, 4)) == 1


@pytest.mark.rule("MN-HALVE-03", "no dice, no shot")
def test_shots_without_dice_are_refused() -> None:
    state = shooting(foot(**COLUMN), against=(light("enemy", 0, 6, 180),))
    made = aimed(state, 1, 0, 5)
    assert not isinstance(made, Refusal)
    assert made.count.dice == 0
    assert why(state, act.Fire(0, 1, place(0, 5))) == "MN-HALVE-03"
    assert listed(state, "a", "fire") == []


@pytest.mark.rule("MN-FIRE-15", "a square fires from the face that looks at its target")
@pytest.mark.parametrize(
    ("x", "y", "face"),
    [
        (0, 6, "front"),
        (6, 0, "right"),
        (0, -6, "rear"),
        (-6, 0, "left"),
        (5, 6, "front"),
        (6, 5, "right"),
        (6, -5, "right"),
        (5, -6, "rear"),
        (-5, -6, "rear"),
        (-6, -5, "left"),
        (-6, 5, "left"),
        (-5, 6, "front"),
    ],
)
@pytest.mark.parametrize("facing", [0, 90])
def test_a_square_fires_from_the_face_towards_its_target(x: float, y: float, face: str, facing: int) -> None:
    if facing:
        x, y = y, -x
    square = foot(formation="solid_square", facing=facing)
    state = shooting(square, against=(foot("far", y=50),))
    shots = [each for each in meant(state, at(x, y)) if isinstance(each, act.Fire)]
    state = shooting(square, against=(foot("foe", x, y, formation="column"),))
    shots += [each for each in meant(state, "unit 1") if isinstance(each, act.Fire)]
    assert shots
    assert face in {each.face for each in shots}
    assert len({each.face for each in shots}) <= 2
    line = shooting(foot(facing=facing), against=(foot("foe", x, y, formation="column"),))
    assert {each.face for each in meant(line, "unit 1") if isinstance(each, act.Fire)} <= {""}
