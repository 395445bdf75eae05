"""What a force of Mini-Nap is in the words of the cheat sheet's needs: arms, formations, grades, nations.

Both orders of battle are known to both players: no unit of Mini-Nap is hidden (section 6.1). So the sheet of a side is
limited by its own units, by the enemy's, and by the features on the table.
"""

from collections.abc import Iterator

from battles.engine.core import SideId
from battles.engine.limiting import Profile, Wanted
from battles.rules.mini_nap.kinds import kind_of
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.setup import CorpsForce, Force, Recruit, Setup
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
    """What a side of a battle has, and what lies before it."""
    own, foe = setup.forces if side == "a" else reversed(setup.forces)
    lying = {feature.kind for feature in setup.table.features}
    return Wanted(of_force(own), of_force(foe), frozenset(f"ground:{kind}" for kind in lying))


def brought(force: Force, rules: Rules) -> Wanted:
    """What a force has, whomever it meets and wherever; no option changes what its units are."""
    return Wanted(of_force(force))


def of_force(force: Force) -> frozenset[Profile]:
    """Its units and its commanders, each kind of them once."""
    return frozenset(found for corps in force.corps for found in _of_corps(corps))


def _of_corps(corps: CorpsForce) -> Iterator[Profile]:
    nation = f"nation:{corps.nation}"
    yield frozenset({CORPS, nation})
    for division in corps.divisions:
        yield frozenset({DIVISION, nation})
        yield from (profile(unit) for brigade in division.brigades for unit in brigade.units)


def profile(unit: Recruit) -> Profile:
    """A unit: its arm and type, what it can form, its grade, its nation unless it is of the KGL, its guns."""
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
