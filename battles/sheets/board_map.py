"""A board as a printable map: on one page, or to scale on sheets that you glue together."""

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from armies.paper.marks import CHECK, WORDS, check_line
from armies.paper.page import Folio, Page
from armies.paper.section import Imprint, Planned, Section, digest_of
from armies.paper.sheet import FINE, RULE, SOFT, THICK, Format, Mark, Sheet
from armies.paper.typography import Printable, fit, usable_face, width
from battles.engine.picture import Ground, Scene
from battles.sheets.map_drawing import MapDrawing, Place, legend, legend_height, north

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
}
"""Width and height in millimetres, portrait."""

MARGIN: Final = 11.0
"""Margin at the paper's edges in millimetres: printers' margin, and room for marks."""

FOOT: Final = 19.0
"""Bottom margin in millimetres, with the check line and the footer."""

BASE: Final = 7.2
"""Height of the footer's baseline above the edge of the paper, in millimetres."""

OVERLAP: Final = 10.0
"""Overlap of neighbouring sheets in millimetres."""

MOST_SHEETS: Final = 150


class Leaf(NamedTuple):
    """A sheet: number from 1, row and column from 0, and the map position of its top left corner in mm."""

    number: int
    row: int
    column: int
    x: float
    y: float


class Tiles(NamedTuple):
    """Sheets of ``wide`` by ``high`` millimetres in ``rows`` and ``columns``; each shows a part of the map."""

    wide: float
    high: float
    rows: int
    columns: int

    @property
    def field(self) -> tuple[float, float]:
        """Width and height in mm of the map part that a sheet shows."""
        return self.wide - 2 * MARGIN, self.high - MARGIN - FOOT

    def leaves(self) -> Iterator[Leaf]:
        across, down = self.field
        for row in range(self.rows):
            for column in range(self.columns):
                number = row * self.columns + column + 1
                yield Leaf(number, row, column, column * (across - OVERLAP), row * (down - OVERLAP))


def tiles(paper: str, wide: float, high: float) -> Tiles:
    """The fewest sheets of a paper, portrait or landscape, that show a map of a size in millimetres.

    Raises:
        ValueError: more than `MOST_SHEETS` sheets; the text is a sentence for the user.
    """
    short, tall = PAPERS[paper]
    layouts = [_tiles(short, tall, wide, high), _tiles(tall, short, wide, high)]
    best = min(layouts, key=lambda layout: layout.rows * layout.columns)
    count = best.rows * best.columns
    if count > MOST_SHEETS:
        raise ValueError(
            f"The map needs {count} sheets of {paper.upper() if paper != 'letter' else 'Letter'}; "
            f"the limit is {MOST_SHEETS}. Choose larger paper or a smaller scale."
        )
    return best


def _tiles(paper_wide: float, paper_high: float, wide: float, high: float) -> Tiles:
    plain = Tiles(paper_wide, paper_high, 1, 1)
    across, down = plain.field
    return plain._replace(columns=_count(wide, across), rows=_count(high, down))


def _count(long: float, field: float) -> int:
    return max(1, ceil(round((long - OVERLAP) / (field - OVERLAP), 6)))


HEAD: Final = 9.0
LEAST_STEP, MOST_STEP = 5.0, 200.0
"""Least and most millimetres from area to area."""


def board_map(
    ground: Ground,
    scene: Scene,
    title: str,
    imprint: Imprint,
    *,
    paper: str = "a4",
    step: float | None = None,
    units: bool = False,
) -> Section:
    """The section of a board's map, with its own paper size.

    Args:
        imprint: for its footers.
        paper: ``a4``, ``letter`` or ``a3``.
        step: millimetres from area to area on several sheets; None for one page, as large as it fits.
        units: True to draw the units too.

    Raises:
        ValueError: unknown paper, a scale out of bounds, or too many sheets; the text is a sentence for the user.
    """
    if paper not in PAPERS:
        raise ValueError(f"There is no paper {paper!r}: choose one of {', '.join(PAPERS)}.")
    if step is not None and not LEAST_STEP <= step <= MOST_STEP:
        raise ValueError(f"Choose {LEAST_STEP:g} to {MOST_STEP:g} mm from centre to centre, not {step:g}.")
    spread = (
        None if step is None else tiles(paper, ground.width * step / ground.step, ground.height * step / ground.step)
    )
    if spread is not None and spread.rows * spread.columns == 1:
        spread = None
    shown = scene if units else scene.zones
    digest = digest_of(ground, shown, title, units, step, paper)
    drawn = _Map(ground, scene, Mark(title, imprint.version, imprint.date, digest), paper, units)
    return Section("Map", title, digest, lambda sheet: drawn.plan(step, spread))


