"""Checks and usual shapes of terrain features: sizes, heights, crossings (MNT-PLACE)."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Final

from battles.engine.core import SetupError
from battles.kits.open_table import areas
from battles.kits.open_table.areas import Ground
from battles.kits.open_table.bearings import DIRECTIONS, FULL, SCALE, Angle, path_between
from battles.kits.open_table.footprints import disc
from battles.kits.open_table.lines import crossings, place_along, spot
from battles.kits.open_table.polygons import extents
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.state import Feature, Point, Table
from battles.rules.mini_nap.tables import FeatureKind, Tables
from battles.rules.mini_nap.terrain_tables import (
    BANK_WITHIN,
    CHURCH_WITHIN,
    EFFECTS,
    LANDMARK_ACROSS,
    SHAPES,
    SPAN_OVER,
    SPAN_WIDE,
    SPAN_WITHIN,
    STREAM_AT_MOST,
    USUAL_FACE,
    VILLAGE_ACROSS,
    VILLAGES_APART,
    WOOD_ACROSS,
    WOODS_APART,
)

WATER: Final[frozenset[FeatureKind]] = frozenset({"stream", "river", "ditch"})
"""Features that a bridge or a ford may cross, and that a road crosses only by one."""

ACROSS: Final[dict[FeatureKind, tuple[str, int, int]]] = {
    "wood": ("MNT-PLACE-01", *WOOD_ACROSS),
    "village": ("MNT-PLACE-03", *VILLAGE_ACROSS),
    "landmark": ("MNT-PLACE-05", 0, LANDMARK_ACROSS),
}
"""Least and most extent of a feature, and the rule."""


def feature_faults(tables: Tables, table: Table, feature: Feature, path: str) -> Iterator[SetupError]:
    """Faults of a feature: no shape, wholly off the table, or a wrong size, height, strength or crossing."""
    word = _word(feature)
    try:
        ground_of(tables, feature)
    except ValueError as error:
        yield SetupError(f"{word} has no shape. {error}", f"{path}.points")
        return
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    if max(xs) < 0 or min(xs) > table.width or max(ys) < 0 or min(ys) > table.height:
        yield SetupError(f"{word} is wholly off the table.", f"{path}.points")
    yield from _size_faults(tables, feature, path)
    if feature.levels is not None and feature.levels not in EFFECTS[feature.kind].levels:
        lowest, highest = EFFECTS[feature.kind].levels[0], EFFECTS[feature.kind].levels[-1]
        range_words = f"{lowest} to {highest}" if lowest != highest else str(lowest)
        yield SetupError(
            f"{word} has {_levels(feature.levels)}; it can have {range_words} (MNT-PLACE-10).", f"{path}.levels"
        )
    if feature.strength < 0 or (feature.strength and not EFFECTS[feature.kind].built):
        yield SetupError(f"{word} cannot have a strength of {feature.strength} (MNT-STRUCT-04).", f"{path}.strength")
    if feature.church and feature.kind != "landmark":
        yield SetupError(
            f"{word} is not a landmark; only a landmark can be a church (MNT-LANDMARK-07).", f"{path}.church"
        )
    under = next((each.kind for each in table.features if each.key == feature.over), None)
    if feature.over and (feature.kind not in ("bridge", "ford") or under not in WATER):
        why = f"{word} lies over {feature.over!r}; only a bridge or a ford over a stream, river or ditch is possible"
        yield SetupError(f"{why} (MNT-PLACE-08).", f"{path}.over")


def _size_faults(tables: Tables, feature: Feature, path: str) -> Iterator[SetupError]:
    """Faults of a feature's size (MNT-PLACE-01, MNT-PLACE-03, MNT-PLACE-05, MNT-PLACE-09)."""
    word = _word(feature)
    if feature.kind in ACROSS:
        rule, least, most = ACROSS[feature.kind]
        narrow, wide = extents(feature.points)
        if narrow < least or wide > most:
            ends = f"{cm(least)} to {cm(most)}" if least else f"at most {cm(most)}"
            why = f"{word} is {cm(narrow)} to {cm(wide)} across; a {EFFECTS[feature.kind].word} is {ends} ({rule})."
            yield SetupError(why, f"{path}.points")
    width = width_of(tables, feature)
    if (feature.kind == "stream" and width > STREAM_AT_MOST) or (feature.kind == "river" and width <= STREAM_AT_MOST):
        why = f"{word} is {cm(width)} wide; a stream is at most {cm(STREAM_AT_MOST)}, a river is wider (MNT-PLACE-09)."
        yield SetupError(why, f"{path}.width")


