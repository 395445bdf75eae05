"""How an army draws up: guns in gaps of the front, infantry in lines between them, cavalry behind the wings."""

from collections.abc import Sequence
from functools import lru_cache, partial

from battles.engine.core import Option
from battles.engine.hex import Cell, Grid
from battles.engine.judge import Advice
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.deploying import Placings
from battles.rules.easy_napoleonics.judging_foes import nearest
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import bearing
from battles.rules.easy_napoleonics.judging_way import goals, holds
from battles.rules.easy_napoleonics.state import Unit
from battles.rules.easy_napoleonics.tables import Kind


def best_placing(ground: Ground, options: Sequence[Option]) -> Advice:
    """The next unit to be put on the board, guns before infantry before cavalry, and then the leaders."""
    first, turn, units = None, len(_WHERE), ground.lay.units
    for option in options:
        placing = option.actions
        if type(placing) is Placings and _turn_of(units[placing.unit].kind) < turn:
            first, turn = placing, _turn_of(units[placing.unit].kind)
    if first is not None:
        return _place(ground, first)
    return _place_leader(ground, options[0].actions)


def _turn_of(kind: Kind) -> int:
    return 0 if kind in ARTILLERY else 2 if kind in CAVALRY else 1


_WHERE = ("in a gap of the front", "in line", "behind a wing")


class Front:
    """A zone seen from the enemy: ``depth`` of each hex behind its foremost row, and how far it lies off the middle."""

    def __init__(self, ground: Ground) -> None:
        grid, zones = ground.grid, ground.field.zones
        own = zones[ground.side] or tuple(range(grid.size))
        against = zones[ground.enemy] or tuple(range(grid.size))
        foes = [foe.unit.cell for foe in ground.foes.all]
        self.ground = ground
        self.towards = _middle(ground, foes or list(against))
        far = nearest(grid, against).far
        least = min([far[cell] for cell in own])
        self._ranked: dict[int, list[Cell]] = {}
        self.depth = {cell: far[cell] - least for cell in own}
        held = goals(ground)
        middle = _middle(ground, list(held) if held else foes or list(range(grid.size)))
        self.goals = held if holds(ground) else ()
        across = bearing(grid, _middle(ground, list(own)), self.towards) in (1, 4)
        self.off = {cell: abs(grid.column_row(cell)[across] - grid.column_row(middle)[across]) for cell in own}

    def facing(self, cell: Cell) -> int:
        """The facing of a unit towards the enemy."""
        return towards(self.ground.grid, cell, self.towards)

    def ranked(self, kind: Kind) -> list[Cell]:
        """The zone, the hexes that suit a kind best first."""
        known = self._ranked.get(_turn_of(kind))
        if known is None:
            known = sorted(self.depth, key=lambda cell: (-self.score(cell, kind), cell))
            self._ranked[_turn_of(kind)] = known
        return known

    def score(self, cell: Cell, kind: Kind) -> int:
        """How well a hex suits a kind of unit."""
        depth, off = self.depth[cell], self.off[cell]
        terrain = self.ground.terrain(cell)
        if kind in ARTILLERY:
            value = -depth * 4 - abs(off - weights.GUNS_OFF) * 2
            return value + (3 if terrain == "hill" else -9 if terrain in ("woods", "settlement") else 0)
        if kind in CAVALRY:
            return -abs(depth - 1) * 3 - abs(off - weights.CAVALRY_OFF)
        value = -depth * 3 - off * 2
        if self.goals:
            grid = self.ground.grid
            value = -3 * min(grid.distance(cell, goal) for goal in self.goals) - depth
        return value + (1 if terrain in ("woods", "settlement", "hill") else 0)


@lru_cache(maxsize=weights.KEPT)
def towards(grid: Grid, cell: Cell, other: Cell) -> int:
    """The facing on one hex that looks towards another."""
    row = grid.distances(other)
    return min(range(6), key=lambda facing: sum([row[step] for step in grid.front[facing][cell]]) or 999)


def _middle(ground: Ground, cells: list[Cell]) -> Cell:
    grid = ground.grid
    places = [grid.column_row(cell) for cell in cells]
    column = sum(place[0] for place in places) // len(places)
    row = sum(place[1] for place in places) // len(places)
    return row * grid.columns + column


def front_of(ground: Ground) -> Front:
    """The front of a side, kept while the enemy stands as he does."""
    notes = ground.foes.notes
    if "front" not in notes:
        notes["front"] = Front(ground)
    found: Front = notes["front"]
    return found


def _place(ground: Ground, placing: Placings) -> Advice:
    unit = ground.lay.units[placing.unit]
    front = front_of(ground)
    cell = next(cell for cell in front.ranked(unit.kind) if placing.free >> cell & 1)
    formation = "unlimbered" if unit.kind in ARTILLERY else "line"
    if formation not in placing.formations:
        formation = placing.formations[0]
    action = Deploy(placing.unit, cell, front.facing(cell), formation)
    return Advice(action, 0, partial(_drawn_up, ground, unit, cell))


def _drawn_up(ground: Ground, unit: Unit, cell: Cell) -> str:
    where = _WHERE[_turn_of(unit.kind)]
    return f"{unit.name} draws up {where} at {ground.grid.label(cell)}, facing the enemy."


def _place_leader(ground: Ground, actions: Sequence[DeployLeader]) -> Advice:
    def worth(action: DeployLeader) -> tuple[int, int]:
        number = ground.lay.at.get(action.cell)
        if number is None:
            return 0, -action.cell
        return (3 if ground.lay.units[number].kind in ARTILLERY else 1), -action.cell

    best = max(actions, key=worth)
    number = ground.lay.at.get(best.cell)
    whom = ground.name(number) if number is not None else "the army"
    return Advice(best, 0, f"The leader joins {whom}, whom his presence helps to fire and to stand.")
