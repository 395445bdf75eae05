"""A board as a printable map: on one page, or to the scale of the table over sheets that are glued together.

Every page has a line of 100 mm to check the printer by. A map over several sheets begins with a page that shows how
they lie; each sheet repeats 10 mm of its neighbours, with ticks where it is cut.
"""

from typing import Final, NamedTuple

from armies.sheets.chart_pdf import ChartSheet
from armies.sheets.faces import MM, Printable, able, width
from armies.sheets.fitting import fit
from armies.sheets.paper import FINE, RULE, SOFT, THICK, Mark
from battles.engine.picture import Ground, GroundKind, Scene
from battles.sheets.map_legend import legend
from battles.sheets.map_pen import ground_operators, scene_operators
from battles.sheets.map_tiles import FOOT, MARGIN, OVERLAP, PAPERS, Leaf, Tiles, tiles
from battles.sheets.map_words import Word, map_words, unit_words

CHECK: Final = 100.0
"""Millimetres of the line to check by."""
HEAD: Final = 9.0
LEGEND: Final = 8.0
LEAST_STEP, MOST_STEP = 5.0, 200.0
"""Millimetres from area to area that a map can be asked for."""
GROUND, SCENE = "ground", "scene"
"""The two forms of the drawing; names lie between them."""
WORDS: Final[dict[GroundKind, str]] = {
    "wood": "woods",
    "hill": "hill",
    "town": "settlement",
    "water": "water",
    "stream": "stream",
    "marsh": "marsh",
    "rough": "rough ground",
    "field": "field",
    "other": "other ground",
}


def board_map(
    ground: Ground, scene: Scene, imprint: Mark, *, paper: str = "a4", step: float | None = None, units: bool = False
) -> bytes:
    """The map as a PDF; the same board gives the same bytes. ``imprint`` has its title and stands in the footers.

    Args:
        paper: ``a4``, ``letter`` or ``a3``.
        step: millimetres from area to area on a map over sheets; None for one page, as large as it gets.
        units: whether what stands on the board is drawn too.

    Raises:
        ValueError: an unknown paper, a scale out of bounds, or too many sheets; a sentence.
    """
    if paper not in PAPERS:
        raise ValueError(f"There is no paper {paper!r}: it is one of {', '.join(PAPERS)}.")
    if step is not None and not LEAST_STEP <= step <= MOST_STEP:
        raise ValueError(f"A map has {LEAST_STEP:g} to {MOST_STEP:g} mm from middle to middle, not {step:g}.")
    spread = (
        None if step is None else tiles(paper, ground.width * step / ground.step, ground.height * step / ground.step)
    )
    if spread is not None and spread.rows * spread.columns == 1:
        spread = None
    return _Map(ground, scene, imprint, paper, units).pdf(step, spread)


Part = tuple[float, float, float, float]
"""Left, top, width and height of a part of the page, in millimetres."""


class Place(NamedTuple):
    """Where the drawing lies: its top left corner, and millimetres of a unit of the ground."""

    left: float
    top: float
    scale: float


