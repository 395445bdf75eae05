"""Geometry that screen and paper share: outlines, terrain, names, blocks."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from armies.symbols import parse
from battles.drawing import blocks
from battles.drawing.last_moves import moves
from battles.drawing.name_placement import placed_names
from battles.drawing.outline import along, curve, inside, loops, regions, soft
from battles.drawing.terrain import marks
from battles.engine.picture import Name
from tests.battles.board.boards import block, plain_ground, plain_scene, scenario, square

ROOT = Path(__file__).parents[3]
BOX = ((0, 0), (100, 0), (100, 100), (0, 100))


def test_areas_that_share_a_side_are_one_region() -> None:
    found = regions([square("11", 0, 0), square("31", 2, 0), square("21", 1, 0), square("15", 0, 4)])
    assert [[area.key for area in region] for region in found] == [["11", "31", "21"], ["15"]]


def test_a_region_has_one_outline_and_one_for_each_hole() -> None:
    ring = [square(f"{x}{y}", x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, hole = sorted(loops(ring), key=len, reverse=True)
    assert len(outer) == 12
    assert len(hole) == 4
    assert inside((25, 25), outer)
    assert sorted(hole) == [(50, 50), (50, 100), (100, 50), (100, 100)]


def test_areas_that_touch_at_a_corner_keep_two_outlines() -> None:
    found = loops([square("11", 0, 0), square("22", 1, 1)])
    assert sum(len(loop) for loop in found) == 8


def test_adjacent_areas_of_one_kind_are_one_patch_on_a_hex_board() -> None:
    ring = [square(f"{x}{y}", x, y, "wood") for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    ground = replace(plain_ground(), areas=(*ring, square("51", 4, 1, "wood"), square("71", 6, 1, "town")))
    patches = marks(ground).patches
    assert [(patch.kind, len(patch.loops)) for patch in patches] == [("wood", 2), ("wood", 1), ("town", 1)]
    assert all(any(inside(area.middle, patch.loops[0]) for patch in patches) for area in ring)
    assert marks(replace(ground, open=True)).patches == ()


def test_a_soft_loop_keeps_within_and_its_spots_lead_inwards() -> None:
    loop = soft(BOX)
    assert all(inside((x, y), ((-1, -1), (101, -1), (101, 101), (-1, 101))) for x, y in loop)
    steps = list(along(loop, 10))
    assert len(steps) > 20
    assert all(inside((x + 4 * dx, y + 4 * dy), loop) for (x, y), (dx, dy) in steps)


def test_a_curve_begins_and_ends_where_its_points_do() -> None:
    for points in (((0, 0), (10, 0)), ((0, 0), (10, 5), (20, 0)), ((0, 0), (10, 5), (20, 0), (30, 9))):
        start, arcs = curve(points)
        assert start == points[0]
        assert arcs[-1][2] == points[-1]


def test_trees_stand_in_their_wood() -> None:
    wood = square("11", 0, 0, "wood")
    (clump,) = marks(plain_ground(wood)).trees
    assert clump.at == ((25, 25),)
    assert len(clump.spots) > 8
    assert all(-26 <= x <= 26 and -26 <= y <= 26 for x, y in clump.spots)
    assert clump.spots == tuple(sorted(clump.spots, key=lambda spot: (spot[1], spot[0])))


def test_hachures_run_down_from_the_top_of_a_hill() -> None:
    found = marks(plain_ground(*(square(f"{x + 1}{y + 1}", x, y, "hill") for x in range(3) for y in range(2))))
    assert len(found.hachures) > 20
    assert len(found.shaded) > 20
    for (x1, y1), (x2, y2) in (*found.hachures, *found.shaded):
        assert abs(x2 - 75) + abs(y2 - 50) > abs(x1 - 75) + abs(y1 - 50) - 8


def test_the_same_ground_is_drawn_the_same() -> None:
    first = marks(scenario("quatre_bras")[0])
    marks.cache_clear()
    assert marks(scenario("quatre_bras")[0]) == first


def test_names_keep_clear_of_each_other_and_on_the_ground() -> None:
    names = tuple(Name(f"A long name {n}", (75, 25)) for n in range(4))
    found = list(placed_names(plain_ground(names=names, columns=6, rows=4), 10))
    assert len({(one.x, one.y, one.anchor) for one in found}) == 4


def test_a_name_stands_at_a_side_of_what_it_must_not_lie_on() -> None:
    ground = plain_ground(names=(Name("The mill", (150, 100), about=(30, 40)),), columns=6, rows=4)
    (low,) = placed_names(ground, 10)
    assert (low.x, low.y, low.anchor) == (150, 120, "middle")
    assert low.down > 0.75, "All of its letters stand below, however large they are."
    at_the_foot = plain_ground(names=(Name("The mill", (150, 190), about=(30, 20)),), columns=6, rows=4)
    (high,) = placed_names(at_the_foot, 10)
    assert (high.y, high.down < 0) == (180, True)


def test_a_name_keeps_off_what_another_must_not_lie_on() -> None:
    names = (Name("Rothenau church", (150, 60), about=(20, 20)), Name("Rothenau", (150, 90), about=(40, 30)))
    church, village = placed_names(plain_ground(names=names, columns=6, rows=4), 10)
    assert (church.y, church.anchor) == (50, "middle"), "Above it, for the village lies below."
    assert (village.y, village.anchor) == (105, "middle")


def test_coordinates_stay_where_they_are() -> None:
    (one,) = placed_names(plain_ground(names=(Name("01", (5, 6), "edge"),)), 10)
    assert (one.x, one.y, one.anchor) == (5, 6, "middle")


def test_the_sprite_is_what_the_geometry_gives() -> None:
    written = subprocess.run(
        [sys.executable, "-m", "battles.drawing.blocks"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert (ROOT / "battles/static/battles/img/blocks.svg").read_text(encoding="utf-8") == written.stdout


@pytest.mark.parametrize("shape", blocks.FOOTPRINTS)
def test_a_block_of_any_shape_keeps_to_its_box(shape: str) -> None:
    for sign in blocks.SIGNS:
        for side in blocks.SIDES:
            for stroke in blocks.strokes(sign, shape, side):
                numbers = [number for _, at in parse(stroke.path) for number in at]
                assert all(-blocks.HALF <= number <= blocks.HALF for number in numbers), (sign, stroke)


def test_every_block_looks_like_no_other() -> None:
    drawn = {
        blocks.to_svg(sign, shape, side).partition(">")[2]
        for sign in blocks.SIGNS
        for shape in blocks.FOOTPRINTS
        for side in blocks.SIDES
    }
    assert len(drawn) == len(blocks.SIGNS) * len(blocks.FOOTPRINTS) * len(blocks.SIDES)


def test_the_sprite_takes_its_colours_from_the_page() -> None:
    paints = set(re.findall(r'(?:fill|stroke)="([^"]+)"', blocks.sprite()))
    assert paints == {"none", "currentColor", "var(--sf)", "var(--sg)", "var(--se)", "var(--t-ground)"}


def test_what_moved_is_told_from_two_scenes() -> None:
    before = plain_scene(block(), block("unit 1", "12"), block("unit 2", "31"), block("unit 3", "32"))
    after = plain_scene(
        block(area="21"), block("unit 1", "12", turn=600), block("unit 2", "31"), block("unit 4", "22", label="new")
    )
    assert moves(before, after) == (("unit 0", "11", "21"), ("unit 1", "12", "12"), ("unit 4", "", "22"))
    assert moves(after, after) == ()
