"""How far a unit may go (MN-MOVE): allowances in tenths of a millimetre, before terrain."""

from battles.rules.mini_nap.board import distance, enemies
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, Act, Tables


def move(tables: Tables, unit: Unit) -> int:
    """The advance, or a battery's redeployment; 0 where the formation does not advance (MN-MOVE-01 to 11)."""
    return 0 if in_square(unit) else tables.moves[unit.type][unit.formation].moves[0] * CM


def charge(tables: Tables, unit: Unit) -> int:
    """The charge; 0 for those who never charge (MN-ART-01, MN-SQUARE-02)."""
    return (tables.moves[unit.type][unit.formation].charge or 0) * CM


def inch(state: State, number: int) -> int:
    """A solid square's inch: the shorter one where enemy cavalry is near as it starts (MN-SQUARE-01)."""
    unit, tables = state.units[number], state.setup.rules.tables
    if unit.formation != "solid_square":
        return 0
    near = any(
        unit_class(state.units[other]) == "cavalry" and distance(state, number, other) <= tables.inch_near_cavalry * CM
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
