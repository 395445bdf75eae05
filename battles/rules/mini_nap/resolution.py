"""Carrying out an action: its state, dice and events so far; and the handler of a step or frame."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

from battles.engine.actions import Recorder
from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Frame
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import DIE_SIDES, Quality, Tables


def quality_test(dice: Dice, tables: Tables, rating: Quality, rule: str, bonus: int = 0) -> tuple[int, bool]:
    """Roll a quality test for ``rule``: the face, and whether face plus ``bonus`` reaches the unit's QR."""
    face = dice.total(1, DIE_SIDES, rule)
    return face, face + bonus >= tables.qualities[rating].needed


class Resolution(Recorder):
    """An action being carried out."""

    __slots__ = ("_units_before",)

    evolve = staticmethod(evolve)
    state: State

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self._units_before = state.units

    @property
    def options(self) -> Options:
        return self.state.setup.rules.options

    @property
    def tables(self) -> Tables:
        return self.state.setup.rules.tables

    @property
    def frame(self) -> Frame | None:
        """The present frame; None if the stack is empty."""
        return self.state.stack[-1] if self.state.stack else None

    def unit(self, number: int) -> Unit:
        return self.state.units[number]

    def open(self, frame: Frame) -> None:
        """Push a frame on the stack."""
        self.tell(happened.Opened(frame=frame))

    def go_on(self, frame: Frame) -> None:
        """Replace the last frame of the stack by ``frame``."""
        self.tell(happened.WentOn(frame=frame))

    def close(self) -> None:
        """Pop the last frame from the stack."""
        self.tell(happened.Closed())

    def mark(self, unit: int, rule: str, **notes: Any) -> None:
        """Change markers and flags of a unit."""
        self.tell(happened.Marked(unit=unit, rule=rule, **notes))

    def hurt(self) -> tuple[int, ...]:
        """The units that have lost strength points since the last call."""
        before, self._units_before = self._units_before, self.state.units
        both = enumerate(zip(self._units_before, before, strict=True))
        return tuple(number for number, (unit, was) in both if unit.points < was.points)

    def test(self, unit: int, rule: str, bonus: int = 0) -> bool:
        """Roll a quality test of a unit for ``rule``, as an event; True if it passes (MN-RATE-07)."""
        rating = self.unit(unit).rating
        needed = self.tables.qualities[rating].needed
        face, passed = quality_test(self.dice, self.tables, rating, rule, bonus)
        self.tell(
            happened.Tested(
                unit=unit, rule=rule, needed=needed, face=face, bonus=bonus, passed=passed, rolls=self.new_rolls()
            )
        )
        return passed


OptionLister = Callable[[State, SideId], tuple[Option, ...]]


class Handler(NamedTuple):
    """How one step or one kind of frame proceeds. ``takes`` are the classes of actions it accepts.

    ``real`` lists options, in any order, only until it is clear whether there is a choice; if there is one action only,
    it lists that.
    """

    takes: tuple[type[Any], ...]
    deciders: Callable[[State], tuple[SideId, ...]]
    proceed: Callable[[Resolution], None]
    options: OptionLister
    refuse: Callable[[State, SideId, Any], Refusal | None]
    perform: Callable[[Resolution, SideId, Any], None]
    real: Callable[[State, SideId], Iterable[Option]] | None = None


def cached_options(make: OptionLister) -> OptionLister:
    """Cache the last answer of ``make``: a state is asked twice, first to see whether there is a choice."""
    latest: list[tuple[State, SideId, tuple[Option, ...]]] = []

    @wraps(make)
    def options(state: State, side: SideId) -> tuple[Option, ...]:
        for cached_state, cached_side, cached in latest:
            if cached_state is state and cached_side == side:
                return cached
        listed = make(state, side)
        latest[:] = [(state, side, listed)]
        return listed

    return options


def current_kind(state: State) -> str:
    """The kind of the last frame, or the step."""
    return str(state.stack[-1].__struct_config__.tag) if state.stack else state.step
