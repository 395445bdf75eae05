"""The ground of a campaign map: roads by class, rivers, hills, woods, towns by size, and names in free places."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, inf, pi, radians, sin
from typing import Final, Literal, NamedTuple

from battles.drawing.course_names import Box, is_free, letter_box, overlap, text_box
from campaign.war.rules.campaign_map import (
    CampaignMap,
    Network,
    Place,
    Point,
    River,
    RiverClass,
    Size,
    Stretch,
    network,
)

XY = tuple[float, float]
LONG: Final = 1000.0
"""Units of the longer side of the sheet, without its margins."""
SPAN: Final = 30.0
"""Units between neighbouring points, at least on average: a wide country gets a larger sheet."""
MARGIN_X: Final = 150.0
MARGIN_Y: Final = 60.0
KM_OF_LATITUDE: Final = 1.112
"""Kilometres in a hundredth of a degree of latitude."""
Anchor = Literal["start", "middle", "end"]


class Sheet(NamedTuple):
    """Places of points in units from the upper left, the size of the sheet, and the units of a kilometre."""

    points: Mapping[str, XY]
    width: float
    height: float
    kilometre: float
    net: Network

    def at(self, place: Place) -> XY:
        """Where a place lies."""
        if place.point:
            return self.points[place.point]
        return self.on_road(place.road, place.metres)

    def on_road(self, key: str, metres: int) -> XY:
        """Where a part of a road lies, some metres from its start."""
        road = self.net.roads[key]
        (x1, y1), (x2, y2) = self.points[road.start], self.points[road.end]
        share = metres / max(1, road.metres)
        return round(x1 + (x2 - x1) * share, 1), round(y1 + (y2 - y1) * share, 1)

    def stretches(self, column: Iterable[Stretch]) -> list[tuple[XY, XY]]:
        """The parts of roads under a column."""
        return [(self.on_road(row.road, row.near), self.on_road(row.road, row.far)) for row in column]


def sheet_of(ground: CampaignMap) -> Sheet:
    """The sheet of a map; north is up, and a degree of longitude as wide as it is in the middle of the map."""
    lats, lons = [p.lat for p in ground.points], [p.lon for p in ground.points]
    narrow = cos(radians((min(lats) + max(lats)) / 200))
    wide, tall = (max(lons) - min(lons)) * narrow or 1, max(lats) - min(lats) or 1
    long = max(LONG, SPAN * len(ground.points))
    scale = long / max(wide, tall)
    points = {
        p.id: (
            round(MARGIN_X + (p.lon - min(lons)) * narrow * scale, 1),
            round(MARGIN_Y + (max(lats) - p.lat) * scale, 1),
        )
        for p in ground.points
    }
    return Sheet(
        points,
        round(wide * scale + 2 * MARGIN_X, 1),
        round(tall * scale + 2 * MARGIN_Y, 1),
        scale / KM_OF_LATITUDE,
        network(ground),
    )


def towards(start: XY, end: XY, units: float) -> XY:
    """A place some units from ``start`` in the direction of ``end``."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return round(start[0] + (end[0] - start[0]) * units / far, 1), round(
        start[1] + (end[1] - start[1]) * units / far, 1
    )


