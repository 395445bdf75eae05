"""Terrain cost: half rate, prohibited ground, and the cost of a path (MNT-MOVE, table T1)."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from battles.engine.core import Refusal
from battles.kits.open_table import areas
from battles.kits.open_table.distances import boxes_within
from battles.kits.open_table.footprints import Footprint, Path, Shape
from battles.kits.open_table.sweeps import Stretch, bounds
from battles.rules.mini_nap.decisions import Travel
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.state import State, Unit, is_formed, unit_class
from battles.rules.mini_nap.tables import HALF_RATE, Going, GroundUser, Way
from battles.rules.mini_nap.terrain.features import TableFeature, features_in_play
from battles.rules.mini_nap.terrain_tables import BARS, GOING

COST_COLUMNS: Final[dict[Travel, Going]] = {
    "advance": "move",
    "side_step": "move",
    "step_back": "move",
    "oblique": "move",
    "inch": "move",
    "prolong": "prolong",
    "redeploy": "redeploy",
    "road_move": "move",
    "cross_bridge": "move",
    "division": "move",
    "charge": "charge",
    "extension": "move",
    "opportunity": "intercept",
    "counter": "intercept",
    "break_charge": "charge",
    "fall_back": "move",
    "flee": "redeploy",
    "feint": "move",
    "rally_back": "move",
    "rally_forward": "move",
    "join": "move",
}
"""The column of T1 for each movement; joining in is not a charge."""


def cost_column(unit: Unit, travel: Travel) -> Going:
    """The column of T1 for a unit's movement: a battery redeploys where other units move.

    Source: MNT-MOVE-02, MNT-RULING-01.
    """
    column = COST_COLUMNS[travel]
    return "redeploy" if column == "move" and unit_class(unit) == "artillery" else column


class BarredGround(Struct, frozen=True):
    """Prohibited ground: its name, and its rule."""

    word: str
    rule: str


def ground_user(unit: Unit) -> GroundUser:
    """The row of T1 for a unit."""
    kind = unit_class(unit)
    if kind == "artillery":
        return "artillery"
    return f"{'formed' if is_formed(unit) else 'unformed'}_{kind}"  # type: ignore[return-value]


def ground_effect(each: TableFeature, user: GroundUser, going: Going) -> Way:
    """The effect of a feature on a user's movement (T1)."""
    return GOING[each.kind][user].way(going)


_MOST_OTHERS: Final = 3
_sorted: list[tuple[tuple[TableFeature, ...], dict[tuple[GroundUser, Going, Way], tuple[TableFeature, ...]]]] = []
"""The features of the latest tables, by identity, sorted by their effect on each user."""


def _sorted_by(state: State, user: GroundUser, going: Going, way: Way) -> tuple[TableFeature, ...]:
    """The features that have this effect on a user's movement."""
    ground = features_in_play(state)
    by_effect = next((cached for features, cached in _sorted if features is ground), None)
    if by_effect is None:
        by_effect = {}
        _sorted[:] = [*_sorted[-_MOST_OTHERS:], (ground, by_effect)]
    key = user, going, way
    sorted_features = by_effect.get(key)
    if sorted_features is None:
        sorted_features = by_effect[key] = tuple(each for each in ground if ground_effect(each, user, going) == way)
    return sorted_features


def _half_rate_parts(state: State, user: GroundUser, going: Going, shape: Shape, way: Path) -> list[Stretch]:
    """The parts of a path that cost double (MNT-MOVE-01, MNT-MOVE-03)."""
    tolerance = state.setup.rules.options.contact_tol_cm
    parts: list[Stretch] = []
    box = bounds(shape, way)
    for each in _sorted_by(state, user, going, "half"):
        if boxes_within(each.ground, box, 0):
            parts.extend(_half_rate_part(each, shape, way, tolerance))
    return areas.merged(parts)


