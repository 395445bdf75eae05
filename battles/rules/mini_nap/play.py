"""One action being worked out: the state as it changes, the dice, and the events so far."""

from typing import Any

from battles.engine.core import Step
from battles.engine.dice import Dice, Roll
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.frames import Frame
from battles.rules.mini_nap.quality import quality_test
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import Tables


class Play:
    """The hand of a procedure: it tells events, and sees the state that they lead to at once."""

    __slots__ = ("_counted", "_thrown", "dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Any] = []
        self._thrown = len(dice.rolls)
        self._counted = state.units

    @property
    def options(self) -> Options:
        return self.state.setup.rules.options

    @property
    def tables(self) -> Tables:
        return self.state.setup.rules.tables

    @property
    def frame(self) -> Frame | None:
        """What goes on now; None between the things that can go on."""
        return self.state.stack[-1] if self.state.stack else None

    def unit(self, number: int) -> Unit:
        return self.state.units[number]

    def tell(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def open(self, frame: Frame) -> None:
        """Begin something within what is under way."""
        self.tell(happened.Opened(frame=frame))

    def go_on(self, frame: Frame) -> None:
        """Put ``frame`` in the place of the innermost."""
        self.tell(happened.WentOn(frame=frame))

    def close(self) -> None:
        """The innermost is over."""
        self.tell(happened.Closed())

    def mark(self, unit: int, rule: str, **notes: Any) -> None:
        """Change markers and notes of a unit."""
        self.tell(happened.Marked(unit=unit, rule=rule, **notes))

    def thrown(self) -> tuple[Roll, ...]:
        """The rolls since this was asked last, for the event that they belong to."""
        rolls = tuple(self.dice.rolls[self._thrown :])
        self._thrown = len(self.dice.rolls)
        return rolls

    def hurt(self) -> tuple[int, ...]:
        """Units that have lost strength points since this was asked last."""
        before, self._counted = self._counted, self.state.units
        both = enumerate(zip(self._counted, before, strict=True))
        return tuple(number for number, (unit, was) in both if unit.points < was.points)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        """A quality test of a unit for what ``rule`` says (MN-RATE-07)."""
        rating = self.unit(unit).rating
        needed = self.tables.qualities[rating].needed
        face, passed = quality_test(self.dice, self.tables, rating, rule, bonus)
        self.tell(
            happened.Tested(
                unit=unit, rule=rule, needed=needed, face=face, bonus=bonus, passed=passed, rolls=self.thrown()
            )
        )
        return passed

    def step(self) -> Step[State]:
        return Step(tuple(self.events), self.state)
