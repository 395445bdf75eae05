"""A proposed force in points, leaders included (EN-COST-01)."""

from collections.abc import Callable
from typing import Final

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.group import Proposal
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics.army.cost import army_cost
from battles.rules.easy_napoleonics.army.mapping import map_unit
from battles.rules.easy_napoleonics.army.options import Options


def _worth(nation: str, options: Options) -> Callable[[Unit], int]:
    """A function that gives a unit's cost in points."""
    return lambda unit: map_unit(Place(unit, (), nation), options).cost.value


def _spent(nation: str, options: Options) -> int:
    """Points that the leaders cost."""
    return army_cost(Army(name="", nation=nation), options).value


PROPOSAL: Final = Proposal(
    measure="points", words="points", least=40, most=400, meets=False, worth=_worth, spent=_spent
)
"""Points are a budget: a proposed force never exceeds it."""
