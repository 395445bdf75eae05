"""The table as it is drawn: to scale, in millimetres, with y down the table."""

import pytest
from msgspec.structs import replace

from battles.engine.picture import Area, Ground
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.state import Damage, Holding, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import battle, brigade, force, mm, recruit, spot
from tests.rules.mini_nap.mn_fights import noted
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light
from tests.rules.mini_nap.mn_pictures import blocks


def ground(state: State) -> Ground:
    return SYSTEM.ground(SYSTEM.view(state, "a"))


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
    scene = SYSTEM.scene(SYSTEM.view(state, "a"))
    assert scene.links == (("unit 0", "unit 1"),)


@pytest.mark.rule("MN-RULING-60", "while they deploy, the zones of both sides are shown as outlines")
def test_zones_of_deployment_are_drawn() -> None:
    state = battle(force(recruit(at=None)), step="deployment", turn=0)
    zones = SYSTEM.scene(SYSTEM.view(state, "a")).zones
    assert [(zone.side, zone.areas) for zone in zones] == [("a", ()), ("b", ())]
    assert zones[0].outline == ((0, 900), (1800, 900), (1800, 1200), (0, 1200))
    assert zones[1].outline == ((0, 0), (1800, 0), (1800, 300), (0, 300))
    assert SYSTEM.scene(SYSTEM.view(replace(state, step="choose"), "a")).zones == ()


def test_a_landmark_that_is_held_keeps_its_place() -> None:
    house = feature("house", "landmark", (80, 70), (80, 74), (84, 74), (84, 70))
    state = replace(field(foot(formation="solid_square"), features=(house,)), holding=(Holding("house", 0),))
    assert ground(state) == ground(replace(state, holding=()))
