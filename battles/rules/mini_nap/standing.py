"""How a battle stands, in a line and in numbers."""

from battles.engine.core import SideId
from battles.engine.progress import Tally
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.victory import losses
from battles.rules.mini_nap.words_names import count


def standing(state: State) -> str:
    """``Blue has lost 2 of 15 units; Red has lost 4 of 15 units``."""
    return "; ".join(_side(state, side) for side in ("a", "b"))


def _side(state: State, side: SideId) -> str:
    lost, start = losses(state, side)
    return f"{state.setup.forces[side == 'b'].name} has lost {lost} of {count(start, 'unit')}"


def tally(state: State) -> Tally:
    """Turns begun; by side the units lost (MN-RULING-60), and the strength points left on the table as its points."""
    return Tally(
        state.turn,
        {side: losses(state, side)[0] for side in ("a", "b")},
        {
            side: sum(unit.points for unit in state.units if unit.side == side and unit.where == "table")
            for side in ("a", "b")
        },
    )
