"""Random terrain: how many features there are, how large, and where they lie (MNT-RULING-33).

It keeps to the customs of MNT-PLACE whatever the dice show, so that what is laid can be played.
"""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.engine.table import grounds
from battles.engine.table.bearings import FULL
from battles.engine.table.footprints import Shape
from battles.engine.table.lines import crossings, place_along
from battles.rules.mini_nap.board import disc_of, footprint_of
from battles.rules.mini_nap.checking_features import (
    crossing_faults,
    feature_faults,
    ground_of,
    warned,
    width_of,
)
from battles.rules.mini_nap.laying import key_for, span_outline, usual_outline
from battles.rules.mini_nap.setup import Feature, Point, Table
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import CM, MOST_FEATURES, FeatureKind, Tables
from battles.rules.mini_nap.tables_ground import (
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
HIGH: frozenset[FeatureKind] = frozenset({"contour", "hill"})
"""What other features may lie on, and units stand on."""
CROSSING: frozenset[FeatureKind] = frozenset({"stream", "river", "ditch", "road", "bridge", "ford"})
"""Watercourses and what goes over them."""


def scatter(dice: Dice, tables: Tables, table: Table, crowd: Collection[Shape] = ()) -> tuple[Feature, ...]:
    """The features that dice add to a table, clear of the ``crowd`` that stands on it. What lies there already stays.

    First a stream and a road, then areas, kind by kind. What finds no place, or one too many, is left out.
    """
    laid = _Table(dice, tables, table, crowd)
    laid.stream()
    laid.road()
    for _ in range(max(1, table.width * table.height // (PART_OF_TABLE * CM * CM))):
        for row in SCATTERED:
            for _ in range(row.numbers[laid.die() - 1]):
                laid.area(row.kind)
    return laid.features[len(table.features) :]


def standing(state: State) -> tuple[Shape, ...]:
    """The footprints of whoever stands on the table."""
    units = (footprint_of(state.setup.rules, unit) for unit in state.units if unit.where == "table")
    discs = (disc_of(stand.x, stand.y) for stand in state.stands if stand.where == "table")
    return (*units, *discs)


class _Table:
    """A table that terrain is being laid on."""

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
        """From the left edge to the right, by three places at heights of their own."""
        if self.die() < STREAM_FROM:
            return
        heights = [self._share(self.table.height) for _ in range(3)]
        line = tuple(zip((0, self.table.width // 2, self.table.width), heights, strict=True))
        self._lay(self._made("stream", line))

    def road(self) -> None:
        """From the lower edge to the upper, straight; where it crosses water a die tells bridge or ford."""
        if self.die() < ROAD_FROM:
            return
        start, end = self._share(self.table.width), self._share(self.table.width)
        road = self._made("road", ((start, 0), (end, self.table.height)))
        found = (*self._spans(road), road)
        self._lay(*found)

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
        """One area, at the first place that suits it of those that the dice give."""
        face = self.die()
        bearing = (self.dice.roll(1, BEARING_DIE, RULE)[0] - 1) * FULL // BEARING_DIE
        for _ in range(SCATTER_TRIES):
            middle = self._share(self.table.width), self._share(self.table.height)
            if self._lay(self._made(kind, usual_outline(kind, middle, face, bearing))):
                return

    def _share(self, whole: int) -> int:
        """A place along a side, clear of its ends."""
        face = self.dice.roll(1, PLACE_DIE, RULE)[0]
        return SCATTER_RIM + (whole - 2 * SCATTER_RIM) * (face - 1) // (PLACE_DIE - 1)

    def _made(self, kind: FeatureKind, points: tuple[Point, ...]) -> Feature:
        return Feature(key=key_for(kind, [each.key for each in self.features]), kind=kind, points=points)

    def _lay(self, *found: Feature) -> bool:
        """Whether features suit the table with all that lies and stands there; they lie on it then."""
        table = replace(self.table, features=(*self.features, *found))
        suits = (
            len(table.features) <= MOST_FEATURES
            and all(self._is_clear(each) for each in found)
            and not any(fault for each in found for fault in feature_faults(self.tables, table, each, ""))
            and self._broken(table) <= self._broken(self.table)
        )
        if suits:
            self.table = table
        return suits

    def _broken(self, table: Table) -> set[str]:
        """What lies on a table against the rules and customs of the terrain volume."""
        return {*map(str, crossing_faults(self.tables, table)), *warned(self.tables, table)}

    def _is_clear(self, feature: Feature) -> bool:
        """Whether a feature lies clear of units and of all that it may not meet; an area also wholly on the table."""
        ground = ground_of(self.tables, feature)
        crowd = () if feature.kind in HIGH else self.crowd
        others = (ground_of(self.tables, each) for each in self.features if not _may_meet(feature, each))
        return (
            all(grounds.apart(ground, shape) > SCATTER_CLEAR for shape in crowd)
            and all(grounds.grounds_apart(ground, each) > SCATTER_CLEAR for each in others)
            and (feature.kind in CROSSING or self._is_on_table(feature))
        )

    def _is_on_table(self, feature: Feature) -> bool:
        return all(0 <= x <= self.table.width and 0 <= y <= self.table.height for x, y in feature.points)


def _may_meet(one: Feature, other: Feature) -> bool:
    """High ground and what lies on it, and a road with the stream it crosses and its bridge or ford."""
    if one.kind in HIGH or other.kind in HIGH:
        return one.kind != other.kind
    return one.kind in CROSSING and other.kind in CROSSING
