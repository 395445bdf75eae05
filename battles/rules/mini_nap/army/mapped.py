"""An army under Mini-Nap: strength points, stands, faults, and its rows on the army page."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Formation, Unit
from battles.engine.armies.groups import unit_at
from battles.engine.armies.mapped import ArmyTotal, CommandStands, MappedArmy, RowCell, RowColumn, UnitRow
from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.engine.armies.tree import Place, units, walk
from battles.engine.armies.words import strength_words
from battles.rules.mini_nap.army.brigade_checks import has_command_stand
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import Options
from battles.rules.mini_nap.army.organisation import faults
from battles.rules.mini_nap.army.ratings import explain_stand_loss, stand_can_be_lost
from battles.rules.mini_nap.meta import KEY
from battles.rules.mini_nap.tables import COMMAND_FIGURES

COLUMNS: Final = (
    RowColumn("Type", "kind"),
    RowColumn("Men or guns", "strength"),
    RowColumn("Quality", "quality"),
    RowColumn("SP", "points"),
)


class MiniNapMapped(MappedArmy):
    """An army under Mini-Nap and one set of options."""

    def __init__(self, army: Army, options: Options) -> None:
        self.army = army
        self.options = options
        self._units: dict[str, MiniNapUnit] = {}

    def unit(self, place: Place) -> MiniNapUnit:
        """The unit at ``place``, mapped once."""
        mapped = self._units.get(place.element.id)
        if mapped is None:
            mapped = self._units[place.element.id] = map_unit(place, self.options)
        return mapped

    @cached_property
    def _faults(self) -> list[Fault]:
        return faults(self.army, self.options)

    def faults(self) -> list[Fault]:
        """Every fault of the army."""
        return self._faults

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.element.id: place for place in walk(self.army) if isinstance(place.element, Unit)}

    def totals(self) -> tuple[ArmyTotal, ...]:
        """The army's strength points, with a line for each formation or unit directly under the army."""
        return (ArmyTotal("sp", "strength_points", "Strength points", self._strength),)

    @cached_property
    def _strength(self) -> Reckoning:
        points = sum(map(self.points, self._places.values()))
        lines = [self._strength_line(element) for element in self.army.children]
        lines.append(Line("Together", f"{points:,}", ("MN-SP-01", "MN-SP-03")))
        return Reckoning(points, f"Why {points:,} strength points?", tuple(lines))

    def _strength_line(self, element: Element) -> Line:
        here = [self.unit(self._places[unit.id]) for unit in units(element)]
        own = sum("strength_points" in unit.overridden for unit in here)
        text = f"{element.name}, {len(here)} unit{'' if len(here) == 1 else 's'}"
        house = next((unit.strength.house for unit in here if unit.strength.house), "")
        points = f"{sum(unit.points for unit in here):,}"
        return Line(f"{text}, {own} overridden" if own else text, points, house=house, overridden=bool(own))

    def points(self, place: Place) -> int:
        """The unit's strength points."""
        return self.unit(place).points

    def stands(self, place: Place) -> int:
        """The number of stands of the unit (MN-BASE-01, MN-BASE-02, MN-BASE-03)."""
        return self.unit(place).stands

    def command_stands(self) -> tuple[CommandStands, ...]:
        """How many command stands the army needs, by level (MN-ORG-16)."""
        counts = {"corps": 0, "division": 0, "brigade": 0}
        for place in walk(self.army):
            element = place.element
            counts["corps"] += isinstance(element, Corps)
            counts["division"] += isinstance(element, Division)
            counts["brigade"] += isinstance(element, Brigade) and has_command_stand(element)
        return tuple(
            CommandStands(level, counts[level], figures, ("MN-ORG-16", rule))
            for level, (rule, figures) in sorted(COMMAND_FIGURES.items(), key=lambda item: -item[1][1])
            if counts[level]
        )

    def row(self, place: Place) -> UnitRow:
        """The unit's row: type, recorded strength, quality, strength points."""
        unit = self.unit(place)
        weight = f", {unit.weight}" if unit.weight else ""
        return UnitRow(
            cells=(
                RowCell(f"{unit.type_word}{weight}"),
                RowCell(),
                RowCell(unit.quality_word, f"QR {unit.quality_needed}"),
                RowCell(why=unit.strength, id="s"),
            ),
            summary=f"{strength_words(unit_at(place))}, {unit.quality_word.lower()}",
            overridden=unit.overridden,
        )

    def numbers(self, place: Place) -> Mapping[str, Reckoning]:
        """Arithmetic of the unit's strength points, and of the whole unit."""
        unit = self.unit(place)
        return {"strength_points": unit.strength, KEY: unit.reckoning}

    def described(self, place: Place) -> tuple[RowCell, ...]:
        """The unit in words: quality and type, then strength points."""
        unit = self.unit(place)
        words = f"{unit.points:,} strength points"
        return RowCell(f"{unit.quality_word} {unit.type_word}"), RowCell(words, why=unit.reckoning, id="as-mini")

    def reckonings(self, place: Place) -> tuple[Reckoning, ...]:
        """The unit's arithmetic, strength points included."""
        return (self.unit(place).reckoning,)

    def stand_loss(self, formation: Formation, units: int) -> Reckoning | None:
        """When the command stand of a division or brigade with units is lost (MN-CMD-45, MN-CMD-46); else None."""
        return explain_stand_loss(units, self.options) if units and stand_can_be_lost(formation) else None
