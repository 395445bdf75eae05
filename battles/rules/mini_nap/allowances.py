"""How far a unit may go (MN-MOVE): allowances in tenths of a millimetre, before terrain."""

from battles.engine.table.measures import within
from battles.rules.mini_nap.board import enemies, footprint, footprint_of
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, Act, Tables


def move(tables: Tables, unit: Unit) -> int:
    """The advance, or a battery's redeployment; 0 where the formation does not advance (MN-MOVE-01 to 11)."""
    return 0 if in_square(unit) else tables.moves[unit.type][unit.formation].moves[0] * CM


def charge(tables: Tables, unit: Unit) -> int:
    """The charge; 0 for those who never charge (MN-ART-01, MN-SQUARE-02)."""
    return (tables.moves[unit.type][unit.formation].charge or 0) * CM


def inch(state: State, number: int, ready: Unit | None = None) -> int:
    """A solid square's inch, of a unit as it stands or as it is when it starts: the shorter one where enemy cavalry is
    near then (MN-SQUARE-01).
    """
    unit, tables = ready or state.units[number], state.setup.rules.tables
    if unit.formation != "solid_square":
        return 0
    shape = footprint_of(state.setup.rules, unit)
    near = any(
        unit_class(state.units[other]) == "cavalry"
        and within(shape, footprint(state, other), tables.inch_near_cavalry * CM)
        for other in enemies(state, number)
    )
    least, most = tables.moves[unit.type][unit.formation].moves
    return (least if near else most) * CM


def prolong(tables: Tables) -> int:
    """MN-ART-02."""
    return tables.prolong.moves[0] * CM


def reach(state: State, act: Act) -> tuple[int, int]:
    """The least and the most of a distance that its owner chooses (MN-MOVE-16)."""
    row = state.setup.rules.tables.reaches[act]
    return row.least * CM, row.most * CM
