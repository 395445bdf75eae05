"""An army's values under Easy Napoleonics, for the comparison and the organisation chart."""

from collections.abc import Sequence
from functools import cached_property

from battles.engine.armies.facts import Army, Unit
from battles.engine.armies.mapped import ComparedArmy, ComparedCell, ComparedColumn, mark_of
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.tree import Place
from battles.engine.armies.words import counted
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army.checks import faults
from battles.rules.easy_napoleonics.army.cost import army_cost, leaders
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, map_unit
from battles.rules.easy_napoleonics.army.options import Options
from battles.rules.easy_napoleonics.meta import KEY, META


class EasyCompared(ComparedArmy):
    """An army in the columns of Easy Napoleonics."""

    key = KEY
    title = META.title
    weight_word = "cost"
    legend = ""
    columns = (
        ComparedColumn("Kind", "kind in Easy Napoleonics", words=True, wide=25.0),
        ComparedColumn("Grade", "grade", words=True, wide=17.0),
        ComparedColumn("Needs", "needed roll on a D10", wide=11.0),
        ComparedColumn("Stands", "number of stands", total="stands", wide=11.0),
        ComparedColumn("Cost", "points that the unit costs", total="cost", wide=9.0),
        ComparedColumn("VP", "victory points for the enemy if the unit is lost", total="worth", wide=8.0),
    )

    def __init__(self, army: Army, options: Options, refused: str = "") -> None:
        self.refused = refused
        self._options = options
        self._army = army
        self._leaders = {(leader.name, leader.of) for leader in leaders(army, options)}
        self._units: dict[str, EasyUnit] = {}

    @cached_property
    def faults(self) -> list[Fault]:
        """Check results of the army."""
        return faults(self._army, self._options)

    @cached_property
    def whole(self) -> Reckoning | None:
        """The cost of the army with its leaders (EN-COST-01)."""
        return army_cost(self._army, self._options)

    def unit(self, place: Place) -> EasyUnit:
        """The unit at ``place`` in Easy Napoleonics; cached."""
        unit = self._units.get(place.element.id)
        if unit is None:
            unit = self._units[place.element.id] = map_unit(place, self._options)
        return unit

    def cells(self, place: Place) -> tuple[ComparedCell, ...]:
        """Kind, grade, needed roll, stands, cost, victory points."""
        unit = self.unit(place)
        own = dict(unit.overridden)
        armored = ", armored" if unit.armored else ""
        return (
            ComparedCell(f"{tables.KIND_WORDS[unit.kind]}{armored}", mark=mark_of(own, None, "kind", "armored")),
            ComparedCell(tables.GRADE_WORDS[unit.grade], mark=mark_of(own, None, "grade")),
            ComparedCell(f"{unit.grade_needed}+", why=unit.reckoning, mark=mark_of(own, unit.reckoning, "nation_tag")),
            ComparedCell(str(unit.stands), unit.stands),
            ComparedCell(str(unit.cost.value), unit.cost.value, unit.cost, mark_of(own, unit.cost, "cost")),
            ComparedCell(
                str(unit.victory_points.value),
                unit.victory_points.value,
                unit.victory_points,
                mark_of(own, unit.victory_points, "victory_points"),
            ),
        )

    def weight(self, place: Place) -> int:
        """Points of cost (EN-COST-01)."""
        return self.unit(place).cost.value

    def strength(self, place: Place) -> str:
        """``4 points``."""
        return counted(self.unit(place).cost.value, "point")

    def quality(self, place: Place) -> str:
        """``veteran 5+``."""
        unit = self.unit(place)
        return f"{tables.GRADE_WORDS[unit.grade]} {unit.grade_needed}+"

    def total(self, places: Sequence[Place]) -> str:
        """``6 units · cost 48 · 12 VP``."""
        worth = sum(self.unit(place).victory_points.value for place in places)
        return f"{counted(len(places), 'unit')} · cost {sum(map(self.weight, places)):,} · {worth:,} VP"

    def rating(self, place: Place) -> str:
        """``leader`` for the commanders who are the army's leaders (EN-RULING-97)."""
        formation = place.element
        if isinstance(formation, Unit):
            return ""
        return self._leader(formation.commander, formation.name)

    def head(self) -> str:
        """``leader`` where the army's commander is one (EN-RULING-97)."""
        return self._leader(self._army.commander, self._army.name)

    def _leader(self, name: str, of: str) -> str:
        return "leader" if name and (name, of) in self._leaders else ""
