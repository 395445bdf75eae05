"""Columns, heads and foot of a roster (section 6.3 of the rulebook): of an army, blank, and of a side in a battle."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.armies.facts import counted
from battles.engine.armies.field_ledger import Layout, field_sheet
from battles.engine.armies.ledger import (
    FIELD,
    BlankColumn,
    BlankRoster,
    Cell,
    Column,
    LedgerSheet,
    Notes,
    Row,
    RowStyle,
    Strikes,
    Title,
    TitleRule,
    Words,
    boxes_width,
)
from battles.engine.armies.ledger import Row as LedgerRow
from battles.engine.armies.roster_words import Entry, RosterStyle
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollUnit
from battles.engine.words import joined
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.meta import META
from battles.rules.mini_nap.sheets.muster_roll import BANDS, FOOT_NUMBERS, GUN_NUMBERS, SHORT
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
    prolong = (f"a battery may also prolong {tables.PROLONG.moves[0]} cm",) if batteries else ()
    return (*prolong, "the number beside a rating is the command radius in cm")


LEADERS: Final = RowStyle(heights=(6.0,))
SAID: Final = (FOOT_NUMBERS, GUN_NUMBERS, "lancers")


def field_roster(roll: Roll, occasion: str, style: RosterStyle) -> LedgerSheet:
    """The roster of a roll."""
    where = places(max((_points(unit) for unit in roll.units), default=0), style)
    layout = Layout(
        titles=tuple(titles(where)),
        columns=columns(where),
        rows=ROWS,
        head_high=HEAD_HIGH,
        row=lambda unit, notes: _row(unit, notes, where),
        leader=_leader,
        leader_columns=(Column(NAME, 60.0, face="semi", size=9.4), Column(NAME + 62.0, FIELD - NAME - 62.0)),
        leader_rows=LEADERS,
        totals=_totals,
        lost_x=where.lost,
        foot=play_foot(),
        signs=signs(batteries=any(_is_battery(unit) for unit in roll.units)),
        said=SAID,
    )
    commanders = tuple(replace(one, choices=tuple(map(_without_unit, one.choices))) for one in roll.commanders)
    return field_sheet(replace(roll, commanders=commanders), META.title, occasion, layout, style)


def _without_unit(choice: str) -> str:
    """``Good 16`` of ``Good 16 cm``."""
    return choice.removesuffix(" cm")


def _points(unit: RollUnit) -> int:
    return len(unit.track.boxes) if unit.track else 0


def _totals(units: Sequence[RollUnit]) -> str:
    points = sum(len(unit.track.boxes) - unit.track.struck for unit in units if unit.track)
    return f"{counted(len(units), 'unit')} · {points:,} SP"


def _row(unit: RollUnit, notes: str, where: Places) -> LedgerRow:
    rating, _, needed = unit.quality.rpartition(" ")
    line = Line(
        symbol=unit.symbol,
        name=unit.name or "A unit without a name",
        basis="",
        kind=unit.kind,
        rating=rating,
        needed=needed,
        points=_points(unit),
        mark="",
        struck=unit.track.struck if unit.track else 0,
        exempt=unit.track is None or unit.track.last < 0,
        cells=_cells(unit),
        guns=_is_battery(unit),
        notes=_short(unit, notes),
        gone=unit.gone,
    )
    return line_row(line, where)


def _is_battery(unit: RollUnit) -> bool:
    return any(fact.label == "redeploy" for fact in unit.facts)


def _cells(unit: RollUnit) -> tuple[str, str, str]:
    """Moves in line, column and skirmish line; the dice of a battery at its three ranges."""
    facts = {fact.label: fact.text for fact in unit.facts}
    if _is_battery(unit):
        near, medium, far = (
            next((text for label, text in facts.items() if label.startswith(band)), "–") for band in BANDS
        )
        return near, medium, far
    line, column, skirmish = (facts.get(SHORT[formation], "–") for formation in ("line", "column", "skirmish_line"))
    return line, column, skirmish


def _short(unit: RollUnit, notes: str) -> str:
    """How far a battery moves, then the notes."""
    moves = [f"moves {fact.text} cm" for fact in unit.facts if fact.label == "redeploy"]
    return ", ".join(filter(None, (*moves, notes)))


def _leader(commander: RollCommander) -> LedgerRow:
    """The line of a commander whose command has no units here."""
    rating = " ".join(filter(None, (commander.rating, *(f.text for f in commander.facts if f.label == "radius"))))
    name = commander.name or f"Commander of {commander.of}"
    of = "" if name == commander.of else commander.of
    return LedgerRow(commander.symbol, name, (Words(" · ".join(filter(None, (of, rating)))),), gone=commander.gone)
