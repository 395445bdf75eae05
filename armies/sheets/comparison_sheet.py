"""The comparison of an army as pages of a PDF."""

from collections.abc import Callable
from typing import Final, NamedTuple

from armies.paper.page import run_in
from armies.paper.section import Section, digest_of
from armies.paper.sheet import FAINT, FINE, INK, RULE, SOFT, THICK
from armies.paper.typography import Face, Fitted, Printable, fit, printable_texts, width
from armies.sheets.charts.chart_content import PAPERS
from armies.sheets.charts.picture import Code, Mark, Path, Picture, Sign, Text, picture_pages, type_set
from armies.sheets.comparison import Comparison, Row, RowLevel, comparison
from battles.engine.armies.facts import Army
from battles.engine.armies.mapped import ComparedCell, ComparedColumn
from battles.engine.armies.roster_words import Entry

SIZE: Final = 7.2
LEAD: Final = 3.05
BETWEEN: Final = 3.0
"""Between two systems, in the first column of each."""
GAP: Final = 1.4
INSET: Final = 2.4
"""Space before words to the right of figures."""
SYMBOL: Final = 4.8
STEP: Final = 2.0
"""Indent of a level."""
NAME: Final = 62.0
LEAST_NAME: Final = 42.0
FACES: Final[dict[RowLevel, tuple[Face, float]]] = {
    "corps": ("disp", 10.0),
    "division": ("semi", 8.4),
    "brigade": ("semi", 7.6),
    "unit": ("text", 7.6),
}


class Line(NamedTuple):
    """A page-wide line: its height, its draw function, and whether the next line stays with it."""

    high: float
    draw: Callable[[float], list[Mark]]
    keep: bool = False


class Spot(NamedTuple):
    """A column on the paper."""

    x: float
    wide: float
    column: ComparedColumn


class Grid:
    """The columns between two edges of a page; they are narrowed if necessary."""

    def __init__(self, compared: Comparison, left: float, right: float) -> None:
        self.left, self.right = left, right
        self.headings = compared.headings
        wanted = sum(column.wide for heading in self.headings for column in heading.columns)
        wanted += BETWEEN * len(self.headings)
        share = min(1.0, (right - left - LEAST_NAME) / wanted)
        self.name = min(right - left - wanted * share, max(NAME, right - left - wanted))
        x = right - wanted * share
        self.spots: list[list[Spot]] = []
        for heading in self.headings:
            x += BETWEEN * share
            group: list[Spot] = []
            for column in heading.columns:
                inset = INSET * share if column.words and group else 0.0
                group.append(Spot(x + inset, column.wide * share - inset, column))
                x += column.wide * share
            self.spots.append(group)

    def heads(self, y: float) -> list[Mark]:
        """The systems and their columns, ``HEADS`` mm high."""
        marks: list[Mark] = [_text(self.left, y + 8.0, "Unit", "semi", SIZE, SOFT)]
        for heading, group in zip(self.headings, self.spots, strict=True):
            end = group[-1].x + group[-1].wide
            marks.append(_text(group[0].x, y + 3.4, heading.title, "disp", 9.0))
            marks.append(Path(((group[0].x, y + 4.6), (end, y + 4.6)), FINE))
            for spot in group:
                marks += self._set(
                    spot, fit(spot.column.head, "semi", SIZE, round(spot.wide - GAP / 2, 2)), y + 8.0, SOFT
                )
        return [*marks, Path(((self.left, y + 9.4), (self.right, y + 9.4)), RULE)]

    def row(self, row: Row) -> Line:
        """A formation over a rule, or a unit under a hairline."""
        face, size = FACES[row.level]
        indent = min(row.depth, 3) * STEP
        is_unit = row.level == "unit"
        before = indent + (SYMBOL + 1.4 if is_unit else 0.0)
        words = ", ".join(filter(None, (row.name, "" if is_unit else row.commander)))
        room = self.name - before - GAP + (0.0 if is_unit else self.spots[0][0].wide)
        name = fit(words, face, size, round(room, 2))
        above = 0.6 if is_unit else 2.2
        line = self._line(name, before, row.cells, above, bold=not is_unit)

        def draw(y: float) -> list[Mark]:
            marks = line.draw(y)
            if is_unit:
                marks.append(Sign(row.symbol, self.left + indent, y + above, SYMBOL))
            weight, grey = (FINE, FAINT) if is_unit else (RULE if row.level == "corps" else FINE, INK)
            marks.append(Path(((self.left, y + line.high), (self.right, y + line.high)), weight, grey))
            return marks

        return Line(line.high, draw, not is_unit)

    def totals(self, cells: tuple[tuple[ComparedCell, ...], ...]) -> Line:
        """The army under a thick rule, over a double one."""
        name = fit("The army", "disp", 10.0, self.name)
        line = self._line(name, 0.0, cells, 2.0, bold=True)

        def draw(y: float) -> list[Mark]:
            foot = y + line.high
            ends = (self.left, self.right)
            rules: list[Mark] = [Path(((ends[0], at), (ends[1], at)), RULE) for at in (foot, foot + 0.8)]
            return [Path(((ends[0], y), (ends[1], y)), THICK), *line.draw(y), *rules]

        return Line(line.high + 1.6, draw)

    def _line(
        self, name: Fitted, before: float, cells: tuple[tuple[ComparedCell, ...], ...], above: float, *, bold: bool
    ) -> Line:
        face: Face = "semi" if bold else "text"
        fitted = [
            (spot, fit(f"{cell.text}{'*' if cell.mark else ''}", face, SIZE, round(spot.wide - GAP, 2)))
            for group, its in zip(self.spots, cells, strict=True)
            for spot, cell in zip(group, its, strict=True)
            if cell.text
        ]
        tallest = max([name.height, *(words.height for _, words in fitted)])
        base = above + max(name.size, SIZE) * 0.33

        def draw(y: float) -> list[Mark]:
            marks: list[Mark] = [*type_set(self.left + before, y + base, name)]
            for spot, words in fitted:
                marks += self._set(spot, words, y + base)
            return marks

        return Line(max(tallest, SYMBOL * 2 / 3) + above + 0.8, draw)

    @staticmethod
    def _set(spot: Spot, words: Fitted, y: float, grey: float = INK) -> list[Mark]:
        """Draw words at the left of their column and figures at its right."""
        if spot.column.words:
            return [*type_set(spot.x, y, words, grey=grey)]
        right = spot.x + spot.wide - GAP / 2
        return [mark._replace(x=right, align="r") for mark in type_set(spot.x, y, words, grey=grey)]


