"""The report of a battle as a printed sheet, with its charts."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, INK, RULE, SOFT, TINT, Align, Sheet
from armies.paper.typography import MM, NARROWEST, Face, Printable, printable_texts, usable_face, width, wrap
from battles.drawing.report_charts import ROW as BAR_ROW
from battles.drawing.report_charts import SIZE, Bar, Chart, Dot, Stroke, Word, losses_chart, strength_chart
from battles.sheets.forms import head, on_one_line
from battles.sheets.report_content import MEASURE, NO_DICE, NO_POINTS, ODDS, Report, SideReport

DASHES: Final[tuple[tuple[float, float] | None, ...]] = (None, (4.0, 2.0), (1.0, 1.6), (6.0, 1.6))
"""The line of each side, in points on and off."""
ALIGN: Final = {"start": "l", "middle": "c", "end": "r"}
WEIGHT: Final = 1.3
KIND: Final = "Report"
TEXT: Final = 8.8
LEAD: Final = 3.9
"""Size of running text in points, and the distance of its lines in millimetres."""
ROW: Final = 4.4
HEADING: Final = 11.0
HEAD: Final = 15.0
CHART: Final = 0.8
"""Millimetres for a unit of a chart."""
GAP: Final = 14.0
MOST_BARS: Final = 24
"""Brigades of a side that a chart of losses shows on paper; the table has them all."""


def charts_of(report: Report) -> tuple[Chart, tuple[Chart, ...]]:
    """Strength by turn, and the losses of each side by brigade."""
    strength = strength_chart(report.measure, [side.name for side in report.sides], report.strength_rows())
    most = max((group.before for side in report.sides for group in side.groups), default=0)
    return strength, tuple(
        losses_chart(report.measure, number, [(group.place, group.before, group.after) for group in side.groups], most)
        for number, side in enumerate(report.sides)
    )


def draw_chart(sheet: Sheet, chart: Chart, x: float, y: float, scale: float, printable: Printable, most: float) -> None:
    """Draw a chart with its top left corner at a place; ``scale`` is millimetres for a unit.

    Marks below the height ``most`` in units are left out.
    """
    for mark in chart.marks:
        if not isinstance(mark, Stroke) and mark.y > most:
            continue
        if isinstance(mark, Stroke):
            _stroke(sheet, mark, x, y, scale)
        elif isinstance(mark, Dot):
            half = 0.75
            corner = (x + mark.x * scale - half, y + mark.y * scale - half)
            sheet.rects([corner], 2 * half, 2 * half, weight=RULE, fill=INK if mark.side % 2 == 0 else 1.0)
        elif isinstance(mark, Bar):
            at = [(x + mark.x * scale, y + mark.y * scale)]
            sheet.rects(at, mark.wide * scale, mark.high * scale, weight=RULE)
            if mark.left > 0:
                sheet.rects(at, mark.left * scale, mark.high * scale, weight=RULE, fill=_fill(mark.side))
        else:
            _word(sheet, mark, x, y, scale, printable)


def _fill(side: int) -> float:
    """The grey of a side's bars."""
    return SOFT if side % 2 == 0 else TINT


def _stroke(sheet: Sheet, mark: Stroke, x: float, y: float, scale: float) -> None:
    own = mark.side >= 0
    dash = DASHES[mark.side % len(DASHES)] if own else None
    for (left, top), (right, foot) in zip(mark.points, mark.points[1:], strict=False):
        sheet.line(
            x + left * scale,
            y + top * scale,
            x + right * scale,
            y + foot * scale,
            WEIGHT if own else FINE,
            INK if own else FAINT,
            dash,
        )


def _word(sheet: Sheet, mark: Word, x: float, y: float, scale: float, printable: Printable) -> None:
    text = printable(mark.text)
    face = usable_face("semi" if mark.side >= 0 else "text", text)
    size = SIZE * scale * MM * 0.8
    room = chart_room(mark)
    wide = width(text, face, size) or 1.0
    squeeze = max(NARROWEST, min(1.0, room * scale / wide))
    sheet.text(x + mark.x * scale, y + mark.y * scale, text, face, size, ALIGN[mark.align], squeeze=squeeze)  # type: ignore[arg-type]


def chart_room(mark: Word) -> float:
    """Units that a word may take."""
    return 80.0 if mark.align == "start" else 40.0