def crossing_faults(tables: Tables, table: Table) -> Iterator[SetupError]:
    """Faults of features across water, and of roads that cross water (MNT-PLACE-07, MNT-PLACE-08)."""
    for number, feature in enumerate(table.features):
        if feature.kind in WATER:
            continue
        path = f"table.features[{number}].points"
        for water in table.features:
            if water.kind not in WATER:
                continue
            if feature.kind == "road":
                yield from _road_faults(tables, table, feature, water, path)
            elif (
                feature.over != water.key
                and feature.kind not in ("contour", "hill")
                and _overlap(tables, feature, water)
            ):
                what = f"{_word(feature)} lies across {_word(water)}; only bridges and fords can (MNT-PLACE-07)."
                yield SetupError(what, path)


def _road_faults(tables: Tables, table: Table, road: Feature, water: Feature, path: str) -> Iterator[SetupError]:
    over = [ground_of(tables, each) for each in table.features if each.over == water.key]
    for along, _ in crossings(road.points, water.points):
        place, _ = place_along(road.points, along)
        if not any(areas.touches(each, disc(*place, 0)) for each in over):
            where = f"at {cm(place[0])}, {cm(place[1])}"
            why = f"{_word(road)} crosses {_word(water)} {where} without a bridge or a ford (MNT-PLACE-08)."
            yield SetupError(why, path)


def _overlap(tables: Tables, feature: Feature, water: Feature) -> bool:
    """True if a feature lies on the middle line of a watercourse."""
    shape = ground_of(tables, feature)
    return any(
        areas.stretches(disc(*start, 0), path_between(start, end), shape, 0) for start, end in pairwise(water.points)
    )


def width_of(tables: Tables, feature: Feature) -> int:
    """The width of a linear feature: its own, or the usual one of its kind; 0 for other features."""
    return feature.width or tables.linear_widths.get(feature.kind, 0)


def ground_of(tables: Tables, feature: Feature) -> Ground:
    """A feature's shape, fords over it included.

    Raises:
        ValueError: it has no shape.
    """
    if EFFECTS[feature.kind].shape == "line":
        return areas.band(feature.points, width_of(tables, feature))
    return areas.area(feature.points)


def placing_warnings(tables: Tables, table: Table) -> Iterator[str]:
    """Warnings about close features and churches (MNT-PLACE-02, MNT-PLACE-04, MNT-PLACE-06, MNT-RULING-19)."""
    rivers = [ground_of(tables, each) for each in table.features if each.kind == "river"]
    woods = [each for each in table.features if each.kind == "wood" and not _on_bank(tables, each, rivers)]
    villages = [each for each in table.features if each.kind == "village"]
    yield from _too_near(tables, woods, WOODS_APART, "MNT-PLACE-02")
    yield from _too_near(tables, villages, VILLAGES_APART, "MNT-PLACE-04")
    for church in (each for each in table.features if each.church):
        away = min(
            (areas.grounds_apart(ground_of(tables, church), ground_of(tables, each)) for each in villages),
            default=None,
        )
        if away is None or not 0 < away <= CHURCH_WITHIN:
            what = (
                f"{_word(church)} is a village church; it should be within {cm(CHURCH_WITHIN)} of a village, not in it"
            )
            yield f"{what} (MNT-PLACE-06)."


