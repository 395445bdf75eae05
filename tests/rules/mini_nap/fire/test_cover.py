"""Cover, hills and shots over ground, by the examples of the terrain volume (9.1, 9.4, 9.5)."""

import re

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap.fire import dice as fire_dice
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Defence, Feature, ForceUnit, unit_class
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import foot, guns, light, strip
from tests.rules.mini_nap.builders.shots import COLUMN, FORMATIONS, SHOTS, agree, aimed, firer_of, shooting, verdict

COVERED = re.compile(
    r"^(?:landmark defender \((\w+)\)|(line|column|skirmish line|battery) "
    r"(in a wood behind a stone wall|behind a stone wall|in a village|in a wood|in a ditch))(?:, (\d+))?(.*)$"
)


@pytest.mark.rule("MNT-COVER-03", "cover halves, with the other halvings")
@pytest.mark.rule("MN-HALVE-01", "several halvings multiply, the fraction dropped once at the end")
@pytest.mark.rule("MN-HALVE-02", "additions come before halvings")
@pytest.mark.parametrize(("name", "words", "dice", "odds"), [shot for shot in SHOTS if shot[0][0] == "W"])
def test_printed_shots_at_cover(name: str, words: str, dice: str, odds: str) -> None:
    who, rest = words.split(" at ", 1)
    found = COVERED.match(rest)
    assert found, rest
    square, stood, where, far, more = found.groups()
    firer = firer_of(who)
    assert firer.place
    shot = fire_dice.ShotFacts(
        unit_class=unit_class(firer),
        formation=firer.place.formation,
        rating=firer.rating,
        target=FORMATIONS["solid square" if square else stood],  # type: ignore[arg-type]
        nation=firer.nation,
        weight=firer.weight,
        band=fire_dice.range_band(PRINTED, int(far) * 100) if far else None,
        screened="skirmishers" in more,
        covered=True,
    )
    made = 0 if where == "in a wood behind a stone wall" else fire_dice.shot_dice(PRINTED, shot).dice
    assert (str(made) if made else "no shot") == dice
    if made:
        agree(made, odds)


ENEMY = foot("enemy", 0, 5, 180)
WALL = strip("wall", 2.0, 2.4)
OWN_WOOD = strip("wood", -4.5, 1.5, -3, 3)
LINES: list[tuple[str, tuple[Feature, ...], Options, int | str]] = [
    ("Z23", (WALL,), Options(), 1),
    ("Z24", (strip("wall", 1.0, 1.4),), Options(), 2),
    ("Z25", (strip("wall", 3.6, 4.0),), Options(), 1),
    ("Z26, Z15", (WALL, strip("wall", 3.0, 3.4, key="second")), Options(), "MNT-COVER-04"),
    ("Z27", (strip("wood", 4.5, 10, -4, 4),), Options(), 2),
    ("Z28", (strip("wood", 3.5, 10, -3.5, 3.5),), Options(), 1),
    ("Z39", (OWN_WOOD,), Options(), 2),
    ("Z39, own_area_counts", (OWN_WOOD,), Options(own_area_counts=True), 1),
    ("Z40", (strip("wood", 4, 9.5, -3.5, 3.5),), Options(), 1),
    ("Z15", (WALL, strip("wood", 3.5, 10, -3.5, 3.5)), Options(), "MNT-COVER-04"),
    ("scenery", (WALL, strip("wood", 3.5, 10, -3.5, 3.5)), Options(terrain_rules=False), 2),
    ("Z13 on the wall", (strip("wall", -0.2, 0.2),), Options(), 2),
    ("a fence is no cover", (strip("fence", 2.0, 2.4),), Options(), 2),
    ("nor a stream", (strip("stream", 2.0, 3.5),), Options(), 2),
    ("nor rough ground", (strip("rough", 2.0, 3.5),), Options(), 2),
    ("nor a hill to small arms", (strip("hill", 2.0, 3.5),), Options(), 2),
    ("nor a road, a bog", (strip("road", 1.2, 3), strip("bog", 3, 3.9)), Options(), 2),
    ("a ditch between", (strip("ditch", 1.5, 3.5),), Options(), 1),
    ("a ditch about the target", (strip("ditch", 3.9, 6.9),), Options(), 1),
    ("a ditch about the target, with its front on the edge", (strip("ditch", 4.0, 7.0),), Options(), 1),
    ("a ditch that its front has just left", (strip("ditch", 4.2, 7.2),), Options(), 2),
    ("a ditch with only its rear in", (strip("ditch", 4.5, 7.5),), Options(), 2),
    ("firer at the ditch", (strip("ditch", 1.0, 4.0),), Options(), 2),
    ("a forest, a village", (strip("forest", 3.5, 10, -9, 9),), Options(), 1),
    ("a village", (strip("village", 3.5, 10, -4, 4),), Options(), 1),
    ("beside the zone", (strip("wood", 2, 3.5, 3, 8),), Options(), 2),
    ("drawn in by the tolerance", (strip("wood", 3.96, 5, -3, 3),), Options(), 2),
    ("not drawn in so far", (strip("wood", 3.96, 5, -3, 3),), Options(contact_tol_cm=1), 1),
]