class Block(NamedTuple):
    """A part of a page that is not broken: its height in mm, and how it is drawn from its top. A heading stays with
    the block after it."""

    high: float
    draw: Callable[[Sheet, float], None]
    heading: bool = False


def report_section(report: Report) -> Section:
    """The report without its maps."""
    return Section(KIND, report.title, digest_of(report), lambda sheet: _planned(sheet, report))


def _planned(sheet: Sheet, report: Report) -> Planned:
    printable = Printable()
    shown = printable_texts(report, printable)
    room = sheet.bottom - FOOTER - 3.0 - sheet.top - HEAD
    pages = [
        Page(partial(_page, shown, blocks), "" if number else KIND)
        for number, blocks in enumerate(_paged(list(_blocks(shown, printable)), room))
    ]
    return Planned(pages)


def _page(report: Report, blocks: Sequence[Block], sheet: Sheet, folio: Folio) -> None:
    whose = f"{report.title}, {report.system_title}"
    head(sheet, KIND, whose, report.length_words if folio.number == 1 else "continued")
    sheet.scotch(sheet.top + HEAD - 2.6)
    y = sheet.top + HEAD
    for block in blocks:
        block.draw(sheet, y)
        y += block.high


def _paged(blocks: Sequence[Block], room: float) -> list[list[Block]]:
    """The blocks by page. A heading is not the last block of a page."""
    pages: list[list[Block]] = [[]]
    used = 0.0
    for place, block in enumerate(blocks):
        high = block.high
        after = place + 1
        while blocks[after - 1].heading and after < len(blocks):
            high += blocks[after].high
            after += 1
        if used + high > room and pages[-1]:
            pages.append([])
            used = 0.0
        pages[-1].append(block)
        used += block.high
    return pages


def _blocks(report: Report, printable: Printable) -> Iterator[Block]:
    yield from _paragraph(report.result, "semi", 11.0, 5.0)
    for words in filter(None, (report.ended, report.score)):
        yield from _paragraph(words)
    yield from _charts(report, printable)
    yield from _losses(report)
    yield from _points(report)
    yield from _dice(report)
    yield from _story(report)


# text ------------------------------------------------------------------------------------------


def _heading(words: str) -> Block:
    def draw(sheet: Sheet, y: float) -> None:
        sheet.text(sheet.left, y + 7.2, words, usable_face("disp", words), 13.0)
        sheet.rule(sheet.left, y + 9.0, sheet.right, RULE)

    return Block(HEADING, draw, heading=True)


def _subheading(words: str) -> Block:
    def draw(sheet: Sheet, y: float) -> None:
        sheet.fitted(sheet.left, y + 4.6, on_one_line(words, "semi", 9.4, FIELD))

    return Block(6.4, draw, heading=True)


def _paragraph(words: str, face: Face = "text", size: float = TEXT, lead: float = LEAD) -> Iterator[Block]:
    """A paragraph, a block for each line."""
    usable = usable_face(face, words)
    lines = wrap(words, usable, size, FIELD)
    for place, line in enumerate(lines):
        yield Block(lead + (1.2 if place == len(lines) - 1 else 0.0), partial(_line, line, usable, size, lead))


def _line(words: str, face: Face, size: float, lead: float, sheet: Sheet, y: float) -> None:
    sheet.text(sheet.left, y + lead - 0.8, words, face, size)


class Column(NamedTuple):
    """A column of a table: the place of its edge in mm from the left of the field, its room, and its alignment."""

    x: float
    room: float
    align: Align = "l"


def _row(columns: Sequence[Column], cells: Sequence[str], *, face: Face = "text", rule: float = FAINT) -> Block:
    def draw(sheet: Sheet, y: float) -> None:
        for column, cell in zip(columns, cells, strict=True):
            fitted = on_one_line(cell, face, TEXT, column.room)
            sheet.fitted(sheet.left + column.x, y + ROW - 1.2, fitted, column.align)
        sheet.rule(sheet.left, y + ROW, sheet.right, FINE, rule)

    return Block(ROW, draw, heading=rule != FAINT)


# parts -----------------------------------------------------------------------------------------


