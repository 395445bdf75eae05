"""Deployment by the computer player: guns in gaps of the front, infantry between them, cavalry behind the wings."""

from collections.abc import Sequence
from functools import lru_cache, partial

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.engine.words import with_verb
from battles.kits.hex.grid import Cell, Grid
from battles.rules.easy_napoleonics.actions import Deploy, DeployLeader
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.enemy import bearing, nearest
from battles.rules.easy_napoleonics.ai.situation import Situation, goals, holds
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.setup import Deployments
from battles.rules.easy_napoleonics.state import Leader, Unit
from battles.rules.easy_napoleonics.tables import Kind


def best_deployment(situation: Situation, options: Sequence[Option]) -> Advice:
    """Deployment of the next unit: guns, then infantry, then cavalry, then leaders."""
    first, turn, units = None, len(_WHERE), situation.occupancy.units
    for option in options:
        deployments = option.actions
        if type(deployments) is Deployments and _turn_of(units[deployments.unit].kind) < turn:
            first, turn = deployments, _turn_of(units[deployments.unit].kind)
    if first is not None:
        return _place(situation, first)
    return _place_leader(situation, options[0].actions)


def _turn_of(kind: Kind) -> int:
    return 0 if kind in ARTILLERY else 2 if kind in CAVALRY else 1


_WHERE = ("in a gap of the front", "in line", "behind a wing")


class Front:
    """A deployment zone: ``depth`` of each hex behind the front row, and its distance ``off`` the middle.

    ``entries`` are hexes that the side's own arrivals need (EN-RULING-120): they come last.
    """

    def __init__(self, situation: Situation) -> None:
        grid, zones = situation.grid, situation.field.zones
        own = zones[situation.side] or tuple(range(grid.size))
        against = zones[situation.enemy] or tuple(range(grid.size))
        foes = [foe.unit.cell for foe in situation.foes.all]
        self.situation = situation
        self.towards = _middle(situation, foes or list(against))
        far = nearest(grid, against).far
        least = min([far[cell] for cell in own])
        pieces: tuple[Unit | Leader, ...] = (*situation.occupancy.units, *situation.occupancy.leaders)
        arrivals = [piece.arrival for piece in pieces if piece.side == situation.side and piece.arrival is not None]
        self.entries = {cell for arrival in arrivals for cell in arrival.cells}
        self._ranked: dict[int, list[Cell]] = {}
        self.depth = {cell: far[cell] - least for cell in own}
        objectives = goals(situation)
        middle = _middle(situation, list(objectives) if objectives else foes or list(range(grid.size)))
        self.goals = objectives if holds(situation) else ()
        across = bearing(grid, _middle(situation, list(own)), self.towards) in (1, 4)
        self.off = {cell: abs(grid.column_row(cell)[across] - grid.column_row(middle)[across]) for cell in own}

    def facing(self, cell: Cell) -> int:
        """Facing towards the enemy from a hex."""
        return towards(self.situation.grid, cell, self.towards)

    def ranked(self, kind: Kind) -> list[Cell]:
        """Hexes of the zone, the best for a kind of unit first."""
        cells = self._ranked.get(_turn_of(kind))
        if cells is None:
            cells = sorted(self.depth, key=lambda cell: (cell in self.entries, -self.score(cell, kind), cell))
            self._ranked[_turn_of(kind)] = cells
        return cells

    def score(self, cell: Cell, kind: Kind) -> int:
        """Score of a hex for a kind of unit."""
        depth, off = self.depth[cell], self.off[cell]
        terrain = self.situation.terrain(cell)
        if kind in ARTILLERY:
            value = -depth * 4 - abs(off - weights.GUNS_OFF) * 2
            return value + (3 if terrain == "hill" else -9 if terrain in ("woods", "settlement") else 0)
        if kind in CAVALRY:
            return -abs(depth - 1) * 3 - abs(off - weights.CAVALRY_OFF)
        value = -depth * 3 - off * 2
        if self.goals:
            grid = self.situation.grid
            value = -3 * min(grid.distance(cell, goal) for goal in self.goals) - depth
        return value + (1 if terrain in ("woods", "settlement", "hill") else 0)


@lru_cache(maxsize=weights.KEPT)
def towards(grid: Grid, cell: Cell, other: Cell) -> int:
    """Facing in one hex towards another."""
    row = grid.distances(other)

    def away(facing: int) -> float:
        ahead = [row[step] for step in grid.front[facing][cell]]  # at an edge fewer than two
        return sum(ahead) / len(ahead) if ahead else grid.size

    return min(range(6), key=away)


def _middle(situation: Situation, cells: list[Cell]) -> Cell:
    grid = situation.grid
    places = [grid.column_row(cell) for cell in cells]
    column = sum(place[0] for place in places) // len(places)
    row = sum(place[1] for place in places) // len(places)
    return row * grid.columns + column


def front_of(situation: Situation) -> Front:
    """Front of a side (cached while the enemy does not change)."""
    notes = situation.foes.notes
    if "front" not in notes:
        notes["front"] = Front(situation)
    front: Front = notes["front"]
    return front


def _place(situation: Situation, deployments: Deployments) -> Advice:
    unit = situation.occupancy.units[deployments.unit]
    front = front_of(situation)
    cell = next(cell for cell in front.ranked(unit.kind) if deployments.free >> cell & 1)
    formation = "unlimbered" if unit.kind in ARTILLERY else "line"
    if formation not in deployments.formations:
        formation = deployments.formations[0]
    action = Deploy(deployments.unit, cell, front.facing(cell), formation)
    return Advice(action, 0, partial(_reason, situation, unit, cell))


def _reason(situation: Situation, unit: Unit, cell: Cell) -> str:
    where = _WHERE[_turn_of(unit.kind)]
    return f"{with_verb(unit.name, 'deploys')} {where} at {situation.grid.label(cell)}, facing the enemy."


def _place_leader(situation: Situation, actions: Sequence[DeployLeader]) -> Advice:
    def value(action: DeployLeader) -> tuple[int, int]:
        number = situation.occupancy.at.get(action.cell)
        if number is None:
            return 0, -action.cell
        return (3 if situation.occupancy.units[number].kind in ARTILLERY else 1), -action.cell

    best = max(actions, key=value)
    number = situation.occupancy.at.get(best.cell)
    joined = situation.name(number) if number is not None else "the army"
    return Advice(best, 0, f"The leader joins {joined} to help it fire and pass morale checks.")
