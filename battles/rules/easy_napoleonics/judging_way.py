"""Where a side wants to go: towards the enemy or the ground that wins, and how boldly."""

from typing import Final

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_hexes import away_of, rings
from battles.rules.easy_napoleonics.tables import Formation, Kind

Tiers = list[tuple[int, int]]
"""What hexes are short of a worth of 0, and which have it so, as masks, the least short first."""


class Way(dict[Cell, int]):
    """What each hex is worth as a step on the way, while the enemy stands as he does. Get one from `way_of`."""

    __slots__ = ("_far", "_first", "_goal", "_goals", "_holds", "_rings", "_step", "_tiers")

    def __init__(self, ground: Ground) -> None:
        first, haste = weights.STEPS_AHEAD if ground.ahead else weights.STEPS
        self._first: Final = first
        self._step: Final[int] = first + haste * ground.known.turn
        self._holds: Final = holds(ground)
        self._rings: Final = ground.foes.rings
        self._far: Final = ground.foes.far
        self._goals: Final = rings(ground.grid, goals(ground))
        self._goal: Final = away_of(self._goals, 0)
        self._tiers: dict[tuple[bool, bool], Tiers] = {}

    def __missing__(self, cell: Cell) -> int:
        found = self[cell] = self.peak(cell, 0)
        return found

    def peak(self, cell: Cell, steps: int) -> int:
        """What a hex at most so many steps away can be worth."""
        foe = self._far[cell] - steps
        if not self._goals:
            return -self._step * (foe if foe > 2 else 2)
        return self._worth(max(0, self._goal[cell] - steps), foe)

    def _worth(self, goal: int, foe: int) -> int:
        """The worth of a hex so far from the ground that wins, if there is any, and from the nearest enemy."""
        if not self._goals:
            return -self._step * max(foe, 2)
        stand = 0 if goal else weights.STAND
        if self._holds:
            return stand - self._first * max(0, goal - 2)
        return stand - self._step * max(goal, 1) - self._first // 2 * max(foe, 2)

    def tiers(self, near: bool = False, away: bool = False) -> Tiers:
        """Every hex by its worth to a unit whose formation suits the march near the enemy, or away from him."""
        known = self._tiers.get((near, away))
        if known is None:
            found: dict[int, int] = {}
            for goal, there in enumerate(self._goals or (-1,)):
                for foe, ring in enumerate(self._rings):
                    if there & ring:
                        suits = away if foe >= weights.MARCHING else near
                        short = -self._worth(goal, foe) - suits * weights.MARCH
                        found[short] = found.get(short, 0) | there & ring
            known = self._tiers[near, away] = sorted(found.items())
        return known


def way_of(ground: Ground) -> Way:
    """The way of a side, kept while the enemy stands as he does."""
    key = (ground.known.turn, ground.ahead, ground.objectives)
    known = ground.foes.ways.get(key)
    if known is None:
        known = ground.foes.ways[key] = Way(ground)
    found: Way = known
    return found


def holds(ground: Ground) -> bool:
    """Whether a side wins by standing where it stands, so that it need not attack."""
    return any(goal.side == ground.side and goal.held_from_start for goal in ground.objectives)


def goals(ground: Ground) -> tuple[Cell, ...]:
    """The ground that wins the battle for a side, or that it must not lose."""
    return tuple(sorted({cell for goal in ground.objectives for cell in goal.cells}))


def boldness(ground: Ground) -> int:
    """Hundredths that the enemy's losses count."""
    if holds(ground):
        return 100
    turn: int = ground.known.turn
    return 100 + weights.BOLD + weights.BOLDER * turn


def marches(kind: Kind) -> tuple[Formation, Formation]:
    """The formations that suit units of a kind near the enemy, and away from him."""
    return ("unlimbered", "unlimbered") if kind in ARTILLERY else ("line", "column")
