"""Forms with lines, boxes and tables; those of every system: result, orders, dispatches with a receipt."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper.marks import BOX, CHECK_ROOM, check_line, stripe
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, INK, RULE, SOFT, THICK, Sheet
from armies.paper.typography import MM, SMALLEST, Face, Fits, Fitted, Printable, fit, usable_face, width, wrap
from battles.engine.sheets.kit_list import Form, Grid, Kit
from battles.engine.sheets.muster_roll import Roll

HEAD: Final = 14.4
"""Millimetres from the top of the field to the part below the head."""
TITLE: Final = 18.0
LONG: Final = 60
"""Most characters of a name in a sentence."""
LINE: Final = 8.4
ROW: Final = 7.0
"""Height in millimetres of a line to write on, and of a table row."""
BESIDE: Final = 6.0
"""Millimetres between two lines side by side."""
LABEL: Final = 2.2
"""Width of the column of row labels, as a multiple of another column."""
SHORT: Final = 12
"""Most rows of a table that stays on one page."""
TEXT: Final = 8.2
TEXT_LEAD: Final = 3.6
CELL: Final = 8.2


def head(sheet: Sheet, what: str, whose: str, note: str = "") -> None:
    """Draw the head: ``what`` large, ``whose`` beside it, a note below."""
    base = sheet.top + 7.0
    sheet.text(sheet.left, base, what, "disp", TITLE)
    beside = sheet.left + width(what, "disp", TITLE) + 4.0
    name = fit(whose, "dispi", 12.5, round(sheet.right - beside, 2))
    sheet.fitted(beside, base, one_line(name))
    sheet.text(sheet.left, base + 4.2, note, "text", 7.2, grey=SOFT)


def sheet_of(what: str, whose: str) -> str:
    """The name of a sheet in a sentence."""
    return f"{what} of {whose if len(whose) <= LONG else whose[:LONG].rstrip() + '…'}"


def on_one_line(words: str, face: Face, size: float, measure: float) -> Fitted:
    """Words on one line, made smaller to fit ``measure`` mm, down to the smallest size."""
    face = usable_face(face, words)
    wide = width(words, face, size)
    return Fitted((words,), face, size if wide <= measure else max(SMALLEST, size * measure / wide), 1.0)


def one_line(words: Fitted) -> Fitted:
    """Only the first line of words that are printed in full elsewhere."""
    return words._replace(lines=(words.opening,))


def room(sheet: Sheet, *, scaled: bool) -> tuple[float, float]:
    """Top and bottom of the part of a page below the head; a scaled page leaves room for the check line."""
    return sheet.top + HEAD, sheet.bottom - FOOTER - 2.0 - (CHECK_ROOM if scaled else 0.0)


def check(sheet: Sheet) -> None:
    """Draw the check line above the footer."""
    check_line(sheet, sheet.left, sheet.bottom - FOOTER - 4.0)


class Piece(NamedTuple):
    """A part of a form without a page break in it: its height in millimetres, and a function that draws it.

    ``holds``: it stays on the page of the next piece. ``repeats``: it may repeat to the foot of the page.
    """

    high: float
    draw: Callable[[Sheet, float], None]
    holds: bool = False
    repeats: bool = False


def form_section(form: Form, title: str) -> Section:
    """The section of a form, with its title and owner."""

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        fits = Fits(sheet_of(form.title, printable(title)))
        pieces = _pieces(form, printable, fits)
        top, foot = room(sheet, scaled=False)
        pages = []
        for number, here in enumerate(_split_into_pages(pieces, foot - top)):
            drawn = partial(_page, form.title, printable(title), form.rule, here)
            pages.append(Page(drawn, "" if number else form.title))
        return Planned(pages, tuple(fits.troubles))

    return Section(form.title, title, digest_of(form, title), plan)


def _page(what: str, whose: str, rule: str, pieces: Sequence[Piece], sheet: Sheet, folio: Folio) -> None:
    head(sheet, what, whose)
    sheet.text(sheet.right, sheet.top + 13.0, rule, "text", 6.5, "r", SOFT)
    sheet.scotch(sheet.top + 10.0)
    y = sheet.top + 14.4
    for piece in pieces:
        piece.draw(sheet, y)
        y += piece.high


def _split_into_pages(pieces: Sequence[Piece], high: float) -> list[list[Piece]]:
    """Pieces split into pages; empty rows at the end fill the last page."""
    pages: list[list[Piece]] = [[]]
    used = 0.0
    for place, piece in enumerate(pieces):
        end = place
        while pieces[end].holds and end + 1 < len(pieces):
            end += 1
        need = sum(each.high for each in pieces[place : end + 1])
        if pages[-1] and used + min(need, high) > high:
            pages.append([])
            used = 0.0
        pages[-1].append(piece)
        used += piece.high
    last = pages[-1][-1:]
    if last and last[0].repeats:
        pages[-1] += last * int((high - used) // last[0].high)
    return pages


def _pieces(form: Form, printable: Printable, fits: Fits) -> list[Piece]:
    pieces = []
    if form.text:
        lines = wrap(form.text, "text", TEXT, FIELD)
        pieces.append(Piece(len(lines) * TEXT_LEAD + 1.6, partial(_text, lines)))
    pieces += [Piece(LINE, partial(_lines, form.lines[at : at + 2])) for at in range(0, len(form.lines), 2)]
    if form.ticks:
        pieces.append(Piece(LINE, partial(_ticks, form.ticks)))
    for grid in form.grids:
        widths = _widths(grid)
        pieces.append(
            Piece(3.2 + ROW + 4.6, partial(_grid_head, widths, grid.rule, _heads(grid, widths, fits), grid.title), True)
        )
        labels = [fits.box(printable(each), "text", CELL, widths[0] - 2.0, ROW - 0.8) for each in grid.rows]
        short = not grid.blank and len(labels) <= SHORT
        last = len(labels) - 1
        pieces += [Piece(ROW, partial(_row, widths, label), short and at < last) for at, label in enumerate(labels)]
        pieces += [Piece(ROW, partial(_row, widths, None), repeats=True)] * grid.blank
    if form.writing:
        pieces.append(Piece(6.0, partial(_caption, form.caption), True))
    pieces += [Piece(LINE, _rule, repeats=True)] * form.writing
    return pieces


def _text(lines: Sequence[str], sheet: Sheet, y: float) -> None:
    for place, line in enumerate(lines):
        sheet.text(sheet.left, y + 2.6 + place * TEXT_LEAD, line, "text", TEXT)


def _lines(labels: Sequence[str], sheet: Sheet, y: float) -> None:
    wide = FIELD if len(labels) == 1 else (FIELD - BESIDE) / 2
    for place, label in enumerate(labels):
        field(sheet, sheet.left + place * (wide + BESIDE), y + LINE - 1.6, wide, label)


def field(sheet: Sheet, x: float, y: float, wide: float, label: str) -> None:
    """Draw a line to write on, with its label in italics at the start."""
    used = sheet.text(x, y, label, "dispi", 10)
    sheet.rule(x + used + 1.4, y + 0.5, x + wide, FINE)


def _ticks(words: Sequence[str], sheet: Sheet, y: float) -> None:
    ticks(sheet, sheet.left, y + LINE - 2.0, FIELD, words)


def ticks(sheet: Sheet, x: float, y: float, wide: float, words: Sequence[str], size: float = 9.0) -> None:
    """Draw words with a box each, spread over ``wide`` mm; smaller type if they do not fit."""
    need = [width(word, "text", size) + BOX + 1.2 for word in words]
    if sum(need) + 2.0 * (len(words) - 1) > wide and size > 6.5:
        ticks(sheet, x, y, wide, words, size - 0.25)
        return
    gap = (wide - sum(need)) / max(1, len(words) - 1) if len(words) > 1 else 0.0
    for word, takes in zip(words, need, strict=True):
        sheet.rects([(x, y - 2.7)], BOX, BOX, weight=RULE)
        sheet.text(x + BOX + 1.2, y, word, "text", size)
        x += takes + gap


def _caption(words: str, sheet: Sheet, y: float) -> None:
    sheet.caps(sheet.left, y + 4.4, words, 7.6)


def _rule(sheet: Sheet, y: float) -> None:
    sheet.rule(sheet.left, y + LINE, sheet.right, FINE, FAINT)


def _widths(grid: Grid) -> tuple[float, ...]:
    """Column widths in millimetres; the first column is for names."""
    share = FIELD / (len(grid.columns) - 1 + LABEL)
    return (share * LABEL, *(share for _ in grid.columns[1:]))


def _heads(grid: Grid, widths: Sequence[float], fits: Fits) -> list[Fitted]:
    return [
        fits.box(words, "semi", 7.8, wide - 1.6, ROW - 0.6) for words, wide in zip(grid.columns, widths, strict=True)
    ]


def _grid_head(widths: Sequence[float], rule: str, heads: Sequence[Fitted], title: str, sheet: Sheet, y: float) -> None:
    _caption(title, sheet, y + 1.6)
    sheet.text(sheet.right, y + 6.0, rule, "text", 6.5, "r", SOFT)
    y += 3.2 + 4.6
    sheet.rule(sheet.left, y, sheet.right, RULE)
    x = sheet.left
    for words, wide in zip(heads, widths, strict=True):
        sheet.centred(x, y + ROW / 2, words)
        x += wide
    sheet.rule(sheet.left, y + ROW, sheet.right, FINE)


def _row(widths: Sequence[float], label: Fitted | None, sheet: Sheet, y: float) -> None:
    if label is not None:
        sheet.centred(sheet.left, y + ROW / 2, label)
    x = sheet.left
    for wide in widths[:-1]:
        x += wide
        sheet.line(x - 1.0, y + 1.4, x - 1.0, y + ROW, FINE, FAINT)
    sheet.rule(sheet.left, y + ROW, sheet.right, FINE, FAINT)


KIND: Final = "Dispatches"
SLIP: Final = 40.0
SKETCH: Final = 44.0
"""Widths in millimetres of the receipt and of the sketch."""

DOTS: Final = 4.0
DISPATCH_LINE: Final = 8.0
ORDERS: Final = ("Attack", "Support", "Hold", "Screen", "Withdraw", "March to")
"""Orders to tick on a dispatch if the system has no orders of its own."""

READ: Final = ("obeyed as written", "more boldly", "more cautiously", "courier lost")
MOST_DISPATCHES: Final = 100


def dispatches(orders: Sequence[str], title: str, nation: str, count: int) -> Section:
    """Numbered dispatch forms of a side.

    Args:
        orders: the system's orders to tick; empty for the default ones.
    """
    words = tuple(orders) or ORDERS

    def plan(sheet: Sheet) -> Planned:
        name = Printable()(title)
        numbers = list(range(1, count + 1))
        pages = [
            Page(partial(_dispatch_page, words, name, nation, numbers[at : at + 2]), "") for at in range(0, count, 2)
        ]
        return Planned([page._replace(outline="" if at else KIND) for at, page in enumerate(pages)])

    return Section(KIND, title, digest_of(words, title, nation, count), plan, single=True)


def _dispatch_page(
    orders: Sequence[str], title: str, nation: str, numbers: Sequence[int], sheet: Sheet, folio: Folio
) -> None:
    gap = 9.6
    high = (sheet.bottom - FOOTER - 3.0 - sheet.top - gap) / 2
    for place, number in enumerate(numbers):
        _form(sheet, sheet.top + place * (high + gap), high, orders, title, nation, number)
    if len(numbers) > 1:
        sheet.rule(0, sheet.top + high + gap / 2, sheet.w, FINE, dash=(1.2 * MM, 1.2 * MM))


def _form(sheet: Sheet, y: float, high: float, orders: Sequence[str], title: str, nation: str, number: int) -> None:
    left, body = sheet.left, sheet.right - SLIP - 8.0
    wide = body - left
    _over(sheet, left, body, y, nation)
    used = sheet.text(left, y + 9.2, "Dispatch", "disp", 20) + 3.2
    tail = sheet.text(body, y + 9.2, f"No. {number}", "disp", 12, "r")
    name = fit(title, "dispi", 12, round(wide - used - tail - 3.0, 2))
    sheet.fitted(left + used, y + 9.2, one_line(name))
    row = y + 19.2
    for labels in (("To", "From"), ("Place", "Hour sent", "Turn"), ("Courier", "By way of", "Due")):
        each = (wide - 6.0 * (len(labels) - 1)) / len(labels)
        for place, label in enumerate(labels):
            field(sheet, left + place * (each + 6.0), row, each, label)
        row += DISPATCH_LINE
    row += 0.4
    ticks(sheet, left, row, wide, orders)
    sheet.rule(left, row + 4.0, body, RULE)
    low = y + high - 13.6
    _writing(sheet, left, body, row + 4.0, low)
    row = y + high - 5.6
    ticks(sheet, left, row, wide * 0.40, ("at once", "at the hour of"))
    sheet.rule(left + wide * 0.40 + 1.6, row + 0.5, left + wide * 0.53, FINE)
    field(sheet, left + wide * 0.56, row, wide * 0.44, "Signed")
    _receipt(sheet, y, high, number)


def _over(sheet: Sheet, left: float, right: float, y: float, nation: str) -> None:
    """Draw the stripe above and the rules below a heading."""
    stripe(sheet, nation, y, x=left, right=right)
    sheet.rule(left, y + 11.4, right, THICK)
    sheet.rule(left, y + 12.0, right, FINE)


def _writing(sheet: Sheet, left: float, body: float, top: float, low: float) -> None:
    """Draw lines to write on, and a field for a sketch with a north arrow."""
    count = int((low - top) // DISPATCH_LINE)
    pitch = (low - top) / count
    for place in range(1, count + 1):
        sheet.rule(left, top + place * pitch, body - SKETCH - 5.0, FINE, FAINT)
    x, y, high = body - SKETCH, top + 3.2, low - top - 3.2
    sheet.rects([(x, y)], SKETCH, high, weight=RULE)
    corners = [
        (x + across * DOTS - 0.12, y + down * DOTS - 0.12)
        for across in range(1, int(SKETCH / DOTS))
        for down in range(1, int((high - 1.0) / DOTS) + 1)
        if not (across <= 2 and down <= 2) and not (down * DOTS > high - 5.0 and across > SKETCH / DOTS - 4)
    ]
    sheet.rects(corners, 0.24, 0.24, fill=FAINT, stroke=False)
    sheet.text(body - 1.2, low - 1.4, "sketch", "dispi", 8.5, "r", SOFT)
    sheet.line(x + 2.6, y + 8.0, x + 2.6, y + 2.4, RULE)
    sheet.ink(INK)
    tip = " l ".join(sheet.point(x + right, y + down) for right, down in ((2.6, 1.2), (1.8, 3.4), (3.4, 3.4)))
    sheet.put(f"{tip.replace(' l ', ' m ', 1)} l h f")
    sheet.text(x + 4.4, y + 3.6, "N", "disp", 8)


def _receipt(sheet: Sheet, y: float, high: float, number: int) -> None:
    x, right = sheet.right - SLIP, sheet.right
    sheet.line(x - 4.0, y, x - 4.0, y + high, FINE, dash=(1.2 * MM, 1.2 * MM))
    sheet.text(x, y + 9.2, "Receipt", "disp", 14)
    sheet.text(right, y + 9.2, f"No. {number}", "disp", 12, "r")
    sheet.rule(x, y + 11.4, right, THICK)
    sheet.rule(x, y + 12.0, right, FINE)
    row = y + 19.2
    for label in ("To", "Sent, hour", "Received, hour", "Turn", "Delay", "Read by"):
        field(sheet, x, row, SLIP, label)
        row += DISPATCH_LINE
    row += 0.6
    for word in READ:
        sheet.rects([(x, row - 2.7)], BOX, BOX, weight=RULE)
        sheet.text(x + BOX + 1.4, row, word, "text", 9)
        row += 6.4
    field(sheet, x, y + high - 5.6, SLIP, "Umpire")


ROWS: Final = 20
"""Table rows that fit on a page of the result."""

FORMATIONS: Final = 5
COMMANDS: Final = 10
"""Least rows for formations and for commands if no side is given."""

COLUMNS: Final = ("Formation", "Side", "Units at the start", "Units lost", "Broken in turn", "Remarks")


def result_form(kit: Kit, rolls: Sequence[Roll] = ()) -> Form:
    """The result form: turns, losses by formation, and the system's score.

    Args:
        rolls: sides whose formations are printed on the form.
    """
    named = tuple(group.place for roll in rolls for group in roll.groups)
    score_rows = sum(len(grid.rows) + grid.blank + 1 for grid in kit.reckoning)
    blank = max(2, FORMATIONS - len(named), ROWS - score_rows - len(named))
    losses = Grid(title="Losses by formation", columns=COLUMNS, rows=named, blank=blank)
    return Form(
        key="result",
        title="Result of the battle",
        text="Fill this in after the battle. Enter it on the battle's page or give it to the umpire.",
        lines=(
            "Battle",
            "Date",
            "First side",
            "Player",
            "Second side",
            "Player",
            "Turns played",
            "Umpire",
            "Winner",
            "How",
        ),
        grids=(losses, *kit.reckoning),
        writing=1,
        caption="What happened",
    )


def orders_form(kit: Kit, roll: Roll | None = None) -> Form:
    """The orders form: what each command shall do, written before the battle; with the system's orders."""
    commands = _commands(roll) if roll else ()
    grid = Grid(
        title="Commands",
        columns=("Command", "Commander", "Order", "Objective", "When"),
        rows=commands,
        blank=max(2, COMMANDS - len(commands)),
    )
    chosen = ", ".join(order.word for order in kit.orders)
    text = f"Orders: {chosen}." if chosen else "Before the first turn, write down the orders of each command."
    lines = ("Side", "Commander", "Battle", "Date")
    return Form(key="plan", title="Plan of battle", text=text, lines=lines, grids=(grid,), writing=8, caption="Intent")


def _commands(roll: Roll) -> tuple[str, ...]:
    """The commands directly above the groups; a group without one above is its own command."""
    return tuple(dict.fromkeys(group.above[-1] if group.above else group.title for group in roll.groups))
