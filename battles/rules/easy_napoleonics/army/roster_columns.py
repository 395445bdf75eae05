"""Columns, column heads and lines of a roster: of an army, blank, and of a side in a battle."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from battles.engine.armies.facts import counted
from battles.engine.armies.field_ledger import Layout, field_sheet
from battles.engine.armies.ledger import (
    BOX,
    FIELD,
    WORD_STEP,
    BlankColumn,
    BlankRoster,
    Cell,
    Column,
    LedgerSheet,
    Notes,
    Row,
    RowStyle,
    Steps,
    Title,
    Words,
)
from battles.engine.armies.roster_words import Entry, RosterStyle
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollUnit
from battles.rules.easy_napoleonics.meta import META

NAME: Final = 7.2
NO_NOTES: Final = 20.0
NO_POINTS: Final = 18.0
"""Millimetres that the name column gains without notes, and without cost and victory points."""
NOTES: Final = 170.0
HEAD_HIGH: Final = 8.8
ROWS: Final = RowStyle(heights=(6.0, 5.6, 5.2, 4.8))
LEADERS: Final = RowStyle(
    heights=(6.4,), padding=1.2, symbol_x=-0.2, symbol_up=2.0, symbol_size=6.0, rule_from=0.0, last_ruled=True
)
LEVELS: Final = ("Good", "Fair", "Bad", "Broken")
"""EN-MORALE-03, best first."""


class Places(NamedTuple):
    """Positions on a line, in mm from the left edge; ``levels`` are the centres of the morale boxes."""

    kind: float
    grade: float
    needed: float
    stands: float
    cost: float
    worth: float
    levels: tuple[float, ...]
    style: RosterStyle
    costs: bool


def places(style: RosterStyle, *, costs: bool = True) -> Places:
    """Positions of the parts of a line that the style shows, with the cost of units if ``costs``."""
    right = 0.0 if style.notes else NO_NOTES
    left = right + (0.0 if style.points else NO_POINTS)
    levels = tuple(at + right for at in (144.6, 151.0, 156.8, 164.2))
    return Places(
        64.0 + left, 91.0 + left, 112.0 + left, 121.4 + left, 131.4 + right, 139.0 + right, levels, style, costs
    )


def columns(at: Places) -> tuple[Column, ...]:
    """Name, basis, kind, grade, needed roll, stands, cost and victory points, levels of morale, notes."""
    notes = (Column(NOTES, round(FIELD - NOTES, 2)),) if at.style.notes else ()
    return (
        Column(NAME, at.kind - NAME - 4.4, face="semi", size=9.4),
        Column(at.kind - 2.0, align="r", face="ital", size=7.0, soft=True),
        Column(at.kind, at.grade - at.kind - 1.4),
        Column(at.grade),
        Column(at.needed, align="c", face="bold", size=10),
        Column(at.stands, align="c"),
        *_points(at),
        Column(0.0, steps=tuple(x - BOX / 2 for x in at.levels)),
        *notes,
    )


def _points(at: Places) -> tuple[Column, ...]:
    if not at.style.points:
        return ()
    return (*([Column(at.cost, align="r")] if at.costs else []), Column(at.worth, align="r"))


def leader_columns(at: Places) -> tuple[Column, ...]:
    """Name, cost and victory points, a box, the word beside it."""
    killed = at.levels[-1] + (3.0 if at.style.notes else -3.0)
    return (
        Column(NAME, at.cost - NAME - 12.0, face="semi", size=9.4),
        *_points(at),
        Column(0.0, steps=(at.levels[-1] - BOX / 2,)),
        Column(killed, align="l" if at.style.notes else "r", size=7.4),
    )


def titles(at: Places) -> Iterator[Title]:
    """The heads of the columns, in two lines."""
    base, below = 3.8, 6.8
    yield Title("Unit", NAME, base)
    if at.style.basis:
        yield Title("s r d: where its figure is from", NAME, below, "ital", 7.2, soft=True)
    yield Title("Kind", at.kind, base)
    yield Title("Grade", at.grade, base)
    yield Title("Needs", at.needed, base, align="c")
    yield Title("Stands", at.stands, base, align="c")
    if at.style.points:
        if at.costs:
            yield Title("Cost", at.cost, base, align="r")
        yield Title("VP", at.worth, base, align="r")
    yield Title("Morale", (at.levels[0] + at.levels[-1]) / 2, base, align="c")
    for x, words in zip(at.levels, LEVELS, strict=True):
        yield Title(words, x, below, "ital", 7.0, "c", soft=True)
    if at.style.notes:
        yield Title("Notes", NOTES, base)


class Line(NamedTuple):
    """The contents of a unit's line. Numbers that the owner overrode carry a mark."""

    symbol: str
    name: str
    basis: str
    kind: str
    grade: str
    needed: str
    stands: int
    cost: Words
    worth: Words
    notes: str
    struck: int
    gone: str


def line_row(line: Line, at: Places) -> Row:
    """A unit's line in the columns shown, with a box for each morale level; the last box is grey."""
    cells: list[Cell | None] = [
        Words(line.basis),
        Words(line.kind),
        Words(line.grade),
        Words(line.needed),
        Words(str(line.stands)),
        *_numbers(line.cost, line.worth, at),
        Steps(len(LEVELS), grey=len(LEVELS) - 1, struck=line.struck),
        *([Notes(line.notes)] if at.style.notes else []),
    ]
    return Row(line.symbol, line.name, tuple(cells), gone=bool(line.gone))


