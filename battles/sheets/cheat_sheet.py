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
from armies.paper.typefaces import Printable, printable_texts
from battles.engine.sheets.cheat_pages import Page, Table
from battles.sheets.cheat_columns import COLUMNS, Leaf, Paper, field_height
from battles.sheets.form_page import one_line

SIZES: Final = tuple(tenths / 10 for tenths in range(70, 97))
"""Sizes of type to try, in points."""
ORDER_WORTH: Final = 0.3
"""Loss of type size, in points, accepted to keep the tables in order."""
HEAD: Final = 13.0
"""Millimetres from the top of the field to the tables."""
OPTIONS: Final = "Options of this battle"
"""Title of the table of options that are not the usual ones."""
MOST_OPTIONS: Final = 90
"""Characters of options in the head, at most."""
QR: Final = 11.6
"""Side length in millimetres of the QR code that links to the rulebook."""


def cheat_sheet(
    pages: Sequence[Page], title: str, address: str = "", game: str = "", *, large: bool = False
) -> Section:
    """The cheat sheet of a system.

    Args:
        title: the club or battle whose rules these are.
        address: address of the rulebook's page, for the QR code; "" for none.
        game: name, version and options of the system, for the head.
        large: True for large type, on more pages.
    """
    return _section("Cheat sheet", pages, title, address, LARGE_TYPE if large else PLAIN, game)


def game_words(system: str, version: int, pages: Sequence[Page]) -> str:
    """Name and version of a system, and the options in force that are not the usual ones, from its cheat sheet."""
    changed = [row for page in pages for table in page.tables if table.title == OPTIONS for row in table.rows]
    named = "; ".join(f"{label.lower()}: {value}" for label, value, *_ in changed)
    many = f"{len(changed)} options are not the usual ones: see the table “{OPTIONS}”"
    options = "usual options" if not changed else named if len(named) <= MOST_OPTIONS else many
    return f"{system}, rules version {version} · {options}"


def teaching_sheet(lesson: Page, title: str, address: str = "") -> Section:
    """A worked example on one page, in two columns and larger type; arguments as for ``cheat_sheet``."""
    return _section("Teaching sheet", (lesson,), title, address, LARGE)


def reference_sheet(kind: str, pages: Sequence[Page], title: str, address: str = "", game: str = "") -> Section:
    """Tables to read in larger type, in two columns; arguments as for ``cheat_sheet``."""
    return _section(kind, pages, title, address, LARGE, game)


class Style(NamedTuple):
    """Sizes of type to try, in points, and numbers of columns."""

    sizes: tuple[float, ...]
    columns: tuple[int, ...]


PLAIN: Final = Style(SIZES, COLUMNS)
LARGE_TYPE: Final = Style(tuple(tenths / 10 for tenths in range(110, 131)), (2, 1))
LARGE: Final = Style(tuple(tenths / 10 for tenths in range(70, 116)), (2,))


def _section(kind: str, pages: Sequence[Page], title: str, address: str, style: Style, game: str = "") -> Section:
    words = tuple(pages)

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        drawn, troubles = [], []
        for page in words:
            tables = [printable_texts(table, printable) for table in page.tables]
            leaves = fitted(tables, field_height(sheet, HEAD), style)
            head = partial(heading, title=printable(title), of=printable(page.title), address=address, game=game)
            drawn += [pages_of.Page(partial(_draw, head, leaf), page.title) for leaf, _ in leaves]
            if style is not LARGE_TYPE:
                troubles += [_continues_note(page.title, first) for _, first in leaves[1:]]
        return Planned(drawn, (*troubles, *filter(None, [printable.trouble])))

    return Section(kind, title, digest_of(words, title, address, game, style), plan)


def fitted(tables: Sequence[Table], room: float, style: Style) -> list[tuple[Leaf, str]]:
    """Tables on one page in the largest type, or on several in the smallest; with the first title of each page.

    Raises:
        ValueError: a single row of a table is higher than a page.
    """
    paper = Paper(tables, room, style.columns)
    free = _largest(paper, style.sizes, strict=False)
    worth = [size for size in style.sizes if free and free[0] - ORDER_WORTH <= size <= free[0]]
    best = (_largest(paper, worth, strict=True) if worth else None) or free
    if best is not None:
        return [(best[1], tables[0].title)]
    count = next((n for n in range(len(tables) - 1, 0, -1) if _fits(tables[:n], room, style)), 0)
    if not count:
        return fitted([*_halves(tables[0]), *tables[1:]], room, style)
    return [*fitted(tables[:count], room, style), *fitted(tables[count:], room, style)]


def _largest(paper: Paper, sizes: Sequence[float], *, strict: bool) -> tuple[float, Leaf] | None:
    """The largest size in which the tables fit, and their arrangement; more columns if both fit in the same size."""
    best: tuple[float, Leaf] | None = None
    for columns in paper.columns:
        larger = [size for size in sizes if best is None or size > best[0]]
        first = 0 if best else len(larger) // 2
        best = _largest_in(paper, larger, columns, first, strict=strict) or best
    return best


def _largest_in(
    paper: Paper, sizes: Sequence[float], columns: int, tried: int, *, strict: bool
) -> tuple[float, Leaf] | None:
    """The largest size in so many columns. Sizes after the first are guessed from the paper that the last needs."""
    low, high = -1, len(sizes)
    best: tuple[float, Leaf] | None = None
    while high - low > 1:
        if leaf := paper.arranged(sizes[tried], strict=strict, columns=columns):
            best, low = (sizes[tried], leaf), tried
        else:
            high = tried
        guess = sizes[tried] * paper.spare(sizes[tried], columns) ** 0.5 if low < 0 or high == len(sizes) else 0.0
        near = next((place for place, size in enumerate(sizes) if size > guess), len(sizes)) - 1
        tried = max(low + 1, min(high - 1, near)) if guess else (low + high) // 2
    return best


def _fits(tables: Sequence[Table], room: float, style: Style) -> bool:
    return Paper(tables, room, style.columns).arranged(style.sizes[0], strict=False) is not None


def heading(sheet: Sheet, title: str, of: str, address: str, game: str = "") -> float:
    """Draw the title, the sheet's kind and ``game`` above the tables, and the rulebook's QR code at the right."""
    room = FIELD - (QR + 4.0 if address else 0.0)
    name = fit(title, "disp", 21, round(room * 0.68, 2))
    lines = len(name.lines)
    base = sheet.top + (7.6 if lines == 1 else 7.6 - (lines - 1) * name.lead * 0.6)
    sheet.fitted(sheet.left, base - (1.4 if game else 0.0), name)
    sheet.fitted(sheet.left, sheet.top + 10.6, one_line(fit(game, "text", 7.6, round(room, 2))), grey=SOFT)
    at = name.width + 4.0
    sheet.fitted(sheet.left + at, sheet.top + (6.2 if game else 7.6), fit(of, "dispi", 12.5, round(room - at, 2)))
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