def _charts(report: Report, printable: Printable) -> Iterator[Block]:
    """Strength by turn, then the losses of the sides, two beside each other; or beside the strength if they are low."""
    strength, losses = charts_of(report)
    by_turn = (f"{report.measure.capitalize()} left by turn", strength)
    titled = [(f"{side.name}: left by brigade", chart) for side, chart in zip(report.sides, losses, strict=True)]
    if sum(_chart_height(chart) for _, chart in titled) <= _chart_height(strength):
        yield _chart_row([[by_turn], titled], printable)
        return
    yield _chart_row([[by_turn]], printable)
    for place in range(0, len(titled), 2):
        yield _chart_row([[each] for each in titled[place : place + 2]], printable)


def _chart_height(chart: Chart) -> float:
    """Millimetres of a chart with its title. A chart of more bars than have room shows the first ones."""
    return min(chart.high, MOST_BARS * BAR_ROW) * CHART + 11.0


def _chart_row(columns: Sequence[Sequence[tuple[str, Chart]]], printable: Printable) -> Block:
    """Columns of charts beside each other, each chart below its title."""

    def draw(sheet: Sheet, y: float) -> None:
        for place, charts in enumerate(columns):
            top = y
            for title, chart in charts:
                x = sheet.left + place * (chart.wide * CHART + GAP)
                fitted = on_one_line(title, "semi", 8.6, chart.wide * CHART)
                sheet.fitted(x, top + 5.6, fitted, grey=SOFT)
                draw_chart(sheet, chart, x, top + 8.6, CHART, printable, MOST_BARS * BAR_ROW)
                top += _chart_height(chart)

    return Block(max(sum(_chart_height(chart) for _, chart in charts) for charts in columns), draw)


UNITS: Final = (
    Column(0.0, 60.0),
    Column(62.0, 48.0),
    Column(124.0, 14.0, "r"),
    Column(138.0, 13.0, "r"),
    Column(151.0, 12.0, "r"),
    Column(155.0, 35.0),
)


def _losses(report: Report) -> Iterator[Block]:
    yield _heading("Losses")
    for side in report.sides:
        yield _subheading(side.heading)
        yield from _paragraph(side.words)
        yield _row(UNITS, ("Unit", "Type", "Start", "End", "Lost", "Fate"), face="semi", rule=0.0)
        yield from _units(side)
        yield Block(2.4, lambda sheet, y: None)


def _units(side: SideReport) -> Iterator[Block]:
    for group in side.groups:
        cells = (group.place, "", f"{group.before:,}", f"{group.after:,}", f"{group.lost:,}", "")
        if side.is_grouped:
            yield _row(UNITS, cells, face="semi")._replace(heading=True)
        for unit in group.units:
            figures = (f"{unit.before:,}", f"{unit.after:,}", f"{unit.lost:,}")
            yield _row(UNITS, (unit.name, unit.what, *figures, unit.fate))


def _points(report: Report) -> Iterator[Block]:
    yield _heading("Turning points")
    yield from _paragraph(MEASURE if report.turning_points else NO_POINTS)
    for point in report.turning_points:
        yield _subheading(point.words)
        for sentence in point.sentences:
            yield from _paragraph(sentence)


DICE: Final = (
    Column(0.0, 80.0),
    Column(108.0, 24.0, "r"),
    Column(134.0, 24.0, "r"),
    Column(160.0, 24.0, "r"),
    Column(190.0, 24.0, "r"),
)


def _dice(report: Report) -> Iterator[Block]:
    yield _heading("Dice")
    if not report.has_dice:
        yield from _paragraph(NO_DICE)
        return
    for words in filter(None, (ODDS, report.undone_words)):
        yield from _paragraph(words)
    for heading, lines in report.dice:
        yield _subheading(heading)
        yield _row(DICE, ("Kind of roll", "Dice", "Expected", "Rolled", "Difference"), face="semi", rule=0.0)
        for line in lines:
            kind = f"{line.kind} ({line.counts})" if line.counts else line.kind
            cells = (kind, f"{line.dice:,}", line.expected_words, line.result_words, line.deviation_words)
            yield _row(DICE, cells)
        yield Block(2.0, lambda sheet, y: None)
    for heading, rolls in report.notable:
        yield _subheading(heading)
        for roll in rolls:
            yield from _paragraph(roll.words, "semi")
            if roll.sentence:
                yield from _paragraph(roll.sentence)


def _story(report: Report) -> Iterator[Block]:
    yield _heading("The story")
    for turn in report.story:
        yield _subheading(turn.heading)
        for line in turn.lines:
            yield from _paragraph(line)
