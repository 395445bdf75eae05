"""Levels of the computer player, with their texts for players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.system import RuleSystem
from battles.models import Seat
from battles.services.create.battle_start import Sitting
from battles.services.play.lock import Refused


class Level(Struct, frozen=True):
    """A computer player and the ``seconds`` that it may think about a decision."""

    player: str
    seconds: float
    title: str
    text: str


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "recruit": Level("random", 0.0, "Recruit", "plays any legal action, without a plan"),
        "captain": Level("greedy", 0.0, "Captain", "compares the odds of its actions, one at a time"),
        "colonel": Level("marshal", 0.05, "Colonel", "tries its best actions to the end of its turn, for a moment"),
        "marshal": Level("marshal", 0.3, "Marshal", "tries its best actions to the end of its turn"),
        "emperor": Level("marshal", 1.2, "Emperor", "tries its best actions to the end of its turn, and takes longest"),
    }
)
"""The levels, the weakest first."""

DELIBERATE: Final = ("colonel", "emperor")
"""Levels that differ from the marshal only in time."""

CERTAIN: Final = "looks one turn ahead: counts what the enemy may answer"
"""Text of the marshal in systems where it searches without a time limit."""

USUAL: Final = "captain"
"""The level that a first battle is offered with."""


def levels_of(system: RuleSystem[Any]) -> Mapping[str, Level]:
    """The levels that play differently in battles of a system."""
    if system.ai.evaluator is None:
        return {key: level for key, level in LEVELS.items() if level.player == "random"}
    if not system.ai.certain:
        return LEVELS
    levels = {key: level for key, level in LEVELS.items() if key not in DELIBERATE}
    return levels | {"marshal": replace(LEVELS["marshal"], text=CERTAIN)}


def level_of(system: RuleSystem[Any], key: str) -> Level:
    """A level by its key.

    Raises:
        Refused: battles of the system have no such level.
    """
    levels = levels_of(system)
    if key not in levels:
        raise Refused(f"The level of the computer is one of {', '.join(levels)}. Nothing was changed.", "level")
    return levels[key]


def computer_at(place: str, level: Level) -> Sitting:
    """A computer player of this level at a place of a new battle."""
    return Sitting(place=place, computer=level.player, seconds=level.seconds, name=f"The computer, {level.title}")


def computer_title(seat: Seat) -> str:
    """The name of the computer player at a seat, such as ``the computer, captain``."""
    for level in LEVELS.values():
        if (level.player, level.seconds) == (seat.computer, seat.seconds):
            return f"the computer, {level.title.lower()}"
    return f"the computer, {seat.computer}"
