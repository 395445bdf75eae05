"""Who has won, from losses alone (MN-RULING-60)."""

from battles.engine.core import Outcome, SideId
from battles.rules.mini_nap.state import State, other

RULE = "MN-RULING-60"
WHOLE = 100
"""Per cent."""


def losses(state: State, side: SideId) -> tuple[int, int]:
    """Units lost of a side, and those it started with."""
    mine = [each for each in state.divisions if each.side == side]
    return sum(each.lost for each in mine), sum(each.start for each in mine)


def is_broken(state: State, side: SideId) -> bool:
    """Whether more of a side's units are lost than it can bear."""
    lost, start = losses(state, side)
    return lost * WHOLE > state.setup.rules.options.army_break_share * start


def has_units(state: State, side: SideId) -> bool:
    """Whether a side has a unit on the table or still to come."""
    return any(unit.side == side and unit.where in ("table", "waiting") for unit in state.units)


def at_turn_end(state: State) -> Outcome | None:
    """A side that is broken loses; at the limit of Turns the smaller share of losses wins."""
    broken = [side for side in ("a", "b") if is_broken(state, side)]
    if broken:
        return Outcome(None if len(broken) == 2 else other(broken[0]), "army_break", RULE)
    if state.turn < state.setup.rules.options.turn_limit:
        return None
    (lost_a, start_a), (lost_b, start_b) = losses(state, "a"), losses(state, "b")
    lead = lost_b * start_a - lost_a * start_b
    return Outcome(("a" if lead > 0 else "b") if lead else None, "turn_limit", RULE)


def at_initiative_end(state: State) -> Outcome | None:
    """A side with no unit left loses at once."""
    gone = [side for side in ("a", "b") if not has_units(state, side)]
    if not gone:
        return None
    return Outcome(None if len(gone) == 2 else other(gone[0]), "no_units", RULE)
