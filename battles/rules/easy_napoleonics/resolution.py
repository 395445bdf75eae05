"""Resolution of an action: state, dice and events so far, score, and the end of a battle."""

from typing import Any

from battles.engine.actions import Recorder
from battles.engine.core import Outcome, SideId
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.evolve import evolve
from battles.rules.easy_napoleonics.state import Leader, Objective, Occupancy, Pending, State
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
