"""Random terrain: number, size and places of features by dice (MNT-RULING-33), within the limits of MNT-PLACE."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.kits.open_table import areas
from battles.kits.open_table.bearings import FULL
from battles.kits.open_table.footprints import Shape
from battles.kits.open_table.lines import crossings, place_along
from battles.rules.mini_nap.positions import footprint_of, stand_disc
from battles.rules.mini_nap.setup.features import (
    crossing_faults,
    feature_faults,
    ground_of,
    key_for,
    placing_warnings,
    span_outline,
    usual_outline,
    width_of,
)
from battles.rules.mini_nap.state import Feature, Point, State, Table
from battles.rules.mini_nap.tables import CM, MOST_FEATURES, FeatureKind, Tables
from battles.rules.mini_nap.terrain_tables import (
    BEARING_DIE,
    FORD_UP_TO,
    PART_OF_TABLE,
    PLACE_DIE,
    ROAD_FROM,
    SCATTER_CLEAR,
    SCATTER_DIE,
    SCATTER_RIM,
    SCATTER_TRIES,
    SCATTERED,
    STREAM_FROM,
)

RULE = "MNT-RULING-33"
HIGH_GROUND: frozenset[FeatureKind] = frozenset({"contour", "hill"})
"""Features that other features and units may be on."""
WATERCOURSES_AND_CROSSINGS: frozenset[FeatureKind] = frozenset({"stream", "river", "ditch", "road", "bridge", "ford"})
"""Watercourses and their crossings."""


def random_features(dice: Dice, tables: Tables, table: Table, crowd: Collection[Shape] = ()) -> tuple[Feature, ...]:
    """The features that dice add to a table, clear of the footprints in ``crowd``. Existing features stay.

    First a stream and a road, then areas, kind by kind. A feature without a place, or beyond the limit, is left out.
    """
    ground = _Table(dice, tables, table, crowd)
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


class _Table:
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
        self._add(self._new("stream", line))

    def road(self) -> None:
        """A straight road from the lower edge to the upper; a die chooses bridge or ford where it crosses water."""
        if self.die() < ROAD_FROM:
            return
        start, end = self._share(self.table.width), self._share(self.table.width)
        road = self._new("road", ((start, 0), (end, self.table.height)))
        features = (*self._spans(road), road)
        self._add(*features)

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
        """One area, at the first suitable place that the dice give."""
        face = self.die()
        bearing = (self.dice.roll(1, BEARING_DIE, RULE)[0] - 1) * FULL // BEARING_DIE
        for _ in range(SCATTER_TRIES):
            middle = self._share(self.table.width), self._share(self.table.height)
            if self._add(self._new(kind, usual_outline(kind, middle, face, bearing))):
                return

    def _share(self, whole: int) -> int:
        """A position along a side, clear of its ends."""
        face = self.dice.roll(1, PLACE_DIE, RULE)[0]
        return SCATTER_RIM + (whole - 2 * SCATTER_RIM) * (face - 1) // (PLACE_DIE - 1)

    def _new(self, kind: FeatureKind, points: tuple[Point, ...]) -> Feature:
        return Feature(key=key_for(kind, [each.key for each in self.features]), kind=kind, points=points)

    def _add(self, *added: Feature) -> bool:
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
