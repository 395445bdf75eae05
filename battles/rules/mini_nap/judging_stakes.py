"""How much the losses of either side count as the battle stands: what decides it is worth more (MN-RULING-60)."""

from typing import Final

from battles.engine.core import SideId
from battles.rules.mini_nap import weights
from battles.rules.mini_nap.state import State, other
from battles.rules.mini_nap.victory import WHOLE, is_broken, losses

Stakes = tuple[int, int]
"""Hundredths at which a side counts its own losses and the enemy's."""

EVEN: Final[Stakes] = (100, 100)


def stakes(state: State, side: SideId) -> Stakes:
    """How a side counts losses.

    Whoever is broken loses at the end of the Turn unless he breaks the enemy too, who has nothing more to win then.
    Before that, losses count the more the nearer they bring the end.
    """
    mine, his = is_broken(state, side), is_broken(state, other(side))
    if mine != his:
        return weights.LOST_ALREADY if mine else weights.WON_ALREADY
    own, foe = (_burden(state, each) for each in (side, other(side)))
    if state.turn + weights.LAST_TURNS > state.setup.rules.options.turn_limit and own != foe:
        return weights.BEHIND_LATE if own > foe else weights.AHEAD_LATE
    return _stake(own), _stake(foe)


def _stake(burden: int) -> int:
    """Hundredths at which losses count that bring a side nearer to its end, slowly at first."""
    return 100 + weights.BURDEN * burden * burden // (WHOLE * WHOLE)


def _burden(state: State, side: SideId) -> int:
    """Hundredths of the losses that break a side."""
    lost, start = losses(state, side)
    return lost * WHOLE * WHOLE // max(1, start * state.setup.rules.options.army_break_share)
