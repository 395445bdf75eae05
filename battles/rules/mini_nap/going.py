"""How the ground lets units go: half rate, prohibited ground, and what a way costs (MNT-MOVE, table T1)."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.table import grounds
from battles.engine.table.bearings import Path
from battles.engine.table.footprints import Footprint, Shape
from battles.engine.table.sweeps import Stretch
from battles.rules.mini_nap.board import footprint_of
from battles.rules.mini_nap.frames import Travel
from battles.rules.mini_nap.ground import Lying, lying
from battles.rules.mini_nap.kinds import is_formed, unit_class
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import HALF_RATE, Going, GroundUser, Way
from battles.rules.mini_nap.tables_ground import BARS, GOING

GOINGS: Final[dict[Travel, Going]] = {
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
"""The column of T1 for each movement; joining in is no charge."""


def going_of(unit: Unit, travel: Travel) -> Going:
    """The column of T1 by which a unit makes a movement: what others move, a battery redeploys."""
    found = GOINGS[travel]
    return "redeploy" if found == "move" and unit_class(unit) == "artillery" else found


class Barred(Struct, frozen=True):
    """Prohibited ground: what it is called, and its rule."""

    word: str
    rule: str


def user_of(unit: Unit) -> GroundUser:
    """The column of T1 that a unit goes by."""
    found = unit_class(unit)
    if found == "artillery":
        return "artillery"
    return f"{'formed' if is_formed(unit) else 'unformed'}_{found}"  # type: ignore[return-value]


def way_of(each: Lying, user: GroundUser, going: Going) -> Way:
    """T1: how a user goes on a feature."""
    return GOING[each.kind][user].way(going)


_KEPT: Final = 3
_sorted: list[tuple[tuple[Lying, ...], dict[tuple[GroundUser, Going, Way], tuple[Lying, ...]]]] = []
"""What lay on the tables looked at last, by their identity, sorted by how users go on it."""


def _sorted_by(state: State, user: GroundUser, going: Going, way: Way) -> tuple[Lying, ...]:
    """The features on which a user goes in one way."""
    ground = lying(state)
    kept = next((found for lay, found in _sorted if lay is ground), None)
    if kept is None:
        kept = {}
        _sorted[:] = [*_sorted[-_KEPT:], (ground, kept)]
    key = user, going, way
    found = kept.get(key)
    if found is None:
        found = kept[key] = tuple(each for each in ground if way_of(each, user, going) == way)
    return found


def _on_half(state: State, user: GroundUser, going: Going, shape: Shape, way: Path) -> list[Stretch]:
    """The parts of a way that cost double (MNT-MOVE-01, 03)."""
    tolerance = state.setup.rules.options.contact_tol_cm
    found: list[Stretch] = []
    for each in _sorted_by(state, user, going, "half"):
        found.extend(_half_of(each, shape, way, tolerance))
    return grounds.merged(found)


def _half_of(each: Lying, shape: Shape, way: Path, tolerance: int) -> list[Stretch]:
    """The parts of a way on which a feature counts: from its first touch, but a line only where it is then entered
    and not merely touched (MNT-MOVE-01, MNT-GEN-03).
    """
    touching = grounds.stretches(shape, way, each.ground)
    if not each.is_linear or not touching:
        return touching
    entered = grounds.stretches(shape, way, each.ground, tolerance)
    return [(start, end) for start, end in touching if any(start <= inner <= end for inner, _ in entered)]


def travel(state: State, unit: Unit, going: Going, shape: Footprint, way: Path, allowance: int) -> int:
    """The longest travel along a way that an allowance buys, at most the way itself (MNT-MOVE-04)."""
    parts = _on_half(state, user_of(unit), going, shape, way)
    return min(way.length, grounds.travel_for(parts, allowance, HALF_RATE))


def cost(state: State, unit: Unit, going: Going, shape: Footprint, way: Path, travelled: int) -> int:
    """The allowance that a travel along a way takes."""
    return grounds.cost_of(_on_half(state, user_of(unit), going, shape, way), travelled, HALF_RATE)


def stand_cost(state: State, shape: Shape, way: Path) -> int:
    """The allowance that a command stand needs for a whole way (MN-CMD-01)."""
    return grounds.cost_of(_on_half(state, "stand", "move", shape, way), way.length, HALF_RATE)


def _barred(each: Lying, user: GroundUser, going: Going) -> Barred:
    """Ground that bars a user, by the rule that says so."""
    bars = (row.rule for row in BARS if each.kind in row.kinds and user in row.users and going in row.goings)
    return Barred(each.word, next(bars, each.effect.rule))


def _prohibited(state: State, user: GroundUser, going: Going) -> tuple[Lying, ...]:
    return _sorted_by(state, user, going, "no")


def first_barred(state: State, unit: Unit, going: Going, shape: Footprint, way: Path) -> tuple[int, Barred] | None:
    """The longest free travel before prohibited ground on a way, and what it is; None where nothing bars it.

    A unit that already touches such ground may go along it or away, not into it (MNT-GEN-04).
    """
    found: tuple[int, Barred] | None = None
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in _prohibited(state, user_of(unit), going):
        slack = tolerance if each.is_linear else None
        free = grounds.free_travel(shape, way, each.ground, slack)
        if free < 0:
            free = max(0, grounds.free_travel(shape, way, each.ground, tolerance))
        if free < way.length and (found is None or free < found[0]):
            found = free, _barred(each, user_of(unit), going)
    return found


def prohibited_near(state: State, unit: Unit, going: Going, shape: Footprint) -> tuple[Lying, ...]:
    """The prohibited ground that a shape touches."""
    return tuple(each for each in _prohibited(state, user_of(unit), going) if grounds.touches(each.ground, shape))


def barred_at(
    state: State, unit: Unit, going: Going, shape: Footprint, among: Iterable[Lying] | None = None
) -> Barred | None:
    """The prohibited ground that a unit would be in if it stood as ``shape``; None for none.

    ``among`` is the only ground that needs looking at, where the caller knows.
    """
    tolerance = state.setup.rules.options.contact_tol_cm
    for each in _prohibited(state, user_of(unit), going) if among is None else among:
        if grounds.covers(each.ground, shape, tolerance if each.is_linear else 0):
            return _barred(each, user_of(unit), going)
    return None


def refuse_stand(state: State, unit: Unit, going: Going) -> Refusal | None:
    """Why a unit may not stand as it would: prohibited ground."""
    found = barred_at(state, unit, going, footprint_of(state.setup.rules, unit))
    if found is None:
        return None
    return Refusal("impassable", found.rule, f"{unit.name} cannot be in the {found.word}.")


def bars_stand(state: State, shape: Shape) -> bool:
    """Whether a command stand cannot be at a place."""
    return any(grounds.covers(each.ground, shape) for each in _prohibited(state, "stand", "move"))
