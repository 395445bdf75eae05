"""Values of a unit's activations, and the best of them."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, EnemyUnit
from battles.rules.easy_napoleonics.ai.places import (
    FRONT,
    Change,
    ChangesToFormation,
    Row,
    candidate_cells,
    candidate_moves,
    changes,
    place_values_of,
    reach_of,
)
from battles.rules.easy_napoleonics.ai.situation import Situation, field_of_fire
from battles.rules.easy_napoleonics.movement.activation import UnitActivations
from battles.rules.easy_napoleonics.movement.reach import STAY, Go, Reach
from battles.rules.easy_napoleonics.rules import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation


class Scored(Struct, frozen=True):
    """An activation with its value, and the place, facing and formation of the unit after it."""

    value: int
    reform: Formation | None
    turn: int | None
    go: Go
    cell: Cell
    facing: int
    formation: Formation


def scored_of(unit: Unit, value: int, change: Change, formation: Formation, go: Go) -> Scored:
    """An activation with its value: a change of formation and facing, and the move after it."""
    cell = unit.cell if go[0] == NOWHERE else go[0]
    return Scored(value, change.reform, change.turn, go, cell, change.facing, "unlimbered" if go[1] else formation)


class UnitEvaluator:
    """Evaluator of one unit's activations by its place, facing and formation afterwards.

    ``hot`` are hexes next to an enemy, ``pinned`` hexes next to a unit of this side.
    """

    __slots__ = ("actions", "guns", "hot", "number", "pinned", "place_values", "situation", "unit")

    def __init__(self, situation: Situation, number: int) -> None:
        self.situation = situation
        self.number = number
        self.unit = situation.occupancy.units[number]
        self.place_values = place_values_of(situation, number)
        self.pinned: int = situation.occupancy.near[situation.side]
        self.hot: int = situation.occupancy.near[situation.enemy]
        self.guns = self.unit.kind in ARTILLERY
        self.actions = situation.field.tables.actions[self.unit.kind]

    def scored(self, listed: UnitActivations) -> list[Scored]:
        """Candidate activations with their values. A unit does not move next to an enemy that it may not charge."""
        return list(self._each(listed, False))

    def first(self, listed: UnitActivations, floor: int) -> Scored | None:
        """The best activation, the first of equals; None if none has a value above ``floor``."""
        best = None
        for scored in self._each(listed, not self.guns and self.place_values.foes.far[self.unit.cell] > weights.CALM):
            if scored.value > floor:
                best, floor = scored, scored.value
        return best

    def _each(self, listed: UnitActivations, calm: bool) -> Iterator[Scored]:
        place_values, unit = self.place_values, self.unit
        for group in changes(self.situation.field, unit, place_values.foes.look[unit.cell]):
            for change in group.changes:
                for go in candidate_moves(place_values, unit, listed, change, calm):
                    value = self.value(change, group.formation, go)
                    if value > -weights.WON:
                        yield scored_of(unit, value, change, group.formation, go)

    def value(self, change: Change, formation: Formation, go: Go) -> int:
        """Value of an activation; a change and a move next to an enemy get the value of a loss."""
        unit, place_values, facing = self.unit, self.place_values, change.facing
        cell, unlimbers, along, _ = go
        moves = cell != NOWHERE
        if not moves:
            cell = unit.cell
        fires = unit.used + change.spent + moves + unlimbers < self.actions
        if self.guns:
            value = self._guns(cell, facing, "unlimbered" if unlimbers else formation, fires)
        else:
            value, charges = place_values.place(cell, facing, formation)
            if charges:
                value -= place_values.danger(charges, self.pinned)
            if self.hot >> cell & 1:
                if change.spent:
                    return -weights.WON
                value += self.contact(cell, facing, formation, fires)
        return value + (len(along) > 0)

    def action(self, scored: Scored) -> Activate:
        """The action of an evaluated activation."""
        return Activate(self.number, scored.reform, scored.turn, *scored.go)

    def staying(self) -> int:
        """Value of not being activated."""
        unit = self.unit
        if self.guns:
            return self._guns(unit.cell, unit.facing, unit.formation, True)
        value, charges = self.place_values.place(unit.cell, unit.facing, unit.formation)
        return value - self.place_values.danger(charges, self.pinned) if charges else value

    def standing(self) -> int:
        """Value of the unit's place at the end of the movement, without this turn's fire."""
        unit = self.unit
        return self._guns(unit.cell, unit.facing, unit.formation, False) if self.guns else self.staying()

    def _guns(self, cell: Cell, facing: int, formation: Formation, fires: bool) -> int:
        """Value of a place for a battery: its targets now and later, less fire and charges against it."""
        fire = field_of_fire(self.situation, self.number, cell, facing)
        if formation == "unlimbered":
            fire = fire * (weights.UNLIMBERED + 100 * fires) // 100
        else:
            fire = fire * weights.LIMBERED // 100
        place_values = self.place_values
        way = place_values.way[cell] // weights.GUNS_HANG_BACK
        if not place_values.ahead or not place_values.foes.ready >> cell & 1:
            return fire + way
        row = place_values.row(formation, self.situation.terrain(cell))
        charges = place_values.danger(place_values.charges(row, cell, facing), self.pinned)
        return fire + way - place_values.shells(row, cell, facing) - charges

    def contact(self, cell: Cell, facing: int, formation: Formation, fires: bool) -> int:
        """Value of melees and musketry with the enemies next to a place."""
        situation, place_values = self.situation, self.place_values
        row = place_values.row(formation, situation.terrain(cell))
        able, cells = place_values.allowances[formation] > 0, place_values.foes.cells
        value = shot = 0
        for direction, near in enumerate(situation.grid.near[cell]):
            for foe in cells.get(near, ()):
                turned = (direction - facing) % 6
                ahead = turned in (0, 5)
                back = (direction + 3 - foe.unit.facing) % 6
                value += self._meeting(foe, row, turned, back, able and ahead)
                if place_values.muskets and fires and (ahead or formation in SQUARES):
                    dice = situation.field.book.fire_dice.get(("infantry", formation, 1), 0)
                    hurt = situation.exact_values.hurt(row.mine, foe.traits, ASPECTS[back], dice)
                    shot = max(shot, hurt * foe.value // 1000)
        return value + shot

    def _meeting(self, foe: EnemyUnit, row: Row, turned: int, back: int, charging: bool) -> int:
        """Value of the melee with one enemy, weighted by the chance that it is still there, less its musketry."""
        unit, faces = foe.unit, back in (0, 5)
        value = 0
        if charging:
            value += (
                self.place_values.gain(row, foe.place, back) * self.situation.survives.get(foe.number, 1000) // 1000
            )
        elif faces and foe.reach and not unit.reformed:
            value -= max(0, self.place_values.risk(row, foe.place, turned))
        if unit.kind == "infantry" and (faces or unit.formation in SQUARES) and not unit.mute:
            value -= self.place_values.shot_at(row, foe.place, turned, 2 if unit.formation == "line" else 1)
        return value


ValueAndOrder = tuple[int, int]
"""A value, and the order of its move among those after a change: 0 to stay, then the hexes of Moves, then those of
Sidesteps; -1 for none."""


def best_of(unit_evaluator: UnitEvaluator, listed: UnitActivations, floor: int) -> Scored | None:
    """The best activation, the first of equals; None if none has a value above ``floor``."""
    if unit_evaluator.guns or unit_evaluator.place_values.ahead:
        return unit_evaluator.first(listed, floor)
    return QuickSearch(unit_evaluator, listed).best(floor)


class QuickSearch:
    """Fast search for the best activation of a unit without guns, for evaluation of this turn only.

    The value of a hex depends on the hex and the formation, which `StepValues.tiers` gives for all hexes at once, on
    the facing, and next to enemies on the melees there. ``hot`` are hexes next to the enemy; ``calm`` says that the
    enemy is far away.
    """

    __slots__ = ("calm", "far", "home", "hot", "listed", "most", "place_values", "unit", "unit_evaluator")

    def __init__(self, unit_evaluator: UnitEvaluator, listed: UnitActivations) -> None:
        place_values, unit = unit_evaluator.place_values, unit_evaluator.unit
        self.unit_evaluator: Final = unit_evaluator
        self.place_values: Final = place_values
        self.unit: Final = unit
        self.listed: Final = listed
        self.home: Final = unit.cell
        self.far: Final = place_values.foes.far[unit.cell]
        self.calm: Final = self.far > weights.CALM
        self.hot = unit_evaluator.hot & unit_evaluator.situation.grid.within(
            unit.cell, unit_evaluator.situation.field.reach[unit.kind]
        )
        self.most: Final = weights.FRONT + (unit.cell in unit_evaluator.situation.occupancy.men)

    def best(self, floor: int) -> Scored | None:
        """The best activation, the first of equals; None if none has a value above ``floor``."""
        choice: tuple[int, Change, Formation, Go] | None = None
        best, unit = floor, self.unit
        for group in changes(self.unit_evaluator.situation.field, unit, self.place_values.foes.look[unit.cell]):
            peak = self._peak(group)
            for change in group.changes:
                if peak <= best and (change.spent or not self.hot):
                    continue
                value, go = self._best_move(change, group.formation, peak, best)
                if value > best:
                    best, choice = value, (value, change, group.formation, go)
        return None if choice is None else scored_of(unit, *choice)

    def _peak(self, group: ChangesToFormation) -> int:
        """Upper limit of the values of moves after such changes, without hexes next to the enemy."""
        formation, steps, _ = group
        near, away = self.place_values.march
        suits = (formation == near and self.far - steps < weights.MARCHING) or (
            formation == away and self.far + steps >= weights.MARCHING
        )
        return self.place_values.way.peak(self.home, steps) + suits * weights.MARCH + self.most

    def _best_move(self, change: Change, formation: Formation, peak: int, best: int) -> tuple[int, Go]:
        """Value and move of the best move after a change, the first of equals; ``best`` if none is better."""
        reach = reach_of(self.listed, change)
        if reach.listed is not None:
            return self._listed(change, formation, best)
        cells = candidate_cells(self.place_values, self.unit, reach, change, self.calm)
        near = cells & self.hot
        value, place = self._best_far_from_enemy(change, formation, reach, cells ^ near, peak, best)
        if near and not change.spent:
            value, place = self._best_next_to_enemy(change, formation, reach, near, (value, place))
        if place <= 0:
            return value, STAY
        cell = (place - 1) % self.unit_evaluator.situation.grid.size
        return value, (cell, False, reach.companies[len(reach.companies) > 1], ())

    def _best_far_from_enemy(
        self, change: Change, formation: Formation, reach: Reach, cells: int, peak: int, best: int
    ) -> ValueAndOrder:
        """The best of the hexes that are not next to the enemy, if it is better than ``best``."""
        tiers, look, facing, most, place = (
            self.place_values.tiers(formation),
            self.place_values.foes.look,
            change.facing,
            self.most,
            -1,
        )
        accompanied = len(reach.companies) > 1
        for short, mask in tiers[bisect_left(tiers, (most - peak,)) :]:
            if not cells or most - short < best + (place < 0):
                break
            there = mask & cells
            cells ^= there
            while there:
                low = there & -there
                there ^= low
                cell = low.bit_length() - 1
                value, order = FRONT[(look[cell] - facing) % 6] - short, self._order(cell, low, reach)
                if order and accompanied:
                    value += 1
                if value > best or (value == best and order < place):
                    best, place = value, order
        return best, place

    def _best_next_to_enemy(
        self, change: Change, formation: Formation, reach: Reach, cells: int, best_so_far: ValueAndOrder
    ) -> ValueAndOrder:
        """The best of the hexes next to the enemy, or ``best_so_far`` if that is better."""
        best, place = best_so_far
        unit_evaluator, facing, used = self.unit_evaluator, change.facing, self.unit.used
        accompanied = len(reach.companies) > 1
        while cells:
            low = cells & -cells
            cells ^= low
            cell = low.bit_length() - 1
            order = self._order(cell, low, reach)
            value = self.place_values.place(cell, facing, formation)[0]
            value += unit_evaluator.contact(cell, facing, formation, used + (order > 0) < unit_evaluator.actions)
            if order and accompanied:
                value += 1
            if value > best or (value == best and order < place):
                best, place = value, order
        return best, place

    def _order(self, cell: Cell, bit: int, reach: Reach) -> int:
        """Order of a hex among the moves after a change."""
        if cell == self.home:
            return 0
        return 1 + cell if reach.moves & bit else 1 + self.unit_evaluator.situation.grid.size + cell

    def _listed(self, change: Change, formation: Formation, best: int) -> tuple[int, Go]:
        """Value and move of the best move, if the moves are listed one by one."""
        best_go = STAY
        for go in candidate_moves(self.place_values, self.unit, self.listed, change, self.calm):
            value = self.unit_evaluator.value(change, formation, go)
            if value > best:
                best, best_go = value, go
        return best, best_go
