"""Lines of sight over terrain and units, arcs and grazes, as a battle uses them (section 6.1)."""

from typing import Any

import pytest

from battles.rules.easy_napoleonics.actions import Fire
from tests.rules.easy_napoleonics.builders.positions import act, fires, leader, only, position, unit, values

GUNS = {"kind": "field_artillery"}
Hex = tuple[int, int]
FAR = unit("b", (14, -11), facing=3)


def seen(
    target: Hex, terrain: dict[Hex, str] | None = None, units: Any = (), leaders: Any = (), **options: Any
) -> bool:
    """Whether a battery at (0, 0) that faces north may fire at an enemy there."""
    men = [unit("a", (0, 0), **GUNS), unit("b", target, facing=3), *units]
    return 1 in fires(position(men, leaders, phase="artillery", terrain=terrain, **options))


@pytest.mark.rule("EN-ART-11", "units of either side block what passes through them")
@pytest.mark.rule("EN-ART-10", "units of either side block what passes through them")
@pytest.mark.parametrize(
    ("target", "held", "clear"),
    [
        ((1, -2), [(1, -1)], True),
        ((1, -2), [(0, -1), (1, -1)], False),
        ((2, -4), [(1, -2)], False),
        ((2, -4), [(0, -1), (2, -3)], True),
        ((2, -4), [(1, -3), (2, -3)], False),
        ((3, -4), [(1, -3)], True),
        ((1, -1), [(0, -1)], True),
    ],
    ids=["LOS-1", "LOS-2", "LOS-3", "LOS-4", "LOS-5", "LOS-10", "LOS-11"],
)
@pytest.mark.parametrize("side", ["a", "b"])
def test_units_of_either_side_block_what_passes_through_them(
    target: Hex, held: list[Hex], clear: bool, side: str
) -> None:
    assert seen(target, units=[unit(side, place) for place in held]) is clear


@pytest.mark.rule("EN-ART-11", "Lone leaders do not block.")
@pytest.mark.rule("EN-RULING-91", "a lone leader blocks no line")
def test_a_lone_leader_blocks_no_line() -> None:
    assert seen((2, -4), leaders=[leader("a", (1, -2)), leader("b", (1, -2))])


@pytest.mark.rule("EN-ART-12", "LOS-12: a graze is blocked by woods on one side and a unit on the other.")
def test_a_graze_between_woods_and_a_unit_is_blocked() -> None:
    assert not seen((1, -2), {(1, -1): "woods"}, [unit("b", (0, -1))])
    assert seen((1, -2), {(1, -1): "woods"})


@pytest.mark.rule("EN-ART-12", "terrain that is crossed blocks as the table says")
@pytest.mark.rule("EN-SETUP-13", "terrain that is crossed blocks as the table says")
@pytest.mark.rule("EN-RULING-51", "terrain that is crossed blocks as the table says")
@pytest.mark.parametrize(
    ("terrain", "clear"), [("woods", False), ("settlement", False), ("hill", False), ("stream", True), ("pond", True)]
)
def test_terrain_that_is_crossed_blocks_as_the_table_says(terrain: str, clear: bool) -> None:
    assert seen((2, -4), {(1, -2): terrain}) is clear


@pytest.mark.rule("EN-RULING-49", "The two end hexes never block.")
@pytest.mark.parametrize("terrain", ["woods", "settlement", "hill"])
def test_the_ground_of_the_firer_and_of_the_target_never_blocks(terrain: str) -> None:
    assert seen((2, -4), {(0, 0): terrain, (2, -4): terrain})


@pytest.mark.rule("EN-RULING-49", "a terrain left out of blocking terrain never blocks")
@pytest.mark.parametrize("left_out", ["woods", "settlement", "hill"])
def test_a_terrain_left_out_of_blocking_terrain_never_blocks(left_out: str) -> None:
    kept = tuple(sorted({"woods", "settlement", "hill"} - {left_out}))
    for terrain in ("woods", "settlement", "hill"):
        assert seen((2, -4), {(1, -2): terrain}, blocking_terrain=kept) is (terrain == left_out)


@pytest.mark.rule("EN-RULING-50", "a crossed hill blocks by where the ends are")
@pytest.mark.rule("EN-ART-12", "LOS-13 and LOS-14.")
@pytest.mark.parametrize(
    ("option", "neither", "firer", "target"),
    [
        ("either_end", False, True, True),
        ("always_block", False, False, False),
        ("never_block", True, True, True),
    ],
)
def test_a_crossed_hill_blocks_by_where_the_ends_are(option: str, neither: bool, firer: bool, target: bool) -> None:
    crossed = {(1, -2): "hill"}
    assert seen((2, -4), crossed, hill_sight=option) is neither
    assert seen((2, -4), {**crossed, (0, 0): "hill"}, hill_sight=option) is firer
    assert seen((2, -4), {**crossed, (2, -4): "hill"}, hill_sight=option) is target


