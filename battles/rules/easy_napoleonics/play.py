"""One action being worked out: the state as it changes, the dice, and the events so far."""

from typing import Any

from battles.engine.core import Outcome, SideId, Step
from battles.engine.dice import Dice, Roll
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.evolve import evolve
from battles.rules.easy_napoleonics.field import Field, field_of
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.setup import Objective
from battles.rules.easy_napoleonics.state import Leader, Pending, State


class Play:
    """The hand of a procedure: it tells events, and sees the state that they lead to at once."""

    __slots__ = ("_thrown", "dice", "events", "field", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Any] = []
        self.field: Field = field_of(state)
        self._thrown = len(dice.rolls)

    @property
    def lay(self) -> Lay:
        return self.field.lay(self.state)

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None

    def tell(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)
        if type(event) is happened.TerrainPlaced:
            self.field = field_of(self.state)

    def thrown(self) -> tuple[Roll, ...]:
        """The rolls since this was asked last, for the event that they belong to."""
        rolls = tuple(self.dice.rolls[self._thrown :])
        self._thrown = len(self.dice.rolls)
        return rolls

    def owe(self, *pending: Pending) -> None:
        """Decisions that must be answered now, the first first."""
        if pending:
            self.tell(happened.Opened(pending=pending[::-1]))

    def step(self) -> Step[State]:
        return Step(tuple(self.events), self.state)

    # What scores, and what ends the battle.

    def points(self, loser: SideId, worth: int) -> tuple[int, int]:
        """The score after the enemy of ``loser`` took ``worth`` victory points (EN-VP-01)."""
        a, b = self.state.score
        return (a, b + worth) if loser == "a" else (a + worth, b)

    def remove_broken(self, *numbers: int) -> None:
        """Take broken units off the board, each worth its points to the enemy (EN-UNIT-06)."""
        for number in numbers:
            unit = self.state.units[number]
            if unit.level == "broken" and unit.cell >= 0:
                self.tell(happened.Removed(unit=number, score=self.points(unit.side, unit.worth)))

    def leader_dies(self, leader: Leader) -> tuple[int, int]:
        """The score once a leader is gone."""
        return self.points(leader.side, self.field.tables.leader_victory_points)

    def settle(self) -> None:
        """End the battle where points or annihilation decide it (EN-VP-02, 03, 07)."""
        if self.state.outcome is not None:
            return
        outcome = by_points(self.state) if self._points_count() else None
        outcome = outcome or self._by_annihilation()
        if outcome is not None:
            self.tell(happened.Ended(outcome=outcome))

    def _points_count(self) -> bool:
        return self.field.options.victory_timing == "immediate"

    def _by_annihilation(self) -> Outcome | None:
        """EN-VP-07: points first, then the side that has units left (EN-RULING-89)."""
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
    """Who has won by points, if anybody (EN-VP-02, EN-VP-03)."""
    setup = state.setup
    if not setup.points_win or max(state.score) < setup.rules.options.victory_points_to_win:
        return None
    return higher(state, "points", "EN-VP-02")


def higher(state: State, reason: str, rule: str) -> Outcome:
    """The side with more points, or a draw (EN-RULING-68)."""
    a, b = state.score
    if a == b:
        return Outcome(None, "draw", "EN-VP-03")
    return Outcome("a" if a > b else "b", reason, rule)


def holds(state: State, goal: Objective, side: SideId) -> int:
    """How many hexes of an objective a side holds (EN-RULING-111)."""
    held = dict(state.held)
    start = side if goal.held_from_start and goal.side == side else ""
    return sum(held.get(cell, start) == side for cell in goal.cells)


def by_objective(state: State) -> Outcome | None:
    """EN-SETUP-12: who holds enough of an objective as a turn ends; where both do, the side with more points."""
    won: set[SideId] = set()
    for goal in state.setup.objectives:
        for side in ("a", "b") if goal.side is None else (goal.side,):
            if holds(state, goal, side) >= goal.hold and state.turn >= goal.from_turn:
                won.add(side)
    if len(won) == 2:
        return higher(state, "objective", "EN-SETUP-12")
    return Outcome(won.pop(), "objective", "EN-SETUP-12") if won else None
