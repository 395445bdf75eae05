"""Columns of a Mini-Nap roster and their headings (section 6.3 of the rulebook), and the blank roster."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from battles.engine.armies.blank_roster import BlankColumn, BlankRoster
from battles.engine.armies.ledger import FIELD, Column, RowStyle, Title, TitleRule, boxes_width
from battles.engine.armies.roster_style import RosterStyle
from battles.rules.mini_nap.tables import BATTERY_RANGE, COMMANDERS

NAME: Final = 7.2
NO_POINTS: Final = 5.4
"""Millimetres by which the columns before the strength points move right if those are left out."""
NO_NOTES: Final = 19.0
"""Millimetres by which all columns but the name move right if notes are left out."""
NOTES: Final = 168.0
HEAD_HIGH: Final = 10.2
ROWS: Final = RowStyle(heights=(6.0, 5.6, 5.2, 4.8))


class Places(NamedTuple):
    """Left edges of the columns in mm; they depend on the number of strength boxes.

    ``lost`` is the left edge of a brigade's loss boxes.
    """

    per_row: int
    kind: float
    rating: float
    needed: float
    points: float
    boxes: float
    lost: float
    cells: tuple[float, float, float]
    style: RosterStyle


def places(most: int, style: RosterStyle) -> Places:
    """Places for units of up to ``most`` strength points; boxes over ten go to a second row."""
    per_row = max(6, min(10, most))
    shift = 0.0 if style.notes else NO_NOTES
    end = 139.4 + shift
    start = end - boxes_width(per_row)
    number = 0.0 if style.points else NO_POINTS
    return Places(
        per_row=per_row,
        kind=start - 55.0 + number,
        rating=start - 29.6 + number,
        needed=start - 10.4 + number,
        points=start - 2.0,
        boxes=start,
        lost=start - shift,
        cells=(145.4 + shift, 154.2 + shift, 163.0 + shift),
        style=style,
    )


def columns(at: Places) -> tuple[Column, ...]:
    """Name, basis, type, rating, needed roll, strength points, boxes, three formations or ranges, notes."""
    points = (Column(at.points, align="r"),) if at.style.points else ()
    notes = (Column(NOTES, round(FIELD - NOTES, 2)),) if at.style.notes else ()
    return (
        Column(NAME, round(at.kind - NAME - 4.4, 2), face="semi", size=9.4),
        Column(at.kind - 2.0, align="r", face="ital", size=6.8, soft=True),
        Column(at.kind, round(at.rating - at.kind - 1.4, 2)),
        Column(at.rating),
        Column(at.needed, align="c", face="bold", size=10),
        *points,
        Column(at.boxes),
        *(Column(x, align="c") for x in at.cells),
        *notes,
    )


def titles(at: Places) -> Iterator[Title | TitleRule]:
    """The headings of the columns, in three lines."""
    one, two, three = 3.0, 5.8, 8.4
    yield Title("Unit", NAME, two)
    if at.style.basis:
        yield _note("s r d: source of the figure", NAME, three)
    yield Title("Type", at.kind, two)
    yield Title("Rating", at.rating, two)
    yield Title("Needs", at.needed, two, align="c")
    if at.style.points:
        yield Title("SP", at.points, two, align="r")
    yield Title("Cross off 1 per hit", at.boxes, two)
    yield _note("grey: removed at 1 SP", at.boxes, three)
    yield Title("Move/charge, cm", at.cells[1], one, align="c")
    yield TitleRule(at.cells[0] - 4.4, at.cells[2] + 4.4, 3.6)
    ranges = (f"to {BATTERY_RANGE[band]}" for band in ("close", "medium", "long"))
    for x, words, reach in zip(at.cells, ("line", "column", "skirm."), ranges, strict=True):
        yield Title(words, x, two + 0.5, size=7.2, align="c")
        yield Title(reach, x, three + 0.2, "ital", 7.2, "c", soft=True)
    if at.style.notes:
        yield Title("Notes", NOTES, two)
        yield _note("guns: dice to cm", NOTES, three + 0.2)


def _note(words: str, x: float, y: float) -> Title:
    return Title(words, x, y, "ital", 7.2, soft=True)


def blank_roster() -> BlankRoster:
    """An empty roster with boxes for a commander's rating and for lost units."""
    return BlankRoster(
        head=("Army", "Corps", "Division", "Commander"),
        group=("Brigade", "Commander"),
        columns=(
            BlankColumn("Unit", 46.0),
            BlankColumn("Type", 22.0),
            BlankColumn("Rating", 17.0),
            BlankColumn("Needs", 11.0, "c"),
            BlankColumn("SP", 8.0, "c"),
            BlankColumn("Cross off 1 per hit", 42.0, boxes=("",) * 10),
            *(BlankColumn(title, 10.0, "c") for title in ("line", "column", "skirm.")),
            BlankColumn("Notes", 14.0),
        ),
        ratings=tuple(f"{row.word} {row.radius}" for row in COMMANDERS.values()),
        lost=10,
    )
