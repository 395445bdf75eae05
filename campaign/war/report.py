"""What a side knows of a campaign, its map as text, and its ledger, in lines of at most 100 characters."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import shorten, wrap
from typing import Final

from msgspec import Struct

from campaign.war.rules.calendar import moment
from campaign.war.rules.campaign_map import CampaignMap, Place, Point
from campaign.war.rules.state import CampaignState, Engagement, Force
from campaign.war.rules.view import CampaignView, OwnForce
from campaign.war.words import formation_words, order_words, side_name

WIDTH: Final = 100
FORCE: Final = "{:<15.15} {:<24.24} {:<33.33} {:>6} {:>5} {:>4} {:>7}"
HEADING: Final = FORCE.format("force", "name", "place", "foot", "horse", "guns", "fatigue")


def when(state: CampaignState, minute: int) -> str:
    """A minute as local time, ``1815-06-15 12:00``."""
    return moment(state.setup.date, minute).replace("T", " ")


def place_words(state: CampaignState, place: Place) -> str:
    """A place: the name of a point, or ``3 km from A to B``."""
    names = {point.id: point.name for point in state.setup.map.points}
    if place.point:
        return names[place.point]
    road = next(row for row in state.setup.map.roads if row.id == place.road)
    start, end, metres = road.start, road.end, place.metres
    if metres * 2 > road.metres:
        start, end, metres = end, start, road.metres - metres
    return f"{metres / 1000:.1f} km {names[start]}–{names[end]}"


def overview(state: CampaignState, views: Sequence[CampaignView]) -> list[str]:
    """The map, the forces and the reports of some views: one side's, or all of them."""
    lines = [*_head(state), "", *_map(state, views), ""]
    for view in views:
        name = side_name(state.setup, view.side)
        lines += [name, HEADING]
        lines += [line for row in view.forces for line in _force(state, row)]
        lines += _coming(state, view)
        lines += _reports(state, view) if len(views) == 1 else []
        lines += [""]
    return lines + engagements(state, {row.id: row for view in views for row in view.engagements}.values())


def _head(state: CampaignState) -> Iterator[str]:
    setup = state.setup
    phase = {"orders": "waits for orders", "engagements": "has engagements to settle", "over": "is over"}[state.phase]
    yield shorten(setup.name, WIDTH, placeholder="…")
    yield f"Turn {state.turn}, {when(state, state.time)}, {state.weather}. The campaign {phase}."
    if state.verdict is not None:
        names = {side.key: side.name for side in setup.sides}
        points = "; ".join(f"{names[alliance]} {number}" for alliance, number in state.verdict.points.items())
        winner = names.get(state.verdict.winner, "")
        end = f"{winner} wins a {state.verdict.degree} victory" if winner else "It is a draw"
        yield from wrap(f"{state.verdict.reason} {end}. Points: {points}.", WIDTH)


def _map(state: CampaignState, views: Sequence[CampaignView]) -> list[str]:
    own = Counter((row.force.place, number) for number, view in enumerate(views) for row in view.forces)
    markers = []
    for (place, number), count in own.items():
        signs = "[]" if number == 0 else "<>" if number == 1 else "{}"
        markers.append(Marker(place, f"{signs[0]}{count}{signs[1]}"))
    if len(views) == 1:
        seen = Counter(report.place for report in views[0].reports)
        markers += [Marker(place, f"<{count}>") for place, count in seen.items()]
    lines = draw(state.setup.map, markers, WIDTH)
    if len(views) > 1:
        lines[-1] = lines[-1].replace("[own forces]  <enemy reported>", "[first alliance]  <second>")
    return lines


def _force(state: CampaignState, row: OwnForce) -> list[str]:
    """A line of numbers, and one that says what the force does."""
    force = row.force
    names = {point.id: point.name for point in state.setup.map.points}
    words = force.idle or order_words(force.legs or force.standing[:1], lambda point: names.get(point, point))
    if force.engaged:
        words = f"in engagement {force.engaged}"
    where = place_words(state, force.place)
    line = FORCE.format(force.id, force.name, where, row.foot, row.horse, row.guns, force.fatigue)
    return [line, f"{' ' * 16}{shorten(words, WIDTH - 16, placeholder='…')}"]


def _coming(state: CampaignState, view: CampaignView) -> Iterator[str]:
    for row in view.coming:
        yield f"  {row.force.name} comes at {when(state, row.arrives)} to {place_words(state, row.force.place)}."[
            :WIDTH
        ]


def _reports(state: CampaignState, view: CampaignView) -> Iterator[str]:
    for report in sorted(view.reports, key=lambda row: -row.time):
        what = f"about {report.men:,} men ({', '.join(report.arms)})" + (f", {report.name}" if report.name else "")
        text = f"  {when(state, report.time)}  enemy at {place_words(state, report.place)}: {what}"
        yield from wrap(text, WIDTH, subsequent_indent=" " * 20)
    if not view.reports:
        yield "  No enemy is reported."


def engagements(state: CampaignState, rows: Iterable[Engagement]) -> list[str]:
    """A line for each engagement of the present turn."""
    names = {force.id: force.name for force in state.forces.values()}
    lines = []
    for row in rows:
        if row.turn != state.turn and row.status == "settled":
            continue
        sides = " against ".join(
            ", ".join(names.get(part.force, part.force) for part in parts) for parts in (row.attackers, row.defenders)
        )
        text = (
            f"Engagement {row.id} ({row.status}) at {place_words(state, row.place)}, {when(state, row.begins)}: {sides}"
        )
        lines += wrap(text, WIDTH, subsequent_indent="  ")
    return lines


def force_lines(state: CampaignState, force: Force) -> list[str]:
    """The brigades of a force with their numbers, for ``detach``."""
    lines = []
    for number, key in enumerate(force.formations, 1):
        rows = [state.books[unit] for unit in state.setup.formations[key].units]
        men, guns = sum(row.present for row in rows), sum(row.guns for row in rows)
        strength = ", ".join([f"{men:,} men"] * bool(men) + [f"{guns} guns"] * bool(guns)) or "nobody"
        lines.append(f"  {number:>2}  {formation_words(state.setup, key)[:70]:<70} {strength}")
    return lines


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
