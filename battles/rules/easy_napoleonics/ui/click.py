"""Resolve a click: candidate actions by phase, legal or not, the most likely first."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from battles.engine.core import SideId
from battles.engine.forecast import Aim, taking_part
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.command import batteries
from battles.rules.easy_napoleonics.hidden import View, legal_options_of, state_from_view
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Occupancy, Phase, State, Unit
from battles.rules.easy_napoleonics.tables import FORMATIONS
from battles.rules.easy_napoleonics.terrain import Field, field_of
from battles.rules.easy_napoleonics.ui.targets import FACINGS, action_target_in, leader_key, unit_key


class Click(NamedTuple):
    """A click: its actor and its target. ``who`` is ``unit``, ``leader``, or empty for the side itself.

    ``cell`` is the clicked hex, -1 for none; ``foes`` are the enemy units there. ``here``: only the actor is clicked.
    """

    field: Field
    occupancy: Occupancy
    state: State
    side: SideId
    who: str
    number: int
    cell: Cell
    foes: tuple[int, ...]
    here: bool

    @property
    def unit(self) -> Unit:
        return self.state.units[self.number]


def home_facing(side: SideId) -> int:
    """The facing towards the enemy's edge; side a starts in the south (EN-SETUP-08)."""
    return 3 if side == "b" else 0


def candidates(click: Click) -> Iterator[Any]:
    """All candidates: answers to a pending decision, then actions of this phase, then of later phases."""
    yield from _answers(click)
    phase = click.state.phase
    turn = list(_CANDIDATES)
    if phase in _CANDIDATES:
        place = turn.index(phase)
        turn = [*turn[place:], *turn[:place]]
    for each in turn:
        yield from _CANDIDATES[each].get(click.who, _no_candidates)(click)
    if not click.who:
        yield act.Done()


def _no_candidates(click: Click) -> Iterator[Any]:
    return iter(())


def _answers(click: Click) -> Iterator[Any]:
    """Answers to the pending decision, if the actor makes it."""
    decision = click.state.pending[-1] if click.state.pending else None
    if decision is None:
        return
    if decision.kind == "fire_order" and not click.who:
        yield from (act.ChooseFireOrder("a"), act.ChooseFireOrder("b"))
    if decision.kind == "relocate" and (click.who, click.number) == ("leader", decision.leader) and click.cell >= 0:
        yield act.Relocate(click.cell)
    if (click.who, click.number) != ("unit", decision.unit):
        return
    if decision.kind == "hasty_square":
        yield from (act.HastySquare(True), act.HastySquare(False))
    elif decision.kind == "accept":
        yield from (act.Accept(True), act.Accept(False))
    elif decision.kind == "answer":
        yield from (act.Answer("fire"), act.Answer("square"), act.Answer("hold"))
    elif decision.kind == "breakthrough":
        yield from (act.Advance("in", target=foe) for foe in click.foes)
        yield from (act.Advance("in"), act.Advance("stay"))


# A unit.


def _deployments(click: Click) -> Iterator[Any]:
    """Deployment of a unit (EN-SETUP-09)."""
    unit, cell = click.unit, click.cell
    if unit.cell >= 0 and click.state.phase != "deployment":
        return
    if cell < 0:
        cell = next(iter(click.field.zones[unit.side]), NOWHERE)
    for formation in click.field.formations(unit):
        yield act.Deploy(click.number, cell, home_facing(unit.side), formation)


def _rallies(click: Click) -> Iterator[Any]:
    if click.here or click.cell == click.unit.cell:
        yield act.Rally(click.number)


def _activations(click: Click) -> Iterator[Any]:
    """Activations: in place, into a hex, or against an enemy (EN-ACTION-08)."""
    number, unit, cell = click.number, click.unit, click.cell
    if unit.cell < 0:
        return
    if click.here or cell == unit.cell:
        yield from _changes_in_place(click)
        if cell < 0:
            yield from (act.Activate(number, cell=near) for near in click.field.grid.front[unit.facing][unit.cell])
        return
    for foe in click.foes:
        yield from _charges(click, foe)
    if cell < 0:
        return
    yield act.Activate(number, cell=cell)
    shapes = [shape for shape in click.field.formations(unit) if shape != unit.formation]
    yield from (act.Activate(number, formation=shape, cell=cell) for shape in shapes if _can_move_in(click, shape))
    yield from (act.Activate(number, facing=facing, cell=cell) for facing in _towards(click, unit, cell))
    if unit.formation == "limbered":
        yield act.Activate(number, cell=cell, unlimber=True)


def _changes_in_place(click: Click) -> Iterator[Any]:
    """Changes of formation or facing in place."""
    unit = click.unit
    for shape in click.field.formations(unit):
        if shape != unit.formation:
            yield act.Activate(click.number, formation=shape)
    yield from (act.Activate(click.number, facing=turn) for turn in range(FACINGS) if turn != unit.facing)


def _can_move_in(click: Click, shape: Any) -> bool:
    return click.field.allowance(click.unit.kind, shape) > 0


