"""What a player may mean who points from a unit or a leader at a hex or at another: likeliest first (``meant``)."""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.pointing import Aim, taking_part
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.conceiving import Pointed, conceived, home_facing
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.known import known, open_to
from battles.rules.easy_napoleonics.pointing import FACINGS, aim_of, leader_key, unit_key
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import FORMATIONS
from battles.rules.easy_napoleonics.view import View

MOST: Final = 40
"""Actions that one pointing may mean."""

_FIRST: Final = 12
"""Of the legal ones, those told where nothing is pointed at."""


def meant(seen: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
    """What ``side`` may mean who points from ``actor`` at the hex or the block ``at``.

    First what is legal now, the simplest first; then what is not, in this phase and in those that follow, so that
    ``refuse`` can say what forbids it. Where ``at`` is ``""``: one of each sort of what the actor can do or might
    think of. Nothing where ``actor`` or ``at`` names nobody and no hex.
    """
    state = known(seen)
    pointed = _pointed(state, side, actor, at)
    if pointed is None:
        return ()
    legal = _legal(state, side, actor, pointed, at)
    return tuple(dict.fromkeys((*legal, *conceived(pointed))))[:MOST]


def _pointed(state: State, side: SideId, actor: str, at: str) -> Pointed | None:
    """What the two keys name; None where one of them names nothing."""
    who, _, number = actor.partition(" ")
    if actor and actor not in _keys(state):
        return None
    field = field_of(state)
    cell, block = NOWHERE, at if at in _keys(state) else ""
    if block:
        what, _, place = block.partition(" ")
        cell = (state.units if what == "unit" else state.leaders)[int(place)].cell
    elif at:
        try:
            cell = field.grid.cell_of(at)
        except ValueError:
            return None
    lay = field.lay(state)
    there = lay.units_at(cell)
    if block.startswith("unit"):
        there = (int(block.split()[1]),)
    mine = _side_of(state, who, number) or side
    foes = tuple(one for one in there if state.units[one].side != mine)
    return Pointed(field, lay, state, side, who, int(number or NOWHERE), cell, foes, not at or block == actor)


def _keys(state: State) -> frozenset[str]:
    units = (unit_key(state, number) for number in range(len(state.units)))
    return frozenset((*units, *(leader_key(state, number) for number in range(len(state.leaders)))))


def _side_of(state: State, who: str, number: str) -> SideId:
    if not who:
        return ""
    return state.units[int(number)].side if who == "unit" else state.leaders[int(number)].side


def _legal(state: State, side: SideId, actor: str, pointed: Pointed, at: str) -> list[Any]:
    """The legal actions of the actor that point there, in the order of what is likely."""
    taken = taking_part(lambda action: aim_of(state, action), open_to(state, side), actor)
    if not at:
        first: dict[Any, Any] = {}
        for action, aim in taken:
            first.setdefault((action.kind, aim.targets, aim.how), action)
        return list(first.values())[:_FIRST] if actor else list(first.values())
    found = [action for action, aim in taken if _hits(state, pointed, at, aim)]
    order = {action: _effort(state, action) for action in found}
    found.sort(key=order.__getitem__)
    return _with_own_fire_second(found, pointed.number) if found and isinstance(found[0], act.Fire) else found


def _hits(state: State, pointed: Pointed, at: str, aim: Aim) -> bool:
    """Whether an action leads to the hex, or is directed against a unit that is meant by it."""
    label = state.board.columns * state.board.rows > pointed.cell >= 0
    here = label and pointed.field.grid.label(pointed.cell) in aim.areas
    return here or at in aim.targets or any(unit_key(state, foe) in aim.targets for foe in pointed.foes)


def _effort(state: State, action: Any) -> tuple[int, ...]:
    """How far an action is from the plainest that leads there: the least is the likeliest."""
    if isinstance(action, act.Activate):
        changes = (action.formation is not None) + (action.facing is not None) + action.unlimber
        return changes, len(action.over), -len(action.along)
    if isinstance(action, act.Fire):
        return (-sum(count for _, count in action.dice), len(action.dice))
    if isinstance(action, act.Deploy):
        turned = (action.facing - home_facing(state.units[action.unit].side)) % FACINGS
        return min(turned, FACINGS - turned), FORMATIONS.index(action.formation)
    return (0,)


def _with_own_fire_second(found: list[Any], number: int) -> list[Any]:
    """Missions with the one of the unit alone and all its dice behind that of everybody."""
    alone: Iterator[Any] = (one for one in found if [unit for unit, _ in one.dice] == [number])
    own = next(alone, None)
    return list(dict.fromkeys((found[0], own, *found[1:]))) if own is not None else found