def _half_rate_part(each: TableFeature, shape: Shape, way: Path, tolerance: int) -> list[Stretch]:
    """The parts of a path on which a feature counts: from the first touch; a line only if it is then entered.

    Source: MNT-MOVE-01, MNT-MOVE-05, MNT-GEN-03.
    """
    touching = areas.stretches(shape, way, each.ground)
    if not each.is_linear or not touching:
        return touching
    entered = areas.stretches(shape, way, each.ground, tolerance)
    return [(start, end) for start, end in touching if any(start <= inner <= end for inner, _ in entered)]


def affordable_travel(state: State, unit: Unit, going: Going, shape: Footprint, way: Path, allowance: int) -> int:
    """The longest travel along a path that an allowance buys, at most the whole path (MNT-MOVE-04)."""
    parts = _half_rate_parts(state, ground_user(unit), going, shape, way)
    return min(way.length, areas.travel_for(parts, allowance, HALF_RATE))


def travel_cost(state: State, unit: Unit, going: Going, shape: Footprint, way: Path, travelled: int) -> int:
    """The allowance that a travel along a path costs."""
    return areas.cost_of(_half_rate_parts(state, ground_user(unit), going, shape, way), travelled, HALF_RATE)


def stand_cost(state: State, shape: Shape, way: Path) -> int:
    """The allowance that a whole path costs a command stand (MN-CMD-01)."""
    return areas.cost_of(_half_rate_parts(state, "stand", "move", shape, way), way.length, HALF_RATE)


def _barred_ground(each: TableFeature, user: GroundUser, going: Going) -> BarredGround:
    """Ground that bars a user, with its rule."""
    bars = (row.rule for row in BARS if each.kind in row.kinds and user in row.users and going in row.goings)
    return BarredGround(each.word, next(bars, each.effect.rule))


def prohibited(state: State, user: GroundUser, going: Going) -> tuple[TableFeature, ...]:
    """The features that a user may not enter."""
    return _sorted_by(state, user, going, "no")


def first_barred_ground(
    state: State, unit: Unit, going: Going, shape: Footprint, way: Path
) -> tuple[int, BarredGround] | None:
    """The longest free travel before prohibited ground on a path, and that ground; None if nothing bars the path.

    A unit that already touches such ground may move along it or away, not into it (MNT-GEN-04).

    Source: MNT-RULING-27.
    """
    nearest: tuple[int, BarredGround] | None = None
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in prohibited(state, ground_user(unit), going):
        slack = tolerance if each.is_linear else None
        free = areas.free_travel(shape, way, each.ground, slack)
        if free < 0:
            free = max(0, areas.free_travel(shape, way, each.ground, tolerance))
        if free < way.length and (nearest is None or free < nearest[0]):
            nearest = free, _barred_ground(each, ground_user(unit), going)
    return nearest


def prohibited_near(state: State, unit: Unit, going: Going, shape: Footprint) -> tuple[TableFeature, ...]:
    """The prohibited ground that a shape touches."""
    return tuple(each for each in prohibited(state, ground_user(unit), going) if areas.touches(each.ground, shape))


def barred_ground_at(
    state: State, unit: Unit, going: Going, shape: Footprint, among: Iterable[TableFeature] | None = None
) -> BarredGround | None:
    """The prohibited ground that a unit with the footprint ``shape`` would be in; None for none.

    ``among``, if given, is the only ground to check.
    """
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in prohibited(state, ground_user(unit), going) if among is None else among:
        if areas.covers(each.ground, shape, tolerance if each.is_linear else 0):
            return _barred_ground(each, ground_user(unit), going)
    return None


def refuse_position(state: State, unit: Unit, going: Going) -> Refusal | None:
    """Why a unit may not be here: prohibited ground (MNT-FORM-01). None if it may."""
    barred = barred_ground_at(state, unit, going, footprint_of(state.setup.rules, unit))
    if barred is None:
        return None
    return Refusal("impassable", barred.rule, f"{unit.name} cannot be in the {barred.word}.")


def bars_stand(state: State, shape: Shape) -> bool:
    """True if a command stand cannot be here."""
    return any(areas.covers(each.ground, shape) for each in prohibited(state, "stand", "move"))
