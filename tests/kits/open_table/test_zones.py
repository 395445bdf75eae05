"""Quarters, arcs, zones of fire, outflanking and turns, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.kits.open_table import (
    GRAINS,
    Footprint,
    Point,
    Quarter,
    Side,
    about,
    aim_points,
    any_in_arc,
    beyond,
    disc,
    distance_to_point,
    footprint,
    in_arc,
    in_zone,
    looks_away,
    quarter,
    reach_beyond,
    to_place,
    to_point,
    turn_to,
    turns_toward,
    zone,
)

LINE, COLUMN, HORSE, GUNS = (500, 200), (250, 400), (500, 400), (300, 300)


def at(x: int, y: int, bearing: int = 0, size: tuple[int, int] = LINE) -> Footprint:
    return footprint(x, y, bearing, *size)


def fires(firer: Footprint, aim: tuple[int, int], other: Footprint, slack: int = 5) -> bool:
    """Whether another unit lies in the zone of fire from a front to an aiming point."""
    triangle = zone(firer, "front", to_point(aim))
    assert triangle is not None
    return in_zone(triangle, other, slack)


@pytest.mark.rule("MN-GEO-12", "the zone of fire is the triangle of the front corners and the aiming point")
@pytest.mark.parametrize(
    ("other", "inside"),
    [(at(300, 2000), True), (at(430, 2000), False), (at(190, 2000, 900), False), (at(0, 4100), False)],
)
def test_who_lies_in_a_zone_of_fire(other: Footprint, inside: bool) -> None:
    assert fires(at(0, 0, 0, GUNS), (0, 4000), other) == inside


@pytest.mark.rule("MN-GEO-12", "a footprint is drawn in by the tolerance before it is looked for in a zone")
def test_a_unit_that_hardly_reaches_into_a_zone_does_not_lie_in_it() -> None:
    """At y = 1900 the zone is 81.8 to the right; the column's left side stands at 78 and, drawn in, at 83."""
    assert fires(at(0, 0, 0, GUNS), (0, 4000), at(203, 2100, 0, COLUMN), 0)
    assert not fires(at(0, 0, 0, GUNS), (0, 4000), at(203, 2100, 0, COLUMN), 5)


def test_a_zone_needs_an_aim_ahead_of_its_face() -> None:
    assert zone(at(0, 0), "front", to_point((0, 100))) is None
    assert zone(at(0, 0), "front", to_point((900, 99))) is None
    assert zone(at(0, 0), "front", to_point((900, 101))) is not None
    assert zone(at(0, 0), "rear", to_point((0, -500))) is not None
    assert zone(at(0, 0), "right", to_point((0, -500))) is None


@pytest.mark.parametrize("face", ["front", "right", "rear", "left"])
@pytest.mark.parametrize("bearing", [0, 300, 2711])
def test_a_square_looks_out_of_every_side(face: Side, bearing: int) -> None:
    square = at(0, 0, bearing, (400, 400))
    enemy = at(0, 0, bearing + 900 * ["front", "right", "rear", "left"].index(face), (400, 3000))
    middle = enemy.corners[0][0] + enemy.corners[1][0], enemy.corners[0][1] + enemy.corners[1][1]
    point = middle[0] // 2, middle[1] // 2
    assert beyond(square, face, point) == pytest.approx(1300, abs=1)
    triangle = zone(square, face, point)
    assert triangle is not None
    assert in_arc(square, face, point)


@pytest.mark.rule("MN-GEO-13", "no part of an outflanking enemy is ahead of the front edge line")
@pytest.mark.parametrize(
    ("enemy", "reach"),
    [
        (at(0, 300, 1800, COLUMN), 400),
        (at(450, -25, 2700, COLUMN), 0),
        (at(450, -50, 2700, COLUMN), -25),
        (at(0, -300, 0, HORSE), -200),
    ],
)
def test_how_far_an_enemy_reaches_ahead_of_a_front(enemy: Footprint, reach: int) -> None:
    assert reach_beyond(at(0, 0), "front", enemy) == reach


def test_a_disc_reaches_its_radius_farther() -> None:
    assert reach_beyond(at(0, 0), "front", disc(0, 300, 125)) == 325


