"""A cheat sheet on paper: its tables in columns of about equal height, in the largest type that fits.

If a page does not fit in the smallest type, it continues on another page, and a message names the first table there.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache, partial
from itertools import islice, pairwise, product
from typing import Final, NamedTuple

from msgspec.structs import replace

from armies.paper import page as pages_of
from armies.paper.marks import qr_code
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.typography import Printable, fit, printable_texts
from battles.engine.sheets.cheat_pages import Page, Table
from battles.sheets.cheat_block import LEADING, NEVER, Block, block
from battles.sheets.forms import one_line

MOST_STEPS: Final = 4_000
"""Most placements to try when blocks need not keep their order."""

FIRST: Final = 1e-6
"""Extra cost of each further column, so that the first of equal placements wins."""

Runs = list[list[int]]
"""The numbers of the blocks in each column, from the top."""


def assigned_columns(heights: Sequence[float], rooms: Sequence[float], gap: float, *, strict: bool) -> Runs | None:
    """The blocks of each column, for columns with these rooms; None if they do not fit.

    Blocks keep their order down the columns if possible, with about the same room left in each column. Else, unless
    ``strict``, they are near that order; within a column the order is kept.
    """
    runs = _in_order(heights, rooms, gap)
    return runs or (None if strict else _near_order(heights, rooms, gap))


def _in_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    sums = [0.0]
    for height in heights:
        sums.append(sums[-1] + height)
    best: tuple[float, Runs] | None = None
    for ends in _fitting_ends(sums, rooms, gap):
        spans = list(pairwise((0, *ends)))
        cost = sum(
            (1.0 + place * 1e-6) * (sums[end] - sums[start] + gap * max(0, end - start - 1)) ** 2
            for place, (start, end) in enumerate(spans)
        )
        if best is None or cost < best[0]:
            best = cost, [list(range(start, end)) for start, end in spans]
    return best[1] if best else None


def _fitting_ends(
    sums: Sequence[float], rooms: Sequence[float], gap: float, start: int = 0, least: int = 0
) -> Iterator[tuple[int, ...]]:
    """The ends of the run of blocks in each column if all runs fit; only the outer columns may be empty."""
    last = len(sums) - 1
    for end in range(least if len(rooms) > 1 else last, last + 1):
        if sums[end] - sums[start] + gap * max(0, end - start - 1) > rooms[0] + 0.01:
            return
        if len(rooms) == 1:
            yield (end,)
        else:
            yield from ((end, *others) for others in _fitting_ends(sums, rooms[1:], gap, end, end + 1))


def _near_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    """The first placement that fits, each block as near as possible to the one before it."""
    left = [room + gap for room in rooms]
    need = [height + gap for height in heights]
    if sum(need) > sum(left) + 0.01:
        return None
    columns: list[int] = []
    steps = 0

    def place(number: int, column: int) -> bool:
        nonlocal steps
        if number == len(need):
            return True
        for each in _nearest(column, len(left)):
            steps += 1
            if steps > MOST_STEPS or left[each] + 0.01 < need[number]:
                continue
            left[each] -= need[number]
            columns.append(each)
            if place(number + 1, each if each > column else column):
                return True
            columns.pop()
            left[each] += need[number]
        return False

    if not place(0, 0):
        return None
    return [[number for number, each in enumerate(columns) if each == column] for column in range(len(rooms))]


def _nearest(column: int, columns: int) -> Iterator[int]:
    """This column, those to its right, then those to its left, nearest first."""
    yield from range(column, columns)
    yield from range(column - 1, -1, -1)


GUTTER: Final = 5.0
"""Millimetres between columns, with a hairline in the middle."""

COLUMNS: Final = (3, 2)
"""Numbers of columns to try, in order."""

MOST_GAP: Final = 9.0
"""Most millimetres between two tables."""

WIDER: Final = 1.08
"""A table spans one more column if that saves paper by this factor."""

WORTH: Final = 1.35
"""Layouts are tried up to this factor of the least paper."""

TRIED: Final = 12
"""Most arrangements of wide tables to try at a size."""

DEEPER: Final = 2.2
"""Layouts deeper than this factor of the lowest are not tried, as their cells would be hard to read."""


class Put(NamedTuple):
    """A block and its top left corner, in millimetres from the top left corner of the field below the heading."""

    block: Block
    x: float
    y: float


class Leaf(NamedTuple):
    """A page of blocks, and the hairlines between its columns: x, top, foot."""

    puts: tuple[Put, ...]
    lines: tuple[tuple[float, float, float], ...] = ()

    def draw(self, sheet: Sheet, top: float) -> None:
        """Draw the page with its top left corner at the field's left and ``top``."""
        for x, first, last in self.lines:
            sheet.line(sheet.left + x, top + first, sheet.left + x, top + last, FINE, 0.55)
        for put in self.puts:
            put.block.draw(sheet, sheet.left + put.x, top + put.y)


