"""A whole battle between players, on the record."""

from collections.abc import Mapping
from typing import Any

from battles.ai.choice import Player
from battles.engine.core import RuleSystem, SideId
from battles.engine.lists import Made
from battles.engine.record import Record


def fight(
    system: RuleSystem[Any],
    setup: Any,
    players: Mapping[SideId, Player],
    secret: bytes,
    *,
    title: str = "",
    names: Mapping[SideId, str] | None = None,
) -> Record[Any]:
    """The battle of ``setup``, played to its end; its dice fall by ``secret``. ``names`` are those of the players.

    Each player is shown what its side sees and may do, and nothing else. Where both sides decide at once, each is
    asked.

    Raises:
        SetupError: the set-up cannot be played.
        Refused: a player chose what may not be done.
    """
    record = Record.new(system, setup, secret, title=title, players=names)
    while deciding := system.deciding(record.state):
        side = min(deciding)
        view, options = system.view(record.state, side), Made(system.options, record.state, side)
        record.play(side, players[side].choose(view, options).action)
    return record
