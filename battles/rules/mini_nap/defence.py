"""Ground that gives an advantage in hand-to-hand combat (MNT-HTH, table T2)."""

from collections.abc import Iterator

from battles.engine.table import grounds
from battles.engine.table.footprints import Footprint
from battles.rules.mini_nap.board import footprint, touch
from battles.rules.mini_nap.ground import Lying, interpenetrates, is_wholly_in, lying
from battles.rules.mini_nap.landmarks import defends
from battles.rules.mini_nap.state import State


def advantages(state: State, number: int, enemy: int) -> int:
    """How many features a unit defends against an enemy in contact with it; each halves the enemy's sets (R12)."""
    return sum(1 for _ in defended(state, number, enemy))


def defended(state: State, number: int, enemy: int) -> Iterator[Lying]:
    """The features that a unit defends against an enemy that it fights (MNT-HTH-01, 02).

    A watercourse is one, whatever fords cut it into (MNT-RULING-44).
    """
    counted: set[str] = set()
    for each in lying(state):
        key = each.feature.over or each.feature.key if each.kind == "ford" else each.feature.key
        if key not in counted and each.effect.advantage != "none" and _defends(state, each, number, enemy):
            counted.add(key)
            yield each


def _defends(state: State, each: Lying, number: int, enemy: int) -> bool:
    tolerance = state.setup.rules.options.contact_tol_cm
    stood, facing = footprint(state, number), footprint(state, enemy)
    if each.effect.advantage == "over_those_in":  # MNT-STREAM-05
        return interpenetrates(each, facing, tolerance) and not interpenetrates(each, stood, tolerance)
    if each.kind == "landmark":  # MNT-LANDMARK-04, MNT-RULING-24
        return defends(state, number) == each.feature.key
    if each.kind == "bridge":  # MNT-BRIDGE-06: against whoever does not stand on the defender's own bank
        return defends(state, number) == each.feature.key and not touch(state.setup.rules.options, stood, facing)
    if not each.is_line:
        return is_wholly_in(each, stood, tolerance)
    if each.kind == "ditch" and state.setup.rules.options.ditch_occupant_advantage:
        return is_wholly_in(each, stood, tolerance) or _lines(each, stood, facing, tolerance)
    return _lines(each, stood, facing, tolerance)


def _lines(each: Lying, stood: Footprint, facing: Footprint, tolerance: int) -> bool:
    """MNT-HTH-02: at the line without being on it, against an enemy that is on it."""
    if grounds.apart(each.ground, stood) > tolerance or interpenetrates(each, stood, tolerance):
        return False
    return interpenetrates(each, facing, tolerance)
