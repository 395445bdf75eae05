"""A cheat sheet on paper: each of its pages on one sheet, in the largest type that fits.

If a page does not fit in the smallest type, it continues on another page, and a message names the first table there.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from armies.paper import page as pages_of
from armies.paper.marks import qr_code
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FIELD, SOFT, Sheet
from armies.paper.text_fit import fit
from armies.paper.typefaces import Printable
from battles.engine.sheets.cheat_pages import Page, Table
from battles.sheets.cheat_columns import COLUMNS, Leaf, Paper, field_height

SIZES: Final = tuple(tenths / 10 for tenths in range(70, 97))
"""Sizes of type to try, in points."""
ORDER_WORTH: Final = 0.3
"""Loss of type size, in points, accepted to keep the tables in order."""
HEAD: Final = 13.0
"""Millimetres from the top of the field to the tables."""
QR: Final = 11.6
"""Side length in millimetres of the QR code that links to the rulebook."""


def cheat_sheet(pages: Sequence[Page], title: str, address: str = "") -> Section:
    """The cheat sheet of a system.

    Args:
        title: the club or battle whose rules these are.
        address: address of the rulebook's page, for the QR code; "" for none.
    """
    return _section("Cheat sheet", pages, title, address, PLAIN)


def teaching_sheet(lesson: Page, title: str, address: str = "") -> Section:
    """A worked example on one page, in two columns and larger type; arguments as for ``cheat_sheet``."""
    return _section("Teaching sheet", (lesson,), title, address, LARGE)


class Style(NamedTuple):
    """Sizes of type to try, in points, and numbers of columns."""

    sizes: tuple[float, ...]
    columns: tuple[int, ...]


PLAIN: Final = Style(SIZES, COLUMNS)
LARGE: Final = Style(tuple(tenths / 10 for tenths in range(70, 116)), (2,))


def _section(kind: str, pages: Sequence[Page], title: str, address: str, style: Style) -> Section:
    words = tuple(pages)

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        drawn, troubles = [], []
        for page in words:
            leaves = fitted(page.tables, field_height(sheet, HEAD), printable, style)
            head = partial(heading, title=printable(title), of=printable(page.title), address=address)
            drawn += [pages_of.Page(partial(_draw, head, leaf), page.title) for leaf, _ in leaves]
            troubles += [_continues_note(page.title, first) for _, first in leaves[1:]]
        return Planned(drawn, (*troubles, *filter(None, [printable.note])))

    return Section(kind, title, digest_of(words, title, address), plan)


def fitted(tables: Sequence[Table], room: float, printable: Printable, style: Style) -> list[tuple[Leaf, str]]:
    """Tables on one page in the largest type, or on several in the smallest; with the first title of each page.

    Raises:
        ValueError: a single row of a table is higher than a page.
    """
    paper = Paper(tables, room, printable, style.columns)
    ordered, free = _largest(paper, style.sizes, strict=True), _largest(paper, style.sizes, strict=False)
    best = ordered if ordered and free and ordered[0] >= free[0] - ORDER_WORTH else free
    if best is not None:
        return [(best[1], tables[0].title)]
    count = next((n for n in range(len(tables) - 1, 0, -1) if _fits(tables[:n], room, printable, style)), 0)
    if not count:
        return fitted([*_halves(tables[0]), *tables[1:]], room, printable, style)
    return [*fitted(tables[:count], room, printable, style), *fitted(tables[count:], room, printable, style)]


def _largest(paper: Paper, sizes: Sequence[float], *, strict: bool) -> tuple[float, Leaf] | None:
    """The largest size in which the tables fit, and their arrangement."""
    low, high = -1, len(sizes)
    best: tuple[float, Leaf] | None = None
    while high - low > 1:
        middle = (low + high) // 2
        if leaf := paper.arranged(sizes[middle], strict=strict):
            best, low = (sizes[middle], leaf), middle
        else:
            high = middle
    return best


def _fits(tables: Sequence[Table], room: float, printable: Printable, style: Style) -> bool:
    return Paper(tables, room, printable, style.columns).arranged(style.sizes[0], strict=False) is not None


def heading(sheet: Sheet, title: str, of: str, address: str) -> float:
    """Draw the title and the sheet's kind above the tables, and the QR code of the rulebook at the right."""
    room = FIELD - (QR + 4.0 if address else 0.0)
    name = fit(title, "disp", 21, round(room * 0.68, 2))
    lines = len(name.lines)
    base = sheet.top + (7.6 if lines == 1 else 7.6 - (lines - 1) * name.lead * 0.6)
    sheet.fitted(sheet.left, base, name)
    at = name.width + 4.0
    sheet.fitted(sheet.left + at, sheet.top + 7.6, fit(of, "dispi", 12.5, round(room - at, 2)))
    if address:
        qr_code(sheet, address, sheet.right, sheet.top - 1.0, QR)
        sheet.text(sheet.right - QR - 2.0, sheet.top + 7.6, "rulebook", "ital", 7.2, "r", SOFT)
    return sheet.top + HEAD


def _draw(head: partial[float], leaf: Leaf, sheet: Sheet, folio: pages_of.Folio) -> None:
    leaf.draw(sheet, head(sheet))


def _halves(table: Table) -> tuple[Table, Table]:
    """A table that is higher than a page, split in two."""
    if len(table.rows) < 2:
        raise ValueError(f"The table {table.title!r} of the cheat sheet has a row that is higher than a page.")
    half = len(table.rows) // 2
    first = replace(table, rows=table.rows[:half], needs=(), groups=(), note="", notes=())
    return first, replace(table, rows=table.rows[half:], needs=(), groups=())


def _continues_note(page: str, title: str) -> str:
    rest = f"the table “{title}” and those after it are on another page"
    return f"{page} does not fit on one page in {SIZES[0]:g} pt: {rest}."
