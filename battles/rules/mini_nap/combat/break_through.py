"""The Break-through phase: a unit with a white marker rallies, stops or charges (ST-14, ST-15, MN-BREAK)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.kits.open_table.footprints import DEGREE, FULL, path
from battles.kits.open_table.sweeps import first_contact
from battles.kits.open_table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import charge, contact
from battles.rules.mini_nap.combat.combatants import is_fighting
from battles.rules.mini_nap.combat.losses import add_hits, is_removed, points_after, settle_losses
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import BreakThroughMove, Joining, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.movement import manoeuvre_plan, paths, progress
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import enemy_units, footprint, on_table, unit_distance
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import State, Step, Unit, in_square, other, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, MOST_CHARGE_TURN, Act, Going
from battles.rules.mini_nap.terrain import cost, roads

_MOST_TURN: Final = MOST_CHARGE_TURN * DEGREE
_STEP: Final = ANGLE_STEP * DEGREE

BreakThroughChoice = act.RallyBack | act.StopAndRally | act.RallyForward | act.BreakCharge


def refuse_choice(state: State, choice: BreakThroughChoice) -> Refusal | None:
    """Why a unit with a white marker may not make this choice; None if it may."""
    match choice:
        case act.RallyBack() | act.RallyForward():
            rally = rally_path(state, choice)
            return rally if isinstance(rally, Refusal) else None
        case act.StopAndRally():
            turned = after_turn(state, choice.unit, choice.facing)
            return turned if isinstance(turned, Refusal) else None
        case act.BreakCharge():
            reach = charge_path(state, choice)
            return reach if isinstance(reach, Refusal) else None


# Rallying


def travel_of(choice: act.RallyBack | act.RallyForward) -> Travel:
    """The kind of movement of a rally."""
    return "rally_back" if isinstance(choice, act.RallyBack) else "rally_forward"


def rally_range(state: State, number: int, travel: Travel) -> tuple[int, int]:
    """The least and the greatest distance of a rally movement (MN-BREAK-05, MN-BREAK-07)."""
    foot = unit_class(state.units[number]) == "infantry"
    kind: Act
    if travel == "rally_back":
        kind = "rally_back_infantry" if foot else "rally_back_cavalry"
    else:
        kind = "rally_forward_infantry" if foot else "rally_forward_cavalry"
    return paths.distance_range(state, kind)


def rally_path(state: State, choice: act.RallyBack | act.RallyForward) -> Leg | Refusal:
    """The straight path of a rally movement, which contacts no unit, or why it is not legal.

    The player chooses allowance: terrain may shorten the travel (MNT-MOVE-07).

    Source: MN-BREAK-05, MN-BREAK-07, MN-BREAK-13.
    """
    travel, number, unit = travel_of(choice), choice.unit, state.units[choice.unit]
    rule = "MN-BREAK-05" if travel == "rally_back" else "MN-BREAK-07"
    least, most = rally_range(state, number, travel)
    if not least <= choice.travel <= most:
        why = f"{with_verb(unit.name, 'moves')} {cm(least)} to {cm(most)}, not {cm(choice.travel)}."
        return Refusal("out_of_reach", rule, why)
    bearing = (unit.facing + (FULL // 2 if travel == "rally_back" else 0)) % FULL
    way = path(bearing, choice.travel)
    leg = Leg(bearing, choice.travel, unit.facing)
    kind: Going | None = None if roads.follows_road(state, unit, leg, travel) else "move"
    if kind is not None:
        leg = replace(
            leg, travel=cost.affordable_travel(state, unit, kind, footprint(state, number), way, choice.travel)
        )
    gap = state.setup.rules.options.min_gap_cm
    limit = paths.travel_limit(state, number, unit, leg, kind, choice.travel, gap)
    if limit.travel < leg.travel:
        return limit.why
    met = _met(state, number, unit, leg)
    if met is not None:
        return Refusal("occupied", rule, f"{unit.name} would come into contact with {state.units[met].name}.")
    return leg


def _met(state: State, number: int, unit: Unit, leg: Leg) -> int | None:
    """The first friend on the path: a rally movement contacts no unit, not even one that it could move through."""
    friends = [other for other in on_table(state, unit.side) if other != number]
    shape, way = footprint(state, number), path(leg.bearing, leg.travel)
    slack = state.setup.rules.options.contact_tol_cm
    met = first_contact(shape, way, [footprint(state, other) for other in friends], slack)
    return None if met is None else friends[met.index]


def after_turn(state: State, number: int, facing: int) -> Unit | Refusal:
    """The unit after the pivot where it stops, or before it charges (MN-BREAK-06, MN-BREAK-08); or why it may not."""
    unit = state.units[number]
    if facing == unit.facing:
        return unit
    turned = manoeuvre_plan.plan_pivot(state, number, replace(unit, turned=0), facing)
    if isinstance(turned, Refusal):
        return turned
    if turned.turned > _MOST_TURN:
        why = f"{unit.name} may turn by {MOST_CHARGE_TURN} degrees at most."
        return Refusal("out_of_arc", "MN-BREAK-06", why)
    return turned


# Charges


def refuse_charger(state: State, number: int) -> Refusal | None:
    """Why a unit may make no break-through charge, whatever the target; None if it may.

    Source: MN-BREAK-12, MN-RULING-28, MN-RULING-29, MN-RULING-84.
    """
    unit = state.units[number]
    rule = state.setup.rules.options.blue_bars_breakthrough_charge
    if unit.blue == "disorder":
        return refused("not_for_kind", "MN-BREAK-12", unit.name, "is", "disordered and cannot charge.")
    if unit.blue and rule == "any":
        return refused("not_for_kind", "MN-RULING-28", unit.name, "has", "a blue marker and cannot charge.")
    if is_removed(points_after(unit.points, state.setup.rules.tables.break_charge_hits), unit.rating, unit.formation):
        why = f"The hit marker of a charge would remove {unit.name}, which has {unit.points} strength points left."
        return Refusal("not_for_kind", "MN-BREAK-12", why)
    if unit.turned > _MOST_TURN:
        why = f"{unit.name} turned by more than {MOST_CHARGE_TURN} degrees in the Manoeuvre phase and cannot charge."
        return Refusal("out_of_arc", "MN-RULING-84", why)
    if command_state(state, number) == "out":
        return refused("not_for_kind", "MN-CMD-21", unit.name, "is", "not in command and cannot charge.")
    return charge.refuse_charger(state, replace(unit, blue="", turned=0))


def charge_path(state: State, choice: act.BreakCharge) -> charge.ChargeReach | Refusal:
    """The charge from the unit's present position, after its pivot, or why it is not legal.

    Source: MN-BREAK-08, MN-BREAK-10, MN-RULING-30.
    """
    number, unit = choice.unit, state.units[choice.unit]
    refusal = refuse_charger(state, number) or charge.refuse_target(state, unit, choice.target)
    if refusal is not None:
        return refusal
    ready = after_turn(state, number, choice.facing)
    if isinstance(ready, Refusal):
        return ready
    return manoeuvre_plan.charge_travel(state, number, ready, act.Charge(choice.target, choice.bridge))


# Listed choices


def unit_options(state: State, number: int) -> Iterator[Option]:
    """All choices of a unit, as section 5.5 lists them."""
    actor = f"unit {number}"
    kinds: tuple[tuple[Travel, type[act.RallyBack | act.RallyForward]], ...] = (
        ("rally_back", act.RallyBack),
        ("rally_forward", act.RallyForward),
    )
    for kind, action_class in kinds:
        choices = [action_class(number, travel) for travel in _listed_travels(state, number, kind)]
        travels = tuple(choice for choice in choices if refuse_choice(state, choice) is None)
        if travels:
            domains = {"travel": {"low": travels[0].travel, "high": travels[-1].travel, "unit": "0.1mm"}}
            yield Option(kind, actor, travels, complete=False, domains=domains)
    unit = state.units[number]
    facings = ((unit.facing + angle) % FULL for angle in _listed_turns())
    stops = tuple(act.StopAndRally(number, facing) for facing in facings if not _bars_turn(state, number, facing))
    around = {"facing": {"low": unit.facing - _MOST_TURN, "high": unit.facing + _MOST_TURN, "unit": "0.1deg"}}
    yield Option("stop_and_rally", actor, stops, complete=False, domains=around)
    charges = tuple(_listed_charges(state, number))
    if charges:
        yield Option("break_charge", actor, charges, complete=False, domains=around)


def _bars_turn(state: State, number: int, facing: int) -> bool:
    return isinstance(after_turn(state, number, facing), Refusal)


def _listed_turns() -> list[int]:
    """Listed turns, the least first."""
    return sorted(range(-_MOST_TURN, _MOST_TURN + 1, _STEP), key=lambda angle: (abs(angle), -angle))


def _listed_travels(state: State, number: int, travel: Travel) -> list[int]:
    """Listed distances: whole steps, and both ends (MN-RULING-61)."""
    least, most = rally_range(state, number, travel)
    step = state.setup.rules.options.distance_step_cm
    return sorted({least, most, *range(-(-least // step) * step, most + 1, step)})


def _listed_charges(state: State, number: int) -> Iterator[act.BreakCharge]:
    """Every possible target, each with the listed bearings that reach it, least turn first (MN-GEO-14)."""
    if refuse_charger(state, number) is not None:
        return
    unit, shape = state.units[number], footprint(state, number)
    far = paths.charge_allowance(state.setup.rules.tables, unit)
    for enemy in enemy_units(state, number):
        if unit_distance(state, number, enemy) > far or charge.refuse_target(state, unit, enemy) is not None:
            continue
        for angle in turns_toward(shape, footprint(state, enemy), _STEP, _MOST_TURN):
            facing = (unit.facing + angle) % FULL
            ready = replace(unit, facing=facing)
            if isinstance(charge.travel_to_contact(state, number, ready, enemy, "charge", far), Refusal):
                continue  # Check the straight path first: checking a pivot takes long.
            if not _bars_turn(state, number, facing):
                yield act.BreakCharge(number, enemy, facing)
    yield from charges_over_bridges(state, number)


def charges_over_bridges(state: State, number: int) -> Iterator[act.BreakCharge]:
    """Charges of a unit that may charge, across a bridge at its defenders (MNT-BRIDGE-04)."""
    unit = state.units[number]
    far = paths.charge_allowance(state.setup.rules.tables, unit)
    for bridge in roads.bridges_near(state, footprint(state, number), far):
        around = ((unit.facing + angle) % FULL for angle in _listed_turns())
        for facing in dict.fromkeys((*roads.bearings_to_bridge(unit, bridge), *around)):
            ready = replace(unit, facing=facing)
            for enemy in roads.possible_defenders(state, number, ready, bridge.feature.key):
                choice = act.BreakCharge(number, enemy, facing, bridge.feature.key)
                if not isinstance(charge_path(state, choice), Refusal):
                    yield choice


CHOICES = (act.RallyBack, act.StopAndRally, act.RallyForward, act.BreakCharge, act.Done)


def resolving_side(state: State) -> SideId:
    """The side whose break-throughs are resolved now (MN-BREAK-03)."""
    return state.active if state.step == "break_active" else other(state.active)


def waiting_units(state: State) -> tuple[int, ...]:
    """The units that must still choose; a square has lost its marker (MN-RULING-77)."""
    units = state.units
    return tuple(
        number
        for number in on_table(state, resolving_side(state))
        if units[number].white and not in_square(units[number])
    )


def _deciders(state: State) -> tuple[SideId, ...]:
    return (resolving_side(state),) if waiting_units(state) else ()


def _proceed(play: Resolution) -> None:
    """Go to the passive side's step, or to the end of the initiative."""
    following: Step = "break_passive"
    if play.state.step == "break_passive":
        following = "end"
        for number in on_table(play.state):
            if play.unit(number).white:
                play.mark(number, "MN-RULING-77", white=False)
    play.tell(happened.StepBegan(step=following))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    """The choices of each unit; with none left, to end the step if the side may still retreat units (MN-RETREAT-01)."""
    choices = tuple(option for number in waiting_units(state) for option in unit_options(state, number))
    return choices or (Option("done", "", (act.Done(),)),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Done):
        return _refuse_done(state)
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-BREAK-04", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", "MN-BREAK-04", unit.name, "belongs", "to the enemy.")
    if unit.where != "table":
        return refused("gone", "MN-BREAK-04", unit.name, "is", "not on the table.")
    if number not in waiting_units(state):
        return refused(
            "no_action_left", "MN-BREAK-04", unit.name, "has", "no white marker, so it does not break through."
        )
    return refuse_choice(state, action)


