"""A map on a part of a page: ground, zones, units and words, with north, a scale bar and the key to its marks."""

from collections.abc import Iterator
from math import floor, log10
from typing import Final, NamedTuple

from armies.paper.sheet import FINE, SOFT, Sheet
from armies.paper.typography import MM, Printable, width
from battles.engine.picture import Area, Ground, GroundKind, Scene, Way
from battles.sheets.map_labels import Labels, Word, map_labels
from battles.sheets.map_pen import ground_operators, scene_operators

PATCH: Final = 46
"""Side of a legend patch, in units of the ground."""
HIGH: Final = 5.0
"""Side of a patch on paper, in millimetres."""
ROW: Final = 6.5
"""Millimetres from row to row."""
SIZE: Final = 8.2
GAPS: Final = (5.0, 4.0, 3.0, 2.0)
"""Millimetres between two entries: the largest that fits."""
WORDS: Final[dict[str, str]] = {
    "wood": "woods",
    "hill": "hill",
    "town": "settlement",
    "bridge": "bridge",
    "water": "water",
    "stream": "stream",
    "marsh": "marsh",
    "rough": "rough ground",
    "field": "field",
    "other": "other ground",
}
WAYS: Final[dict[str, str]] = {
    "road": "road",
    "track": "track",
    "stream": "stream",
    "river": "river",
    "wall": "wall",
    "hedge": "hedge",
    "ditch": "ditch",
    "bank": "bank",
}
USUAL: Final[dict[str, str]] = {**WORDS, **WAYS}
"""Words for kinds of areas and lines whose descriptions do not say them."""
WIDEST: Final = 20
"""Widest line in its patch, in units, so that ground is visible on both sides."""


def legend(sheet: Sheet, x: float, y: float, right: float, ground: Ground, scale: float, words: str = "") -> None:
    """Draw the legend above the height ``y``: patches with words at the left; the scale and a scale bar at the right.

    Args:
        x, right, y: its left and right ends and its foot, in millimetres.
        scale: millimetres for a unit of the ground; ``words`` say it.
    """
    entries = list(_entries(ground))
    end = scale_bar(sheet, right, y, ground, scale)
    sheet.text(end, y - 1.4, words, "dispi", 9.5, "r", SOFT)
    beside = _gap(entries, end - x - 4 - _room(words))
    y -= 0.0 if beside else ROW
    gap = beside or _gap(entries, right - x) or GAPS[-1]
    for each, patch in entries:
        _patch(sheet, patch, x, y - HIGH)
        sheet.text(x + HIGH + 1.6, y - 1.4, each, "text", SIZE)
        x += HIGH + 1.6 + width(each, "text", SIZE) + gap


def legend_height(ground: Ground, wide: float, words: str = "") -> float:
    """Height of the legend in millimetres, within a width: one row, or two if scale and scale bar have their own."""
    return HIGH + 3.0 + (0.0 if _gap(list(_entries(ground)), wide - BAR_ROOM - 20.0 - _room(words)) else ROW)


def _room(words: str) -> float:
    """Millimetres of the scale in words, with a gap."""
    return width(words, "dispi", 9.5) + 4 if words else 0.0


def _gap(entries: list[tuple[str, Ground]], room: float) -> float:
    """Millimetres between two entries in a room, the largest that fits; 0 if none does."""
    wide = sum(HIGH + 1.6 + width(each, "text", SIZE) for each, _ in entries)
    return next((each for each in GAPS if wide + each * len(entries) <= room), 0.0)


def _entries(ground: Ground) -> Iterator[tuple[str, Ground]]:
    """Each kind of area and line on the map, once: the rules' words for it, else the usual one, and a patch."""
    areas = {area.ground for area in ground.areas}
    terms = {**USUAL, **{kind: " or ".join(words) for kind, words in ground_terms(ground).items()}}
    for kind in (kind for kind in WORDS if kind in areas):
        yield terms[kind], _ground(kind, ())
    wide = {way.kind: min(way.wide, WIDEST) for way in ground.ways}
    for line in (line for line in WAYS if line in wide and terms[line] not in {terms.get(kind) for kind in areas}):
        half, rise = PATCH // 2, 0 if wide[line] else PATCH // 6
        yield terms[line], _ground("open", (Way(line, ((0, half), (half, half - rise), (PATCH, half)), wide[line]),))


def ground_terms(ground: Ground) -> dict[str, dict[str, list[str]]]:
    """The rules' words for each kind of area and line on the map, each with the names of what it is said of.

    Both are taken from the descriptions, in which a name may stand before the word.
    """
    names = sorted({each.text for each in ground.names} | {way.name for way in ground.ways}, key=len, reverse=True)
    described: list[tuple[str, str]] = [(area.ground, area.words) for area in ground.areas]
    described += [(way.kind, way.words) for way in ground.ways]
    terms: dict[str, dict[str, list[str]]] = {}
    for kind, words in described:
        name = next((name for name in names if name and f"{words}, ".startswith(f"{name}, ")), "")
        parts = words.removeprefix(name).removeprefix(", ").split(", ")
        usual = USUAL.get(kind, "")
        if term := usual if usual in parts else parts[0]:
            named = terms.setdefault(kind, {}).setdefault(term, [])
            named += [name] if name and name not in named else []
    return terms


def _ground(kind: GroundKind, ways: tuple[Way, ...]) -> Ground:
    """A patch of a kind of ground, or with a stream or line on it."""
    outline = ((0, 0), (PATCH, 0), (PATCH, PATCH), (0, PATCH))
    area = Area("", (PATCH // 2, PATCH // 2), outline, kind, "")
    if kind == "stream":
        ways = (Way("stream", ((0, PATCH // 2), (PATCH // 2, PATCH // 3), (PATCH, PATCH // 2))),)
    return Ground(words="", width=PATCH, height=PATCH, step=PATCH, tenths=1, areas=(area,), ways=ways)


def _patch(sheet: Sheet, ground: Ground, x: float, y: float) -> None:
    share = HIGH / PATCH * MM
    sheet.put(f"q {sheet.point(x, y + HIGH)} {HIGH * MM:.2f} {HIGH * MM:.2f} re W n")
    sheet.put(f"{share:.5f} 0 0 {share:.5f} {sheet.point(x, y + HIGH)} cm {ground_operators(ground)} Q")


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
        words = self.labels(place.scale).words
        for word in (each for each in words if not each.aside):
            _set(sheet, word, place, part)
        with sheet.aside():
            for word in (each for each in words if each.aside):
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
