"""What a force of Easy Napoleonics is in the words of the cheat sheet's needs: arms, formations, grades, nations.

Both armies are known to both players; what cards add is not, before they are drawn. So a side that still draws has the
unit cards of a deck besides its units, for itself and for its enemy: what it then draws is no matter here. Terrain
that is thrown for is not known, and any may come.
"""

from battles.engine.cheat_sheet import ALWAYS, IN_FULL, Need, fought
from battles.engine.core import SideId
from battles.engine.limiting import Profile, Wanted
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Force, Setup
from battles.rules.easy_napoleonics.tables import CARD_MIX, MASSE, Grade, Kind, NationTag

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
LEADER = "leader:yes"
ARMORED = "armored:yes"
SQUARES = ("form:square", "form:hasty_square", "form:masse")


def wanted(setup: Setup, side: SideId) -> Wanted:
    """What a side of a battle has, and what lies before it."""
    own, foe = setup.forces if side == "a" else reversed(setup.forces)
    return Wanted(of_force(own, setup.rules), of_force(foe, setup.rules), _ground(setup))


def brought(force: Force, rules: Rules) -> Wanted:
    """What a force has, whomever it meets and wherever."""
    return Wanted(of_force(force, rules))


def _ground(setup: Setup) -> frozenset[str] | None:
    """The terrain of the board; None where it is thrown for."""
    if setup.rules.options.random_terrain:
        return None
    return frozenset(f"ground:{kind}" for _, kind in setup.board.terrain)


def of_force(force: Force, rules: Rules) -> frozenset[Profile]:
    """Its units, those that cards may still add, and its leaders, each kind of them once."""
    found = {_unit(unit.kind, unit.grade, unit.nation, unit.armored, rules) for unit in force.units}
    if force.draws:
        nations = {unit.nation for unit in force.units}
        found |= {_unit(row.kind, row.grade, nation, False, rules) for row in CARD_MIX for nation in nations}
    if force.leaders:
        found.add(frozenset({LEADER}))
    return frozenset(found)


def _unit(kind: Kind, grade: Grade, nation: NationTag, armored: bool, rules: Rules) -> Profile:
    forms = {move.formation for move in rules.tables.moves[kind]}
    if kind == "infantry":
        forms.add("hasty_square")
        if nation == "austria" and nation in rules.options.national_rules:
            forms.add(MASSE.formation)
    words = {f"kind:{kind}", f"arm:{kind.rpartition('_')[2]}", f"grade:{grade}", f"nation:{nation}"}
    words |= {f"form:{form}" for form in forms}
    return frozenset(words | ({ARMORED} if armored else set()))


def national(rules: Rules, tag: NationTag, form: str = "") -> Need:
    """For infantry of a nation on either side, where its rule is in force."""
    if tag not in rules.options.national_rules:
        return IN_FULL
    return fought({FOOT, f"nation:{tag}", *([form] if form else [])})


def switched(on: bool) -> Need:
    """For everybody where an option is on."""
    return ALWAYS if on else IN_FULL
