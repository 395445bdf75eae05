"""Tracked games at a moment: commanders rated or not, nobody left, an exhausted Division."""

from typing import Any

from msgspec.structs import replace

from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.tracked_game import BLUE, Table


def unrated(**changes: Any) -> State:
    """The battle in the books, which know of no places."""
    state = rich.rich(holding=(), **changes)
    units = (replace(unit, x=0, y=0, facing=0) for unit in state.units)
    return replace(state, units=tuple(units), stands=tuple(replace(stand, x=0, y=0) for stand in state.stands))


def rated(**changes: Any) -> State:
    """The same with its last commander rated."""
    return stand_with(unrated(**changes), rich.A_CORPS, rating="average")


def exhausted(dices: bool = False) -> State:
    """Every Brigade of side b has had its turn."""
    state = rated()
    if dices:
        options = Options(exhausted_side_still_dices=True)
        state = replace(state, setup=rich.setup(options))
    return replace(state, brigades=tuple(replace(each, chosen=each.side == "b") for each in state.brigades))


def nobody_left() -> State:
    state = rated(step="choose", brigade=-1)
    return replace(state, brigades=tuple(replace(each, chosen=True) for each in state.brigades))


def stand(table: Table, level: str, **changes: Any) -> str:
    """The key of side a's first stand of a level, changed."""
    number = next(n for n, each in enumerate(table.kept.stands) if each.level == level)
    table.kept = stand_with(table.kept, number, **changes)
    return f"stand {number}"


def unit(number: int = BLUE, **changes: Any) -> tuple[Table, str]:
    """A table on which the first Brigade manoeuvres, and the key of a unit that is changed."""
    table = Table().begun()
    table.change(number, **changes)
    return table, f"unit {number}"
