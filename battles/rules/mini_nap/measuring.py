"""How far and which way a unit may go: domains of choices without end, for lists, forms and the board."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from battles.engine.table import measures
from battles.engine.table.bearings import FULL
from battles.engine.table.footprints import Footprint
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, paths
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import NONE, State, Unit


def free(state: State, number: int, pre: act.Pre, bearing: int, most: int) -> int:
    """How far a unit that has turned to a bearing gets straight ahead."""
    unit = state.units[number]
    ready = unit if pre.pivot is None else replace(unit, facing=pre.pivot)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    kind = "redeploy" if unit_class(unit) == "artillery" else "move"
    leg = Leg(bearing, most, ready.facing)
    return paths.limit(state, number, ready, leg, kind, most, gap).travel  # type: ignore[arg-type]


def charge_reach(state: State, unit: Unit) -> int:
    """The furthest that a charge of a unit could go, extension included."""
    tables = state.setup.rules.tables
    return allowances.charge(tables, unit) + charging.largest_extension(tables, unit)


def is_near(first: Footprint, second: Footprint, reach: int) -> bool:
    """Whether two footprints are within reach of each other."""
    return measures.within(first, second, reach)


def domains(state: State, number: int, kind: str) -> Mapping[str, Any]:
    """What may be given in place of the samples of a list: the least and the most of each part."""
    unit, tables = state.units[number], state.setup.rules.tables
    bearing = {"low": 0, "high": FULL - 1, "unit": "0.1deg"}
    most = {
        "advance": state.allowance if state.division != NONE else allowances.move(tables, unit),
        "side_step": allowances.reach(state, "side_step")[1],
        "step_back": allowances.reach(state, "step_back")[1],
        "oblique": allowances.reach(state, "oblique")[1],
        "inch": allowances.inch(state, number),
        "prolong": allowances.prolong(tables),
        "redeploy": state.allowance if state.division != NONE else allowances.move(tables, unit),
    }.get(kind)
    found: dict[str, Any] = {"pivot": bearing}
    if most is not None:
        found["travel"] = {"low": 0, "high": most, "unit": "0.1mm"}
    return found
