"""Activations of units: listing, caching and carrying out (EN-ACTION-08)."""

from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any, overload

from msgspec.structs import replace

from battles.engine.core import Option, SideId
from battles.kits.hex.occupancy import changed_indexes
from battles.rules.easy_napoleonics import events as happened
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.movement.moves import charges, contacts_without_charge, path_to, turns_freely
from battles.rules.easy_napoleonics.movement.reach import STAY, SUBSETS, Go, UnitReach, plan_of
from battles.rules.easy_napoleonics.resolution import Resolution
from battles.rules.easy_napoleonics.rules import CAVALRY
from battles.rules.easy_napoleonics.state import NOWHERE, Moved, Occupancy, Pair, Pending, Unit, other
from battles.rules.easy_napoleonics.tables import DIE, Formation
from battles.rules.easy_napoleonics.terrain import Field, Moving


def activate(play: Resolution, side: SideId, action: Activate) -> None:
    """Carry out an activation: formation and facing, then the Move or Sidestep, then unlimbering (EN-ACTION-08).

    Source: EN-SQUARE-11, EN-RULING-39, EN-RULING-86.
    """
    event, threatened, run_over = _activated(play, action)
    play.tell(event)
    if not (run_over or threatened):
        return
    flights = run_over_leaders(play, run_over)
    squares = [
        Pending(kind="hasty_square", side=play.state.units[foe].side, unit=foe, other=action.unit) for foe in threatened
    ]
    if not play.is_over:
        play.ask_first(*flights, *squares)


def _activated(play: Resolution, action: Activate) -> tuple[happened.Activated, list[int], list[int]]:
    """The event of an activation, the charged units that may form square, and the lone leaders that are run over."""
    field, occupancy = play.field, play.occupancy
    number = action.unit
    unit = occupancy.units[number]
    cell, facing = unit.cell, unit.facing if action.facing is None else action.facing
    path: tuple[int, ...] = ()
    moved: Moved = ""
    if action.cell != NOWHERE:
        moved = "sidestep" if action.cell in field.grid.side_cells[facing][cell] else "move"
        path = path_to(field, occupancy, unit, facing, action)
        cell = path[-1]
    formation = "unlimbered" if action.unlimber else action.formation or unit.formation
    reformed = action.formation is not None or action.facing is not None or action.unlimber
    charged: tuple[int, ...] = ()
    standing: tuple[Pair, ...] = ()
    if moved and occupancy.near[other(unit.side)] >> cell & 1:
        after = replace(unit, cell=cell, facing=facing, formation=formation, reformed=reformed)
        charged, standing = charges(field, occupancy, after), contacts_without_charge(field, occupancy, number, after)
    event = happened.Activated(
        unit=number,
        cell=cell,
        facing=facing,
        formation=formation,
        used=_spent(play, action) + unit.used,
        reformed=reformed,
        moved=moved,
        path=path,
        unlimbered=action.unlimber,
        charged=charged,
        standing=standing,
        along=action.along,
    )
    threatened = [foe for foe in sorted(charged) if _may_square(play, unit.kind in CAVALRY, foe)]
    return event, threatened, _run_over(occupancy, unit.side, path)


def _spent(play: Resolution, action: Activate) -> int:
    """Actions that an activation costs (EN-ACTION-02); a change of formation may include a new facing.

    Source: EN-FORM-03, EN-FORM-04.
    """
    unit = play.state.units[action.unit]
    spent = (action.formation is not None) + (action.facing is not None)
    if spent == 2 and turns_freely(play.field, unit):
        spent = 1
    return spent + (action.cell != NOWHERE) + action.unlimber


def _may_square(play: Resolution, by_cavalry: bool, number: int) -> bool:
    """True if a charged unit may try hasty square. The charging unit has not moved yet.

    Source: EN-SQUARE-04, EN-SQUARE-06, EN-RULING-42.
    """
    unit = play.occupancy.units[number]
    if not by_cavalry or unit.kind != "infantry" or unit.formation not in ("line", "column") or unit.tried_square:
        return False
    beside = play.occupancy.near[other(unit.side)] >> unit.cell & 1
    return play.field.options.hasty_square_when_locked or not beside


