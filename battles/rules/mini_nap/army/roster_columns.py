"""Columns, headings and page foot of a Mini-Nap roster (section 6.3 of the rulebook), and the blank roster."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from battles.engine.armies.blank_roster import BlankColumn, BlankRoster
from battles.engine.armies.ledger import (
    FIELD,
    Cell,
    Column,
    Notes,
    Row,
    RowStyle,
    Strikes,
    Title,
    TitleRule,
    Words,
    boxes_width,
)
from battles.engine.armies.roster_words import Entry, RosterStyle
from battles.engine.words.phrases import joined
from battles.rules.mini_nap import tables
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
        Column(at.kind - 2.0, align="r", face="ital", size=7.0, soft=True),
        Column(at.kind, round(at.rating - at.kind - 1.4, 2)),
        Column(at.rating),
        Column(at.needed, align="c", face="bold", size=10),
        *points,
        Column(at.boxes),
        *(Column(x, align="c") for x in at.cells if at.style.moves),
        *notes,
    )


class Line(NamedTuple):
    """The contents of a unit's line. Numbers that the owner overrode carry a mark.

    ``cells`` are its moves in line, column and skirmish line, or the dice of ``guns`` at the three ranges. ``exempt``
    units fight on with one strength point left.
    """

    symbol: str
    name: str
    basis: str
    kind: str
    rating: str
    needed: str
    points: int
    mark: str
    struck: int
    exempt: bool
    cells: tuple[str, str, str]
    guns: bool
    notes: str
    gone: bool


def line_row(line: Line, at: Places) -> Row:
    """A unit's line in the columns shown.

    The last box is grey if the unit is removed when only it is left (MN-LOSS-02, MN-LOSS-03).
    """
    points = Words(f"{line.points:,}" if line.points else "?", line.mark)
    strikes = Strikes(
        line.points,
        at.per_row,
        grey=None if line.exempt else line.points,
        struck=min(line.struck, line.points),
    )
    cells: list[Cell | None] = [
        Words(line.basis),
        Words(line.kind),
        Words(line.rating),
        Words(line.needed),
        *([points] if at.style.points else []),
        strikes,
        *(Words(words, face="ital" if line.guns else None) for words in line.cells if at.style.moves),
        *([Notes(line.notes)] if at.style.notes else []),
    ]
    return Row(line.symbol, line.name, tuple(cells), gone=line.gone)


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
    if at.style.moves:
        yield from _move_titles(at, one, two, three)
    if at.style.notes:
        yield Title("Notes", NOTES, two)
        if at.style.moves:
            yield _note("guns: dice to cm", NOTES, three + 0.2)


def _move_titles(at: Places, one: float, two: float, three: float) -> Iterator[Title | TitleRule]:
    """The headings of moves by formation, and of a battery's dice by range."""
    yield Title("Move/charge, cm", at.cells[1], one, align="c")
    yield TitleRule(at.cells[0] - 4.4, at.cells[2] + 4.4, 3.6)
    ranges = (f"to {BATTERY_RANGE[band]}" for band in ("close", "medium", "long"))
    for x, words, reach in zip(at.cells, ("line", "column", "skirm."), ranges, strict=True):
        yield Title(words, x, two + 0.5, size=7.2, align="c")
        yield Title(reach, x, three + 0.2, "ital", 7.2, "c", soft=True)


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


def play_foot() -> tuple[Entry, ...]:
    """Sequence of play and markers (MN-SEQ, MN-MARKER)."""
    first, holder, other = tables.FIRST_INITIATIVE_DICE, tables.HOLDER_DICE, tables.OTHER_SIDE_DICE
    phases = joined(phase[0].lower() + phase[1:] for phase in tables.PHASES)
    sequence = (
        f"Both sides roll {first}D6 for the initiative. The winner chooses a Brigade and plays {phases}. For the next "
        f"initiative the holder rolls {holder}D6, the other side {other}D6."
    )
    markers = (f"{row.marker.capitalize()}: {row.on[0].lower()}{row.on[1:]} {row.meaning}" for row in tables.MARKERS)
    return Entry("Sequence.", sequence), Entry("Markers.", " ".join(markers))


def signs(*, batteries: bool) -> tuple[str, ...]:
    """What the numbers on a roster mean (MN-MOVE-11, MN-CMD-06)."""
    prolong = (f"batteries can also prolong {tables.PROLONG.moves[0]} cm",) if batteries else ()
    return (*prolong, "number beside a rating: command radius in cm")
