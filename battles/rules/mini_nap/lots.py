"""Actions drawn by lot: who acts is drawn first, then what he does, until it is something that he may do (section 5.5).

What is drawn need not be among the samples of a list. Where the lots are out of luck, and in windows and combats, whose
lists are short, an action is drawn from the lists.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.core import SideId
from battles.engine.lots import SELDOM, wanted
from battles.engine.table.bearings import DIRECTIONS, FULL, GRAINS, SCALE
from battles.engine.table.footprints import Shape
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import (
    aiming,
    anytime,
    attaching,
    deciding,
    deployment,
    lots_moves,
    phase,
    placing,
    shooting,
    stand_moves,
    structures,
)
from battles.rules.mini_nap.board import disc_of, footprint, footprint_of, on_table
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.handling import now
from battles.rules.mini_nap.kinds import formations_chosen, unit_class
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import CM

TRIES: Final = 60
"""Lots that are drawn before an action is drawn from the lists."""

Thought = Callable[[State, int, Chances], Any]
"""Something that the unit, stand or formation of a number might do, legal or not; None where nothing comes of it."""

Lot = tuple[Thought, int]


def by_lot(state: State, side: SideId, chances: Chances) -> Any:
    """An action that ``side`` may do now."""
    found = _LOTS.get(now(state))
    lots = [] if found is None else [*found(state, side), *_anytime(state, side, chances)]
    for _ in range(TRIES if lots else 0):
        thought, number = chances.choice(lots)
        action = thought(state, number, chances)
        if action is not None and deciding.refuse_decider(state, side, action) is None:
            return action
    return chances.choice(chances.choice(wanted(deciding.options(state, side), chances)).actions)


def _anytime(state: State, side: SideId, chances: Chances) -> Iterator[Lot]:
    """Stands that move, and seldom one lot for all units that might retreat."""
    if anytime.is_open(state, side):
        yield from ((_ridden, number) for number in stand_moves.movable(state, side))
        if not chances.below(SELDOM):
            yield _retreated, NONE


def _ridden(state: State, number: int, chances: Chances) -> act.MoveStand:
    stand, most = state.stands[number], state.setup.rules.tables.command_stand_move.moves[0] * CM
    sine, cosine = DIRECTIONS[chances.below(FULL)]
    away = 1 + chances.below(most)
    return act.MoveStand(number, ((stand.x + int(away * sine / SCALE), stand.y + int(away * cosine / SCALE)),))


def _retreated(state: State, number: int, chances: Chances) -> act.Retreat | None:
    units = on_table(state, state.active)
    if not units:
        return None
    unit = chances.choice(units)
    attached = any(stand.unit == unit for stand in state.stands)
    return act.Retreat(unit, leave_stand=attached and chances.below(2) == 1)


def _done(state: State, number: int, chances: Chances) -> act.Done:
    return act.Done()


# Deployment and arrivals


def _to_deploy(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((_deployed, number) for number in deployment.open_units(state, side))
    yield from ((_stand_deployed, number) for number in deployment.open_stands(state, side))


def _to_arrive(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((_deployed, number) for number in placing.due_units(state, side))
    yield from ((_stand_deployed, number) for number in placing.due_stands(state, side))
    yield _done, NONE


def _deployed(state: State, number: int, chances: Chances) -> act.Deploy | None:
    """Anywhere in its zone, towards the enemy."""
    unit = state.units[number]
    zone = placing.zone_of(state, unit.brigade)
    facing, formation = placing.towards_enemy(state, zone), chances.choice(formations_chosen(unit))
    shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
    place = _within(zone, shape, chances)
    return None if place is None else act.Deploy(number, *place, facing, formation)


def _stand_deployed(state: State, number: int, chances: Chances) -> act.DeployStand | None:
    place = _within(placing.zone_of(state, placing.leading(state, state.stands[number])), disc_of(0, 0), chances)
    return None if place is None else act.DeployStand(number, *place)


def _within(zone: placing.Zone, shape: Shape, chances: Chances) -> tuple[int, int] | None:
    """A place on which a shape about (0, 0) lies within a zone; None where there is none."""
    left, bottom = zone[0] - shape.left // GRAINS, zone[1] - shape.bottom // GRAINS
    right, top = zone[2] + -shape.right // GRAINS, zone[3] + -shape.top // GRAINS
    if left > right or bottom > top:
        return None
    return left + chances.below(right - left + 1), bottom + chances.below(top - bottom + 1)


# The initiative


def _to_choose(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((_given, number) for number, each in enumerate(state.brigades) if each.side == side and not each.chosen)
    yield from ((_manoeuvred, number) for number, each in enumerate(state.divisions) if each.side == side)


def _given(state: State, number: int, chances: Chances) -> act.ChooseBrigade:
    return act.ChooseBrigade(number)


def _manoeuvred(state: State, number: int, chances: Chances) -> act.DivisionManoeuvre:
    return act.DivisionManoeuvre(number)


def _to_command(state: State, side: SideId) -> Iterator[Lot]:
    for number in attaching.able(state, side):
        yield _attached, number
        if state.stands[number].unit != NONE:
            yield _detached, number
    yield _done, NONE


def _attached(state: State, number: int, chances: Chances) -> act.Attach | None:
    brigade = state.stands[number].of
    units = [each for each in on_table(state, state.stands[number].side) if state.units[each].brigade == brigade]
    return act.Attach(number, chances.choice(units)) if units else None


def _detached(state: State, number: int, chances: Chances) -> act.Detach:
    places = tuple(attaching.beside(footprint(state, state.stands[number].unit)))
    return act.Detach(number, *chances.choice(places))


def _to_manoeuvre(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((lots_moves.manoeuvre, number) for number in phase.able(state, side))
    yield _done, NONE


# Fire


def _to_fire(state: State, side: SideId) -> Iterator[Lot]:
    for number in shooting.able(state, side):
        yield _fired, number
        if unit_class(state.units[number]) == "artillery":
            yield _blasted, number
    yield _done, NONE


def _fired(state: State, number: int, chances: Chances) -> act.Fire | None:
    targets = aiming.in_range(state, number)
    if not targets:
        return None
    target = chances.choice(targets)
    best = aiming.best(state, number, target, dice=not structures.is_blasted(state, number, target))
    return None if best is None else act.Fire(number, target, best[0], best[1])  # type: ignore[arg-type]


def _blasted(state: State, number: int, chances: Chances) -> act.FireStructure | None:
    built = [each for each in lying(state) if each.effect.built]
    if not built:
        return None
    each = chances.choice(built)
    spot = structures.best_spot(state, number, each)
    return None if spot is None else act.FireStructure(number, each.feature.key, spot)


_LOTS: Final[dict[str, Callable[[State, SideId], Iterator[Lot]]]] = {
    "deployment": _to_deploy,
    "arrival": _to_arrive,
    "choose": _to_choose,
    "command": _to_command,
    "manoeuvre": _to_manoeuvre,
    "fire": _to_fire,
}
"""By what goes on; whatever else goes on has short lists."""