@pytest.mark.rule("EN-ART-12", "Units block regardless of hills.")
def test_a_hill_does_not_lift_the_line_over_units_or_woods() -> None:
    ends = {(0, 0): "hill", (2, -4): "hill"}
    assert not seen((2, -4), ends, [unit("b", (1, -2))])
    assert not seen((2, -4), {**ends, (1, -2): "woods"})


@pytest.mark.rule("EN-RULING-46", "the arc is the half plane or the cone")
@pytest.mark.rule("EN-ART-08", "the arc is the half plane or the cone")
@pytest.mark.parametrize(
    ("target", "string", "cone"),
    [
        ((1, -1), True, True),
        ((1, 0), False, False),
        ((2, -1), True, False),
        ((2, 0), False, False),
        ((9, -3), True, False),
        ((-3, -3), True, False),
    ],
)
def test_the_arc_is_the_half_plane_or_the_cone(target: Hex, string: bool, cone: bool) -> None:
    assert seen(target) is string
    assert seen(target, artillery_arc="cone60") is cone


@pytest.mark.rule("EN-RULING-48", "a graze favours the target or the firer")
@pytest.mark.rule("EN-ART-15", "a graze favours the target or the firer")
@pytest.mark.parametrize(
    ("target", "facing", "favours", "bonus"),
    [
        ((1, -2), 1, "target", {"fire at the flank": 2}),
        ((1, -2), 1, "firer", {"fire at the rear": 3}),
        ((3, -2), 3, "target", {}),
        ((3, -2), 3, "firer", {"fire at the flank": 2}),
        ((2, -4), 0, "target", {"fire at the rear": 3}),
        ((2, -3), 5, "target", {"fire at the flank": 2}),
    ],
)
def test_a_graze_favours_the_target_or_the_firer(target: Hex, facing: int, favours: str, bonus: dict[str, int]) -> None:
    guns = [unit("a", (0, 0), **GUNS), unit("b", target, facing=facing)]
    state = position(guns, phase="artillery", graze_favours=favours)
    (dice,) = fires(state)[1]
    (shot,) = only(act(state, "a", Fire(1, dice), *[1] * dice[0][1]), "fired").shots
    assert values(shot.modifiers) == bonus


VECTORS: tuple[tuple[str, Hex, str], ...] = (
    ("G1", (1, -1), "RRKFFK"),
    ("G2", (0, -1), "RKFFKR"),
    ("G4", (1, -2), "RKFFFK"),
    ("G5", (2, -1), "KRRKFF"),
    ("G8", (2, -2), "RRKFFK"),
    ("G10", (3, -2), "KRKFFF"),
    ("G11", (2, -4), "RKFFFK"),
    ("G16", (1, -5), "RKFFKR"),
    ("G17", (9, -3), "KRRKFF"),
    ("G18", (-3, -3), "KFFKRR"),
)
"""Fire aspects of the rulebook's geometry vectors by the target's facing: front, flank (K), rear."""


@pytest.mark.rule("EN-ART-15", "the side of the target that a line of fire arrives at, by its facing")
@pytest.mark.rule("EN-ART-16", "at range 1 the side that the firer stands at")
@pytest.mark.parametrize(("target", "aspects"), [row[1:] for row in VECTORS], ids=[row[0] for row in VECTORS])
def test_fire_of_a_battery_arrives_at_the_side_that_the_vectors_say(target: Hex, aspects: str) -> None:
    added = {"F": 0, "K": 2, "R": 3}
    for facing, aspect in enumerate(aspects):
        state = position([unit("a", (0, 0), **GUNS), unit("b", target, facing=facing), FAR], phase="artillery")
        (dice,) = fires(state)[1]
        shot = only(act(state, "a", Fire(1, dice), *[1] * dice[0][1]), "fired").shots[0]
        assert sum(values(shot.modifiers).values()) == added[aspect], facing


@pytest.mark.rule("EN-ART-16", "musketry comes from the firer's hex")
@pytest.mark.parametrize(("target", "aspects"), [((1, -1), "RRKFFK"), ((0, -1), "RKFFKR")])
def test_musketry_arrives_from_the_firers_hex(target: Hex, aspects: str) -> None:
    added = {"F": 0, "K": 2, "R": 3}
    for facing, aspect in enumerate(aspects):
        state = position([unit("a", (0, 0)), unit("b", target, facing=facing), FAR], phase="musketry")
        shot = only(act(state, "a", Fire(1, ((0, 2),)), 1, 1), "fired").shots[0]
        assert sum(values(shot.modifiers).values()) == added[aspect], facing
