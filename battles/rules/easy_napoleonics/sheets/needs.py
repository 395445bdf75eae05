"""Contents of a force that decide what its cheat sheet needs: arms, formations, grades, nations."""

from battles.engine.core import SideId
from battles.engine.sheets.cheat_pages import ALWAYS, IN_FULL, Need, Profile, Wanted, fought
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.state import Force, Setup
from battles.rules.easy_napoleonics.tables import CARD_MIX, MASSE, Grade, Kind, NationTag

FOOT = "arm:infantry"
HORSE = "arm:cavalry"
GUNS = "arm:artillery"
LEADER = "leader:yes"
ARMORED = "armored:yes"
SQUARES = ("form:square", "form:hasty_square", "form:masse")


def wanted(setup: Setup, side: SideId) -> Wanted:
    """Units of a side, of its enemy, and the terrain of their battle."""
    own, enemy = setup.forces if side == "a" else reversed(setup.forces)
    return Wanted(of_force(own, setup.rules), of_force(enemy, setup.rules), _ground(setup))


def brought(force: Force, rules: Rules) -> Wanted:
    """Units of a force, for any enemy and any terrain."""
    return Wanted(of_force(force, rules))


def _ground(setup: Setup) -> frozenset[str] | None:
    """The terrain of the board; None if it is random."""
    if setup.rules.options.random_terrain:
        return None
    return frozenset(f"ground:{kind}" for _, kind in setup.board.terrain)


def of_force(force: Force, rules: Rules) -> frozenset[Profile]:
    """Profiles of the units, of units that cards may add, and of leaders, each once."""
    profiles = {_unit(unit.kind, unit.grade, unit.nation, unit.armored, rules) for unit in force.units}
    if force.draws:
        nations = {unit.nation for unit in force.units}
        profiles |= {_unit(row.kind, row.grade, nation, False, rules) for row in CARD_MIX for nation in nations}
    if force.leaders:
        profiles.add(frozenset({LEADER}))
    return frozenset(profiles)


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
    """Need of infantry of a nation on either side, if the nation's rule is in force."""
    if tag not in rules.options.national_rules:
        return IN_FULL
    return fought({FOOT, f"nation:{tag}", *([form] if form else [])})


def needed_if(on: bool) -> Need:
    """Always if an option is on; else only on the full sheet."""
    return ALWAYS if on else IN_FULL