class _Map:
    """A map being printed."""

    def __init__(self, ground: Ground, scene: Scene, imprint: Mark, paper: str, units: bool) -> None:
        self.ground, self.scene, self.units = ground, scene, units
        self.printable = Printable()
        self.imprint = imprint
        self.title = self.printable(imprint.title)
        short, tall = PAPERS[paper]
        wide = ground.width >= ground.height
        self.page = (tall, short) if wide else (short, tall)

    def pdf(self, step: float | None, spread: Tiles | None) -> bytes:
        self.pages = 1 + (spread.rows * spread.columns if spread else 0)
        sheet = ChartSheet(*self.page, self.title, "Map")
        self._form(sheet)
        self._overview(sheet, None if spread else step, step, spread)
        if spread and step is not None:
            for leaf in spread.leaves():
                sheet.next_page()
                self._size(sheet, spread.wide, spread.high)
                self._leaf(sheet, leaf, spread, step / self.ground.step)
        sheet.next_page()
        return sheet.bytes()

    def _form(self, sheet: ChartSheet) -> None:
        """The drawing, made once and shown on every sheet."""
        for name, operators in (
            (GROUND, ground_operators(self.ground)),
            (SCENE, scene_operators(self.ground, self.scene, self.units)),
        ):
            sheet.canvas.beginForm(name, 0, 0, self.ground.width, self.ground.height)
            sheet.canvas.addLiteral(operators)
            sheet.canvas.endForm()

    @staticmethod
    def _size(sheet: ChartSheet, wide: float, high: float) -> None:
        sheet.w, sheet.h = wide, high
        sheet.right, sheet.bottom = wide, high
        sheet.canvas.setPageSize((wide * MM, high * MM))

    # pages -----------------------------------------------------------------------------------

    def _overview(self, sheet: ChartSheet, exact: float | None, step: float | None, spread: Tiles | None) -> None:
        """The whole map on a page, with title and legend; over several sheets, with where each lies."""
        wide, high = self.page
        scale = self._whole if exact is None else min(self._whole, exact / self.ground.step)
        left, top = (wide - self.ground.width * scale) / 2, MARGIN + HEAD
        part = left, top, self.ground.width * scale, self.ground.height * scale
        self._draw(sheet, Place(left, top, scale), part)
        if spread and step is not None:
            self._seams(sheet, left, top, scale / (step / self.ground.step), spread)
        self._head(sheet)
        kinds = dict.fromkeys(area.ground for area in self.ground.areas if area.ground in WORDS)
        entries = [(kind, WORDS[kind]) for kind in WORDS if kind in kinds]
        legend(sheet, MARGIN, high - FOOT - 1.5, entries, self._scale(scale))
        sheet.text(wide - MARGIN, high - FOOT + 6.9, self._lines(), "text", 7.2, "r")
        self._foot(sheet, 1, "whole map" if spread else "")
        sheet.outline("Whole map")

    def _leaf(self, sheet: ChartSheet, leaf: Leaf, spread: Tiles, scale: float) -> None:
        """A sheet of a large map: what falls on it, clean margins, and marks to cut and glue by."""
        across, down = spread.field
        self._draw(sheet, Place(MARGIN - leaf.x, MARGIN - leaf.y, scale), (MARGIN, MARGIN, across, down))
        for x, y, w, h in (
            (0.0, 0.0, spread.wide, MARGIN),
            (0.0, spread.high - FOOT, spread.wide, FOOT),
            (0.0, 0.0, MARGIN, spread.high),
            (spread.wide - MARGIN, 0.0, MARGIN, spread.high),
        ):
            sheet.rects([(x, y)], w, h, fill=1.0, stroke=False)
        _ticks(sheet, leaf, spread)
        where = f"row {leaf.row + 1} of {spread.rows}, sheet {leaf.column + 1} of {spread.columns}"
        self._foot(sheet, leaf.number + 1, where)
        sheet.outline(where.capitalize())

    # parts -----------------------------------------------------------------------------------

    @property
    def _whole(self) -> float:
        """Millimetres of a unit of the ground where all of it stands on a page."""
        wide, high = self.page
        across, down = wide - 2 * MARGIN, high - MARGIN - HEAD - LEGEND - FOOT
        return min(across / self.ground.width, down / self.ground.height)

    def _draw(self, sheet: ChartSheet, place: Place, part: Part) -> None:
        """Everything on a part of the page: ground, names, scene, labels."""
        self._show(sheet, GROUND, place, part)
        for word in map_words(self.ground, place.scale, self.printable):
            _set(sheet, word, place, part)
        self._show(sheet, SCENE, place, part)
        if self.units:
            for word in unit_words(self.scene, place.scale, self.printable):
                _set(sheet, word, place, part)

    def _show(self, sheet: ChartSheet, form: str, place: Place, part: Part) -> None:
        """A form of the drawing, cut to a part of the page."""
        x, y, wide, high = part
        points = place.scale * MM
        foot = (sheet.h - place.top) * MM - self.ground.height * points
        sheet.put(f"q {sheet.point(x, y + high)} {wide * MM:.2f} {high * MM:.2f} re W n")
        sheet.put(f"{points:.5f} 0 0 {points:.5f} {place.left * MM:.2f} {foot:.2f} cm")
        sheet.form(form, 0, sheet.h)
        sheet.put("Q")

    def _scale(self, scale: float) -> str:
        """How large the map is, in words."""
        if not self.ground.open:
            return f"{scale * self.ground.step:.1f} mm from middle to middle of two neighbours"
        ten = 1000 * self.ground.step / self.ground.tenths * scale
        return f"1 : {100 / ten:.3g}; 10 cm of the table are {ten:.1f} mm"

    def _lines(self) -> str:
        """What the outlines on the map mean."""
        kinds = {zone.kind for zone in self.scene.zones}
        words = {"deployment": "dashed line: where a side deploys", "objective": "heavy line: objective"}
        return "; ".join(said for kind, said in words.items() if kind in kinds)

    def _seams(self, sheet: ChartSheet, left: float, top: float, share: float, spread: Tiles) -> None:
        """Where the sheets of a large map lie on the small one."""
        across, down = (side * share for side in spread.field)
        for leaf in spread.leaves():
            x, y = left + leaf.x * share, top + leaf.y * share
            wide = min(across, left + self.ground.width * self._whole - x)
            high = min(down, top + self.ground.height * self._whole - y)
            sheet.rects([(x, y)], wide, high, weight=RULE)
            sheet.rects([(x + 1.2, y + 1.2)], 6.4, 4.6, weight=FINE, fill=1.0)
            sheet.text(x + 4.4, y + 4.7, str(leaf.number), "semi", 9, "c")

    def _head(self, sheet: ChartSheet) -> None:
        right = self.page[0] - MARGIN
        what = self.printable(self.ground.words)
        sheet.text(right, MARGIN + 2.6, what, able("dispi", what), 10.0, "r", SOFT)
        room = right - MARGIN - width(what, "dispi", 10.0) - 8.0
        fitted = fit(self.title, able("disp", self.title), 14.0, round(room, 2))
        sheet.fitted(MARGIN, MARGIN + 2.6, fitted._replace(lines=(fitted.opening,)))
        sheet.rule(MARGIN, MARGIN + 4.8, right, THICK)
        sheet.rule(MARGIN, MARGIN + 5.42, right, FINE)

    def _foot(self, sheet: ChartSheet, number: int, where: str) -> None:
        """The line to check by, the footer, and what the fonts lack."""
        y = sheet.h - FOOT + 6.0
        sheet.rule(MARGIN, y, MARGIN + CHECK, RULE)
        for x in (MARGIN, MARGIN + CHECK / 2, MARGIN + CHECK):
            sheet.line(x, y - 1.2, x, y + 1.2, RULE)
        sheet.text(MARGIN + CHECK + 2.5, y + 0.9, "100 mm: if it is not, print at 100 % without fitting", "text", 7.2)
        right, foot = sheet.w - MARGIN, sheet.h - 6.0
        mark = self.imprint
        sheet.text(MARGIN, foot, f"Muster {mark.version} · {mark.date} · {mark.hash}", "text", 7, grey=SOFT)
        said = " · ".join(filter(None, (where, f"page {number} of {self.pages}")))
        sheet.text(right, foot, said, "text", 7, "r", SOFT)
        note = self.printable.note
        if note and width(note, "text", 6.5) < right - MARGIN:
            sheet.text(MARGIN, foot - 3.2, note, "text", 6.5, grey=SOFT)


