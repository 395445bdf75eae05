"""The scene: to scale, in millimetres, with y down; names, labels, outlines."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.drawing.name_placement import map_names
from battles.engine.picture import Area, Ground
from battles.engine.registry import load
from battles.kits.open_table.picture import middle, on_table, parts_on_table
from battles.pages.board.svg import picture
from battles.rules.mini_nap.state import Damage, Defence, Feature, State, Table
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui import scene
from battles.rules.mini_nap.ui.keys import click_on
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, strip
from tests.rules.mini_nap.builders.melees import noted
from tests.rules.mini_nap.builders.pictures import blocks
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, recruit, spot


def ground(state: State) -> Ground:
    return SYSTEM.ui.ground(SYSTEM.secrets.view(state, "a"))


def area(state: State, key: str) -> Area:
    return next(each for each in ground(state).areas if each.key == key)


def feature(key: str, kind: str, *points: tuple[float, float], **facts: object) -> Feature:
    """A feature by its points in centimetres."""
    return Feature(key=key, kind=kind, points=tuple((mm(x), mm(y)) for x, y in points), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("MN-GEO-15", "the table is drawn from its upper left corner, a millimetre to a unit")
def test_the_table_is_open_and_in_millimetres() -> None:
    wood = feature("copse", "wood", (10, 100), (10, 107), (17, 107), (17, 100), name="Copse")
    drawn = ground(field(foot(), features=(wood,)))
    assert (drawn.open, drawn.width, drawn.height, drawn.tenths // drawn.step) == (True, 1800, 1200, 10)
    assert drawn.areas[0].outline == ((100, 200), (100, 130), (170, 130), (170, 200))
    assert (drawn.areas[0].middle, drawn.areas[0].ground) == ((135, 165), "wood")
    assert drawn.areas[0].words == "Copse, wood, 1 level high"
    assert [(name.text, name.at, name.kind) for name in drawn.names] == [("Copse", (135, 165), "wood")]


@pytest.mark.rule("MNT-STREAM-01", "a stream is drawn with its width, and with a gap where a ford lies over it")
def test_lines_have_their_width_and_leave_fords_out() -> None:
    stream = feature("brook", "stream", (0, 60), (180, 60))
    ford = feature("ford", "ford", (80, 58), (80, 62), (90, 62), (90, 58), over="brook")
    drawn = ground(field(foot(y=20), features=(stream, ford)))
    assert [way.points for way in drawn.ways] == [((0, 600), (800, 600)), ((900, 600), (1800, 600))]
    assert {(way.kind, way.wide, way.key) for way in drawn.ways} == {("stream", 15, "brook")}
    assert area(field(foot(y=20), features=(stream, ford)), "ford").ground == "stream"


def test_what_lies_partly_beside_the_table_is_drawn_as_far_as_it_lies_on_it() -> None:
    bog = feature("bog", "bog", (-5, 100), (-5, 110), (5, 110), (5, 100))
    road = feature("road", "road", (90, -20), (90, 40), (200, 40))
    drawn = ground(field(foot(y=20), features=(bog, road)))
    assert set(drawn.areas[0].outline) == {(0, 200), (0, 100), (50, 100), (50, 200)}
    assert [way.points for way in drawn.ways] == [((900, 1200), (900, 800), (1800, 800))]


@pytest.mark.rule("MNT-STRUCT-05", "a village that is destroyed is drawn as rough ground")
def test_damage_shows_on_the_ground() -> None:
    village = feature("town", "village", (10, 100), (10, 107), (17, 107), (17, 100))
    state = field(foot(), features=(village,))
    assert area(state, "town").ground == "town"
    hurt = area(replace(state, damage=(Damage("town", 3),)), "town")
    assert (hurt.ground, hurt.words) == ("town", "village, 1 level high, 3 of 9 structural hits")
    assert area(replace(state, damage=(Damage("town", 9, destroyed=True),)), "town").ground == "rough"


@pytest.mark.rule("MN-GEO-02", "a block is as wide and deep as the footprint of its formation")
@pytest.mark.parametrize(
    ("unit", "shape", "size"),
    [
        (foot(), "line", (50, 20)),
        (foot(formation="column"), "column", (25, 40)),
        (foot(formation="solid_square"), "square", (25, 40)),
        (light(), "skirmish", (55, 20)),
        (horse(), "line", (50, 40)),
        (guns(), "unlimbered", (30, 30)),
    ],
)
def test_blocks_are_to_scale(unit: object, shape: str, size: tuple[int, int]) -> None:
    block = blocks(field(unit))["unit 0"]  # type: ignore[arg-type]
    assert (block.shape, block.size) == (shape, size)


@pytest.mark.rule("MN-GEO-01", "a unit is drawn about its centre, with y down, and faces as it does")
def test_a_block_stands_where_the_unit_does() -> None:
    block = blocks(field(foot(x=-10, y=20, facing=45)))["unit 0"]
    assert (block.at, block.area, block.turn) == ((800, 400), "at 800 400", 450)


@pytest.mark.rule("MN-MARKER-01", "markers, losses and command show on a block and in its words")
def test_what_is_known_of_a_unit_is_told() -> None:
    state = noted(
        field(foot("The guard", rating="guard")), 0, points=5, blue="disorder", yellow=True, command="cautious"
    )
    block = blocks(state)["unit 0"]
    assert block.marks == ("5/6", "disordered", "no fire", "cautious")
    assert block.level == "fair"
    assert "Guard line infantry" in block.words
    assert "in line, facing north (0°), 5 of 6 strength points, cautious, disordered, no fire" in block.words
    assert blocks(noted(state, 0, points=3))["unit 0"].level == "bad"


def test_who_is_not_on_the_table_stands_beside_it() -> None:
    state = field(foot(), recruit("second", at=None), foot("third", y=10))
    drawn = blocks(noted(state, 2, where="destroyed"))
    assert (drawn["unit 1"].area, drawn["unit 1"].level) == ("", "")
    assert (drawn["unit 2"].area, drawn["unit 2"].level) == ("", "broken")


@pytest.mark.rule("MN-CMD-31", "an attached stand is drawn at the rear of its unit, a loose one where it stands")
def test_a_stand_goes_with_its_unit() -> None:
    state = battle(force(brigade(foot(facing=90), place=spot(30, 30))))
    number = next(place for place, stand in enumerate(state.stands) if stand.level == "brigade")
    assert blocks(state)[f"stand {number}"].at == (300, 900)
    stands = (*state.stands[:number], replace(state.stands[number], unit=0), *state.stands[number + 1 :])
    drawn = blocks(replace(state, stands=stands))[f"stand {number}"]
    assert (drawn.at, drawn.size, drawn.shape) == ((890, 600), (25, 25), "leader")


@pytest.mark.rule("MN-GEO-06", "enemies in contact are joined")
def test_contacts_are_drawn() -> None:
    state = field(foot(), against=(foot("enemy", y=2, facing=180), foot("far", y=20)))
    scene = SYSTEM.ui.scene(SYSTEM.secrets.view(state, "a"))
    assert scene.links == (("unit 0", "unit 1"),)


@pytest.mark.rule("MN-RULING-60", "while they deploy, the zones of both sides are shown as outlines")
def test_zones_of_deployment_are_drawn() -> None:
    state = battle(force(recruit(at=None)), step="deployment", turn=0)
    zones = SYSTEM.ui.scene(SYSTEM.secrets.view(state, "a")).zones
    assert [(zone.side, zone.areas) for zone in zones] == [("a", ()), ("b", ())]
    assert zones[0].outline == ((0, 900), (1800, 900), (1800, 1200), (0, 1200))
    assert zones[1].outline == ((0, 0), (1800, 0), (1800, 300), (0, 300))
    assert SYSTEM.ui.scene(SYSTEM.secrets.view(replace(state, step="choose"), "a")).zones == ()


def test_a_landmark_that_is_held_keeps_its_place() -> None:
    house = feature("house", "landmark", (80, 70), (80, 74), (84, 74), (84, 70))
    state = replace(field(foot(formation="solid_square"), features=(house,)), holding=(Defence("house", 0),))
    assert ground(state) == ground(replace(state, holding=()))


def test_a_structure_keeps_its_name_off_itself_and_an_area_does_not() -> None:
    house = feature("house", "landmark", (80, 70), (80, 74), (86, 74), (86, 70), name="The mill")
    wood = feature("wood", "wood", (20, 70), (20, 90), (40, 90), (40, 70), name="Copse")
    names = {name.text: name for name in ground(field(foot(y=20), features=(house, wood))).names}
    assert (names["The mill"].at, names["The mill"].about) == ((830, 480), (60, 40))
    assert names["Copse"].about == (0, 0)


def test_the_name_of_a_river_is_written_along_it_and_of_a_wall_half_way_along_it_or_clear_of_a_house() -> None:
    river = feature("river", "river", (0, 60), (180, 60), name="The Selke")
    wall = feature("wall", "wall", (0, 20), (180, 20), name="Park wall")
    house = feature("house", "landmark", (88, 18), (88, 22), (92, 22), (92, 18), name="The mill")
    drawn = ground(field(foot(y=40), features=(river, wall)))
    assert [way.name for way in drawn.ways] == ["The Selke", ""]
    assert [(name.text, name.at) for name in drawn.names] == [("Park wall", (900, 1000))]
    name = ground(field(foot(y=40), features=(wall, house))).names[0]
    assert (name.text, name.at) == ("Park wall", (450, 1000))


def test_the_selke_leaves_the_bridge_at_rothenau_free() -> None:
    system = load("mini_nap")
    drawn = system.ui.ground(system.secrets.view(system.start(system.scenarios.load("village_and_bridge")), "a"))
    names = map_names(drawn, 22, 19)
    assert {course.text for course in names.courses if not course.crowded} >= {"The Selke"}


def led(*names: str, commander: str = "General Morand") -> State:
    """A Brigade of battalions in a row, ten centimetres apart, under a commander."""
    units = [foot(name, x=10 * place) for place, name in enumerate(names)]
    return battle(force(brigade(*units, commander=commander, place=spot(30, 30))))


def bodies(state: State) -> dict[str, str]:
    """The labels of Brigades of the first side, by the block that they stand by."""
    return {key: block.body for key, block in blocks(state).items() if block.body and block.side == "a"}


def test_a_brigade_goes_by_its_commander_at_the_unit_in_its_midst() -> None:
    state = led("first", "second", "third", "fourth")
    assert bodies(state) in ({"unit 1": "Morand"}, {"unit 2": "Morand"})
    assert bodies(noted(state, 0, where="destroyed")) == {"unit 2": "Morand"}


def test_a_brigade_that_is_not_on_the_table_and_one_without_a_commander_have_no_label() -> None:
    state = led("first")
    assert bodies(noted(state, 0, where="destroyed")) == {}
    assert bodies(replace(state, stands=())) == {}


def test_commanders_have_their_family_names_on_the_table() -> None:
    stands = [block for block in blocks(led("first")).values() if block.shape == "leader"]
    assert "Morand" in {stand.label for stand in stands}


TABLE = Table(6_000, 8_000)
Places = tuple[tuple[int, int], ...]


@pytest.mark.rule("MN-GEO-15", "what lies on the table of an outline, its edges included")
@pytest.mark.parametrize(
    ("outline", "kept"),
    [
        (((10, 10), (10, 90), (90, 90)), [(10, 10), (10, 90), (90, 90)]),
        (((0, 0), (0, 8_000), (6_000, 8_000), (6_000, 0)), [(0, 0), (0, 8_000), (6_000, 8_000), (6_000, 0)]),
        (((-100, 100), (-100, 300), (100, 300), (100, 100)), [(0, 100), (0, 300), (100, 300), (100, 100)]),
        (
            ((5_900, 100), (5_900, 300), (6_100, 300), (6_100, 100)),
            [(5_900, 100), (5_900, 300), (6_000, 300), (6_000, 100)],
        ),
        (((100, -100), (100, 100), (300, 100), (300, -100)), [(100, 0), (100, 100), (300, 100), (300, 0)]),
        (
            ((100, 7_900), (100, 8_100), (300, 8_100), (300, 7_900)),
            [(100, 7_900), (100, 8_000), (300, 8_000), (300, 7_900)],
        ),
        (
            ((-100, -100), (-100, 8_100), (6_100, 8_100), (6_100, -100)),
            [(0, 0), (0, 8_000), (6_000, 8_000), (6_000, 0)],
        ),
        (((-100, 50), (50, 200), (50, 50)), [(0, 50), (0, 150), (50, 200), (50, 50)]),
        (((-100, 0), (50, 100), (50, 0)), [(0, 0), (0, 66), (50, 100), (50, 0)]),
        (((-1, 10), (-1, 90), (-90, 90)), []),
        (((0, 10), (0, 90), (-90, 90)), [(0, 90), (0, 10)]),
        (((6_001, 10), (6_001, 90), (6_090, 90)), []),
        (((10, 8_001), (90, 8_001), (90, 8_090)), []),
        (((10, -1), (90, -1), (90, -90)), []),
    ],
)
def test_what_lies_on_the_table_of_an_outline(outline: Places, kept: list[tuple[int, int]]) -> None:
    found = on_table(TABLE, outline)
    assert set(found) == set(kept)
    assert len(found) == len(kept)
    turns = [[*kept[number:], *kept[:number]] for number in range(len(kept) or 1)]
    assert found in turns


@pytest.mark.rule(
    "MN-GEO-15", "a line is drawn as far as it lies on the table, its edges included, in as many parts as that has"
)
@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (((10, 10), (90, 10), (90, 90)), [((10, 10), (90, 10), (90, 90))]),
        (((-100, 10), (90, 10)), [((0, 10), (90, 10))]),
        (((90, 10), (-100, 10)), [((90, 10), (0, 10))]),
        (((-100, -50), (100, 150)), [((0, 50), (100, 150))]),
        (((10, -20), (10, 8_020)), [((10, 0), (10, 8_000))]),
        (((5_000, 10), (7_000, 2_010)), [((5_000, 10), (6_000, 1_010))]),
        (((10, 10), (90, 10), (90, -50), (200, -50), (200, 50), (300, 50)),
         [((10, 10), (90, 10), (90, 0)), ((200, 0), (200, 50), (300, 50))]),
        (((10, 10), (-50, 10), (10, 60)), [((10, 10), (0, 10)), ((0, 51), (10, 60))]),
        (((-50, 10), (-10, 90)), []),
        (((-50, -10), (-10, -90), (-5, 90)), []),
        (((-100, 50), (50, -100)), []),
        (((0, 10), (0, 90)), [((0, 10), (0, 90))]),
        (((6_000, 10), (6_000, 90)), [((6_000, 10), (6_000, 90))]),
        (((6_001, 10), (6_001, 90)), []),
        (((10, 8_000), (90, 8_000)), [((10, 8_000), (90, 8_000))]),
        (((10, 8_001), (90, 8_001)), []),
    ],
)  # fmt: skip
def test_what_lies_on_the_table_of_a_line(line: Places, parts: list[Places]) -> None:
    assert list(parts_on_table(TABLE, line)) == parts


@pytest.mark.parametrize(
    ("outline", "point"),
    [
        (((0, 0), (0, 10), (20, 10), (20, 0)), (10, 5)),
        (((0, 0), (0, 11), (20, 11), (20, 0)), (10, 5)),
        (((-20, -10), (-20, 0), (0, 0), (0, -10)), (-10, -5)),
        (((0, 0), (10, 10), (20, 0)), (9, 5)),
        (((0, 10), (10, 0), (20, 10)), (9, 5)),
        # Two legs of which the right one is the wider, and the other way round.
        (((0, 0), (0, 20), (60, 20), (60, 0), (30, 0), (30, 15), (10, 15), (10, 0)), (45, 10)),
        (((0, 0), (0, 20), (60, 20), (60, 0), (50, 0), (50, 15), (30, 15), (30, 0)), (15, 10)),
        # A corner at half its height counts once.
        (((0, 0), (10, 5), (0, 10), (40, 10), (40, 0)), (24, 5)),
        (((7, 3), (7, 3), (7, 3)), (7, 3)),
        (((7, 3), (9, 3), (20, 3)), (7, 3)),
    ],
)
def test_the_middle_of_an_outline(outline: Places, point: tuple[int, int]) -> None:
    assert middle(outline) == point


@pytest.mark.rule("MN-SEQ-04", "who has manoeuvred or fired is shown as spent in that phase, of the active side alone")
@pytest.mark.parametrize(
    ("step", "notes", "spent"),
    [
        ("manoeuvre", {}, False),
        ("manoeuvre", {"manoeuvred": True}, True),
        ("manoeuvre", {"still": True}, True),
        ("manoeuvre", {"idle": True}, True),
        ("manoeuvre", {"fired": True}, False),
        ("fire", {"manoeuvred": True}, False),
        ("fire", {"fired": True}, True),
        ("fire", {"mute": True}, True),
        ("fire", {"yellow": True}, True),
        ("hand_to_hand", {"fired": True, "manoeuvred": True}, False),
        ("manoeuvre", {"manoeuvred": True, "where": "lost"}, False),
    ],
)
def test_units_that_have_acted_in_the_phase_are_shown_as_spent(step: Any, notes: dict[str, Any], spent: bool) -> None:
    state = noted(field(foot(), against=(foot("enemy", y=20),), step=step), 0, **notes)
    assert scene._spent(state, state.units[0]) is spent
    other = noted(state, 1, manoeuvred=True, fired=True)
    assert scene._spent(other, other.units[1]) is False


def test_a_line_that_leaves_the_table_is_drawn_in_two_parts() -> None:
    table = field(foot()).setup.table
    line = ((1_000, 1_000), (-1_000, 1_000), (1_000, 3_000), (1_000, 5_000))
    assert list(parts_on_table(table, line)) == [
        ((1_000, 1_000), (0, 1_000)),
        ((0, 2_000), (1_000, 3_000), (1_000, 5_000)),
    ]


LANE = Feature(key="road", kind="road", points=(place(0, 0), place(0, 20), place(40, 20)))


@pytest.mark.parametrize(
    ("feature", "where"),
    [
        (LANE, place(10, 20)),
        (strip("fence", 4, 4.4, -10, 20), place(5, 4.2)),
        (strip("wood", 4, 10, -2, 6), place(2, 7)),
        (strip("village", 4, 10, 86, 96), place(88, 7)),
        (strip("bog", 70, 80, -2, 6), place(-2, 70)),
    ],
)
def test_a_click_on_a_feature_is_at_its_middle(feature: Feature, where: tuple[int, int]) -> None:
    found = click_on(field(foot(y=-20), features=(feature,)), "a", "unit 0", feature.key)
    assert found is not None
    assert found.place is not None
    assert max(abs(one - other) for one, other in zip(found.place, where, strict=True)) <= 10


def test_the_name_of_a_ditch_is_half_way_along_its_part_on_the_table() -> None:
    ditch = replace(LANE, kind="ditch", name="Lane")
    drawn = SYSTEM.ui.ground(SYSTEM.secrets.view(field(foot(y=-20), features=(ditch,)), "a"))
    assert [(name.text, name.at) for name in drawn.names] == [("Lane", (1000, 400))]
    part = replace(ditch, points=(place(0, -70), place(0, -40), place(100, -40)))
    drawn = SYSTEM.ui.ground(SYSTEM.secrets.view(field(foot(), features=(part,)), "a"))
    # 20 cm up and 90 cm to the right lie on the table: half-way is 35 cm along the second stretch.
    assert [(name.text, name.at) for name in drawn.names] == [("Lane", (1250, 1000))]


def test_the_key_says_what_pips_mean_here() -> None:
    """Mini-Nap has no levels of morale: two pips are a unit in disorder, one is a unit at half strength or less."""
    state = noted(noted(field(foot(points=6), foot("two", x=20)), 0, points=3), 1, blue="disorder")
    seen = SYSTEM.secrets.view(state, "a")
    key = picture(SYSTEM.ui.ground(seen), SYSTEM.ui.scene(seen)).levels
    assert key == (("fair", "disordered"), ("bad", "half strength or less"))
