"""Deployment of an army, choice of the Brigade or Division to activate, and moves of commanders."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import isqrt
from typing import Final

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.engine.words import with_verb
from battles.kits.open_table.footprints import CM, DIRECTIONS, FULL, SCALE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.reasons import brigade_reason
from battles.rules.mini_nap.ai.situation import Situation, UnitPlace, ahead, gap
from battles.rules.mini_nap.command import commanders, initiative, movement
from battles.rules.mini_nap.fire.dice import range_band
from battles.rules.mini_nap.setup import places
from battles.rules.mini_nap.setup.places import commanded_brigades
from battles.rules.mini_nap.state import NONE, Stand, Unit, selectable_formations, unit_class
from battles.rules.mini_nap.tables import COMMANDER_WHEN_FIXED, Formation

READY: Final = Advice(act.Done(), 0, "No commander would bring more units into command by a move.")


# The choice


def best_choice(position: Situation, options: Sequence[Option]) -> Advice:
    """First a commander who needs to move, then a Division while the enemy is far, then the most urgent Brigade."""
    advice = best_stand_move(position, options)
    if advice is not None:
        return advice
    for option in options:
        for action in option.actions if option.kind == "division_manoeuvre" else ():
            away = initiative.nearest_enemy_distance(position.state, action.division)
            if away is None or away > weights.FAR:
                name = position.state.divisions[action.division].name
                return Advice(action, 0, f"{name} marches as one while the enemy is far.")
    choices = next(option.actions for option in options if option.kind == "choose_brigade")
    urgency = {action.brigade: _urgency(position, action.brigade) for action in choices}
    best = max(choices, key=lambda action: (urgency[action.brigade], -action.brigade))
    return Advice(best, urgency[best.brigade], partial(brigade_reason, position, best.brigade))


def _urgency(position: Situation, brigade: int) -> int:
    """Value of a Brigade's charges, its enemies' charges and its fire; more if the enemy is near."""
    mine = [placed for placed in position.own if placed.unit.brigade == brigade]
    value, nearest = 0, position.state.setup.table.width
    for placed in mine:
        rows = [(gap(foe, placed.unit, placed.half), foe) for foe in position.foes]
        nearest = min([nearest, *(away for away, _ in rows)])
        near = [(away, foe) for away, foe in rows if away <= weights.SIGHTED]
        value += max((position.opportunity(placed, foe, away) for away, foe in near), default=0)
        backing = position.backing(placed.number) if near else 0
        value += (
            max((position.threat(foe, placed.unit, placed.half, away, backing) for away, foe in near), default=0) // 2
        )
        if placed.of == "artillery" and any(_in_sight(position, placed, foe, away) for away, foe in rows):
            value += weights.POINT
    return value - nearest // CM


def _in_sight(position: Situation, placed: UnitPlace, foe: UnitPlace, away: int) -> bool:
    return ahead(placed.unit, foe.unit.x, foe.unit.y) > 0 and range_band(position.rules.tables, away) is not None


# Commanders


def best_preparation(position: Situation, options: Sequence[Option]) -> Advice:
    """A move of a commander who needs to, a brigadier for a unit out of command, else Done."""
    advice = best_stand_move(position, options)
    if advice is not None:
        return advice
    for option in options:
        if option.kind != "attach":
            continue
        for action in option.actions:
            with_unit = position.state.stands[action.stand].unit
            if with_unit == NONE and commanders.check_command(position.state, action.unit) == "out":
                unit, stand = position.state.units[action.unit], position.state.stands[action.stand]
                return Advice(action, 0, f"{stand.name} joins {unit.name}, which is out of command.")
    return READY


def best_stand_move(position: Situation, options: Sequence[Option]) -> Advice | None:
    """A move that brings more units into command of a Corps or Division commander; None if no move does."""
    for option in options:
        if option.kind == "move_stand":
            number = int(option.actor.split()[1])
            stand = position.state.stands[number]
            if stand.level != "brigade":
                advice = _to_units(position, number, stand)
                if advice is not None:
                    return advice
    return None


def _to_units(position: Situation, number: int, stand: Stand) -> Advice | None:
    """A move to the best of a few places near a commander's units; None if none is better than the present one."""
    brigades = commanded_brigades(position.state, stand)
    mine = [placed for placed in position.own if placed.unit.brigade in brigades]
    if not mine:
        return None
    here = _place_value(position, stand, mine, stand.x, stand.y)
    rows = [(_place_value(position, stand, mine, x, y), x, y) for x, y in dict.fromkeys(_places(position, stand, mine))]
    for value, x, y in sorted(rows, reverse=True):
        if value <= here:
            return None
        action = act.MoveStand(number, ((x, y),))
        if movement.refuse_move(position.state, position.side, action) is None:
            return Advice(action, value - here, partial(_move_reason, stand))
    return None


def _move_reason(stand: Stand) -> str:
    return f"{stand.name} rides closer, so that more units are in command."


def _places(position: Situation, stand: Stand, mine: Sequence[UnitPlace]) -> Iterator[tuple[int, int]]:
    """Places near the middle of all units of a commander and of each Brigade, as far as the stand can ride."""
    groups = [mine] + [
        [placed for placed in mine if placed.unit.brigade == brigade]
        for brigade in sorted({placed.unit.brigade for placed in mine})
    ]
    most = position.rules.tables.command_stand_move.moves[0] * CM
    for group in groups:
        x = sum(placed.unit.x for placed in group) // len(group)
        y = sum(placed.unit.y for placed in group) // len(group)
        for back in (1, 0, 2):
            yield _within(stand, *_behind(position, x, y, back * weights.BEHIND), most)


def _behind(position: Situation, x: int, y: int, by: int) -> tuple[int, int]:
    """A place further from the middle of the enemy by ``by``."""
    if not position.foes:
        return x, y
    dx = x - sum(foe.unit.x for foe in position.foes) // len(position.foes)
    dy = y - sum(foe.unit.y for foe in position.foes) // len(position.foes)
    length = isqrt(dx * dx + dy * dy) or 1
    return x + dx * by // length, y + dy * by // length


def _within(stand: Stand, x: int, y: int, most: int) -> tuple[int, int]:
    """The place, or the furthest point towards it that a stand may ride to."""
    dx, dy = x - stand.x, y - stand.y
    length = isqrt(dx * dx + dy * dy) + 1
    if length <= most:
        return x, y
    return stand.x + dx * most // length, stand.y + dy * most // length


def _place_value(position: Situation, stand: Stand, mine: Sequence[UnitPlace], x: int, y: int) -> int:
    """Value of a place by the units in command there; units of the chosen Brigade count three times."""
    tables = position.rules.tables
    radius = tables.commanders[stand.rating or COMMANDER_WHEN_FIXED].radius * CM
    cautious, value = tables.cautious_radius * CM, 0
    for placed in mine:
        away = isqrt((placed.unit.x - x) ** 2 + (placed.unit.y - y) ** 2)
        weight = 3 if placed.unit.brigade == position.state.brigade else 1
        value += weight * (weights.OUT if away <= radius else weights.OUT // 2 if away <= cautious else 0)
    near = min((isqrt((foe.unit.x - x) ** 2 + (foe.unit.y - y) ** 2) for foe in position.foes), default=cautious)
    return value - (weights.STAND if near < weights.WANTED["infantry"] else 0)


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
    words = f"{with_verb(unit.name, 'deploys with its Brigade')}, facing the enemy."
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