NAME_SIZE: Final[dict[Size, float]] = {"city": 22, "town": 19, "small-town": 17, "village": 16}
RADIUS: Final[dict[Size, float]] = {"city": 9, "town": 7, "small-town": 5, "village": 3.5}
LETTER: Final = 0.53
"""Average width of a letter, as a share of the type size."""
RIVER_WIDTH: Final[dict[RiverClass, float]] = {"major": 9, "medium": 6, "minor": 4, "stream": 2.6}
RIVER_SIZE: Final = 15.0
SHARES: Final = (0.5, 0.35, 0.65, 0.2, 0.8, 0.0, 1.0, -0.25, 1.25)
"""Places of a name along a part of its river."""
ROOM: Final = 1.15
"""Room that a name of a river keeps free, in its own size."""
BEYOND: Final = 60.0
"""Units that a river goes on beyond its outermost places."""
SIDES: Final[tuple[tuple[float, float, Anchor], ...]] = (
    (1, 0.34, "start"),
    (-1, 0.34, "end"),
    (0, -0.6, "middle"),
    (0, 1.25, "middle"),
    (0.8, -0.4, "start"),
    (-0.8, -0.4, "end"),
    (0.8, 1.1, "start"),
    (-0.8, 1.1, "end"),
    (0, -1.5, "middle"),
    (0, 2.2, "middle"),
    (1.2, -1.3, "start"),
    (-1.2, -1.3, "end"),
    (1.2, 2, "start"),
    (-1.2, 2, "end"),
)
"""Places of a name about its town: gaps across, letters down to its baseline, and its anchor; the best first."""
CARTOUCHE: Final = 230.0, 106.0
"""Least width of the frame with the title, and its height."""
TITLE_SIZE: Final = 24.0
INSET: Final = 14.0
"""Units between the frame and the edge of the map."""
BARS: Final = (2, 5, 10, 20, 50, 100)
BAR_LEAST: Final = 70.0
"""Kilometres of the scale bar, and the least units it takes."""
ROAD_COST: Final = 60.0
"""Units that the frame goes out of its way to leave a road free."""
GAP: Final = 7.0
STEPS: Final = 24
"""Places along a road at which a name is tried against it."""
PICTURE: Final = 256.0, 288.0
"""Width and height that a small picture of a map may take on a page, in pixels."""
PICTURE_TYPE: Final = 12.0
"""Type size in a small picture, in pixels."""


class RoadLine(NamedTuple):
    """A road; ``kind`` is its class."""

    id: str
    kind: str
    start: XY
    end: XY


class Town(NamedTuple):
    """A point with its mark, and its name in its place; ``size`` is 0 for a point without its name."""

    point: Point
    at: XY
    radius: float
    name_at: XY
    anchor: Anchor
    size: float
    is_fortified: bool


class RiverLine(NamedTuple):
    """A river as a smooth path, with its name on it, turned by some degrees."""

    name: str
    path: str
    width: float
    core: float
    name_at: XY
    turn: int
    size: float


class Cartouche(NamedTuple):
    """The frame with the title of a map: its upper left corner and size, and the scale bar in units of the map."""

    at: XY
    wide: float
    high: float
    bar: float
    km: int

    @property
    def box(self) -> Box:
        return self.at[0], self.at[1], self.at[0] + self.wide, self.at[1] + self.high

    @property
    def inner(self) -> XY:
        """Width and height of the thin line within the frame."""
        return round(self.wide - 8, 1), round(self.high - 8, 1)

    @property
    def middle(self) -> float:
        return round(self.wide / 2, 1)

    @property
    def half(self) -> float:
        """The middle of the scale bar, which begins 16 units from the left."""
        return round(16 + self.bar / 2, 1)

    @property
    def end(self) -> float:
        """The right end of the words under the scale bar."""
        return round(max(16 + self.bar, 90.0), 1)

    @property
    def north(self) -> float:
        """The point of the arrow that shows north."""
        return round(self.wide - 22, 1)

    @property
    def north_name(self) -> float:
        return round(self.wide - 40, 1)


class GroundDrawing(NamedTuple):
    """All of a map that never changes. ``boxes`` are those of towns, of names, and of the cartouche."""

    sheet: Sheet
    roads: tuple[RoadLine, ...]
    rivers: tuple[RiverLine, ...]
    hills: str
    woods: str
    towns: tuple[Town, ...]
    boxes: tuple[Box, ...]
    cartouche: Cartouche | None = None


@lru_cache(maxsize=16)
def draw_ground(ground: CampaignMap, letters: float = 1.0) -> GroundDrawing:
    """The ground of a map; on small paper the letters are so many times as large, and there is no cartouche."""
    sizes = {point.id: round(NAME_SIZE[point.size] * letters, 2) for point in ground.points}
    drawn = _drawn(ground, sizes, (), letters)
    if letters != 1.0:
        return drawn
    place = _cartouche(ground.name, drawn)
    return drawn._replace(cartouche=place, boxes=(*drawn.boxes, place.box))


