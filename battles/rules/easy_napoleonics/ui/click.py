"""Resolve a click: its possible actions, the most likely first."""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.forecast import Aim, taking_part
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.hidden import View, legal_options_of, state_from_view
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tables import FORMATIONS
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.ui.candidates import Click, candidates, home_facing
from battles.rules.easy_napoleonics.ui.targets import FACINGS, action_target_in, leader_key, unit_key

MOST: Final = 40
"""Most actions offered for one click."""

_FIRST: Final = 12
"""Most legal actions offered for an actor without a target."""


def actions_for_click(view: View, side: SideId, actor: str, at: str) -> tuple[Any, ...]:
    """Actions for a click of ``side`` from ``actor`` to the hex or block ``at``.

    Legal actions come first, the simplest first; then illegal ones of this phase and of later phases, so that
    ``refuse`` can say why they are not allowed. If ``at`` is empty: one of each sort of action of the actor. Empty if
    ``actor`` or ``at`` is unknown.
    """
    state = state_from_view(view)
    click = _read_click(state, side, actor, at)
    if click is None:
        return ()
    legal = _legal(state, side, actor, click, at)
    return tuple(dict.fromkeys((*legal, *candidates(click))))[:MOST]


def _read_click(state: State, side: SideId, actor: str, at: str) -> Click | None:
    """The click with its actor and target found; None if a key is unknown."""
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
    occupancy = field.occupancy(state)
    there = occupancy.units_at(cell)
    if block.startswith("unit"):
        there = (int(block.split()[1]),)
    mine = _side_of(state, who, number) or side
    foes = tuple(each for each in there if state.units[each].side != mine)
    return Click(field, occupancy, state, side, who, int(number or NOWHERE), cell, foes, not at or block == actor)


def _keys(state: State) -> frozenset[str]:
    units = (unit_key(state, number) for number in range(len(state.units)))
    return frozenset((*units, *(leader_key(state, number) for number in range(len(state.leaders)))))


def _side_of(state: State, who: str, number: str) -> SideId:
    if not who:
        return ""
    return state.units[int(number)].side if who == "unit" else state.leaders[int(number)].side


def _legal(state: State, side: SideId, actor: str, click: Click, at: str) -> list[Any]:
    """Legal actions of the actor with that target, the most likely first."""
    actions = taking_part(lambda action: action_target_in(state, action), legal_options_of(state, side), actor)
    if not at:
        first: dict[Any, Any] = {}
        for action, aim in actions:
            first.setdefault((action.kind, aim.targets, aim.how), action)
        return list(first.values())[:_FIRST] if actor else list(first.values())
    matching = [action for action, aim in actions if _hits(state, click, at, aim)]
    order = {action: _effort(state, action) for action in matching}
    matching.sort(key=order.__getitem__)
    if matching and isinstance(matching[0], act.Fire):
        return _with_own_fire_second(matching, click.number)
    return matching


def _hits(state: State, click: Click, at: str, aim: Aim) -> bool:
    """True if an action leads to the clicked hex or targets a clicked unit."""
    on_board = state.board.columns * state.board.rows > click.cell >= 0
    here = on_board and click.field.grid.label(click.cell) in aim.areas
    return here or at in aim.targets or any(unit_key(state, foe) in aim.targets for foe in click.foes)


def _effort(state: State, action: Any) -> tuple[int, ...]:
    """Sort key of an action: the simplest and most likely action has the lowest."""
    if isinstance(action, act.Activate):
        changes = (action.formation is not None) + (action.facing is not None) + action.unlimber
        return changes, len(action.over), -len(action.along)
    if isinstance(action, act.Fire):
        return (-sum(count for _, count in action.dice), len(action.dice))
    if isinstance(action, act.Deploy):
        turned = (action.facing - home_facing(state.units[action.unit].side)) % FACINGS
        return min(turned, FACINGS - turned), FORMATIONS.index(action.formation)
    return (0,)


def _with_own_fire_second(missions: list[Any], number: int) -> list[Any]:
    """Fire missions, with the one of this unit alone in second place."""
    alone: Iterator[Any] = (each for each in missions if [unit for unit, _ in each.dice] == [number])
    own = next(alone, None)
    return list(dict.fromkeys((missions[0], own, *missions[1:]))) if own is not None else missions
