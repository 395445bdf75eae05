"""Odd corners of the ground: who is beyond a bridge, whose way is held up, and what guns have hit."""

import pytest
from msgspec.structs import replace

from battles.engine.table.bearings import path
from battles.rules.mini_nap import bridges, deciding, going, ground, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.frames import Course, Leg, Plan
from battles.rules.mini_nap.outlines import middle, on_table, parts_on_table
from battles.rules.mini_nap.setup import Force, Table
from battles.rules.mini_nap.state import Damage, Holding
from tests.rules.mini_nap.mn_board import battle, mm, playing
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, noted, strip
from tests.rules.mini_nap.test_mn_deployment import waiting

BRIDGE = strip("bridge", 2, 6, -2, 2)
BROOK = strip("stream", 3, 5, -40, 40)
OVER = replace(BRIDGE, over="stream")


@pytest.mark.rule("MNT-BRIDGE-02", "the far side of a bridge is across the water, of a dry one across its middle")
@pytest.mark.parametrize(
    ("start", "end", "dry", "wet"),
    [
        ((0, -5), (0, 12), True, True),
        ((0, 12), (0, -5), True, True),
        ((0, -5), (4, -5), False, False),
        ((0, 9), (3, 7), False, False),
        ((-6, 4.5), (6, 4.5), True, False),
        ((-6, 4.5), (6, 3.5), True, True),
        ((0, -5), (5, 4), False, False),
        ((-30, 0), (-30, 9), False, True),
        ((-8, 0), (8, 0), True, False),
    ],
)
def test_beyond_a_bridge(start: tuple[float, float], end: tuple[float, float], dry: bool, wet: bool) -> None:
    for bridge, features, wanted in ((BRIDGE, (BRIDGE,), dry), (OVER, (BROOK, OVER), wet)):
        state = field(foot(y=-20), features=features)
        found = ground.named(state, bridge.key)
        assert found is not None
        assert bridges.is_beyond(state, found, place(*start), place(*end)) is wanted


@pytest.mark.rule("MNT-BRIDGE-02", "at a bend of the water the stretch between the two places decides")
def test_beyond_a_bend() -> None:
    points = tuple(place(x, y) for x, y in ((-40, 4), (0, 4), (0, 40)))
    state = field(foot(y=-20), features=(replace(BROOK, points=points), OVER))
    found = ground.named(state, "bridge")
    assert found is not None
    for start, end, beyond in (
        ((-5, 0), (-5, 9), True),
        ((-5, 9), (5, 9), True),
        ((-5, 0), (5, 9), False),
        ((5, 0), (5, 9), False),
        ((-9, 3), (3, 15), False),
    ):
        assert bridges.is_beyond(state, found, place(*start), place(*end)) is beyond, (start, end)


