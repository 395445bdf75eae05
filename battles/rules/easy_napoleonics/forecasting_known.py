"""Who asks for odds, what he does not know, and the dice that an action comes to first."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.dice import Dice, nothing
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.changes import with_unit
from battles.rules.easy_napoleonics.deciding import advance, perform
from battles.rules.easy_napoleonics.play import Play
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import LEVELS

STANDING: Final = LEVELS[:-1]
"""The levels that a unit in play can be at."""

MOST_CROSSED: Final = 2
"""Units of hidden level whose levels are taken in every combination; more are taken to be at the same."""


class Asker(NamedTuple):
    """The side for which something is good or bad, and the units whose level the viewer does not know."""

    side: SideId
    unknown: frozenset[int]

    def good(self, state: State, number: int) -> bool:
        """Whether what is good for a unit is good for this side."""
        return state.units[number].side == self.side

    def cases(self, state: State, *numbers: int) -> Iterator[tuple[str, State]]:
        """Every level that those of ``numbers`` may have whose level is not known, as words, and the state with them.

        Once, without words, where all is known (EN-MORALE-13).
        """
        hidden = [number for number in dict.fromkeys(numbers) if number in self.unknown]
        if not hidden:
            yield "", state
        elif len(hidden) > MOST_CROSSED:
            for level in STANDING:
                yield f", if all whose morale is hidden are {say.LEVEL_WORDS[level]}", _at(state, hidden, [level] * 99)
        else:
            for levels in product(STANDING, repeat=len(hidden)):
                words = [
                    f"{say.unit(state, number)} is {say.LEVEL_WORDS[level]}"
                    for number, level in zip(hidden, levels, strict=True)
                ]
                yield f", if {say.listed(words)}", _at(state, hidden, levels)


def _at(state: State, numbers: list[int], levels: Any) -> State:
    for number, level in zip(numbers, levels, strict=False):
        state = replace(state, units=with_unit(state, number, replace(state.units[number], level=level)))
    return state


class _Asked(Exception):
    """A rule asked for dice."""


class _First(Dice):
    """Dice that stop at the first throw and keep the rule that asked for it."""

    __slots__ = ("why",)

    def __init__(self) -> None:
        super().__init__()
        self.why = ""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if count < 1:
            return nothing(count, sides, why)
        self.why = why
        raise _Asked


def up_to_dice(state: State, side: SideId, action: Any) -> tuple[str, Play]:
    """The rule that asks for the first dice of a legal action, ``""`` for none, and all that happened before them."""
    dice = _First()
    play = Play(state, dice)
    try:
        perform(play, side, action)
        advance(play)
    except _Asked:
        pass
    return dice.why, play
