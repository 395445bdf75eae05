"""How strong a computer player is, in words that a player chooses by."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.models import Seat
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

USUAL: Final = "captain"
"""The strength that a first battle is offered with."""


def computer_at(place: str, key: str) -> Sitting:
    """A computer player of one of the strengths at a place of a new battle."""
    level = LEVELS[key]
    return Sitting(place=place, computer=level.player, seconds=level.seconds, name=f"The computer, {level.title}")


def title_of(seat: Seat) -> str:
    """What the computer player of a seat is called."""
    for level in LEVELS.values():
        if (level.player, level.seconds) == (seat.computer, seat.seconds):
            return f"the computer, {level.title.lower()}"
    return f"the computer, {seat.computer}"