def _run_over(occupancy: Occupancy, side: SideId, path: tuple[int, ...]) -> list[int]:
    """Lone enemy leaders in the hexes that a unit enters."""
    lone = occupancy.lone[other(side)]
    return [man for cell in path if lone >> cell & 1 for man in occupancy.men[cell]] if lone else []


def run_over_leaders(play: Resolution, leaders: list[int]) -> list[Pending]:
    """Roll for lone leaders whose hex an enemy enters; return the decisions of those who must flee.

    Source: EN-LEADER-09, EN-RULING-10, EN-RULING-118.
    """
    flights = []
    for number in sorted(leaders):
        man = play.state.leaders[number]
        if play.field.options.lone_leader_contact == "remove":
            play.tell(happened.LeaderTaken(leader=number, rule="EN-RULING-10", score=play.score_without_leader(man)))
            continue
        (face,) = play.dice.roll(1, DIE, "EN-LEADER-09")
        killed = face <= play.field.tables.leader_killed_on
        score = play.score_without_leader(man) if killed else play.state.score
        play.tell(
            happened.LeaderTested(
                leader=number, face=face, killed=killed, rule="EN-LEADER-09", score=score, rolls=play.new_rolls()
            )
        )
        if not killed:
            flights.append(Pending(kind="relocate", side=man.side, leader=number))
    if leaders:
        play.end_if_decided()
    return flights


class UnitActivations(Sequence[Activate]):
    """Every legal activation of one unit, in a fixed order, built on use."""

    __slots__ = ("_all", "_count", "_plan", "unit", "unit_reach")

    def __init__(self, unit_reach: UnitReach) -> None:
        self.unit_reach = unit_reach
        self.unit = unit_reach.unit
        self._plan = unit_reach.plan
        self._count = -1
        self._all: tuple[Activate, ...] | None = None

    def in_occupancy(self, field: Field, occupancy: Occupancy) -> "UnitActivations":
        """Activations of the same, unchanged unit in another occupancy."""
        return UnitActivations(UnitReach(field, occupancy, self.unit, self._plan))

    def __len__(self) -> int:
        if self._count < 0:
            self._count = self._plan.alone + sum(map(mul, self._plan.uses, self.unit_reach.sizes))
        return self._count

    def __bool__(self) -> bool:
        return self._plan.alone > 0 or len(self) > 0

    def parts(self) -> Iterator[tuple[Formation | None, int | None, tuple[Go, ...]]]:
        """Moves that may follow each new formation and facing (None if unchanged), standing still first."""
        unit_reach: dict[int, tuple[Go, ...]] = {-1: ()}
        for reform, turn, stays, way in self._plan.parts:
            if way not in unit_reach:
                unit_reach[way] = self.unit_reach.reach(way).goes()
            yield reform, turn, (STAY, *unit_reach[way]) if stays else unit_reach[way]

    def all(self) -> tuple[Activate, ...]:
        """All activations as a tuple."""
        if self._all is None:
            unit = self.unit
            self._all = tuple([Activate(unit, reform, turn, *go) for reform, turn, goes in self.parts() for go in goes])
        return self._all

    @overload
    def __getitem__(self, place: int) -> Activate: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Activate, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if self._all is not None or isinstance(place, slice):
            return self.all()[place]
        sizes, size = self.unit_reach.sizes, len(self)
        left = place + size if place < 0 else place
        if 0 <= left < size:
            for reform, turn, stays, way in self._plan.parts:
                count = (sizes[way] if way >= 0 else 0) + stays
                if left < count:
                    go = STAY if stays and not left else self.unit_reach.reach(way).go(left - stays)
                    return Activate(self.unit, reform, turn, *go)
                left -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Activate]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Activate or action.unit != self.unit:
            return False
        go = (action.cell, action.unlimber, action.along, action.over)
        try:
            part = self._plan.named.get((action.formation, action.facing))
        except TypeError:  # an unhashable value from outside
            return False
        if part is None:
            return False
        return (part.stays and go == STAY) or (part.way >= 0 and self.unit_reach.reach(part.way).holds(go))


