"""Guns against buildings and bridges (MNT-STRUCT), exact by the table of the terrain volume (9.2)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.odds import distribution
from battles.engine.settings import overlay
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.fire import firing_phase, targets
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Damage, Defence, Feature, State
from battles.rules.mini_nap.tables import PRINTED, GunWeight
from battles.rules.mini_nap.terrain import features
from tests.rules.mini_nap.builders.manoeuvres import asked, foot, go, guns, light, listed, noted, on, strip, why
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import playing

SHOTS: list[tuple[str, int, tuple[GunWeight, ...], int, int, str, str]] = [
    ("S01", 5, ("light", "medium"), 5, 15, "1/243", "0.213128"),
    ("S02", 5, ("heavy",), 3, 9, "17/81", "0.700859"),
    ("S03", 9, ("light", "medium"), 9, 27, "0", "0.000356"),
    ("S04", 9, ("heavy",), 5, 15, "1/243", "0.213128"),
]


def broken_in(weight: GunWeight, strength: int, shots: int) -> Fraction:
    """The chance that so many shots destroy a structure."""

    once = distribution(lambda dice: firing_phase.roll_structure(dice, PRINTED, weight)[1])
    after = {0: Fraction(1)}
    for _ in range(shots):
        then: dict[int, Fraction] = {}
        for hits, chance in after.items():
            for more, part in once.items():
                then[hits + more] = then.get(hits + more, Fraction()) + chance * part
        after = then
    return sum((chance for hits, chance in after.items() if hits >= strength), Fraction())


@pytest.mark.rule("MNT-STRUCT-03", "1 or 2 on a die: one hit by light and medium guns, two by heavy ones")
@pytest.mark.parametrize(("name", "strength", "weights", "needed", "mean", "five", "ten"), SHOTS)
def test_shots_that_destroy(
    name: str, strength: int, weights: tuple[GunWeight, ...], needed: int, mean: int, five: str, ten: str
) -> None:
    for weight in weights:
        hits = firing_phase.structural_hits(PRINTED, 1, weight)
        assert -(-strength // hits) == needed
        assert needed * 3 == mean
        assert broken_in(weight, strength, 5) == Fraction(five)
        assert format(float(broken_in(weight, strength, 10)), ".6f") == ten
    assert [firing_phase.structural_hits(PRINTED, face, weights[0]) > 0 for face in range(1, 7)] == [True, True] + [
        False
    ] * 4


@pytest.mark.rule("MNT-STRUCT-03", "a club may have other faces and other structural hits")
def test_a_club_has_its_own_numbers_for_structures() -> None:
    own = overlay(PRINTED, {"structure_hit_up_to": 4, "structure_hits": {"medium": 3}})
    assert [firing_phase.structural_hits(own, face, "medium") for face in range(1, 7)] == [3, 3, 3, 3, 0, 0]
    assert firing_phase.structural_hits(own, 1, "light") == 1
    state = facing(MILL)
    rules = replace(state.setup.rules, tables=own)
    state = replace(state, setup=replace(state.setup, rules=rules))
    assert hit(go(state, blast(state, "landmark"), 4)).hits == 3


VILLAGE = strip("village", 10, 18, -4, 4)
MILL = strip("landmark", 10, 14, -2, 2)
BRIDGE = strip("bridge", 10, 16, -2, 2)


@pytest.mark.rule("MNT-STRUCT-04", "9 for villages, 5 for landmarks and bridges, or what the players agree")
@pytest.mark.rule("MNT-RULING-20", "structure_strength_large and structure_strength_small")
@pytest.mark.parametrize(("feature", "usual", "other"), [(VILLAGE, 9, 8), (MILL, 5, 4), (BRIDGE, 5, 4)])
def test_strength(feature: Feature, usual: int, other: int) -> None:
    for options, expected in (
        (Options(), usual),
        (Options(structure_strength_large=8, structure_strength_small=4), other),
    ):
        for agreed in (0, 6):
            state = shooting(guns(), against=(foot(y=60),), features=(replace(feature, strength=agreed),))
            assert firing_phase.structure_strength(options, features.features_in_play(state)[0]) == (agreed or expected)


def facing(feature: Feature, *enemies: Any, firer: Any = None, options: Options | None = None) -> State:
    """A battery before a structure."""
    return shooting(
        firer or guns(), against=enemies or (foot("far", 40, 40, 180),), features=(feature,), options=options
    )


def blast(state: State, key: str) -> act.FireStructure:
    (found,) = listed(state, "a", "fire_structure")
    assert found.structure == key
    return found  # type: ignore[no-any-return]


def hit(play: Resolution) -> happened.StructureHit:
    (found,) = [event for event in play.events if isinstance(event, happened.StructureHit)]
    return found


@pytest.mark.rule("MNT-STRUCT-01", "landmarks, bridges and villages")
@pytest.mark.rule("MNT-STRUCT-06", "the shot is the one shot of the battery in the initiative")
@pytest.mark.rule("MNT-STRUCT-02", "artillery fires at a structure with no enemy in it, and rolls one die")
@pytest.mark.rule("MNT-RULING-21", "the near edge is aimed at")
@pytest.mark.parametrize(("feature", "key"), [(VILLAGE, "village"), (MILL, "landmark"), (BRIDGE, "bridge")])
def test_a_shot_at_a_structure(feature: Feature, key: str) -> None:
    state = facing(feature)
    shot = blast(state, key)
    made = firing_phase.aim_at_structure(state, 0, key, shot.aim)
    assert isinstance(made, firing_phase.StructureShot)
    assert (made.range, made.band) == (850, "close")
    play = go(state, shot, 2)
    assert (hit(play).face, hit(play).hits, hit(play).damage) == (2, 1, Damage(key, 1))
    assert play.state.units[0].fired
    assert why(play.state, shot) == "MN-FIRE-01"
    assert hit(go(state, shot, 3)).hits == 0


@pytest.mark.rule("MN-RULING-179", "no unit suppresses or answers a shot at a structure with no unit in it")
def test_a_shot_at_a_structure_is_not_answered() -> None:
    beside, goal = light("beside", -5.5, 0, 90), foot("goal", 8, 12, 180)
    state = facing(VILLAGE, beside, goal)
    (shot,) = (each for each in listed(state, "a", "fire") if each.target == 2)
    assert asked(go(state, shot)) == ("suppress", "pass")
    play = go(state, blast(state, "village"), 2)
    assert play.state.stack == ()
    assert hit(play).hits == 1


@pytest.mark.rule("MNT-STRUCT-05", "destroyed: passable rough ground, a bridge impassable")
@pytest.mark.parametrize(
    ("feature", "kind", "before"), [(VILLAGE, "rough", 8), (MILL, "rough", 4), (BRIDGE, "rough_x", 4)]
)
def test_destroyed(feature: Feature, kind: str, before: int) -> None:
    for more, expected in ((0, feature.kind), (1, kind)):
        state = replace(facing(feature), damage=(Damage(feature.key, before - 1 + more),))
        play = go(state, blast(state, feature.key), 1)
        assert hit(play).damage == Damage(feature.key, before + more, bool(more))
        assert features.features_in_play(play.state)[0].kind == expected


@pytest.mark.rule("MNT-STRUCT-02", "whom a structure holds is fired at, and the die for the structure follows")
def test_a_unit_in_a_village() -> None:
    state = facing(VILLAGE, foot("garrison", 0, 13, 180))
    assert listed(state, "a", "fire_structure") == []
    assert why(state, act.FireStructure(0, "village", place(0, 10))) == "MNT-STRUCT-02"
    found = targets.best_aim(state, 0, 1)
    assert found is not None
    play = go(state, act.Fire(0, 1, found[0]), 6, 1)
    assert [type(event).__name__ for event in play.events if hasattr(event, "hits")] == ["Fired", "StructureHit"]
    assert (play.state.units[1].points, hit(play).damage) == (5, Damage("village", 1))
    infantry = facing(strip("village", 4, 12, -4, 4), foot("garrison", 0, 5.5, 180), firer=foot())
    shot = targets.best_aim(infantry, 0, 1)
    assert shot is not None
    assert not [e for e in go(infantry, act.Fire(0, 1, shot[0]), 6).events if isinstance(e, happened.StructureHit)]


@pytest.mark.rule("MNT-RULING-21", "the die follows even where the shot has none after halving")
def test_no_dice_left_at_a_unit_in_a_village() -> None:
    state = facing(VILLAGE, light("garrison", 0, 13, 180), firer=guns(weight="light"))
    (shot,) = listed(state, "a", "fire")
    play = go(state, shot, 1)
    fired = next(event for event in play.events if isinstance(event, happened.Fired))
    assert (fired.count.dice, fired.total, fired.hits, hit(play).hits) == (0, 0, 0, 1)
    wood = facing(strip("wood", 10, 18, -4, 4), light("garrison", 0, 13, 180), firer=guns(weight="light"))
    assert listed(wood, "a", "fire") == []
    far = facing(strip("village", 50, 58, -4, 4), light("garrison", 0, 53, 180), firer=guns(weight="light"))
    assert listed(far, "a", "fire") == []


@pytest.mark.rule("MNT-STRUCT-02", "return fire at a battery in a village rolls for the village too")
def test_return_fire_at_a_village() -> None:
    state = facing(strip("village", -4, 4, -4, 4), guns("enemy", 0, 17, 180, weight="heavy"))
    shot = targets.best_aim(state, 0, 1)
    assert shot is not None
    play = go(state, act.Fire(0, 1, shot[0]), 1)
    assert "return_fire" in asked(play)
    (answer,) = listed(play.state, "b", "return_fire")
    after = on(playing(play.state, 1, 2), "b", answer)
    assert hit(after).damage == Damage("village", 2)
    assert (after.state.units[1].yellow, after.state.units[1].fired) == (True, False)


@pytest.mark.rule("MNT-RULING-22", "a landmark's defender is an ordinary square once it is destroyed")
def test_the_defender_of_a_ruin() -> None:
    state = facing(MILL, foot("garrison", 0, 12.5, 180, formation="solid_square"))
    state = replace(state, holding=(Defence("landmark", 1),), damage=(Damage("landmark", 4),))
    (shot,) = listed(state, "a", "fire")
    play = go(state, shot, 1, 1, 1, 1)
    assert (play.state.holding, play.state.units[1].formation) == ((), "solid_square")
    charged = replace(facing(BRIDGE), holding=(Defence("bridge", 1, 0),), damage=(Damage("bridge", 4),))
    happening = Resolution(charged, go(state, shot, 1, 1, 1, 1).dice)
    happening.tell(happened.StructureHit(unit=0, face=1, hits=1, damage=Damage("bridge", 5, destroyed=True)))
    assert happening.state.holding == (Defence("bridge", 1, 0),)


REFUSED: list[tuple[str, State, str, str]] = [
    ("infantry", facing(VILLAGE, firer=foot()), "village", "MNT-STRUCT-02"),
    ("no such", facing(VILLAGE), "mill", "MNT-STRUCT-01"),
    ("a wood", facing(strip("wood", 10, 18)), "wood", "MNT-STRUCT-01"),
    ("no dice at that range", facing(strip("village", 60, 68, -4, 4), firer=guns(weight="light")), "village", "60"),
    ("out of range", facing(strip("village", 100, 108, -4, 4), firer=guns(y=-20)), "village", "100"),
]


@pytest.mark.rule("MNT-RULING-21", "range and zone as for a unit; at least one die before halving")
@pytest.mark.parametrize(("name", "state", "key", "rule"), REFUSED)
def test_refused(name: str, state: State, key: str, rule: str) -> None:
    y = float(rule) if rule.isdigit() else 10
    expected = {"60": "MNT-RULING-21", "100": "MN-FIRE-13"}.get(rule, rule)
    assert why(state, act.FireStructure(0, key, place(0, y))) == expected
    assert (listed(state, "a", "fire_structure") == []) is (name != "no such")


def test_the_british_die_counts() -> None:
    state = facing(strip("village", 60, 68, -4, 4), firer=guns(weight="light", nation="british"))
    assert blast(state, "village").aim[1] == place(0, 60)[1]


@pytest.mark.rule("MN-FIRE-23", "a structure is screened as a unit is")
@pytest.mark.rule("MN-FIRE-11", "and barred by formed units, of friends by all")
def test_what_is_in_the_way_of_a_structure() -> None:
    wide = strip("village", 10, 18, -2, 2)
    assert listed(facing(wide, light("screen", 0, 6, 180)), "a", "fire_structure") == []
    at_medium = facing(strip("village", 30, 38, -2, 2), light("screen", 0, 15, 180))
    assert len(listed(at_medium, "a", "fire_structure")) == 1
    assert why(facing(wide, foot("line", 0, 6, 180)), act.FireStructure(0, "village", place(0, 10))) == "MN-FIRE-11"
    hill = (wide, strip("hill", 4, 8, -9, 9))
    hidden = shooting(guns(), against=(foot("far", 40, 40),), features=hill)
    assert why(hidden, act.FireStructure(0, "village", place(0, 10))) == "MNT-RULING-11"
    walls = (wide, strip("wall", 4, 4.4), strip("wall", 6, 6.4, key="second"))
    covered = shooting(guns(), against=(foot("far", 40, 40),), features=walls)
    assert why(covered, act.FireStructure(0, "village", place(0, 10))) == "MNT-COVER-04"
    assert why(noted(facing(wide), 0, yellow=True), act.FireStructure(0, "village", place(0, 10))) == "MN-MARKER-02"


@pytest.mark.rule("MNT-RULING-21", "a shot is aimed at the edge of a structure, a tenth of a millimetre off at most")
def test_a_shot_is_aimed_at_the_edge_of_a_structure() -> None:
    state = facing(VILLAGE)
    x, y = place(0, 10)
    assert [why(state, act.FireStructure(0, "village", (x, y - off))) for off in (0, 1, 2)] == ["", "", "MNT-RULING-21"]
