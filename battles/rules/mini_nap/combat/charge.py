"""Charges: legal targets, contact, and extensions (MN-CHARGE, MN-EXTEND)."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import refused, with_verb
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import CM, DEGREE, Footprint, Patch, Shape, edge, moved, patch, path, place_of
from battles.kits.open_table.sweeps import bounds, first_contact, travel_on_table, window
from battles.kits.open_table.zones import reach_beyond
from battles.rules.mini_nap.decisions import Leg
from battles.rules.mini_nap.movement.paths import cm
from battles.rules.mini_nap.positions import (
    contact_shape,
    footprint,
    footprint_of,
    is_abandoned,
    position_of,
    shapes_in_contact,
    units_near,
)
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State, Unit, in_square, is_formed, unit_class
from battles.rules.mini_nap.tables import (
    DIE_SIDES,
    MOST_CHARGE_TURN,
    ChargeAnswer,
    Charger,
    ChargeTarget,
    Going,
    Tables,
)
from battles.rules.mini_nap.terrain import cost as terrain_cost
from battles.rules.mini_nap.terrain import roads
from battles.rules.mini_nap.terrain.features import features_in_play


class ChargeReach(Struct, frozen=True):
    """A possible charge: the travel that brings it into contact."""

    travel: int


class ChargeWording(Struct, frozen=True):
    """Word for a kind of charge in refusals. Its ``rule``, if any, is cited instead of the charge rules."""

    word: str = "charge"
    rule: str = ""


CHARGE = ChargeWording()


# Chargers and targets


def charger_kind(unit: Unit) -> Charger | None:
    """The unit's row of the charge matrix; None if it never charges (MN-ART-01, MN-CHARGE-11)."""
    unit_kind = unit_class(unit)
    if unit_kind == "artillery":
        return None
    return f"{'formed' if is_formed(unit) else 'unformed'}_{unit_kind}"  # type: ignore[return-value]


def target_kind(unit: Unit) -> ChargeTarget:
    """The unit's column of the charge matrix."""
    unit_kind = unit_class(unit)
    return "artillery" if unit_kind == "artillery" else f"{'formed' if is_formed(unit) else 'unformed'}_{unit_kind}"  # type: ignore[return-value]


def matrix_answer(tables: Tables, charger: Unit, target: Unit) -> ChargeAnswer:
    """The charge matrix's answer (MN-CHARGE-07, MN-CHARGE-09)."""
    row = charger_kind(charger)
    return "no" if row is None else tables.charge_matrix[row][target_kind(target)]


def outflanks(options: Options, enemy: Footprint, unit: Unit, stood: Footprint) -> bool:
    """True if ``enemy`` outflanks a unit with the footprint ``stood`` (MN-GEO-13, MN-RULING-34).

    A square is never outflanked (MN-CHARGE-10).
    """
    if in_square(unit):
        return False
    slack = options.contact_tol_cm
    if options.outflank_test == "any_part":
        return reach_beyond(stood, "front", enemy) <= slack
    return not _near_front(stood, enemy, slack)


def _near_front(stood: Footprint, enemy: Footprint, slack: int) -> bool:
    """True if an enemy is at the front edge, not counting its ends (MN-RULING-34, ``contact_part``)."""
    return distances.within(patch(edge(stood, "front", 2 * slack)), enemy, slack)


# Refusals


