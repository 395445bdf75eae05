"""Whether zones and places can be: on the table, apart from the enemy's, on ground that is open to whoever is there."""

from collections.abc import Iterator

from battles.engine.core import SetupError
from battles.rules.mini_nap import evading, going
from battles.rules.mini_nap.board import disc_of, footprint, is_on_table, overlapped, touched
from battles.rules.mini_nap.kinds import formations_chosen
from battles.rules.mini_nap.paths import cm
from battles.rules.mini_nap.setup import BrigadeForce, Force, Setup
from battles.rules.mini_nap.starting import start
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import FORMATIONS, LEAST_ZONE

Zone = tuple[int, int, int, int]


def place_faults(setup: Setup) -> Iterator[SetupError]:
    """What is wrong with zones, then with units and stands that are placed already."""
    for side, force in zip("ab", setup.forces, strict=True):
        yield from _zone_faults(setup, force, f"forces.{side}")
    first, second = (force.zone for force in setup.forces)
    if (first is None) != (second is None):
        which = "a" if first is None else "b"
        yield SetupError("Either both sides have a zone of deployment or neither has.", f"forces.{which}.zone")
    if first and second and _meet(first, second):
        yield SetupError("The zones of deployment of both sides overlap.", "forces.b.zone")
    yield from misplaced(setup)


def misplaced(setup: Setup) -> Iterator[SetupError]:
    """What is wrong with where units and stands are from the start; the table has to be sound."""
    state = start(setup)
    yield from _unit_faults(state)
    yield from _stand_faults(state)


def _zone_faults(setup: Setup, force: Force, path: str) -> Iterator[SetupError]:
    if force.zone is not None:
        yield from _rectangle_faults(setup, force.zone, f"{path}.zone")
    for at, brigade in _brigades(force, path):
        if brigade.entry is not None:
            yield from _rectangle_faults(setup, brigade.entry, f"{at}.entry")


def _brigades(force: Force, path: str) -> Iterator[tuple[str, BrigadeForce]]:
    """The Brigades of a force, each with where it is written."""
    for number, corps in enumerate(force.corps):
        for place, division in enumerate(corps.divisions):
            for index, brigade in enumerate(division.brigades):
                yield f"{path}.corps[{number}].divisions[{place}].brigades[{index}]", brigade


def _rectangle_faults(setup: Setup, zone: Zone, path: str) -> Iterator[SetupError]:
    left, bottom, right, top = zone
    if not (left >= 0 and bottom >= 0 and right <= setup.table.width and top <= setup.table.height):
        yield SetupError("A zone is left, bottom, right and top within the table.", path)
    elif right - left < LEAST_ZONE or top - bottom < LEAST_ZONE:
        yield SetupError(f"A zone is at least {cm(LEAST_ZONE)} wide and high.", path)


def _meet(first: Zone, second: Zone) -> bool:
    """Whether two zones have ground in common, more than their rims."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _unit_faults(state: State) -> Iterator[SetupError]:
    """Formation, table, ground, others: for every unit that stands from the start (MN-RULING-59, 74)."""
    paths = list(_paths(state.setup))
    for number, unit in enumerate(state.units):
        if unit.where != "table":
            continue
        path = paths[number]
        if unit.formation not in formations_chosen(unit):
            word = FORMATIONS[unit.formation].word
            yield SetupError(f"{unit.name} cannot stand in {word} from the start (MN-FORM-07).", path)
            continue
        if not is_on_table(state, footprint(state, number)):
            yield SetupError(f"{unit.name} stands over the table's edge (MN-GEO-15).", path)
            continue
        barred = going.refuse_stand(state, unit, "move")
        if barred is not None:
            yield SetupError(f"{barred.sentence} ({barred.rule}, MN-RULING-74)", path)
        for other in sorted({*overlapped(state, number, footprint(state, number)), *touched(state, number)}):
            if other < number:
                yield SetupError(f"{unit.name} and {state.units[other].name} stand in each other's place.", path)


def _stand_faults(state: State) -> Iterator[SetupError]:
    for number, stand in enumerate(state.stands):
        if stand.where != "table":
            continue
        path = f"forces.{stand.side}"
        if not is_on_table(state, disc_of(stand.x, stand.y)):
            yield SetupError(f"{stand.name} stands over the table's edge (MN-GEO-15).", path)
        elif not evading.is_free(state, number, stand.x, stand.y):
            yield SetupError(f"{stand.name} stands where there is no free ground for a stand (MN-CMD-01).", path)


def _paths(setup: Setup) -> Iterator[str]:
    """Where the places of units are written in their set-up, in the order of their numbers."""
    for side, force in zip("ab", setup.forces, strict=True):
        for path, brigade in _brigades(force, f"forces.{side}"):
            yield from (f"{path}.units[{number}].at" for number in range(len(brigade.units)))
