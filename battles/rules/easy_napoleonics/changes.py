"""Parts of a state changed: what several events have in common."""

from typing import Any

from msgspec.structs import replace

from battles.rules.easy_napoleonics.state import NOWHERE, Leader, State, Unit


def with_unit(state: State, number: int, unit: Unit) -> tuple[Unit, ...]:
    units = [*state.units]
    units[number] = unit
    return tuple(units)


def with_leader(state: State, number: int, leader: Leader) -> tuple[Leader, ...]:
    leaders = [*state.leaders]
    leaders[number] = leader
    return tuple(leaders)


def answered(state: State, kind: str, unit: int = NOWHERE, leader: int = NOWHERE) -> tuple[Any, ...]:
    """What is pending once the last one is answered, where it is of this kind and about this unit or leader."""
    pending = state.pending
    if pending and pending[-1].kind == kind and pending[-1].unit == unit and pending[-1].leader == leader:
        return pending[:-1]
    return pending


def taken_along(state: State, along: tuple[int, ...], cell: int, hexes: int, unit: int = NOWHERE) -> tuple[Leader, ...]:
    return tuple(
        replace(man, cell=cell, left=man.left - hexes, unit=unit) if number in along else man
        for number, man in enumerate(state.leaders)
    )


def without_leader(state: State, number: int) -> tuple[Leader, ...]:
    fallen = replace(state.leaders[number], cell=NOWHERE, left=0, alive=False, unit=NOWHERE)
    return with_leader(state, number, fallen)
