"""Who may fire at whom, with how many dice (sections 6.1 and 6.2)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, overload

from battles.engine import sight
from battles.engine.core import Option, SideId
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.contacts import enemies_around, enemies_in_front
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.state import State, Unit, other

MOST_LISTED: Final = 128
"""Ways to fire at one target that are listed; with more, a sample stands for them."""

Shots = tuple[tuple[int, int], ...]
"""Units and the most dice that each may fire at a target."""


def has_fire(field: Field, unit: Unit) -> bool:
    """Whether a unit may still fire at all this turn: an action or a die held back (EN-ACTION-05, EN-MUSK-08)."""
    if unit.cell < 0 or unit.mute:
        return False
    if unit.dice_left >= 0:
        return unit.dice_left > 0
    if unit.used < field.tables.actions[unit.kind]:
        return True
    late = field.options.musketry_after_change_and_move  # EN-RULING-19
    return late and unit.kind == "infantry" and unit.reformed and bool(unit.moved)


def targets_of(field: Field, lay: Lay, number: int) -> tuple[tuple[int, int], ...]:
    """The enemy units that a unit may fire at, each with the most dice, by unit. It must have fire left."""
    unit = lay.units[number]
    if unit.kind in ARTILLERY:
        key = (number, unit.facing)
        found = lay.aims.get(key)
        if found is None:
            found = lay.aims[key] = tuple(_battery_targets(field, lay, unit))
        return found
    if unit.kind == "infantry":
        return tuple(_musket_targets(field, lay, number, unit))
    return ()


def _battery_targets(field: Field, lay: Lay, unit: Unit) -> Iterator[tuple[int, int]]:
    """EN-ART-01, EN-ART-02."""
    if unit.formation != "unlimbered":
        return
    cone = field.options.artillery_arc == "cone60"
    held = sight.arc(field.grid, unit.cell, unit.facing, field.ranges[unit.kind], cone) & lay.held[other(unit.side)]
    for cell in field.grid.cells(held):
        dice = field.book.fire_dice.get((unit.kind, "unlimbered", field.grid.distance(unit.cell, cell)), 0)
        if dice and not sight.blocked(field.grid, unit.cell, unit.facing, cell, field.blocking(lay, unit.cell, cell)):
            for enemy in lay.units_at(cell):
                yield enemy, dice


def _musket_targets(field: Field, lay: Lay, number: int, unit: Unit) -> Iterator[tuple[int, int]]:
    """EN-MUSK-02, 03, 04: a second die goes to another unit."""
    if not lay.near[other(unit.side)] >> unit.cell & 1:
        return
    dice = field.book.fire_dice.get(("infantry", unit.formation, 1), 0)
    all_round = unit.formation in SQUARES
    enemies = enemies_around(field, lay, number) if all_round else enemies_in_front(field, lay, unit)
    if unit.dice_left >= 0:
        dice = min(dice, unit.dice_left)
    for enemy in enemies:
        if dice and enemy not in unit.at:
            yield enemy, dice


def dice_left(field: Field, lay: Lay, number: int, count: int) -> int:
    """Dice that a unit still holds after ``count`` more in a mission (EN-MUSK-03, 06, EN-RULING-87)."""
    unit = lay.units[number]
    if unit.kind in ARTILLERY:
        return 0
    if unit.dice_left >= 0:
        return unit.dice_left - count
    if unit.formation in SQUARES:
        hexes = len({lay.units[enemy].cell for enemy in enemies_around(field, lay, number)})
        return min(field.tables.square_targets, hexes) - count
    return field.book.fire_dice.get(("infantry", unit.formation, 1), 0) - count


def missions(field: Field, lay: Lay, side: SideId, guns: bool, nominated: tuple[int, ...] = ()) -> dict[int, Shots]:
    """By enemy unit, all that a side may fire at it in a phase of ``guns`` or of small arms, by unit.

    ``nominated`` are targets that it has fired at in this phase (EN-ART-18, EN-MUSK-06).
    """
    once = field.options.fire_pooling == "by_target"
    found: dict[int, list[tuple[int, int]]] = {}
    for number in _firing(field, lay, side, guns):
        for enemy, dice in targets_of(field, lay, number):
            if not (once and enemy in nominated):
                found.setdefault(enemy, []).append((number, dice))
    return {enemy: tuple(found[enemy]) for enemy in sorted(found)}


def has_mission(field: Field, lay: Lay, side: SideId, guns: bool) -> bool:
    """Whether a side that has not fired yet may fire at anything."""
    return any(targets_of(field, lay, number) for number in _firing(field, lay, side, guns))


def _firing(field: Field, lay: Lay, side: SideId, guns: bool) -> list[int]:
    """The units of a side that have fire left and may be near enough to somebody."""
    near = lay.near[other(side)]
    return [
        number
        for number, unit in enumerate(lay.units)
        if unit.side == side
        and unit.cell >= 0
        and (unit.kind in ARTILLERY) == guns
        and (guns or near >> unit.cell & 1)
        and has_fire(field, unit)
    ]


def fire_options(field: Field, lay: Lay, state: State) -> Iterator[Option]:
    """Every mission of the acting side, target by target (section 10.3)."""
    guns = state.phase == "artillery"
    for target, shots in missions(field, lay, state.acting, guns, state.nominated).items():
        if field.options.fire_pooling == "by_firer":
            single = [((number, count),) for number, most in shots for count in _counts(most, guns)]
            yield Option("fire", f"unit {target}", tuple(Fire(target, dice) for dice in single))
        elif _ways(shots, guns) <= MOST_LISTED:
            yield Option("fire", f"unit {target}", Volleys(target, shots, guns))
        else:
            sample = [shots, *(((number, most),) for number, most in shots)]
            domains = {"dice": {str(number): list(_counts(most, guns)) for number, most in shots}}
            yield Option("fire", f"unit {target}", tuple(Fire(target, dice) for dice in sample), False, domains)


def _counts(most: int, guns: bool) -> tuple[int, ...]:
    """A battery fires all its dice (EN-ART-18), infantry any of its own."""
    return (most,) if guns else tuple(range(1, most + 1))


def _ways(shots: Shots, guns: bool) -> int:
    ways = 1
    for _, most in shots:
        ways *= 1 + len(_counts(most, guns))
    return ways - 1


class Volleys(Sequence[Fire]):
    """Every choice of units and dice against one target but none at all, most first; made when they are asked for.

    ``shots`` are the units with the most dice of each.
    """

    __slots__ = ("_all", "_guns", "shots", "target")

    def __init__(self, target: int, shots: Shots, guns: bool) -> None:
        self.target = target
        self.shots = shots
        self._guns = guns
        self._all: tuple[Fire, ...] | None = None

    def all(self) -> tuple[Fire, ...]:
        """All of them as a tuple."""
        if self._all is None:
            choices = [[(n, dice) for dice in (*reversed(_counts(most, self._guns)), 0)] for n, most in self.shots]
            found = [tuple([pair for pair in choice if pair[1]]) for choice in product(*choices)]
            self._all = tuple([Fire(self.target, dice) for dice in found[:-1]])
        return self._all

    def __len__(self) -> int:
        return _ways(self.shots, self._guns)

    @overload
    def __getitem__(self, place: int) -> Fire: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Fire, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        return self.all()[place]

    def __iter__(self) -> Iterator[Fire]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Fire or action.target != self.target:
            return False
        return action.dice == self.shots or action in self.all()
