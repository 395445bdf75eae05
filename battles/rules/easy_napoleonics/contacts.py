"""Who is in contact with whom, who may attack, and which melees follow (sections 5.4 and 7.1)."""

from typing import NamedTuple

from battles.engine.core import SideId
from battles.rules.easy_napoleonics.book import CAVALRY
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.moves import faces
from battles.rules.easy_napoleonics.state import Pair, State, Unit, other

FORMATIONS_THAT_ATTACK = frozenset({"line", "column", "masse"})
"""EN-MELEE-03: of infantry; cavalry attacks in any of its own."""


class Meeting(NamedTuple):
    """A melee that may come: attacker and defender, and whether the attacker's owner is asked first."""

    attacker: int
    defender: int
    asked: bool


def enemies_around(field: Field, lay: Lay, number: int) -> tuple[int, ...]:
    """The enemy units adjacent to a unit."""
    unit = lay.units[number]
    if not lay.near[other(unit.side)] >> unit.cell & 1:
        return ()
    return tuple(
        foe for cell in field.grid.around[unit.cell] for foe in lay.units_at(cell) if lay.units[foe].side != unit.side
    )


def enemies_in_front(field: Field, lay: Lay, unit: Unit) -> tuple[int, ...]:
    """The enemy units in the two front hexes of a unit, which may be as it will stand after a Move."""
    return tuple(
        foe
        for cell in field.grid.front[unit.facing][unit.cell]
        for foe in lay.units_at(cell)
        if lay.units[foe].side != unit.side
    )


def in_contact(field: Field, lay: Lay) -> tuple[Pair, ...]:
    """Every pair of enemies of which at least one faces the other, lower number first (section 1)."""
    pairs = set()
    for number, unit in enumerate(lay.units):
        if unit.cell >= 0 and lay.near[other(unit.side)] >> unit.cell & 1:
            for foe in enemies_in_front(field, lay, unit):
                pairs.add((number, foe) if number < foe else (foe, number))
    return tuple(sorted(pairs))


def can_attack(unit: Unit, enemy: Unit) -> bool:
    """Whether kind, formation and what it did this turn let a unit attack another (EN-MELEE-03)."""
    if unit.reformed:
        return False
    if unit.kind in CAVALRY:
        return True
    if unit.kind != "infantry" or unit.formation not in FORMATIONS_THAT_ATTACK:
        return False
    return unit.formation != "masse" or enemy.kind not in CAVALRY


def may_attack(field: Field, unit: Unit, enemy: Unit) -> bool:
    """EN-MELEE-03: the enemy is in a front hex, and nothing else bars the attack."""
    return can_attack(unit, enemy) and faces(field, unit, enemy.cell)


def charges(field: Field, lay: Lay, unit: Unit) -> tuple[int, ...]:
    """The units that ``unit`` charges as it stands after its Move or Sidestep (EN-MELEE-04)."""
    return tuple(foe for foe in enemies_in_front(field, lay, unit) if can_attack(unit, lay.units[foe]))


def came_to(field: Field, lay: Lay, number: int, unit: Unit) -> tuple[Pair, ...]:
    """Infantry that cavalry comes to without a charge (EN-SQUARE-10): pairs of cavalry and infantry.

    ``unit`` is how the cavalry stands after its Move.
    """
    if unit.kind not in CAVALRY or not unit.reformed:
        return ()
    front = enemies_in_front(field, lay, unit)
    return tuple((number, foe) for foe in front if lay.units[foe].kind == "infantry")


def locked(field: Field, lay: Lay, side: SideId) -> tuple[int, ...]:
    """The units of a side that are pinned (EN-ZOC-03, EN-ZOC-06)."""
    near = lay.near[other(side)]
    own = [number for number, unit in enumerate(lay.units) if unit.side == side and unit.cell >= 0]
    beside = [number for number in own if near >> lay.units[number].cell & 1]
    if field.options.lock_scope == "any_adjacent":
        return tuple(beside)
    return tuple(number for number in beside if _meets_any(field, lay, number))


def _meets_any(field: Field, lay: Lay, number: int) -> bool:
    unit = lay.units[number]
    return any(
        faces(field, unit, lay.units[foe].cell) or faces(field, lay.units[foe], unit.cell)
        for foe in enemies_around(field, lay, number)
    )


def meetings(field: Field, lay: Lay, state: State) -> tuple[Meeting, ...]:
    """The melees that may come of the contacts after fire, by unit (EN-MELEE-05, EN-MELEE-06)."""
    found = []
    for pair in in_contact(field, lay):
        meeting = _meeting(field, lay, state, pair)
        if meeting is not None:
            found.append(meeting)
    return tuple(found)


def _meeting(field: Field, lay: Lay, state: State, pair: Pair) -> Meeting | None:
    """Who attacks, and whether he must; None where there is no melee."""
    able = [(one, two) for one, two in (pair, pair[::-1]) if may_attack(field, lay.units[one], lay.units[two])]
    if not able:
        return None
    charging = [(one, two) for one, two in able if two in lay.units[one].charged]
    attacker, defender = _attacking(state, lay, charging or able)
    if charging or pair in state.contacts:
        return Meeting(attacker, defender, False)
    passive = field.options.passive_contact_melee
    return None if passive == "never" else Meeting(attacker, defender, passive == "owner_choice")


def _attacking(state: State, lay: Lay, able: list[Pair]) -> Pair:
    """The attacker of the two that could be (EN-MELEE-05)."""
    if len(able) == 1:
        return able[0]
    one, two = able
    if all(enemy in lay.units[charger].charged for charger, enemy in able):
        return one if lay.units[one[0]].side == state.mover else two
    if state.setup.rules.options.continuing_melee_attacker == "original":
        known = [pair for pair in able if pair in state.first]
        if known:
            return known[0]
    return one if lay.units[one[0]].side == state.holder else two


def still_meets(field: Field, state: State, attacker: int, defender: int) -> bool:
    """Whether a listed melee can still be fought (EN-MELEE-09)."""
    own, enemy = state.units[attacker], state.units[defender]
    return own.cell >= 0 and enemy.cell >= 0 and faces(field, own, enemy.cell)