def _numbers(cost: Words, worth: Words, at: Places) -> list[Cell]:
    """The cells of cost and victory points that are shown."""
    return [*([cost] if at.costs else []), worth] if at.style.points else []


def leader_row(name: str, cost: int, worth: int, killed: bool, at: Places) -> Row:
    """A leader's line, with a box for the leader's loss."""
    cells: list[Cell | None] = [
        *_numbers(Words(str(cost)), Words(str(worth)), at),
        Steps(1, grey=0, struck=int(killed)),
        Words("killed"),
    ]
    return Row("leader_corps", f"Leader: {name}", tuple(cells), gone=killed)


def blank_roster() -> BlankRoster:
    """An empty roster to fill in by hand."""
    morale = len(LEVELS) * WORD_STEP + 1.2
    return BlankRoster(
        head=("Army", "Leader", "Points", "Victory points"),
        group=("Brigade", "Commander"),
        columns=(
            BlankColumn("Unit", 52.0),
            BlankColumn("Kind", 26.0),
            BlankColumn("Grade", 19.0),
            *(BlankColumn(title, 11.0, "c") for title in ("Needs", "Stands", "Cost", "VP")),
            BlankColumn("Morale", morale, boxes=LEVELS, grey=True),
            BlankColumn("Notes", FIELD - 52.0 - 26.0 - 19.0 - 44.0 - morale),
        ),
    )


WORTH = "worth"
ACTIONS = "actions"
MOVES = "EN-MOVE-01"
UNITS_OF_NUMBERS = ("moves in hexes, dice at hexes", "moves in hexes")
MARKING = "cross off each level that the unit loses. At the grey box remove the unit"


def field_roster(roll: Roll, occasion: str, style: RosterStyle) -> LedgerSheet:
    """The roster of a roll; moves and fire dice of its kinds of unit are at the foot."""
    where = places(style, costs=False)
    layout = Layout(
        titles=tuple(titles(where)),
        columns=columns(where),
        rows=ROWS,
        head_high=HEAD_HIGH,
        row=lambda unit, notes: _row(unit, notes, where),
        leader=lambda commander: _leader(commander, where),
        leader_columns=leader_columns(where),
        leader_rows=LEADERS,
        totals=_totals,
        lost_x=where.cost,
        foot=tuple(_foot(roll)) if style.moves else (),
        signs=(MARKING,),
        said=UNITS_OF_NUMBERS,
    )
    return field_sheet(roll, META.title, occasion, layout, style)


def _fact(unit: RollUnit | RollCommander, label: str) -> str:
    return next((fact.text for fact in unit.facts if fact.label == label), "")


def _worth(unit: RollUnit | RollCommander) -> str:
    """The victory points of a unit or leader as a number (EN-VP-01, EN-VP-05)."""
    return _fact(unit, WORTH).partition(" ")[0]


def _totals(units: Sequence[RollUnit]) -> str:
    points = sum(int(_worth(unit) or 0) for unit in units)
    return f"{counted(len(units), 'unit')} · {points:,} VP"


def _row(unit: RollUnit, notes: str, where: Places) -> Row:
    grade, _, needed = unit.quality.rpartition(" ")
    line = Line(
        symbol=unit.symbol,
        name=unit.name or "A unit without a name",
        basis="",
        kind=unit.kind,
        grade=grade,
        needed=needed,
        stands=unit.stands,
        cost=Words(""),
        worth=Words(_worth(unit)),
        notes=notes,
        struck=unit.track.struck if unit.track else 0,
        gone=notes if unit.gone else "",
    )
    return line_row(line, where)


def _leader(commander: RollCommander, where: Places) -> Row:
    name = ", ".join(filter(None, (commander.name or "without a name", commander.of)))
    return leader_row(name, 0, int(_worth(commander) or 0), commander.gone, where)


def _foot(roll: Roll) -> list[Entry]:
    """Moves, fire dice and actions of the kinds of unit on the roster, each kind once."""
    kinds: dict[str, RollUnit] = {}
    for unit in roll.units:
        longest = kinds.get(unit.kind)
        kinds[unit.kind] = unit if longest is None or len(unit.facts) > len(longest.facts) else longest
    moves = {kind: [fact for fact in unit.facts if fact.rule == MOVES] for kind, unit in kinds.items()}
    fire = {
        kind: [fact for fact in unit.facts if fact.rule != MOVES and fact.label not in (WORTH, ACTIONS)]
        for kind, unit in kinds.items()
    }
    leader = next((commander for commander in roll.commanders), None)
    facts = " · ".join(f"{fact.label} {fact.text}" for fact in leader.facts) if leader else ""
    lines = (
        ("Moves, hexes.", _each(moves)),
        ("Fire dice (at hexes).", _each(fire)),
        ("Actions.", "; ".join(f"{kind} {_fact(unit, ACTIONS)}" for kind, unit in kinds.items())),
        ("Leaders.", facts),
    )
    return [Entry(lead, f"{text}.") for lead, text in lines if text]


def _each(facts: dict[str, list]) -> str:  # type: ignore[type-arg]
    return "; ".join(
        f"{kind}: {', '.join(f'{fact.label} {fact.text}' for fact in each)}" for kind, each in facts.items() if each
    )