class _Map:
    """Prints a map."""

    def __init__(self, ground: Ground, scene: Scene, imprint: Mark, paper: str, units: bool) -> None:
        self.ground, self.scene, self.units = ground, scene, units
        self.printable = Printable()
        self.drawing = MapDrawing(ground, scene, imprint.hash, self.printable, units=units)
        self.imprint = imprint
        self.title = self.printable(imprint.title)
        short, tall = PAPERS[paper]
        wide = ground.width >= ground.height
        self.page = (tall, short) if wide else (short, tall)

    def plan(self, step: float | None, spread: Tiles | None) -> Planned:
        """Pages of the whole map, then the sheets of a large map."""
        self.pages = 1 + (spread.rows * spread.columns if spread else 0)
        whole = partial(self._overview, None if spread else step, step, spread)
        pages = [Page(whole, "Whole map", format=Format(*self.page), footer=False)]
        if spread and step is not None:
            form = Format(spread.wide, spread.high)
            for leaf in spread.leaves():
                drawn = partial(self._leaf, leaf, spread, step / self.ground.step)
                pages.append(Page(drawn, _where(leaf, spread).capitalize(), format=form, footer=False))
        exact = self._whole if step is None else step / self.ground.step
        scale = exact if spread else min(self._whole, exact)
        return Planned(pages, self._troubles(scale))

    def _troubles(self, scale: float) -> tuple[str, ...]:
        """A sentence about the labels that have no room."""
        crowded = self.drawing.labels(scale).crowded
        if not crowded:
            return ()
        count = f"{len(crowded)} labels have" if len(crowded) > 1 else "1 label has"
        return (f"Map of {self.title}: {count} no room: {', '.join(crowded)}. Print a larger map to see all labels.",)

    # pages -----------------------------------------------------------------------------------

    def _overview(
        self, exact: float | None, step: float | None, spread: Tiles | None, sheet: Sheet, folio: Folio
    ) -> None:
        """Draw the whole map with title and legend; for several sheets also their outlines."""
        wide, high = self.page
        scale = self._whole if exact is None else min(self._whole, exact / self.ground.step)
        left, top = (wide - self.ground.width * scale) / 2, MARGIN + HEAD
        part = left, top, self.ground.width * scale, self.ground.height * scale
        self.drawing.draw(sheet, Place(left, top, scale), part)
        if spread and step is not None:
            self._seams(sheet, left, top, scale / (step / self.ground.step), spread)
        self._head(sheet)
        legend(sheet, MARGIN, high - FOOT - 1.5, wide - MARGIN, self.ground, scale, self._scale(scale))
        lines = self._lines()
        beside = width(lines, "text", 7.2) + width(WORDS, "text", 7.2) + CHECK + 8.0 <= wide - 2 * MARGIN
        sheet.text(wide - MARGIN, high - FOOT + 4.9 if beside else high - BASE - 3.4, lines, "text", 7.2, "r")
        self._foot(sheet, 1, "whole map" if spread else "")

    def _leaf(self, leaf: Leaf, spread: Tiles, scale: float, sheet: Sheet, folio: Folio) -> None:
        """Draw a sheet of a large map, with clean margins and marks for cutting and gluing."""
        across, down = spread.field
        self.drawing.draw(sheet, Place(MARGIN - leaf.x, MARGIN - leaf.y, scale), (MARGIN, MARGIN, across, down))
        for x, y, w, h in (
            (0.0, 0.0, spread.wide, MARGIN),
            (0.0, spread.high - FOOT, spread.wide, FOOT),
            (0.0, 0.0, MARGIN, spread.high),
            (spread.wide - MARGIN, 0.0, MARGIN, spread.high),
        ):
            sheet.rects([(x, y)], w, h, fill=1.0, stroke=False)
        _ticks(sheet, leaf, spread)
        self._foot(sheet, leaf.number + 1, f"{self._share(scale)} · {_where(leaf, spread)}")

    # parts -----------------------------------------------------------------------------------

    @property
    def _whole(self) -> float:
        """Millimetres for a unit of the ground if the whole map is on one page."""
        wide, high = self.page
        across, down = wide - 2 * MARGIN, high - MARGIN - HEAD - self._legend_height(wide) - FOOT
        return min(across / self.ground.width, down / self.ground.height)

    def _legend_height(self, wide: float) -> float:
        """Height of the legend on a page, with room for the scale in words."""
        return legend_height(self.ground, wide - 2 * MARGIN, self._scale(1.0 / self.ground.step))

    def _scale(self, scale: float) -> str:
        """The scale of the map in words."""
        if not self.ground.open:
            return f"{scale * self.ground.step:.1f} mm from centre to centre"
        ten = 1000 * self.ground.step / self.ground.tenths * scale
        return f"{self._share(scale)}; 10 cm of the table are {ten:.1f} mm"

    def _share(self, scale: float) -> str:
        """The scale relative to the table, or to a board with areas of ten centimetres: ``1 : 2``."""
        return f"1 : {self.ground.tenths / 10 / self.ground.step / scale:.3g}"

    def _lines(self) -> str:
        """The key to the outlines on the map."""
        kinds = {zone.kind for zone in self.scene.zones}
        words = {
            "deployment": "dashed line: deployment zone",
            "arrival": f"dotted line: arrivals, {_turns(self.scene)}",
            "objective": "heavy line: objective",
        }
        return "; ".join(text for kind, text in words.items() if kind in kinds)

    def _seams(self, sheet: Sheet, left: float, top: float, share: float, spread: Tiles) -> None:
        """Draw the outlines of the sheets on the small map."""
        across, down = (side * share for side in spread.field)
        for leaf in spread.leaves():
            x, y = left + leaf.x * share, top + leaf.y * share
            wide = min(across, left + self.ground.width * self._whole - x)
            high = min(down, top + self.ground.height * self._whole - y)
            sheet.rects([(x, y)], wide, high, weight=RULE)
            sheet.rects([(x + 1.2, y + 1.2)], 6.4, 4.6, weight=FINE, fill=1.0)
            sheet.text(x + 4.4, y + 4.7, str(leaf.number), "semi", 9, "c")

    def _head(self, sheet: Sheet) -> None:
        right = self.page[0] - MARGIN
        what = self.printable(self.ground.words)
        north(sheet, right - 4.0, MARGIN - 3.0)
        right -= 8.0
        sheet.text(right, MARGIN + 2.6, what, usable_face("dispi", what), 10.0, "r", SOFT)
        room = right - MARGIN - width(what, "dispi", 10.0) - 8.0
        right += 8.0
        fitted = fit(self.title, usable_face("disp", self.title), 14.0, round(room, 2))
        sheet.fitted(MARGIN, MARGIN + 2.6, fitted._replace(lines=(fitted.opening,)))
        sheet.rule(MARGIN, MARGIN + 4.8, right, THICK)
        sheet.rule(MARGIN, MARGIN + 5.42, right, FINE)

    def _foot(self, sheet: Sheet, number: int, where: str) -> None:
        """Draw the check line, the footer, and the note on characters that the fonts lack."""
        check_line(sheet, MARGIN, sheet.h - FOOT + 4.0)
        right, foot = sheet.w - MARGIN, sheet.h - BASE
        mark = self.imprint
        sheet.text(MARGIN, foot, f"Muster {mark.version} · {mark.date} · {mark.hash}", "text", 7, grey=SOFT)
        page = " · ".join(filter(None, (where, f"page {number} of {self.pages}")))
        sheet.text(right, foot, page, "text", 7, "r", SOFT)
        note = self.printable.note
        if note and width(note, "text", 6.5) < right - MARGIN - width(self._lines(), "text", 7.2) - 4.0:
            sheet.text(MARGIN, foot - 3.2, note, "text", 6.5, grey=SOFT)


def _turns(scene: Scene) -> str:
    """The turns of the arrivals: ``turn 3 at 0901, turn 5 at 1806``."""
    arrivals = sorted((zone for zone in scene.zones if zone.kind == "arrival"), key=lambda zone: _number(zone.name))
    return ", ".join(dict.fromkeys(" at ".join((zone.name.lower(), *zone.areas[:1])) for zone in arrivals))


def _number(name: str) -> int:
    """The turn in a name such as ``Turn 12``."""
    return int("".join(filter(str.isdecimal, name)) or 0)


def _where(leaf: Leaf, spread: Tiles) -> str:
    return f"row {leaf.row + 1} of {spread.rows}, sheet {leaf.column + 1} of {spread.columns}"


def _ticks(sheet: Sheet, leaf: Leaf, spread: Tiles) -> None:
    """Draw short lines in the margins where the sheet meets its neighbours, and their numbers."""
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
