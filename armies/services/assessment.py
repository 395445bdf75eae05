"""Totals, costs and faults of an army under each rule system, calculated once."""

from functools import cached_property
from typing import Any

from battles.engine import registry
from battles.engine.armies import facts
from battles.engine.armies.army_list import ArmyList
from battles.engine.armies.mapped import ArmyTotal, MappedArmy
from battles.engine.armies.reckoning import Fault, HouseValue
from battles.engine.armies.systems import builder_groups, house_in_force, valid_options
from battles.engine.armies.tree import Place, Totals, number, totals, walk

SEVERITIES = ("error", "warning", "info")
"""Severities of a fault, the most serious first."""


class Assessment:
    """An army under every system; each part is calculated once, on first use.

    Elements without an id (of an unsaved import) are numbered by their place in the tree. Every number includes the
    owner's overrides, the options and the club's house rules; unknown ones have no effect.
    """

    def __init__(self, army: facts.Army) -> None:
        self.army = number(army)
        self._chosen, _ = valid_options(army.options)
        self._options: dict[str, Any] = {}
        self._mapped: dict[str, MappedArmy] = {}
        self._lists: dict[str, ArmyList] = {}

    @cached_property
    def places(self) -> list[Place]:
        return list(walk(self.army))

    @cached_property
    def by_id(self) -> dict[str, Place]:
        """The place of every element, by its id."""
        return {place.element.id: place for place in self.places}

    @cached_property
    def totals(self) -> Totals:
        return totals(self.army)

    def options(self, system: str) -> Any:
        """The army's options under a system."""
        if system not in self._options:
            chosen = self._chosen.get(system, {})
            self._options[system] = registry.army(system).options(chosen, self.army.house)
        return self._options[system]

    def mapped(self, system: str) -> MappedArmy:
        """The army in the numbers of a system with unit values."""
        if system not in self._mapped:
            self._mapped[system] = registry.army(system).mapped(self.army, self.options(system))
        return self._mapped[system]

    @property
    def first(self) -> MappedArmy:
        """The army in the numbers of the first system, which lists and the recorded page show."""
        return self.mapped(next(iter(builder_groups())))

    @cached_property
    def numbers(self) -> dict[str, ArmyTotal]:
        """The numbers of the whole army under every system, by name."""
        return {total.name: total for system in builder_groups() for total in self.mapped(system).totals()}

    def number(self, name: str) -> int:
        """The value of one of ``numbers``; 0 if no system has it."""
        return self.numbers[name].why.value if name in self.numbers else 0

    @property
    def number_words(self) -> str:
        """The army's size under the first system: ``41 SP``."""
        return f"{self.first.totals()[0].why.value:,} {registry.army(next(iter(builder_groups()))).points_word}"

    def house_in_force(self, system: str) -> tuple[HouseValue, ...]:
        """The numbers of ``system`` that the club has changed, each with the printed one."""
        return house_in_force(system, self.army.house)

    def faults(self, system: str) -> list[Fault]:
        """The faults of the army under a system."""
        if registry.army(system).builds:
            return self.mapped(system).faults()
        return list(self.army_list(system).faults)

    def army_list(self, system: str) -> ArmyList:
        """The army under a system with army lists."""
        if system not in self._lists:
            self._lists[system] = registry.army(system).army_list(self.army, self.options(system))
        return self._lists[system]

    def listed_faults(self, system: str) -> list[tuple[Fault, str]]:
        """All faults under ``system``, the most serious first, each with the name of the element at fault."""
        names = {place.element.id: place.element.name for place in self.places}
        rows = [(fault, names.get(fault.element, "")) for fault in self.faults(system)]
        return sorted(rows, key=lambda row: SEVERITIES.index(row[0].severity))

    def count(self, severity: str) -> int:
        """The number of faults of ``severity`` under the first system, as lists show them."""
        return sum(fault.severity == severity for fault in self.first.faults())