def heading(left: float, right: float, words: str) -> Line:
    """A title over paragraphs, between thick and thin rules."""

    def draw(y: float) -> list[Mark]:
        rules: list[Mark] = [
            Path(((left, y + 3.0), (right, y + 3.0)), THICK),
            Path(((left, y + 3.6), (right, y + 3.6)), FINE),
        ]
        return [*rules, _text(left, y + 8.2, words, "disp", 11.0)]

    return Line(10.0, draw, True)


def paragraph(left: float, right: float, entry: Entry) -> list[Line]:
    """A paragraph, line by line."""
    return [_run_line(left, run.lead, run.text, run.at) for run in run_in(entry, SIZE, right - left, 2.4)]


def _run_line(left: float, lead: str, text: str, at: float) -> Line:
    def draw(y: float) -> list[Mark]:
        marks: list[Mark] = [_text(left, y + 2.4, lead, "semi", SIZE)] if lead else []
        return [*marks, _text(left + at, y + 2.4, text, "text", SIZE)] if text else marks

    return Line(LEAD + 0.1, draw)


def _text(x: float, y: float, words: str, face: Face, size: float, grey: float = INK) -> Text:
    return Text(x, y, words, face, size, width(words, face, size), grey=grey)


COMPARE_PAPERS: Final = ("a4", "letter")
WAYS: Final = ("landscape", "portrait")
MARGIN: Final = 10.0
HEAD: Final = 17.0
QR: Final = 19.0
HEADS: Final = 10.4
FOOTER: Final = 5.0


def compare_section(
    army: Army, *, paper: str, orientation: str = "landscape", version: str, date: str, address: str = ""
) -> Section:
    """The comparison of ``army`` as a section, on its own paper.

    Args:
        paper: ``a4`` or ``letter``.
        orientation: ``landscape`` or ``portrait``.
        version, date: printed in the footer of every page.
        address: the army's address, for a QR code on the first page; empty for none.

    Raises:
        ValueError: an unknown paper or orientation.
    """
    for what, value, allowed in (("paper", paper, COMPARE_PAPERS), ("orientation", orientation, WAYS)):
        if value not in allowed:
            raise ValueError(f"There is no {what} {value!r} for a comparison. Choose one of {', '.join(allowed)}.")
    short, tall = PAPERS[paper]
    wide, high = (tall, short) if orientation == "landscape" else (short, tall)
    printable = Printable()
    compared = comparison(printable_texts(army, printable))
    digest = digest_of(compared)
    mark = f"Muster {version} · {date} · {digest}"
    pages = _Layout(compared, wide, high, printable.note).pages(mark, address)
    return Section("Systems compared", compared.title, digest, lambda sheet: picture_pages(pages))