def course(travel: str, *, bearing: int = 0, length: float = 6, **facts: object) -> Course:
    return Course(unit=0, travel=travel, legs=(Leg(bearing, mm(length), 0),), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("MN-REACT-52", "a feint's way back into whoever has turned into it ends there, and the unit is lost")
@pytest.mark.parametrize(("y", "travel"), [(-20, 12), (-10, 7), (-15, 12), (-14.9, 11.9)])
def test_a_feint_into_a_unit(y: float, travel: float) -> None:
    state = field(horse(), foot("friend", y=y), against=(foot("foe", y=4, facing=180),))
    before = course("feint", bearing=1800, length=12)
    after = underway.held_up(state, before)
    if y <= -15:
        assert after == before
    else:
        assert mm(travel) <= after.legs[0].travel <= mm(travel) + state.setup.rules.options.contact_tol_cm
        assert after.plan.lost == "MN-REACT-52"


@pytest.mark.rule("MN-MAN-12", "a movement stops 1 mm before an enemy who has turned into its way")
@pytest.mark.parametrize(("y", "travel"), [(20, 6), (8.2, 6), (8.1, 6), (8.09, 5.99), (6, 3.9)])
def test_a_movement_is_held_up(y: float, travel: float) -> None:
    state = field(foot(), against=(foot("foe", y=y, facing=180),))
    assert underway.held_up(state, course("advance")).legs[0].travel == mm(travel)


@pytest.mark.rule("MN-RULING-180", "who is held up while he goes through a friend stops before him")
@pytest.mark.parametrize(("friend", "travel"), [(12, 3.9), (5.5, 3.55), (2.5, 0.55)])
def test_nobody_is_held_up_on_a_friend(friend: float, travel: float) -> None:
    state = field(light("mover"), foot("friend", x=-2, y=friend), against=(foot("foe", x=4.5, y=6, facing=180),))
    assert underway.held_up(state, course("advance")).legs[0].travel == pytest.approx(mm(travel), abs=1)


@pytest.mark.rule("MN-RULING-69", "a charge goes on until it touches somebody, its target further away than declared")
@pytest.mark.parametrize(
    ("target", "other", "travel"), [(8, None, 6), (9, None, 7), (12, None, 10), (9, 5, 3), (9, 20, 7), (5, None, 3)]
)
def test_a_charge_goes_on(target: float, other: float | None, travel: float) -> None:
    foes = [foot("target", y=target, facing=180)]
    foes += [foot("other", x=4, y=other, facing=180)] if other is not None else []
    state = field(foot(), against=tuple(foes))
    assert underway.held_up(state, course("charge", target=1)).legs[0].travel == mm(travel)


@pytest.mark.rule("MNT-BRIDGE-05", "a charge over a bridge is not held up")
def test_a_charge_over_a_bridge() -> None:
    state = field(foot(), against=(foot("foe", y=4, facing=180),))
    over = course("charge", target=1, plan=Plan(bridge="bridge"))
    assert underway.held_up(state, over) is over


@pytest.mark.rule("MNT-GEN-04", "whoever is in prohibited ground goes no further into it, and may go away")
@pytest.mark.parametrize(("bottom", "bearing", "free"), [(-1, 0, 0), (0.5, 0, 0), (3, 0, 1.99), (8, 0, None)])
def test_out_of_prohibited_ground(bottom: float, bearing: int, free: float | None) -> None:
    state = field(foot(), features=(strip("bog", bottom, 20),))
    unit = state.units[0]
    found = going.first_barred(state, unit, "move", footprint_of(state.setup.rules, unit), path(bearing, mm(6)))
    assert (found if found is None else found[0]) == (None if free is None else mm(free))


@pytest.mark.rule("MNT-STRUCT-05", "damage is kept for each structure; who still charges over a bridge fights it out")
def test_damage_is_kept_apart() -> None:
    mill, bridge = strip("landmark", 10, 14, -2, 2), strip("bridge", 30, 36, -2, 2)
    state = shooting(guns(), against=(foot(y=50),), features=(mill, bridge))
    state = replace(
        state,
        damage=(Damage("landmark", 2), Damage("bridge", 4)),
        holding=(Holding("landmark", 1), Holding("bridge", 1)),
    )
    play = playing(state)
    play.tell(happened.StructureHit(unit=0, face=1, hits=1, damage=Damage("bridge", 5, destroyed=True)))
    assert set(play.state.damage) == {Damage("landmark", 2), Damage("bridge", 5, destroyed=True)}
    assert play.state.holding == (Holding("landmark", 1),)
    assert play.state.units[0].fired
    answers = playing(noted(state, 0, yellow=True))
    answers.tell(happened.StructureHit(unit=0, face=6, hits=0, damage=Damage("bridge", 4)))
    assert answers.state.holding == state.holding
    assert not answers.state.units[0].fired


@pytest.mark.rule(
    "MN-RULING-100", "where both have a zone nobody chooses: side a keeps the lower edge, the loser begins"
)
@pytest.mark.parametrize(("faces", "first"), [((6, 6, 1, 1), "b"), ((1, 1, 6, 6), "a")])
def test_edges_where_both_have_a_zone(faces: tuple[int, ...], first: str) -> None:
    forces = (waiting("a", (0, 0, 18_000, 3000)), waiting("b", (0, 9000, 18_000, 12_000)))
    state = battle(*forces, step="deployment", turn=0, active="")
    after = deciding.begin(state, playing(state, *faces).dice).state
    assert (after.edges, after.first_to_deploy, after.active) == (("a", "b"), first, first)
    one = (waiting("a", (0, 0, 18_000, 3000)), Force(name="b", corps=waiting("b").corps))
    state = battle(*one, step="deployment", turn=0, active="")
    assert deciding.begin(state, playing(state, 6, 6, 1, 1).dice).state.step == "edges"


# Outlines


@pytest.mark.parametrize(
    ("outline", "where"),
    [
        (((0, 0), (0, 10), (10, 10), (10, 0)), (5, 5)),
        (((0, 0), (0, 100), (20, 100), (20, 40), (100, 40), (100, 0)), (10, 50)),
        (((0, 0), (0, 100), (10, 100), (10, 20), (70, 20), (70, 100), (100, 100), (100, 0)), (85, 50)),
        (((0, 0), (0, 100), (60, 100), (60, 20), (70, 20), (70, 100), (100, 100), (100, 0)), (30, 50)),
        (((0, 0), (50, 100), (100, 0)), (49, 50)),
        (((3, 7), (9, 7)), (3, 7)),
    ],
)
def test_the_middle_of_an_outline_is_in_its_broadest_part(
    outline: tuple[tuple[int, int], ...], where: tuple[int, int]
) -> None:
    assert middle(outline) == where


SMALL = Table(100, 60)


@pytest.mark.rule("MN-GEO-15", "what lies beside the table is left out, its rim counts as on it")
@pytest.mark.parametrize(
    ("outline", "found"),
    [
        (((10, 10), (10, 20), (20, 20)), [(10, 10), (10, 20), (20, 20)]),
        (((0, 0), (0, 60), (100, 60), (100, 0)), [(0, 0), (0, 60), (100, 60), (100, 0)]),
        (((-10, 10), (-10, 20), (10, 20), (10, 10)), [(0, 10), (0, 20), (10, 20), (10, 10)]),
        (((90, 50), (90, 70), (110, 70), (110, 50)), [(90, 50), (90, 60), (100, 60), (100, 50)]),
        (((90, -10), (90, 5), (110, 5), (110, -10)), [(90, 0), (90, 5), (100, 5), (100, 0)]),
        (((-9, 10), (-9, 20), (-1, 20)), []),
    ],
)
def test_outlines_on_the_table(outline: tuple[tuple[int, int], ...], found: list[tuple[int, int]]) -> None:
    assert set(on_table(SMALL, outline)) == set(found)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (((10, 10), (20, 10), (20, 50)), [((10, 10), (20, 10), (20, 50))]),
        (((-10, 10), (20, 10), (20, 80)), [((0, 10), (20, 10), (20, 60))]),
        (((50, 50), (50, 70), (70, 70), (70, 50)), [((50, 50), (50, 60)), ((70, 60), (70, 50))]),
        (((-10, 10), (-10, 50)), []),
        (((0, 10), (0, 50)), [((0, 10), (0, 50))]),
        (((-10, 30), (110, 30)), [((0, 30), (100, 30))]),
        (((100, 60), (100, 0)), [((100, 60), (100, 0))]),
    ],
)
def test_lines_on_the_table(line: tuple[tuple[int, int], ...], parts: list[tuple[tuple[int, int], ...]]) -> None:
    assert list(parts_on_table(SMALL, line)) == parts
