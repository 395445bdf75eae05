"""Contents of a side that decide what its cheat sheet needs: units and leaders, for any enemy and terrain."""

from collections.abc import Iterator

from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.snappy_nappy.army.force import Force
from battles.rules.snappy_nappy.sheets.needs import leader, profile
from battles.rules.snappy_nappy.tables import CATALOGUE, GRADES


def wanted(force: Force) -> Wanted:
    """Profiles of a side's leaders and units; units of an unknown type or grade are left out."""
    return Wanted(frozenset((*_leaders(force), *_units(force))))


def _leaders(force: Force) -> Iterator[Profile]:
    return (leader(corps.group or "other") for corps in force.corps)


def _units(force: Force) -> Iterator[Profile]:
    for unit in (*(unit for corps in force.corps for unit in corps.units), *force.loose):
        if unit.code in CATALOGUE and unit.grade in GRADES:
            yield profile(unit.code, unit.grade)  # type: ignore[arg-type]