@pytest.mark.rule("MNT-COVER-01", "what lies in the zone before the target, or wholly about the target")
@pytest.mark.rule("MNT-COVER-02", "cover on any part covers the whole unit")
@pytest.mark.rule("MNT-COVER-04", "two features stop a shot")
@pytest.mark.rule("MNT-COVER-05", "a line that the firer touches or stands on does not count")
@pytest.mark.rule("MNT-COVER-07", "nor does the area that the firer is wholly in, for a target out of it")
@pytest.mark.rule("MNT-GEN-05", "each feature counts on its own")
@pytest.mark.rule("MNT-LOS-01", "heights have no effect on small arms")
@pytest.mark.rule("MNT-LOS-03", "no terrain stops sight but hills and two covers")
@pytest.mark.parametrize(("name", "features", "options", "expected"), LINES)
def test_lines_over_ground(name: str, features: tuple[Feature, ...], options: Options, expected: int | str) -> None:
    state = shooting(foot(), against=(ENEMY,), features=features, options=options)
    made = aimed(state, 1, 0, 4)
    assert verdict(made) == expected
    if isinstance(made, targets.AimedShot):
        assert made.shot.covered is bool(made.covers) is (expected == 1)


@pytest.mark.rule("MNT-COVER-05", "Z13 and Z14: it covers a unit that touches it from an enemy that does not")
def test_a_wall_covers_one_way() -> None:
    state = shooting(foot(), against=(foot("enemy", 0, 5, 180),), features=(strip("wall", 1.0, 1.4),))
    assert verdict(aimed(state, 1, 0, 4)) == 2
    assert verdict(targets.aim_shot(state, 1, 0, (9000, 6100), "")) == 1


@pytest.mark.rule("MNT-RULING-09", "Z41: a wood that holds both counts")
@pytest.mark.rule("MNT-COVER-07", "one feature about both gives cover")
def test_both_in_one_wood() -> None:
    wood = strip("wood", -2, 8, -5, 5)
    state = shooting(light(), against=(light("enemy", 0, 5, 180),), features=(wood,))
    made = aimed(state, 1, 0, 4)
    assert verdict(made) == 0
    assert isinstance(made, targets.AimedShot)
    assert made.count.halved == ("MN-FIRE-20", "MNT-COVER-03")


@pytest.mark.rule("MNT-COVER-01", "Z19: half in a wood is cover only where the zone crosses wood")
def test_half_in_a_wood() -> None:
    state = shooting(foot(), against=(ENEMY,), features=(strip("wood", 3, 9, 0.5, 6),))
    assert verdict(aimed(state, 1, -2.5, 4)) == 2
    assert verdict(aimed(state, 1, 2, 4)) == 1


@pytest.mark.rule("MNT-COVER-06", "a landmark never counts against its defender's fire, and always covers it")
def test_landmark_defenders() -> None:
    mill = strip("landmark", -1.5, 2.5, -2, 2)
    state = shooting(foot(formation="solid_square"), against=(ENEMY,), features=(mill,))
    state = replace(state, holding=(Defence("landmark", 0),))
    best = targets.best_aim(state, 0, 1)
    assert best
    assert (best[2].count.dice, best[2].covers) == (1, ())
    back = targets.best_aim(state, 1, 0)
    assert back
    assert (back[2].count.dice, back[2].covers) == (1, ("landmark",))


