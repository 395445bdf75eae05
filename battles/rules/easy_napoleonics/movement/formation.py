"""Changes of formation and facing that a unit can make before a Move (section 5.3)."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from msgspec import Struct

from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.move_masks import BoardMasks, MoveMasks, Shape
from battles.rules.easy_napoleonics.movement.moves import turns_freely
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import Formation
from battles.rules.easy_napoleonics.terrain import Field


class FormationChange(NamedTuple):
    """Formation and facing before the Move, the actions that they cost, and their names in an action (EN-FORM-02).

    ``allowance`` is the longest Move that may follow, 0 for none; ``unlimbers`` says that guns may unlimber
    after it.
    """

    formation: Formation
    facing: int
    used: int
    reform: Formation | None
    turn: int | None
    allowance: int = 0
    unlimbers: bool = False


WayOn = tuple[int, int, bool]
"""Facing, move allowance in hexes, and whether guns may unlimber after the Move."""


class PlanPart(NamedTuple):
    """A change of formation and facing, or none.

    ``stays`` says that it is legal without a Move; ``way`` is the index of the way that may follow, -1 for none.
    """

    reform: Formation | None
    turn: int | None
    stays: bool
    way: int


class MovePlan(Struct, frozen=True):
    """Changes and moves of a unit from its formation and facing, in any hex.

    ``parts`` are the changes. ``ways`` are the moves that may follow; ``uses`` counts the parts of each way, ``alone``
    the parts that are legal without a Move. ``named`` finds a part by its change. ``places`` are the indexes of the
    ways among the masks of all ``shapes``; ``masks_by_spot`` and ``area_by_spot`` cache masks by kind of place.
    ``unlimbers`` says that guns may unlimber after some way.
    """

    parts: tuple[PlanPart, ...]
    ways: tuple[WayOn, ...]
    uses: tuple[int, ...]
    alone: int
    named: dict[tuple[Formation | None, int | None], PlanPart]
    shapes: tuple[Shape, ...]
    places: tuple[int, ...]
    unlimbers: bool
    masks_by_spot: dict[int, MoveMasks] = {}
    area_by_spot: dict[int, int] = {}

    def move_masks(self, layout: BoardMasks, cell: Cell) -> MoveMasks:
        """Move masks from a hex."""
        spot = layout.spots[cell]
        masks = self.masks_by_spot.get(spot)
        if masks is None:
            masks = self.masks_by_spot[spot] = layout.move_masks(spot, self.shapes)
        return masks

    def area(self, layout: BoardMasks, cell: Cell) -> int:
        """Mask of all cells that the unit may reach from a hex, with the hex itself."""
        spot = layout.spots[cell]
        area = self.area_by_spot.get(spot)
        if area is None:
            masks = self.move_masks(layout, cell).masks
            area = self.area_by_spot[spot] = reduce(or_, [masks[place].area for place in self.places], 1 << layout.own)
        return layout.mask(area, cell)


def plan_of(field: Field, unit: Unit) -> MovePlan:
    """Changes and moves of a unit from its formation and facing, in any hex (cached)."""
    key = ("plan", unit.kind, unit.nation, unit.formation, unit.facing)
    plan: MovePlan | None = field.memo.get(key)
    return plan if plan is not None else field.keep(key, _plan(field, unit))


def _plan(field: Field, unit: Unit) -> MovePlan:
    ways: dict[WayOn, int] = {}
    parts = []
    for change in formation_changes(field, unit):
        way = -1
        if change.allowance:
            way = ways.setdefault((change.facing, change.allowance, change.unlimbers), len(ways))
        if change.used or way >= 0:
            parts.append(PlanPart(change.reform, change.turn, change.used > 0, way))
    uses = Counter(part.way for part in parts)
    shapes = tuple(sorted({way[1:] for way in ways}))
    return MovePlan(
        parts=tuple(parts),
        ways=tuple(ways),
        uses=tuple(uses[way] for way in ways.values()),
        alone=sum(part.stays for part in parts),
        shapes=shapes,
        places=tuple(6 * shapes.index(way[1:]) + way[0] for way in ways),
        unlimbers=any(unlimbers for _, unlimbers in shapes),
        named={(part.reform, part.turn): part for part in parts},
    )


def formation_changes(field: Field, unit: Unit) -> tuple[FormationChange, ...]:
    """Formations and facings that a unit can take before it moves (EN-ACTION-04, EN-FORM-03, EN-FORM-04)."""
    key = ("stances", unit.kind, unit.nation, unit.formation, unit.facing)
    changes = field.memo.get(key)
    if changes is None:
        changes = field.keep(key, tuple(_with_move(field, unit, change) for change in _formation_changes(field, unit)))
    return changes


def _with_move(field: Field, unit: Unit, change: FormationChange) -> FormationChange:
    """The change with the move allowance that is left after it; 0 if no action is left or the formation cannot move.

    Source: EN-RULING-107.
    """
    actions = field.tables.actions[unit.kind]
    if change.used + 1 > actions:
        return change
    allowance = field.allowance(unit.kind, change.formation)
    return change._replace(allowance=allowance, unlimbers=_unlimbers_after(field, unit, change, actions))


def _formation_changes(field: Field, unit: Unit) -> Iterator[FormationChange]:
    """Every formation with every facing that the actions of a unit allow (EN-FORM-02, EN-RULING-104)."""
    facing, actions = unit.facing, field.tables.actions[unit.kind]
    turns = [turn for turn in range(6) if turn != facing]
    yield FormationChange(unit.formation, facing, 0, None, None)
    for turn in turns:
        yield FormationChange(unit.formation, turn, 1, None, turn)
    free = turns_freely(field, unit)
    for formation in field.formations(unit):
        if formation == unit.formation:
            continue
        yield FormationChange(formation, facing, 1, formation, None)
        for turn in turns:
            used = 1 if free else 2
            if used <= actions:
                yield FormationChange(formation, turn, used, formation, turn)


def _unlimbers_after(field: Field, unit: Unit, change: FormationChange, actions: int) -> bool:
    """True if guns may unlimber after their Move (EN-ACTION-04, EN-RULING-18)."""
    if unit.kind not in ARTILLERY or change.used + 2 > actions:
        return False
    return change.reform is None or field.options.horse_limber_move_unlimber
