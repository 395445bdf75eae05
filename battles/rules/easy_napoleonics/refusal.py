"""Refusals: their context, and helpers for their sentences."""

from typing import Final

from battles.engine.core import Refusal, RefusalCode, SideId
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import names
from battles.rules.easy_napoleonics.state import Leader, Occupancy, State, Unit, other
from battles.rules.easy_napoleonics.terrain import Field

LONGEST_NUMBER: Final = 999_999
"""Largest number that a sentence writes out."""


def refusal(code: RefusalCode, rule: str, sentence: str) -> Refusal:
    """Make a refusal whose sentence ends with its rule."""
    return Refusal(code, rule, f"{sentence} ({rule}).")


def figure(number: int) -> str:
    """A number as a sentence shows it."""
    if abs(number) <= LONGEST_NUMBER:
        return str(number)
    return f"above {LONGEST_NUMBER}" if number > 0 else f"below -{LONGEST_NUMBER}"


def count_hexes(count: int) -> str:
    """``1 hex``, ``2 hexes``."""
    return f"{count} hex" if count == 1 else f"{count} hexes"


def count_dice(count: int) -> str:
    """``1 die``, ``2 dice``."""
    return f"{figure(count)} die" if count == 1 else f"{figure(count)} dice"


def side_name(state: State, side: SideId) -> str:
    """Name of a side in a sentence: that of its force."""
    return names.side(state, side) if side in ("a", "b") else f"the {side}"


class RefusalContext:
    """Position and side for which an action is checked."""

    __slots__ = ("enemy", "field", "occupancy", "side", "state")

    def __init__(self, field: Field, state: State, side: SideId) -> None:
        self.field = field
        self.state = state
        self.side = side
        self.enemy = other(side)
        self.occupancy: Occupancy = field.occupancy(state)

    def unit(self, number: int) -> Unit | None:
        """The unit with this number, or None."""
        return self.state.units[number] if 0 <= number < len(self.state.units) else None

    def leader(self, number: int) -> Leader | None:
        """The leader with this number, or None."""
        return self.state.leaders[number] if 0 <= number < len(self.state.leaders) else None

    def name(self, number: int) -> str:
        """Name of a unit, or its number if there is no such unit."""
        unit = self.unit(number)
        return f"unit {figure(number)}" if unit is None else unit.name

    def leader_name(self, number: int) -> str:
        """Name of a leader, or the number if there is no such leader."""
        leader = self.leader(number)
        return f"leader {figure(number)}" if leader is None else leader.name

    def hex(self, cell: Cell) -> str:
        """Label of a hex."""
        return self.field.grid.label(cell) if self.on_board(cell) else f"hex {figure(cell)}"

    def on_board(self, cell: Cell) -> bool:
        """True if the board has this cell."""
        return 0 <= cell < self.field.grid.size

    def units_in(self, cell: Cell) -> list[int]:
        """Units of both sides in a hex."""
        return [number for number, unit in enumerate(self.state.units) if unit.cell == cell]

    def leaders_in(self, cell: Cell, side: SideId) -> tuple[int, ...]:
        """Leaders of a side in a hex."""
        men = enumerate(self.state.leaders)
        return tuple(number for number, man in men if man.cell == cell and man.side == side)

    def enemies_beside(self, cell: Cell) -> list[int]:
        """Enemy units adjacent to a hex."""
        near = self.field.grid.around[cell]
        units = enumerate(self.state.units)
        return [number for number, unit in units if unit.side == self.enemy and unit.cell in near]

    def controls(self, number: int, cell: Cell) -> bool:
        """True if a hex is one of the two front hexes of a unit (EN-ZOC-01)."""
        unit = self.state.units[number]
        return unit.cell >= 0 and cell in self.field.grid.front[unit.facing][unit.cell]

    def own_unit(self, number: int, task: str) -> Refusal | None:
        """Why a number is not a unit of this side in play; ``task`` is what the unit should do."""
        unit = self.unit(number)
        if unit is None:
            return refusal("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
        if unit.side != self.side:
            owner = side_name(self.state, unit.side)
            return refusal("not_yours", "EN-SEQ-02", f"{unit.name} cannot {task} for you: it belongs to {owner}")
        if unit.level == "broken":
            return refusal("gone", "EN-UNIT-06", f"{unit.name} cannot {task}: it is broken and out of play")
        if unit.arrival is not None:
            return self.still_to_come(unit, task)
        if unit.cell < 0:
            return refusal("gone", "EN-SETUP-09", f"{unit.name} cannot {task}: it is not on the board yet")
        return None

    def still_to_come(self, piece: Unit | Leader, task: str) -> Refusal | None:
        """Why a unit or leader that has still to arrive cannot do anything; None if it has none to wait for."""
        if piece.arrival is None:
            return None
        now = self.state.turn >= piece.arrival.turn
        when = "it waits for a free hex to come on" if now else f"it arrives in turn {piece.arrival.turn}"
        return refusal("gone", "EN-RULING-120", f"{piece.name} cannot {task}: {when}")

    def enemy_unit(self, number: int, task: str) -> Refusal | None:
        """Why a number is not an enemy unit in play; ``task`` is what should be done to the unit."""
        unit = self.unit(number)
        if unit is None:
            return refusal("no_such", "EN-UNIT-01", f"There is no unit {figure(number)}")
        if unit.side == self.side:
            return refusal("not_yours", "EN-ART-02", f"You cannot {task} {unit.name}: it is one of your own")
        if unit.cell < 0:
            return refusal("gone", "EN-UNIT-06", f"You cannot {task} {unit.name}: it is not on the board")
        return None

    def own_leader(self, number: int, task: str) -> Refusal | None:
        """Why a number is not a living leader of this side."""
        leader = self.leader(number)
        if leader is None:
            return refusal("no_such", "EN-LEADER-01", f"There is no leader {figure(number)}")
        if leader.side != self.side:
            why = f"this leader belongs to {side_name(self.state, leader.side)}"
            return refusal("not_yours", "EN-LEADER-11", f"{leader.name} cannot {task} for you: {why}")
        if not leader.alive:
            return refusal("gone", "EN-LEADER-06", f"{leader.name} cannot {task}: this leader was killed")
        return self.still_to_come(leader, task)