@lru_cache(maxsize=16)
def draw_picture(ground: CampaignMap, named: frozenset[str], taken: frozenset[str]) -> GroundDrawing:
    """A map as a small picture: only the ``named`` points have names, in letters that stay legible.

    The names leave room for a block at each of the points ``taken``.
    """
    letters = PICTURE_TYPE * pixel(sheet_of(ground))
    return _drawn(ground, dict.fromkeys(named, letters), taken)


def pixel(sheet: Sheet) -> float:
    """Units of a sheet in a pixel of its small picture."""
    return max(sheet.width / PICTURE[0], sheet.height / PICTURE[1])


def _drawn(
    ground: CampaignMap, sizes: Mapping[str, float], taken: Iterable[str], letters: float = 1.0
) -> GroundDrawing:
    """The ground with names of these type sizes; points without a size have none."""
    sheet = sheet_of(ground)
    half = PICTURE_TYPE * pixel(sheet)
    blocks = [(x - half, y - half * 0.7, x + half, y + half * 0.7) for x, y in (sheet.points[key] for key in taken)]
    towns, boxes = _towns(ground, sheet, sizes, blocks)
    rivers = []
    for river in ground.rivers:
        line = _river(ground, sheet, river, boxes, round(RIVER_SIZE * letters, 2))
        if line is not None:
            rivers.append(line)
            boxes += name_boxes(line.name_at, line.turn, len(line.name) * line.size * LETTER, line.size)
    return GroundDrawing(
        sheet=sheet,
        roads=tuple(
            RoadLine(road.id, road.kind, sheet.points[road.start], sheet.points[road.end]) for road in ground.roads
        ),
        rivers=tuple(rivers),
        hills="".join(_hachures(sheet.points[p.id]) for p in ground.points if p.terrain in ("hills", "mountains")),
        woods="".join(_trees(sheet.points[p.id]) for p in ground.points if p.terrain == "forest"),
        towns=tuple(towns),
        boxes=tuple(boxes),
    )