@pytest.mark.parametrize(
    ("point", "want"),
    [
        ((0, 300), "front"),
        ((400, 250), "front"),  # on the ray
        ((401, 250), "right"),
        ((300, 100), "right"),
        ((-300, 0), "left"),
        ((0, -300), "rear"),
        ((-400, -250), "rear"),
        ((-401, -250), "left"),
        ((250, 100), "front"),  # the corner
        ((10, 0), "right"),  # inside
        ((-10, 0), "left"),
    ],
)
def test_quarters(point: tuple[int, int], want: Quarter) -> None:
    assert quarter(at(0, 0), to_point(point)) == want


def test_quarters_of_another_slope() -> None:
    assert quarter(at(0, 0), to_point((350, 300)), 2, 1) == "front"
    assert quarter(at(0, 0), to_point((351, 300)), 2, 1) == "right"
    assert quarter(at(0, 0), to_point((-350, -300)), 2, 1) == "rear"
    assert quarter(at(0, 0), to_point((-351, -300)), 2, 1) == "left"


@given(st.integers(0, 3599), st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_a_point_outside_is_in_one_quarter_and_turns_with_its_unit(bearing: int, ahead: int, aside: int) -> None:
    shape, plain = at(0, 0, bearing), at(0, 0)
    spread, out = abs(aside) - 250, abs(ahead) - 100
    if abs(out - max(spread, 0)) > 2 and abs(aside) > 2:
        point = (
            2 * (ahead * shape.sine + aside * shape.cosine),
            2 * (ahead * shape.cosine - aside * shape.sine),
        )
        assert quarter(shape, point) == quarter(plain, to_point((aside, ahead)))


def test_arcs_of_other_slopes() -> None:
    shape = at(0, 0)
    assert in_arc(shape, "front", to_point((9000, 100)), 0, 1)
    assert not in_arc(shape, "front", to_point((9000, 99)), 0, 1)
    assert in_arc(shape, "front", to_point((350, 300)), 2, 1)
    assert not in_arc(shape, "front", to_point((351, 300)), 2, 1)
    assert in_arc(shape, "right", to_point((350, 200)))
    assert not in_arc(shape, "right", to_point((350, 201)))
    assert any_in_arc(shape, "front", at(905, 500, 0, (500, 10)))
    assert not any_in_arc(shape, "front", at(906, 500, 0, (500, 10)))


def test_aiming_points_stand_on_the_target_the_nearest_first() -> None:
    target, firer = at(0, 600, 1800), at(100, 0)
    points = list(aim_points(target, firer, 50))
    assert points[0][:2] == ("front", 150)
    assert to_place(points[0][2]) == (100, 500)
    assert len({(side, along) for side, along, _ in points}) == len(points) == 10 + 4 + 10 + 4
    assert {to_place(point) for _, _, point in points} >= {(250, 500), (0, 500), (-250, 500), (250, 700), (250, 600)}
    for _, _, point in points:
        assert distance_to_point(target, point) <= 1


@given(st.integers(0, 3599), st.integers(-3000, 3000), st.integers(1500, 3000))
def test_the_first_aiming_point_is_as_near_as_any(bearing: int, x: int, y: int) -> None:
    target, firer = at(x, y, bearing, (499, 201)), at(0, 0)
    first, *rest = [distance_to_point(firer_centre(firer), point) for _, _, point in aim_points(target, firer, 50)]
    assert first <= min(rest) + 1


def firer_centre(firer: Footprint) -> Footprint:
    return footprint(firer.x // GRAINS, firer.y // GRAINS, 0, 1, 1)


def test_turns_toward_a_target_start_with_none() -> None:
    turns = turns_toward(at(0, 0), at(0, 1000, 1800, COLUMN), 150, 900)
    assert turns[0] == 0
    assert set(turns) >= {150, -150, 900, -900}
    assert turn_to(at(0, 0), to_point((125, 800))) in turns
    assert turns == sorted(turns, key=lambda turn: (abs(turn), -turn))
    assert all(abs(turn) <= 900 for turn in turns)
    assert turn_to(at(0, 0, 900), to_point((-5, 0))) == 1800


def test_straight_ahead_leads_away_or_not() -> None:
    unit, charger = at(0, 0), at(0, -500)
    assert looks_away(unit, charger) > 0
    assert looks_away(at(0, 0, 1800), charger) < 0
    assert looks_away(at(0, 0, 900), charger) == 0
    assert about(at(0, 0, 2700)) == 900


def test_a_point_on_the_line_of_a_face_is_not_beyond_it() -> None:
    point: Point = to_point((5000, 100))
    assert beyond(at(0, 0), "front", point) == 0
    assert beyond(at(0, 0), "front", (point[0], point[1] + 1)) == 1
