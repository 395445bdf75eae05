"""Whom a unit meets on a way that it goes whatever is on it: a feint's way back, an escape (MN-REACT-12, 52)."""

from collections.abc import Iterable, Iterator
from itertools import islice

from battles.engine.table.bearings import Path
from battles.engine.table.footprints import Footprint, moved
from battles.engine.table.sweeps import bounds, first_contact, window
from battles.rules.mini_nap.board import contact_shape, footprint, near, touched
from battles.rules.mini_nap.state import State


def first_met(state: State, number: int, shape: Footprint, way: Path, others: Iterable[int]) -> int | None:
    """How far along its way a unit first meets one of ``others``, None where it meets none.

    It meets whom it would stand on, and an enemy as soon as the two are in contact (MN-GEO-06). An enemy that it is in
    contact with where it starts is met only where it would be stood on (MN-RULING-170).
    """
    slack = state.setup.rules.options.contact_tol_cm
    before = touched(state, number, moved(shape, way, 0))
    found = []
    for other in near(state, bounds(shape, way), slack, others):
        if other == number:
            continue
        met = first_contact(shape, way, (footprint(state, other),), slack)
        found.extend([met.travel] if met is not None else [])
        if state.units[other].side != state.units[number].side and other not in before:
            found.extend(islice(_touches(state, number, shape, way, other), 1))
    return min(found, default=None)


def _touches(state: State, number: int, shape: Footprint, way: Path, enemy: int) -> Iterator[int]:
    """The travels at which a unit is in contact with an enemy, the first of them first."""
    near_by = window(shape, way, contact_shape(state, enemy), state.setup.rules.options.contact_tol_cm)
    if near_by is not None:
        first, last = near_by
        yield from (at for at in range(first, last + 1) if enemy in touched(state, number, moved(shape, way, at)))
