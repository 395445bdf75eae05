"""A position as one side sees it: the enemy, goals of movement, boldness, and fields of fire."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Final

from battles.engine.core import SideId
from battles.kits.hex import line_of_sight
from battles.kits.hex.grid import Cell, Grid
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, Enemies, EnemyUnit, away_of, rings
from battles.rules.easy_napoleonics.ai.exact_values import ExactValues, Traits, dice_at, exact_values_of, led, traits_of
from battles.rules.easy_napoleonics.hidden import setup_from_view
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import Objective, Occupancy, State, Unit, other
from battles.rules.easy_napoleonics.tables import Formation, Kind, Terrain
from battles.rules.easy_napoleonics.terrain import Field, field_like, field_of


class Situation:
    """A position as one side sees it, for one decision.

    ``position`` is a state or a view. ``ahead`` counts threats of the next turn too.
    """

    __slots__ = (
        "_exact_values",
        "_foes",
        "_traits",
        "ahead",
        "enemy",
        "field",
        "grid",
        "occupancy",
        "own",
        "position",
        "side",
        "survives",
    )

    def __init__(self, position: Any, side: SideId, ahead: bool = True) -> None:
        field = field_for(position)
        self.position = position
        self.ahead = ahead
        self.side = side
        self.enemy: SideId = other(side)
        self.field: Final = field
        self.grid: Final[Grid] = field.grid
        self.occupancy: Final[Occupancy] = field.occupancy(position)
        self.own: Final[int] = self.occupancy.held[side]
        self.survives: dict[int, int] = {}
        self._foes: Enemies | None = None
        self._exact_values: ExactValues | None = None
        self._traits: dict[int, Traits] = {}

    @property
    def foes(self) -> Enemies:
        """The enemy, worked out on first use."""
        if self._foes is None:
            self._foes = _foes_of(self.field, self.occupancy, self.side)
        return self._foes

    @property
    def exact_values(self) -> ExactValues:
        """Values from exact chances under the rules of the battle."""
        if self._exact_values is None:
            self._exact_values = exact_values_of(self.field.book)
        return self._exact_values

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Objectives of the battle."""
        objectives: tuple[Objective, ...] = (
            self.position.setup.objectives if type(self.position) is State else self.position.objectives
        )
        return objectives

    def traits(self, number: int, cell: Cell | None = None, formation: Formation | None = None) -> Traits:
        """Traits of a unit, in its own or another cell and formation."""
        occupancy, terrain = self.occupancy, self.field.terrain
        unit = occupancy.units[number]
        if cell is not None or formation is not None:
            there = unit.cell if cell is None else cell
            return traits_of(unit, terrain.get(there, "open"), led(occupancy, number), formation)
        traits = self._traits.get(number)
        if traits is None:
            traits = self._traits[number] = traits_of(unit, terrain.get(unit.cell, "open"), led(occupancy, number))
        return traits

    def terrain(self, cell: Cell) -> Terrain:
        return self.field.terrain.get(cell, "open")

    def name(self, number: int) -> str:
        """Name of a unit."""
        return self.occupancy.units[number].name


_FOES: Final[dict[tuple[int, SideId], tuple[Field, Enemies]]] = {}
_GROUND: Final[dict[tuple[int, int], tuple[Any, Any, Any, Field]]] = {}


def _foes_of(field: Field, occupancy: Occupancy, side: SideId) -> Enemies:
    key = (id(field), side)
    cached = _FOES.get(key)
    before = cached[1] if cached is not None and cached[0] is field else None
    if before is not None and before.is_current(occupancy):
        return before
    if cached is not None:
        cached[1].forget()
    if len(_FOES) >= weights.FIELDS_KEPT:
        _FOES.clear()
    enemies = Enemies(field, occupancy, side, before)
    _FOES[key] = (field, enemies)
    return enemies


def field_for(position: Any) -> Field:
    """The field of a state, or of the battle that a view shows."""
    if type(position) is State:
        return field_of(position)
    key = (id(position.rules), id(position.board))
    zones = (position.sides[0].zone, position.sides[1].zone)
    cached = _GROUND.get(key)
    if cached is not None and cached[0] is position.rules and cached[1] is position.board and cached[2] == zones:
        return cached[3]
    if len(_GROUND) >= weights.FIELDS_KEPT:
        _GROUND.clear()
    field = field_like(position.rules, position.board, zones) or Field(setup_from_view(position), position.board)
    _GROUND[key] = (position.rules, position.board, zones, field)
    return field


def field_of_fire(situation: Situation, number: int, cell: Cell, facing: int) -> int:
    """Value of the best volley from a place, plus a quarter of the second best."""
    unit = situation.occupancy.units[number]
    within = arc(situation, unit.kind, cell, facing) & situation.foes.held
    if not within:
        return 0
    mine = situation.traits(number, cell, "unlimbered")
    key = (mine, cell, facing, unit.cell, situation.own)
    value = situation.foes.gunnery.get(key)
    if value is None:
        value = situation.foes.gunnery[key] = _field_of_fire(situation, unit, cell, facing, mine, within)
    return value


def arc(situation: Situation, kind: Kind, cell: Cell, facing: int) -> int:
    """Mask of the hexes in arc and range of a battery in a place; what blocks sight is ignored."""
    return line_of_sight.arc(
        situation.grid, cell, facing, situation.field.ranges[kind], situation.field.options.artillery_arc == "cone60"
    )


