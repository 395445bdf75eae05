"""Emergency squares: who may try, where one would stand, and how its charger comes to touch it (MN-REACT-40 to 46)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.table.bearings import FULL, path
from battles.engine.table.footprints import Footprint, moved, place_of
from battles.engine.table.sweeps import first_contact
from battles.rules.mini_nap import steps
from battles.rules.mini_nap.board import distance, footprint, footprint_of, is_on_table, on_table
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.kinds import formations_open, in_square, is_formed, unit_class
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, Formation, NationWord, Tables

ANCHORS: Final = {"line": ("left", "right"), "column": ("front", "rear")}
"""The stand that stays, by formation."""

_HALF: Final = FULL // 2


def threatens(state: State, charger: int) -> bool:
    """Whether a charge is one that infantry may form square against: cavalry from over 12 cm (MN-REACT-40)."""
    unit = state.units[charger]
    return unit_class(unit) == "cavalry" and unit.charged_from > state.setup.rules.tables.square_charge_over * CM


def can_form(unit: Unit) -> bool:
    """Formed infantry that is in no square yet (MN-REACT-40, 45)."""
    return (
        unit_class(unit) == "infantry"
        and is_formed(unit)
        and not in_square(unit)
        and "emergency_square" in formations_open(unit)
    )


def as_square(state: State, number: int, anchor: str) -> Unit:
    """A unit as an emergency square about the stand that stays."""
    unit = state.units[number]
    change = Change(to="solid_square", anchor=anchor, side="rear")  # type: ignore[arg-type]
    return steps.changed(state.setup.rules, unit, change, to="emergency_square")


def anchors(state: State, number: int, charger: int, *, charged: bool) -> tuple[str, ...]:
    """The stands that may stay: a square must fit, the charger left out of account (MN-REACT-45).

    For the unit that is ``charged`` itself, the line of the charge must still meet the square (MN-RULING-72).
    """
    found = []
    for anchor in ANCHORS.get(state.units[number].formation, ()):
        shape = footprint_of(state.setup.rules, as_square(state, number, anchor))
        if not is_on_table(state, shape) or any(other != charger for other in steps.in_the_way(state, number, shape)):
            continue
        if not charged or shifted(state, charger, shape) is not None:
            found.append(anchor)
    return tuple(found)


def nearby(state: State, target: int, charger: int) -> Iterator[int]:
    """Other infantry of the target's side that may try as well (MN-REACT-41, MN-RULING-38)."""
    for number in on_table(state, state.units[target].side):
        unit = state.units[number]
        if number == target or unit.blue or unit.reacted or unit.idle or unit.stood or not can_form(unit):
            continue
        near = distance(state, number, target) <= state.setup.rules.tables.square_nearby * CM
        if near and anchors(state, number, charger, charged=False):
            yield number


def bonus(state: State, number: int) -> tuple[int, str]:
    """What is added to the test, and the rule (MN-REACT-42)."""
    unit = state.units[number]
    return bonus_of(state.setup.rules.tables, unit.formation, unit.nation, kgl=unit.kgl), "MN-REACT-42"


def bonus_of(tables: Tables, formation: Formation, nation: NationWord, *, kgl: bool) -> int:
    """What infantry of a nation adds in a formation: a column's own, never the KGL's (MN-REACT-42)."""
    return 0 if formation != "column" or kgl else tables.square_test_bonus.get(nation, 0)


def shifted(state: State, charger: int, square: Footprint) -> tuple[int, int] | None:
    """Where a charger comes to stand along the line of its charge so that it just touches a square; None if never.

    It stops at the first unit that it meets (MN-RULING-72).
    """
    unit = state.units[charger]
    shape = footprint(state, charger)
    back = shape.width + shape.depth + square.width + square.depth
    start = moved(shape, path(unit.facing + _HALF, back), back)
    way = path(unit.facing, 3 * back)
    met = first_contact(start, way, (square,))
    if met is None:
        return None
    stop = met.travel
    slack = state.setup.rules.options.contact_tol_cm
    others = [
        footprint(state, other) for other in on_table(state) if other != charger and footprint(state, other) != square
    ]
    hindered = first_contact(shape, path(unit.facing, max(0, stop - back)), others, slack)
    if hindered is not None:
        stop = back + hindered.travel
    return place_of(moved(start, way, stop))


def put_back(state: State, charger: int, square: int) -> Unit:
    """The charger shifted to touch a square that has formed."""
    place = shifted(state, charger, footprint(state, square))
    unit = state.units[charger]
    return unit if place is None else replace(unit, x=place[0], y=place[1])
