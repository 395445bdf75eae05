"""The activations of a side, kept from decision to decision: only units with something new near are listed anew."""

from battles.engine.core import Option, SideId
from battles.rules.easy_napoleonics.field import Field, Moving
from battles.rules.easy_napoleonics.lay import Lay, differing
from battles.rules.easy_napoleonics.programmes import Programmes, programmes
from battles.rules.easy_napoleonics.reach import SUBSETS
from battles.rules.easy_napoleonics.state import Unit

Listed = tuple[Option | None, int]
"""The activations of a unit, None where there are none, and the hexes that they depend on."""


def activations(field: Field, lay: Lay, side: SideId) -> list[Option]:
    """The activations of each unit of a side that is free to act, by unit."""
    kept = field.moving
    if kept is not None and kept.acting == side and len(kept.lay.units) == len(lay.units):
        listed = _renewed(field, kept, lay)
    else:
        listed = {n: _list(field, lay, n) for n, unit in enumerate(lay.units) if _is_free(unit, side)}
    field.moving = Moving(lay, side, listed)
    return [option for option, _ in listed.values() if option is not None]


def _renewed(field: Field, kept: Moving, lay: Lay) -> dict[int, Listed]:
    """What was listed for another position, with what is new in this one."""
    side = kept.acting
    listed = kept.listed.copy()
    changed = lay.changed_since(kept.lay)
    in_order = True
    for number in changed:
        if _is_free(lay.units[number], side):
            in_order = in_order and number in listed
            listed[number] = _list(field, lay, number)
        else:
            listed.pop(number, None)
    if touched := _touched(kept.lay, lay, side, changed):
        for number, known in kept.listed.items():
            if known[1] & touched and listed.get(number) is known:
                listed[number] = _again(field, lay, known[0], known[1]) or _list(field, lay, number)
    return listed if in_order else dict(sorted(listed.items()))


def _is_free(unit: Unit, side: SideId) -> bool:
    return unit.side == side and unit.cell >= 0 and not unit.activated and not unit.locked


def _list(field: Field, lay: Lay, number: int) -> Listed:
    cell = lay.units[number].cell
    found = programmes(field, lay, number)
    depends = found.going.plan.area(field.layout, cell)
    if not found:
        return None, depends
    men = lay.attached(number) if cell in lay.men else ()
    if len(men) > SUBSETS:
        return Option("activate", f"unit {number}", found, False, {"along": list(men)}), depends
    return Option("activate", f"unit {number}", found), depends


def _again(field: Field, lay: Lay, option: Option | None, depends: int) -> Listed | None:
    """What a unit may do that has not changed itself; None where there is more to it than where it may go."""
    known = option.actions if option is not None and option.complete else None
    if option is None or type(known) is not Programmes or lay.units[known.unit].cell in lay.men:
        return None
    found = known.again(field, lay)
    return (Option("activate", option.actor, found) if found else None), depends


def _touched(old: Lay, new: Lay, side: SideId, changed: list[int]) -> int:
    """The hexes that are no longer to other units of ``side`` what they were, as a mask.

    Of an enemy that may be all those next to it, which it may control or bar; of others only its own.
    """
    own = enemy = 0
    for number in changed:
        was, now = old.units[number], new.units[number]
        if was.cell == now.cell and was.formation == now.formation and was.side == now.side == side:
            continue
        for unit in (was, now):
            if unit.cell >= 0 and unit.side == side:
                own |= 1 << unit.cell
            elif unit.cell >= 0:
                enemy |= 1 << unit.cell
    if old.leaders is not new.leaders:
        for number in differing(old.leaders, new.leaders):
            for man in (old.leaders[number], new.leaders[number]):
                if man.cell >= 0:
                    own |= 1 << man.cell
    return own | enemy | new.board.beside(enemy) if enemy else own
