"""What the rule systems make of an army: one pass, used by pages, lists, exports and commands alike."""

from functools import cached_property

from armies.rules import easy_napoleonics, facts, mini_nap
from armies.rules.army_list import ArmyList
from armies.rules.house import house_in_force
from armies.rules.house_spec import HouseValue
from armies.rules.lists import OF_HISTORY
from armies.rules.opting import understood
from armies.rules.reckoning import Fault, Line, Reckoning
from armies.rules.tree import Place, Totals, number, totals, units, walk

SEVERITIES = ("error", "warning", "info")
"""Severities of a fault, the gravest first."""


class Assessment:
    """An army under every system; each part is worked out once, when first asked for.

    Elements that have no id yet (an import that is not kept) go by their place in the tree. The owner's
    overrides, the options and the club's house rules are in every number; those not understood here are passed over.
    """

    def __init__(self, army: facts.Army) -> None:
        self.army = number(army)
        chosen, _ = understood(army.options)
        self._chosen = chosen
        self._lists: dict[str, ArmyList] = {}
        self.mini_nap_options = mini_nap.options(chosen.get("mini_nap", {}), army.house)
        self.easy_options = easy_napoleonics.options(chosen.get("easy_napoleonics", {}), army.house)

    @cached_property
    def places(self) -> list[Place]:
        return list(walk(self.army))

    @cached_property
    def totals(self) -> Totals:
        return totals(self.army)

    @cached_property
    def mini_nap_units(self) -> dict[str, mini_nap.MiniNapUnit]:
        """By element id."""
        return {
            p.element.id: mini_nap.map_unit(p, self.mini_nap_options)
            for p in self.places
            if isinstance(p.element, facts.Unit)
        }

    @cached_property
    def easy_units(self) -> dict[str, easy_napoleonics.EasyUnit]:
        """By element id."""
        return {
            p.element.id: easy_napoleonics.map_unit(p, self.easy_options)
            for p in self.places
            if isinstance(p.element, facts.Unit)
        }

    @cached_property
    def strength_points(self) -> int:
        return sum(unit.points for unit in self.mini_nap_units.values())

    @cached_property
    def strength(self) -> Reckoning:
        """The army's strength points, a line for each formation or unit directly under it."""
        lines = [self._strength_line(element) for element in self.army.children]
        lines.append(Line("Together", f"{self.strength_points:,}", ("MN-SP-01", "MN-SP-03")))
        return Reckoning(self.strength_points, f"Why {self.strength_points:,} strength points?", tuple(lines))

    def _strength_line(self, element: facts.Element) -> Line:
        here = [self.mini_nap_units[unit.id] for unit in units(element)]
        own = sum("strength_points" in unit.overridden for unit in here)
        text = f"{element.name}, {len(here)} unit{'' if len(here) == 1 else 's'}"
        house = next((unit.strength.house for unit in here if unit.strength.house), "")
        points = f"{sum(unit.points for unit in here):,}"
        return Line(f"{text}, {own} overridden" if own else text, points, house=house, overridden=bool(own))

    @cached_property
    def cost(self) -> Reckoning:
        return easy_napoleonics.army_cost(self.army, self.easy_options)

    @cached_property
    def victory_points(self) -> Reckoning:
        return easy_napoleonics.army_victory_points(self.army, self.easy_options)

    def house_in_force(self, system: str) -> tuple[HouseValue, ...]:
        """The numbers of ``system`` that the club has otherwise, each beside the printed one."""
        return house_in_force(system, self.army.house)

    def faults(self, system: str) -> list[Fault]:
        """The faults under a system that the army is shown under."""
        if system in OF_HISTORY:
            return list(self.army_list(system).faults)
        return self.mini_nap_faults if system == "mini_nap" else self.easy_faults

    def army_list(self, system: str) -> ArmyList:
        """The army as a system of ``OF_HISTORY`` lists it."""
        if system not in self._lists:
            rules = OF_HISTORY[system]
            self._lists[system] = rules.army_list(
                self.army, rules.options(self._chosen.get(system, {}), self.army.house)
            )
        return self._lists[system]

    def listed_faults(self, system: str) -> list[tuple[Fault, str]]:
        """All faults under ``system``, the gravest first, each with the name of the element at fault."""
        names = {place.element.id: place.element.name for place in self.places}
        rows = [(fault, names.get(fault.element, "")) for fault in self.faults(system)]
        return sorted(rows, key=lambda row: SEVERITIES.index(row[0].severity))

    @cached_property
    def mini_nap_faults(self) -> list[Fault]:
        return mini_nap.faults(self.army, self.mini_nap_options)

    @cached_property
    def easy_faults(self) -> list[Fault]:
        return easy_napoleonics.faults(self.army, self.easy_options)

    def count(self, severity: str) -> int:
        """How many Mini-Nap faults of ``severity`` the army has; the lists show these."""
        return sum(fault.severity == severity for fault in self.mini_nap_faults)
