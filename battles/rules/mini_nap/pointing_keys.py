"""What is pointed at, by the keys that pictures use: units, stands, spots where they stand, features."""

from collections.abc import Iterable

from battles.engine.table.bearings import FULL
from battles.rules.mini_nap.spots import is_on, key_of
from battles.rules.mini_nap.state import State, Unit


def unit_key(state: State, number: int) -> str:
    """A unit as the actor of options names it; ``""`` where there is none of this number."""
    return f"unit {number}" if 0 <= number < len(state.units) else ""


def stand_key(state: State, number: int) -> str:
    """A command stand as the actor of options names it; ``""`` where there is none of this number."""
    return f"stand {number}" if 0 <= number < len(state.stands) else ""


def spots(state: State, *places: tuple[int, int]) -> tuple[str, ...]:
    """The keys of places on the table, each once."""
    table = state.setup.table
    return tuple(dict.fromkeys(key_of(table, x, y) for x, y in places if is_on(table, x, y)))


def here(state: State, number: int) -> tuple[str, ...]:
    """Where a unit stands, if it is on the table."""
    if not unit_key(state, number) or state.units[number].where != "table":
        return ()
    return spots(state, (state.units[number].x, state.units[number].y))


def targets(state: State, *numbers: int) -> tuple[str, ...]:
    """The keys of units that there are, each once."""
    return tuple(dict.fromkeys(key for number in numbers if (key := unit_key(state, number))))


def turn_of(was: Unit, now: Unit) -> int | None:
    """The bearing that a unit then faces, None where it keeps it."""
    return None if was.facing == now.facing else now.facing % FULL


def where(state: State, units: Iterable[int]) -> tuple[str, ...]:
    """Where units stand that are on the table."""
    return tuple(spot for number in units for spot in here(state, number))


def feature(state: State, key: str) -> tuple[str, ...]:
    """A feature that can be pointed at."""
    return (key,) if any(each.key == key for each in state.setup.table.features) else ()
