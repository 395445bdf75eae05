"""Sight lines: arcs, the hexes and hexsides on a line, what blocks it, and the side of the target it meets."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from battles.kits.hex.grid import APEXES, OFFSETS, Aspect, Axial, centre, distance, grid
from battles.kits.hex.line_of_sight import Favours, Line, arc, aspect_of_fire, blocked, line, masks

LETTERS: dict[str, Aspect] = {"F": "front", "K": "flank", "R": "rear"}
NAMES = ("N", "ENE", "ESE", "S", "WSW", "WNW")
VECTORS = [
    ("G1", (1, -1), 1, (0, -2), "WSW", "yes / yes", "", "", "R R K F F K"),
    ("G2", (0, -1), 1, (0, -2), "ESE", "yes / yes", "", "", "R K F F K R"),
    ("G3", (1, 0), 1, (1, -1), "WNW", "no / no", "", "(0,0)+(1,-1)", "K R R K F F"),
    ("G4", (1, -2), 2, (0, -4), "S", "yes / yes", "", "(0,-1)+(1,-1)", "R K F F F K"),
    ("G5", (2, -1), 2, (2, -2), "WSW", "yes / no", "(1,-1)", "", "K R R K F F"),
    ("G6", (2, 0), 2, (3, -1), "WNW", "no / no", "(1,-1) (1,0)", "", "K R R K F F"),
    ("G7", (-2, 0), 2, (-3, -1), "ENE", "no / no", "(0,-1) (-1,0)", "", "K F F K R R"),
    ("G8", (2, -2), 2, (1, -5), "WSW", "yes / yes", "(1,-1)", "", "R R K F F K"),
    ("G9", (2, -3), 3, (1, -7), "S", "yes / yes", "(1,-1) (1,-2)", "", "R R K F F K"),
    ("G10", (3, -2), 3, (3, -5), "WSW", "yes / no", "(1,-1)", "(2,-2)+(2,-1)", "K R K F F F"),
    ("G11", (2, -4), 4, (0, -10), "S", "yes / yes", "(1,-2)", "(0,-1)+(1,-1); (1,-3)+(2,-3)", "R K F F F K"),
    ("G12", (3, -4), 4, (2, -10), "S", "yes / yes", "(1,-1) (1,-2) (2,-2) (2,-3)", "", "R R K F F K"),
    ("G13", (4, -2), 4, (5, -5), "WSW", "yes / no", "(1,-1) (2,-1) (3,-2)", "", "K R R K F F"),
    ("G14", (5, -1), 5, (8, -2), "WSW", "yes / no", "(1,-1) (2,-1) (3,-1) (4,-1)", "", "K R R K F F"),
    ("G15", (4, -6), 6, (2, -16), "S", "yes / yes", "(1,-1) (1,-2) (2,-3) (3,-4) (3,-5)", "", "R R K F F K"),
    ("G16", (1, -5), 5, (-3, -13), "S", "yes / yes", "(0,-1) (1,-2) (0,-2) (1,-3) (0,-3) (1,-4)", "", "R K F F K R"),
    (
        "G17",
        (9, -3),
        9,
        (14, -8),
        "WSW",
        "yes / no",
        "(1,-1) (2,-1) (3,-1) (4,-2) (5,-2) (6,-2) (7,-2) (8,-3)",
        "",
        "K R R K F F",
    ),
    ("G18", (-3, -3), 6, (-8, -8), "ESE", "yes / no", "(0,-1) (-1,-1) (-1,-2) (-2,-2) (-2,-3)", "", "K F F K R R"),
    ("G19", (2, 1), 3, (4, 2), "WNW", "no / no", "(1,0)", "(0,0)+(1,-1); (1,1)+(2,0)", "F K R K F F"),
]
"""Section 6.1, unit at (0, 0) facing N: target, range, apex, arc, passes, edges, aspect by the target's facing."""
BLOCKS = [
    ("LOS-1", (1, -2), [(1, -1)], False),
    ("LOS-2", (1, -2), [(0, -1), (1, -1)], True),
    ("LOS-3", (2, -4), [(1, -2)], True),
    ("LOS-4", (2, -4), [(0, -1), (2, -3)], False),
    ("LOS-5", (2, -4), [(1, -3), (2, -3)], True),
    ("LOS-6", (3, -2), [(2, -2)], False),
    ("LOS-7", (3, -2), [(2, -2), (2, -1)], True),
    ("LOS-8", (2, -1), [(1, -1)], True),
    ("LOS-9", (3, -4), [(2, -2)], True),
    ("LOS-10", (3, -4), [(1, -3)], False),
    ("LOS-11", (1, -1), [(0, -1)], False),
    ("LOS-12", (1, -2), [(1, -1), (0, -1)], True),
    ("LOS-13", (2, -4), [], False),
    ("LOS-14", (2, -4), [(1, -2)], True),
]
"""Section 6.1: the hexes that block. Which do (LOS-13, 14: a hill) is for the rules that call."""
BOARD = grid(25, 25)
MIDDLE = BOARD.cell_of("1313")


