"""The map of a campaign on one page, as one side knows it: black and white, with a scale bar, north and a legend."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FINE, FOOTER, INK, RULE, SOFT, Dash, Format, Sheet
from armies.paper.typography import Printable, fit, width
from campaign.war.drawing.ground import XY, GroundDrawing
from campaign.war.drawing.pieces import TEXT_SIZE, Piece, Pieces

HEAD: Final = 13.0
LEGEND: Final = 9.0
LEAST: Final = 6.5
"""The least type on a map, in points."""
POINTS: Final = 72 / 25.4
SYMBOL: Final = 40.0
"""Units of the symbol in a plate."""
ROADS: Final[dict[str, tuple[float, Dash]]] = {"chaussee": (1.8, None), "road": (0.7, None), "track": (0.6, (3.0, 2.0))}
"""Width in points and dashes of a road by its class; a chaussee is white inside."""
WATER: Final = 0.72
BAR: Final = (20, 10, 5, 50, 2)
"""Kilometres of the scale bar, the first that fits."""
PDF_OF: Final = {"M": "m", "C": "c", "l": "l"}
COMMAND: Final = re.compile(r"([MClah])([^MClah]*)")


Drawn = Callable[[float], tuple[GroundDrawing, Pieces]]
"""Makes the map and what moves on it, with letters so many times as large."""


def map_section(title: str, time: str, drawn: Drawn) -> Section:
    """The map with the forces and reports of one side; ``time`` is the time in words."""
    ground, pieces = drawn(1.0)
    digest = digest_of(title, time, repr(ground.towns), repr(pieces))

    def plan(sheet: Sheet) -> Planned:
        form = sheet.format if ground.sheet.height > ground.sheet.width else sheet.format.turned()
        drawing = _Map(title, time, *drawn(letters_for(form, ground)))
        page = Page(drawing.draw, "Map", format=form)
        return Planned([page], tuple(filter(None, [drawing.printable.trouble])))

    return Section("Map", title, digest, plan)


def scale_on(form: Format, ground: GroundDrawing) -> float:
    """Millimetres of a unit of the map on a paper."""
    room = form.wide - 2 * form.side, form.high - 2 * form.end - HEAD - LEGEND - FOOTER
    return min(room[0] / ground.sheet.width, room[1] / ground.sheet.height)


def letters_for(form: Format, ground: GroundDrawing) -> float:
    """How many times as large letters must be on a paper, so that none is under the least size."""
    return max(1.0, LEAST / (TEXT_SIZE * scale_on(form, ground) * POINTS))


class _Map:
    """Draws a map on a sheet."""

    def __init__(self, title: str, time: str, ground: GroundDrawing, pieces: Pieces) -> None:
        self.printable = Printable()
        self.title, self.time = self.printable(title), time
        self.ground, self.pieces = ground, pieces
        for piece in (*pieces.forces, *pieces.reports):
            self.printable(piece.name)

    def draw(self, sheet: Sheet, folio: Folio) -> None:
        self.scale = scale_on(sheet.format, self.ground)
        self.letters = letters_for(sheet.format, self.ground)
        self.left = sheet.left + (sheet.right - sheet.left - self.ground.sheet.width * self.scale) / 2
        self.top = sheet.top + HEAD
        self.sheet = sheet
        self._head()
        sheet.headings = False
        for step in (self._ground, self._roads, self._towns, self._plates, self._frame):
            step()
        self._legend()

    def _at(self, spot: XY) -> tuple[float, float]:
        return self.left + spot[0] * self.scale, self.top + spot[1] * self.scale

    def _type(self, units: float) -> float:
        """A size of type in points, never under the least."""
        return max(LEAST, round(units * self.scale * POINTS, 2))

    def _head(self) -> None:
        sheet, name = self.sheet, fit(self.title, "disp", 19, (self.sheet.right - self.sheet.left) * 0.6)
        sheet.fitted(sheet.left, sheet.top + 6.6, name._replace(lines=name.lines[:1]))
        sheet.text(sheet.right, sheet.top + 6.6, self.time, "dispi", 12.5, "r")
        sheet.scotch(sheet.top + 9.4)

    def _ground(self) -> None:
        for river in self.ground.rivers:
            path = " ".join(self._path(river.path))
            for wide, grey in ((river.width, SOFT), (river.core, WATER)):
                self.sheet.pen(max(0.5, wide * self.scale * POINTS), grey)
                self.sheet.put(f"{path} S")
        self.sheet.pen(FINE, SOFT)
        self.sheet.put(" ".join([*self._path(self.ground.hills), "S"]) if self.ground.hills else "")
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)a", self.ground.woods):
            self._crown((float(x) + 4, float(y) - 2))

    def _path(self, path: str) -> Iterator[str]:
        """An SVG path of moves, curves and relative lines as PDF operators."""
        here = (0.0, 0.0)
        for command, words in COMMAND.findall(path):
            values = [float(word) for word in words.replace(",", " ").split()]
            spots = list(zip(values[::2], values[1::2], strict=False))
            if command == "l":
                spots = [(here[0] + x, here[1] + y) for x, y in spots]
            places = " ".join(self.sheet.point(*self._at(spot)) for spot in spots)
            here = spots[-1]
            yield f"{places} {PDF_OF[command]}"

    def _crown(self, spot: XY) -> None:
        x, y = self._at(spot)
        size = 3.6 * self.scale
        self.sheet.line(x - size, y, x - size * 0.6, y - size, FINE, SOFT)
        self.sheet.line(x - size * 0.6, y - size, x + size * 0.6, y - size, FINE, SOFT)
        self.sheet.line(x + size * 0.6, y - size, x + size, y, FINE, SOFT)

    def _roads(self) -> None:
        for road in self.ground.roads:
            wide, dash = ROADS[road.kind]
            (x, y), (x2, y2) = self._at(road.start), self._at(road.end)
            self.sheet.line(x, y, x2, y2, wide, INK, dash)
            if road.kind == "chaussee":
                self.sheet.line(x, y, x2, y2, wide - 1.0, 1.0)
        for river in self.ground.rivers:
            size, printed = self._type(river.size), self.printable(river.name)
            with self.sheet.tilted(*self._at(river.name_at), river.turn):
                self.sheet.text(0, self.sheet.format.high, printed, "ital", size, "c", SOFT)

    def _word(self, words: str, spot: XY, face: str, size: float, align: str, grey: float = INK) -> None:
        """A word on the map with a white ground, so that no line runs through it."""
        x, y = self._at(spot)
        printed = self.printable(words)
        wide = width(printed, face, size)  # type: ignore[arg-type]
        left = x - {"l": 0.0, "c": wide / 2, "r": wide}[align]
        high = size / POINTS
        self.sheet.rects([(left - 0.2, y - high * 0.72)], wide + 0.4, high * 0.95, stroke=False, fill=1.0)
        self.sheet.text(x, y, printed, face, size, align, grey)  # type: ignore[arg-type]

    def _towns(self) -> None:
        align = {"start": "l", "middle": "c", "end": "r"}
        for town in self.ground.towns:
            x, y = self._at(town.at)
            radius = max(0.7, town.radius * self.scale)
            if town.is_fortified:
                self._diamond(x, y, radius * 1.9)
            self._disc(x, y, radius, 0.0 if town.point.size in ("city", "town") else 1.0)
            face = "semi" if town.point.size == "city" else "text"
            self._word(town.point.name, town.name_at, face, self._type(town.size), align[town.anchor])

    def _disc(self, x: float, y: float, radius: float, fill: float) -> None:
        """A small circle in four curves."""
        arc, sheet = radius * 0.5523, self.sheet
        sheet.pen(0.7, INK)
        sheet.ink(fill)
        parts = [f"{sheet.point(x + radius, y)} m"]
        for a, b, c in (
            ((x + radius, y + arc), (x + arc, y + radius), (x, y + radius)),
            ((x - arc, y + radius), (x - radius, y + arc), (x - radius, y)),
            ((x - radius, y - arc), (x - arc, y - radius), (x, y - radius)),
            ((x + arc, y - radius), (x + radius, y - arc), (x + radius, y)),
        ):
            parts.append(f"{sheet.point(*a)} {sheet.point(*b)} {sheet.point(*c)} c")
        sheet.put(" ".join([*parts, "B"]))

    def _diamond(self, x: float, y: float, size: float) -> None:
        corners = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
        self.sheet.pen(0.7, INK)
        self.sheet.ink(1.0)
        spots = [self.sheet.point(*corner) for corner in corners]
        self.sheet.put(f"{spots[0]} m {' '.join(f'{spot} l' for spot in spots[1:])} h B")

    def _plates(self) -> None:
        for piece in (*self.pieces.reports, *self.pieces.forces):
            (x, y), (x2, y2) = self._at(piece.at), self._at(piece.middle)
            for start, end in piece.column:
                self.sheet.line(*self._at(start), *self._at(end), 2.6, INK)
            self.sheet.line(x, y, x2, y2, 0.4, SOFT)
            self._disc(x, y, 0.8, 0.0 if piece.is_own else 1.0)
        for piece in (*self.pieces.reports, *self.pieces.forces):
            self._plate(piece)

    def _plate(self, piece: Piece) -> None:
        sheet, scale = self.sheet, self.scale
        x, y = self._at((piece.left, piece.top))
        high = (piece.box[3] - piece.box[1]) * scale
        size = self._type(15)
        words = [(self.printable(piece.name), "semi"), (piece.line, "text")]
        symbol = SYMBOL * scale * self.letters
        wide = max(piece.wide * scale, symbol + 2.0 + max(width(word, face, size) for word, face in words))  # type: ignore[arg-type]
        dash = None if piece.is_sure else (2.0, 1.5)
        sheet.rects([(x, y)], wide, high, stroke=False, fill=1.0)
        for start, end in (((x, y), (x + wide, y)), ((x, y + high), (x + wide, y + high))):
            sheet.line(*start, *end, RULE, INK, dash)
        for edge in (x, x + wide):
            sheet.line(edge, y, edge, y + high, RULE, INK, dash)
        self._symbol(piece, x + 4 * scale, y + high * 0.22, symbol - 8 * scale, high * 0.56)
        lead = size / POINTS * 1.08
        first = y + high / 2 - lead * 0.18
        for place, (word, face) in enumerate(words):
            sheet.text(x + symbol, first + place * lead, word, face, size)  # type: ignore[arg-type]

    def _symbol(self, piece: Piece, x: float, y: float, wide: float, high: float) -> None:
        """A block: filled for one's own, open for the enemy; a cross for foot, a stroke for horse, a dot for guns."""
        sheet, sign = self.sheet, 1.0 if piece.is_own else INK
        sheet.pen(0.8, INK)
        sheet.ink(INK if piece.is_own else 1.0)
        sheet.put(f"{sheet.point(x, y + high)} {wide * POINTS:.2f} {high * POINTS:.2f} re B")
        if piece.sign != "foot_artillery":
            sheet.line(x, y + high, x + wide, y, 0.8, sign)
        if piece.sign == "line_infantry":
            sheet.line(x, y, x + wide, y + high, 0.8, sign)
        if piece.sign == "foot_artillery":
            self._disc(x + wide / 2, y + high / 2, high / 5, sign)

    def _frame(self) -> None:
        sheet, right = self.sheet, self.left + self.ground.sheet.width * self.scale
        foot = self.top + self.ground.sheet.height * self.scale
        for y in (self.top, foot):
            sheet.rule(self.left, y, right, RULE)
        for x in (self.left, right):
            sheet.line(x, self.top, x, foot, RULE)

    def _legend(self) -> None:
        sheet = self.sheet
        y = sheet.bottom - FOOTER - 3.0
        x = self._bar(sheet.left, y)
        x += 6
        sheet.line(x, y, x, y - 4.4, 0.8)
        sheet.line(x, y - 4.4, x - 0.9, y - 2.8, 0.8)
        sheet.line(x, y - 4.4, x + 0.9, y - 2.8, 0.8)
        sheet.text(x + 1.6, y, "north", "text", 7.0)
        x += 13
        for kind, (wide, dash) in ROADS.items():
            sheet.line(x, y - 1, x + 8, y - 1, wide, INK, dash)
            if kind == "chaussee":
                sheet.line(x, y - 1, x + 8, y - 1, wide - 1.0, 1.0)
            x += 9.4 + sheet.text(x + 9.4, y, kind, "text", 7.0) + 4
        words = "filled block: yours; open: enemy; dashed frame: reported, not certain; black line: column on the road"
        line = fit(words, "text", 7.0, max(20.0, sheet.right - x))
        sheet.fitted(x, y - (len(line.lines) - 1) * line.lead, line)

    def _bar(self, x: float, y: float) -> float:
        """The scale bar; returns its right end."""
        unit = self.ground.sheet.kilometre * self.scale
        long = next((km for km in BAR if 20 <= km * unit <= 60), BAR[0])
        self.sheet.rule(x, y - 1, x + long * unit, 1.2)
        for end in (x, x + long * unit / 2, x + long * unit):
            self.sheet.line(end, y - 2.2, end, y - 1, 0.8)
        wide = self.sheet.text(x + long * unit + 1.5, y, f"{long} km", "text", 7.0)
        return x + long * unit + 1.5 + wide
