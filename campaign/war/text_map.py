"""The map of a campaign as text: points by their position, roads as dots, forces beside their points."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from campaign.war.rules.campaign_map import CampaignMap, Place, Point

WIDTH: Final = 100
MOST_ROWS: Final = 44
LEAST_ROWS: Final = 12
CELL_ASPECT: Final = 2
"""A character is about twice as high as it is wide."""
ROAD: Final = "·"
POINT: Final[Mapping[str, str]] = {"city": "@", "town": "O", "small-town": "o", "village": "o"}
LEGEND: Final = "@ city  O town  o small town or village  · road  [own forces]  <enemy reported>"


class Marker(Struct, frozen=True):
    """A sign beside a place: ``[2]`` for two forces, ``<1>`` for an enemy reported."""

    place: Place
    text: str


class _Canvas:
    """A sheet of characters."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [[" "] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str) -> None:
        for place, sign in enumerate(text):
            if 0 <= y < self.height and 0 <= x + place < self.width:
                self.rows[y][x + place] = sign

    def has_room(self, x: int, y: int, length: int) -> bool:
        """True if ``length`` characters fit there without covering anything but a road."""
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        return all(sign in (" ", ROAD) for sign in self.rows[y][max(0, x - 1) : x + length + 1])

    def dots(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A straight line of dots, every second character when it is level."""
        steps = max(abs(end[0] - start[0]) // CELL_ASPECT, abs(end[1] - start[1]), 1)
        for step in range(1, steps):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            if self.rows[y][x] == " ":
                self.rows[y][x] = ROAD

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def draw(ground: CampaignMap, markers: Sequence[Marker] = (), width: int = WIDTH) -> list[str]:
    """The map in lines of at most ``width`` characters, with a legend as its last line."""
    cells = _cells(ground.points, width)
    height = max(y for _, y in cells.values()) + 1
    canvas = _Canvas(width, height)
    for road in ground.roads:
        canvas.dots(cells[road.start], cells[road.end])
    for point in ground.points:
        canvas.put(*cells[point.id], POINT[point.size])
    by_cell: dict[tuple[int, int], list[str]] = {}
    for marker in markers:
        by_cell.setdefault(_cell_of(ground, cells, marker.place), []).append(marker.text)
    at_points = set(cells.values())
    for cell, texts in by_cell.items():
        if cell not in at_points:
            canvas.put(cell[0], cell[1], "".join(texts))
    for point in sorted(ground.points, key=lambda row: (not by_cell.get(cells[row.id]), -_rank(row), row.id)):
        _label(canvas, cells[point.id], point.name, "".join(by_cell.get(cells[point.id], [])))
    return [*(line for line in canvas.lines()), "", LEGEND[:width]]


def _rank(point: Point) -> int:
    return ("village", "small-town", "town", "city").index(point.size)


def _cells(points: Sequence[Point], width: int) -> dict[str, tuple[int, int]]:
    """The column and row of each point, by its degrees; no two points share a cell."""
    west, east = min(p.lon for p in points), max(p.lon for p in points)
    south, north = min(p.lat for p in points), max(p.lat for p in points)
    room = width - 16
    wide, tall = max(east - west, 1), max(north - south, 1)
    # A degree of longitude is about two thirds of one of latitude in Europe.
    height = max(LEAST_ROWS, min(MOST_ROWS, tall * 3 * room // (wide * 2 * CELL_ASPECT)))
    cells: dict[str, tuple[int, int]] = {}
    for point in sorted(points, key=lambda row: (-row.lat, row.lon)):
        x = 1 + (point.lon - west) * room // wide
        y = (north - point.lat) * (height - 1) // tall
        while any((other, y) in cells.values() for other in range(x - 1, x + 2)):
            y += 1
        cells[point.id] = (x, y)
    return cells


def _cell_of(ground: CampaignMap, cells: Mapping[str, tuple[int, int]], place: Place) -> tuple[int, int]:
    if place.point:
        return cells[place.point]
    road = next(row for row in ground.roads if row.id == place.road)
    (x1, y1), (x2, y2) = cells[road.start], cells[road.end]
    share = max(1, road.metres)
    return (x1 + (x2 - x1) * place.metres // share, y1 + (y2 - y1) * place.metres // share)


def _label(canvas: _Canvas, cell: tuple[int, int], name: str, signs: str) -> None:
    """Write a name and its signs to the right, else to the left, above or below; else only the signs."""
    x, y = cell
    full = f"{name} {signs}".strip()
    for text in dict.fromkeys((full, f"{name[:8]}. {signs}".strip() if len(name) > 8 else full, signs)):
        places = (
            (x + 2, y),
            (x - 1 - len(text), y),
            (x - len(text) // 2, y - 1),
            (x - len(text) // 2, y + 1),
            (x + 1, y - 1),
            (x + 1, y + 1),
        )
        for left, row in places:
            if text and canvas.has_room(left, row, len(text)):
                canvas.put(left, row, text)
                return
    if signs:
        canvas.put(x + 1, y, signs)
