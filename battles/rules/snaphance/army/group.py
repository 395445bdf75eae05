"""Snaphance's answers to questions of the army pages: armies are typed as text and listed, not stored."""

from collections.abc import Mapping

from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.group import ArmyGroup
from battles.engine.sheets.cheat_pages import Table, Wanted
from battles.rules.snaphance.army import army_list
from battles.rules.snaphance.army.army_list import army_list_of, catalogue, samples
from battles.rules.snaphance.army.checks import wanted as wanted_by
from battles.rules.snaphance.meta import KEY, META


class SnaphanceArmies(ArmyGroup):
    """Armies under Snaphance."""

    key = KEY
    title = META.title
    lists = True
    written = army_list

    def catalogue(self) -> Table:
        return catalogue()

    def sample_lists(self) -> Mapping[str, ArmyList]:
        return {key: army_list_of(force) for key, force in samples().items()}

    def sample_wants(self) -> Mapping[str, Wanted]:
        return {key: wanted_by(force) for key, force in samples().items()}


ARMY = SnaphanceArmies()
