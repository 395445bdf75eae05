"""Computer players by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from battles.ai.choice import Player
from battles.ai.greedy import Greedy
from battles.ai.random_player import Random
from battles.ai.search import SECONDS, Marshal
from battles.engine.core import RuleSystem
from battles.engine.lots import Lots
from battles.engine.option_spec import echoed

Clock = Callable[[], float]

PLAYERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": "takes any action, by lot",
        "greedy": "weighs its actions by exact odds and by position",
        "marshal": "looks ahead: over its own turn within a budget, or by a judge who reckons with the answers",
    }
)
"""Who can be asked to play, and how each plays."""


def player(
    name: str,
    system: RuleSystem[Any],
    seed: bytes,
    *,
    clock: Clock | None = None,
    seconds: float = SECONDS,
    simulations: int = 0,
) -> Player:
    """A player for one side of one battle. The budget is the marshal's: see `Marshal`.

    Raises:
        CannotJudge: the system does not judge, and the player needs it.
        ValueError: there is no such player, or a marshal has no budget; a sentence.
    """
    if name == "random":
        return Random(seed, system if isinstance(system, Lots) else None)
    if name == "greedy":
        return Greedy(system)
    if name == "marshal":
        return Marshal(system, seed, clock, seconds, simulations)
    raise ValueError(f"There is no player {echoed(name)}; there are {', '.join(PLAYERS)}.")
