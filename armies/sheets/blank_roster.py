"""A roster with nothing in it, to be written by hand: the columns of a system's roster, empty lines and boxes."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, NamedTuple

from armies.paper import marks
from armies.paper.fitting import fit
from armies.paper.pages import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, TINT, Sheet
from armies.rules.lists import LISTS
from battles.rules import SYSTEMS
from battles.rules.easy_napoleonics.words_names import LEVEL_WORDS
from battles.rules.mini_nap.tables import COMMANDERS

HEAD: Final = 20.0
COLUMN_HEADS: Final = 8.4
GROUP: Final = 9.4
ROW: Final = 6.6
GAP: Final = 2.4
LEVEL: Final = 6.2
"""Heights in mm, and from one box of a level to the next."""
BRIGADE_BOXES: Final = 10
"""Loss boxes of a blank brigade."""
MOST_PAGES: Final = 50


class Column(NamedTuple):
    """A column: ``wide`` in mm, and ``boxes`` to strike by the words over them, ``grey`` the last of them."""

    title: str
    wide: float
    align: Literal["l", "c", "r"] = "l"
    boxes: tuple[str, ...] = ()
    grey: bool = False


class Blank(NamedTuple):
    """An empty roster: labels of lines at the head and over each group, how many rows a group has, its columns.

    ``ratings`` are boxes to cross for the commander of a group's head, ``lost`` boxes for units lost.
    """

    system: str
    head: tuple[str, ...]
    group: tuple[str, ...]
    rows: int
    columns: tuple[Column, ...]
    ratings: tuple[str, ...] = ()
    lost: int = 0


def blank_roster(system: str, pages: int = 1) -> Section:
    """``pages`` equal pages of an empty roster.

    Raises:
        ValueError: an unknown system.
    """
    if system not in BLANKS:
        raise ValueError(f"There is no roster for {system!r}: it is one of {', '.join(BLANKS)}.")
    blank = BLANKS[system]()

    def plan(sheet: Sheet) -> Planned:
        return Planned([Page(partial(_draw, blank))] * pages)

    return Section("Blank roster", SYSTEMS[system].title, digest_of(system, pages), plan)


def _draw(blank: Blank, sheet: Sheet, folio: Folio) -> None:
    y = sheet.top
    sheet.scotch(y)
    title = SYSTEMS[blank.system].title
    wide = sheet.text(sheet.left, y + 7.6, title, "disp", 16)
    sheet.text(sheet.left + wide + 3.0, y + 7.6, "roster", "dispi", 13)
    _labels(sheet, blank.head, sheet.left, sheet.right, y + 16.0)
    y += HEAD
    if blank.ratings:
        _ratings(sheet, blank.ratings, y + 1.4)
        y += 6.0
    _column_heads(sheet, blank.columns, y)
    y += COLUMN_HEADS
    group = GROUP + blank.rows * ROW + GAP
    room = sheet.bottom - FOOTER - 1.0 - y
    count = max(1, int((room + GAP) // group))
    tall = ROW + max(0.0, room + GAP - count * group) / (count * blank.rows)
    for _ in range(count):
        y = _group(sheet, blank, y, tall)


def _labels(sheet: Sheet, labels: tuple[str, ...], left: float, right: float, y: float) -> None:
    """Lines to write on, each behind its label."""
    each = (right - left) / len(labels)
    for index, label in enumerate(labels):
        x = left + index * each
        wide = sheet.text(x, y, label, "ital", 8.2, grey=SOFT)
        sheet.rule(x + wide + 1.4, y + 0.6, x + each - 3.0, FINE)


def _ratings(sheet: Sheet, ratings: tuple[str, ...], y: float) -> None:
    x = sheet.left
    for words in ratings:
        marks.crossed(sheet, x, y - 2.6, False)
        x += 4.2 + sheet.text(x + 4.2, y, words, "text", 8.2) + 3.0


def _column_heads(sheet: Sheet, columns: tuple[Column, ...], y: float) -> None:
    sheet.rule(sheet.left, y, sheet.right, RULE)
    x = sheet.left
    for column in columns:
        at = {"l": x, "c": x + column.wide / 2, "r": x + column.wide - 1.6}[column.align]
        words = fit(column.title, "semi", 7.4, round(column.wide - 0.6, 2))
        if column.align == "c":
            at -= words.width / 2
        elif column.align == "r":
            at -= words.width
        sheet.text(at, y + 3.6, words.opening, words.face, words.size, squeeze=words.squeeze)
        for index, word in enumerate(column.boxes):
            middle = x + index * _step(column) + marks.BOX / 2
            sheet.text(middle, y + 6.8, word, "ital", 6.5, "c", SOFT)
        x += column.wide


def _step(column: Column) -> float:
    """From box to box: of plain ones, of those with a letter, of those with a word."""
    longest = max(map(len, column.boxes), default=0)
    return marks.PITCH if longest < 1 else 4.4 if longest < 3 else LEVEL


def _group(sheet: Sheet, blank: Blank, y: float, tall: float) -> float:
    right = sheet.right
    if blank.lost:
        right -= marks.boxes_width(blank.lost) + 10.0
        marks.boxes(sheet, sheet.right - marks.boxes_width(blank.lost), y + 3.0, blank.lost)
        sheet.text(sheet.right - marks.boxes_width(blank.lost) - 1.6, y + 5.7, "lost", "text", 7.6, "r", SOFT)
    _labels(sheet, blank.group, sheet.left, right, y + 5.7)
    y += GROUP
    sheet.rule(sheet.left, y - 1.2, sheet.right, RULE)
    for _ in range(blank.rows):
        _row(sheet, blank.columns, y, tall)
        y += tall
    return y + GAP


def _row(sheet: Sheet, columns: tuple[Column, ...], y: float, tall: float) -> None:
    x = sheet.left
    for column in columns:
        if column.boxes:
            step, top = _step(column), y + (tall - marks.BOX) / 2
            if step == marks.PITCH:
                marks.boxes(sheet, x, top, len(column.boxes))
            else:
                corners = [(x + index * step, top) for index in range(len(column.boxes))]
                sheet.rects(corners[:-1] if column.grey else corners, marks.BOX, marks.BOX)
                sheet.rects(corners[-1:] if column.grey else [], marks.BOX, marks.BOX, fill=TINT)
        else:
            sheet.rule(x, y + tall - 0.8, x + column.wide - 1.6, FINE, FAINT)
        x += column.wide


def _mini_nap() -> Blank:
    return Blank(
        "mini_nap",
        ("Army", "Corps", "Division", "Commander"),
        ("Brigade", "Commander"),
        7,
        (
            Column("Unit", 46.0),
            Column("Type", 22.0),
            Column("Rating", 17.0),
            Column("Needs", 11.0, "c"),
            Column("SP", 8.0, "c"),
            Column("Strike one a hit", 42.0, boxes=("",) * 10),
            *(Column(title, 10.0, "c") for title in ("line", "column", "skirm.")),
            Column("Notes", 14.0),
        ),
        tuple(f"{row.word} {row.radius}" for row in COMMANDERS.values()),
        BRIGADE_BOXES,
    )


def _easy_napoleonics() -> Blank:
    levels = tuple(LEVEL_WORDS.values())
    return Blank(
        "easy_napoleonics",
        ("Army", "Leader", "Points", "Victory points"),
        ("Brigade", "Commander"),
        7,
        (
            Column("Unit", 52.0),
            Column("Kind", 26.0),
            Column("Grade", 19.0),
            *(Column(title, 11.0, "c") for title in ("Needs", "Stands", "Cost", "VP")),
            Column("Morale", len(levels) * LEVEL + 1.2, boxes=levels, grey=True),
            Column("Notes", FIELD - 52.0 - 26.0 - 19.0 - 44.0 - len(levels) * LEVEL - 1.2),
        ),
    )


def _listed(system: str) -> Blank:
    """The columns of the system's army lists, as its own samples have them."""
    lists = LISTS[system].sample_lists().values()
    sample = next(iter(lists))
    boxes = max((unit.boxes for each in lists for group in each.groups for unit in group.units), key=len)
    words = ("",) * len(boxes) if boxes[0].isdigit() else boxes
    taken = sum(column.wide for column in sample.columns) + 6.0 + 11.0
    column = Column(sample.box_title, 0.0, boxes=words)
    column = column._replace(wide=len(words) * _step(column) + (len(words) - 1) // 5 + 1.6)
    write = sample.groups[0].write if sample.groups else ()
    return Blank(
        system,
        ("Army", "Commander", "Points"),
        ("Command", "Leader", *write[:2]),
        7,
        (
            Column("No.", 6.0),
            Column("Unit", FIELD - taken - column.wide),
            *(Column(each.title, each.wide, each.align) for each in sample.columns),
            column,
            Column("Points", 11.0, "r"),
        ),
    )


BLANKS: Final[Mapping[str, Callable[[], Blank]]] = {
    "mini_nap": _mini_nap,
    "easy_napoleonics": _easy_napoleonics,
    **{system: partial(_listed, system) for system in LISTS},
}
"""By system: its empty roster."""