HILL = strip("hill", 20, 30, -20, 20, levels=2)
HIGH = strip("hill", 20, 30, levels=3)
ROUNDED = strip("contour", -9, 9), strip("contour", -8, 8, key="c")
FAR = foot("enemy", 0, 51, 180)
HILLS: list[tuple[str, ForceUnit, ForceUnit, tuple[Feature, ...], Options, int | str]] = [
    ("Z33", guns(), FAR, (HILL,), Options(), "MNT-RULING-11"),
    ("Z33 by option", guns(), FAR, (HILL,), Options(hill_blocks_artillery=False), 1),
    ("Z34", guns(), FAR, (HILL, strip("hill", 45, 60, -20, 20, levels=2, key="h2")), Options(), 1),
    ("Z35", guns(), FAR, (HILL, strip("contour", -9, 9, levels=1)), Options(), "MNT-RULING-11"),
    (
        "R13 heights add up",
        guns(),
        FAR,
        (HILL, strip("contour", -9, 9), strip("contour", -8, 8, key="c")),
        Options(),
        1,
    ),
    (
        "higher than the other hill",
        guns(),
        FAR,
        (strip("hill", 20, 30, levels=3), strip("hill", 45, 60, key="h")),
        Options(),
        "MNT-RULING-11",
    ),
    ("the firer is on it", guns(), FAR, (strip("hill", 0, 30, -20, 20),), Options(), 1),
    ("the target is on it", guns(), FAR, (strip("hill", 20, 51, -20, 20),), Options(), 1),
    ("beside the line", guns(), FAR, (strip("hill", 20, 30, 0.5, 9),), Options(), 1),
    ("a contour bars nothing", guns(), FAR, (strip("contour", 20, 30, -20, 20),), Options(), 1),
]


@pytest.mark.rule("MNT-LOS-02", "of heights only hills matter to artillery, by option")
@pytest.mark.rule("MNT-RULING-11", "a hill between, higher than the ground of both, bars the shot")
@pytest.mark.rule("MNT-RULING-13", "the ground of a unit is the sum of contours and hills under its centre")
@pytest.mark.rule("MNT-CONTOUR-02", "contours have no effect on artillery")
@pytest.mark.rule("MNT-HILL-02", "hills have no effect on small arms")
@pytest.mark.parametrize(("name", "firer", "target", "features", "options", "expected"), HILLS)
def test_hills(
    name: str, firer: ForceUnit, target: ForceUnit, features: tuple[Feature, ...], options: Options, expected: int | str
) -> None:
    state = shooting(firer, against=(target,), features=features, options=options)
    assert verdict(aimed(state, 1, 0, 50)) == expected
    assert (targets.best_aim(state, 0, 1) is None) is (expected == "MNT-RULING-11")


@pytest.mark.rule("MNT-COVER-04", "the features that stop a shot are named")
def test_two_covers_are_named() -> None:
    state = shooting(foot(), against=(foot("enemy", 0, 6, 180, **COLUMN),), features=(WALL, strip("wood", 2.5, 3.9)))
    made = aimed(state, 1, 0, 4)
    assert isinstance(made, Refusal)
    assert made.sentence == "enemy is behind the wall and the wood: 2 features stop a shot."
    assert targets.best_aim(state, 0, 1) is None


@pytest.mark.rule("MNT-COVER-04", "a club may let more features, or fewer, stop a shot")
@pytest.mark.parametrize(("bars", "barred"), [(1, True), (2, True), (3, False)])
def test_a_club_says_how_many_covers_stop_a_shot(bars: int, barred: bool) -> None:
    state = shooting(foot(), against=(foot("enemy", 0, 6, 180, **COLUMN),), features=(WALL, strip("wood", 2.5, 3.9)))
    rules = replace(state.setup.rules, tables=replace(PRINTED, covers_that_bar=bars))
    made = aimed(replace(state, setup=replace(state.setup, rules=rules)), 1, 0, 4)
    assert isinstance(made, Refusal) is barred
