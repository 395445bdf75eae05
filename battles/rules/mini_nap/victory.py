"""Victory: losses, broken armies and the end of the battle (MN-RULING-60)."""

from battles.engine.core import Outcome, SideId
from battles.rules.mini_nap.state import State, other

RULE = "MN-RULING-60"
WHOLE = 100
"""Per cent."""


def unit_losses(state: State, side: SideId) -> tuple[int, int]:
    """A side's units lost, and its units at the start."""
    mine = [each for each in state.divisions if each.side == side]
    return sum(each.lost for each in mine), sum(each.start for each in mine)


def is_broken(state: State, side: SideId) -> bool:
    """True if a side has lost more units than the option allows."""
    lost, start = unit_losses(state, side)
    return lost * WHOLE > state.setup.rules.options.army_break_share * start


def has_units(state: State, side: SideId) -> bool:
    """True if a side has a unit on the table or still to arrive."""
    return any(unit.side == side and unit.where in ("table", "waiting") for unit in state.units)


def at_turn_end(state: State) -> Outcome | None:
    """The outcome at the end of a Turn; None if the battle continues.

    A broken side loses. At the Turn limit the side with the smaller share of losses wins.
    """
    broken = [side for side in ("a", "b") if is_broken(state, side)]
    if broken:
        return Outcome(None if len(broken) == 2 else other(broken[0]), "army_break", RULE)
    if state.turn < state.setup.rules.options.turn_limit:
        return None
    (lost_a, start_a), (lost_b, start_b) = unit_losses(state, "a"), unit_losses(state, "b")
    lead = lost_b * start_a - lost_a * start_b
    return Outcome(("a" if lead > 0 else "b") if lead else None, "turn_limit", RULE)


def at_initiative_end(state: State) -> Outcome | None:
    """The outcome at the end of an initiative: a side with no unit left loses. None if the battle continues."""
    without_units = [side for side in ("a", "b") if not has_units(state, side)]
    if not without_units:
        return None
    return Outcome(None if len(without_units) == 2 else other(without_units[0]), "no_units", RULE)