class _Layout:
    """A comparison on pages of one size."""

    def __init__(self, compared: Comparison, wide: float, high: float, lacking: str) -> None:
        self.compared, self.wide, self.high, self.lacking = compared, wide, high, lacking
        self.left, self.right = MARGIN, wide - MARGIN
        self.grid = Grid(compared, self.left, self.right)
        self.foot = high - MARGIN - FOOTER

    def pages(self, mark: str, address: str) -> list[Picture]:
        """Pages of table and paragraphs, each with head and footer."""
        table = [*map(self.grid.row, self.compared.rows), self.grid.totals(self.compared.totals)]
        first = max(HEAD, QR + 2.0 if address else 0.0)
        filled = _broken(table, self.foot - MARGIN - first - HEADS, self.foot - MARGIN - 9.0 - HEADS)
        after = _broken(self._notes(), self.foot - MARGIN - 9.0, self.foot - MARGIN - 9.0)
        spare = self.foot - MARGIN - (first if len(filled) == 1 else 9.0) - HEADS - sum(x.high for x in filled[-1])
        together = len(after) == 1 and sum(line.high for line in after[0]) < spare
        bodies = [(page, True) for page in filled] + [(page, False) for page in after]
        if together:
            bodies[-2:] = [([*filled[-1], *after[0]], True)]
        out = []
        for number, (lines, is_table) in enumerate(bodies, 1):
            top = MARGIN + (first if number == 1 else 9.0)
            marks = self._head(number == 1, address) + (self.grid.heads(top) if is_table else [])
            y = top + (HEADS if is_table else 0.0)
            for line in lines:
                marks += line.draw(y)
                y += line.high
            marks += self._footer(mark, number, len(bodies))
            out.append(Picture(self.wide, self.high, tuple(marks), _outline(number, is_table)))
        return out

    def _head(self, first: bool, address: str) -> list[Mark]:
        """The head with army and battle; slim on later pages."""
        right = self.right - (QR + 4.0 if first and address else 0.0)
        size = 18.0 if first else 11.0
        what = "Systems compared"
        room = right - self.left - width(what, "dispi", 11) - 8.0
        title = fit(self.compared.title, "disp", size, round(room, 2))
        y = MARGIN + (7.4 if first else 4.4)
        marks: list[Mark] = [*type_set(self.left, y, title._replace(lines=(title.opening,)))]
        marks.append(Text(right, y, what, "dispi", 11, width(what, "dispi", 11), align="r"))
        if first:
            about = " · ".join(filter(None, (self.compared.commander, self.compared.occasion)))
            below = fit(about, "dispi", 11.0, round(right - self.left, 2))
            marks += type_set(self.left, y + 5.2, below._replace(lines=(below.opening,)))
            y += 5.2
            if address:
                marks.append(Code(address, self.right, MARGIN, QR))
        else:
            marks.append(Path(((self.left, y + 1.6), (right, y + 1.6)), THICK))
        return marks

    def _footer(self, mark: str, number: int, pages: int) -> list[Mark]:
        y = self.high - MARGIN
        page = f"page {number} of {pages}"
        return [
            Path(((self.left, y - 3.4), (self.right, y - 3.4)), FINE, INK),
            Text(self.left, y, mark, "text", 7, width(mark, "text", 7), grey=SOFT),
            Text(self.right, y, page, "text", 7, width(page, "text", 7), align="r", grey=SOFT),
        ]

    def _notes(self) -> list[Line]:
        """The paragraphs after the table, part by part."""
        out: list[Line] = []
        for title, entries in _parts(self.compared, self.lacking):
            if entries:
                out.append(heading(self.left, self.right, title))
                for entry in entries:
                    out += paragraph(self.left, self.right, entry)
        return out


def _outline(number: int, is_table: bool) -> str:
    return "Systems compared" if number == 1 else "Continued" if is_table else "Shares and disagreements"


def _parts(compared: Comparison, lacking: str) -> list[tuple[str, list[Entry]]]:
    headings = compared.headings
    shares = [
        Entry(
            f"{share.arm}, {share.units:,}.",
            "; ".join(
                f"{heading.title} {part:.1f} % ({weight:,} {heading.weight_word})"
                for heading, (weight, part) in zip(headings, share.parts, strict=True)
            ),
        )
        for share in compared.shares
    ]
    faults = [Entry(f"{heading.title}.", heading.fault_words) for heading in headings if heading.game]
    wholes = [
        Entry(f"{heading.title}, {heading.weight_word}.", f"{cell.why.sentence}.")
        for heading, cell in zip(headings, compared.whole, strict=True)
        if cell and cell.why
    ]
    columns = [
        Entry(f"{heading.title}.", "; ".join(f"{column.head}: {column.meaning}" for column in heading.columns))
        for heading in headings
    ]
    refused = [Entry(f"{heading.title}.", heading.refused) for heading in headings if heading.refused]
    marks = [Entry("*", mark) for mark in compared.marks]
    return [
        ("Share of each arm", shares),
        ("Largest differences between the systems", [Entry("", at.sentence) for at in compared.disagreements]),
        ("Problems by system", faults),
        ("The army as a whole", wholes),
        ("Marked numbers", marks),
        ("Columns", columns),
        ("Options not understood", refused),
        ("Characters", [Entry("", lacking)] if lacking else []),
    ]


def _broken(lines: list[Line], first: float, later: float) -> list[list[Line]]:
    """``lines`` on pages of these heights; a line that stays with the next never ends a page."""
    out: list[list[Line]] = [[]]
    used, room, at = 0.0, first, 0
    while at < len(lines):
        group = 1
        while lines[at + group - 1].keep and at + group < len(lines):
            group += 1
        need = sum(line.high for line in lines[at : at + group])
        if used + min(need, later) > room and out[-1]:
            out.append([])
            used, room = 0.0, later
        if need > later:
            group, need = 1, lines[at].high
        out[-1] += lines[at : at + group]
        used, at = used + need, at + group
    return out
