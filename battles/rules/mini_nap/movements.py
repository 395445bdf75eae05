"""The one movement of a manoeuvre: its legs, where they lead, and why it may not be (MN-MOVE, MN-SIDE, MN-ART ...)."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import FULL
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, bridges, charging_ways, ground, paths, roads
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import FORMATIONS, Going
from battles.rules.mini_nap.ways import WayOf

QUARTER: Final = FULL // 4
HALF: Final = FULL // 2


def way(state: State, number: int, ready: Unit, move: Any) -> WayOf | Refusal:
    """What a movement of a unit that stands ``ready`` comes to."""
    return _WAYS[type(move)](state, number, ready, move)


def _advance(state: State, number: int, ready: Unit, move: act.Advance) -> WayOf | Refusal:
    """MN-MOVE-13."""
    if unit_class(ready) == "artillery":
        return Refusal("not_for_kind", "MN-ART-02", f"{ready.name} is a battery: it prolongs or redeploys.")
    if in_square(ready):
        return Refusal("not_for_kind", "MN-SQUARE-01", f"{ready.name} is in square: it can only inch.")
    leg = Leg(ready.facing, move.travel, ready.facing)
    if state.division != NONE:
        return _straight(state, number, ready, "division", (leg,), "move", state.allowance)
    return _straight(state, number, ready, "advance", (leg,), "move", allowances.move(state.setup.rules.tables, ready))


def _refuse_foot(state: State, ready: Unit, what: str, rule: str) -> Refusal | None:
    """Movements that only infantry in line or skirmish line makes, and nobody in a Division manoeuvre."""
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", f"Nobody may {what} in a Division manoeuvre.")
    if unit_class(ready) == "infantry" and ready.formation in ("line", "skirmish_line"):
        return None
    word = FORMATIONS[ready.formation].word
    return Refusal(
        "not_for_kind", rule, f"Only infantry in line or skirmish line may {what}; {ready.name} is in {word}."
    )


def _side_step(state: State, number: int, ready: Unit, move: act.SideStep) -> WayOf | Refusal:
    found = _refuse_foot(state, ready, "side-step", "MN-SIDE-01")
    if found is not None:
        return found
    bearing = (ready.facing + (QUARTER if move.side == "right" else -QUARTER)) % FULL
    leg = Leg(bearing, move.travel, ready.facing)
    return _straight(state, number, ready, "side_step", (leg,), "move", allowances.reach(state, "side_step")[1])


def _step_back(state: State, number: int, ready: Unit, move: act.StepBack) -> WayOf | Refusal:
    found = _refuse_foot(state, ready, "step back", "MN-BACK-01")
    if found is not None:
        return found
    leg = Leg((ready.facing + HALF) % FULL, move.travel, ready.facing)
    return _straight(state, number, ready, "step_back", (leg,), "move", allowances.reach(state, "step_back")[1])


def _oblique(state: State, number: int, ready: Unit, move: act.Oblique) -> WayOf | Refusal:
    """MN-OBLIQUE: two legs, each with an allowance of its own."""
    found = _refuse_foot(state, ready, "move obliquely", "MN-OBLIQUE-01")
    if found is not None:
        return found
    ahead = Leg(ready.facing, move.ahead, ready.facing)
    aside = Leg((ready.facing + (QUARTER if move.side == "right" else -QUARTER)) % FULL, move.aside, ready.facing)
    legs = (aside, ahead) if move.aside_first else (ahead, aside)
    return _straight(state, number, ready, "oblique", legs, "move", allowances.reach(state, "oblique")[1])


def _inch(state: State, number: int, ready: Unit, move: act.Inch) -> WayOf | Refusal:
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", "Nobody may inch in a Division manoeuvre.")
    if ready.formation != "solid_square":
        return Refusal("not_for_kind", "MN-SQUARE-01", f"Only a solid square inches; {ready.name} is none.")
    leg = Leg(move.bearing, move.travel, ready.facing)
    return _straight(state, number, ready, "inch", (leg,), "move", allowances.inch(state, number, ready))


def _refuse_battery(ready: Unit, what: str) -> Refusal | None:
    if unit_class(ready) == "artillery":
        return None
    return Refusal("not_for_kind", "MN-ART-02", f"Only artillery may {what}; {ready.name} is none.")


def _prolong(state: State, number: int, ready: Unit, move: act.Prolong) -> WayOf | Refusal:
    found = _refuse_battery(ready, "prolong")
    if found is not None:
        return found
    if state.division != NONE:
        return Refusal("not_for_kind", "MN-DIVMAN-05", "Nobody may prolong in a Division manoeuvre.")
    leg = Leg((ready.facing + (HALF if move.back else 0)) % FULL, move.travel, ready.facing)
    return _straight(state, number, ready, "prolong", (leg,), "prolong", allowances.prolong(state.setup.rules.tables))


def _redeploy(state: State, number: int, ready: Unit, move: act.Redeploy) -> WayOf | Refusal:
    """MN-ART-04, MN-DIVMAN-07: the footprint faces along the way, and any way in the end."""
    found = _refuse_battery(ready, "redeploy")
    if found is not None:
        return found
    division = state.division != NONE
    allowance = state.allowance if division else allowances.move(state.setup.rules.tables, ready)
    leg = Leg(move.bearing, move.travel, move.bearing)
    along = replace(ready, facing=move.bearing)
    made = _straight(state, number, along, "division" if division else "redeploy", (leg,), "redeploy", allowance)
    if isinstance(made, Refusal):
        return made
    arrived = replace(made.arrived, facing=move.facing)
    if is_barred_from_water(state, arrived):
        return Refusal("impassable", "MNT-RULING-14", f"{ready.name} may not end its redeployment in the water.")
    gap = state.standoff if division else state.setup.rules.options.min_gap_cm
    close = (paths.refuse_near(state, number, ready, each, gap) for each in (along, arrived))
    refused = next(filter(None, close), None) or paths.refuse_end(state, number, arrived, "redeploy")
    return refused or replace(made, arrived=arrived)


def is_barred_from_water(state: State, unit: Unit) -> bool:
    """Whether a battery stands in a stream or a ford, and by option may not (MNT-RULING-14)."""
    if state.setup.rules.options.battery_may_stop_in_stream:
        return False
    shape, slack = footprint_of(state.setup.rules, unit), state.setup.rules.options.contact_tol_cm
    wet = (each for each in ground.lying(state) if each.kind in ("stream", "ford"))
    return any(ground.interpenetrates(each, shape, slack) for each in wet)


def _straight(
    state: State, number: int, ready: Unit, travel: Travel, legs: tuple[Leg, ...], going: Going, allowance: int
) -> WayOf | Refusal:
    """Legs of ordinary movement, each within the allowance and free of all that stops a unit."""
    gap = state.standoff if travel == "division" else state.setup.rules.options.min_gap_cm
    stood, made = ready, []
    for leg in legs:
        if not leg.travel:
            continue
        found = paths.limit(state, number, stood, leg, going, allowance, gap)
        if leg.travel > found.travel:
            return found.why
        x, y = paths.at_end(state, stood, leg, leg.travel)
        stood = replace(stood, x=x, y=y)
        made.append(leg)
    if not made:
        return Refusal("no_change", "MN-MOVE-13", f"{ready.name} would not move at all.")
    return paths.refuse_end(state, number, stood, going) or WayOf(travel, tuple(made), stood)


_WAYS: Final[dict[type[Any], Callable[[State, int, Unit, Any], WayOf | Refusal]]] = {
    act.Advance: _advance,
    act.SideStep: _side_step,
    act.StepBack: _step_back,
    act.Oblique: _oblique,
    act.Inch: _inch,
    act.Prolong: _prolong,
    act.Redeploy: _redeploy,
    act.RoadMove: roads.road_move,
    act.CrossBridge: bridges.cross_bridge,
    act.Charge: charging_ways.way,
    act.ExtendedCharge: charging_ways.extended_way,
}
