"""Changes that are malformed, faces of a square, circles about a commander, and the place of a feature."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import sampling_ground
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.frames import Change, Shot
from battles.rules.mini_nap.pointed import pointed
from battles.rules.mini_nap.questions import question
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import battle, brigade, force, spot
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, plan, strip, why
from tests.rules.mini_nap.mn_pictures import about, at, extent, meant

FROM = {
    "line": foot(),
    "column": foot(formation="column"),
    "square": foot(formation="solid_square"),
    "skirmish": light(),
}


@pytest.mark.rule("MN-MAN-07", "which stand stays, and on which side of it the other forms")
@pytest.mark.rule("MN-MAN-08", "out of a square it takes any bearing and keeps its centre")
@pytest.mark.parametrize(
    ("unit", "change", "rule"),
    [
        ("line", {"to": "column", "anchor": "left", "side": "rear"}, ""),
        ("line", {"to": "column", "anchor": "right", "side": "front"}, ""),
        ("line", {"to": "column", "anchor": "front", "side": "rear"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left", "side": "left"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left"}, "MN-MAN-07"),
        ("line", {"to": "column", "side": "rear"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left", "side": "rear", "bearing": 0}, "MN-MAN-08"),
        ("line", {"to": "solid_square", "anchor": "left", "side": "rear"}, ""),
        ("line", {"to": "solid_square", "anchor": "left"}, ""),
        ("line", {"to": "solid_square", "anchor": "left", "side": "front"}, "MN-MAN-07"),
        ("column", {"to": "line", "anchor": "front", "side": "left"}, ""),
        ("column", {"to": "line", "anchor": "rear", "side": "right"}, ""),
        ("column", {"to": "line", "anchor": "left", "side": "right"}, "MN-MAN-07"),
        ("column", {"to": "line", "anchor": "front", "side": "rear"}, "MN-MAN-07"),
        ("skirmish", {"to": "line", "anchor": "left", "side": "right"}, ""),
        ("skirmish", {"to": "line", "anchor": "left", "side": "rear"}, "MN-MAN-07"),
        ("square", {"to": "line", "bearing": 777}, ""),
        ("square", {"to": "column", "bearing": 0}, ""),
        ("square", {"to": "line", "bearing": 0, "anchor": "front"}, "MN-MAN-08"),
        ("square", {"to": "line", "bearing": 0, "side": "left"}, "MN-MAN-08"),
        ("square", {"to": "line", "bearing": 0, "anchor": "front", "side": "left"}, "MN-MAN-08"),
    ],
)
def test_which_changes_are_malformed(unit: str, change: dict[str, Any], rule: str) -> None:
    assert why(field(FROM[unit]), plan(change=Change(**change))) == rule


@pytest.mark.rule("MN-FIRE-15", "a square fires from the face that looks at its target")
@pytest.mark.parametrize(
    ("x", "y", "face"),
    [
        (0, 6, "front"),
        (6, 0, "right"),
        (0, -6, "rear"),
        (-6, 0, "left"),
        (5, 6, "front"),
        (6, 5, "right"),
        (6, -5, "right"),
        (5, -6, "rear"),
        (-5, -6, "rear"),
        (-6, -5, "left"),
        (-6, 5, "left"),
        (-5, 6, "front"),
    ],
)
@pytest.mark.parametrize("facing", [0, 90])
def test_faces_of_a_square(x: float, y: float, face: str, facing: int) -> None:
    if facing:
        x, y = y, -x
    square = foot(formation="solid_square", facing=facing)
    state = shooting(square, against=(foot("far", y=50),))
    shots = [each for each in meant(state, at(x, y)) if isinstance(each, act.Fire)]
    state = shooting(square, against=(foot("foe", x, y, formation="column"),))
    shots += [each for each in meant(state, "unit 1") if isinstance(each, act.Fire)]
    assert shots
    assert face in {each.face for each in shots}
    assert len({each.face for each in shots}) <= 2
    line = shooting(foot(facing=facing), against=(foot("foe", x, y, formation="column"),))
    assert {each.face for each in meant(line, "unit 1") if isinstance(each, act.Fire)} <= {""}


@pytest.mark.rule("MN-CMD-12", "circles about a stand's base: its radius, 24 cm; about its middle: 36 cm of ride")
@pytest.mark.rule("MN-CMD-13", "cautious up to 24 cm")
@pytest.mark.parametrize(
    ("level", "changes", "circles"),
    [
        ("corps", {"rating": "excellent"}, {"In command": 19.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": "good"}, {"In command": 17.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": None}, {"In command": 15.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": "poor", "moved": True}, {"In command": 13.25, "Cautious": 25.25}),
        ("division", {"rating": "poor", "evaded": True}, {"Cautious": 25.25, "Ride": 36}),
        ("brigade", {}, {"Attachment": 7.25, "Ride": 36}),
        ("brigade", {"moved": True}, {"Attachment": 7.25}),
    ],
)
def test_circles_about_a_stand(level: str, changes: dict[str, Any], circles: dict[str, float]) -> None:
    state = battle(force(brigade(foot(x=40), place=spot(90, 60))), step="manoeuvre", brigade=0)
    number = next(n for n, each in enumerate(state.stands) if each.level == level)
    state = stand_with(state, number, **{"x": 9000, "y": 6000, **changes})
    found = about(state, f"stand {number}")
    assert set(found) == set(circles)
    for name, radius in circles.items():
        left, top, right, low = extent(found[name])
        # On the table, in millimetres.
        assert abs(right - min(1800, 900 + radius * 10)) <= 1
        assert abs(left - max(0, 900 - radius * 10)) <= 1
        assert abs(top - (600 - radius * 10)) <= 1
        assert abs(low - (600 + radius * 10)) <= 1
        assert found[name].kind == ("move" if name == "Ride" else "command")


@pytest.mark.rule("MN-RULING-53", "by option a stand with white markers makes nobody cautious")
def test_no_circle_about_a_stand_that_evaded() -> None:
    state = battle(
        force(brigade(foot(x=40), place=spot(90, 60))), options=Options(white_marked_stand_gives_cautious=False)
    )
    assert set(about(stand_with(state, 1, x=9000, y=6000, evaded=True), "stand 1")) == {"Ride"}


ROAD = Feature(key="road", kind="road", points=(place(0, 0), place(0, 20), place(40, 20)))


@pytest.mark.parametrize(
    ("feature", "where"),
    [
        (ROAD, place(10, 20)),
        (strip("fence", 4, 4.4, -10, 20), place(5, 4.2)),
        (strip("wood", 4, 10, -2, 6), place(2, 7)),
        (strip("village", 4, 10, 86, 96), place(88, 7)),
        (strip("bog", 70, 80, -2, 6), place(-2, 70)),
    ],
)
def test_a_feature_is_in_its_middle_as_far_as_it_lies_on_the_table(feature: Feature, where: tuple[int, int]) -> None:
    found = pointed(field(foot(y=-20), features=(feature,)), "a", "unit 0", feature.key)
    assert found is not None
    assert found.place is not None
    assert max(abs(one - other) for one, other in zip(found.place, where, strict=True)) <= 10


def test_names_stand_half_way_along_a_line() -> None:
    drawn = SYSTEM.ground(SYSTEM.view(field(foot(y=-20), features=(replace(ROAD, name="Lane"),)), "a"))
    assert [(name.text, name.at) for name in drawn.names] == [("Lane", (1000, 400))]
    part = replace(ROAD, name="Lane", points=(place(0, -70), place(0, -40), place(100, -40)))
    drawn = SYSTEM.ground(SYSTEM.view(field(foot(), features=(part,)), "a"))
    # 20 cm up and 90 cm to the right lie on the table: half-way is 35 cm along the second stretch.
    assert [(name.text, name.at) for name in drawn.names] == [("Lane", (1250, 1000))]


@pytest.mark.rule("MN-FIRE-50", "who may answer a shot is asked whether he does, several who is first")
@pytest.mark.parametrize(("friends", "words"), [((), "Fire back?"), ((2,), "Who fires back first?")])
def test_who_is_asked_to_fire_back(friends: tuple[int, ...], words: str) -> None:
    support = tuple(guns(f"guns {n}", x=n + 2.5, y=20, facing=180) for n in friends)
    state = shooting(guns(), against=(guns("target", 0, 20, 180), *support))
    state = replace(state, stack=(Shot(unit=0, target=1, aim=place(0, 18.5), stage="return"),))
    assert question(SYSTEM.view(state, "b"), "b").endswith(words)
    assert question(SYSTEM.view(state, "a"), "a") == ""


BRIDGE = (
    Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400),
    strip("bridge", -2, 2, -1.5, 1.5, over="river"),
)


@pytest.mark.rule("MNT-BRIDGE-04", "a charge over a bridge is listed for whoever touches its far end")
@pytest.mark.rule("MN-DIVMAN-08", "but not in a Division manoeuvre, nor for guns")
@pytest.mark.parametrize(
    ("unit", "changes", "charges"),
    [
        (horse(y=-20), {}, True),
        (horse(y=-20), {"division": 0, "brigade": -1, "allowance": 2400, "standoff": 1200}, False),
        (guns(y=-10), {}, False),
    ],
)
def test_charges_over_a_bridge_are_listed(unit: Any, changes: dict[str, Any], charges: bool) -> None:
    state: State = replace(field(unit, against=(foot("foe", y=3), foot("off", y=9)), features=BRIDGE), **changes)
    listed = [each.move for each in sampling_ground.candidates(state, 0) if isinstance(each.move, act.Charge)]
    assert {each.target for each in listed} == ({1} if charges else set())
