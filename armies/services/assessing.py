"""What the rule systems make of an army: one pass, used by pages, lists, exports and commands alike."""

from functools import cached_property

from armies.rules import easy_napoleonics, facts, mini_nap
from armies.rules.reckoning import Fault, Line, Reckoning
from armies.rules.tree import Place, Totals, number, totals, units, walk


class Assessment:
    """An army under both systems; each part is worked out once, when first asked for.

    Elements that have no id yet (an import that is not kept) go by their place in the tree.
    """

    def __init__(self, army: facts.Army) -> None:
        self.army = number(army)
        self.mini_nap_options = mini_nap.options(army.options.get("mini_nap", {}))
        self.easy_options = easy_napoleonics.options(army.options.get("easy_napoleonics", {}))

    @cached_property
    def places(self) -> list[Place]:
        return list(walk(self.army))

    @cached_property
    def totals(self) -> Totals:
        return totals(self.army)

    @cached_property
    def mini_nap_units(self) -> dict[str, mini_nap.MiniNapUnit]:
        """By element id."""
        return {p.element.id: mini_nap.map_unit(p) for p in self.places if isinstance(p.element, facts.Unit)}

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
        points = [self.mini_nap_units[unit.id].points for unit in units(element)]
        return Line(f"{element.name}, {len(points)} unit{'' if len(points) == 1 else 's'}", f"{sum(points):,}")

    @cached_property
    def cost(self) -> Reckoning:
        return easy_napoleonics.army_cost(self.army, self.easy_options)

    @cached_property
    def victory_points(self) -> Reckoning:
        return easy_napoleonics.army_victory_points(self.army, self.easy_options)

    def faults(self, system: str) -> list[Fault]:
        """The faults under ``mini_nap`` or ``easy_napoleonics``."""
        return self.mini_nap_faults if system == "mini_nap" else self.easy_faults

    @cached_property
    def mini_nap_faults(self) -> list[Fault]:
        return mini_nap.faults(self.army, self.mini_nap_options)

    @cached_property
    def easy_faults(self) -> list[Fault]:
        return easy_napoleonics.faults(self.army, self.easy_options)

    def count(self, severity: str) -> int:
        """How many Mini-Nap faults of ``severity`` the army has; the lists show these."""
        return sum(fault.severity == severity for fault in self.mini_nap_faults)
