"""Terrain features: usual shapes, checks (MNT-PLACE), and random terrain by dice (MNT-RULING-33)."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Final

from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.engine.dice import Dice
from battles.kits.open_table import areas
from battles.kits.open_table.areas import Ground
from battles.kits.open_table.footprints import CM, DIRECTIONS, FULL, SCALE, Angle, Shape, disc, path_between
from battles.kits.open_table.polygons import crossings, extents, place_along, spot
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import footprint_of, stand_disc
from battles.rules.mini_nap.state import Feature, Point, State, Table
from battles.rules.mini_nap.tables import MOST_FEATURES, FeatureKind, Tables
from battles.rules.mini_nap.terrain_tables import (
    BANK_WITHIN,
    BEARING_DIE,
    CHURCH_WITHIN,
    EFFECTS,
    FORD_UP_TO,
    LANDMARK_ACROSS,
    PART_OF_TABLE,
    PLACE_DIE,
    ROAD_FROM,
    SCATTER_CLEAR,
    SCATTER_DIE,
    SCATTER_RIM,
    SCATTER_TRIES,
    SCATTERED,
    SHAPES,
    SPAN_OVER,
    SPAN_WIDE,
    SPAN_WITHIN,
    STREAM_AT_MOST,
    STREAM_FROM,
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


RULE = "MNT-RULING-33"
HIGH_GROUND: frozenset[FeatureKind] = frozenset({"contour", "hill"})
"""Features that other features and units may be on."""
WATERCOURSES_AND_CROSSINGS: frozenset[FeatureKind] = frozenset({"stream", "river", "ditch", "road", "bridge", "ford"})
"""Watercourses and their crossings."""


def random_features(dice: Dice, tables: Tables, table: Table, crowd: Collection[Shape] = ()) -> tuple[Feature, ...]:
    """The features that dice add to a table, clear of the footprints in ``crowd``. Existing features stay.

    First a stream and a road, then areas, kind by kind. A feature without a place, or beyond the limit, is left out.
    """
    ground = ScatterTable(dice, tables, table, crowd)
    ground.stream()
    ground.road()
    for _ in range(max(1, table.width * table.height // (PART_OF_TABLE * CM * CM))):
        for row in SCATTERED:
            for _ in range(row.numbers[ground.die() - 1]):
                ground.area(row.kind)
    return ground.features[len(table.features) :]


def occupied_footprints(state: State) -> tuple[Shape, ...]:
    """The footprints of units and stands on the table."""
    units = (footprint_of(state.setup.rules, unit) for unit in state.units if unit.where == "table")
    discs = (stand_disc(stand.x, stand.y) for stand in state.stands if stand.where == "table")
    return (*units, *discs)


class ScatterTable:
    """A table on which random terrain is placed."""

    def __init__(self, dice: Dice, tables: Tables, table: Table, crowd: Collection[Shape]) -> None:
        self.dice = dice
        self.tables = tables
        self.table = table
        self.crowd = crowd

    @property
    def features(self) -> tuple[Feature, ...]:
        return self.table.features

    def die(self) -> int:
        return self.dice.roll(1, SCATTER_DIE, RULE)[0]

    def stream(self) -> None:
        """A stream from the left edge to the right, through three points at random heights."""
        if self.die() < STREAM_FROM:
            return
        heights = [self._share(self.table.height) for _ in range(3)]
        line = tuple(zip((0, self.table.width // 2, self.table.width), heights, strict=True))
        self.add(self._new("stream", line))

    def road(self) -> None:
        """A straight road from the lower edge to the upper; a die chooses bridge or ford where it crosses water."""
        if self.die() < ROAD_FROM:
            return
        start, end = self._share(self.table.width), self._share(self.table.width)
        road = self._new("road", ((start, 0), (end, self.table.height)))
        features = (*self._spans(road), road)
        self.add(*features)

    def _spans(self, road: Feature) -> Iterator[Feature]:
        keys = [each.key for each in self.features]
        for water in (each for each in self.features if each.kind == "stream"):
            for on_road, _ in crossings(road.points, water.points):
                kind: FeatureKind = "ford" if self.die() <= FORD_UP_TO else "bridge"
                middle, bearing = place_along(road.points, on_road)
                outline = span_outline(kind, width_of(self.tables, water), middle, bearing)
                key = key_for(kind, keys)
                keys.append(key)
                yield Feature(key=key, kind=kind, points=outline, over=water.key)

    def area(self, kind: FeatureKind) -> None:
        """One area, at the first suitable place that the dice give; none if there is no such place."""
        face = self.die()
        bearing = (self.dice.roll(1, BEARING_DIE, RULE)[0] - 1) * FULL // BEARING_DIE
        for _ in range(SCATTER_TRIES):
            middle = self._share(self.table.width), self._share(self.table.height)
            if self.add(self._new(kind, usual_outline(kind, middle, face, bearing))):
                return

    def _share(self, whole: int) -> int:
        """A position along a side, clear of its ends."""
        face = self.dice.roll(1, PLACE_DIE, RULE)[0]
        return SCATTER_RIM + (whole - 2 * SCATTER_RIM) * (face - 1) // (PLACE_DIE - 1)

    def _new(self, kind: FeatureKind, points: tuple[Point, ...]) -> Feature:
        return Feature(key=key_for(kind, [each.key for each in self.features]), kind=kind, points=points)

    def add(self, *added: Feature) -> bool:
        """Add features if they suit the table with everything on it; True if they do."""
        table = replace(self.table, features=(*self.features, *added))
        suits = (
            len(table.features) <= MOST_FEATURES
            and all(self._is_clear(each) for each in added)
            and not any(fault for each in added for fault in feature_faults(self.tables, table, each, ""))
            and self._broken(table) <= self._broken(self.table)
        )
        if suits:
            self.table = table
        return suits

    def _broken(self, table: Table) -> set[str]:
        """Faults of a table against the rules and customs of the terrain volume."""
        return {*map(str, crossing_faults(self.tables, table)), *placing_warnings(self.tables, table)}

    def _is_clear(self, feature: Feature) -> bool:
        """True if a feature is clear of units and of other features; an area must also be wholly on the table."""
        ground = ground_of(self.tables, feature)
        crowd = () if feature.kind in HIGH_GROUND else self.crowd
        others = (ground_of(self.tables, each) for each in self.features if not _may_meet(feature, each))
        return (
            all(areas.apart(ground, shape) > SCATTER_CLEAR for shape in crowd)
            and all(areas.grounds_apart(ground, each) > SCATTER_CLEAR for each in others)
            and (feature.kind in WATERCOURSES_AND_CROSSINGS or self._is_on_table(feature))
        )

    def _is_on_table(self, feature: Feature) -> bool:
        return all(0 <= x <= self.table.width and 0 <= y <= self.table.height for x, y in feature.points)


def _may_meet(one: Feature, other: Feature) -> bool:
    """True for high ground and what lies on it, and for a road, its stream and their bridge or ford."""
    if one.kind in HIGH_GROUND or other.kind in HIGH_GROUND:
        return one.kind != other.kind
    return one.kind in WATERCOURSES_AND_CROSSINGS and other.kind in WATERCOURSES_AND_CROSSINGS
