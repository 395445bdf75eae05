"""Where troops are put down: Brigade beside Brigade, cavalry on the wings, generals behind."""

from collections.abc import Iterator, Sequence
from typing import Final

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import placing
from battles.rules.mini_nap.judging_field import Field
from battles.rules.mini_nap.kinds import formations_chosen, unit_class
from battles.rules.mini_nap.state import Unit
from battles.rules.mini_nap.tables import Formation

ASIDE: Final = 700
"""Between the middles of units side by side."""
DEEP: Final = 700
"""Between the rows of a Brigade."""
BROAD: Final = 3
"""Units of a Brigade in a row."""
FRONT: Final = 400
"""From the front of the zone to the first row."""
TRIES: Final = 14
"""Rings of places that are tried about the one that is wanted."""


def best_placing(field: Field, options: Sequence[Option]) -> Advice:
    """The next unit or stand to its place in the line."""
    for option in options:
        kind, number = option.kind, int(option.actor.split()[1]) if option.actor else 0
        if kind == "deploy":
            return _unit(field, number, option)
        if kind == "deploy_stand":
            return _stand(field, number, option)
    return Advice(options[0].actions[0], 0, "There is no place left for it, so it stays out.")


def best_edge(field: Field, options: Sequence[Option]) -> Advice:
    """Either edge will do."""
    return Advice(options[0].actions[0], 0, "Neither edge is better than the other.")


def _unit(field: Field, number: int, option: Option) -> Advice:
    state, unit = field.state, field.state.units[number]
    zone = placing.zone_of(state, unit.brigade)
    facing = placing.towards_enemy(state, zone)
    formation = _formation(unit, field.looks_ahead)
    words = f"{unit.name} draws up with its Brigade, facing the enemy."
    for x, y in _about(*_wanted(field, number, zone, facing)):
        action = act.Deploy(number, x, y, facing, formation)
        if placing.refuse_unit(state, action) is None:
            return Advice(action, 0, words)
    return Advice(option.actions[0], 0, words)


def _formation(unit: Unit, looks_ahead: bool) -> Formation:
    """Column, from which infantry charges furthest, or line, from which it fires best; line for cavalry."""
    open_to = formations_chosen(unit)
    wanted: Formation = "column" if unit_class(unit) == "infantry" and not looks_ahead else "line"
    return wanted if wanted in open_to else open_to[0]


def _stand(field: Field, number: int, option: Option) -> Advice:
    """Behind the middle of his units."""
    state, stand = field.state, field.state.stands[number]
    brigades = placing.commanded(state, stand)
    mine = [each.unit for each in field.own if each.unit.brigade in brigades]
    words = f"{stand.name} takes his place behind his units."
    if not mine:
        return Advice(option.actions[0], 0, words)
    zone = placing.zone_of(state, placing.leading(state, stand))
    facing = placing.towards_enemy(state, zone)
    x, y = sum(unit.x for unit in mine) // len(mine), sum(unit.y for unit in mine) // len(mine)
    for place in _about(*_ahead(x, y, facing, -DEEP // 2)):
        action = act.DeployStand(number, *place)
        if placing.refuse_stand(state, action) is None:
            return Advice(action, 0, words)
    return Advice(option.actions[0], 0, words)


def _wanted(field: Field, number: int, zone: placing.Zone, facing: int) -> tuple[int, int]:
    """The place of a unit in the line of its side, its zone left out of account."""
    state, unit = field.state, field.state.units[number]
    left, bottom, right, top = zone
    middle, deep = ((left + right) // 2, (bottom + top) // 2), (top - bottom) // 2
    if facing % (FULL // 2):
        deep = (right - left) // 2
    mates = [each for each, one in enumerate(state.units) if one.brigade == unit.brigade]
    row, column = divmod(mates.index(number), BROAD)
    broad = min(BROAD, len(mates) - row * BROAD)
    front = _ahead(*middle, facing, deep - FRONT - row * DEEP - _back(unit))
    aside = _off(field, unit.brigade, zone, facing) + (2 * column - broad + 1) * ASIDE // 2
    return _ahead(*front, facing + FULL // 4, aside)


def _back(unit: Unit) -> int:
    """How far behind the first row a unit of its class draws up."""
    return 2 * DEEP if unit_class(unit) == "cavalry" else 0


def _off(field: Field, brigade: int, zone: placing.Zone, facing: int) -> int:
    """How far aside the middle of a Brigade is from that of the line: foot in the middle, horse on the wings."""
    state = field.state
    side = state.brigades[brigade].side
    ranked = sorted((_kind(field, number), number) for number, each in enumerate(state.brigades) if each.side == side)
    place = next(at for at, (_, number) in enumerate(ranked) if number == brigade)
    step = (BROAD + 1) * ASIDE
    left, bottom, right, top = zone
    wide = (top - bottom if facing % (FULL // 2) else right - left) // 2 - BROAD * ASIDE // 2
    wanted = (place + 1) // 2 * step * (1 if place % 2 else -1)
    return max(-wide, min(wide, wanted))


def _kind(field: Field, brigade: int) -> int:
    """Infantry first, then guns, cavalry last."""
    classes = {unit_class(unit) for unit in field.state.units if unit.brigade == brigade}
    return 2 if classes == {"cavalry"} else 1 if classes == {"artillery"} else 0


def _about(x: int, y: int) -> Iterator[tuple[int, int]]:
    """A place, and others ever further from it."""
    yield x, y
    for ring in range(1, TRIES):
        for bearing in range(0, FULL, FULL // 8):
            yield _ahead(x, y, bearing, ring * DEEP // 2)


def _ahead(x: int, y: int, bearing: int, by: int) -> tuple[int, int]:
    sine, cosine = DIRECTIONS[bearing % FULL]
    return x + by * sine // SCALE, y + by * cosine // SCALE