def _charges(click: Click, foe: int) -> Iterator[Any]:
    """A move to the nearest hex with the enemy in front (EN-MELEE-04)."""
    grid, unit, there = click.field.grid, click.unit, click.state.units[foe].cell
    if there < 0:
        return
    attack_hexes = [
        cell for cell in grid.around[there] if there in grid.front[unit.facing][cell] and cell not in click.occupancy.at
    ]
    if attack_hexes:
        yield act.Activate(
            click.number, cell=min(attack_hexes, key=lambda cell: (grid.distance(unit.cell, cell), cell))
        )


def _towards(click: Click, unit: Unit, cell: Cell) -> list[int]:
    """The facings whose front hexes are nearest to a hex; empty if the unit already has one of them."""
    grid = click.field.grid
    away = [
        max((grid.distance(ahead, cell) for ahead in grid.front[facing][unit.cell]), default=grid.size)
        for facing in range(FACINGS)
    ]
    nearest = [facing for facing in range(FACINGS) if away[facing] == min(away)]
    return [] if unit.facing in nearest else nearest


def _fire_candidates(guns: bool) -> Callable[[Click], Iterator[Any]]:
    """Fire with all dice: ``guns`` in the artillery phase, other units (cavalry too) in the musketry phase."""

    def fire(click: Click) -> Iterator[Any]:
        if (click.unit.kind in ARTILLERY) != guns:
            return
        for foe in click.foes or _nearest(click):
            yield act.Fire(foe, ((click.number, _dice(click, foe)),))

    return fire


def _nearest(click: Click) -> tuple[int, ...]:
    """The enemy unit nearest to the actor, if only the actor is clicked."""
    unit, units = click.unit, click.state.units
    foes = [number for number, foe in enumerate(units) if foe.side != unit.side and foe.cell >= 0]
    if not click.here or not foes or unit.cell < 0:
        return ()
    return (min(foes, key=lambda foe: (click.field.grid.distance(unit.cell, units[foe].cell), foe)),)


def _dice(click: Click, foe: int) -> int:
    """All dice of the actor against an enemy; if it is out of range, the dice at the nearest range."""
    book, grid, unit = click.field.book, click.field.grid, click.unit
    there = click.state.units[foe].cell
    away = grid.distance(unit.cell, there) if min(unit.cell, there) >= 0 else 1
    formation = "unlimbered" if unit.kind in ARTILLERY else unit.formation
    dice = book.fire_dice.get((unit.kind, formation, away), 0)
    most = dice or book.fire_dice.get((unit.kind, formation, 1), 1)
    return min(most, unit.dice_left) if unit.dice_left > 0 else most


def _melees(click: Click) -> Iterator[Any]:
    """Attacks in melee; guns never attack (EN-MELEE-03)."""
    if click.unit.kind in ARTILLERY:
        return
    yield from (act.Fight(click.number, foe) for foe in click.foes or _nearest(click))


# A leader.


def _leader_deployments(click: Click) -> Iterator[Any]:
    leader = click.state.leaders[click.number]
    if leader.cell >= 0 and click.state.phase != "deployment":
        return
    cell = click.cell if click.cell >= 0 else next(iter(click.field.zones[leader.side]), NOWHERE)
    for battery in batteries(click.occupancy, leader.side, cell):
        yield act.DeployLeader(click.number, cell, battery)


def _leader_moves(click: Click) -> Iterator[Any]:
    leader = click.state.leaders[click.number]
    cells: tuple[Cell, ...] = (click.cell,) if click.cell >= 0 else ()
    if click.here and leader.cell >= 0:
        cells = click.field.grid.around[leader.cell]
    for cell in cells:
        for battery in batteries(click.occupancy, leader.side, cell):
            yield act.MoveLeader(click.number, cell, battery)


# The side itself.


def _cards(click: Click) -> Iterator[Any]:
    if click.state.phase == "cards":
        yield from (act.TakeCard(card) for card in MIX)


def _movers(click: Click) -> Iterator[Any]:
    if click.state.phase == "initiative":
        yield from (act.ChooseMover("a"), act.ChooseMover("b"))


_CANDIDATES: Final[dict[Phase, dict[str, Callable[[Click], Iterator[Any]]]]] = {
    "cards": {"": _cards},
    "deployment": {"unit": _deployments, "leader": _leader_deployments},
    "initiative": {"": _movers},
    "rally": {"unit": _rallies, "leader": _leader_moves},
    "movement": {"unit": _activations, "leader": _leader_moves},
    "artillery": {"unit": _fire_candidates(True)},
    "musketry": {"unit": _fire_candidates(False)},
    "melee": {"unit": _melees},
}
"""Candidate functions by phase (EN-SEQ-01) and kind of actor."""


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
    others = list(candidates(click))
    if not at:
        allowed = {
            action for option in legal_options_of(state, side) if option.actor == actor for action in option.actions
        }
        others.sort(key=lambda action: action not in allowed)
    return tuple(dict.fromkeys((*legal, *others)))[:MOST]


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