def _on_bank(tables: Tables, wood: Feature, rivers: list[Ground]) -> bool:
    """True if a wood is on a river bank, where it may be close to others (MNT-PLACE-11, MNT-RULING-19)."""
    return any(areas.grounds_apart(ground_of(tables, wood), river) <= BANK_WITHIN for river in rivers)


def _too_near(tables: Tables, features: list[Feature], apart: int, rule: str) -> Iterator[str]:
    for one, other in combinations(features, 2):
        away = areas.grounds_apart(ground_of(tables, one), ground_of(tables, other))
        if away < apart:
            yield f"{_word(one)} and {_word(other)} are {cm(away)} apart; {cm(apart)} is usual ({rule})."


def _levels(number: int) -> str:
    return "1 level" if number == 1 else f"{number} levels"


def _word(feature: Feature) -> str:
    """The feature's name, or its kind and key: ``The wood west copse``."""
    return feature.name or f"The {EFFECTS[feature.kind].word} {feature.key}"


def key_for(kind: FeatureKind, keys: Collection[str]) -> str:
    """A key that is not in ``keys``, such as ``wood 2``."""
    word = EFFECTS[kind].word
    number = 1
    while f"{word} {number}" in keys:
        number += 1
    return f"{word} {number}"


def usual_outline(kind: FeatureKind, middle: Point, face: int = USUAL_FACE, bearing: Angle = 0) -> tuple[Point, ...]:
    """The usual outline of an area around ``middle``, sized by a die face, turned by ``bearing`` (MNT-RULING-33)."""
    shape = SHAPES[kind]
    count = len(shape.corners)
    radius = shape.least + shape.step * (face - 1)
    corners = []
    for number, part in enumerate(shape.corners):
        sine, cosine = DIRECTIONS[(FULL * (2 * number + 1) // (2 * count)) % FULL]
        corners.append((radius * part * sine, radius * part * cosine * shape.across // 100))
    return tuple(_turned(middle, x, y, 100 * SCALE, bearing) for x, y in corners)


def span(
    tables: Tables, features: Iterable[Feature], kind: FeatureKind, at: Point
) -> tuple[Feature, tuple[Point, ...]] | None:
    """The watercourse under a bridge or ford at a place, and the outline of the crossing; None if no water is near.

    The crossing follows a road that crosses the watercourse near the place. Without a road it goes straight over the
    nearest point of the watercourse (MNT-PLACE-08, MNT-RULING-34).
    """
    placed = tuple(features)
    waters = [(spot(each.points, at), number) for number, each in enumerate(placed) if each.kind in WATER]
    if not waters or min(away for (_, away), _ in waters) > SPAN_WITHIN:
        return None
    (along, _), number = min(waters, key=lambda one: (one[0][1], one[1]))
    water = placed[number]
    middle, bearing = place_along(water.points, along)
    bearing = (bearing + FULL // 4) % FULL
    for road in (each for each in placed if each.kind == "road"):
        for on_road, on_water in crossings(road.points, water.points):
            if abs(on_water - along) <= SPAN_WITHIN:
                (middle, _), (_, bearing) = place_along(water.points, on_water), place_along(road.points, on_road)
    return water, span_outline(kind, width_of(tables, water), middle, bearing)


def span_outline(kind: FeatureKind, width: int, middle: Point, bearing: Angle) -> tuple[Point, ...]:
    """The outline of a bridge or ford on a bearing: a little longer than the watercourse is wide."""
    half, deep = SPAN_WIDE[kind] // 2, width // 2 + SPAN_OVER
    corners = ((-half, -deep), (-half, deep), (half, deep), (half, -deep))
    return tuple(_turned(middle, x, y, 1, bearing) for x, y in corners)


def _turned(middle: Point, x: int, y: int, parts: int, bearing: Angle) -> Point:
    """The point ``x`` to the right and ``y`` ahead of ``middle`` on a bearing; ``parts`` of them make one unit."""
    sine, cosine = DIRECTIONS[bearing % FULL]
    whole = parts * SCALE
    return middle[0] + _nearest(x * cosine + y * sine, whole), middle[1] + _nearest(y * cosine - x * sine, whole)


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
