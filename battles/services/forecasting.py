"""How the dice of an action may fall, for somebody at a battle: from what he knows, and for what he may do."""

from typing import Any

from battles.engine.core import SideId
from battles.engine.pointing import Forecast
from battles.services.locking import Refused
from battles.services.position import now
from battles.services.standing import Standing


def forecast(standing: Standing, side: SideId, action: Any) -> tuple[Forecast, ...]:
    """The exact odds of ``action`` for ``side``, step by step; nothing where no dice are thrown.

    Raises:
        NotYours: he may not act for this side.
        Refused: the action may not be done now.
    """
    standing.must_act_for(side)
    position = now(standing.battle)
    refusal = position.system.refuse(position.state, side, action)
    if refusal is not None:
        raise Refused(refusal)
    seen = position.system.view(position.state, side)
    found: tuple[Forecast, ...] = position.system.forecast(seen, side, action)
    return found
