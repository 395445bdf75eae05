"""The army group of Easy Napoleonics."""

from battles.engine.armies.facts import Army
from battles.engine.armies.group import ArmyGroup
from battles.engine.sheets.cheat_pages import Wanted
from battles.rules.easy_napoleonics.army import battle_force
from battles.rules.easy_napoleonics.army import cards as random_cards
from battles.rules.easy_napoleonics.army.catalogue import points_page, sample_army
from battles.rules.easy_napoleonics.army.field_roster import field_roster
from battles.rules.easy_napoleonics.army.house_rules import HOUSE_SPECS
from battles.rules.easy_napoleonics.army.mapped import COLUMNS, PROPOSAL, EasyCompared, EasyMapped
from battles.rules.easy_napoleonics.army.options import OPTION_SPECS, OVERRIDE_SPECS, Options
from battles.rules.easy_napoleonics.army.options import options as read_options
from battles.rules.easy_napoleonics.army.roll import roll, tables_of
from battles.rules.easy_napoleonics.army.roster import roster
from battles.rules.easy_napoleonics.army.roster_columns import blank_roster
from battles.rules.easy_napoleonics.meta import KEY, META
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets import needs


class EasyArmies(ArmyGroup):
    """An army under Easy Napoleonics: points budget, victory points, leaders, random cards."""

    key = KEY
    title = META.title
    records = True
    builds = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS
    override_specs = OVERRIDE_SPECS
    army_numbers = ("cost", "victory_points")
    unit_numbers = (KEY, "cost", "victory_points")
    points_word = "points"
    row_columns = COLUMNS
    stand_rules = ("EN-UNIT-02",)
    command_title = "Leaders"
    cards = random_cards
    points_page = staticmethod(points_page)
    proposal = PROPOSAL
    sample_army = staticmethod(sample_army)
    field_roster = staticmethod(field_roster)

    options = staticmethod(read_options)
    mapped = EasyMapped
    compared = EasyCompared
    roll = staticmethod(roll)
    roster = staticmethod(roster)
    blank_roster = staticmethod(blank_roster)
    force = staticmethod(battle_force.full_force)
    setup = staticmethod(battle_force.battle_setup)

    def battle_rules(self, rules: Rules, options: Options) -> Rules:
        return Rules(rules.options, tables_of(options))

    def wanted(self, army: Army, rules: Rules) -> Wanted:
        return needs.brought(self.force(army, rules), rules)


ARMY = EasyArmies()
