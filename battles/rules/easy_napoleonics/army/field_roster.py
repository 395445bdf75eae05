"""The Easy Napoleonics roster of a side from its muster roll, in the columns of the roster of an army."""

from collections.abc import Sequence

from battles.engine.armies.facts import counted
from battles.engine.armies.field_ledger import Layout, field_sheet
from battles.engine.armies.ledger import LedgerSheet, Row, Words
from battles.engine.armies.roster_words import Entry, RosterStyle
from battles.engine.sheets.muster_roll import Roll, RollCommander, RollUnit
from battles.rules.easy_napoleonics.army.roster_columns import (
    HEAD_HIGH,
    LEADERS,
    ROWS,
    Line,
    Places,
    columns,
    leader_columns,
    leader_row,
    line_row,
    places,
    titles,
)
from battles.rules.easy_napoleonics.meta import META

WORTH = "worth"
ACTIONS = "actions"
MOVES = "EN-MOVE-01"
UNITS_OF_NUMBERS = ("moves in hexes, dice at hexes", "moves in hexes")
SIGNS = "cross off a level when it is lost; the unit is removed at the grey one"


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
        signs=(SIGNS,),
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
