"""Over bridges: crossing one, who defends one, and the charge at him (MNT-BRIDGE)."""

import itertools
from collections.abc import Iterator
from math import isqrt

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table import grounds
from battles.engine.table.bearings import FULL, bearing_of, path, to_point
from battles.engine.table.convex import side_of
from battles.engine.table.footprints import Footprint, moved
from battles.engine.table.places import set_against
from battles.engine.table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, charging, going, ground, paths, steps
from battles.rules.mini_nap.board import contact_shape, enemies, footprint, footprint_of, on_table, size
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.setup import Point
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import Going
from battles.rules.mini_nap.ways import WayOf

QUARTER = FULL // 4


def cross_bridge(state: State, number: int, ready: Unit, move: act.CrossBridge) -> WayOf | Refusal:
    """Straight ahead to the near end, and on to a place that touches the far end (MNT-BRIDGE-02)."""
    found = ground.named(state, move.bridge)
    if found is None or found.kind != "bridge":
        return Refusal("no_such", "MNT-BRIDGE-01", f"There is no bridge {move.bridge}.")
    battery = unit_class(ready) == "artillery"
    shape = footprint_of(state.setup.rules, ready)
    allowance = state.allowance if state.division != NONE else allowances.move(state.setup.rules.tables, ready)
    way = path(ready.facing, allowance)
    to_it = max(0, grounds.free_travel(shape, way, found.ground, 0))
    if not touches(state, found, moved(shape, way, to_it)):
        return Refusal("out_of_reach", "MNT-BRIDGE-02", f"{ready.name} does not reach the {found.word} straight ahead.")
    leg = Leg(ready.facing, to_it, ready.facing)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    limit = paths.limit(state, number, ready, leg, "redeploy" if battery else "move", allowance, gap)
    if limit.travel < leg.travel:
        return limit.why
    over = replace(ready, x=move.x, y=move.y, facing=move.facing)
    refused = _refuse_over(state, number, ready, over, found) or refuse_free(state, number, over)
    refused = refused or paths.refuse_near(state, number, ready, over, gap)
    return refused or WayOf("cross_bridge", (leg,) if leg.travel else (), over)


def _refuse_over(state: State, number: int, ready: Unit, over: Unit, bridge: ground.Lying) -> Refusal | None:
    """Why a place is none beyond a bridge, whoever stands there."""
    shape = footprint_of(state.setup.rules, over)
    if not touches(state, bridge, shape):
        return Refusal("out_of_zone", "MNT-BRIDGE-02", f"{ready.name} must touch the far end of the {bridge.word}.")
    if not is_beyond(state, bridge, (ready.x, ready.y), (over.x, over.y)):
        return Refusal("out_of_zone", "MNT-BRIDGE-02", f"{ready.name} must be placed on the far side.")
    return None


def refuse_free(state: State, number: int, over: Unit) -> Refusal | None:
    """Why a unit may not stand where it would be put down: others, the ground, the table's edge."""
    met = next(steps.in_the_way(state, number, footprint_of(state.setup.rules, over)), None)
    if met is not None:
        return Refusal("occupied", "MNT-BRIDGE-03", f"{state.units[met].name} is in the way at the far end.")
    return paths.refuse_end(state, number, over, "redeploy" if unit_class(over) == "artillery" else "move")


def touches(state: State, bridge: ground.Lying, shape: Footprint) -> bool:
    """Whether a unit is in touch with a bridge."""
    return grounds.apart(bridge.ground, shape) <= state.setup.rules.options.contact_tol_cm


def touched(state: State, shape: Footprint) -> Iterator[str]:
    """The bridges that a unit standing as ``shape`` is in touch with."""
    for each in ground.lying(state):
        if each.kind == "bridge" and touches(state, each, shape):
            yield each.feature.key


def is_beyond(state: State, bridge: ground.Lying, start: Point, end: Point) -> bool:
    """Whether the water under a bridge lies between two places; without water, whether the bridge does."""
    water = ground.named(state, bridge.feature.over)
    if water is not None:
        return _beyond(water.feature.points, start, end)
    points = bridge.feature.points
    middle_x, middle_y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    ahead = (start[0] - middle_x) * (end[0] - middle_x) + (start[1] - middle_y) * (end[1] - middle_y)
    return ahead < 0


def _beyond(line: tuple[Point, ...], start: Point, end: Point) -> bool:
    """Whether two places lie on different sides of a watercourse, at the stretch that is nearest to the way between."""
    crossed = 0
    for first, second in itertools.pairwise(line):
        if (side_of(first, second, start) > 0) != (side_of(first, second, end) > 0) and (
            side_of(start, end, first) > 0
        ) != (side_of(start, end, second) > 0):
            crossed += 1
    return crossed % 2 == 1


