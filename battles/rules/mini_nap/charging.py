"""Charges: who may charge whom, how a charge comes into contact, and its extension (MN-CHARGE, MN-EXTEND).

A charge's legality is asked of facts that the table gives: the charger as it stands ready, the target as it stands, and
the straight way between them. It is judged when the charge is declared and never again (MN-RULING-71).
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import path
from battles.engine.table.footprints import Footprint, Patch, Shape, edge, moved, patch, place_of
from battles.engine.table.sweeps import bounds, first_contact, travel_on_table, window
from battles.engine.table.zones import reach_beyond
from battles.rules.mini_nap import going, roads
from battles.rules.mini_nap.board import contact_shape, footprint, footprint_of, is_abandoned, near, standing, touch
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import (
    CM,
    DEGREE,
    DIE_SIDES,
    MOST_CHARGE_TURN,
    ChargeAnswer,
    Charger,
    ChargeTarget,
    Going,
    Tables,
)


class Reach(Struct, frozen=True):
    """A charge that can be made: the travel that brings it into contact."""

    travel: int


class Doing(Struct, frozen=True):
    """What brings a unit into contact, in a refusal's words. A ``rule`` of its own stands for those of a charge."""

    word: str = "charge"
    rule: str = ""


CHARGE = Doing()


# Who may charge whom


def charger_of(unit: Unit) -> Charger | None:
    """The row of the charge matrix; None for those who never charge (MN-ART-01)."""
    found = unit_class(unit)
    if found == "artillery":
        return None
    return f"{'formed' if is_formed(unit) else 'unformed'}_{found}"  # type: ignore[return-value]


def target_of(unit: Unit) -> ChargeTarget:
    """The column of the charge matrix."""
    found = unit_class(unit)
    return "artillery" if found == "artillery" else f"{'formed' if is_formed(unit) else 'unformed'}_{found}"  # type: ignore[return-value]


def answer(tables: Tables, charger: Unit, target: Unit) -> ChargeAnswer:
    """What the matrix says of a charge (MN-CHARGE-07, 09)."""
    row = charger_of(charger)
    return "no" if row is None else tables.charge_matrix[row][target_of(target)]


def outflanks(options: Options, enemy: Footprint, unit: Unit, stood: Footprint) -> bool:
    """Whether ``enemy`` outflanks a unit that stands as ``stood`` (MN-GEO-13, MN-RULING-34). A square never is."""
    if in_square(unit):
        return False
    slack = options.contact_tol_cm
    if options.outflank_test == "any_part":
        return reach_beyond(stood, "front", enemy) <= slack
    return not _near_front(stood, enemy, slack)


def _near_front(stood: Footprint, enemy: Footprint, slack: int) -> bool:
    """Whether an enemy is at the front edge, its ends left out (MN-RULING-34, ``contact_part``)."""
    return measures.within(patch(edge(stood, "front", 2 * slack)), enemy, slack)


# Whether a unit may charge at all


def refuse_charger(state: State, unit: Unit) -> Refusal | None:
    """Why a unit, as it stands ready, may not charge anybody (MN-CHARGE-12, MN-TURN-04)."""
    if unit_class(unit) == "artillery" or in_square(unit):
        return Refusal("not_for_kind", "MN-CHARGE-12", f"{unit.name} cannot charge: neither guns nor squares do.")
    if unit.blue:
        return Refusal("not_for_kind", "MN-CHARGE-12", f"{unit.name} has a blue marker and cannot charge.")
    if unit.turned > MOST_CHARGE_TURN * DEGREE:
        why = f"{unit.name} has turned by more than {MOST_CHARGE_TURN} degrees and cannot charge in this initiative."
        return Refusal("out_of_arc", "MN-TURN-04", why)
    return None


def refuse_target(state: State, unit: Unit, target: int) -> Refusal | None:
    """Why nobody of a unit's kind may charge that target (MN-CHARGE-07, 09, 14)."""
    if target >= len(state.units):
        return Refusal("no_such", "MN-CHARGE-02", f"There is no unit {target}.")
    enemy = state.units[target]
    if enemy.side == unit.side:
        return Refusal("no_target", "MN-CHARGE-02", f"{enemy.name} is a friend.")
    if enemy.where != "table" or is_abandoned(enemy):
        return Refusal("gone", "MN-CHARGE-14", f"{enemy.name} cannot be a target.")
    if answer(state.setup.rules.tables, unit, enemy) == "no":
        foot = unit_class(unit) == "infantry" and unit_class(enemy) == "cavalry"
        rule = "MN-CHARGE-07" if foot else "MN-CHARGE-09"
        return Refusal("no_target", rule, f"{unit.name} may not charge {enemy.name}.")
    return None


# How it comes into contact


