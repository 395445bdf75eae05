"""Plan of a manoeuvre: steps, movement or charge, and refusals (MN-MAN, MN-MOVE, MN-CHARGE-02)."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import refused, with_verb
from battles.kits.open_table.footprints import FULL, path
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import Leg, Travel
from battles.rules.mini_nap.movement import formation, paths
from battles.rules.mini_nap.movement.paths import MovePath, cm
from battles.rules.mini_nap.positions import enemies_in_contact, footprint_of, is_on_table
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, unit_class
from battles.rules.mini_nap.tables import FORMATIONS, Going
from battles.rules.mini_nap.terrain import cost, features, roads


def charge_path(state: State, number: int, ready: Unit, move: act.Charge) -> MovePath | Refusal:
    """The path of a charge from the position ``ready``, or why there is none."""
    refusal = _refuse_charge(state, number, ready, move.target)
    if refusal is not None:
        return refusal
    reach = charge_travel(state, number, ready, move)
    return reach if isinstance(reach, Refusal) else _path_to(state, ready, reach.travel, move.target)


def charge_travel(
    state: State, number: int, ready: Unit, move: act.Charge, kind: Going = "charge"
) -> charge.ChargeReach | Refusal:
    """The travel of a charge, across a bridge if it names one (MNT-BRIDGE-04); ``kind`` is the column of T1."""
    allowance = paths.charge_allowance(state.setup.rules.tables, ready)
    if not move.bridge:
        return charge.travel_to_contact(state, number, ready, move.target, kind, allowance)
    enemy = state.units[move.target]
    if charge.matrix_answer(state.setup.rules.tables, ready, enemy) == "outflanking":
        why = f"{with_verb(ready.name, 'is')} unformed, and no unit can outflank {enemy.name} across a bridge."
        return Refusal("no_target", "MNT-RULING-26", why)
    travel = roads.charge_over_bridge(state, number, ready, move.target, move.bridge, allowance, kind)
    return travel if isinstance(travel, Refusal) else charge.ChargeReach(travel)


def extended_charge_path(state: State, number: int, ready: Unit, move: act.ExtendedCharge) -> MovePath | Refusal:
    """The path of a charge at a target that dice may bring within reach (MN-EXTEND-06), or why there is none."""
    refusal = _refuse_charge(state, number, ready, move.target)
    if refusal is not None:
        return refusal
    allowance = paths.charge_allowance(state.setup.rules.tables, ready)
    near = charge.travel_to_contact(state, number, ready, move.target, "charge", allowance)
    if not isinstance(near, Refusal):
        within = with_verb(state.units[move.target].name, "is within reach")
        why = f"{within}: {with_verb(ready.name, 'charges')} without an extension."
        return Refusal("not_needed", "MN-EXTEND-01", why)
    most = charge.largest_extension(state.setup.rules.tables, ready)
    reach = charge.travel_to_contact(state, number, ready, move.target, "charge", allowance + most)
    if isinstance(reach, Refusal):
        if reach.code == "out_of_reach":
            why = (
                f"{with_verb(state.units[move.target].name, 'is')} too far away, even with an extension of {cm(most)}."
            )
            return Refusal("out_of_reach", "MN-EXTEND-06", why)
        return reach
    return _path_to(state, ready, reach.travel, move.target)


def _refuse_charge(state: State, number: int, ready: Unit, target: int) -> Refusal | None:
    """Why the unit may not charge that target (MN-CHARGE-12, MN-CMD-21); None if it may."""
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-08", f"{ready.name} cannot charge in a Division manoeuvre.")
    if command_state(state, number) == "out":
        return refused("not_for_kind", "MN-CMD-21", ready.name, "is", "not in command and cannot charge.")
    return charge.refuse_charger(state, ready) or charge.refuse_target(state, ready, target)


def _path_to(state: State, ready: Unit, travel: int, target: int) -> MovePath:
    leg = Leg(ready.facing, travel, ready.facing)
    x, y = paths.place_after(state, ready, leg, travel)
    return MovePath("charge", (leg,), replace(ready, x=x, y=y), target)


def extension_advance(state: State, number: int, unit: Unit, rolled: int, target: int) -> Leg:
    """The forced advance of an extension: the distance rolled, but no nearer to an enemy than the least gap (R25)."""
    leg = Leg(unit.facing, rolled, unit.facing)
    gap = state.setup.rules.options.min_gap_cm
    shape = positions.footprint_of(state.setup.rules, unit)
    affordable = cost.affordable_travel(state, unit, "move", shape, path(unit.facing, rolled), rolled)
    limit = paths.travel_limit(state, number, unit, replace(leg, travel=affordable), "move", rolled, gap)
    return replace(leg, travel=min(affordable, limit.travel))


QUARTER: Final = FULL // 4
HALF: Final = FULL // 2


def movement_path(state: State, number: int, ready: Unit, move: Any) -> MovePath | Refusal:
    """The path of a movement from the position ``ready``, or why it is not legal (MN-MAN-10)."""
    return _MOVEMENTS[type(move)](state, number, ready, move)


def _advance(state: State, number: int, ready: Unit, move: act.Advance) -> MovePath | Refusal:
    """Straight ahead (MN-MOVE-13, MN-DIVMAN-06)."""
    if unit_class(ready) == "artillery":
        return refused("not_for_kind", "MN-ART-02", ready.name, "is", "a battery: a battery prolongs or redeploys.")
    if in_square(ready):
        return refused("not_for_kind", "MN-SQUARE-01", ready.name, "is", "in square and can only inch.")
    leg = Leg(ready.facing, move.travel, ready.facing)
    if state.division != NONE:
        return _straight_path(state, number, ready, "division", (leg,), "move", state.allowance)
    return _straight_path(
        state, number, ready, "advance", (leg,), "move", paths.move_allowance(state.setup.rules.tables, ready)
    )


def _refuse_foot(state: State, ready: Unit, what: str, rule: str) -> Refusal | None:
    """Why a unit may not make a movement of infantry in line or skirmish line; never in a Division manoeuvre."""
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", f"No unit may {what} in a Division manoeuvre.")
    if unit_class(ready) == "infantry" and ready.formation in ("line", "skirmish_line"):
        return None
    word = FORMATIONS[ready.formation].word
    return Refusal(
        "not_for_kind",
        rule,
        f"Only infantry in line or skirmish line may {what}; {with_verb(ready.name, 'is')} in {word}.",
    )


def _side_step(state: State, number: int, ready: Unit, move: act.SideStep) -> MovePath | Refusal:
    """Straight aside instead of an advance (MN-SIDE-01, MN-SIDE-02, MN-OBLIQUE-03)."""
    refusal = _refuse_foot(state, ready, "side-step", "MN-SIDE-01")
    if refusal is not None:
        return refusal
    bearing = (ready.facing + (QUARTER if move.side == "right" else -QUARTER)) % FULL
    leg = Leg(bearing, move.travel, ready.facing)
    return _straight_path(
        state, number, ready, "side_step", (leg,), "move", paths.distance_range(state, "side_step")[1]
    )


def _step_back(state: State, number: int, ready: Unit, move: act.StepBack) -> MovePath | Refusal:
    """Straight back instead of an advance (MN-BACK-01, MN-BACK-02, MN-OBLIQUE-03)."""
    refusal = _refuse_foot(state, ready, "step back", "MN-BACK-01")
    if refusal is not None:
        return refusal
    leg = Leg((ready.facing + HALF) % FULL, move.travel, ready.facing)
    return _straight_path(
        state, number, ready, "step_back", (leg,), "move", paths.distance_range(state, "step_back")[1]
    )


def _oblique(state: State, number: int, ready: Unit, move: act.Oblique) -> MovePath | Refusal:
    """Two legs, each with an allowance of its own (MN-OBLIQUE, MN-OBLIQUE-02, MN-OBLIQUE-03)."""
    refusal = _refuse_foot(state, ready, "move obliquely", "MN-OBLIQUE-01")
    if refusal is not None:
        return refusal
    ahead = Leg(ready.facing, move.ahead, ready.facing)
    aside = Leg((ready.facing + (QUARTER if move.side == "right" else -QUARTER)) % FULL, move.aside, ready.facing)
    legs = (aside, ahead) if move.aside_first else (ahead, aside)
    return _straight_path(state, number, ready, "oblique", legs, "move", paths.distance_range(state, "oblique")[1])


def _inch(state: State, number: int, ready: Unit, move: act.Inch) -> MovePath | Refusal:
    """A solid square moves a short way on any bearing (MN-SQUARE-01, MN-SQUARE-03, MN-RULING-63)."""
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", "No unit may inch in a Division manoeuvre.")
    if ready.formation != "solid_square":
        return Refusal(
            "not_for_kind", "MN-SQUARE-01", f"Only a solid square inches; {with_verb(ready.name, 'is')} not one."
        )
    leg = Leg(move.bearing, move.travel, ready.facing)
    return _straight_path(state, number, ready, "inch", (leg,), "move", paths.inch_allowance(state, number, ready))


def _refuse_battery(ready: Unit, what: str) -> Refusal | None:
    if unit_class(ready) == "artillery":
        return None
    return Refusal(
        "not_for_kind", "MN-ART-02", f"Only artillery may {what}; {with_verb(ready.name, 'is')} not artillery."
    )


def _prolong(state: State, number: int, ready: Unit, move: act.Prolong) -> MovePath | Refusal:
    """The crew moves a battery ahead or back by hand (MN-ART-02, MN-ART-05)."""
    refusal = _refuse_battery(ready, "prolong")
    if refusal is not None:
        return refusal
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", "No unit may prolong in a Division manoeuvre.")
    leg = Leg((ready.facing + (HALF if move.back else 0)) % FULL, move.travel, ready.facing)
    return _straight_path(
        state, number, ready, "prolong", (leg,), "prolong", paths.prolong_allowance(state.setup.rules.tables)
    )


def _redeploy(state: State, number: int, ready: Unit, move: act.Redeploy) -> MovePath | Refusal:
    """A battery faces along its path while moving, and any way at the end (MN-ART-04, MN-DIVMAN-07, MN-ART-05)."""
    refusal = _refuse_battery(ready, "redeploy")
    if refusal is not None:
        return refusal
    division = state.division != NONE
    allowance = state.allowance if division else paths.move_allowance(state.setup.rules.tables, ready)
    leg = Leg(move.bearing, move.travel, move.bearing)
    along = replace(ready, facing=move.bearing)
    planned = _straight_path(
        state, number, along, "division" if division else "redeploy", (leg,), "redeploy", allowance
    )
    if isinstance(planned, Refusal):
        return planned
    arrived = replace(planned.arrived, facing=move.facing)
    if is_barred_from_water(state, arrived):
        return Refusal("impassable", "MNT-RULING-14", f"{ready.name} may not end its redeployment in the water.")
    gap = state.standoff if division else state.setup.rules.options.min_gap_cm
    close = (paths.refuse_too_near(state, number, ready, each, gap) for each in (along, arrived))
    refused = next(filter(None, close), None) or paths.refuse_end(state, number, arrived, "redeploy")
    return refused or replace(planned, arrived=arrived)


def is_barred_from_water(state: State, unit: Unit) -> bool:
    """True if the unit is a battery in a stream or ford, where the option forbids it to stop (MNT-RULING-14)."""
    if state.setup.rules.options.battery_may_stop_in_stream:
        return False
    shape, slack = footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    wet = (each for each in features.features_in_play(state) if each.kind in ("stream", "ford"))
    return any(features.interpenetrates(each, shape, slack) for each in wet)


def _straight_path(
    state: State, number: int, ready: Unit, travel: Travel, legs: tuple[Leg, ...], going: Going, allowance: int
) -> MovePath | Refusal:
    """Legs of ordinary movement, each within the allowance and not blocked; or why they are not legal."""
    gap = state.standoff if travel == "division" else state.setup.rules.options.min_gap_cm
    here, moved_legs = ready, []
    for leg in legs:
        if not leg.travel:
            continue
        limit = paths.travel_limit(state, number, here, leg, going, allowance, gap)
        if leg.travel > limit.travel:
            return limit.why
        x, y = paths.place_after(state, here, leg, leg.travel)
        here = replace(here, x=x, y=y)
        moved_legs.append(leg)
    if not moved_legs:
        return Refusal("no_change", "MN-MOVE-13", f"{ready.name} would not move.")
    return paths.refuse_end(state, number, here, going) or MovePath(travel, tuple(moved_legs), here)


_MOVEMENTS: Final[dict[type[Any], Callable[[State, int, Unit, Any], MovePath | Refusal]]] = {
    act.Advance: _advance,
    act.SideStep: _side_step,
    act.StepBack: _step_back,
    act.Oblique: _oblique,
    act.Inch: _inch,
    act.Prolong: _prolong,
    act.Redeploy: _redeploy,
    act.RoadMove: roads.road_path,
    act.CrossBridge: roads.crossing_path,
    act.Charge: charge_path,
    act.ExtendedCharge: extended_charge_path,
}

CHARGE_MOVES = (act.Charge, act.ExtendedCharge)


class PlannedManoeuvre(Struct, frozen=True):
    """A manoeuvre as it will be carried out if the enemy does not react.

    ``ready`` is the unit after the steps before the movement, ``legs`` the path from there, ``arrived`` the unit at its
    end and ``last`` the unit after the final steps. ``travel`` is None if it does not move.
    """

    ready: Unit
    travel: Travel | None
    legs: tuple[Leg, ...]
    arrived: Unit
    last: Unit
    target: int = NONE


_latest_plans: list[tuple[State, dict[act.Manoeuvre, PlannedManoeuvre | Refusal]] | None] = [None]
"""Plans for the latest state: each is used when it is listed, checked, previewed and carried out."""


def plan_manoeuvre(state: State, action: act.Manoeuvre) -> PlannedManoeuvre | Refusal:
    """The plan of a manoeuvre of a unit that may manoeuvre, or why it is not legal."""
    plans = _latest_plans[0]
    if plans is None or plans[0] is not state:
        plans = _latest_plans[0] = state, {}
    plan = plans[1].get(action)
    if plan is None:
        plan = plans[1][action] = _make_plan(state, action)
    return plan


def _make_plan(state: State, action: act.Manoeuvre) -> PlannedManoeuvre | Refusal:
    number, move = action.unit, action.move
    refusal = _refuse_shape(state, action)
    if refusal is not None:
        return refusal
    ready = after_free_steps(state, number, state.units[number], action.before)
    if isinstance(ready, Refusal):
        return ready
    if move is None:
        return _after_movement(state, action, PlannedManoeuvre(ready, None, (), ready, ready))
    way = movement_path(state, number, ready, move)
    if isinstance(way, Refusal):
        return way
    return _after_movement(
        state, action, PlannedManoeuvre(ready, way.travel, way.legs, way.arrived, way.arrived, way.target)
    )


def _refuse_shape(state: State, action: act.Manoeuvre) -> Refusal | None:
    """Why the parts of a manoeuvre may not be combined; None if they may.

    Source: MN-MAN-03, MN-MAN-04, MN-DIVMAN-04, MN-RULING-18, MNT-RULING-31.
    """
    before, after, name = action.before, action.after, state.units[action.unit].name
    if before.change is not None and after.change is not None:
        return Refusal("bad_order", "MN-MAN-03", f"{name} may change formation only once: before or after its move.")
    for part in (before, after):
        if part.pivot is not None and part.about_face:
            return Refusal("bad_order", "MN-MAN-04", f"{name} may pivot or face about, not both.")
    if after == act.NO_FREE_STEPS:
        return None
    if isinstance(action.move, CHARGE_MOVES):
        return Refusal("bad_order", "MN-MAN-04", f"{name} can take no steps after a charge.")
    if state.division != NONE:
        return refused("bad_order", "MN-DIVMAN-04", name, "keeps", "facing and formation after a Division manoeuvre.")
    if isinstance(action.move, act.CrossBridge):
        return Refusal("bad_order", "MNT-BRIDGE-02", f"{name} can take no steps after crossing a bridge.")
    if action.move is None:
        return Refusal("malformed", "MN-MAN-02", "Without a move, put all steps before it.")
    return None


def _after_movement(state: State, action: act.Manoeuvre, plan: PlannedManoeuvre) -> PlannedManoeuvre | Refusal:
    """The plan with the steps after the movement, or why one is not legal."""
    last = after_free_steps(state, action.unit, plan.arrived, action.after)
    return last if isinstance(last, Refusal) else replace(plan, last=last)


def after_free_steps(state: State, number: int, unit: Unit, steps: act.FreeSteps) -> Unit | Refusal:
    """The unit after free steps, or why one is not legal (MN-MAN-05, MN-SQUARE-05)."""
    turn_first = not steps.change_first
    for kind in ("turn", "change") if turn_first else ("change", "turn"):
        after = _turned(state, number, unit, steps) if kind == "turn" else _changed(state, number, unit, steps)
        if isinstance(after, Refusal):
            return after
        unit = after
    return unit


def _changed(state: State, number: int, unit: Unit, steps: act.FreeSteps) -> Unit | Refusal:
    if steps.change is None:
        return unit
    if enemies_in_contact(state, number, footprint_of(state.setup.rules, unit)):
        return Refusal(
            "locked", "MN-MAN-06", with_verb(unit.name, "is in contact with an enemy and keeps its formation.")
        )
    refusal = formation.refuse_change(state, number, unit, steps.change)
    return refusal or formation.after_change(state.setup.rules, unit, steps.change)


def _turned(state: State, number: int, unit: Unit, steps: act.FreeSteps) -> Unit | Refusal:
    """The unit after its pivot or about-face; a square only pivots (MN-TURN-03, MN-SQUARE-04)."""
    if steps.about_face:
        if in_square(unit):
            return refused("not_for_kind", "MN-TURN-03", unit.name, "is", "in square and cannot face about.")
        return formation.after_about_face(unit)
    if steps.pivot is None:
        return unit
    return plan_pivot(state, number, unit, steps.pivot)


def plan_pivot(state: State, number: int, unit: Unit, facing: int) -> Unit | Refusal:
    """The unit after a pivot to a bearing, or why it may not make it (MN-TURN-02)."""
    if facing == unit.facing:
        return Refusal("no_change", "MN-TURN-01", f"{unit.name} already faces that way.")
    met = formation.first_met_in_pivot(state, number, unit, facing)
    if met is not None:
        return refused("occupied", "MN-TURN-02", state.units[met].name, "blocks", f"the turn of {unit.name}.")
    barred = formation.barred_ground_in_pivot(state, unit, facing)
    if barred is not None:
        return Refusal("impassable", barred.rule, f"{unit.name} would turn into the {barred.word}.")
    after = formation.after_pivot(unit, facing)
    if not is_on_table(state, footprint_of(state.setup.rules, after)):
        return Refusal("off_board", "MN-RULING-153", f"{unit.name} would turn over the table's edge.")
    return after
