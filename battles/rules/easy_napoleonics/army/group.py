"""The army group of Easy Napoleonics."""

from collections.abc import Mapping
from typing import Any

from battles.engine.armies.blank_roster import BlankRoster
from battles.engine.armies.facts import Army, HouseRules
from battles.engine.armies.group import ArmyGroup, Fielded
from battles.engine.armies.ledger import LedgerSheet
from battles.engine.armies.roster_words import Losses, RosterStyle
from battles.engine.options import OptionValue
from battles.engine.sheets.cheat_pages import Wanted
from battles.engine.sheets.muster_roll import Roll
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
from battles.rules.easy_napoleonics.state import Force


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

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
        return read_options(values, house)

    def mapped(self, army: Army, options: Options) -> EasyMapped:
        return EasyMapped(army, options)

    def compared(self, army: Army, options: Options, refused: str) -> EasyCompared:
        return EasyCompared(army, options, refused)

    def roll(self, army: Army, options: Options) -> Roll:
        return roll(army, options)

    def roster(self, army: Army, options: Options, losses: Losses, style: RosterStyle) -> LedgerSheet:
        return roster(army, options, losses, style)

    def blank_roster(self) -> BlankRoster:
        return blank_roster()

    def battle_rules(self, rules: Rules, options: Options) -> Rules:
        return Rules(rules.options, tables_of(options))

    def force(self, army: Army, rules: Rules) -> Force:
        return battle_force.full_force(army, rules)

    def setup(self, army_a: Army, army_b: Army, values: Mapping[str, Any], cards: bool) -> Fielded:
        return battle_force.battle_setup(army_a, army_b, values, cards)

    def wanted(self, army: Army, rules: Rules) -> Wanted:
        return needs.brought(self.force(army, rules), rules)


ARMY = EasyArmies()
