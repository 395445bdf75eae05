"""What a side of Snappy Nappy needs on its cheat sheet: its units, its leaders' nations; any enemy, any ground."""

from collections.abc import Iterator

from armies.rules.snappy_nappy.force import Force
from battles.engine.limiting import Profile, Wanted
from battles.rules.snappy_nappy.needs import leader, profile
from battles.rules.snappy_nappy.tables import CATALOGUE, GRADES


def wanted(force: Force) -> Wanted:
    """What a side has; a unit of no type or grade of the catalogue is passed over."""
    return Wanted(frozenset((*_leaders(force), *_units(force))))


def _leaders(force: Force) -> Iterator[Profile]:
    return (leader(corps.group or "other") for corps in force.corps)


def _units(force: Force) -> Iterator[Profile]:
    for unit in (*(unit for corps in force.corps for unit in corps.units), *force.loose):
        if unit.code in CATALOGUE and unit.grade in GRADES:
            yield profile(unit.code, unit.grade)  # type: ignore[arg-type]
