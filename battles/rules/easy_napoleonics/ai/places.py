"""Values of places for a unit, and candidate changes of formation and facing."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec import Struct

from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, wedge
from battles.rules.easy_napoleonics.ai.exact_values import Traits, led, traits_of, value_of
from battles.rules.easy_napoleonics.ai.situation import Situation, Tiers, boldness, marches, step_values_of
from battles.rules.easy_napoleonics.movement.activation import UnitActivations
from battles.rules.easy_napoleonics.movement.moves import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.movement.reach import STAY, Go, Reach, plan_of
from battles.rules.easy_napoleonics.rules import CAVALRY, SQUARES
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import FORMATIONS, Formation, Kind, Terrain
from battles.rules.easy_napoleonics.terrain import Field

Charges = tuple[tuple[Cell, int], ...]
"""Charges that may come: cell of the enemy, and the enemy's gain."""

PlaceValue = tuple[int, Charges]

NO_CHARGES: Charges = ()


class Row(Struct, frozen=True):
    """Cached values of a unit in one formation on one terrain: enemy charges, own charges, losses by fire; its traits.

    Keys combine an enemy's index and a direction relative to a facing; for fire, the dice too.
    """

    risks: dict[int, int]
    gains: dict[int, int]
    shots: dict[int, int]
    mine: Traits


NUMBER = {formation: number for number, formation in enumerate(FORMATIONS)}


