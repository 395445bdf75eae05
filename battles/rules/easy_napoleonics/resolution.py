"""Resolution of an action: state, dice, events, score and end of a battle; or its refusal and its sentences."""

from typing import Any, Final

from battles.engine.actions import Recorder
from battles.engine.core import Outcome, Refusal, RefusalCode, SideId
from battles.engine.dice import Dice
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics import names
from battles.rules.easy_napoleonics.evolve import evolve
from battles.rules.easy_napoleonics.state import Leader, Objective, Occupancy, Pending, State, Unit, other
from battles.rules.easy_napoleonics.terrain import Field, field_of


class Resolution(Recorder):
    """An action being carried out."""

    __slots__ = ("field",)

    evolve = staticmethod(evolve)
    state: State

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.field: Field = field_of(state)

    @property
    def occupancy(self) -> Occupancy:
        return self.field.occupancy(self.state)

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None

    def tell(self, event: Any) -> None:
        super().tell(event)
        if type(event) is happened.TerrainPlaced:
            self.field = field_of(self.state)

    def ask_first(self, *pending: Pending) -> None:
        """Add decisions that must be answered now, in this order."""
        if pending:
            self.tell(happened.Opened(pending=pending[::-1]))

    # The score, and the end of the battle.

    def score_after_loss(self, loser: SideId, worth: int) -> tuple[int, int]:
        """Score after the enemy of ``loser`` gains ``worth`` victory points (EN-VP-01)."""
        a, b = self.state.score
        return (a, b + worth) if loser == "a" else (a + worth, b)

    def remove_broken(self, *numbers: int) -> None:
        """Remove broken units; the enemy scores the points of each (EN-UNIT-06)."""
        for number in numbers:
            unit = self.state.units[number]
            if unit.level == "broken" and unit.cell >= 0:
                self.tell(happened.Removed(unit=number, score=self.score_after_loss(unit.side, unit.worth)))

    def score_without_leader(self, leader: Leader) -> tuple[int, int]:
        """Score after the loss of a leader."""
        return self.score_after_loss(leader.side, self.field.tables.leader_victory_points)

    def end_if_decided(self) -> None:
        """End the battle if points or annihilation decide it (EN-VP-02, EN-VP-03, EN-VP-07)."""
        if self.state.outcome is not None:
            return
        outcome = by_points(self.state) if self._points_count() else None
        outcome = outcome or self._by_annihilation()
        if outcome is not None:
            self.tell(happened.Ended(outcome=outcome))

    def _points_count(self) -> bool:
        return self.field.options.victory_timing == "immediate"

    def _by_annihilation(self) -> Outcome | None:
        """Outcome if a side has no units left: by points, else for the other side (EN-VP-07, EN-RULING-89)."""
        left = {unit.side for unit in self.state.units if unit.level != "broken"}
        if len(left) == 2:
            return None
        decided = by_points(self.state)
        if decided is not None:
            return decided
        if not left:
            return higher(self.state, "annihilation", "EN-VP-07")
        return Outcome(left.pop(), "annihilation", "EN-VP-07")


def by_points(state: State) -> Outcome | None:
    """Outcome by points, or None if no side has enough (EN-VP-02, EN-VP-03)."""
    setup = state.setup
    if not setup.points_win or max(state.score) < setup.rules.options.victory_points_to_win:
        return None
    return higher(state, "points", "EN-VP-02")


def higher(state: State, reason: str, rule: str) -> Outcome:
    """Victory for the side with more points, or a draw (EN-RULING-68)."""
    a, b = state.score
    if a == b:
        return Outcome(None, "draw", "EN-VP-03")
    return Outcome("a" if a > b else "b", reason, rule)


def holds(state: State, goal: Objective, side: SideId) -> int:
    """Number of hexes of an objective that a side holds (EN-RULING-111)."""
    holders = dict(state.held)
    start = side if goal.held_from_start and goal.side == side else ""
    return sum(holders.get(cell, start) == side for cell in goal.cells)


def by_objective(state: State) -> Outcome | None:
    """Outcome by objectives at the end of a turn (EN-SETUP-12); if both sides win, the side with more points does."""
    won: set[SideId] = set()
    for goal in state.setup.objectives:
        for side in ("a", "b") if goal.side is None else (goal.side,):
            if holds(state, goal, side) >= goal.hold and state.turn >= goal.from_turn:
                won.add(side)
    if len(won) == 2:
        return higher(state, "objective", "EN-SETUP-12")
    return Outcome(won.pop(), "objective", "EN-SETUP-12") if won else None


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
