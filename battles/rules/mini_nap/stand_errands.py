"""Where a command stand has something to do: the middles of the units under it, straight or by way of a bend."""

from collections.abc import Iterator, Sequence
from math import isqrt

from battles.engine.table.bearings import Place
from battles.rules.mini_nap import evading
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.placing import commanded
from battles.rules.mini_nap.state import Stand, State
from battles.rules.mini_nap.tables import CM

ASIDE = (600, -600, 1_200, -1_200)
"""How far from the middle of the straight way a bend is tried, to the left where it is less than 0."""

SHORT = (0, 300, 600, 900)
"""How far short of a middle free ground is looked for."""


def goals(state: State, number: int) -> Iterator[Place]:
    """Free ground at the middle of all units under a stand, then of those of each Brigade, or short of it."""
    stand = state.stands[number]
    under = commanded(state, stand)
    mine = [unit for unit in on_table(state, stand.side) if state.units[unit].brigade in under]
    groups = [mine, *([unit for unit in mine if state.units[unit].brigade == brigade] for brigade in under)]
    for middle in dict.fromkeys(_middle(state, group) for group in groups if group):
        places = (_short(stand, middle, by) for by in SHORT)
        found = next((place for place in places if evading.is_free(state, number, *place)), None)
        if found is not None:
            yield found


def _short(stand: Stand, goal: Place, by: int) -> Place:
    """The place so far before a goal, or the stand's own where it is nearer than that."""
    x, y = goal[0] - stand.x, goal[1] - stand.y
    length = isqrt(x * x + y * y)
    if length <= by:
        return stand.x, stand.y
    return goal[0] - x * by // length, goal[1] - y * by // length


def ways(stand: Stand, goal: Place, most: int) -> Iterator[tuple[Place, ...]]:
    """The straight way to a place, or as far towards it as a stand goes, and ways about what may bar it."""
    x, y = goal[0] - stand.x, goal[1] - stand.y
    length = isqrt(x * x + y * y)
    if not length:
        return
    if length >= most:
        x, y, length = x * (most - CM) // length, y * (most - CM) // length, most - CM
    end = stand.x + x, stand.y + y
    yield (end,)
    for aside in ASIDE:
        yield (stand.x + x // 2 + y * aside // length, stand.y + y // 2 - x * aside // length), end


def _middle(state: State, units: Sequence[int]) -> Place:
    return (
        sum(state.units[number].x for number in units) // len(units),
        sum(state.units[number].y for number in units) // len(units),
    )