class PlaceValues:
    """Values of places for all units that are alike. Get one from `place_values_of`."""

    __slots__ = (
        "_rows",
        "_tiers",
        "ahead",
        "allowances",
        "bold",
        "foes",
        "march",
        "muskets",
        "number",
        "places",
        "situation",
        "threat",
        "value",
        "way",
    )

    def __init__(self, situation: Situation, number: int) -> None:
        unit = situation.occupancy.units[number]
        self.situation = situation
        self.number = number
        self.foes = situation.foes
        self.value = value_of(unit)
        self.bold = boldness(situation)
        self.way = step_values_of(situation)
        self.march = marches(unit.kind)
        self.ahead = situation.ahead
        self.muskets = unit.kind == "infantry"
        self.threat = threat(situation)
        self.allowances = allowances(situation.field, unit.kind)
        self._rows: dict[tuple[Formation, Terrain], Row] = {}
        self._tiers: dict[Formation, Tiers] = {}
        self.places: dict[int, PlaceValue] = {}

    def row(self, formation: Formation, terrain: Terrain) -> Row:
        """Cached values of a unit in a formation on a terrain."""
        key = (formation, terrain)
        row = self._rows.get(key)
        if row is None:
            situation = self.situation
            mine = traits_of(
                situation.occupancy.units[self.number], terrain, led(situation.occupancy, self.number), formation
            )
            row = self._rows[key] = Row({}, {}, {}, mine)
        return row

    def risk(self, row: Row, place: int, turned: int) -> int:
        """Gain of an enemy by charging; ``turned`` is its direction from the facing of the charged unit."""
        risk = row.risks.get(place * 6 + turned)
        if risk is None:
            foe = self.foes.all[place]
            lost, won, _ = self.situation.exact_values.clash(foe.traits, row.mine, ASPECTS[turned], True)
            risk = row.risks[place * 6 + turned] = (self.value * won - foe.value * lost) // 1000
        return risk

    def gain(self, row: Row, place: int, turned: int) -> int:
        """Gain of this unit by charging an enemy; ``turned`` is its direction from the enemy's facing."""
        gain = row.gains.get(place * 6 + turned)
        if gain is None:
            foe = self.foes.all[place]
            lost, won, _ = self.situation.exact_values.clash(row.mine, foe.traits, ASPECTS[turned], True)
            gain = (foe.value * won * self.bold // 100 - self.value * lost) // 1000
            row.gains[place * 6 + turned] = gain
        return gain

    def shot_at(self, row: Row, place: int, turned: int, dice: int) -> int:
        """Loss by an enemy's fire with a number of dice."""
        key = (place * 6 + turned) * 8 + dice
        loss = row.shots.get(key)
        if loss is None:
            foe = self.foes.all[place]
            hurt = self.situation.exact_values.hurt(foe.traits, row.mine, ASPECTS[turned], dice)
            loss = row.shots[key] = hurt * self.value // 1000
        return loss

    def place(self, cell: Cell, facing: int, formation: Formation) -> PlaceValue:
        """Value of a place without the enemies next to it, and the charges that may come."""
        key = cell * 48 + facing * 8 + NUMBER[formation]
        value = self.places.get(key)
        if value is None:
            value = self.places[key] = self._place(cell, facing, formation)
        return value

    def _place(self, cell: Cell, facing: int, formation: Formation) -> PlaceValue:
        foes = self.foes
        far = foes.far[cell]
        value = self.way[cell] + FRONT[(foes.look[cell] - facing) % 6]
        if formation == self.march[far >= weights.MARCHING]:
            value += weights.MARCH
        if not self.ahead or (far > weights.QUIET and not foes.ready >> cell & 1):
            return value, NO_CHARGES
        row = self.row(formation, self.situation.terrain(cell))
        steps = self.allowances[formation]
        if steps and far <= weights.QUIET:
            best = 0
            for place, turned in foes.ahead(cell, facing, steps):
                gain = self.gain(row, place, turned)
                if gain > best:
                    best = gain
            value += best * weights.CHANCE // 100
        return value - self.shells(row, cell, facing), self.charges(row, cell, facing)

    def tiers(self, formation: Formation) -> Tiers:
        """Hexes grouped by their value in a formation, without facing and enemy answers."""
        tiers = self._tiers.get(formation)
        if tiers is None:
            near, away = self.march
            tiers = self._tiers[formation] = self.way.tiers(formation == near, formation == away)
        return tiers

    def shells(self, row: Row, cell: Cell, facing: int) -> int:
        """Expected loss by the enemy's guns in a place."""
        shells = 0
        for place, direction, dice in self.foes.shells(cell):
            shells += self.shot_at(row, place, (direction - facing) % 6, dice)
        return shells * weights.SHELLED // 100

    def charges(self, row: Row, cell: Cell, facing: int) -> Charges:
        """Charges by which an enemy would gain."""
        dangers = self.foes.dangers(cell)
        if not dangers:
            return NO_CHARGES
        near = self.situation.grid.around_mask[cell]
        charges = []
        for place, direction, stands in dangers:
            if not near >> stands & 1:
                risk = self.risk(row, place, (direction - facing) % 6)
                if risk > 0:
                    charges.append((stands, risk))
        return tuple(charges)

    def danger(self, charges: Charges, pinned: int) -> int:
        """Expected loss by charges, without those of pinned enemies: all of the worst, half of the others."""
        worst = total = 0
        for stands, risk in charges:
            if not pinned >> stands & 1:
                total += risk
                if risk > worst:
                    worst = risk
        return (worst + total) * self.threat // 200


FRONT: Final = (weights.FRONT, 0, -weights.FRONT, -weights.FRONT, 0, weights.FRONT)
"""Value of a facing by the direction of the nearest enemy, counted clockwise from the facing."""


def allowances(field: Field, kind: Kind) -> dict[Formation, int]:
    """Charge distance of a kind in steps, by formation; 0 if it may not attack (EN-MELEE-03)."""
    key = ("charging", kind)
    steps: dict[Formation, int] | None = field.memo.get(key)
    if steps is None:
        able = FORMATIONS if kind in CAVALRY else FORMATIONS_THAT_ATTACK if kind == "infantry" else ()
        steps = {
            formation: field.allowance(kind, formation) + 1 if formation in able else 0 for formation in FORMATIONS
        }
        field.keep(key, steps)
    return steps


def threat(situation: Situation) -> int:
    """Weight of an enemy charge in hundredths: more if the enemy still moves this turn."""
    to_move = situation.position.phase == "movement" and situation.position.acting == situation.position.mover
    return weights.NOW if to_move else weights.LATER


def place_values_of(situation: Situation, number: int) -> PlaceValues:
    """Place values of a unit (cached while the enemy does not change)."""
    unit = situation.occupancy.units[number]
    alike = (unit.kind, unit.grade, unit.level, unit.armored, unit.nation, unit.worth, led(situation.occupancy, number))
    key = (
        *alike,
        unit.moved_in_column,
        situation.position.turn,
        threat(situation),
        situation.ahead,
        situation.objectives,
    )
    cached = situation.foes.place_values.get(key)
    if cached is None:
        cached = situation.foes.place_values[key] = PlaceValues(situation, number)
    values: PlaceValues = cached
    return values


BACK: Final = (2, 3)
"""Directions of the rear, counted clockwise from a facing (EN-FACE-04)."""

NO_WAY: Final = Reach(0, 0, False)


class Change(NamedTuple):
    """A new formation and facing (None if unchanged), the facing afterwards, and the actions that it costs.

    ``stays`` says that it is legal without a move; ``way`` is the way of the unit's plan that may follow, -1 for none.
    """

    reform: Formation | None
    turn: int | None
    facing: int
    spent: int
    stays: bool
    way: int


class ChangesToFormation(NamedTuple):
    """Changes to one formation; ``steps`` is the longest move after them."""

    formation: Formation
    steps: int
    changes: tuple[Change, ...]


def changes(field: Field, unit: Unit, look: int) -> tuple[ChangesToFormation, ...]:
    """Candidate changes that face an enemy in the direction ``look``; no change comes first."""
    key = ("changes", unit.kind, unit.nation, unit.formation, unit.facing, look)
    cached: tuple[ChangesToFormation, ...] | None = field.memo.get(key)
    return cached if cached is not None else field.keep(key, tuple(_changes(field, unit, look)))


def _changes(field: Field, unit: Unit, look: int) -> Iterator[ChangesToFormation]:
    turned: tuple[int | None, ...] = (look, (look + 1) % 6)
    if (look - unit.facing) % 6 not in BACK:
        turned = (None, *turned)
    plan = plan_of(field, unit)
    for reform, parts in groupby(plan.parts, key=attrgetter("reform")):
        changes_of_formation = []
        for _, turn, stays, way in parts:
            if turn in turned and (turn is None or reform not in SQUARES):
                facing = unit.facing if turn is None else turn
                changes_of_formation.append(
                    Change(reform, turn, facing, (reform is not None) + (turn is not None), stays, way)
                )
        if changes_of_formation:
            steps = max([plan.ways[change.way][1] for change in changes_of_formation if change.way >= 0], default=0)
            yield ChangesToFormation(reform or unit.formation, steps, tuple(changes_of_formation))


def candidate_moves(
    place_values: PlaceValues, unit: Unit, listed: UnitActivations, change: Change, calm: bool
) -> Sequence[Go]:
    """Candidate moves after a change, with staying if that is legal.

    For a unit far from the enemy (``calm``) only the moves that take it closest to its goal.
    """
    reach = reach_of(listed, change)
    if reach.listed is not None:
        return _listed_candidates(
            place_values, unit, (STAY, *reach.listed) if change.stays else reach.listed, change, calm
        )
    cells, home = candidate_cells(place_values, unit, reach, change, calm), 1 << unit.cell
    goes = Reach(reach.moves & cells, reach.sides & cells, reach.unlimbers, reach.companies).goes()
    return (STAY, *goes) if cells & home else goes


def reach_of(listed: UnitActivations, change: Change) -> Reach:
    """Reach of a unit after a change."""
    return listed.unit_reach.reach(change.way) if change.way >= 0 else NO_WAY


def candidate_cells(place_values: PlaceValues, unit: Unit, reach: Reach, change: Change, calm: bool) -> int:
    """Mask of the candidate hexes within reach."""
    cells, home = reach.moves | reach.sides, 1 << unit.cell
    if change.stays:
        cells |= home
    if calm:
        for _, mask in place_values.way.tiers():
            if mask & cells:
                return mask & cells
    elif change.spent:
        cells &= wedge(place_values.situation.grid, unit.cell, change.facing, weights.FARTHEST) | home
    return cells


def _listed_candidates(
    place_values: PlaceValues, unit: Unit, goes: tuple[Go, ...], change: Change, calm: bool
) -> Sequence[Go]:
    """Candidate moves, if the moves are listed one by one."""
    if calm:
        values = [place_values.way[go[0] if go[0] != NOWHERE else unit.cell] for go in goes]
        most = max(values, default=0)
        return [go for go, value in zip(goes, values, strict=True) if value == most]
    if not change.spent:
        return goes
    forward = wedge(place_values.situation.grid, unit.cell, change.facing, weights.FARTHEST)
    return [go for go in goes if go[0] == NOWHERE or forward >> go[0] & 1]
