"""What a unit can do from its formation and facing, wherever it stands: the changes before a Move (section 5.3)."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from msgspec import Struct

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lanes import Fan, Layout, Shape
from battles.rules.easy_napoleonics.moves import turns_freely
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import Formation


class Stance(NamedTuple):
    """Formation and facing before the Move, the actions spent on them, and how an action names the change.

    ``allowance`` is the hexes of a Move that may still follow, 0 for none; ``unlimbers`` says that guns may
    unlimber after it.
    """

    formation: Formation
    facing: int
    used: int
    reform: Formation | None
    turn: int | None
    allowance: int = 0
    unlimbers: bool = False


Way = tuple[int, int, bool]
"""Facing, hexes of a Move, and whether the guns may unlimber after it."""


class Part(NamedTuple):
    """A change of formation and facing, or none: whether it may stand alone, and which way may follow."""

    reform: Formation | None
    turn: int | None
    stays: bool
    way: int


class Plan(Struct, frozen=True):
    """What a unit can do from its formation and facing, wherever it stands.

    ``ways`` are facing, allowance and unlimbering after it; ``uses`` how many of ``parts`` go each; ``alone`` how many
    stand alone. ``named`` finds a part by its change. ``fans`` keeps the lanes of all ``shapes`` by spot, in which the
    ways have their ``places``, and ``areas`` the hexes of these; ``unlimbers`` says that guns may unlimber after some.
    """

    parts: tuple[Part, ...]
    ways: tuple[Way, ...]
    uses: tuple[int, ...]
    alone: int
    named: dict[tuple[Formation | None, int | None], Part]
    shapes: tuple[Shape, ...]
    places: tuple[int, ...]
    unlimbers: bool
    fans: dict[int, Fan] = {}
    areas: dict[int, int] = {}

    def fan(self, layout: Layout, cell: Cell) -> Fan:
        """Its lanes from a hex."""
        spot = layout.spots[cell]
        found = self.fans.get(spot)
        if found is None:
            found = self.fans[spot] = layout.fan(spot, self.shapes)
        return found

    def area(self, layout: Layout, cell: Cell) -> int:
        """The cells where its ways may lead from a hex, and that of the hex itself, as a mask."""
        spot = layout.spots[cell]
        found = self.areas.get(spot)
        if found is None:
            lanes = self.fan(layout, cell).lanes
            found = self.areas[spot] = reduce(or_, [lanes[place].area for place in self.places], 1 << layout.own)
        return layout.mask(found, cell)


def plan_of(field: Field, unit: Unit) -> Plan:
    """What a unit can do from its formation and facing, wherever it stands."""
    key = ("plan", unit.kind, unit.nation, unit.formation, unit.facing)
    found: Plan | None = field.memo.get(key)
    return found if found is not None else field.keep(key, _plan(field, unit))


def _plan(field: Field, unit: Unit) -> Plan:
    ways: dict[Way, int] = {}
    parts = []
    for stance in stances(field, unit):
        way = -1
        if stance.allowance:
            way = ways.setdefault((stance.facing, stance.allowance, stance.unlimbers), len(ways))
        if stance.used or way >= 0:
            parts.append(Part(stance.reform, stance.turn, stance.used > 0, way))
    uses = Counter(part.way for part in parts)
    shapes = tuple(sorted({way[1:] for way in ways}))
    return Plan(
        parts=tuple(parts),
        ways=tuple(ways),
        uses=tuple(uses[way] for way in ways.values()),
        alone=sum(part.stays for part in parts),
        shapes=shapes,
        places=tuple(6 * shapes.index(way[1:]) + way[0] for way in ways),
        unlimbers=any(unlimbers for _, unlimbers in shapes),
        named={(part.reform, part.turn): part for part in parts},
    )


def stances(field: Field, unit: Unit) -> tuple[Stance, ...]:
    """The formations and facings that a unit can take before it moves (EN-ACTION-04, EN-FORM-03, 04)."""
    key = ("stances", unit.kind, unit.nation, unit.formation, unit.facing)
    found = field.memo.get(key)
    if found is None:
        found = field.keep(key, tuple(_with_move(field, unit, stance) for stance in _stances(field, unit)))
    return found


def _with_move(field: Field, unit: Unit, stance: Stance) -> Stance:
    actions = field.tables.actions[unit.kind]
    if stance.used + 1 > actions:
        return stance
    allowance = field.allowance(unit.kind, stance.formation)
    return stance._replace(allowance=allowance, unlimbers=_unlimbers_after(field, unit, stance, actions))


def _stances(field: Field, unit: Unit) -> Iterator[Stance]:
    facing, actions = unit.facing, field.tables.actions[unit.kind]
    turns = [turn for turn in range(6) if turn != facing]
    yield Stance(unit.formation, facing, 0, None, None)
    for turn in turns:
        yield Stance(unit.formation, turn, 1, None, turn)
    free = turns_freely(field, unit)
    for formation in field.formations(unit):
        if formation == unit.formation:
            continue
        yield Stance(formation, facing, 1, formation, None)
        for turn in turns:
            used = 1 if free else 2
            if used <= actions:
                yield Stance(formation, turn, used, formation, turn)


def _unlimbers_after(field: Field, unit: Unit, stance: Stance, actions: int) -> bool:
    """Whether guns may unlimber after their Move (EN-ACTION-04, EN-RULING-18)."""
    if unit.kind not in ARTILLERY or stance.used + 2 > actions:
        return False
    return stance.reform is None or field.options.horse_limber_move_unlimber