class _Choice(NamedTuple):
    """The number of columns that a table spans, and its block."""

    across: int
    block: Block

    @property
    def paper(self) -> float:
        """Paper used: height in millimetres times columns."""
        return self.across * self.block.height


def measure(columns: int, across: int) -> float:
    """Width in millimetres of ``across`` columns of a page."""
    column = (FIELD - (columns - 1) * GUTTER) / columns
    return across * column + (across - 1) * GUTTER


class Paper:
    """Arranges tables on a page with ``room`` millimetres below its heading; blocks are cached."""

    def __init__(self, tables: Sequence[Table], room: float, columns: Sequence[int] = COLUMNS) -> None:
        self._tables = tables
        self.columns = columns
        self._room = room
        self._cache: dict[tuple[int, float], list[list[_Choice]]] = {}

    def within(self, room: float) -> "Paper":
        """The same tables in another room, with the same cache."""
        other = copy(self)
        other._room = room
        return other

    def arranged(self, size: float, *, strict: bool, columns: int = 0) -> Leaf | None:
        """The tables in type of that size, or None if they do not fit; in their order if ``strict``.

        They have as many ``columns``, or with 0 the first of the paper's numbers of columns that does.
        """
        for count in (columns,) if columns else self.columns:
            choices = self._choices(count, size)
            if sum(min(each.paper for each in layouts) for layouts in choices) > count * self._room:
                continue
            for chosen in islice(product(*choices), TRIED):
                if leaf := _placed(chosen, count, self._room, size * LEADING / 2, strict):
                    return leaf
        return None

    def spare(self, size: float, columns: int) -> float:
        """The paper of the page for each part that the tables need at a size; over 1 if there is some to spare."""
        need = sum(min(each.paper for each in layouts) for layouts in self._choices(columns, size))
        return columns * self._room / max(need, 1.0)

    def _choices(self, columns: int, size: float) -> list[list[_Choice]]:
        """The possible layouts of each table; the first table spans the page if it can."""
        if (columns, size) not in self._cache:
            choices = [_layouts(table, columns, size) for table in self._tables]
            for first in choices[:1]:
                first.sort(key=lambda each: -each.across)
            self._cache[columns, size] = choices
        return self._cache[columns, size]


def _layouts(table: Table, columns: int, size: float) -> list[_Choice]:
    """The possible layouts of a table, the best first."""
    most = columns if table.look == "grid" and len(table.columns) > 2 else 1
    narrow = _Choice(1, block(table, measure(columns, 1), size))
    if 2 * len(table.rows) * size * LEADING > narrow.paper * WORTH and narrow.block.height < NEVER:
        return [narrow]  # a wider one needs more paper, as each row has at least one line
    wider = (_Choice(across, block(table, measure(columns, across), size)) for across in range(2, most + 1))
    layouts = [narrow, *wider]
    fitting = [each for each in layouts if each.block.height < NEVER]
    if not fitting:
        return [_Choice(most, block(table, measure(columns, most), size, breaking=True))]
    least, lowest = min(each.paper for each in fitting), min(each.block.height for each in fitting)
    good = [each for each in fitting if each.paper <= least * WORTH and each.block.height <= lowest * DEEPER]
    return sorted(good, key=lambda each: each.paper * WIDER ** (each.across - 1))


