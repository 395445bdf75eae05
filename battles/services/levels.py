"""How strong a computer player is, in words that a player chooses by."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import RuleSystem
from battles.engine.judge import Judging
from battles.models import Seat
from battles.services.locking import Refused
from battles.services.starting import Sitting


class Level(Struct, frozen=True):
    """A computer player and its time: ``seconds`` for a decision, where it takes any."""

    player: str
    seconds: float
    title: str
    text: str


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "recruit": Level("random", 0.0, "Recruit", "takes any legal action"),
        "captain": Level("greedy", 0.0, "Captain", "weighs the odds of each action"),
        "colonel": Level("marshal", 0.05, "Colonel", "looks ahead for a moment"),
        "marshal": Level("marshal", 0.3, "Marshal", "looks ahead over its own turn"),
        "emperor": Level("marshal", 1.2, "Emperor", "takes its time over each decision"),
    }
)
"""The strengths, the weakest first."""

DELIBERATE: Final = ("colonel", "emperor")
"""Those that differ from a marshal by their time alone."""

CERTAIN: Final = "reckons with the enemy's answers"
"""How a marshal plays who needs no time."""

USUAL: Final = "captain"
"""The strength that a first battle is offered with."""


def levels_of(system: RuleSystem[Any]) -> Mapping[str, Level]:
    """The strengths that differ in battles of a system."""
    if not isinstance(system, Judging):
        return {key: level for key, level in LEVELS.items() if level.player == "random"}
    if not system.certain:
        return LEVELS
    found = {key: level for key, level in LEVELS.items() if key not in DELIBERATE}
    return found | {"marshal": replace(LEVELS["marshal"], text=CERTAIN)}


def level_of(system: RuleSystem[Any], key: str) -> Level:
    """A strength by its key.

    Raises:
        Refused: there is none of that key in battles of the system.
    """
    found = levels_of(system)
    if key not in found:
        raise Refused(f"How strong the computer is to be is one of {', '.join(found)}; nothing was changed.", "level")
    return found[key]


def computer_at(place: str, level: Level) -> Sitting:
    """A computer player of a strength at a place of a new battle."""
    return Sitting(place=place, computer=level.player, seconds=level.seconds, name=f"The computer, {level.title}")


def title_of(seat: Seat) -> str:
    """What the computer player of a seat is called."""
    for level in LEVELS.values():
        if (level.player, level.seconds) == (seat.computer, seat.seconds):
            return f"the computer, {level.title.lower()}"
    return f"the computer, {seat.computer}"
