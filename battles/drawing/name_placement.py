"""Places of names on a map: of the ground, objectives and zones, clear of units and of each other."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from battles.drawing.course_names import (
    Box,
    CourseName,
    course_names,
    is_free,
    name_boxes,
    overlap,
    scene_boxes,
    text_box,
)
from battles.drawing.outline import Spot, inside, regions
from battles.engine.picture import Ground, GroundKind, Name, Point, Scene, Zone

Anchor = Literal["start", "middle", "end"]


class Place(NamedTuple):
    """A place of a name: ``x`` is its start, middle or end by ``anchor``; its baseline is ``down`` ems below ``y``."""

    x: float
    y: float
    anchor: Anchor
    down: float = 0.0


class Placed(NamedTuple):
    """A name in its place; ``places`` are all that it may have, the best first. ``crowded``: none of them is free."""

    name: Name
    place: Place
    places: tuple[Place, ...]
    crowded: bool = False

    @property
    def x(self) -> float:
        return self.place.x

    @property
    def y(self) -> float:
        return self.place.y

    @property
    def anchor(self) -> Anchor:
        return self.place.anchor

    @property
    def down(self) -> float:
        return self.place.down


class MapNames(NamedTuple):
    """The names of a map, and those along its roads and streams, with their type sizes."""

    names: tuple[Placed, ...]
    courses: tuple[CourseName, ...]
    size: float
    course_size: float


WIDE: Final = 0.53
"""Average width of a letter, as a share of the type size."""
PLACES: Final[tuple[tuple[float, float, Anchor], ...]] = (
    (0, 0.66, "middle"),
    (0, -0.42, "middle"),
    (0.5, -0.1, "start"),
    (-0.5, -0.1, "end"),
    (0, -0.68, "middle"),
    (0, 0.8, "middle"),
    (0.3, 0.6, "start"),
    (-0.3, 0.6, "end"),
    (0.4, -0.5, "start"),
    (-0.4, -0.5, "end"),
    (0.5, 0.3, "start"),
    (-0.5, 0.3, "end"),
    (0, -0.95, "middle"),
    (0, 1.05, "middle"),
    (0.6, -0.8, "start"),
    (-0.6, -0.8, "end"),
    (0.6, 0.95, "start"),
    (-0.6, 0.95, "end"),
)
"""Offsets in steps from the middle of the named thing, the best first."""
REGIONS: Final[dict[str, GroundKind]] = {"hill": "hill", "wood": "wood", "water": "water"}
"""Kinds of names that may stand anywhere in the region that they name."""
WITHIN: Final = (0.1, 0.66, -0.42)
"""Offsets down, in steps, from the middle of an area of a named region."""
SIDES: Final[tuple[tuple[int, int, Anchor, float], ...]] = (
    (0, 1, "middle", 0.9),
    (0, -1, "middle", -0.3),
    (1, 0, "start", 0.3),
    (-1, 0, "end", 0.3),
)
"""Places around a thing that a name must not cover: side, anchor, and letters down; the best first."""
GAP: Final = 4.0
"""Units between a named thing and a name beside it."""
IMPORTANT: Final = ("edge", "place", "hill", "wood", "water", "ground")
"""Kinds of names, those that give way last first."""
EDGE_SIZE: Final = 9.5
"""Type size of coordinates, in units of the ground."""


@lru_cache(maxsize=64)
def map_names(ground: Ground, size: float, course_size: float, taken: tuple[Box, ...] = ()) -> MapNames:
    """All names of a map, clear of the boxes ``taken`` by units and of each other; small ones give way."""
    names = tuple(placed_names(ground, size, taken))
    boxes = [*taken, *(_box(each.name, each.place, size) for each in names if not each.crowded)]
    return MapNames(names, tuple(course_names(ground, course_size, boxes)), size, course_size)


def boxes_of(names: MapNames) -> Iterator[Box]:
    """The boxes of the names that are shown."""
    for each in names.names:
        if not each.crowded:
            yield _box(each.name, each.place, names.size)
    for course in names.courses:
        if not course.crowded:
            yield from name_boxes(course, names.course_size)


def placed_names(ground: Ground, size: float, taken: Sequence[Box] = ()) -> Iterator[Placed]:
    """The names in type of a ``size`` in units of the ground; coordinates along the edges keep their places."""
    used: list[Box] = list(taken)
    named = [(name, _about(name)) for name in ground.names if any(name.about)]
    placed: dict[int, Placed] = {}
    all_places = _all_places(ground)
    for number in sorted(range(len(ground.names)), key=lambda each: IMPORTANT.index(ground.names[each].kind)):
        name, places = ground.names[number], all_places[number]
        if name.kind == "edge":
            placed[number] = Placed(name, places[0], places)
            used.append(_box(name, places[0], size))
            continue
        things = [box for other, box in named if other is not name]
        best = _best(name, places, size, ground, used, things)
        box = _box(name, best, size)
        placed[number] = Placed(name, best, places, crowded=overlap(box, used) > 0)
        if not placed[number].crowded:
            used.append(box)
    yield from (placed[number] for number in range(len(ground.names)))


def _best(
    name: Name, places: Sequence[Place], size: float, ground: Ground, used: Sequence[Box], things: Sequence[Box]
) -> Place:
    """The first free place, else the one where the name covers least."""
    for place in places:
        box = _box(name, place, size)
        is_on = box[0] >= 0 and box[1] >= 0 and box[2] <= ground.width and box[3] <= ground.height
        if is_on and is_free(box, used) and is_free(box, things):
            return place
    return min(places, key=lambda place: _cost(_box(name, place, size), ground, used, things))


@lru_cache(maxsize=32)
def _all_places(ground: Ground) -> tuple[tuple[Place, ...], ...]:
    return tuple(tuple(_places(name, ground)) for name in ground.names)


def _places(name: Name, ground: Ground) -> Iterator[Place]:
    """Possible places of a name, the best first."""
    x, y = name.at
    if name.kind == "edge":
        yield Place(x, y, "middle")
    elif any(name.about):
        wide, high = name.about
        for right, foot, anchor, down in SIDES:
            yield Place(x + right * (wide / 2 + GAP), y + foot * high / 2, anchor, down)
    else:
        step = ground.step
        first, second, *others = (Place(x + dx * step, y + dy * step, anchor) for dx, dy, anchor in PLACES)
        yield from (first, second)
        for at_x, at_y in _region(ground, name):
            yield from (Place(at_x, at_y + down * step, "middle") for down in WITHIN)
        yield from others


def _region(ground: Ground, name: Name) -> tuple[Spot, ...]:
    """Middles of the areas of a hex board that belong to a named wood, hill or water, the nearest first."""
    kind = REGIONS.get(name.kind)
    if ground.open or kind is None:
        return ()
    x, y = name.at
    for region in regions([area for area in ground.areas if area.ground == kind]):
        if any(inside(name.at, area.outline) for area in region):
            middles = (area.middle for area in region)
            return tuple(sorted(middles, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2))
    return ()


def _about(name: Name) -> Box:
    """The box of a named thing, which no name may cover."""
    (x, y), (wide, high) = name.at, name.about
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _box(name: Name, place: Place, size: float) -> Box:
    if name.kind == "edge":
        wide = len(name.text) * EDGE_SIZE * WIDE
        return text_box(place.x - wide / 2, place.y + 3, wide, EDGE_SIZE)
    wide = len(name.text) * size * WIDE
    left = place.x - {"start": 0, "middle": wide / 2, "end": wide}[place.anchor]
    return text_box(left, place.y + place.down * size, wide, size)


def _cost(box: Box, ground: Ground, used: Sequence[Box], things: Sequence[Box]) -> float:
    """Area of a name that covers other boxes or is off the ground."""
    left, top, right, foot = box
    off = max(0, -left) + max(0, right - ground.width) + max(0, -top) + max(0, foot - ground.height)
    return off * (foot - top) + overlap(box, used) + overlap(box, things)


SIZE: Final = 12.0
"""Type size of these names on a hex board, in units of the ground."""
ROWS: Final = (0.5, 0.3, 0.7, 0.15, 0.85)
COLUMNS: Final = (0.5, 0.25, 0.75)
"""Places in the outline of a zone of an open table, as shares of its height and width."""
ON_HEXES: Final[tuple[tuple[float, float, Anchor], ...]] = ((0, 0.08, "middle"),)
"""The offset of the name of a zone from the middle of a hex, in steps."""
MOST: Final = 18
"""Most places that are tried."""


def scene_names(ground: Ground, scene: Scene, names: MapNames | None) -> Iterator[tuple[Zone, Placed]]:
    """Each zone with its name in a free place; one name for objectives or arrivals of a side at the same place.

    An objective that the ground names already has no second name. Without the ``names`` of the ground each name has its
    first place.
    """
    middles = {area.key: area.middle for area in ground.areas}
    used: list[Box] = [*scene_boxes(scene, middles), *(boxes_of(names) if names else ())]
    on_ground = {name.text for name in ground.names}
    for zone in _named(scene.zones):
        if zone.kind == "objective" and zone.name in on_ground:
            continue
        spots = [middles[key] for key in zone.areas if key in middles] or list(zone.outline)
        if not spots:
            continue
        places = tuple(_in_outline(zone.outline) if zone.outline else _at_areas(zone, spots, ground.step))
        at = next(
            (
                place
                for place in places
                if _is_on(ground, _scene_box(zone, place)) and is_free(_scene_box(zone, place), used)
            ),
            None,
        )
        if at:
            used.append(_scene_box(zone, at))
        crowded = at is None and names is not None
        yield zone, Placed(Name(zone.name, spots[0], "ground"), at or places[0], places, crowded)


def _named(zones: Sequence[Zone]) -> list[Zone]:
    """A zone for each name: arrivals of a side at one place are told together, such as "Turn 3, 5"."""
    groups: dict[tuple[object, ...], list[Zone]] = {}
    for zone in zones:
        key: tuple[object, ...] = (zone.kind, zone.areas, zone.outline)
        if zone.kind == "arrival":
            key = (zone.kind, zone.side, zone.areas[:1], zone.outline)
        groups.setdefault(key, []).append(zone)
    named = []
    for first, *others in groups.values():
        names = dict.fromkeys(zone.name for zone in others if zone.kind == "arrival" and zone.name != first.name)
        text = ", ".join([first.name, *(name.rpartition(" ")[2] for name in names)])
        named.append(replace(first, name=text))
    return named


def _at_areas(zone: Zone, spots: Sequence[Point], step: int) -> Iterator[Place]:
    """Around each area of an objective or arrival; on the areas of a zone, those in its middle first."""
    x, y = (sum(part) / len(spots) for part in zip(*spots, strict=True))
    nearest = sorted(spots, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
    offsets = PLACES if zone.kind == "objective" else ON_HEXES
    tried = nearest[: max(1, MOST // len(offsets))]
    for dx, dy, anchor in offsets:
        yield from (Place(at_x + dx * step, at_y + dy * step, anchor) for at_x, at_y in tried)


def _in_outline(outline: Sequence[Point]) -> Iterator[Place]:
    across, down = zip(*outline, strict=True)
    left, top, wide, high = min(across), min(down), max(across) - min(across), max(down) - min(down)
    for row in ROWS:
        yield from (Place(left + wide * column, top + high * row, "middle") for column in COLUMNS)


def _scene_box(zone: Zone, place: Place) -> Box:
    wide = len(zone.name) * SIZE * WIDE
    left = place.x - {"start": 0, "middle": wide / 2, "end": wide}[place.anchor]
    return text_box(left, place.y, wide, SIZE)


def _is_on(ground: Ground, box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= ground.width and box[3] <= ground.height