def refuse_charger(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not charge at all (MN-CHARGE-12, MN-TURN-04); None if it may."""
    if unit_class(unit) == "artillery" or in_square(unit):
        return Refusal("not_for_kind", "MN-CHARGE-12", f"{unit.name} cannot charge: guns and squares never do.")
    if unit.blue:
        return refused("not_for_kind", "MN-CHARGE-12", unit.name, "has", "a blue marker and cannot charge.")
    if unit.turned > MOST_CHARGE_TURN * DEGREE:
        turned = with_verb(unit.name, f"has turned by more than {MOST_CHARGE_TURN} degrees")
        why = f"{turned} and cannot charge in this initiative."
        return Refusal("out_of_arc", "MN-TURN-04", why)
    return None


def refuse_target(state: State, unit: Unit, target: int) -> Refusal | None:
    """Why a unit of this kind may not charge that target; None if it may (MN-CHARGE-07, MN-CHARGE-09, MN-CHARGE-14)."""
    if target >= len(state.units):
        return Refusal("no_such", "MN-CHARGE-02", f"There is no unit {target}.")
    enemy = state.units[target]
    if enemy.side == unit.side:
        return refused("no_target", "MN-CHARGE-02", enemy.name, "is", "a friend.")
    if enemy.where != "table" or is_abandoned(enemy):
        return Refusal("gone", "MN-CHARGE-14", f"{enemy.name} cannot be a target.")
    if matrix_answer(state.setup.rules.tables, unit, enemy) == "no":
        foot = unit_class(unit) == "infantry" and unit_class(enemy) == "cavalry"
        rule = "MN-CHARGE-07" if foot else "MN-CHARGE-09"
        return Refusal("no_target", rule, f"{unit.name} may not charge {enemy.name}.")
    return None


# Contact


def travel_to_contact(
    state: State, number: int, unit: Unit, target: int, kind: Going, allowance: int, doing: ChargeWording = CHARGE
) -> ChargeReach | Refusal:
    """The travel that brings a unit into contact with its target, or why none does.

    ``unit`` is the unit ``number`` ready to charge, ``kind`` the column of T1, ``allowance`` the movement that terrain
    may use up (MN-CHARGE-03, MN-CHARGE-04, MN-CHARGE-05, MN-CHARGE-06).

    Source: MNT-MOVE-08, MNT-RULING-15.
    """
    if state.holding:
        return _find_travel_to_contact(state, number, unit, target, kind, allowance, doing)
    notes, ground = position_of(state).notes, features_in_play(state)
    key = (
        travel_to_contact,
        number,
        unit.formation,
        unit.x,
        unit.y,
        unit.facing,
        target,
        kind,
        allowance,
        doing.word,
        doing.rule,
    )
    cached: tuple[object, ChargeReach | Refusal] | None = notes.get(key)
    if cached is None or cached[0] is not ground:
        cached = notes[key] = ground, _find_travel_to_contact(state, number, unit, target, kind, allowance, doing)
    return cached[1]


def _find_travel_to_contact(
    state: State, number: int, unit: Unit, target: int, kind: Going, allowance: int, doing: ChargeWording
) -> ChargeReach | Refusal:
    enemy, shape = state.units[target], footprint_of(state.setup.rules, unit)
    travel = _straight_to_contact(state, unit, shape, target, doing)
    if isinstance(travel, Refusal):
        return travel
    way = path(unit.facing, travel)
    free = doing is CHARGE and roads.follows_road(state, unit, Leg(unit.facing, travel, unit.facing), "charge")
    cost = travel if free or travel > allowance else terrain_cost.travel_cost(state, unit, kind, shape, way, travel)
    late = None
    if cost > allowance:
        away = with_verb(enemy.name, f"is {cm(cost)} of movement away")
        why = f"{away} and {unit.name} may {doing.word} within {cm(allowance)}."
        late = Refusal("out_of_reach", doing.rule or "MN-CHARGE-03", why)
    if late is not None and doing is CHARGE and travel > allowance:
        return late
    blocked = _blocking_unit(state, number, unit, target, travel, doing)
    if blocked is not None:
        return blocked
    if travel > travel_on_table(shape, way, state.setup.table.width, state.setup.table.height):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would leave the table.")
    barred = None if free else terrain_cost.first_barred_ground(state, unit, kind, shape, way)
    if barred is not None:
        why = f"{unit.name} cannot {doing.word} through the {barred[1].word}."
        return Refusal("impassable", barred[1].rule, why)
    if matrix_answer(state.setup.rules.tables, unit, enemy) == "outflanking" and not outflanks(
        state.setup.rules.options, moved(shape, way, travel), enemy, footprint(state, target)
    ):
        why = f"{with_verb(unit.name, 'is')} unformed and may charge {enemy.name} only where it outflanks it."
        return Refusal("out_of_arc", "MN-CHARGE-09", why)
    return late or ChargeReach(travel)


def _straight_to_contact(
    state: State, unit: Unit, shape: Footprint, target: int, doing: ChargeWording
) -> int | Refusal:
    """The travel straight ahead into contact with a target, whatever is between (MN-RULING-115); or why there is none.

    Source: MN-GEO-08.
    """
    enemy, goal = state.units[target], contact_shape(state, target)
    if isinstance(goal, Patch) and unit_class(unit) != "infantry":
        why = f"{with_verb(enemy.name, 'defends')} a landmark, where only infantry can come into contact with it."
        return Refusal("no_target", "MNT-LANDMARK-05", why)
    way = path(unit.facing, distances.centres_apart(shape, footprint(state, target)) + CM)
    met = first_contact(shape, way, (goal,))
    if met is None:
        rule = doing.rule or "MN-CHARGE-03"
        return Refusal("out_of_arc", rule, f"Straight ahead {with_verb(unit.name, 'does')} not meet {enemy.name}.")
    x, y = place_of(moved(shape, way, met.travel))
    if not shapes_in_contact(state.setup.rules.options, footprint_of(state.setup.rules, replace(unit, x=x, y=y)), goal):
        why = f"{unit.name} would meet {enemy.name} only corner to corner, which is no contact."
        return Refusal("out_of_arc", "MN-GEO-06", why)
    return met.travel


def _blocking_unit(
    state: State, number: int, unit: Unit, target: int, travel: int, doing: ChargeWording
) -> Refusal | None:
    """Why another unit bars the charge: it would be contacted on the way or at the end (MN-CHARGE-04, MN-CHARGE-05)."""
    options = state.setup.rules.options
    shape, way = footprint_of(state.setup.rules, unit), path(unit.facing, travel)
    for other in units_near(state, bounds(shape, way), options.contact_tol_cm):
        if other in (number, target):
            continue
        there, name = contact_shape(state, other), state.units[other].name
        if first_contact(shape, way, (there,), options.contact_tol_cm) is not None:
            return refused("occupied", doing.rule or "MN-CHARGE-05", name, "is", f"in the way of {unit.name}.")
        if state.units[other].side != unit.side and any(
            shapes_in_contact(options, moved(shape, way, at), there)
            for at in _travels_to_try(options, shape, travel, unit, there)
        ):
            why = f"{unit.name} would also come into contact with {name}."
            return Refusal("occupied", doing.rule or "MN-CHARGE-04", why)
    return None


def _travels_to_try(options: Options, shape: Footprint, travel: int, unit: Unit, there: Shape) -> Iterator[int]:
    """The travels at which contact with a unit beside the path is tested: its first, last and middle."""
    contact_window = window(shape, path(unit.facing, travel), there, options.contact_tol_cm)
    if contact_window is not None:
        first, last = contact_window
        yield from {first, (first + last) // 2, last}


def largest_extension(tables: Tables, unit: Unit) -> int:
    """The longest possible extension (MN-EXTEND-03, MN-RULING-25); 0 for units that never extend."""
    return tables.extension_dice.get(unit.type, 0) * DIE_SIDES * CM  # type: ignore[arg-type]
