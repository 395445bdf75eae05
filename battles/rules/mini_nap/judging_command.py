"""To whom the initiative is given, and where commanders go."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import isqrt
from typing import Final

from battles.engine.core import Option
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import command, initiative, stand_moves, weights
from battles.rules.mini_nap.firing import band_at
from battles.rules.mini_nap.judging_field import Field, Stood, ahead, gap
from battles.rules.mini_nap.placing import commanded
from battles.rules.mini_nap.state import NONE, Stand
from battles.rules.mini_nap.tables import CM, COMMANDER_WHEN_FIXED

READY: Final = Advice(act.Done(), 0, "The commanders stand where they are needed.")


# The choice


def best_choice(field: Field, options: Sequence[Option]) -> Advice:
    """The Brigade that has most to do now, or the Division while the enemy is far; first a commander who is needed."""
    moved = best_stand_move(field, options)
    if moved is not None:
        return moved
    for option in options:
        for action in option.actions if option.kind == "division_manoeuvre" else ():
            away = initiative.nearest_enemy(field.state, action.division)
            if away is None or away > weights.FAR:
                name = field.state.divisions[action.division].name
                return Advice(action, 0, f"{name} marches as one while the enemy is far.")
    choices = next(option.actions for option in options if option.kind == "choose_brigade")
    urgency = {action.brigade: _urgency(field, action.brigade) for action in choices}
    best = max(choices, key=lambda action: (urgency[action.brigade], -action.brigade))
    name = field.state.brigades[best.brigade].name
    return Advice(best, urgency[best.brigade], f"{name} has most to win or to lose now.")


def _urgency(field: Field, brigade: int) -> int:
    """The charges that a Brigade could make, those that it has to fear, its fire, and how near the enemy is."""
    mine = [stood for stood in field.own if stood.unit.brigade == brigade]
    value, nearest = 0, field.state.setup.table.width
    for stood in mine:
        rows = [(gap(foe, stood.unit, stood.half), foe) for foe in field.foes]
        nearest = min([nearest, *(away for away, _ in rows)])
        near = [(away, foe) for away, foe in rows if away <= weights.SIGHTED]
        value += max((field.chance(stood, foe, away) for away, foe in near), default=0)
        backing = field.backing(stood.number) if near else 0
        value += max((field.threat(foe, stood.unit, stood.half, away, backing) for away, foe in near), default=0) // 2
        if stood.of == "artillery" and any(_in_sight(field, stood, foe, away) for away, foe in rows):
            value += weights.POINT
    return value - nearest // CM


def _in_sight(field: Field, stood: Stood, foe: Stood, away: int) -> bool:
    return ahead(stood.unit, foe.unit.x, foe.unit.y) > 0 and band_at(field.rules.tables, away) is not None


# Commanders


def best_preparation(field: Field, options: Sequence[Option]) -> Advice:
    """A commander to where he is needed, a brigadier to a unit that nobody commands; then on."""
    moved = best_stand_move(field, options)
    if moved is not None:
        return moved
    for option in options:
        if option.kind != "attach":
            continue
        for action in option.actions:
            led = field.state.stands[action.stand].unit
            if led == NONE and command.check(field.state, action.unit) == "out":
                unit, stand = field.state.units[action.unit], field.state.stands[action.stand]
                return Advice(action, 0, f"{stand.name} joins {unit.name}, which is out of command.")
    return READY


def best_stand_move(field: Field, options: Sequence[Option]) -> Advice | None:
    """A Corps or Division commander to where more units are in command; None where none needs to go."""
    for option in options:
        if option.kind == "move_stand":
            number = int(option.actor.split()[1])
            stand = field.state.stands[number]
            if stand.level != "brigade":
                found = _to_units(field, number, stand)
                if found is not None:
                    return found
    return None


def _to_units(field: Field, number: int, stand: Stand) -> Advice | None:
    """The best of a few places about the units of a commander, where it is better than his own."""
    brigades = commanded(field.state, stand)
    mine = [stood for stood in field.own if stood.unit.brigade in brigades]
    if not mine:
        return None
    here = _led(field, stand, mine, stand.x, stand.y)
    found = [(_led(field, stand, mine, x, y), x, y) for x, y in dict.fromkeys(_places(field, stand, mine))]
    for value, x, y in sorted(found, reverse=True):
        if value <= here:
            return None
        action = act.MoveStand(number, ((x, y),))
        if stand_moves.refuse(field.state, field.side, action) is None:
            return Advice(action, value - here, partial(_rides, stand))
    return None


def _rides(stand: Stand) -> str:
    return f"{stand.name} rides to where more units are in command."


def _places(field: Field, stand: Stand, mine: Sequence[Stood]) -> Iterator[tuple[int, int]]:
    """Behind the middle of all his units and of each Brigade, as far as he can ride."""
    groups = [mine] + [
        [stood for stood in mine if stood.unit.brigade == brigade]
        for brigade in sorted({stood.unit.brigade for stood in mine})
    ]
    most = field.rules.tables.command_stand_move.moves[0] * CM
    for group in groups:
        x = sum(stood.unit.x for stood in group) // len(group)
        y = sum(stood.unit.y for stood in group) // len(group)
        for back in (1, 0, 2):
            yield _within(stand, *_behind(field, x, y, back * weights.BEHIND), most)


def _behind(field: Field, x: int, y: int, by: int) -> tuple[int, int]:
    """A place away from the middle of the enemy."""
    if not field.foes:
        return x, y
    dx = x - sum(foe.unit.x for foe in field.foes) // len(field.foes)
    dy = y - sum(foe.unit.y for foe in field.foes) // len(field.foes)
    length = isqrt(dx * dx + dy * dy) or 1
    return x + dx * by // length, y + dy * by // length


def _within(stand: Stand, x: int, y: int, most: int) -> tuple[int, int]:
    """The place itself, or the furthest towards it that a stand may ride."""
    dx, dy = x - stand.x, y - stand.y
    length = isqrt(dx * dx + dy * dy) + 1
    if length <= most:
        return x, y
    return stand.x + dx * most // length, stand.y + dy * most // length


def _led(field: Field, stand: Stand, mine: Sequence[Stood], x: int, y: int) -> int:
    """How well units are led from a place: those of the chosen Brigade count threefold."""
    tables = field.rules.tables
    radius = tables.commanders[stand.rating or COMMANDER_WHEN_FIXED].radius * CM
    cautious, value = tables.cautious_radius * CM, 0
    for stood in mine:
        away = isqrt((stood.unit.x - x) ** 2 + (stood.unit.y - y) ** 2)
        weight = 3 if stood.unit.brigade == field.state.brigade else 1
        value += weight * (weights.OUT if away <= radius else weights.OUT // 2 if away <= cautious else 0)
    near = min((isqrt((foe.unit.x - x) ** 2 + (foe.unit.y - y) ** 2) for foe in field.foes), default=cautious)
    return value - (weights.STAND if near < weights.WANTED["infantry"] else 0)
