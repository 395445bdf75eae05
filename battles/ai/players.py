"""Computer players by name, and battles between two of them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from battles.ai.search import SECONDS, Greedy, Marshal, Player, Random
from battles.engine.actions import LazyActions
from battles.engine.core import SideId, all_skipped
from battles.engine.options import OptionValue, echoed
from battles.engine.record import Record
from battles.engine.system import RuleSystem

Clock = Callable[[], float]

PLAYERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": "chooses actions at random",
        "greedy": "chooses the best action by exact odds and position",
        "marshal": "looks ahead: over its own turn within a budget, or with an evaluator that expects reactions",
    }
)
"""Computer players by name, and how each plays."""


def orders(name: str, system: RuleSystem[Any]) -> Mapping[str, OptionValue]:
    """The standing orders of a computer player: it skips optional decisions; ``random`` answers all of them."""
    return {} if name == "random" else all_skipped(system.ui.standing_orders)


def player(
    name: str,
    system: RuleSystem[Any],
    seed: bytes,
    *,
    clock: Clock | None = None,
    seconds: float = SECONDS,
    simulations: int = 0,
) -> Player:
    """A computer player for one side of one battle. The budget is for the marshal: see `Marshal`.

    Raises:
        NoEvaluator: the player needs an evaluator, and the system has none.
        ValueError: there is no such player, or a marshal has no budget; the text is a sentence for the user.
    """
    if name == "random":
        return Random(seed, system)
    if name == "greedy":
        return Greedy(system)
    if name == "marshal":
        return Marshal(system, seed, clock, seconds, simulations)
    raise ValueError(f"There is no player {echoed(name)}; there are {', '.join(PLAYERS)}.")


def fight(
    system: RuleSystem[Any],
    setup: Any,
    players: Mapping[SideId, Player],
    secret: bytes,
    *,
    title: str = "",
    names: Mapping[SideId, str] | None = None,
) -> Record[Any]:
    """A battle of ``setup``, played to its end. ``secret`` decides the dice; ``names`` are the players' names.

    Each player gets only its side's view and legal actions. If both sides decide at the same time, both are asked.

    Raises:
        SetupError: the set-up cannot be played.
        Refused: a player chose an illegal action.
    """
    record = Record.new(system, setup, secret, title=title, players=names)
    while deciding := system.deciding(record.state):
        side = min(deciding)
        view, options = system.secrets.view(record.state, side), LazyActions(system.options, record.state, side)
        record.play(side, players[side].choose(view, options).action)
    return record