def _refuse_done(state: State) -> Refusal | None:
    if units := waiting_units(state):
        why = f"{with_verb(state.units[units[0]].name, 'has')} broken through and must rally or charge first."
        return Refusal("owed_first", "MN-BREAK-04", why)
    return None


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    """Remove the marker (MN-MARKER-03, MN-RULING-152); the move then has frames of its own above this one's."""
    if isinstance(action, act.Done):
        _proceed(play)
        return
    number = action.unit
    if isinstance(action, act.StopAndRally):
        play.mark(number, "MN-BREAK-06", white=False, broke_through=True, impact=False)
        _perform_turn(play, number, action.facing)
        evasion.make_room(play, number)
        evasion.displace_enemy_stands(play, number)
        return
    if isinstance(action, act.BreakCharge):
        _perform_charge(play, action)
        return
    leg = rally_path(play.state, action)
    assert not isinstance(leg, Refusal)  # noqa: S101
    travel = travel_of(action)
    play.mark(number, "MN-BREAK-13", white=False, broke_through=True, impact=False)
    play.open(BreakThroughMove(unit=number))
    progress.start_move(play, MoveInProgress(unit=number, travel=travel, legs=(leg,)))


def _perform_charge(play: Resolution, action: act.BreakCharge) -> None:
    """First the hit marker, then the pivot, a cautious unit's test, and the charge (MN-BREAK-08, MN-RULING-28)."""
    number = action.unit
    cautious = command_state(play.state, number) == "cautious"
    play.mark(number, "MN-BREAK-08", white=False, broke_through=True, impact=False)
    play.open(BreakThroughMove(unit=number))
    add_hits(play, number, play.tables.break_charge_hits, "MN-BREAK-08")
    settle_losses(play)
    _perform_turn(play, number, action.facing)
    move = act.Charge(action.target, action.bridge)
    contact.charge_target(play, number, move, cautious=cautious, travel="break_charge")


def _perform_turn(play: Resolution, number: int, facing: int) -> None:
    unit = play.unit(number)
    if facing != unit.facing:
        play.tell(happened.Turned(unit=number, facing=facing, turned=unit.turned))


PHASE = Handler(CHOICES, _deciders, _proceed, _options, _refuse, _perform)
"""The steps ``break_active`` and ``break_passive``."""


def _no_deciders(state: State) -> tuple[SideId, ...]:
    return ()


def _resolve(play: Resolution) -> None:
    """Fight the combat that a break-through has caused at once (MN-BREAK-09); then close this frame."""
    if is_fighting(play.state):
        play.open(Joining())
    else:
        play.close()


BREAK_THROUGH_MOVE = PHASE._replace(takes=(), deciders=_no_deciders, proceed=_resolve)
"""The frame ``breaking``: it waits for the frames above it."""