def _placed(chosen: Sequence[_Choice], columns: int, room: float, gap: float, strict: bool) -> Leaf | None:
    """The blocks in their places; None if they need more room."""
    narrow = [each.block for each in chosen if each.across == 1]
    first = next((place for place, each in enumerate(chosen) if each.across < columns), len(chosen))
    above = [each.block for each in chosen[:first]]
    below = [each.block for each in chosen[first:] if each.across == columns]
    side = [each.block for each in chosen if 1 < each.across < columns]
    high, low, aside = (sum(each.height + gap for each in blocks) for blocks in (above, below, side))
    middle = room - high - low
    rooms = [middle - (aside if place else 0.0) for place in range(columns)]
    runs = assigned_columns([each.height for each in narrow], rooms, gap, strict=strict)
    if runs is None or min(rooms) < -gap - 0.01:
        return None
    stacks = [
        list(_stack([narrow[n] for n in run], place * _step(columns), high, high + column_room, gap))
        for place, (run, column_room) in enumerate(zip(runs, rooms, strict=True))
    ]
    ends = [put.y + put.block.height for stack in stacks for put in stack]
    foot = high + middle if side or below else max(ends, default=high)
    puts = [put for stack in stacks for put in stack]
    puts += _stack(above, 0.0, 0.0, high, gap)
    puts += _stack(side, _step(columns), high + rooms[-1] + gap, high + middle, gap)
    puts += _stack(below, 0.0, foot + gap if narrow else high, room, gap)
    return Leaf(tuple(puts), tuple(_lines(columns, high, rooms, foot)) if narrow else ())


def _lines(columns: int, high: float, rooms: Sequence[float], foot: float) -> Iterator[tuple[float, float, float]]:
    """Hairlines between columns; only the first continues beside tables that span the other columns."""
    for place in range(1, columns):
        yield place * _step(columns) - GUTTER / 2, high, foot if place == 1 else min(foot, high + rooms[place])


def _step(columns: int) -> float:
    """Distance in mm from the left of a column to the left of the next."""
    return measure(columns, 1) + GUTTER


def _stack(blocks: Sequence[Block], x: float, top: float, foot: float, gap: float) -> Iterator[Put]:
    """Blocks one below the other, with the spare room between them."""
    if not blocks:
        return
    free = foot - top - sum(each.height for each in blocks)
    between = min(MOST_GAP, max(gap, free / max(1, len(blocks) - 1)))
    for each in blocks:
        yield Put(each, x, top)
        top += each.height + between


def field_height(sheet: Sheet, head: float) -> float:
    """Millimetres for tables between a heading of that height and the footer."""
    return sheet.bottom - sheet.top - head - FOOTER - 2.2


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
LARGE_TYPE: Final = Style(tuple(tenths / 10 for tenths in range(105, 131)), (3, 2, 1))
LARGE: Final = Style(tuple(tenths / 10 for tenths in range(70, 116)), (2,))


def _section(kind: str, pages: Sequence[Page], title: str, address: str, style: Style, game: str = "") -> Section:
    words = (joined_page(pages),) if style is LARGE_TYPE else tuple(pages)

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        drawn, troubles = [], []
        for page in words:
            tables = tuple(printable_texts(table, printable) for table in page.tables)
            leaves = fitted(tables, field_height(sheet, HEAD), style)
            head = partial(heading, title=printable(title), of=printable(page.title), address=address, game=game)
            drawn += [pages_of.Page(partial(_draw, head, leaf), page.title) for leaf, _ in leaves]
            if style is not LARGE_TYPE:
                troubles += [_continues_note(page.title, first) for _, first in leaves[1:]]
        return Planned(drawn, (*troubles, *filter(None, [printable.trouble])))

    return Section(kind, title, digest_of(words, title, address, game, style), plan)


def joined_page(pages: Sequence[Page]) -> Page:
    """All tables under the first title, so that no page of large type is left half empty at the end of a topic."""
    return Page(pages[0].title, tuple(table for page in pages for table in page.tables))


@lru_cache(maxsize=32)
def fitted(tables: tuple[Table, ...], room: float, style: Style) -> tuple[tuple[Leaf, str], ...]:
    """Tables on one page in the largest type, or on several in the smallest; with the first title of each page.

    The same tables are printed again and again: for a preview, for each packet, for the ink that a print needs.

    Raises:
        ValueError: a single row of a table is higher than a page.
    """
    paper = Paper(tables, room, style.columns)
    free = _largest(paper, style.sizes, strict=False)
    worth = [size for size in style.sizes if free and free[0] - ORDER_WORTH <= size <= free[0]]
    best = (_largest(paper, worth, strict=True) if worth else None) or free
    if best is not None:
        return ((best[1], tables[0].title),)
    count = next((n for n in range(len(tables) - 1, 0, -1) if _fits(tables[:n], room, style)), 0)
    if not count:
        return fitted((*_halves(tables[0]), *tables[1:]), room, style)
    return (*fitted(tables[:count], room, style), *fitted(tables[count:], room, style))


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
