"""Mini-Nap's answers to questions of the army pages."""

from battles.engine.armies.facts import Army
from battles.engine.armies.group import ArmyGroup
from battles.engine.sheets.cheat_pages import Wanted
from battles.rules.mini_nap.army import attachment, battle_force
from battles.rules.mini_nap.army import ratings as commander_ratings
from battles.rules.mini_nap.army.field_roster import field_roster
from battles.rules.mini_nap.army.house_rules import HOUSE_SPECS
from battles.rules.mini_nap.army.mapped import COLUMNS, ORGANISATION, PROPOSAL, MiniNapCompared, MiniNapMapped
from battles.rules.mini_nap.army.options import OPTION_SPECS, OVERRIDE_SPECS, Options
from battles.rules.mini_nap.army.options import options as read_options
from battles.rules.mini_nap.army.roll import roll, tables_of
from battles.rules.mini_nap.army.roster import roster
from battles.rules.mini_nap.army.roster_columns import blank_roster
from battles.rules.mini_nap.meta import KEY, META
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs


class MiniNapArmies(ArmyGroup):
    """Armies under Mini-Nap: strength points, organisation, commanders' ratings."""

    key = KEY
    title = META.title
    records = True
    builds = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS
    override_specs = OVERRIDE_SPECS
    option_example = ("max_corps_per_side", 2)
    override_example = ("strength_points", 4)
    corps_option = "max_corps_per_side"
    army_numbers = ("strength_points",)
    unit_numbers = ("strength_points", KEY)
    points_word = "SP"
    row_columns = COLUMNS
    stand_rules = ("MN-BASE-01", "MN-BASE-02", "MN-BASE-03")
    command_title = "Command stands"
    ratings = commander_ratings
    reserves = attachment
    proposal = PROPOSAL
    organisation = ORGANISATION
    field_roster = staticmethod(field_roster)

    options = staticmethod(read_options)
    mapped = MiniNapMapped
    compared = MiniNapCompared
    roll = staticmethod(roll)
    roster = staticmethod(roster)
    blank_roster = staticmethod(blank_roster)
    force = staticmethod(battle_force.force_of)
    setup = staticmethod(battle_force.setup_from_options)

    def battle_rules(self, rules: Rules, options: Options) -> Rules:
        return Rules(rules.options, tables_of(options))

    def wanted(self, army: Army, rules: Rules) -> Wanted:
        return needs.brought(self.force(army, rules), rules)


ARMY = MiniNapArmies()
