"""Deployment of an army: Brigades side by side, cavalry on the wings, commanders behind."""

from collections.abc import Iterator, Sequence
from typing import Final

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.kits.open_table.bearings import DIRECTIONS, FULL, SCALE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai.situation import Situation
from battles.rules.mini_nap.setup import places
from battles.rules.mini_nap.state import Unit
from battles.rules.mini_nap.tables import Formation
from battles.rules.mini_nap.unit_types import selectable_formations, unit_class

ASIDE: Final = 700
"""Distance between the middles of units side by side."""
DEEP: Final = 700
"""Distance between the rows of a Brigade."""
BROAD: Final = 3
"""Units of a Brigade in a row."""
FRONT: Final = 400
"""Distance from the front of the zone to the first row."""
TRIES: Final = 14
"""Rings of places tried around the wanted place."""


def best_deployment(position: Situation, options: Sequence[Option]) -> Advice:
    """Deploys the next unit or stand in its place in the line."""
    for option in options:
        kind, number = option.kind, int(option.actor.split()[1]) if option.actor else 0
        if kind == "deploy":
            return _unit(position, number, option)
        if kind == "deploy_stand":
            return _stand(position, number, option)
    return Advice(options[0].actions[0], 0, "There is no place left for it, so it stays off the table.")


def best_edge(position: Situation, options: Sequence[Option]) -> Advice:
    """The first edge."""
    return Advice(options[0].actions[0], 0, "Neither edge is better than the other.")


def _unit(position: Situation, number: int, option: Option) -> Advice:
    state, unit = position.state, position.state.units[number]
    zone = places.brigade_zone(state, unit.brigade)
    facing = places.bearing_to_enemy(state, zone)
    formation = _formation(unit, position.looks_ahead)
    words = f"{unit.name} deploys with its Brigade, facing the enemy."
    for x, y in _about(*_wanted(position, number, zone, facing)):
        action = act.Deploy(number, x, y, facing, formation)
        if places.refuse_unit_place(state, action) is None:
            return Advice(action, 0, words)
    return Advice(option.actions[0], 0, words)


def _formation(unit: Unit, looks_ahead: bool) -> Formation:
    """Column for infantry, to charge further, or line if ``looks_ahead``, to fire better; line for cavalry."""
    open_to = selectable_formations(unit)
    wanted: Formation = "column" if unit_class(unit) == "infantry" and not looks_ahead else "line"
    return wanted if wanted in open_to else open_to[0]


def _stand(position: Situation, number: int, option: Option) -> Advice:
    """Deploys a stand behind the middle of its units."""
    state, stand = position.state, position.state.stands[number]
    brigades = places.commanded_brigades(state, stand)
    mine = [each.unit for each in position.own if each.unit.brigade in brigades]
    words = f"{stand.name} deploys behind the units."
    if not mine:
        return Advice(option.actions[0], 0, words)
    zone = places.brigade_zone(state, places.first_brigade(state, stand))
    facing = places.bearing_to_enemy(state, zone)
    x, y = sum(unit.x for unit in mine) // len(mine), sum(unit.y for unit in mine) // len(mine)
    for spot in _about(*_ahead(x, y, facing, -DEEP // 2)):
        action = act.DeployStand(number, *spot)
        if places.refuse_stand_place(state, action) is None:
            return Advice(action, 0, words)
    return Advice(option.actions[0], 0, words)


def _wanted(position: Situation, number: int, zone: places.Zone, facing: int) -> tuple[int, int]:
    """The place of a unit in the line of its side, even if outside its zone."""
    state, unit = position.state, position.state.units[number]
    left, bottom, right, top = zone
    middle, half_depth = ((left + right) // 2, (bottom + top) // 2), (top - bottom) // 2
    if facing % (FULL // 2):
        half_depth = (right - left) // 2
    mates = [each for each, one in enumerate(state.units) if one.brigade == unit.brigade]
    row, column = divmod(mates.index(number), BROAD)
    in_row = min(BROAD, len(mates) - row * BROAD)
    front = _ahead(*middle, facing, half_depth - FRONT - row * DEEP - _back(unit))
    aside = _sideways(position, unit.brigade, zone, facing) + (2 * column - in_row + 1) * ASIDE // 2
    return _ahead(*front, facing + FULL // 4, aside)


def _back(unit: Unit) -> int:
    """How far behind the first row a unit of its class deploys."""
    return 2 * DEEP if unit_class(unit) == "cavalry" else 0


def _sideways(position: Situation, brigade: int, zone: places.Zone, facing: int) -> int:
    """Sideways distance of a Brigade from the middle of the line: infantry in the middle, cavalry on the wings."""
    state = position.state
    side = state.brigades[brigade].side
    ranked = sorted(
        (_wing_rank(position, number), number) for number, each in enumerate(state.brigades) if each.side == side
    )
    rank = next(at for at, (_, number) in enumerate(ranked) if number == brigade)
    step = (BROAD + 1) * ASIDE
    left, bottom, right, top = zone
    limit = (top - bottom if facing % (FULL // 2) else right - left) // 2 - BROAD * ASIDE // 2
    wanted = (rank + 1) // 2 * step * (1 if rank % 2 else -1)
    return max(-limit, min(limit, wanted))


def _wing_rank(position: Situation, brigade: int) -> int:
    """Rank of a Brigade from the middle outwards: infantry 0, artillery 1, cavalry 2."""
    classes = {unit_class(unit) for unit in position.state.units if unit.brigade == brigade}
    return 2 if classes == {"cavalry"} else 1 if classes == {"artillery"} else 0


def _about(x: int, y: int) -> Iterator[tuple[int, int]]:
    """A place, then places in wider and wider rings around it."""
    yield x, y
    for ring in range(1, TRIES):
        for bearing in range(0, FULL, FULL // 8):
            yield _ahead(x, y, bearing, ring * DEEP // 2)


def _ahead(x: int, y: int, bearing: int, by: int) -> tuple[int, int]:
    sine, cosine = DIRECTIONS[bearing % FULL]
    return x + by * sine // SCALE, y + by * cosine // SCALE
