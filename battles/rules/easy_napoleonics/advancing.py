"""Breakthrough: what the winner of a melee may do, and how the enemy whom it attacks may answer (EN-OPT-01 to 06)."""

from msgspec.structs import replace

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import Advance, Answer
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY, SQUARES
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK, can_attack, enemies_in_front
from battles.rules.easy_napoleonics.field import FOOT, Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.moves import faces
from battles.rules.easy_napoleonics.state import Pending, State, Unit, other


def may_advance(field: Field, lay: Lay, winner: Unit, cell: Cell) -> bool:
    """Whether a winner may move into the hex of the unit that it broke (EN-OPT-01, 05, EN-RULING-88)."""
    able = winner.kind in CAVALRY or (winner.kind == "infantry" and winner.formation in FORMATIONS_THAT_ATTACK)
    if not able or winner.advances >= field.tables.breakthroughs:
        return False
    barred = lay.held["a"] | lay.held["b"] | field.barred
    if field.options.lone_leader_contact == "block":
        barred |= lay.lone[other(winner.side)]
    return not barred >> cell & 1


def choices(field: Field, lay: Lay, state: State, owed: Pending) -> tuple[Advance, ...]:
    """Stay; move in, and fight one of the enemies then in front; move in and turn (EN-OPT-02, 04, 05, 06)."""
    unit = lay.units[owed.unit]
    inside = replace(unit, cell=owed.cell)
    turned = tuple(Advance("turn", facing) for facing in range(6) if facing != unit.facing)
    fights = tuple(
        Advance("in", target=foe)
        for foe in enemies_in_front(field, lay, inside)
        if can_attack(inside, lay.units[foe]) and not _have_fought(state, owed.unit, foe)
    )
    return (Advance("stay"), Advance("in"), *fights, *turned)


def _have_fought(state: State, one: int, two: int) -> bool:
    return (one, two) in state.fought or (two, one) in state.fought


def answers(field: Field, lay: Lay, state: State, owed: Pending) -> tuple[Answer, ...]:
    """What the enemy may do whom a breakthrough attacks (EN-OPT-03)."""
    unit, winner = lay.units[owed.unit], lay.units[owed.other]
    found = [Answer("hold")]
    if answer_dice(field, unit, winner):
        found.append(Answer("fire"))
    if may_try_square(unit, winner):
        found.append(Answer("square"))
    return tuple(found)


def may_try_square(unit: Unit, charger: Unit) -> bool:
    """Whether infantry may try hasty square against a unit that attacks it (EN-SQUARE-04, 06, EN-OPT-03)."""
    return (
        charger.kind in CAVALRY
        and unit.kind == "infantry"
        and unit.formation in FOOT
        and unit.cell >= 0
        and not unit.tried_square
    )


def answer_dice(field: Field, unit: Unit, winner: Unit) -> int:
    """Dice that a unit may fire at the winner who attacks it (EN-OPT-03)."""
    if unit.mute:
        return 0
    all_round = unit.formation in SQUARES
    if not all_round and not faces(field, unit, winner.cell):
        return 0
    if unit.kind in ARTILLERY:
        return field.tables.answer_dice if unit.formation == "unlimbered" else 0
    return field.book.fire_dice.get((unit.kind, unit.formation, 1), 0)
