"""Advances, charges and redeployments drawn by lot against shapely and the rulebook's words, sharing no code."""

from math import cos, radians, sin
from random import Random

import pytest
from shapely.geometry import MultiPoint, Polygon

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.tables import CM, DEGREE
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, plan, why

Side = tuple[float, float]
UNSURE = 0.02
"""Nearer than this to a limit nothing is asked: places are whole tenths of a millimetre."""
GAP = 0.1
LINE: Side = (5.0, 2.0)
RIDERS: Side = (5.0, 4.0)
BATTERY: Side = (3.0, 3.0)


def ahead(facing: float) -> tuple[float, float]:
    return sin(radians(facing)), cos(radians(facing))


def base(x: float, y: float, facing: float, size: Side) -> Polygon:
    """MN-GEO-01."""
    (fx, fy), (rx, ry) = ahead(facing), ahead(facing + 90)
    half, deep = size[0] / 2, size[1] / 2
    return Polygon(
        [
            (x + a * half * rx + b * deep * fx, y + a * half * ry + b * deep * fy)
            for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]
    )


def swept(shape: Polygon, facing: float, travel: float) -> Polygon:
    """MN-GEO-07."""
    fx, fy = ahead(facing)
    corners = list(shape.exterior.coords)
    return MultiPoint([*corners, *((x + travel * fx, y + travel * fy) for x, y in corners)]).convex_hull


def verdict(*distances: float) -> bool | None:
    """Whether enemies are far enough from everywhere that a unit goes; None where it is too near to say."""
    least = min(distances)
    return None if abs(least - GAP) < UNSURE else least > GAP


def drawn(random: Random, least: float) -> tuple[float, float, float]:
    while True:
        x, y = round(random.uniform(-9, 9), 2), round(random.uniform(-9, 9), 2)
        if abs(x) + abs(y) > least:
            return x, y, round(random.uniform(0, 359), 1)


@pytest.mark.rule("MN-MOVE-13", "a unit moves straight ahead, any length up to its allowance")
@pytest.mark.rule("MN-MAN-12", "and comes no closer to an enemy than the least gap")
def test_advances_drawn_by_lot() -> None:
    random, said = Random(13), {True: 0, False: 0}  # noqa: S311
    for _ in range(150):
        facing, travel = round(random.uniform(0, 359), 1), round(random.uniform(0.1, 15.8), 2)
        x, y, theirs = drawn(random, 8)
        free = verdict(swept(base(0, 0, facing, RIDERS), facing, travel).distance(base(x, y, theirs, LINE)))
        state = field(horse(facing=facing), against=(foot("enemy", x, y, theirs),))
        found = why(state, plan(move=act.Advance(round(travel * CM))))
        if free is not None:
            want = "" if free and travel <= 15 else "MN-MOVE-14" if free else None
            assert found == want if want is not None else found, (facing, travel, x, y, theirs)
            said[free] += 1
    assert min(said.values()) > 20


@pytest.mark.rule("MN-ART-04", "a redeployment is legal where its start, its way and its end are")
def test_redeployments_drawn_by_lot() -> None:
    random, said = Random(4), {True: 0, False: 0}  # noqa: S311
    for _ in range(200):
        bearing, facing = (round(random.uniform(0, 359), 1) for _ in range(2))
        travel = round(random.uniform(0.5, 15), 2)
        fx, fy = ahead(bearing)
        off, theirs = ahead(random.uniform(0, 359)), round(random.uniform(0, 359), 1)
        x, y = (
            round(travel * part + random.uniform(2.6, 4.5) * beside, 2)
            for part, beside in zip((fx, fy), off, strict=True)
        )
        enemy, start = base(x, y, theirs, LINE), base(0, 0, bearing, BATTERY)
        if enemy.distance(base(0, 0, 0, BATTERY)) < 1:
            continue
        end = base(travel * fx, travel * fy, facing, BATTERY)
        free = verdict(swept(start, bearing, travel).distance(enemy), end.distance(enemy))
        move = act.Redeploy(round(bearing * DEGREE), round(travel * CM), round(facing * DEGREE))
        found = why(field(guns(), against=(foot("enemy", x, y, theirs),)), plan(move=move))
        if free is not None:
            assert (found == "") == free, (bearing, facing, travel, x, y, theirs)
            said[free] += 1
    assert min(said.values()) > 20


@pytest.mark.rule("MN-CHARGE-03", "a charge is legal where the target lies ahead within reach")
@pytest.mark.rule("MN-CHARGE-04", "and nobody else is met on the way or in the end")
def test_charges_drawn_by_lot() -> None:
    random, said = Random(3), {True: 0, False: 0}  # noqa: S311
    for _ in range(200):
        facing = round(random.uniform(-25, 25), 1) % 360
        x, y, theirs = (
            round(random.uniform(-6, 6), 2),
            round(random.uniform(12, 38), 2),
            round(random.uniform(0, 359), 1),
        )
        beside = round(random.uniform(-7, 7), 2), round(random.uniform(6, 30), 2), round(random.uniform(0, 359), 1)
        charger, target, second = base(0, 0, facing, RIDERS), base(x, y, theirs, LINE), base(*beside, LINE)
        strip = swept(charger, facing, 100).buffer(-0.0001)
        (fx, fy), (rx, ry) = ahead(facing), ahead(facing + 90)
        met = strip.intersection(target)
        if target.distance(second) < 0.5 or (met.is_empty and strip.distance(target) < 0.1):
            continue
        legal, sure = not met.is_empty, True
        if legal:
            corners = list(met.exterior.coords)
            travel = min(cx * fx + cy * fy for cx, cy in corners) - RIDERS[1] / 2
            across = [cx * rx + cy * ry for cx, cy in corners]
            apart = swept(charger, facing, travel).distance(second)
            sure = max(across) - min(across) > 0.3 and abs(travel - 30) > UNSURE and (apart > 0.1 or apart == 0)
            legal = travel < 30 and apart > 0
        if sure:
            enemies = (foot("target", x, y, theirs), foot("second", *beside))
            found = why(field(horse(facing=facing), against=enemies), plan(move=act.Charge(1)))
            assert (found == "") == legal, (facing, x, y, theirs, beside)
            said[legal] += 1
    assert min(said.values()) > 20