def _cartouche(title: str, drawn: GroundDrawing) -> Cartouche:
    """A place for the title of a map, clear of towns, names and roads, as near a corner as it may be."""
    sheet = drawn.sheet
    km = next((km for km in BARS if km * sheet.kilometre >= BAR_LEAST), BARS[-1])
    wide, high = max(CARTOUCHE[0], len(title) * TITLE_SIZE * LETTER + 3 * INSET), CARTOUCHE[1]
    roads = [(road.start, road.end) for road in drawn.roads]
    right, foot = sheet.width - INSET - wide, sheet.height - INSET - high
    columns, rows = int((right - INSET) // INSET) + 1, int((foot - INSET) // INSET) + 1
    spots = sorted(
        (min(column, columns - 1 - column) * INSET + min(row, rows - 1 - row) * INSET, column * INSET, row * INSET)
        for column in range(columns)
        for row in range(rows)
    )
    best, at = inf, (right, INSET)
    for away, left, down in spots:
        if away >= best:
            break
        corner = right - left, INSET + down
        box = (*corner, corner[0] + wide, corner[1] + high)
        if is_free(box, drawn.boxes) and away + ROAD_COST * _crossed(box, roads) < best:
            best, at = away + ROAD_COST * _crossed(box, roads), corner
    return Cartouche((round(at[0], 1), round(at[1], 1)), round(wide, 1), high, round(km * sheet.kilometre, 1), km)


# Towns and their names


def _towns(
    ground: CampaignMap, sheet: Sheet, sizes: Mapping[str, float], blocks: Iterable[Box]
) -> tuple[list[Town], list[Box]]:
    """Towns, the largest named first, and the boxes of their marks and names, after those of ``blocks``."""
    boxes = list(blocks)
    for point in ground.points:
        (x, y), radius = sheet.points[point.id], RADIUS[point.size] + 2
        boxes.append((x - radius, y - radius, x + radius, y + radius))
    lines = [(sheet.points[road.start], sheet.points[road.end]) for road in ground.roads]
    order = sorted(ground.points, key=lambda p: (-RADIUS[p.size], p.id))
    placed = {}
    for point in order:
        if point.id in sizes:
            placed[point.id], box = _named(point, sizes[point.id], sheet, boxes, lines)
            boxes.append(box)
        else:
            at = sheet.points[point.id]
            placed[point.id] = Town(point, at, RADIUS[point.size], at, "middle", 0, bool(point.fortified))
    return [placed[point.id] for point in ground.points], boxes


def _crossed(box: Box, lines: Sequence[tuple[XY, XY]]) -> int:
    """Roads that go through a box, by places along each."""
    left, top, right, foot = box
    return sum(
        any(
            left < a[0] + (b[0] - a[0]) * step / STEPS < right and top < a[1] + (b[1] - a[1]) * step / STEPS < foot
            for step in range(STEPS + 1)
        )
        for a, b in lines
    )


def _named(
    point: Point, size: float, sheet: Sheet, used: Sequence[Box], lines: Sequence[tuple[XY, XY]]
) -> tuple[Town, Box]:
    radius, at = RADIUS[point.size], sheet.points[point.id]
    wide = len(point.name) * size * LETTER
    places = []
    for across, down, anchor in SIDES:
        x = at[0] + across * (radius + GAP)
        y = at[1] + down * size
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        places.append(((round(x, 1), round(y, 1)), anchor, text_box(left, y, wide, size)))
    inside = [row for row in places if row[2][0] > 0 and row[2][2] < sheet.width and row[2][1] > 0] or places
    free = [row for row in inside if is_free(row[2], used)]
    if free:
        at_name, anchor, box = min(free, key=lambda row: _crossed(row[2], lines))
    else:
        at_name, anchor, box = min(inside, key=lambda row: overlap(row[2], used))
    return Town(point, at, radius, at_name, anchor, size, bool(point.fortified)), box


# Rivers


def _river(ground: CampaignMap, sheet: Sheet, river: River, boxes: Sequence[Box], size: float) -> RiverLine | None:
    """A river through its towns and crossings, along the direction in which they lie; None if it has none here."""
    places = {sheet.points[point.id] for point in ground.points if river.id in point.rivers}
    at_ends = {crossing.at for crossing in ground.crossings if crossing.river == river.id}
    for road in ground.roads:
        if river.id in road.crosses and not at_ends & {road.start, road.end}:
            places.add(sheet.on_road(road.id, road.metres // 2))
    if not places:
        return None
    flows_across = _spread(places, 0) >= _spread(places, 1)
    line = sorted(places, key=lambda at: at if flows_across else (at[1], at[0]))
    line = [_beyond(line, 0), *line, _beyond(line, -1)]
    width = RIVER_WIDTH[river.grade]
    name = river.name.partition(" (")[0]
    at, turn = _river_name(name, line, width, [*boxes, *_edges(sheet)], size)
    return RiverLine(name, _smooth(line), width, max(1.0, width - 2), at, turn, size)


def _spread(places: set[XY], axis: int) -> float:
    values = [place[axis] for place in places]
    return max(values) - min(values)


def _beyond(line: Sequence[XY], end: int) -> XY:
    """A place beyond an end of a line; a line of one place goes from north to south."""
    here, sign = line[end], -1 if end == 0 else 1
    if len(line) == 1:
        return here[0] + sign * BEYOND / 3, here[1] + sign * BEYOND
    inner = line[1] if end == 0 else line[-2]
    return towards(here, (2 * here[0] - inner[0], 2 * here[1] - inner[1]), BEYOND)


def _arcs(line: Sequence[XY]) -> Iterator[tuple[XY, XY, XY, XY]]:
    """Curves through all places, with Catmull-Rom tangents: start, two control points, and end of each."""
    for number in range(len(line) - 1):
        before, start, end = line[max(0, number - 1)], line[number], line[number + 1]
        after = line[min(len(line) - 1, number + 2)]
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        yield start, first, second, end


def _smooth(line: Sequence[XY]) -> str:
    """A path through all places."""
    curves = (
        f"C{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f} {end[0]} {end[1]}"
        for _, first, second, end in _arcs(line)
    )
    return f"M{line[0][0]} {line[0][1]}{''.join(curves)}"


def _along(arc: tuple[XY, XY, XY, XY], share: float) -> tuple[float, float, float]:
    """A place on a curve, or beyond it in its direction, and its turn there in degrees from -90 to 90."""
    t = min(1.0, max(0.0, share))
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(weight * spot[axis] for weight, spot in zip(weights, arc, strict=True)) for axis in (0, 1))
    slopes = (1 - t) ** 2, 2 * t * (1 - t), t * t
    steps = list(pairwise(arc))
    right, down = (
        3 * sum(slope * (end[axis] - start[axis]) for slope, (start, end) in zip(slopes, steps, strict=True))
        for axis in (0, 1)
    )
    turn = degrees(atan2(down, right))
    return x + right * (share - t), y + down * (share - t), turn - 180 * round(turn / 180)


def _river_name(name: str, line: Sequence[XY], width: float, boxes: Sequence[Box], size: float) -> tuple[XY, int]:
    """The middle of a river's name beside it, with its turn: where it covers least, and then where it is levelest."""
    wide = len(name) * size * LETTER
    best = (inf, line[0], 0)
    for arc in _arcs(line):
        short = max(0.0, wide - hypot(arc[3][0] - arc[0][0], arc[3][1] - arc[0][1]))
        for share in SHARES:
            x, y, turn = _along(arc, share)
            right, down = cos(radians(turn)), sin(radians(turn))
            for beside in (-width / 2 - 5, width / 2 + size * 0.75 + 4):
                at = round(x - beside * down, 1), round(y + beside * right, 1)
                covered = _covered(list(name_boxes(at, turn, wide * ROOM, size * ROOM)), boxes)
                best = min(best, (covered + short + abs(turn) / 10 + abs(share - 0.5), at, round(turn)))
    return best[1], best[2]


def _edges(sheet: Sheet) -> Iterator[Box]:
    """Boxes outside the sheet along its edges."""
    yield -sheet.width, -sheet.height, 0, 2 * sheet.height
    yield sheet.width, -sheet.height, 2 * sheet.width, 2 * sheet.height
    yield 0, -sheet.height, sheet.width, 0
    yield 0, sheet.height, sheet.width, 2 * sheet.height


def _covered(letters: Sequence[Box], boxes: Iterable[Box]) -> float:
    """Area of boxes under some letters."""
    left, top = min(box[0] for box in letters), min(box[1] for box in letters)
    right, foot = max(box[2] for box in letters), max(box[3] for box in letters)
    near = [box for box in boxes if left < box[2] and box[0] < right and top < box[3] and box[1] < foot]
    return sum(overlap(box, near) for box in letters)


def name_boxes(middle: XY, turn: float, wide: float, size: float) -> Iterator[Box]:
    """Boxes along a turned name that is as wide as its letters; ``middle`` is the middle of its baseline."""
    count = max(1, round(wide / (size * 0.5)))
    for number in range(count + 1):
        along = wide * (number / count - 0.5)
        spot = middle[0] + along * cos(radians(turn)), middle[1] + along * sin(radians(turn))
        yield letter_box(spot, turn, size)


# Hills and woods


def _ring(at: XY, across: float, down: float, count: int) -> Iterator[tuple[float, float, float]]:
    for number in range(count):
        angle = 2 * pi * number / count
        yield at[0] + across * cos(angle), at[1] + down * sin(angle), angle


def _hachures(at: XY) -> str:
    """A hill with a slope all round, drawn as hachures in two rings."""
    middle = at[0] + 6, at[1] + 4
    rings = ((34.0, 20.0, 16), (47.0, 29.0, 22))
    return "".join(
        f"M{x:.1f} {y:.1f}l{6 * cos(angle):.1f} {6 * sin(angle):.1f}"
        for across, down, count in rings
        for x, y, angle in _ring(middle, across, down, count)
    )


def _trees(at: XY) -> str:
    """A wood of trees about a point, which leaves its mark free."""
    spots = [*_ring(at, 26, 18, 7), *_ring(at, 46, 33, 12)]
    crown = "a2.6 2.6 0 0 1 1.5 -4a2.9 2.9 0 0 1 5.4 -.2a2.6 2.6 0 0 1 1.7 4.2"
    return "".join(f"M{x - 4:.1f} {y:.1f}{crown}M{x - 2:.1f} {y + 1.5:.1f}h6" for x, y, _ in spots)
