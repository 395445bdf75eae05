"""What lies on the table: features as the geometry knows them, and what has become of them (MNT-GEN, MNT-STRUCT)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from battles.engine.table import grounds
from battles.engine.table.bearings import path_between
from battles.engine.table.footprints import Footprint, disc
from battles.engine.table.grounds import Ground
from battles.engine.table.lines import parts_outside
from battles.rules.mini_nap.setup import Feature, Point, Table
from battles.rules.mini_nap.state import Damage, State
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.tables_ground import EFFECTS, EffectRow

Widths = tuple[tuple[FeatureKind, int], ...]
"""Of linear features by kind (MNT-RULING-05)."""


class Lying(Struct, frozen=True):
    """A feature on the table. ``kind`` is what it is now: a destroyed structure is rough ground (MNT-STRUCT-05)."""

    feature: Feature
    kind: FeatureKind
    ground: Ground
    effect: EffectRow

    @property
    def word(self) -> str:
        """Its name or what it is, to stand after *the*."""
        return self.feature.name.removeprefix("The ") or self.effect.word

    @property
    def is_line(self) -> bool:
        return self.effect.shape == "line"

    @property
    def is_linear(self) -> bool:
        """Whether to touch it is not to be in it: lines, and fords, which are streams (MNT-GEN-03, MNT-RULING-41)."""
        return self.is_line or self.kind == "ford"


def lying(state: State) -> tuple[Lying, ...]:
    """Everything that lies on the table and counts (``terrain_rules``), in the order of the set-up."""
    return scenery(state) if state.setup.rules.options.terrain_rules else ()


def scenery(state: State) -> tuple[Lying, ...]:
    """Everything that lies on the table, whether it counts or not."""
    table, damage, widths = state.setup.table, state.damage, state.setup.rules.tables.linear_widths
    for kept in _last:
        if kept[0] is table and kept[1] is damage and kept[2] is widths:
            return kept[3]
    found = _lying(table, damage, tuple(widths.items()))
    _last[:] = [*_last[-_KEPT:], (table, damage, widths, found)]
    return found


_KEPT: Final = 3
_last: list[tuple[Table, tuple[Damage, ...], Mapping[FeatureKind, int], "tuple[Lying, ...]"]] = []
"""What was looked at last, by the identity of the tables: they are long, and asked for very often."""


@lru_cache(64)
def _lying(table: Table, damage: tuple[Damage, ...], widths: Widths) -> tuple[Lying, ...]:
    destroyed = {each.feature for each in damage if each.destroyed}
    return tuple(
        part
        for feature in table.features
        for part in _lie(table, feature, dict(widths), destroyed=feature.key in destroyed)
    )


def _lie(table: Table, feature: Feature, widths: Mapping[FeatureKind, int], *, destroyed: bool) -> Iterator[Lying]:
    """A feature as it lies; a watercourse in parts, with the fords over it left out (MNT-STREAM-01)."""
    kind: FeatureKind = feature.kind
    if destroyed:
        kind = "rough_x" if kind == "bridge" else "rough"
    effect = EFFECTS[kind]
    if effect.shape == "area":
        yield Lying(feature, kind, grounds.area(feature.points), effect)
        return
    fords = [grounds.area(each.points) for each in table.features if each.kind == "ford" and each.over == feature.key]
    for line in _without(feature.points, fords):
        yield Lying(feature, kind, grounds.band(line, feature.width or widths[kind]), effect)


def _without(line: tuple[Point, ...], fords: list[grounds.Area]) -> list[tuple[Point, ...]]:
    """The parts of a line that lie in no ford."""
    gaps, before = [], 0
    for start, end in pairwise(line):
        way, mover = path_between(start, end), disc(*start, 0)
        for ford in fords:
            for first, last in grounds.stretches(mover, way, ford):
                gaps.append((before + first, before + last))
        before += way.length
    return parts_outside(line, gaps) if gaps else [line]


def named(state: State, key: str) -> Lying | None:
    """The feature of that key; None where there is none."""
    return next((each for each in lying(state) if each.feature.key == key), None)


def interpenetrates(each: Lying, shape: Footprint, tolerance: int) -> bool:
    """Whether a footprint is interpenetrated with a feature (MNT-GEN-02, 03)."""
    if each.is_linear:
        return grounds.covers(each.ground, shape, tolerance)
    return grounds.touches(each.ground, shape)


def is_wholly_in(each: Lying, shape: Footprint, tolerance: int) -> bool:
    """Whether a footprint lies entirely within a feature (MNT-GEN-02)."""
    return grounds.surrounds(each.ground, shape, tolerance)
