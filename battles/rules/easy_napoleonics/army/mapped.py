"""An army in Easy Napoleonics: cost, victory points, leaders, and rows of the army's page."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from battles.engine.armies.facts import Army
from battles.engine.armies.mapped import ArmyTotal, CommandStands, MappedArmy, RowCell, RowColumn, UnitRow
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.tree import Place
from battles.rules.easy_napoleonics.army.checks import faults
from battles.rules.easy_napoleonics.army.cost import army_cost, army_victory_points, budget, easy_units, leaders
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, map_unit
from battles.rules.easy_napoleonics.army.options import Options
from battles.rules.easy_napoleonics.meta import KEY
from battles.rules.easy_napoleonics.tables import LEADER_STANDS

COLUMNS: Final = (
    RowColumn("Kind", "kind"),
    RowColumn("Grade", "figure"),
    RowColumn("VP", "worth"),
    RowColumn("Cost", "points"),
)


class EasyMapped(MappedArmy):
    """An army under Easy Napoleonics and one set of options."""

    def __init__(self, army: Army, options: Options) -> None:
        self.army = army
        self.options = options

    @cached_property
    def _units(self) -> dict[str, EasyUnit]:
        return {place.element.id: unit for place, unit in easy_units(self.army, self.options)}

    def unit(self, place: Place) -> EasyUnit:
        """The unit at ``place``; cached for units of the army."""
        return self._units.get(place.element.id) or map_unit(place, self.options)

    @cached_property
    def _faults(self) -> list[Fault]:
        return faults(self.army, self.options)

    def faults(self) -> list[Fault]:
        """Check results of the army, those of the whole army first."""
        return self._faults

    def totals(self) -> tuple[ArmyTotal, ...]:
        """Cost and victory points, leaders included."""
        return (
            ArmyTotal("cost", "cost", "Cost", self._cost),
            ArmyTotal("vp", "victory_points", "Victory points", self._worth),
        )

    @cached_property
    def _cost(self) -> Reckoning:
        return army_cost(self.army, self.options)

    @cached_property
    def _worth(self) -> Reckoning:
        return army_victory_points(self.army, self.options)

    def budget(self) -> Reckoning | None:
        """Points left of the budget of a basic army (EN-COST-04)."""
        return budget(self.army, self.options)

    def points(self, place: Place) -> int:
        """Points of cost (EN-COST-01)."""
        return self.unit(place).cost.value

    def worth(self, place: Place) -> int:
        """Victory points (EN-VP-05)."""
        return self.unit(place).victory_points.value

    def stands(self, place: Place) -> int:
        """Stands of the unit (EN-UNIT-02)."""
        return self.unit(place).stands

    def command_stands(self) -> tuple[CommandStands, ...]:
        """The stands of its leaders (EN-UNIT-02)."""
        count = len(leaders(self.army, self.options))
        return (CommandStands("leader", count * LEADER_STANDS, None, ("EN-UNIT-02",)),) if count else ()

    def row(self, place: Place) -> UnitRow:
        """The unit's row: kind with stands, grade, victory points, cost."""
        unit = self.unit(place)
        stands = f"{unit.stands} stand{'' if unit.stands == 1 else 's'}"
        grade, kind = unit.grade.replace("_", " "), unit.kind.replace("_", " ")
        armored = ", armored" if unit.armored else ""
        return UnitRow(
            cells=(
                RowCell(f"{kind}{armored}, {stands}"),
                RowCell(grade, f"{unit.grade_needed}+", why=unit.reckoning, id="g"),
                RowCell(why=unit.victory_points, id="v"),
                RowCell(why=unit.cost, id="c"),
            ),
            summary=f"{grade} {unit.grade_needed}+, {stands}, {unit.victory_points.value} VP",
            overridden=unit.overridden,
        )

    def numbers(self, place: Place) -> Mapping[str, Reckoning]:
        """The arithmetic of the unit's mapping, cost and victory points, by name."""
        unit = self.unit(place)
        return {KEY: unit.reckoning, "cost": unit.cost, "victory_points": unit.victory_points}

    def described(self, place: Place) -> tuple[RowCell, ...]:
        """Grade and kind; cost."""
        unit = self.unit(place)
        cost = f"{unit.cost.value:,} points"
        return RowCell(unit.words, why=unit.reckoning, id="as-easy"), RowCell(cost, why=unit.cost, id="as-cost")

    def reckonings(self, place: Place) -> tuple[Reckoning, ...]:
        """The arithmetic of the unit's mapping, cost and victory points."""
        unit = self.unit(place)
        return unit.reckoning, unit.cost, unit.victory_points
