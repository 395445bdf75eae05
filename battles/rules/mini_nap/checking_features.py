"""Whether what lies on a table may lie so: shapes, sizes, heights, crossings (MNT-PLACE)."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Final

from battles.engine.core import SetupError
from battles.engine.table import grounds
from battles.engine.table.bearings import path_between
from battles.engine.table.footprints import disc
from battles.engine.table.grounds import Ground
from battles.engine.table.lines import crossings, place_along
from battles.engine.table.polygons import extents
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.setup import Feature, Table
from battles.rules.mini_nap.tables import FeatureKind, Tables
from battles.rules.mini_nap.tables_ground import (
    BANK_WITHIN,
    CHURCH_WITHIN,
    EFFECTS,
    LANDMARK_ACROSS,
    STREAM_AT_MOST,
    VILLAGE_ACROSS,
    VILLAGES_APART,
    WOOD_ACROSS,
    WOODS_APART,
)

WATER: Final[frozenset[FeatureKind]] = frozenset({"stream", "river", "ditch"})
"""What a bridge or a ford may lie over, and a road may not cross without one."""
ACROSS: Final[dict[FeatureKind, tuple[str, int, int]]] = {
    "wood": ("MNT-PLACE-01", *WOOD_ACROSS),
    "village": ("MNT-PLACE-03", *VILLAGE_ACROSS),
    "landmark": ("MNT-PLACE-05", 0, LANDMARK_ACROSS),
}
"""Least and most extent of a feature, and the rule."""


def feature_faults(tables: Tables, table: Table, feature: Feature, path: str) -> Iterator[SetupError]:
    """Whether a feature has a shape at all, on the table, of a size and height that its kind has."""
    word = _word(feature)
    try:
        ground_of(tables, feature)
    except ValueError as error:
        yield SetupError(f"{word} has no shape. {error}", f"{path}.points")
        return
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    if max(xs) < 0 or min(xs) > table.width or max(ys) < 0 or min(ys) > table.height:
        yield SetupError(f"{word} lies wholly beside the table.", f"{path}.points")
    yield from _size_faults(tables, feature, path)
    if feature.levels is not None and feature.levels not in EFFECTS[feature.kind].levels:
        lowest, highest = EFFECTS[feature.kind].levels[0], EFFECTS[feature.kind].levels[-1]
        known = f"{lowest} to {highest}" if lowest != highest else str(lowest)
        yield SetupError(f"{word} has {feature.levels} levels; it may have {known} (MNT-PLACE-10).", f"{path}.levels")
    if feature.strength < 0 or (feature.strength and not EFFECTS[feature.kind].built):
        yield SetupError(f"{word} is no structure of such a strength (MNT-STRUCT-04).", f"{path}.strength")
    if feature.church and feature.kind != "landmark":
        yield SetupError(f"{word} is no landmark; a church is one (MNT-LANDMARK-07).", f"{path}.church")
    under = next((each.kind for each in table.features if each.key == feature.over), None)
    if feature.over and (feature.kind not in ("bridge", "ford") or under not in WATER):
        why = f"{word} lies over {feature.over!r}; only a bridge or a ford lies over a stream, river or ditch"
        yield SetupError(f"{why} (MNT-PLACE-08).", f"{path}.over")


def _size_faults(tables: Tables, feature: Feature, path: str) -> Iterator[SetupError]:
    """MNT-PLACE-01, 03, 05, 09."""
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
    """What lies across water, and every crossing of a road with it (MNT-PLACE-07, 08)."""
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
                what = f"{_word(feature)} lies across {_word(water)}; only bridges and fords do (MNT-PLACE-07)."
                yield SetupError(what, path)


def _road_faults(tables: Tables, table: Table, road: Feature, water: Feature, path: str) -> Iterator[SetupError]:
    over = [ground_of(tables, each) for each in table.features if each.over == water.key]
    for along, _ in crossings(road.points, water.points):
        place, _ = place_along(road.points, along)
        if not any(grounds.touches(each, disc(*place, 0)) for each in over):
            where = f"at {cm(place[0])}, {cm(place[1])}"
            why = f"{_word(road)} crosses {_word(water)} {where} without a bridge or a ford (MNT-PLACE-08)."
            yield SetupError(why, path)


def _overlap(tables: Tables, feature: Feature, water: Feature) -> bool:
    """Whether a feature lies on the middle of a watercourse, or it within the feature."""
    found = ground_of(tables, feature)
    return any(
        grounds.stretches(disc(*start, 0), path_between(start, end), found, 0) for start, end in pairwise(water.points)
    )


def width_of(tables: Tables, feature: Feature) -> int:
    """How wide a linear feature is: its own width, or that of its kind; 0 for others."""
    return feature.width or tables.linear_widths.get(feature.kind, 0)


def ground_of(tables: Tables, feature: Feature) -> Ground:
    """A feature's shape, fords over it not left out.

    Raises:
        ValueError: it has none.
    """
    if EFFECTS[feature.kind].shape == "line":
        return grounds.band(feature.points, width_of(tables, feature))
    return grounds.area(feature.points)


def warned(tables: Tables, table: Table) -> Iterator[str]:
    """MNT-PLACE-02, 04, 06, MNT-RULING-19."""
    rivers = [ground_of(tables, each) for each in table.features if each.kind == "river"]
    woods = [each for each in table.features if each.kind == "wood" and not _on_bank(tables, each, rivers)]
    villages = [each for each in table.features if each.kind == "village"]
    yield from _too_near(tables, woods, WOODS_APART, "MNT-PLACE-02")
    yield from _too_near(tables, villages, VILLAGES_APART, "MNT-PLACE-04")
    for church in (each for each in table.features if each.church):
        away = min(
            (grounds.grounds_apart(ground_of(tables, church), ground_of(tables, each)) for each in villages),
            default=None,
        )
        if away is None or not 0 < away <= CHURCH_WITHIN:
            what = f"{_word(church)} is a village church; it stands within {cm(CHURCH_WITHIN)} of a village, not in it"
            yield f"{what} (MNT-PLACE-06)."


def _on_bank(tables: Tables, wood: Feature, rivers: list[Ground]) -> bool:
    return any(grounds.grounds_apart(ground_of(tables, wood), river) <= BANK_WITHIN for river in rivers)


def _too_near(tables: Tables, features: list[Feature], apart: int, rule: str) -> Iterator[str]:
    for one, other in combinations(features, 2):
        away = grounds.grounds_apart(ground_of(tables, one), ground_of(tables, other))
        if away < apart:
            yield f"{_word(one)} and {_word(other)} are {cm(away)} apart; {cm(apart)} is usual ({rule})."


def _word(feature: Feature) -> str:
    """Its name, or what it is: ``The wood west copse``."""
    return feature.name or f"The {EFFECTS[feature.kind].word} {feature.key}"
