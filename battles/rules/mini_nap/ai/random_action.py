"""A random legal action: first the unit, stand or formation, then what it does."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

from msgspec.structs import replace

from battles.engine.actions import SELDOM, options_to_draw
from battles.engine.core import Option, SideId
from battles.engine.rng import Chances
from battles.kits.open_table.footprints import CM, DIRECTIONS, FULL, GRAINS, SCALE, Shape
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.command import commanders, movement
from battles.rules.mini_nap.fire import firing_phase
from battles.rules.mini_nap.fire import targets as fire_targets
from battles.rules.mini_nap.hidden import state_from_view
from battles.rules.mini_nap.movement import formation, manoeuvre, paths, samples
from battles.rules.mini_nap.positions import enemy_units, footprint, footprint_of, on_table, stand_disc, units_near
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.setup import deployment, places
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, selectable_formations, unit_class
from battles.rules.mini_nap.terrain import features as terrain_features
from battles.rules.mini_nap.terrain import landmarks
from battles.rules.mini_nap.terrain.features import features_in_play

MakeManoeuvre = Callable[[State, int, Unit, Chances], act.Manoeuvre | None]

_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


def random_manoeuvre(state: State, number: int, chances: Chances) -> act.Manoeuvre | None:
    """A random manoeuvre of a unit, legal or not; None if the kind drawn has none."""
    unit = state.units[number]
    if landmarks.defended_feature(state, number):
        return _choice(tuple(samples.feature_manoeuvres(state, number)), chances)
    return chances.choice(_manoeuvre_kinds(state, unit))(state, number, unit, chances)


def _manoeuvre_kinds(state: State, unit: Unit) -> tuple[MakeManoeuvre, ...]:
    """Kinds of manoeuvre open to a unit."""
    by_brigade = state.division == NONE
    if unit_class(unit) == "artillery":
        return (_turn, _formation_change, _terrain_manoeuvre, _redeployment, *((_prolong,) if by_brigade else ()))
    if in_square(unit):
        return (_turn, _formation_change, _terrain_manoeuvre, *((_inch,) if by_brigade else ()))
    if not by_brigade:
        return (_turn, _formation_change, _terrain_manoeuvre, _turn_and_advance, _advance)
    on_foot = unit_class(unit) == "infantry" and unit.formation in ("line", "skirmish_line")
    return (
        _turn,
        _formation_change,
        _terrain_manoeuvre,
        _turn_and_advance,
        _advance,
        _charge,
        *((_side_movement,) if on_foot else ()),
    )


def _choice(actions: tuple[act.Manoeuvre, ...], chances: Chances) -> act.Manoeuvre | None:
    return chances.choice(actions) if actions else None


def _travel(most: int, chances: Chances) -> int:
    return 1 + chances.below(most) if most else 0


def _allowance(state: State, unit: Unit) -> int:
    return state.allowance if state.division != NONE else paths.move_allowance(state.setup.rules.tables, unit)


def _turn(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    if not in_square(unit) and chances.below(2):
        return act.Manoeuvre(number, act.FreeSteps(about_face=True))
    return act.Manoeuvre(number, act.FreeSteps(pivot=chances.below(FULL)))


def _formation_change(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    return _choice(
        tuple(act.Manoeuvre(number, act.FreeSteps(change=each)) for each in formation.possible_changes(unit, FULL)),
        chances,
    )


def _terrain_manoeuvre(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    """A random manoeuvre that uses a terrain feature."""
    features = tuple({each.feature.key: each for each in terrain_features.features_in_play(state)}.values())
    if not features:
        return None
    return _choice(tuple(samples.manoeuvres_at(state, number, chances.choice(features))), chances)


def _advance(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    return act.Manoeuvre(number, move=act.Advance(_travel(_allowance(state, unit), chances)))


def _turn_and_advance(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    """An advance after a turn."""
    travel = _travel(_allowance(state, unit), chances)
    return act.Manoeuvre(number, act.FreeSteps(pivot=chances.below(FULL)), act.Advance(travel))


def _side_movement(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    """A side step, a step back or an oblique movement."""
    kind, side = chances.below(3), chances.choice(_SIDES)
    if kind == 0:
        return act.Manoeuvre(
            number, move=act.SideStep(side, _travel(paths.distance_range(state, "side_step")[1], chances))
        )
    if kind == 1:
        return act.Manoeuvre(number, move=act.StepBack(_travel(paths.distance_range(state, "step_back")[1], chances)))
    most = paths.distance_range(state, "oblique")[1]
    return act.Manoeuvre(number, move=act.Oblique(side, _travel(most, chances), _travel(most, chances)))


def _inch(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    return act.Manoeuvre(
        number, move=act.Inch(chances.below(FULL), _travel(paths.inch_allowance(state, number), chances))
    )


def _prolong(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    travel = _travel(paths.prolong_allowance(state.setup.rules.tables), chances)
    return act.Manoeuvre(number, move=act.Prolong(travel, chances.below(2) == 1))


def _redeployment(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre:
    travel = _travel(_allowance(state, unit), chances)
    return act.Manoeuvre(number, move=act.Redeploy(chances.below(FULL), travel, chances.below(FULL)))


def _charge(state: State, number: int, unit: Unit, chances: Chances) -> act.Manoeuvre | None:
    """A charge, with the least turn, at a random enemy in reach."""
    if charge.refuse_charger(state, unit) is not None:
        return None
    targets = units_near(
        state, footprint(state, number), samples.longest_charge(state, unit), enemy_units(state, number)
    )
    if not targets:
        return None
    target = chances.choice(targets)
    if charge.refuse_target(state, unit, target) is not None:
        return None
    return samples.charge_at(state, number, unit, target)


TRIES: Final = 60
"""Draws before an action is taken from the list of legal actions."""

MakeAction = Callable[[State, int, Chances], Any]
"""Makes a random action of a unit, stand or formation by its number, legal or not; None if there is none."""

Lot = tuple[MakeAction, int]


def random_action(view_or_state: Any, side: SideId, options: Sequence[Option], chances: Chances) -> Any:
    """A random legal action of ``side``; the actions in ``options`` are not used."""
    return _random_action(
        view_or_state if isinstance(view_or_state, State) else state_from_view(view_or_state), side, chances
    )


def _random_action(state: State, side: SideId, chances: Chances) -> Any:
    """A random legal action. If only retreats and one other action are left, mostly the other one."""
    only_action = turn.only_action_without_retreats(state, side)
    if only_action is not None and chances.below(SELDOM):
        return only_action
    lots = _lots(state, side, chances) if only_action is None else [(_retreat, NONE), *_stand_moves(state, side)]
    for _ in range(TRIES if lots else 0):
        make, number = chances.choice(lots)
        action = make(state, number, chances)
        if action is not None and turn.refuse_decider(state, side, action) is None:
            return action
    return chances.choice(chances.choice(options_to_draw(turn.options(state, side), chances)).actions)


def _lots(state: State, side: SideId, chances: Chances) -> list[Lot]:
    """Lots for the current decision; none if its list of actions is short."""
    make_lots = _LOTS.get(current_kind(state))
    return [] if make_lots is None else [*make_lots(state, side), *_interrupts(state, side, chances)]


def _stand_moves(state: State, side: SideId) -> Iterator[Lot]:
    if turn.can_move_stands(state, side):
        yield from ((_stand_move, number) for number in movement.movable_stands(state, side))


def _interrupts(state: State, side: SideId, chances: Chances) -> Iterator[Lot]:
    """Lots for stand moves and, rarely, one lot for a retreat."""
    yield from _stand_moves(state, side)
    if turn.can_retreat_units(state, side) and not chances.below(SELDOM):
        yield _retreat, NONE


def _stand_move(state: State, number: int, chances: Chances) -> act.MoveStand:
    stand, most = state.stands[number], state.setup.rules.tables.command_stand_move.moves[0] * CM
    sine, cosine = DIRECTIONS[chances.below(FULL)]
    away = 1 + chances.below(most)
    return act.MoveStand(number, ((stand.x + int(away * sine / SCALE), stand.y + int(away * cosine / SCALE)),))


def _retreat(state: State, number: int, chances: Chances) -> act.Retreat | None:
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
    yield from ((_deployment, number) for number in deployment.deployable_units(state, side))
    yield from ((_stand_deployment, number) for number in deployment.deployable_stands(state, side))


def _to_arrive(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((_deployment, number) for number in places.due_units(state, side))
    yield from ((_stand_deployment, number) for number in places.due_stands(state, side))
    yield _done, NONE


def _deployment(state: State, number: int, chances: Chances) -> act.Deploy | None:
    """A random place in the zone of the unit, facing the enemy."""
    unit = state.units[number]
    zone = places.brigade_zone(state, unit.brigade)
    facing, formation = places.bearing_to_enemy(state, zone), chances.choice(selectable_formations(unit))
    shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
    place = _within(zone, shape, chances)
    return None if place is None else act.Deploy(number, *place, facing, formation)


def _stand_deployment(state: State, number: int, chances: Chances) -> act.DeployStand | None:
    place = _within(
        places.brigade_zone(state, places.first_brigade(state, state.stands[number])), stand_disc(0, 0), chances
    )
    return None if place is None else act.DeployStand(number, *place)


def _within(zone: places.Zone, shape: Shape, chances: Chances) -> tuple[int, int] | None:
    """A random place where a shape around (0, 0) fits in a zone; None if it does not fit."""
    left, bottom = zone[0] - shape.left // GRAINS, zone[1] - shape.bottom // GRAINS
    right, top = zone[2] + -shape.right // GRAINS, zone[3] + -shape.top // GRAINS
    if left > right or bottom > top:
        return None
    return left + chances.below(right - left + 1), bottom + chances.below(top - bottom + 1)


# The initiative


def _to_choose(state: State, side: SideId) -> Iterator[Lot]:
    yield from (
        (_brigade_choice, number) for number, each in enumerate(state.brigades) if each.side == side and not each.chosen
    )
    yield from ((_division_choice, number) for number, each in enumerate(state.divisions) if each.side == side)


def _brigade_choice(state: State, number: int, chances: Chances) -> act.ChooseBrigade:
    return act.ChooseBrigade(number)


def _division_choice(state: State, number: int, chances: Chances) -> act.DivisionManoeuvre:
    return act.DivisionManoeuvre(number)


def _to_command(state: State, side: SideId) -> Iterator[Lot]:
    for number in commanders.able_stands(state, side):
        yield _attachment, number
        if state.stands[number].unit != NONE:
            yield _detachment, number
    yield _done, NONE


def _attachment(state: State, number: int, chances: Chances) -> act.Attach | None:
    brigade = state.stands[number].of
    units = [each for each in on_table(state, state.stands[number].side) if state.units[each].brigade == brigade]
    return act.Attach(number, chances.choice(units)) if units else None


def _detachment(state: State, number: int, chances: Chances) -> act.Detach:
    places = tuple(commanders.places_beside(footprint(state, state.stands[number].unit)))
    return act.Detach(number, *chances.choice(places))


def _to_manoeuvre(state: State, side: SideId) -> Iterator[Lot]:
    yield from ((random_manoeuvre, number) for number in manoeuvre.able_units(state, side))
    yield _done, NONE


# Fire


def _to_fire(state: State, side: SideId) -> Iterator[Lot]:
    for number in firing_phase.able_units(state, side):
        yield _shot, number
        if unit_class(state.units[number]) == "artillery":
            yield _structure_shot, number
    yield _done, NONE


def _shot(state: State, number: int, chances: Chances) -> act.Fire | None:
    targets = fire_targets.enemies_in_range(state, number)
    if not targets:
        return None
    target = chances.choice(targets)
    best = fire_targets.best_aim(
        state, number, target, dice=not firing_phase.also_hits_structure(state, number, target)
    )
    return None if best is None else act.Fire(number, target, best[0], best[1])  # type: ignore[arg-type]


def _structure_shot(state: State, number: int, chances: Chances) -> act.FireStructure | None:
    structures_in_play = [structure for structure in features_in_play(state) if structure.effect.built]
    if not structures_in_play:
        return None
    structure = chances.choice(structures_in_play)
    spot = firing_phase.best_aim_at_structure(state, number, structure)
    return None if spot is None else act.FireStructure(number, structure.feature.key, spot)


_LOTS: Final[dict[str, Callable[[State, SideId], Iterator[Lot]]]] = {
    "deployment": _to_deploy,
    "arrival": _to_arrive,
    "choose": _to_choose,
    "command": _to_command,
    "manoeuvre": _to_manoeuvre,
    "fire": _to_fire,
}
"""Lots by kind of decision; other kinds have short lists of actions."""
