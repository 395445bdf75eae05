"""An army under Easy Napoleonics, for the comparison and the organisation chart."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from armies.rules import easy_napoleonics
from armies.rules.easy_napoleonics import EasyUnit
from armies.rules.facts import Army, Unit
from armies.rules.reckoning import Fault, Reckoning
from armies.rules.tree import Place
from armies.sheets.compare_parts import Cell, Column, mark_of
from armies.sheets.wording import counted
from battles.rules.easy_napoleonics import tables


class EasyNapoleonics:
    """What Easy Napoleonics makes of the units."""

    key: ClassVar[str] = "easy_napoleonics"
    title: ClassVar[str] = "Easy Napoleonics"
    weight_word: ClassVar[str] = "cost"
    legend: ClassVar[str] = (
        "Under a unit: its cost in points; its grade with the D10 to reach (EN-COST-01, EN-MORALE-02)"[:0]
    )
    columns: ClassVar[tuple[Column, ...]] = (
        Column("Kind", "kind in Easy Napoleonics", words=True, wide=25.0),
        Column("Grade", "grade", words=True, wide=17.0),
        Column("Needs", "the D10 to reach", wide=11.0),
        Column("Stands", "stands of the unit", total="stands", wide=11.0),
        Column("Cost", "what the unit is charged", total="cost", wide=9.0),
        Column("VP", "victory points for its loss", total="worth", wide=8.0),
    )

    def __init__(self, army: Army) -> None:
        self.refused = ""
        try:
            self._options = easy_napoleonics.options(army.options.get(self.key, {}), army.house)
        except ValueError as error:
            self._options, self.refused = easy_napoleonics.Options(), f"{error} The defaults of the rules are used."
        self._army = army
        self._leaders = {(leader.name, leader.of) for leader in easy_napoleonics.leaders(army, self._options)}
        self._units: dict[str, EasyUnit] = {}

    @cached_property
    def faults(self) -> list[Fault]:
        """What the army breaks."""
        return easy_napoleonics.faults(self._army, self._options)

    @cached_property
    def whole(self) -> Reckoning | None:
        """The cost of the army with its leaders (EN-COST-01)."""
        return easy_napoleonics.army_cost(self._army, self._options)

    def unit(self, place: Place) -> EasyUnit:
        """The unit at ``place`` in Easy Napoleonics; worked out once."""
        found = self._units.get(place.element.id)
        if found is None:
            found = self._units[place.element.id] = easy_napoleonics.map_unit(place, self._options)
        return found

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """Kind, grade, needed, stands, cost, victory points."""
        unit = self.unit(place)
        own = dict(unit.overridden)
        armored = ", armored" if unit.armored else ""
        return (
            Cell(f"{tables.KIND_WORDS[unit.kind]}{armored}", mark=mark_of(own, None, "kind", "armored")),
            Cell(tables.GRADE_WORDS[unit.grade], mark=mark_of(own, None, "grade")),
            Cell(f"{unit.grade_needed}+", why=unit.reckoning, mark=mark_of(own, unit.reckoning, "nation_tag")),
            Cell(str(unit.stands), unit.stands),
            Cell(str(unit.cost.value), unit.cost.value, unit.cost, mark_of(own, unit.cost, "cost")),
            Cell(
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
