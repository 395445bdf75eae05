"""Snappy Nappy's answers to questions of the army pages."""

from collections.abc import Mapping
from typing import Any

from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.facts import Army, HouseRules
from battles.engine.armies.group import ArmyGroup
from battles.engine.armies.tree import number
from battles.engine.options import OptionValue
from battles.engine.sheets.cheat_pages import Table, Wanted
from battles.rules.snappy_nappy.army.army_list import army_list_of, catalogue
from battles.rules.snappy_nappy.army.force import samples
from battles.rules.snappy_nappy.army.force import wanted as wanted_by
from battles.rules.snappy_nappy.army.mapping import side_of
from battles.rules.snappy_nappy.army.options import HOUSE_SPECS, OPTION_SPECS, Options
from battles.rules.snappy_nappy.army.options import options as read_options
from battles.rules.snappy_nappy.meta import KEY, META


class SnappyArmies(ArmyGroup):
    """Armies under Snappy Nappy."""

    key = KEY
    title = META.title
    records = True
    lists = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS

    def options(self, values: Mapping[str, OptionValue], house: HouseRules | None = None) -> Options:
        return read_options(values, house)

    def army_list(self, army: Army, options: Options) -> ArmyList:
        return army_list_of(side_of(number(army), options), options)

    def wanted(self, army: Army, rules: Any) -> Wanted:
        options = read_options(army.options.get(KEY, {}), army.house)
        return wanted_by(side_of(number(army), options))

    def catalogue(self) -> Table:
        return catalogue()

    def sample_lists(self) -> Mapping[str, ArmyList]:
        return {key: army_list_of(force, Options(starting_level="firm")) for key, force in samples().items()}

    def sample_wants(self) -> Mapping[str, Wanted]:
        return {key: wanted_by(force) for key, force in samples().items()}


ARMY = SnappyArmies()
