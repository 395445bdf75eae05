"""The drawn table: terrain areas, lines with their width, and names."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import dist
from typing import Final, Literal

from battles.engine.picture import Area, Ground, GroundKind, Name, Point, Way, WayKind
from battles.kits.open_table.areas import Band
from battles.kits.open_table.bearings import Place
from battles.kits.open_table.picture import (
    MM,
    line_of,
    middle,
    on_table,
    parts_on_table,
    place_of,
    point_of,
    whole,
)
from battles.kits.open_table.polygons import line_length, place_along
from battles.rules.mini_nap.fire.firing_phase import structure_strength
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.state import Damage, Feature, State, Table
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain.features import TableFeature, all_features
from battles.rules.mini_nap.words.names import count

STEP: Final = 50
"""Picture units (millimetres) of one step: the width of infantry in line."""

KINDS: Final[dict[FeatureKind, GroundKind]] = {
    "contour": "hill",
    "hill": "hill",
    "rough": "rough",
    "rough_x": "rough",
    "bog": "marsh",
    "wood": "wood",
    "forest": "wood",
    "village": "town",
    "landmark": "town",
    "bridge": "bridge",
    "ford": "stream",
}
WAYS: Final[dict[FeatureKind, WayKind]] = {
    "fence": "hedge",
    "wall": "wall",
    "stream": "stream",
    "river": "river",
    "ditch": "ditch",
    "road": "road",
}
NAMES: Final[dict[FeatureKind, Literal["place", "hill", "wood", "water", "ground"]]] = {
    "contour": "hill",
    "hill": "hill",
    "bog": "water",
    "wood": "wood",
    "forest": "wood",
    "village": "place",
    "landmark": "place",
    "bridge": "place",
    "stream": "water",
    "ford": "water",
    "river": "water",
}

COURSES: Final[frozenset[FeatureKind]] = frozenset({"road", "stream", "river"})
"""Lines with their names written along them."""

STRUCTURES: Final[frozenset[FeatureKind]] = frozenset({"village", "landmark", "bridge", "ford"})
"""Features so small that their name would hide them."""
SHARES: Final = 8
ALONG: Final = (4, 2, 6, 3, 5, 1, 7)
"""Places for a name along a line, in eighths of it, the best first."""
CLEAR: Final = 160
"""Picture units from the middle of a structure at which a line's name does not cover it or its name."""


def ground(state: State) -> Ground:
    """The table of ``state``."""
    options = state.setup.rules.options
    limits = tuple(
        (each.feature.key, structure_strength(options, each)) for each in all_features(state) if each.effect.built
    )
    return _ground(state.setup.table, all_features(state), state.damage, limits)


@lru_cache(maxsize=32)
def _ground(
    table: Table, features: tuple[TableFeature, ...], damage: tuple[Damage, ...], limits: tuple[tuple[str, int], ...]
) -> Ground:
    suffered = {each.feature: each for each in damage}
    strengths = dict(limits)
    areas: dict[str, Area] = {}
    ways: list[Way] = []
    for each in features:
        words = _words(each, suffered.get(each.feature.key), strengths.get(each.feature.key, 0))
        if each.is_line:
            ways.extend(_ways(table, each, words))
        else:
            outline = line_of(table, on_table(table, each.feature.points))
            if outline:
                kind = KINDS[each.kind]
                areas[each.feature.key] = Area(each.feature.key, middle(outline), outline, kind, words)
    return Ground(
        words=f"Table of {cm(table.width)} by {cm(table.height)}",
        width=-(-table.width // MM),
        height=-(-table.height // MM),
        step=STEP,
        tenths=STEP * MM,
        areas=tuple(areas.values()),
        ways=tuple(ways),
        names=tuple(_names(table, areas)),
        open=True,
    )


def middle_of(table: Table, feature: Feature) -> Place:
    """The middle of a feature on the table: of its area, or of its line."""
    if feature.kind in WAYS:
        return place_along(feature.points, line_length(feature.points) // 2)[0]
    outline = line_of(table, on_table(table, feature.points))
    return place_of(table, middle(outline)) if outline else feature.points[0]


def _words(each: TableFeature, suffered: Damage | None, limit: int) -> str:
    """A feature in words: name, kind, height and damage."""
    feature, effect = each.feature, each.effect
    parts = [feature.name, effect.word] if feature.name else [effect.word]
    if feature.church:
        parts.append("village church")
    levels = feature.levels if feature.levels is not None else effect.levels[0]
    if levels:
        parts.append(count(levels, "level") + " high")
    if suffered is not None and suffered.destroyed:
        parts.append("destroyed")
    elif suffered is not None and suffered.hits:
        parts.append(f"{suffered.hits} of {count(limit, 'structural hit')}")
    return ", ".join(parts)


def _ways(table: Table, each: TableFeature, words: str) -> Iterator[Way]:
    """The parts of a line on the table."""
    assert isinstance(each.ground, Band)  # noqa: S101
    parts = list(parts_on_table(table, each.ground.line))
    longest = max(parts, key=line_length, default=None) if each.kind in COURSES else None
    for line in parts:
        name = each.feature.name if line is longest else ""
        yield Way(WAYS[each.kind], line_of(table, line), whole(each.ground.width), each.feature.key, words, name)


def _names(table: Table, areas: dict[str, Area]) -> Iterator[Name]:
    """Names of features, each once: beside a structure, in an area, or on a line that is no course."""
    built = {each.key: areas[each.key] for each in table.features if each.kind in STRUCTURES and each.key in areas}
    for feature in table.features:
        if not feature.name or feature.kind in COURSES:
            continue
        kind = NAMES.get(feature.kind, "ground")
        if feature.key in areas:
            about = _extent(areas[feature.key]) if feature.key in built else (0, 0)
            yield Name(feature.name, areas[feature.key].middle, kind, about)
        elif feature.kind in WAYS:
            for line in list(parts_on_table(table, feature.points))[:1]:
                yield Name(feature.name, _along(table, line, list(built.values())), kind)


def _extent(area: Area) -> tuple[int, int]:
    """Width and height of an area around its middle."""
    (x, y), outline = area.middle, area.outline
    return 2 * max(abs(one - x) for one, _ in outline), 2 * max(abs(one - y) for _, one in outline)


def _along(table: Table, line: tuple[Place, ...], built: Sequence[Area]) -> Point:
    """The place of a line's name: half-way along it, or the next best place clear of structures."""
    long = line_length(line)
    places = [point_of(table, *place_along(line, long * share // SHARES)[0]) for share in ALONG]
    return max(places, key=lambda at: min([CLEAR, *(dist(at, area.middle) for area in built)]))
