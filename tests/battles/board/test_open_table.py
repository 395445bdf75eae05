"""An open table as it is drawn: blocks to scale, spots, terrain that lies where it is said to lie."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from armies.symbols import parse
from battles.drawing import blocks
from battles.drawing.outline import inside
from battles.drawing.terrain import marks
from battles.engine.picture import Reach, Scene, Way, Zone, spot_key
from battles.pages.board.scene import Marked
from battles.pages.board.svg import board, board_file, moved, picture
from tests.battles.board.boards import base, battlefield, open_ground, plain_scene, tract
from tests.battles.board.drawing import classed, keyed, tree

SQUARE = ((100, 100), (300, 100), (300, 300), (100, 300))


def corners(markup: str, name: str) -> list[tuple[float, float]]:
    """The corners of the only path of a class."""
    (path,) = classed(markup, name)
    found = []
    x = y = 0.0
    for letter, numbers in re.findall(r"([Mlhv])([^Mlhvz]*)", path.get("d") or ""):
        values = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if letter == "M":
            x, y = values
        else:
            x += values[0] if letter in "lh" else 0
            y += values[-1] if letter in "lv" else 0
        found.append((round(x, 1), round(y, 1)))
    return found


@pytest.mark.parametrize("shape", [shape for shape in blocks.FOOTPRINTS if shape != "skirmish"])
@pytest.mark.parametrize("size", [(50, 20), (25, 40), (50, 40), (25, 80), (30, 30)])
def test_a_block_covers_its_base_and_no_more_than_a_mark_beyond(shape: str, size: tuple[int, int]) -> None:
    wide, deep = size
    for sign in blocks.SIGNS:
        for side in "ab":
            strokes = blocks.base_strokes(sign, shape, side, size)
            body = [number for _, at in parse(strokes[0].path) for number in at]
            assert max(body[::2]) - min(body[::2]) == wide
            assert max(body[1::2]) - min(body[1::2]) == deep
            for stroke in strokes:
                at = [number for _, numbers in parse(stroke.path) for number in numbers]
                assert max(map(abs, at[::2])) <= wide / 2
                assert max(map(abs, at[1::2])) <= deep / 2 + blocks.MARK[1] + 2


def test_skirmishers_have_gaps_within_their_front() -> None:
    strokes = blocks.base_strokes("light_infantry", "skirmish", "a", (70, 20))
    parts = [sorted({x for _, at in parse(one.path) for x in at[::2]}) for one in strokes if one.paint == "block"]
    assert len(parts) == 3
    assert parts[0][0] == -35
    assert parts[-1][-1] == 35
    assert all(left[-1] + 5 < right[0] for left, right in pairwise(parts))


def test_formations_of_one_size_look_different() -> None:
    for sign in blocks.SIGNS:
        drawn = {blocks.base_strokes(sign, shape, side, (30, 30)) for shape in blocks.FOOTPRINTS for side in "ab"}
        assert len(drawn) == 2 * len(blocks.FOOTPRINTS) - 2, "only line and column are told apart by size alone"


def test_a_block_tells_its_script_how_it_lies() -> None:
    unit = keyed(board(open_ground(), plain_scene(base(turn=450))), "unit 0")
    assert (unit.get("data-area"), unit.get("data-size"), unit.get("data-turn")) == ("at 600 400", "50 20", "450")
    (hit,) = [each for each in unit.iter() if each.get("class") == "hit"]
    assert (hit.get("width"), hit.get("height"), hit.get("transform")) == ("56", "26", "rotate(45)")


def test_counters_say_strength_and_markers_in_short() -> None:
    unit = keyed(board(open_ground(), plain_scene(base(marks=("5/6", "disordered", "no fire")))), "unit 0")
    assert [text.text for text in unit.iter("text") if text.get("class") == "counted"] == ["5/6", "Di", "NF"]


def test_what_is_pointed_out_has_the_outline_of_its_base() -> None:
    scene = plain_scene(base(turn=900), base("unit 1", (300, 300), (30, 30), side="b"))
    spots = (spot_key((700, 400)), spot_key((710, 380)))
    markup = board(open_ground(), scene, Marked(selected="unit 0", areas=spots, targets=("unit 1",)))
    assert sorted(corners(markup.replace("block side-a coat-a on", ""), "on")) == [
        (587.0, 372.0), (587.0, 428.0), (613.0, 372.0), (613.0, 428.0),
    ]  # fmt: skip
    assert len(classed(markup, "go")) == 2
    assert sorted(corners(markup.replace("coat-b aim", ""), "aim"))[0] == (282.0, 282.0)


def test_a_track_leads_from_spot_to_spot() -> None:
    recent = (("unit 0", "at 100 100", "at 600 400"),)
    markup = moved(open_ground(), plain_scene(base()), Marked(recent=recent))
    assert [each.get("d") for each in classed(markup, "track")] == ["M100 100L600 400"]
    assert classed(markup, "now")[0].get("d").startswith("M569 384h62")


def test_a_contact_is_barred_where_the_bases_meet() -> None:
    front, back = base(size=(50, 20)), base("unit 1", (600, 360), (50, 60), side="b", turn=1800)
    scene = plain_scene(front, back)
    linked = moved(open_ground(), Scene(sides=scene.sides, blocks=scene.blocks, links=(("unit 0", "unit 1"),)))
    assert [each.get("d") for each in classed(linked, "clash")] == ["M612 390L588 390"]


def test_a_zone_of_no_area_has_its_own_outline() -> None:
    zone = Zone(
        "Blue", "deployment", (), "Blue deploys here.", side="a", outline=((0, 700), (1200, 700), (1200, 800), (0, 800))
    )
    markup = moved(open_ground(), plain_scene(base(), zones=(zone,)))
    assert classed(markup, "deployment")[0].get("d") == "M0 700h1200v100h-1200z"


def test_reaches_are_told_apart_by_class_and_name_and_the_widest_lies_below() -> None:
    near = Reach("fire", "Close fire", "Fires close.", ((550, 300), (650, 300), (650, 390), (550, 390)))
    far = Reach("far_fire", "Long fire", "Fires far.", ((400, 100), (800, 100), (800, 390), (400, 390)))
    markup = moved(open_ground(), plain_scene(base()), Marked(reaches=(near, far)))
    assert [each.get("class") for each in classed(markup, "reach")] == ["reach r-far_fire", "reach r-fire"]
    assert [each.text for each in tree(markup).iter("text")][:2] == ["Long fire", "Close fire"]


@pytest.mark.parametrize("outline", [SQUARE, SQUARE[::-1]])
def test_terrain_lies_where_it_is_said_to_lie_whichever_way_its_outline_runs(outline: tuple) -> None:
    found = marks(open_ground(tract("hill", "hill", *outline), tract("pond", "water", *outline)))
    for (x1, y1), (x2, y2) in (*found.hachures, *found.shaded):
        assert max(abs(x2 - 200), abs(y2 - 200)) > max(abs(x1 - 200), abs(y1 - 200)) - 1
    (shore,) = found.shores
    assert (min(x for x, _ in shore), max(x for x, _ in shore)) == (100, 300)
    assert not inside((104, 104), shore)
    assert inside((110, 110), shore)


def test_a_tract_is_filled_with_what_grows_or_stands_on_it() -> None:
    ground = open_ground(*(tract(kind, kind, *SQUARE) for kind in ("wood", "town", "field")))
    found = marks(ground)
    assert sum(len(clump.spots) for clump in found.trees) > 60
    assert len(found.houses) > 15
    assert all(inside((x, y), SQUARE) and inside((x + w, y + h), SQUARE) for x, y, w, h in found.houses)
    assert len(found.furrows) > 10


def test_lines_of_terrain_are_as_wide_as_they_are() -> None:
    ways = (Way("river", ((0, 330), (600, 340), (1200, 330)), 46), Way("hedge", ((0, 0), (90, 0)), 5))
    markup = board(open_ground(ways=ways), plain_scene())
    widths = [each.get("stroke-width") for each in classed(markup, "river")]
    assert widths == ["48.2", "46"]
    assert " 600 340" in classed(markup, "core")[0].get("d")
    assert len(classed(markup, "t-hedge")) == 1


def test_areas_that_overlap_lie_over_hills_and_water() -> None:
    ground = open_ground(tract("wood", "wood", *SQUARE), tract("hill", "hill", *SQUARE), tract("b", "bridge", *SQUARE))
    kinds = [each.get("class") for each in classed(board(ground, plain_scene()), "areas")]
    assert kinds == ["areas g-hill", "areas g-wood", "areas g-bridge"]
    assert len(classed(board(ground, plain_scene()), "t-bridge")) == 1


def test_a_file_of_an_open_table_stands_alone_and_shows_its_scale() -> None:
    markup = board_file(*battlefield(), "The field")
    root = ElementTree.fromstring(markup)
    ids = {each.get("id") for each in root.iter()}
    assert {each.get("href").removeprefix("#") for each in root.iter("{http://www.w3.org/2000/svg}use")} <= ids
    assert "10 cm" in markup
    assert "h100v-6" in markup


def test_a_large_open_table_is_small() -> None:
    assert len(board(*battlefield()).encode()) < 150_000
    assert len(moved(*battlefield()).encode()) < 90_000


def test_all_terrain_of_an_open_table_is_said_in_words() -> None:
    road = Way("road", ((0, 0), (90, 0)), 30, "road", "High road")
    found = picture(open_ground(tract("wood", "wood", *SQUARE), ways=(road, road)), plain_scene())
    assert found.places == (("High road", "road"), ("wood", "wood"))


def test_the_key_says_what_counters_stand_for() -> None:
    shown = picture(open_ground(), plain_scene(base(marks=("5/6", "disordered", "no fire"))))
    assert (shown.strength, shown.counters) == ("5/6", (("Di", "disordered"), ("NF", "no fire")))
    assert [side.css for side in shown.sides if side.css] == ["side-a coat-a"]
    unsized = picture(open_ground(), plain_scene(base(size=(0, 0), marks=("moved",))))
    assert unsized.counters == (), "A block of a hex board has no counters."