def disc(radius: int) -> list[Axial]:
    steps = product(range(-radius, radius + 1), repeat=2)
    return [step for step in steps if 0 < distance(*step) <= radius]


def there(step: Axial, origin: int = MIDDLE) -> int:
    q, r = BOARD.axial[origin]
    return BOARD.cell_at(q + step[0], r + step[1])


def mask(steps: list[Axial]) -> int:
    return sum(1 << there(step) for step in steps)


def turned(step: Axial, turns: int) -> Axial:
    """A step turned clockwise by sixty degrees so many times."""
    q, r = step
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def written(edges: tuple[tuple[Axial, Axial], ...]) -> str:
    return "; ".join("+".join(f"({q},{r})" for q, r in pair) for pair in edges)


def ends(facing: int, step: Axial) -> tuple[tuple[int, int], tuple[int, int]]:
    """Start and end of a line, found without the module under test."""
    start = APEXES[facing]
    x, y = centre(*step)
    tips = [(x + apex_x, y + apex_y) for apex_x, apex_y in APEXES]
    return start, min(tips, key=lambda tip: 3 * (tip[0] - start[0]) ** 2 + (tip[1] - start[1]) ** 2)


def clip(start: tuple[int, int], end: tuple[int, int], step: Axial) -> tuple[Fraction, Fraction, bool] | None:
    """The part of a segment inside a hex, as two fractions of its length, and whether its middle is in the interior.

    None if the part has no length. The hex is cut out by its six sides one after another.
    """
    x, y = centre(*step)
    low, high = Fraction(0), Fraction(1)
    inside = True
    for (ax, ay), (bx, by) in zip(APEXES, APEXES[1:] + APEXES[:1], strict=True):
        side_x, side_y = bx - ax, by - ay
        gap = side_x * (start[1] - y - ay) - side_y * (start[0] - x - ax)
        gain = side_x * (end[1] - start[1]) - side_y * (end[0] - start[0])
        if gain == 0:
            if gap < 0:
                return None
            inside = inside and gap > 0
        elif gain > 0:
            low = max(low, Fraction(-gap, gain))
        else:
            high = min(high, Fraction(-gap, gain))
        if low >= high:
            return None
    return low, high, inside


def crossed(facing: int, step: Axial) -> tuple[set[Axial], set[tuple[Axial, Axial]]]:
    """The hexes a line passes through and the hexsides it follows, by clipping it to every hex near it."""
    start, end = ends(facing, step)
    passes: set[Axial] = set()
    sides: dict[Fraction, list[Axial]] = {}
    q_range = range(min(0, step[0]) - 2, max(0, step[0]) + 3)
    r_range = range(min(0, step[1]) - 2, max(0, step[1]) + 3)
    reach = distance(*step) + 2
    for q, r in product(q_range, r_range):
        if start == end or distance(q, r) + distance(step[0] - q, step[1] - r) > reach:
            continue
        part = clip(start, end, (q, r))
        if part and part[2]:
            passes.add((q, r))
        elif part:
            sides.setdefault(part[0], []).append((q, r))
    return passes, {(min(pair), max(pair)) for pair in sides.values()}


