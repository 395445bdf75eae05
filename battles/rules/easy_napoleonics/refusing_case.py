"""The case of an action that may be refused: who asks for what in which position, and the words for all of it."""

from typing import Final

from battles.engine.core import Refusal, RefusalCode, SideId
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import words_names
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.state import Leader, State, Unit, other

LONGEST_NUMBER: Final = 999_999
"""Numbers beyond this are not written out in a sentence."""


def no(code: RefusalCode, rule: str, sentence: str) -> Refusal:
    """A refusal whose sentence ends with its rule."""
    return Refusal(code, rule, f"{sentence} ({rule}).")


def figure(number: int) -> str:
    """A number as a sentence shows it."""
    return str(number) if abs(number) <= LONGEST_NUMBER else "of so great a number"


def hexes(count: int) -> str:
    """So many hexes."""
    return f"{count} hex" if count == 1 else f"{count} hexes"


def dice(count: int) -> str:
    """So many dice."""
    return f"{figure(count)} die" if count == 1 else f"{figure(count)} dice"


def side_name(state: State, side: SideId) -> str:
    """A side in a sentence: the name of its force."""
    return words_names.side(state, side) if side in ("a", "b") else f"the {side}"


class Case:
    """Where a side asks whether it may do something. Nothing in it is changed by asking."""

    __slots__ = ("enemy", "field", "lay", "side", "state")

    def __init__(self, field: Field, state: State, side: SideId) -> None:
        self.field = field
        self.state = state
        self.side = side
        self.enemy = other(side)
        self.lay: Lay = field.lay(state)

    def unit(self, number: int) -> Unit | None:
        """The unit of this number, if there is one."""
        return self.state.units[number] if 0 <= number < len(self.state.units) else None

    def leader(self, number: int) -> Leader | None:
        """The leader of this number, if there is one."""
        return self.state.leaders[number] if 0 <= number < len(self.state.leaders) else None

    def name(self, number: int) -> str:
        """A unit's name, or its number where there is none."""
        unit = self.unit(number)
        return f"unit {figure(number)}" if unit is None else unit.name

    def man(self, number: int) -> str:
        """A leader's name, or his number where there is none."""
        leader = self.leader(number)
        return f"leader {figure(number)}" if leader is None else leader.name

    def hex(self, cell: Cell) -> str:
        """A hex as players write it."""
        return self.field.grid.label(cell) if self.on_board(cell) else f"hex {figure(cell)}"

    def on_board(self, cell: Cell) -> bool:
        """Whether the board has this cell."""
        return 0 <= cell < self.field.grid.size

    def units_in(self, cell: Cell) -> list[int]:
        """The units of both sides that stand in a hex."""
        return [number for number, unit in enumerate(self.state.units) if unit.cell == cell]

    def leaders_in(self, cell: Cell, side: SideId) -> tuple[int, ...]:
        """The leaders of a side that stand in a hex."""
        men = enumerate(self.state.leaders)
        return tuple(number for number, man in men if man.cell == cell and man.side == side)

    def enemies_beside(self, cell: Cell) -> list[int]:
        """The enemy units adjacent to a hex."""
        near = self.field.grid.around[cell]
        units = enumerate(self.state.units)
        return [number for number, unit in units if unit.side == self.enemy and unit.cell in near]

    def controls(self, number: int, cell: Cell) -> bool:
        """Whether a hex is one of the two front hexes of a unit (EN-ZOC-01)."""
        unit = self.state.units[number]
        return unit.cell >= 0 and cell in self.field.grid.front[unit.facing][unit.cell]

    def own_unit(self, number: int, deed: str) -> Refusal | None:
        """Why a number names no unit in play of this side; ``deed`` is what it was to do."""
        unit = self.unit(number)
        if unit is None:
            return no("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
        if unit.side != self.side:
            owner = side_name(self.state, unit.side)
            return no("not_yours", "EN-SEQ-02", f"{unit.name} cannot {deed} for you: it belongs to {owner}")
        if unit.level == "broken":
            return no("gone", "EN-UNIT-06", f"{unit.name} cannot {deed}: it is broken and out of play")
        if unit.cell < 0:
            return no("gone", "EN-SETUP-09", f"{unit.name} cannot {deed}: it is not on the board yet")
        return None

    def enemy_unit(self, number: int, deed: str) -> Refusal | None:
        """Why a number names no enemy unit in play; ``deed`` is what was to be done to it."""
        unit = self.unit(number)
        if unit is None:
            return no("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
        if unit.side == self.side:
            return no("not_yours", "EN-ART-02", f"You cannot {deed} {unit.name}: it is one of your own")
        if unit.cell < 0:
            return no("gone", "EN-UNIT-06", f"You cannot {deed} {unit.name}: it is not on the board")
        return None

    def own_leader(self, number: int, deed: str) -> Refusal | None:
        """Why a number names no living leader of this side."""
        leader = self.leader(number)
        if leader is None:
            return no("no_such", "EN-LEADER-01", f"There is no leader {figure(number)}")
        if leader.side != self.side:
            owner = side_name(self.state, leader.side)
            return no("not_yours", "EN-LEADER-11", f"{leader.name} cannot {deed} for you: he belongs to {owner}")
        if not leader.alive:
            return no("gone", "EN-LEADER-06", f"{leader.name} cannot {deed}: he has fallen")
        return None