# Places beyond


def landings(state: State, number: int, ready: Unit, bridge: ground.Lying) -> Iterator[act.CrossBridge]:
    """Places beyond a bridge where a unit may be put down: along each edge of it, as it faces and to each quarter."""
    width, depth = size(state.setup.rules, unit_class(ready), ready.formation)
    points = bridge.feature.points
    for first, second in itertools.pairwise((*points, points[0])):
        for start, end in ((first, second), (second, first)):
            length = cm_between(start, end)
            out = (bearing_of(end[0] - start[0], end[1] - start[1]) - QUARTER) % FULL
            for facing in dict.fromkeys((ready.facing, out, *((out + turn) % FULL for turn in (1800, 900, 2700)))):
                for along in (length // 2, 0, length):
                    x, y = set_against(to_point(start), to_point(end), along, facing, width, depth)
                    over = replace(ready, x=x, y=y, facing=facing)
                    if _refuse_over(state, number, ready, over, bridge) is None and (
                        refuse_free(state, number, over) is None
                    ):
                        yield act.CrossBridge(bridge.feature.key, x, y, facing)


def cm_between(start: Point, end: Point) -> int:
    """How long an edge is, rounded down."""
    return isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)


# Defence


def refuse_defended(state: State, number: int, ready: Unit, target: int, bridge: ground.Lying) -> Refusal | None:
    """Why an enemy is not the one that defends a bridge against a unit (MNT-BRIDGE-03, 04)."""
    enemy, key = state.units[target], bridge.feature.key
    apart = not is_beyond(state, bridge, (ready.x, ready.y), (enemy.x, enemy.y))
    if apart or not touches(state, bridge, footprint(state, target)):
        why = f"{enemy.name} is not at the far end of the {bridge.word}."
        return Refusal("no_target", "MNT-BRIDGE-03", why)
    held = next((each for each in state.holding if each.feature == key), None)
    if held is not None and held.against != NONE:
        why = f"{state.units[held.against].name} is charging over the {bridge.word} already."
        return Refusal("occupied", "MNT-BRIDGE-04", why)
    if next(landings(state, number, ready, bridge), None) is not None:
        why = f"There is room for {ready.name} beyond the {bridge.word}: nobody defends it."
        return Refusal("no_target", "MNT-BRIDGE-03", why)
    return None


def defenders(state: State, number: int, ready: Unit, key: str) -> Iterator[int]:
    """The enemies that could defend a bridge against a unit, and that it may charge there (MNT-RULING-40)."""
    bridge = ground.named(state, key)
    if bridge is None:
        return
    for enemy in enemies(state, number):
        if not touches(state, bridge, footprint(state, enemy)):
            continue
        open_to = charging.answer(state.setup.rules.tables, ready, state.units[enemy]) == "yes"
        if open_to and refuse_defended(state, number, ready, enemy, bridge) is None:
            yield enemy


def charge_travel(
    state: State, number: int, ready: Unit, target: int, key: str, allowance: int, kind: Going = "charge"
) -> int | Refusal:
    """The travel to the near end of a bridge, across which a unit then fights its defender (MNT-BRIDGE-05, R26)."""
    bridge = ground.named(state, key)
    if bridge is None or bridge.kind != "bridge":
        return Refusal("no_such", "MNT-BRIDGE-04", f"There is no bridge {key}.")
    found = refuse_defended(state, number, ready, target, bridge)
    if found is not None:
        return found
    shape, way = footprint_of(state.setup.rules, ready), path(ready.facing, allowance)
    travel = max(0, grounds.free_travel(shape, way, bridge.ground, 0))
    if not touches(state, bridge, moved(shape, way, travel)):
        why = f"{ready.name} does not come to the {bridge.word} straight ahead within {cm(allowance)}."
        return Refusal("out_of_reach", "MNT-RULING-26", why)
    way = path(ready.facing, travel)
    slack = state.setup.rules.options.contact_tol_cm
    others = [other for other in on_table(state) if other != number]
    met = first_contact(shape, way, [contact_shape(state, other) for other in others], slack)
    if met is not None:
        why = f"{state.units[others[met.index]].name} stands in the way of {ready.name}."
        return Refusal("occupied", "MN-CHARGE-05", why)
    barred = going.first_barred(state, ready, kind, shape, way)
    if barred is not None:
        return Refusal("impassable", barred[1].rule, f"{ready.name} cannot charge through the {barred[1].word}.")
    cost = going.cost(state, ready, kind, shape, way, travel)
    if cost > allowance:
        why = f"The {bridge.word} is {cm(cost)} of movement away and {ready.name} may charge within {cm(allowance)}."
        return Refusal("out_of_reach", "MN-CHARGE-03", why)
    return travel
