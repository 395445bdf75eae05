"""Candidate actions for a click, legal or not, by phase."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from battles.engine.core import SideId
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.command import batteries
from battles.rules.easy_napoleonics.occupancy import Occupancy
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.setup import MIX
from battles.rules.easy_napoleonics.state import NOWHERE, Phase, State, Unit
from battles.rules.easy_napoleonics.terrain import Field

FACINGS: Final = 6


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
