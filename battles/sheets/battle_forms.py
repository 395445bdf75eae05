"""Forms for every system: result, orders before the battle, dispatches with a receipt."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from armies.paper.marks import BOX, stripe
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, FOOTER, INK, RULE, SOFT, THICK, Sheet
from armies.paper.text_fit import fit
from armies.paper.typefaces import MM, Printable
from battles.engine.sheets.kit_list import Form, Grid, Kit
from battles.engine.sheets.muster_roll import Roll
from battles.sheets.form_page import field, one_line, ticks

KIND: Final = "Dispatches"
SLIP: Final = 40.0
SKETCH: Final = 44.0
"""Widths in millimetres of the receipt and of the sketch."""

DOTS: Final = 4.0
LINE: Final = 8.0
ORDERS: Final = ("Attack", "Support", "Hold", "Screen", "Withdraw", "March to")
"""Orders to tick on a dispatch if the system has no orders of its own."""

READ: Final = ("obeyed as written", "more boldly", "more cautiously", "courier lost")
MOST: Final = 100


def dispatches(orders: Sequence[str], title: str, nation: str, count: int) -> Section:
    """Numbered dispatch forms of a side.

    Args:
        orders: the system's orders to tick; empty for the default ones.
    """
    words = tuple(orders) or ORDERS

    def plan(sheet: Sheet) -> Planned:
        name = Printable()(title)
        numbers = list(range(1, count + 1))
        pages = [Page(partial(_page, words, name, nation, numbers[at : at + 2]), "") for at in range(0, count, 2)]
        return Planned([page._replace(outline="" if at else KIND) for at, page in enumerate(pages)])

    return Section(KIND, title, digest_of(words, title, nation, count), plan, single=True)


def _page(orders: Sequence[str], title: str, nation: str, numbers: Sequence[int], sheet: Sheet, folio: Folio) -> None:
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
        row += LINE
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
    count = int((low - top) // LINE)
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
        row += LINE
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
