"""The comparison of an army under every system, for a file."""

from typing import Final

from armies.paper.cleaning import printable_texts
from armies.paper.faces import Printable, width
from armies.paper.fitting import fit
from armies.paper.section import Section, digest_of
from armies.paper.sheet import FINE, INK, SOFT, THICK
from armies.paper.words import Entry
from armies.rules.facts import Army
from armies.sheets.chart_model import PAPERS
from armies.sheets.chart_pdf import picture_pages
from armies.sheets.chart_picture import Code, Mark, Path, Picture, Text, type_set
from armies.sheets.compare_model import Comparison
from armies.sheets.compare_rows import Grid, Line, heading, paragraph
from armies.sheets.compare_service import comparison

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
    """The comparison of ``army``; its paper is its own.

    Args:
        paper: ``a4`` or ``letter``.
        orientation: ``landscape`` or ``portrait``.
        version, date: printed in the footer of every page.
        address: where the army is found; a QR code on the first page. None if empty.

    Raises:
        ValueError: an unknown paper or orientation.
    """
    for what, value, known in (("paper", paper, COMPARE_PAPERS), ("orientation", orientation, WAYS)):
        if value not in known:
            raise ValueError(f"There is no {what} {value!r} for a comparison: it is one of {', '.join(known)}.")
    short, tall = PAPERS[paper]
    wide, high = (tall, short) if orientation == "landscape" else (short, tall)
    printable = Printable()
    compared = comparison(printable_texts(army, printable))
    digest = digest_of(compared)
    mark = f"Muster {version} · {date} · {digest}"
    pages = _Layout(compared, wide, high, printable.note).pages(mark, address)
    return Section("The systems side by side", compared.title, digest, lambda sheet: picture_pages(pages))


class _Layout:
    """A comparison on pages of one size."""

    def __init__(self, compared: Comparison, wide: float, high: float, lacking: str) -> None:
        self.compared, self.wide, self.high, self.lacking = compared, wide, high, lacking
        self.left, self.right = MARGIN, wide - MARGIN
        self.grid = Grid(compared, self.left, self.right)
        self.foot = high - MARGIN - FOOTER

    def pages(self, mark: str, address: str) -> list[Picture]:
        """Table and paragraphs broken into pages, each with its head and footer."""
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
        """The army and its battle; slim on the pages that follow."""
        right = self.right - (QR + 4.0 if first and address else 0.0)
        size = 18.0 if first else 11.0
        what = "The systems side by side"
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
        """What stands after the table, part by part."""
        out: list[Line] = []
        for title, entries in _parts(self.compared, self.lacking):
            if entries:
                out.append(heading(self.left, self.right, title))
                for entry in entries:
                    out += paragraph(self.left, self.right, entry)
        return out


def _outline(number: int, is_table: bool) -> str:
    return "The systems side by side" if number == 1 else "Continued" if is_table else "Shares and disagreements"


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
        ("Shares of the arms", shares),
        ("Where the systems disagree most", [Entry("", at.sentence) for at in compared.disagreements]),
        ("What each finds wrong", faults),
        ("The army as a whole", wholes),
        ("What is marked", marks),
        ("Columns", columns),
        ("Options not understood", refused),
        ("Characters", [Entry("", lacking)] if lacking else []),
    ]


def _broken(lines: list[Line], first: float, later: float) -> list[list[Line]]:
    """``lines`` on pages of these heights; a line that keeps with the next never ends a page."""
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