def unit_activations(field: Field, occupancy: Occupancy, number: int) -> UnitActivations:
    """Every legal activation of a unit that is free to act (EN-ACTION-08), worked out on use."""
    return UnitActivations(UnitReach(field, occupancy, number, plan_of(field, occupancy.units[number])))


Listed = tuple[Option | None, int]
"""Option of a unit, None if it has no activation, and the mask of the hexes that it depends on."""


def activations(field: Field, occupancy: Occupancy, side: SideId) -> list[Option]:
    """Options to activate, one for each unit of a side that is free to act."""
    last = field.moving
    if last is not None and last.acting == side and len(last.occupancy.units) == len(occupancy.units):
        listed = _updated_entries(field, last, occupancy)
    else:
        listed = {n: _new_entry(field, occupancy, n) for n, unit in enumerate(occupancy.units) if _is_free(unit, side)}
    field.moving = Moving(occupancy, side, listed)
    return [option for option, _ in listed.values() if option is not None]


def _updated_entries(field: Field, last: Moving, occupancy: Occupancy) -> dict[int, Listed]:
    """Entries of the last position, updated for this one."""
    side = last.acting
    listed = last.listed.copy()
    changed = occupancy.changed_since(last.occupancy)
    in_order = True
    for number in changed:
        if _is_free(occupancy.units[number], side):
            in_order = in_order and number in listed
            listed[number] = _new_entry(field, occupancy, number)
        else:
            listed.pop(number, None)
    if touched := _touched(last.occupancy, occupancy, side, changed):
        for number, entry in last.listed.items():
            if entry[1] & touched and listed.get(number) is entry:
                listed[number] = _updated_entry(field, occupancy, entry[0], entry[1]) or _new_entry(
                    field, occupancy, number
                )
    return listed if in_order else dict(sorted(listed.items()))


def _is_free(unit: Unit, side: SideId) -> bool:
    return unit.side == side and unit.cell >= 0 and not unit.activated and not unit.locked


def _new_entry(field: Field, occupancy: Occupancy, number: int) -> Listed:
    cell = occupancy.units[number].cell
    actions = unit_activations(field, occupancy, number)
    depends = actions.unit_reach.plan.area(field.layout, cell)
    if not actions:
        return None, depends
    men = occupancy.attached(number) if cell in occupancy.men else ()
    if len(men) > SUBSETS:
        return Option("activate", f"unit {number}", actions, False, {"along": list(men)}), depends
    return Option("activate", f"unit {number}", actions), depends


def _updated_entry(field: Field, occupancy: Occupancy, option: Option | None, depends: int) -> Listed | None:
    """Entry of a unit that has not changed; None if leaders are with it, so that it must be listed again."""
    before = option.actions if option is not None and option.complete else None
    if option is None or type(before) is not UnitActivations or occupancy.units[before.unit].cell in occupancy.men:
        return None
    actions = before.in_occupancy(field, occupancy)
    return (Option("activate", option.actor, actions) if actions else None), depends


def _touched(old: Occupancy, new: Occupancy, side: SideId, changed: list[int]) -> int:
    """Mask of the hexes that changed for units of ``side``.

    For an enemy these are its hex and all hexes next to it, which it may control; for others only their hexes.
    """
    own = enemy = 0
    for number in changed:
        was, now = old.units[number], new.units[number]
        if was.cell == now.cell and was.formation == now.formation and was.side == now.side == side:
            continue
        for unit in (was, now):
            if unit.cell >= 0 and unit.side == side:
                own |= 1 << unit.cell
            elif unit.cell >= 0:
                enemy |= 1 << unit.cell
    if old.leaders is not new.leaders:
        for number in changed_indexes(old.leaders, new.leaders):
            for man in (old.leaders[number], new.leaders[number]):
                if man.cell >= 0:
                    own |= 1 << man.cell
    return own | enemy | new.board.beside(enemy) if enemy else own
