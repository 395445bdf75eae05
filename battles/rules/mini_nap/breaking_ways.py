"""What a unit that broke through may do, and by what way (W9, MN-BREAK-04 to 12)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.engine.table.bearings import FULL, path
from battles.engine.table.sweeps import first_contact
from battles.engine.table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, going, paths, plans, roads
from battles.rules.mini_nap.board import distance, enemies, footprint, on_table
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import (
    ANGLE_STEP,
    DEGREE,
    MOST_CHARGE_TURN,
    Act,
    Going,
)

_MOST_TURN: Final = MOST_CHARGE_TURN * DEGREE
_STEP: Final = ANGLE_STEP * DEGREE

Choice = act.RallyBack | act.StopAndRally | act.RallyForward | act.BreakCharge


def refuse(state: State, choice: Choice) -> Refusal | None:
    """Why a unit with a white marker may not do that; None where it may."""
    match choice:
        case act.RallyBack() | act.RallyForward():
            found = rally(state, choice)
            return found if isinstance(found, Refusal) else None
        case act.StopAndRally():
            turned = turn(state, choice.unit, choice.facing)
            return turned if isinstance(turned, Refusal) else None
        case act.BreakCharge():
            made = charge(state, choice)
            return made if isinstance(made, Refusal) else None


# Rallying


def travel_of(choice: act.RallyBack | act.RallyForward) -> Travel:
    """What the movement is for."""
    return "rally_back" if isinstance(choice, act.RallyBack) else "rally_forward"


def reach_of(state: State, number: int, travel: Travel) -> tuple[int, int]:
    """The least and the most of a rally movement (MN-BREAK-05, 07)."""
    foot = unit_class(state.units[number]) == "infantry"
    kind: Act
    if travel == "rally_back":
        kind = "rally_back_infantry" if foot else "rally_back_cavalry"
    else:
        kind = "rally_forward_infantry" if foot else "rally_forward_cavalry"
    return allowances.reach(state, kind)


def rally(state: State, choice: act.RallyBack | act.RallyForward) -> Leg | Refusal:
    """The straight way of a rally movement, which contacts nobody (MN-BREAK-05, 07, 13).

    What is chosen is allowance: terrain may make less of it (MNT-MOVE-07).
    """
    travel, number, unit = travel_of(choice), choice.unit, state.units[choice.unit]
    rule = "MN-BREAK-05" if travel == "rally_back" else "MN-BREAK-07"
    least, most = reach_of(state, number, travel)
    if not least <= choice.travel <= most:
        why = f"{unit.name} goes {cm(least)} to {cm(most)}, not {cm(choice.travel)}."
        return Refusal("out_of_reach", rule, why)
    bearing = (unit.facing + (FULL // 2 if travel == "rally_back" else 0)) % FULL
    way = path(bearing, choice.travel)
    leg = Leg(bearing, choice.travel, unit.facing)
    kind: Going | None = None if roads.runs_along(state, unit, leg, travel) else "move"
    if kind is not None:
        leg = replace(leg, travel=going.travel(state, unit, kind, footprint(state, number), way, choice.travel))
    gap = state.setup.rules.options.min_gap_cm
    limit = paths.limit(state, number, unit, leg, kind, choice.travel, gap)
    if limit.travel < leg.travel:
        return limit.why
    met = _met(state, number, unit, leg)
    if met is not None:
        return Refusal("occupied", rule, f"{unit.name} would come into contact with {state.units[met].name}.")
    return leg


def _met(state: State, number: int, unit: Unit, leg: Leg) -> int | None:
    """The first friend on the way: a rally movement contacts no unit, not even one that it could go through."""
    friends = [other for other in on_table(state, unit.side) if other != number]
    shape, way = footprint(state, number), path(leg.bearing, leg.travel)
    slack = state.setup.rules.options.contact_tol_cm
    met = first_contact(shape, way, [footprint(state, other) for other in friends], slack)
    return None if met is None else friends[met.index]


def turn(state: State, number: int, facing: int) -> Unit | Refusal:
    """A unit after the pivot that it may make where it stops, or before it charges (MN-BREAK-06, 08)."""
    unit = state.units[number]
    if facing == unit.facing:
        return unit
    turned = plans.pivot(state, number, replace(unit, turned=0), facing)
    if isinstance(turned, Refusal):
        return turned
    if turned.turned > _MOST_TURN:
        why = f"{unit.name} may turn by {MOST_CHARGE_TURN} degrees at most."
        return Refusal("out_of_arc", "MN-BREAK-06", why)
    return turned


# Charging again


def refuse_charger(state: State, number: int) -> Refusal | None:
    """Why a unit may not charge out of its break-through, whomever (MN-BREAK-12, MN-RULING-28, 29, 84)."""
    unit = state.units[number]
    rule = state.setup.rules.options.blue_bars_breakthrough_charge
    if unit.blue == "disorder":
        return Refusal("not_for_kind", "MN-BREAK-12", f"{unit.name} is disordered and cannot charge.")
    if unit.blue and rule == "any":
        return Refusal("not_for_kind", "MN-RULING-28", f"{unit.name} has a blue marker and cannot charge.")
    if is_removed(points_after(unit.points, state.setup.rules.tables.break_charge_hits), unit.rating, unit.formation):
        why = f"{unit.name} has {unit.points} strength points left and would not outlive the hit marker of a charge."
        return Refusal("not_for_kind", "MN-BREAK-12", why)
    if unit.turned > _MOST_TURN:
        why = f"{unit.name} turned by more than {MOST_CHARGE_TURN} degrees in the Manoeuvre phase and cannot charge."
        return Refusal("out_of_arc", "MN-RULING-84", why)
    if command_of(state, number) == "out":
        return Refusal("not_for_kind", "MN-CMD-21", f"{unit.name} is not in command and cannot charge.")
    return charging.refuse_charger(state, replace(unit, blue="", turned=0))


def charge(state: State, choice: act.BreakCharge) -> charging.Reach | Refusal:
    """The charge from where a unit stands now, after its pivot (MN-BREAK-08, 10)."""
    number, unit = choice.unit, state.units[choice.unit]
    found = refuse_charger(state, number) or charging.refuse_target(state, unit, choice.target)
    if found is not None:
        return found
    ready = turn(state, number, choice.facing)
    if isinstance(ready, Refusal):
        return ready
    return charging.reach(
        state, number, ready, choice.target, "charge", allowances.charge(state.setup.rules.tables, unit)
    )


# What is listed


def options_of(state: State, number: int) -> Iterator[Option]:
    """All that a unit may do, as section 5.5 lists it."""
    actor = f"unit {number}"
    kinds: tuple[tuple[Travel, type[act.RallyBack | act.RallyForward]], ...] = (
        ("rally_back", act.RallyBack),
        ("rally_forward", act.RallyForward),
    )
    for kind, made in kinds:
        choices = [made(number, travel) for travel in _travels(state, number, kind)]
        travels = tuple(choice for choice in choices if refuse(state, choice) is None)
        if travels:
            domains = {"travel": {"low": travels[0].travel, "high": travels[-1].travel, "unit": "0.1mm"}}
            yield Option(kind, actor, travels, complete=False, domains=domains)
    unit = state.units[number]
    facings = ((unit.facing + angle) % FULL for angle in _turns())
    stops = tuple(act.StopAndRally(number, facing) for facing in facings if not _bars_turn(state, number, facing))
    around = {"facing": {"low": unit.facing - _MOST_TURN, "high": unit.facing + _MOST_TURN, "unit": "0.1deg"}}
    yield Option("stop_and_rally", actor, stops, complete=False, domains=around)
    charges = tuple(_charges(state, number))
    if charges:
        yield Option("break_charge", actor, charges, complete=False, domains=around)


def _bars_turn(state: State, number: int, facing: int) -> bool:
    return isinstance(turn(state, number, facing), Refusal)


def _turns() -> list[int]:
    """Turns to list, the least first."""
    return sorted(range(-_MOST_TURN, _MOST_TURN + 1, _STEP), key=lambda angle: (abs(angle), -angle))


def _travels(state: State, number: int, travel: Travel) -> list[int]:
    """Distances to list: whole steps, and both ends (MN-RULING-61)."""
    least, most = reach_of(state, number, travel)
    step = state.setup.rules.options.distance_step_cm
    return sorted({least, most, *range(-(-least // step) * step, most + 1, step)})


def _charges(state: State, number: int) -> Iterator[act.BreakCharge]:
    """Every target that can be charged, each with the listed bearings that lead there, least turn first."""
    if refuse_charger(state, number) is not None:
        return
    unit, shape = state.units[number], footprint(state, number)
    far = allowances.charge(state.setup.rules.tables, unit)
    for enemy in enemies(state, number):
        if distance(state, number, enemy) > far or charging.refuse_target(state, unit, enemy) is not None:
            continue
        for angle in turns_toward(shape, footprint(state, enemy), _STEP, _MOST_TURN):
            facing = (unit.facing + angle) % FULL
            ready = replace(unit, facing=facing)
            if isinstance(charging.reach(state, number, ready, enemy, "charge", far), Refusal):
                continue  # The straight way first: a pivot is dear to look at.
            if not _bars_turn(state, number, facing):
                yield act.BreakCharge(number, enemy, facing)