def _field_of_fire(situation: Situation, unit: Unit, cell: Cell, facing: int, mine: Traits, within: int) -> int:
    best = second = 0
    for value, _ in _volleys(situation, unit, cell, facing, mine, within):
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best + second // 4


def _volleys(
    situation: Situation, unit: Unit, cell: Cell, facing: int, mine: Traits, within: int
) -> Iterator[tuple[int, EnemyUnit]]:
    """Value of a battery's volley from a place at each enemy that it can see, with the enemy."""
    field, grid = situation.field, situation.grid
    blocking = field.blocking(situation.occupancy, unit.cell, cell) & ~(1 << unit.cell)
    for target in grid.cells(within):
        dice = dice_at(field, unit, grid.distance(cell, target))
        if dice and not line_of_sight.blocked(grid, cell, facing, target, blocking):
            foe = situation.foes.cells[target][0]
            yield situation.exact_values.hurt(mine, foe.traits, ASPECTS[0], dice) * foe.value // 1000, foe


def best_target(situation: Situation, number: int, cell: Cell, facing: int) -> EnemyUnit | None:
    """The enemy that a battery would hurt most from a place; None if it could hit nobody there."""
    unit = situation.occupancy.units[number]
    within = arc(situation, unit.kind, cell, facing) & situation.foes.held
    mine = situation.traits(number, cell, "unlimbered")
    volleys = _volleys(situation, unit, cell, facing, mine, within)
    return max(volleys, key=itemgetter(0), default=(0, None))[1]


def has_targets(situation: Situation, unit: Unit) -> bool:
    """True if an enemy is in arc and range of a battery; what blocks sight is ignored."""
    return bool(arc(situation, unit.kind, unit.cell, unit.facing) & situation.foes.held)


Tiers = list[tuple[int, int]]
"""Pairs of how far a value is below 0, and the mask of the hexes with it; the best hexes first."""


class StepValues(dict[Cell, int]):
    """Value of each hex as a step towards a side's goal. Get one from `step_values_of`."""

    __slots__ = ("_far", "_first", "_goal", "_goals", "_holds", "_rings", "_step", "_tiers")

    def __init__(self, situation: Situation) -> None:
        first, haste = weights.STEPS_AHEAD if situation.ahead else weights.STEPS
        self._first: Final = first
        self._step: Final[int] = first + haste * situation.position.turn
        self._holds: Final = holds(situation)
        self._rings: Final = situation.foes.rings
        self._far: Final = situation.foes.far
        self._goals: Final = rings(situation.grid, goals(situation))
        self._goal: Final = away_of(self._goals, 0)
        self._tiers: dict[tuple[bool, bool], Tiers] = {}

    def __missing__(self, cell: Cell) -> int:
        value = self[cell] = self.peak(cell, 0)
        return value

    def peak(self, cell: Cell, steps: int) -> int:
        """Highest value of a hex within a number of steps."""
        foe = self._far[cell] - steps
        if not self._goals:
            return -self._step * (foe if foe > 2 else 2)
        return self._value(max(0, self._goal[cell] - steps), foe)

    def _value(self, goal: int, foe: int) -> int:
        """Value of a hex by its distance from the objectives, if there are any, and from the nearest enemy."""
        if not self._goals:
            return -self._step * max(foe, 2)
        stand = 0 if goal else weights.STAND
        if self._holds:
            return stand - self._first * max(0, goal - 2)
        return stand - self._step * max(goal, 1) - self._first // 2 * max(foe, 2)

    def tiers(self, near: bool = False, away: bool = False) -> Tiers:
        """Hexes grouped by value, for a formation that suits marching near the enemy, or away from it."""
        tiers = self._tiers.get((near, away))
        if tiers is None:
            by_shortfall: dict[int, int] = {}
            for goal, there in enumerate(self._goals or (-1,)):
                for foe, ring in enumerate(self._rings):
                    if there & ring:
                        suits = away if foe >= weights.MARCHING else near
                        short = -self._value(goal, foe) - suits * weights.MARCH
                        by_shortfall[short] = by_shortfall.get(short, 0) | there & ring
            tiers = self._tiers[near, away] = sorted(by_shortfall.items())
        return tiers


def step_values_of(situation: Situation) -> StepValues:
    """Step values of a side (cached while the enemy does not change)."""
    key = (situation.position.turn, situation.ahead, situation.objectives)
    cached = situation.foes.ways.get(key)
    if cached is None:
        cached = situation.foes.ways[key] = StepValues(situation)
    values: StepValues = cached
    return values


def holds(situation: Situation) -> bool:
    """True if a side holds its objective from the start, so that it need not attack."""
    return any(goal.side == situation.side and goal.held_from_start for goal in situation.objectives)


def goals(situation: Situation) -> tuple[Cell, ...]:
    """Cells of all objectives."""
    return tuple(sorted({cell for goal in situation.objectives for cell in goal.cells}))


def boldness(situation: Situation) -> int:
    """Weight of the enemy's losses in hundredths."""
    if holds(situation):
        return 100
    turn: int = situation.position.turn
    return 100 + weights.BOLD + weights.BOLDER * turn


def marches(kind: Kind) -> tuple[Formation, Formation]:
    """Formations that suit units of a kind near the enemy, and away from it."""
    return ("unlimbered", "unlimbered") if kind in ARTILLERY else ("line", "column")