@pytest.mark.rule("EN-ART-06", "a line starts at the facing apex")
@pytest.mark.rule("EN-ART-07", "and ends at the nearest apex of the target")
@pytest.mark.rule("EN-ART-09", "it passes through hexes and follows hexsides as printed")
@pytest.mark.parametrize(("name", "target", "away", "tip", "apex", "_arcs", "passes", "edges", "_shown"), VECTORS)
def test_lines_run_as_printed(
    name: str, target: Axial, away: int, tip: Axial, apex: str, _arcs: str, passes: str, edges: str, _shown: str
) -> None:
    found = line(0, *target)
    x, y = centre(*target)
    assert distance(*target) == away
    assert NAMES[found.apex] == apex
    assert (x + APEXES[found.apex][0], y + APEXES[found.apex][1]) == tip
    assert " ".join(f"({q},{r})" for q, r in found.passes) == passes
    assert written(found.edges) == edges


@pytest.mark.rule("EN-ART-08", "the arc is the half plane ahead, or what front steps reach")
@pytest.mark.rule("EN-RULING-46", "both readings of the arc, as printed")
@pytest.mark.parametrize(("target", "arcs"), [(vector[1], vector[5]) for vector in VECTORS])
def test_arcs_are_as_printed(target: Axial, arcs: str) -> None:
    found = line(0, *target)
    assert ("yes" if found.in_arc else "no") + " / " + ("yes" if found.in_cone else "no") == arcs


@pytest.mark.rule("EN-ART-15", "the aspect of fire is that of the neighbour the line arrives through")
@pytest.mark.rule("EN-ART-16", "at range 1 it is the aspect of the firer's hex")
@pytest.mark.rule("EN-RULING-48", "on a shared hexside the better one for the target")
@pytest.mark.parametrize(("target", "shown"), [(vector[1], vector[8]) for vector in VECTORS])
def test_aspects_of_fire_are_as_printed(target: Axial, shown: str) -> None:
    want = [LETTERS[letter] for letter in shown.split()]
    assert [aspect_of_fire(0, *target, facing) for facing in range(6)] == want


@pytest.mark.rule("EN-ART-15", "the worked line arrives through the neighbour to the south-west")
def test_the_worked_line_arrives_from_the_south_west() -> None:
    assert line(0, 2, -3).arrives == (3,)


@pytest.mark.rule("EN-RULING-48", "with graze_favours firer, the worse one for the target")
def test_a_line_along_a_hexside_may_favour_the_firer() -> None:
    def shown(favours: Favours) -> list[Aspect]:
        return [aspect_of_fire(0, 1, -2, facing, favours) for facing in range(6)]

    assert shown("target") == ["rear", "flank", "front", "front", "front", "flank"]
    assert shown("firer") == ["rear", "rear", "flank", "front", "flank", "rear"]


@pytest.mark.rule("EN-ART-15", "only a shared hexside leaves a choice")
def test_a_line_through_one_neighbour_favours_nobody() -> None:
    steps = [step for step in disc(6) if len(line(0, *step).arrives) == 1]
    assert len(steps) > 100
    for step, facing in product(steps, range(6)):
        assert aspect_of_fire(0, *step, facing, "firer") == aspect_of_fire(0, *step, facing, "target")


@pytest.mark.rule("EN-ART-17", "a target that faces all round shows its front")
def test_a_target_that_faces_all_round_shows_its_front() -> None:
    assert {aspect_of_fire(0, *step, None, "firer") for step in disc(4)} == {"front"}


@pytest.mark.rule("EN-ART-10", "a hex passed through blocks, or both hexes of a hexside followed")
@pytest.mark.rule("EN-RULING-47", "one hex of a hexside, or an apex touched, does not block")
@pytest.mark.parametrize(("name", "target", "held", "want"), BLOCKS)
def test_lines_are_blocked_as_printed(name: str, target: Axial, held: list[Axial], want: bool) -> None:
    assert blocked(BOARD, MIDDLE, 0, there(target), mask(held)) is want


@pytest.mark.rule("EN-ART-10", "the hex fired from and the target never block")
@pytest.mark.parametrize("facing", range(6))
def test_both_ends_of_a_line_never_block(facing: int) -> None:
    for step in disc(7):
        assert not blocked(BOARD, MIDDLE, facing, there(step), mask([(0, 0), step]))
    beside = turned((1, 0), facing)
    assert line(facing, *beside).edges
    assert not blocked(BOARD, MIDDLE, facing, there(beside), (1 << BOARD.size) - 1)


