"""Features on the table: their shapes, their damage, and the units in them (MNT-GEN, MNT-STRUCT)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from battles.kits.open_table import areas
from battles.kits.open_table.areas import Ground
from battles.kits.open_table.footprints import Footprint, disc, path_between
from battles.kits.open_table.polygons import parts_outside
from battles.rules.mini_nap.state import Damage, Feature, Point, State, Table
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain_tables import EFFECTS, EffectRow

Widths = tuple[tuple[FeatureKind, int], ...]
"""Widths of linear features by kind (MNT-RULING-05)."""


class TableFeature(Struct, frozen=True):
    """A feature on the table. ``kind`` is its present kind: a destroyed structure is rough ground (MNT-STRUCT-05)."""

    feature: Feature
    kind: FeatureKind
    ground: Ground
    effect: EffectRow

    @property
    def word(self) -> str:
        """Its name or kind, to follow *the*."""
        return self.feature.name.removeprefix("The ") or self.effect.word

    @property
    def is_line(self) -> bool:
        return self.effect.shape == "line"

    @property
    def is_linear(self) -> bool:
        """True if touching it is not being in it: lines, and fords, which are streams (MNT-GEN-03, MNT-RULING-41)."""
        return self.is_line or self.kind == "ford"


def features_in_play(state: State) -> tuple[TableFeature, ...]:
    """All features of the table, in the order of the set-up; none without the option ``terrain_rules``."""
    return all_features(state) if state.setup.rules.options.terrain_rules else ()


def all_features(state: State) -> tuple[TableFeature, ...]:
    """All features of the table, whether terrain counts or not."""
    table, damage, widths = state.setup.table, state.damage, state.setup.rules.tables.linear_widths
    for cached in _last:
        if cached[0] is table and cached[1] is damage and cached[2] is widths:
            return cached[3]
    features = _place_features(table, damage, tuple(widths.items()))
    _last[:] = [*_last[-_MOST_OTHERS:], (table, damage, widths, features)]
    return features


_MOST_OTHERS: Final = 3
_last: list[tuple[Table, tuple[Damage, ...], Mapping[FeatureKind, int], "tuple[TableFeature, ...]"]] = []
"""The latest features, by the identity of the tables, which are long and needed very often."""


@lru_cache(64)
def _place_features(table: Table, damage: tuple[Damage, ...], widths: Widths) -> tuple[TableFeature, ...]:
    destroyed = {each.feature for each in damage if each.destroyed}
    return tuple(
        part
        for feature in table.features
        for part in _place_feature(table, feature, dict(widths), destroyed=feature.key in destroyed)
    )


def _place_feature(
    table: Table, feature: Feature, widths: Mapping[FeatureKind, int], *, destroyed: bool
) -> Iterator[TableFeature]:
    """A feature as it lies; a watercourse in parts, without the fords across it (MNT-STREAM-01)."""
    kind: FeatureKind = feature.kind
    if destroyed:
        kind = "rough_x" if kind == "bridge" else "rough"
    effect = EFFECTS[kind]
    if effect.shape == "area":
        yield TableFeature(feature, kind, areas.area(feature.points), effect)
        return
    fords = [areas.area(each.points) for each in table.features if each.kind == "ford" and each.over == feature.key]
    for line in _without_fords(feature.points, fords):
        yield TableFeature(feature, kind, areas.band(line, feature.width or widths[kind]), effect)


def _without_fords(line: tuple[Point, ...], fords: list[areas.Area]) -> list[tuple[Point, ...]]:
    """The parts of a line that are in no ford."""
    gaps, before = [], 0
    for start, end in pairwise(line):
        way, mover = path_between(start, end), disc(*start, 0)
        for ford in fords:
            for first, last in areas.stretches(mover, way, ford):
                gaps.append((before + first, before + last))
        before += way.length
    return parts_outside(line, gaps) if gaps else [line]


def feature_named(state: State, key: str) -> TableFeature | None:
    """The feature with that key; None if there is none."""
    return next((each for each in features_in_play(state) if each.feature.key == key), None)


def interpenetrates(each: TableFeature, shape: Footprint, tolerance: int) -> bool:
    """True if a footprint interpenetrates a feature (MNT-GEN-02, MNT-GEN-03, MNT-RULING-04)."""
    if each.is_linear:
        return areas.covers(each.ground, shape, tolerance)
    return areas.touches(each.ground, shape)


def is_wholly_in(each: TableFeature, shape: Footprint, tolerance: int) -> bool:
    """True if a footprint lies entirely within a feature (MNT-GEN-02)."""
    return areas.surrounds(each.ground, shape, tolerance)
