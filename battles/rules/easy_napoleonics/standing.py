"""How a battle stands, in a line and in numbers."""

from battles.engine.progress import Tally
from battles.rules.easy_napoleonics.state import State


def standing(state: State) -> str:
    """``Blue 6 points, 12 of 16 units left; Red 9 points, 10 of 16 units left``."""
    return "; ".join(_side(state, index, side) for index, side in enumerate("ab"))


def _side(state: State, index: int, side: str) -> str:
    own = [unit for unit in state.units if unit.side == side]
    left = sum(unit.level != "broken" for unit in own)
    points = state.score[index]
    name = state.setup.forces[index].name
    return f"{name} {points} {'point' if points == 1 else 'points'}, {left} of {len(own)} units left"


def tally(state: State) -> Tally:
    """Turns begun; by side the units broken and the victory points scored."""
    broken = [unit.side for unit in state.units if unit.level == "broken"]
    return Tally(state.turn, {side: broken.count(side) for side in "ab"}, dict(zip("ab", state.score, strict=True)))