@pytest.mark.rule("EN-ART-09", "every line of a board, by cells as by steps")
def test_masks_say_on_a_board_what_a_line_says() -> None:
    board = grid(6, 5)
    for cell, facing, target in product(range(board.size), range(6), range(board.size)):
        if cell == target:
            continue
        (q, r), (target_q, target_r) = board.axial[cell], board.axial[target]
        found = line(facing, target_q - q, target_r - r)
        passes = {board.cell_at(q + dq, r + dr) for dq, dr in found.passes} - {-1}
        pairs = [{board.cell_at(q + dq, r + dr) for dq, dr in pair} for pair in found.edges]
        want = [pair for pair in pairs if not pair & {-1, cell, target}]
        passed, sides = masks(board, cell, facing, target)
        assert set(board.cells(passed)) == passes
        assert [set(board.cells(side)) for side in sides] == want


@pytest.mark.rule("EN-RULING-47", "there is no hex beyond the rim of the board, so a hexside there does not block")
def test_a_line_along_the_rim_of_the_board_is_clear() -> None:
    board = grid(3, 9)
    cell, target = board.cell_of("0105"), board.cell_of("0103")
    everything = (1 << board.size) - 1
    assert line(0, 1, -2).edges == (((0, -1), (1, -1)),)
    assert board.axial[target] == (board.axial[cell][0] + 1, board.axial[cell][1] - 2)
    assert masks(board, cell, 0, target) == (0, ())
    assert not blocked(board, cell, 0, target, everything)
    inner, above = cell + 1, target + 1
    assert blocked(board, inner, 0, above, everything)


@pytest.mark.rule("EN-ART-09", "open segment and interiors, by clipping with exact fractions")
@pytest.mark.parametrize("facing", range(6))
def test_lines_agree_with_clipping_each_hex(facing: int) -> None:
    for step in disc(6):
        found = line(facing, *step)
        passes, edges = crossed(facing, step)
        assert step not in passes
        assert set(found.passes) == passes - {(0, 0)}, step
        assert set(found.edges) == edges, step
        assert len(found.passes) == len(set(found.passes))


@pytest.mark.rule("EN-ART-09", "hexes come in the order the line meets them")
def test_hexes_on_a_line_come_nearest_first() -> None:
    for step in disc(5):
        start, end = ends(0, step)
        parts = [clip(start, end, passed) for passed in line(0, *step).passes]
        assert None not in parts
        assert parts == sorted(part for part in parts if part)


@pytest.mark.rule("EN-ART-07", "two apexes of a target are never equally near")
@pytest.mark.parametrize("facing", range(6))
def test_the_nearest_apex_is_never_in_doubt(facing: int) -> None:
    start_x, start_y = APEXES[facing]
    for step in disc(10):
        x, y = centre(*step)
        lengths = [3 * (x + ax - start_x) ** 2 + (y + ay - start_y) ** 2 for ax, ay in APEXES]
        assert lengths.count(min(lengths)) == 1
        assert line(facing, *step).apex == lengths.index(min(lengths))


@pytest.mark.rule("EN-ART-08", "a line avoids the unit's own, flank and rear hexes if in the arc, and only then")
@pytest.mark.parametrize("facing", range(6))
def test_only_lines_in_the_arc_avoid_own_flank_and_rear_hexes(facing: int) -> None:
    own = [(0, 0)] + [OFFSETS[(facing + turn) % 6] for turn in (1, 2, 3, 4)]
    for step in disc(10):
        start, end = ends(facing, step)
        clear = start == end or all(clip(start, end, side) is None for side in own)
        assert line(facing, *step).in_arc is clear, step