def reach(
    state: State, number: int, unit: Unit, target: int, kind: Going, allowance: int, doing: Doing = CHARGE
) -> Reach | Refusal:
    """The travel that brings ``unit``, which is ``number`` as it stands ready, into contact with its target.

    ``kind`` is the column of the terrain matrix, ``allowance`` what terrain may take (MN-CHARGE-03 to 06).
    """
    if state.holding:
        return _reach(state, number, unit, target, kind, allowance, doing)
    notes, ground = standing(state).notes, lying(state)
    key = reach, number, unit.formation, unit.x, unit.y, unit.facing, target, kind, allowance, doing.word, doing.rule
    kept: tuple[object, Reach | Refusal] | None = notes.get(key)
    if kept is None or kept[0] is not ground:
        kept = notes[key] = ground, _reach(state, number, unit, target, kind, allowance, doing)
    return kept[1]


def _reach(
    state: State, number: int, unit: Unit, target: int, kind: Going, allowance: int, doing: Doing
) -> Reach | Refusal:
    enemy, shape = state.units[target], footprint_of(state.setup.rules, unit)
    travel = _to_contact(state, unit, shape, target, doing)
    if isinstance(travel, Refusal):
        return travel
    way = path(unit.facing, travel)
    free = doing is CHARGE and roads.runs_along(state, unit, Leg(unit.facing, travel, unit.facing), "charge")
    cost = travel if free or travel > allowance else going.cost(state, unit, kind, shape, way, travel)
    late = None
    if cost > allowance:
        why = f"{enemy.name} is {cm(cost)} of movement away and {unit.name} may {doing.word} within {cm(allowance)}."
        late = Refusal("out_of_reach", doing.rule or "MN-CHARGE-03", why)
    if late is not None and doing is CHARGE and travel > allowance:
        return late
    found = _in_the_way(state, number, unit, target, travel, doing)
    if found is not None:
        return found
    if travel > travel_on_table(shape, way, state.setup.table.width, state.setup.table.height):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would leave the table.")
    barred = None if free else going.first_barred(state, unit, kind, shape, way)
    if barred is not None:
        why = f"{unit.name} cannot {doing.word} through the {barred[1].word}."
        return Refusal("impassable", barred[1].rule, why)
    if answer(state.setup.rules.tables, unit, enemy) == "outflanking" and not outflanks(
        state.setup.rules.options, moved(shape, way, travel), enemy, footprint(state, target)
    ):
        why = f"{unit.name} is unformed and may charge {enemy.name} only where it outflanks it."
        return Refusal("out_of_arc", "MN-CHARGE-09", why)
    return late or Reach(travel)


def _to_contact(state: State, unit: Unit, shape: Footprint, target: int, doing: Doing) -> int | Refusal:
    """The travel straight ahead to contact with a target as the unit would stand there, whatever lies between
    (MN-RULING-115).
    """
    enemy, goal = state.units[target], contact_shape(state, target)
    if isinstance(goal, Patch) and unit_class(unit) != "infantry":
        why = f"{enemy.name} defends a landmark, where only infantry can come into contact with it."
        return Refusal("no_target", "MNT-LANDMARK-05", why)
    way = path(unit.facing, measures.centres_apart(shape, footprint(state, target)) + CM)
    met = first_contact(shape, way, (goal,))
    if met is None:
        rule = doing.rule or "MN-CHARGE-03"
        return Refusal("out_of_arc", rule, f"Straight ahead {unit.name} does not meet {enemy.name}.")
    x, y = place_of(moved(shape, way, met.travel))
    if not touch(state.setup.rules.options, footprint_of(state.setup.rules, replace(unit, x=x, y=y)), goal):
        why = f"{unit.name} would meet {enemy.name} only corner to corner, which is no contact."
        return Refusal("out_of_arc", "MN-GEO-06", why)
    return met.travel


def _in_the_way(state: State, number: int, unit: Unit, target: int, travel: int, doing: Doing) -> Refusal | None:
    """Another unit that would be contacted on the way or at the end (MN-CHARGE-04, 05)."""
    options = state.setup.rules.options
    shape, way = footprint_of(state.setup.rules, unit), path(unit.facing, travel)
    for other in near(state, bounds(shape, way), options.contact_tol_cm):
        if other in (number, target):
            continue
        there, name = contact_shape(state, other), state.units[other].name
        if first_contact(shape, way, (there,), options.contact_tol_cm) is not None:
            return Refusal("occupied", doing.rule or "MN-CHARGE-05", f"{name} stands in the way of {unit.name}.")
        if state.units[other].side != unit.side and any(
            touch(options, moved(shape, way, at), there) for at in _near(options, shape, travel, unit, there)
        ):
            why = f"{unit.name} would come into contact with {name} as well."
            return Refusal("occupied", doing.rule or "MN-CHARGE-04", why)
    return None


def _near(options: Options, shape: Footprint, travel: int, unit: Unit, there: Shape) -> Iterator[int]:
    """Travels at which a contact with somebody beside the way would show: its first, last and middle."""
    found = window(shape, path(unit.facing, travel), there, options.contact_tol_cm)
    if found is not None:
        first, last = found
        yield from {first, (first + last) // 2, last}


def largest_extension(tables: Tables, unit: Unit) -> int:
    """The most that the dice of an extension can give (MN-EXTEND-03, MN-RULING-25); 0 for those who throw none."""
    return tables.extension_dice.get(unit.type, 0) * DIE_SIDES * CM  # type: ignore[arg-type]
