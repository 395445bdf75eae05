"""Contents of a force that decide what its cheat sheet needs: arms, formations, ratings, nations."""

from collections.abc import Iterator

from battles.engine.core import SideId
from battles.engine.sheets.cheat_pages import Profile, Wanted
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import CorpsForce, Force, ForceUnit, Setup, kind_of
from battles.rules.mini_nap.tables import FORMATIONS, FORMATIONS_OPEN, TYPES

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
FORMED = "state:formed"
UNFORMED = "state:unformed"
SQUARES = ("form:solid_square", "form:emergency_square")
CORPS = "command:corps"
DIVISION = "command:division"


def wanted(setup: Setup, side: SideId) -> Wanted:
    """Units of a side, of its enemy, and the terrain of their battle."""
    own, enemy = setup.forces if side == "a" else reversed(setup.forces)
    terrain = {feature.kind for feature in setup.table.features}
    return Wanted(of_force(own), of_force(enemy), frozenset(f"ground:{kind}" for kind in terrain))


def brought(force: Force, rules: Rules) -> Wanted:
    """Units of a force, for any enemy and any terrain. No option changes the units."""
    return Wanted(of_force(force))


def of_force(force: Force) -> frozenset[Profile]:
    """Profiles of the units and commanders of a force, each once."""
    return frozenset(each for corps in force.corps for each in _of_corps(corps))


def _of_corps(corps: CorpsForce) -> Iterator[Profile]:
    nation = f"nation:{corps.nation}"
    yield frozenset({CORPS, nation})
    for division in corps.divisions:
        yield frozenset({DIVISION, nation})
        yield from (profile(unit) for brigade in division.brigades for unit in brigade.units)


def profile(unit: ForceUnit) -> Profile:
    """The profile of a unit: arm, type, formations, rating, nation unless it is of the KGL, guns."""
    forms = FORMATIONS_OPEN[kind_of(unit)]
    words = {f"arm:{TYPES[unit.type].unit_class}", f"type:{unit.type}", f"grade:{unit.rating}"}
    words |= {f"form:{form}" for form in forms}
    words |= {FORMED if FORMATIONS[form].formed else UNFORMED for form in forms}
    if not unit.kgl:
        words.add(f"nation:{unit.nation}")
    if unit.weight:
        words.add(f"weight:{unit.weight}")
    if unit.lancer:
        words.add("lancer:yes")
    return frozenset(words)