@pytest.mark.rule("EN-ART-08", "3n-1 hexes at range n in the half plane, n+1 in the cone, and the cone lies within")
@pytest.mark.rule("EN-RULING-46", "half plane or cone")
@pytest.mark.parametrize("facing", range(6))
def test_arcs_have_the_printed_numbers_of_hexes(facing: int) -> None:
    lines = [(distance(*step), line(facing, *step)) for step in disc(10)]
    for away in range(1, 11):
        assert sum(found.in_arc for at, found in lines if at == away) == 3 * away - 1
        assert sum(found.in_cone for at, found in lines if at == away) == away + 1
    assert all(found.in_arc for _, found in lines if found.in_cone)


def stepped(facing: int, steps: int) -> set[int]:
    """The cells that a unit in the middle reaches by so many front steps or fewer."""
    reached = {MIDDLE}
    for _ in range(steps):
        reached |= {front for cell in reached for front in BOARD.front[facing][cell]}
    return reached - {MIDDLE}


@pytest.mark.rule("EN-ART-08", "the cone is what front steps alone reach")
@pytest.mark.rule("EN-FACE-04", "front steps widen to a cone of sixty degrees")
@pytest.mark.parametrize("facing", range(6))
def test_the_cone_is_what_front_steps_reach(facing: int) -> None:
    for reach in range(1, 8):
        assert set(BOARD.cells(arc(BOARD, MIDDLE, facing, reach, cone=True))) == stepped(facing, reach)


@pytest.mark.rule("EN-FACE-04", "front steps from (0,0) facing N, and from (4,2) facing ENE, as printed for moves")
def test_front_steps_reach_the_printed_hexes() -> None:
    two = {(0, -1), (1, -1), (0, -2), (1, -2), (2, -2)}
    assert stepped(0, 1) == {there((0, -1)), there((1, -1))}
    assert stepped(0, 2) == {there(step) for step in two}
    assert stepped(0, 3) == {there(step) for step in two | {(0, -3), (1, -3), (2, -3), (3, -3)}}
    assert stepped(1, 2) == {there((q - 4, r - 2)) for q, r in [(5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]}


def arcs() -> Iterator[tuple[int, int, int, bool]]:
    yield from product([0, 5, MIDDLE, BOARD.size - 1], range(6), [1, 2, 9], [False, True])


@pytest.mark.rule("EN-ART-08", "on a board, the arc ends at the range and at the rim")
@pytest.mark.rule("EN-RULING-52", "range is hex distance, the target's hex counted")
def test_arcs_on_a_board_hold_the_cells_in_arc_and_in_range() -> None:
    for cell, facing, reach, cone in arcs():
        q, r = BOARD.axial[cell]
        places = [(dq, dr, BOARD.cell_at(q + dq, r + dr)) for dq, dr in disc(reach)]
        lines = [(line(facing, dq, dr), target) for dq, dr, target in places if target >= 0]
        want = {target for found, target in lines if (found.in_cone if cone else found.in_arc)}
        assert set(BOARD.cells(arc(BOARD, cell, facing, reach, cone))) == want


def turned_line(found: Line, turns: int) -> Line:
    return Line(
        apex=(found.apex + turns) % 6,
        in_arc=found.in_arc,
        in_cone=found.in_cone,
        passes=tuple(turned(step, turns) for step in found.passes),
        edges=tuple(sorted((turned(one, turns), turned(other, turns))) for one, other in found.edges),
        arrives=tuple((direction + turns) % 6 for direction in found.arrives),
    )


@pytest.mark.rule("EN-ART-06", "a turn of the whole table by sixty degrees changes no answer")
@pytest.mark.rule("EN-FACE-03", "six equal facings")
@pytest.mark.parametrize("turns", range(1, 6))
def test_turning_everything_by_sixty_degrees_changes_nothing(turns: int) -> None:
    for step in disc(8):
        want = turned_line(line(0, *step), turns)
        found = line(turns, *turned(step, turns))
        assert sorted(found.passes) == sorted(want.passes)
        assert sorted(map(sorted, found.edges)) == sorted(map(sorted, want.edges))
        assert (found.apex, found.in_arc, found.in_cone, found.arrives) == (
            want.apex,
            want.in_arc,
            want.in_cone,
            want.arrives,
        )


def test_there_is_no_line_to_the_own_hex() -> None:
    with pytest.raises(ValueError, match="A line of sight needs two different hexes"):
        blocked(BOARD, MIDDLE, 0, MIDDLE, 0)
