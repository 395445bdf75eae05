"""The drawing of a map on a part of a page: ground, zones, units and words, with north and a scale bar."""

from math import floor, log10
from typing import Final, NamedTuple

from armies.paper.sheet import FINE, SOFT, Sheet
from armies.paper.typefaces import MM, Printable, width
from battles.engine.picture import Ground, Scene
from battles.sheets.map_labels import Labels, Word, map_labels
from battles.sheets.map_pen import ground_operators, scene_operators

Part = tuple[float, float, float, float]
"""Left, top, width and height of a part of the page, in millimetres."""
GROUND, SCENE = "ground", "scene"
"""The two PDF forms of the drawing; words are drawn over them."""
BARS: Final = 5
"""Pieces of a scale bar."""
BAR_ROOM: Final = 42.0
"""Most millimetres of a scale bar."""
ARROW: Final = 6.4
"""Height of the north arrow in millimetres."""


class Place(NamedTuple):
    """Position of the drawing: its top left corner, and millimetres for a unit of the ground."""

    left: float
    top: float
    scale: float


class MapDrawing:
    """Draws a map; ``key`` tells its PDF forms from those of other maps in the file."""

    def __init__(self, ground: Ground, scene: Scene, key: str, printable: Printable, *, units: bool) -> None:
        self.ground, self.scene, self.units = ground, scene, units
        self.printable = printable
        self._key = key
        self._labels: dict[float, Labels] = {}

    def draw(self, sheet: Sheet, place: Place, part: Part) -> None:
        """Draw ground, scene and words on a part of the page."""
        self._define(sheet)
        self._show(sheet, GROUND, place, part)
        self._show(sheet, SCENE, place, part)
        for word in self.labels(place.scale).words:
            _set(sheet, word, place, part)

    def labels(self, scale: float) -> Labels:
        """The words at a scale, placed once."""
        key = round(scale, 6)
        if key not in self._labels:
            self._labels[key] = map_labels(self.ground, self.scene, self.units, scale, self.printable)
        return self._labels[key]

    def _define(self, sheet: Sheet) -> None:
        """Define the drawing as PDF forms, once in a file, for use on every sheet."""
        if sheet.canvas.hasForm(self._name(GROUND)):
            return
        for kind, operators in (
            (GROUND, ground_operators(self.ground)),
            (SCENE, scene_operators(self.ground, self.scene, self.units)),
        ):
            sheet.canvas.beginForm(self._name(kind), 0, 0, self.ground.width, self.ground.height)
            sheet.canvas.addLiteral(operators)
            sheet.canvas.endForm()

    def _name(self, kind: str) -> str:
        return f"{kind}-{self._key}"

    def _show(self, sheet: Sheet, form: str, place: Place, part: Part) -> None:
        """Show a PDF form of the drawing, clipped to a part of the page."""
        x, y, wide, high = part
        points = place.scale * MM
        foot = (sheet.h - place.top) * MM - self.ground.height * points
        sheet.put(f"q {sheet.point(x, y + high)} {wide * MM:.2f} {high * MM:.2f} re W n")
        sheet.put(f"{points:.5f} 0 0 {points:.5f} {place.left * MM:.2f} {foot:.2f} cm")
        sheet.form(self._name(form), 0, sheet.h)
        sheet.put("Q")


def _set(sheet: Sheet, word: Word, place: Place, part: Part) -> None:
    """Draw a word that lies on a part of the page."""
    x, y = place.left + word.x * place.scale, place.top + word.y * place.scale
    left, top, wide, high = part
    half, tall = width(word.text, word.face, word.size) / 2, word.size / MM
    if x + half < left or x - half > left + wide or y < top or y > top + high + tall:
        return
    if word.tilt:
        with sheet.tilted(x, y, word.tilt):
            sheet.text(0, sheet.h, word.text, word.face, word.size, "c", word.grey)
        return
    if word.boxed:
        sheet.rects([(x - half - 0.3, y - tall * 0.74)], 2 * half + 0.6, tall * 0.98, fill=1.0, stroke=False)
    sheet.text(x, y, word.text, word.face, word.size, "c", word.grey)


def north(sheet: Sheet, x: float, y: float) -> None:
    """Draw an arrow to the north with its middle at ``x`` and its tip at ``y``."""
    half = ARROW / 4
    tip, foot, notch = sheet.point(x, y), y + ARROW, sheet.point(x, y + ARROW * 0.72)
    sheet.ink(0.0)
    sheet.put(f"{tip} m {sheet.point(x - half, foot)} l {notch} l h f")
    sheet.pen(FINE, 0.0)
    sheet.put(f"{tip} m {sheet.point(x + half, foot)} l {notch} l h S")
    sheet.text(x + half + 0.8, y + 2.6, "N", "semi", 7.0)


def scale_bar(sheet: Sheet, right: float, y: float, ground: Ground, scale: float) -> float:
    """Draw a scale bar in hexes or centimetres of the table, its foot at ``y``; returns its left end."""
    unit = ground.step * scale if not ground.open else ground.step * scale * 10 / ground.tenths * 10
    each = _round_number(BAR_ROOM / BARS / unit)
    name = "hexes" if not ground.open else "cm"
    start = right - width(name, "text", 7.0) - 2.0 - BARS * each * unit
    for piece in range(BARS):
        at = start + piece * each * unit
        sheet.rects([(at, y - 1.3)], each * unit, 1.3, weight=FINE, fill=0.0 if piece % 2 == 0 else 1.0)
    for piece in range(BARS + 1):
        number = f"{piece * each:g}"
        sheet.text(start + piece * each * unit, y - 2.1, number, "text", 6.5, "c")
    sheet.text(right, y, name, "text", 7.0, "r", SOFT)
    return start - 2.0


def _round_number(most: float) -> float:
    """The largest of 1, 2, 5, 10, 20, ... that is not more; at least 1."""
    if most < 1:
        return 1.0
    power = 10.0 ** floor(log10(most))
    return next(digit * power for digit in (5, 2, 1) if digit * power <= most + 1e-9)
