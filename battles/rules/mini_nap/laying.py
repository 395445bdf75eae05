"""Features as they are usually laid: an area about its middle, a bridge or ford on its watercourse, each with a key."""

from collections.abc import Collection, Iterable

from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, Angle
from battles.engine.table.lines import crossings, place_along, spot
from battles.rules.mini_nap.checking_features import WATER, width_of
from battles.rules.mini_nap.setup import Feature, Point
from battles.rules.mini_nap.tables import FeatureKind, Tables
from battles.rules.mini_nap.tables_ground import (
    EFFECTS,
    SHAPES,
    SPAN_OVER,
    SPAN_WIDE,
    SPAN_WITHIN,
    USUAL_FACE,
)


def key_for(kind: FeatureKind, taken: Collection[str]) -> str:
    """A key that no feature has yet, such as ``wood 2``."""
    word = EFFECTS[kind].word
    number = 1
    while f"{word} {number}" in taken:
        number += 1
    return f"{word} {number}"


def usual_outline(kind: FeatureKind, middle: Point, face: int = USUAL_FACE, bearing: Angle = 0) -> tuple[Point, ...]:
    """An area of the usual shape about its middle, as large as the face of a die says, turned (MNT-RULING-33)."""
    shape = SHAPES[kind]
    count = len(shape.corners)
    radius = shape.least + shape.step * (face - 1)
    found = []
    for number, part in enumerate(shape.corners):
        sine, cosine = DIRECTIONS[(FULL * (2 * number + 1) // (2 * count)) % FULL]
        found.append((radius * part * sine, radius * part * cosine * shape.across // 100))
    return tuple(_turned(middle, x, y, 100 * SCALE, bearing) for x, y in found)


def span(
    tables: Tables, features: Iterable[Feature], kind: FeatureKind, at: Point
) -> tuple[Feature, tuple[Point, ...]] | None:
    """The watercourse that a bridge or ford at a place lies over, and its outline there; None where there is none near.

    It lies where a road crosses the watercourse near the place and along that road, else where the watercourse is
    nearest and straight over it (MNT-PLACE-08, MNT-RULING-34).
    """
    lying = tuple(features)
    waters = [(spot(each.points, at), number) for number, each in enumerate(lying) if each.kind in WATER]
    if not waters or min(away for (_, away), _ in waters) > SPAN_WITHIN:
        return None
    (along, _), number = min(waters, key=lambda one: (one[0][1], one[1]))
    water = lying[number]
    middle, bearing = place_along(water.points, along)
    bearing = (bearing + FULL // 4) % FULL
    for road in (each for each in lying if each.kind == "road"):
        for on_road, on_water in crossings(road.points, water.points):
            if abs(on_water - along) <= SPAN_WITHIN:
                (middle, _), (_, bearing) = place_along(water.points, on_water), place_along(road.points, on_road)
    return water, span_outline(kind, width_of(tables, water), middle, bearing)


def span_outline(kind: FeatureKind, width: int, middle: Point, bearing: Angle) -> tuple[Point, ...]:
    """A bridge or ford over so wide a watercourse, on a bearing: a little longer than the water is wide."""
    half, deep = SPAN_WIDE[kind] // 2, width // 2 + SPAN_OVER
    corners = ((-half, -deep), (-half, deep), (half, deep), (half, -deep))
    return tuple(_turned(middle, x, y, 1, bearing) for x, y in corners)


def _turned(middle: Point, x: int, y: int, parts: int, bearing: Angle) -> Point:
    """A place so far right and ahead of a middle on a bearing, in so many parts of a length."""
    sine, cosine = DIRECTIONS[bearing % FULL]
    whole = parts * SCALE
    return middle[0] + _nearest(x * cosine + y * sine, whole), middle[1] + _nearest(y * cosine - x * sine, whole)


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
