"""Where a unit may go: Move, Sidestep and the way between (section 5.2)."""

from typing import NamedTuple

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.field import SOLID_OR_HASTY, Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.state import Unit, other


class Way(NamedTuple):
    """A hex where a Move may end, its length in hexes, and the lone enemy leaders that it enters upon."""

    cell: Cell
    hexes: int
    over: tuple[int, ...]


def turns_freely(field: Field, unit: Unit) -> bool:
    """Whether a change of formation lets a unit pick its facing too (EN-FORM-03, 04, EN-RULING-20, 90)."""
    return field.options.formation_change_free_facing or unit.formation in SOLID_OR_HASTY


def ways(field: Field, lay: Lay, unit: Unit, facing: int, allowance: int) -> list[Way]:
    """Where a Move may end, by length and then from left to right (EN-MOVE-02 to 06)."""
    front = field.grid.front[facing]
    enemy = other(unit.side)
    held, foes = lay.held[unit.side], lay.held[enemy]
    guns, halting = lay.guns[unit.side], lay.near[enemy] | field.halting
    barred = field.barred | foes
    if field.options.lone_leader_contact == "block":
        barred |= lay.lone[enemy]
    lone = lay.lone[enemy]
    found: list[Way] = []
    frontier: list[tuple[Cell, tuple[int, ...]]] = [(unit.cell, ())]
    for hexes in range(1, allowance + 1):
        reached: dict[tuple[Cell, tuple[int, ...]], None] = {}
        ahead: list[tuple[Cell, tuple[int, ...]]] = []
        for start, over in frontier:
            for cell in front[start]:
                if barred >> cell & 1 or (hexes == 1 and _pinned_step(field, lay, unit, cell)):
                    continue
                met = over
                if lone >> cell & 1:
                    met = tuple(sorted({*over, *lay.men[cell]}))
                if (cell, met) in reached:
                    continue
                stops = not held >> cell & 1 or _shares(field, lay, unit, cell)
                halts = halting >> cell & 1
                if not stops and (halts or not guns >> cell & 1):
                    continue
                reached[cell, met] = None
                if stops:
                    found.append(Way(cell, hexes, met))
                if not halts and not (held & ~guns) >> cell & 1:
                    ahead.append((cell, met))
        frontier = ahead
    return found


def _shares(field: Field, lay: Lay, unit: Unit, cell: Cell) -> bool:
    """Whether a battery may stop with the one friendly battery of a hex (EN-OPT-08)."""
    if not field.options.grand_battery or unit.kind not in ARTILLERY or cell in lay.second:
        return False
    there = lay.at.get(cell)
    return there is not None and lay.units[there].kind in ARTILLERY and lay.units[there].side == unit.side


def _pinned_step(field: Field, lay: Lay, unit: Unit, cell: Cell) -> bool:
    """Whether a first step is barred by control (EN-MOVE-07, 08): only a unit that starts next to an enemy."""
    enemy, start = other(unit.side), unit.cell
    if not lay.near[enemy] >> start & 1:
        return False
    if lay.fronts[enemy] >> start & 1 and lay.fronts[enemy] >> cell & 1:
        return True
    for foe in field.grid.around[start]:
        for number in lay.units_at(foe):
            unit_there = lay.units[number]
            if unit_there.side == enemy and field.grid.front_mask[unit_there.facing][foe] >> start & 1:
                near = field.grid.around_mask[foe] >> cell & 1
                if near and field.grid.aspect(foe, unit_there.facing, cell) == "flank":
                    return True
    return False


def sidesteps(field: Field, lay: Lay, unit: Unit, facing: int) -> list[Cell]:
    """The flank and rear hexes that a Sidestep may enter (EN-MOVE-03)."""
    enemy = other(unit.side)
    barred = field.barred | lay.held[enemy]
    if field.options.lone_leader_contact == "block":
        barred |= lay.lone[enemy]
    held = lay.held[unit.side]
    return [
        cell
        for cell in field.grid.side_cells[facing][unit.cell]
        if not barred >> cell & 1
        and (not held >> cell & 1 or _shares(field, lay, unit, cell))
        and not _pinned_step(field, lay, unit, cell)
    ]


def run_over(lay: Lay, unit: Unit, cell: Cell) -> tuple[int, ...]:
    return lay.men[cell] if lay.lone[other(unit.side)] >> cell & 1 else ()


def path_to(field: Field, lay: Lay, unit: Unit, facing: int, action: Activate) -> tuple[Cell, ...]:
    """The hexes that a legal Move or Sidestep enters, in order; the first way that runs over those it names."""
    grid = field.grid
    length = grid.distance(unit.cell, action.cell)
    if length == 1:
        return (action.cell,)
    enemy = other(unit.side)
    barred = field.barred | lay.held[enemy]
    passable = ~(lay.held[unit.side] & ~lay.guns[unit.side]) & ~barred
    halting = lay.near[enemy] | field.halting
    trails: list[tuple[Cell, ...]] = [()]
    for hexes in range(1, length + 1):
        longer = []
        for trail in trails:
            start = trail[-1] if trail else unit.cell
            for cell in grid.front[facing][start]:
                if cell == action.cell:
                    met = tuple(sorted({man for hex_ in (*trail, cell) for man in run_over(lay, unit, hex_)}))
                    if hexes == length and met == action.over:
                        return (*trail, cell)
                elif passable >> cell & 1 and not halting >> cell & 1:
                    longer.append((*trail, cell))
        trails = longer
    raise ValueError(f"no way to {grid.label(action.cell)}")


def faces(field: Field, unit: Unit, cell: Cell) -> bool:
    """Whether a unit has a hex in front of it (EN-FACE-04)."""
    return bool(field.grid.front_mask[unit.facing][unit.cell] >> cell & 1)
