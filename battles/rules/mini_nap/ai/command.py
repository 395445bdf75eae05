"""Choice of the Brigade or Division to activate, and of the moves of commanders."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import isqrt
from typing import Final

from battles.engine.ai import Advice
from battles.engine.core import Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.ai.situation import Situation, UnitPlace, ahead, gap
from battles.rules.mini_nap.command import commanders, initiative, movement
from battles.rules.mini_nap.fire.dice import range_band
from battles.rules.mini_nap.setup.places import commanded_brigades
from battles.rules.mini_nap.state import NONE, Stand
from battles.rules.mini_nap.tables import CM, COMMANDER_WHEN_FIXED

READY: Final = Advice(act.Done(), 0, "The commanders stand where they are needed.")


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
    name = position.state.brigades[best.brigade].name
    return Advice(best, urgency[best.brigade], f"{name} has the most to win or lose now.")


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
    return f"{stand.name} rides to a place where more units are in command."


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