def _set(sheet: ChartSheet, word: Word, place: Place, part: Part) -> None:
    """A piece of type, where it falls on a part of the page; names and labels on a white ground."""
    x, y = place.left + word.x * place.scale, place.top + word.y * place.scale
    left, top, wide, high = part
    half = width(word.text, word.face, word.size) / 2
    if x + half < left or x - half > left + wide or y < top or y > top + high + word.size / MM:
        return
    if word.boxed:
        tall = word.size / MM
        sheet.rects([(x - half - 0.3, y - tall * 0.74)], 2 * half + 0.6, tall * 0.98, fill=1.0, stroke=False)
    sheet.text(x, y, word.text, word.face, word.size, "c", 0.0 if word.boxed else SOFT)


def _ticks(sheet: ChartSheet, leaf: Leaf, spread: Tiles) -> None:
    """Short lines in the margins where the sheet meets its neighbours, and the number of each."""
    across, down = spread.field
    right, foot = MARGIN + across, MARGIN + down
    for x in ((MARGIN + OVERLAP,) if leaf.column else ()) + (
        (right - OVERLAP,) if leaf.column + 1 < spread.columns else ()
    ):
        sheet.line(x, MARGIN - 6, x, MARGIN - 1, RULE)
        sheet.line(x, foot + 1, x, foot + 4, RULE)
    for y in ((MARGIN + OVERLAP,) if leaf.row else ()) + ((foot - OVERLAP,) if leaf.row + 1 < spread.rows else ()):
        sheet.line(MARGIN - 6, y, MARGIN - 1, y, RULE)
        sheet.line(right + 1, y, right + 6, y, RULE)
    if leaf.column + 1 < spread.columns:
        sheet.text(right + 5.5, MARGIN + down / 2, str(leaf.number + 1), "semi", 9, "c")
    if leaf.row + 1 < spread.rows:
        sheet.text(MARGIN + across / 2, foot + 4.2, str(leaf.number + spread.columns), "semi", 9, "c")
    sheet.text(MARGIN + OVERLAP + 2, MARGIN - 3, f"Sheet {leaf.number}", "semi", 9)
