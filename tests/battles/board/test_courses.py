"""Roads and streams with courses: in scenario files, on the board with their names, on the printed map."""

import msgspec
import pytest

from battles.drawing.course_names import course_names, name_boxes, overlap, scene_boxes
from battles.drawing.name_placement import map_names
from battles.engine.core import SetupError
from battles.engine.picture import Way
from battles.pages.board.ground import ground_group
from battles.rules.easy_napoleonics.scenario.files import written
from battles.rules.easy_napoleonics.system import SYSTEM
from tests.battles.board.boards import plain_ground, scenario


def file_with(*courses: object) -> bytes:
    file = msgspec.json.decode(written(SYSTEM.scenarios.load("quatre_bras")))
    file["board"]["courses"] = list(courses)
    return msgspec.json.encode(file)


def test_courses_survive_writing_and_reading() -> None:
    setup = SYSTEM.scenarios.load("quatre_bras")
    assert {course.kind for course in setup.board.courses} == {"road", "track", "stream"}
    assert SYSTEM.scenarios.read(written(setup)) == setup


def test_a_file_without_courses_is_read_as_before() -> None:
    file = msgspec.json.decode(written(SYSTEM.scenarios.load("quatre_bras")))
    del file["board"]["courses"]
    assert SYSTEM.scenarios.read(msgspec.json.encode(file)).board.courses == ()


@pytest.mark.parametrize(
    ("course", "path"),
    [
        ({"kind": "road", "hexes": ["0101"]}, "board.courses[0].hexes"),
        ({"kind": "road", "hexes": ["0101", "9901"]}, "board.courses[0].hexes[1]"),
        ({"kind": "canal", "hexes": ["0101", "0201"]}, "board.courses[0].kind"),
        ({"kind": "stream", "hexes": ["0101", "0201"]}, "board.courses[0].hexes"),
    ],
)
def test_a_wrong_course_is_refused_with_its_path(course: object, path: str) -> None:
    with pytest.raises(SetupError) as refused:
        SYSTEM.scenarios.read(file_with(course))
    assert refused.value.path == path


def test_roads_of_quatre_bras_leave_the_board_at_its_edges() -> None:
    ground, _ = scenario("quatre_bras")
    starts = {way.name: (way.points[0], way.points[-1]) for way in ground.ways}
    assert starts["Brussels road"][0][1] < 24
    assert starts["Nivelles road"][0][0] < 24
    assert starts["Namur road"][1][0] > ground.width - 24
    assert starts["Charleroi road"][1][1] > ground.height - 24


def test_every_named_course_has_its_name_once_on_the_board() -> None:
    ground, _ = scenario("quatre_bras")
    drawn = ground_group(ground)
    assert all(drawn.count(f">{way.name}</textPath>") == 1 for way in ground.ways if way.name)


def test_names_run_along_their_courses_and_are_never_upside_down() -> None:
    east = Way("road", ((0, 50), (75, 50), (150, 50)), name="A")
    west = Way("road", ((150, 50), (75, 50), (0, 50)), name="A")
    south = Way("road", ((50, 0), (50, 100)), name="A")
    names = [next(course_names(plain_ground(ways=(way,)), 12)) for way in (east, west, south)]
    assert [name.at(name.start.along)[2] for name in names] == [0, 0, 90]
    assert names[0].at(0)[1] == names[1].at(0)[1] < 50


def test_names_keep_clear_of_units_of_their_labels_and_of_each_other() -> None:
    ground, scene = scenario("quatre_bras_deployed")
    taken = tuple(scene_boxes(scene, {area.key: area.middle for area in ground.areas}))
    found = map_names(ground, 14, 12, taken)
    assert not any(one.crowded for one in found.courses)
    assert [one.name.text for one in found.names if one.crowded] == []
    for course in found.courses:
        assert not any(overlap(box, taken) for box in name_boxes(course, 12)), course.text
    assert len({one.start for one in found.courses}) == len(found.courses)


def test_a_course_without_a_free_place_has_no_name() -> None:
    ground = plain_ground(ways=(Way("road", ((0, 50), (75, 50), (150, 50)), name="A lane"),))
    (name,) = course_names(ground, 12, [(0, 0, 150, 100)])
    assert name.crowded
    (name,) = course_names(ground, 12, [(0, 30, 150, 49)])
    assert (name.crowded, name.start.line) == (False, 1), "Below it, for above it there is no room."


def test_units_of_both_sides_are_shown_facing_the_enemy_before_they_deploy() -> None:
    _, scene = scenario("quatre_bras")
    assert {(block.side, block.turn) for block in scene.off if block.shape != "leader"} == {("a", 0), ("b", 1800)}
