"""Words on a printed map, each in a free place: names, coordinates, zones, units and area numbers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Final, NamedTuple

from msgspec.structs import replace

from armies.paper.typography import MM, Face, usable_face, width
from battles.drawing import blocks
from battles.drawing.course_names import (
    Box,
    CourseName,
    counter_box,
    course_names,
    is_free,
    letter_box,
    overlap,
    text_box,
)
from battles.drawing.name_placement import Place, Placed, placed_names
from battles.drawing.terrain import marks
from battles.engine.picture import Block, Ground, Scene, Way, Zone

LETTERS: Final = 14.0
"""Type size of names, in units of the ground, within `NAMES`."""
COURSE_LETTERS: Final = 12.0
NAMES: Final = (6.5, 30.0)
LABELS: Final = (6.5, 16.0)
KEYS: Final = (6.5, 8.0)
"""Smallest and largest type size of each, in points."""
NUMBERED: Final = 9.0
"""Least millimetres from area to area for which each area shows its number."""
NUMBER_PLACES: Final = ((0.0, 0.43), (0.0, -0.3), (-0.2, 0.3), (0.2, 0.3), (-0.2, -0.2), (0.2, -0.2))
"""Offsets in steps from the middle of an area to the baseline of its number, the best first."""
SPACED: Final = 1.04
"""Advance from a letter along a course to the next, as a share of its width."""
AIR: Final = 0.14
"""Free space around a word, as a share of its type size."""
ROUND: Final = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
RINGS: Final = 14
"""Rings of further places around a thing, each half a line farther away."""
ALONG: Final = 0.3
"""Steps between the spots of a road that a name leaves free if it can."""

NEAR: Final = 0.3
"""Most steps from the edge of a road to a name that belongs to it."""
COURSES: Final = frozenset({"road", "track", "stream", "river"})
"""Lines of terrain along which a name is written; those of fences and walls stand beside them."""

Printer = Callable[[str], str]


class Word(NamedTuple):
    """A word on the map: the middle of its baseline in units of the ground, its typeface, its size in points.

    ``tilt`` is in degrees clockwise; a ``boxed`` word has a white background; ``grey`` is that of its type. Coordinates
    are ``aside``: they are not read with the names.
    """

    text: str
    x: float
    y: float
    face: Face
    size: float
    boxed: bool = False
    grey: float = 0.0
    tilt: float = 0.0
    aside: bool = False


class Labels(NamedTuple):
    """The words of a map, and the names that have no free place."""

    words: tuple[Word, ...]
    crowded: tuple[str, ...]


def map_labels(ground: Ground, scene: Scene, units: bool, scale: float, printable: Printer) -> Labels:
    """The words of a map on which a unit of the ground is ``scale`` millimetres; ``units``: with their labels."""
    labels = _Labels(with_course_names(ground), scale, printable)
    labels.keep_clear(_things(ground))
    if units:
        labels.keep_clear(_unit_box(block) for block in scene.blocks)
    labels.edges()
    labels.names()
    if units:
        labels.units(scene)
    labels.courses()
    labels.zones(scene.zones)
    if units:
        labels.leaders(scene)
    labels.numbers()
    return Labels(tuple(labels.words), tuple(labels.crowded))


def _things(ground: Ground) -> Iterator[Box]:
    """Boxes of what no word may cover: houses, churches, crossings, and named things with a size."""
    drawn = marks(ground)
    yield from ((x, y, x + wide, y + high) for x, y, wide, high in drawn.houses)
    yield from ((x - 3, y - 8, x + 3, y + 1) for x, y in drawn.churches)
    yield from (_around(loop) for loop in drawn.bridges)
    yield from (_around(area.outline) for area in ground.areas if area.ground == "bridge")
    for name in ground.names:
        (x, y), (wide, high) = name.at, name.about
        if wide and high:
            yield x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def with_course_names(ground: Ground) -> Ground:
    """The ground with each name that lies on a road or stream of an open table written along it."""
    if not ground.open:
        return ground
    ways, names = list(ground.ways), []
    for name in ground.names:
        nearest = min(range(len(ways)), key=lambda number: _apart(ways[number], name.at), default=None)
        if any(name.about) or nearest is None or not _is_along(ways[nearest], name.at, ground.step):
            names.append(name)
        else:
            ways[nearest] = replace(ways[nearest], name=name.text)
    return replace(ground, ways=tuple(ways), names=tuple(names))


def _is_along(way: Way, spot: tuple[float, float], step: float) -> bool:
    """True if a name at this spot belongs to the line of terrain, and is written along it."""
    return way.kind in COURSES and not way.name and _apart(way, spot) - way.wide / 2 <= step * NEAR


def _apart(way: Way, spot: tuple[float, float]) -> float:
    """The distance of a spot from the middle of a line of terrain."""
    return min(_distance(spot, one, two) for one, two in pairwise(way.points))


def _distance(spot: tuple[float, float], one: tuple[float, float], two: tuple[float, float]) -> float:
    """The distance of a spot from a straight line between two points."""
    (x, y), (x1, y1), (x2, y2) = spot, one, two
    long = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long)) if long else 0.0
    return hypot(x - x1 - (x2 - x1) * share, y - y1 - (y2 - y1) * share)


def _around(spots: Iterable[tuple[float, float]]) -> Box:
    across, down = zip(*spots, strict=True)
    return min(across), min(down), max(across), max(down)


def _unit_box(block: Block) -> Box:
    """The box around a unit or leader on the board."""
    if block.size[0] or block.shape == "leader":
        return _around(blocks.loop(block))
    left, top, right, foot = counter_box(block.shape, block.turn)
    return block.at[0] + left, block.at[1] + top, block.at[0] + right, block.at[1] + foot


class _Labels:
    """Places words one after the other: each keeps clear of those before it."""

    def __init__(self, ground: Ground, scale: float, printable: Printer) -> None:
        self.ground, self.scale, self.printable = ground, scale, printable
        self.point = scale * MM
        self.words: list[Word] = []
        self.crowded: list[str] = []
        self.used: list[Box] = []
        self.roads = list(_road_boxes(ground))
        self.small = _within(KEYS, 5.2 * self.point)

    def keep_clear(self, boxes: Iterable[Box]) -> None:
        self.used += boxes

    def edges(self) -> None:
        """The coordinates beside the ground."""
        for name in (name for name in self.ground.names if name.kind == "edge"):
            size = self.small * 1.15
            word = Word(self.printable(name.text), name.at[0], name.at[1], "text", size, True, 0.38, aside=True)
            self._take(word._replace(y=word.y + size / self.point * 0.35))

    def names(self) -> None:
        """The names of places, then of hills, woods and waters."""
        size = _within(NAMES, LETTERS * self.point)
        placed = [each for each in placed_names(self.ground, size / self.point) if each.name.kind != "edge"]
        for each in sorted(placed, key=lambda each: each.name.kind != "place"):
            text = self.printable(each.name.text)
            word = Word(text, 0, 0, usable_face("dispi", text), size, True)
            self._place(word, self._name_places(each, word))

    def _name_places(self, placed: Placed, word: Word) -> Iterator[tuple[float, float]]:
        """Middles of baselines for a name, the best first."""
        half, high = self._wide(word) / 2, word.size / self.point
        for place in placed.places:
            yield _middle(place, half), place.y + place.down * high
        (x, y), (wide, tall) = placed.name.at, placed.name.about
        yield from self._rings(x, y, wide / 2 + half, tall / 2 + high * 0.6, high)

    def _rings(self, x: float, y: float, across: float, down: float, high: float) -> Iterator[tuple[float, float]]:
        """Middles of baselines farther and farther from a spot."""
        for ring in range(RINGS):
            for right, below in ROUND:
                yield x + right * (across + ring * high / 2), y + below * (down + ring * high / 2) + high * 0.3

    def units(self, scene: Scene) -> None:
        """The label of each unit with its morale level; where they are too dense, one label for each body."""
        size = _within(LABELS, 9.5 * self.point)
        before = len(self.words), list(self.used), list(self.crowded)
        blocks = [block for block in scene.blocks if block.shape != "leader"]
        free = [self._unit(block, self._label(block), size) for block in blocks]
        bodies = list(dict.fromkeys((block.side, block.body) for block in blocks if block.body))
        if all(free) or not bodies or any(not block.body for block in blocks):
            return
        del self.words[before[0] :]
        self.used, self.crowded = before[1], before[2]
        for side, body in bodies:
            own = [block for block in blocks if (block.side, block.body) == (side, body)]
            middle = sum(block.at[0] for block in own) / len(own), sum(block.at[1] for block in own) / len(own)
            nearest = min(own, key=lambda block: hypot(block.at[0] - middle[0], block.at[1] - middle[1]))
            self._unit(nearest, self.printable(body), size, RINGS)

    def leaders(self, scene: Scene) -> None:
        """The name of each leader; left out where there is no room for it."""
        size = _within(LABELS, 9.5 * self.point)
        for block in (block for block in scene.blocks if block.shape == "leader"):
            self._unit(block, self.printable(block.label), size, face="text", needed=False)

    def _label(self, block: Block) -> str:
        state = "?" if block.unsure else f"({block.level})" if block.level else ""
        return f"{self.printable(block.label)} {state}".strip()

    def _unit(
        self, block: Block, text: str, size: float, rings: int = 3, face: Face = "semi", *, needed: bool = True
    ) -> bool:
        word = Word(text, 0, 0, face, size, True)
        left, top, right, foot = _unit_box(block)
        half, high = self._wide(word) / 2, size / self.point
        x, y = (left + right) / 2, (top + foot) / 2
        places = self._rings(x, y, (right - left) / 2 + half, (foot - top) / 2 + high * 0.62, high)
        nearest = [place for place, _ in zip(places, range(len(ROUND) * rings), strict=False)]
        return self._place(word, nearest, needed)

    def courses(self) -> None:
        """The names along roads and streams, letter by letter; then those beside them."""
        size = _within(NAMES, COURSE_LETTERS * self.point)
        placed = list(course_names(self.ground, size / self.point, self.used))
        for one in (each for each in placed if not each.crowded):
            letters = list(self._letters(one, size))
            self.used += [letter_box((each.x, each.y), each.tilt, size / self.point) for each in letters]
            self.words += letters
        for one in (each for each in placed if each.crowded):
            self._beside(one, size)

    def _beside(self, name: CourseName, size: float) -> None:
        """Put a name that has no place along its course beside the middle of it."""
        line = name.lines[0]
        x, y = line[len(line) // 2]
        text = self.printable(name.text)
        word = Word(text, 0, 0, usable_face("dispi", text), size, True)
        half, high = self._wide(word) / 2, size / self.point
        self._place(word, self._rings(x, y, half, high / 2, high))

    def _letters(self, name: CourseName, size: float) -> Iterator[Word]:
        text = self.printable(name.text)
        face, along = usable_face("dispi", text), name.start.along
        for letter in text:
            wide = width(letter, face, size) / self.scale
            x, y, tilt = name.at(along + wide / 2)
            yield Word(letter, x, y, face, size, grey=0.2, tilt=tilt)
            along += wide * SPACED

    def zones(self, zones: Sequence[Zone]) -> None:
        """The side of each deployment zone, and the turn of each zone of arrival."""
        areas = {area.key: area.outline for area in self.ground.areas}
        for zone in (zone for zone in zones if zone.kind != "objective" and zone.areas + zone.outline):
            spots = [spot for key in zone.areas if key in areas for spot in areas[key]] or list(zone.outline)
            if spots:
                word = Word(self.printable(zone.name), 0, 0, "semi", max(7.0, self.small * 1.1), True)
                self._place(word, self._inside(_around(spots), word))

    def _inside(self, box: Box, word: Word) -> Iterator[tuple[float, float]]:
        """Middles of baselines within a box, from the edge of the ground inwards."""
        left, top, right, foot = box
        half, high = self._wide(word) / 2 + 4, word.size / self.point
        rows = [top + high * (2.0 + step / 2) for step in range(ceil(max(1.0, (foot - top) / high * 2 - 5)))]
        rows = rows if (top + foot) / 2 < self.ground.height / 2 else rows[::-1]
        middle, spread = (left + right) / 2, max(0.0, (right - left) / 2 - half)
        for y in rows:
            yield from ((middle + spread * share, y) for share in (0.0, -0.9, 0.9, -0.5, 0.5, -0.25, 0.25, -0.75, 0.75))
        yield from self._rings(middle, (top + foot) / 2, half, high, high)

    def numbers(self) -> None:
        """The number of each area, in the free part of it; left out where there is none."""
        if self.ground.open or self.ground.step * self.scale < NUMBERED:
            return
        for area in self.ground.areas:
            word = Word(self.printable(area.key), 0, 0, "text", self.small, grey=0.38, aside=True)
            x, y, step = *area.middle, self.ground.step
            self._place(word, [(x + dx * step, y + dy * step) for dx, dy in NUMBER_PLACES], needed=False)

    def _place(self, word: Word, places: Iterable[tuple[float, float]], needed: bool = True) -> bool:
        """Put a word into the first free place, if possible clear of roads; True if there is one."""
        free = []
        for x, y in places:
            box = self._box(word._replace(x=x, y=y))
            if self._is_on(box) and is_free(box, self.used):
                if is_free(box, self.roads):
                    free = [(x, y)]
                    break
                free.append((x, y))
        if not free:
            self.crowded += [word.text] if needed else []
            return False
        x, y = min(free, key=lambda place: overlap(self._box(word._replace(x=place[0], y=place[1])), self.roads))
        self._take(word._replace(x=x, y=y))
        return True

    def _take(self, word: Word) -> None:
        self.words.append(word)
        self.used.append(self._box(word))

    def _is_on(self, box: Box) -> bool:
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.ground.width and box[3] <= self.ground.height

    def _wide(self, word: Word) -> float:
        return width(word.text, word.face, word.size) / self.scale

    def _box(self, word: Word) -> Box:
        half, air = self._wide(word) / 2, word.size / self.point * AIR
        left, top, right, foot = text_box(word.x - half, word.y, 2 * half, word.size / self.point)
        return left - air, top - air / 2, right + air, foot + air / 2


def _middle(place: Place, half: float) -> float:
    return place.x + {"start": half, "middle": 0.0, "end": -half}[place.anchor]


def _road_boxes(ground: Ground) -> Iterator[Box]:
    """Small boxes along the roads and tracks of a ground."""
    pace = ground.step * ALONG
    for way in (way for way in ground.ways if way.kind in ("road", "track")):
        half = max(3.0, way.wide / 2)
        for (x1, y1), (x2, y2) in pairwise(way.points):
            count = max(1, ceil(hypot(x2 - x1, y2 - y1) / pace))
            for place in range(count + 1):
                x, y = x1 + (x2 - x1) * place / count, y1 + (y2 - y1) * place / count
                yield x - half, y - half, x + half, y + half


def _within(bounds: tuple[float, float], size: float) -> float:
    least, most = bounds
    return min(max(least, size), most)
