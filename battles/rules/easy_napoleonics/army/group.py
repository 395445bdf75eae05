"""The army group of Easy Napoleonics: an army's values, rows of its page, comparison, points of a proposed force."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

from battles.engine.armies.facts import Army, Unit, counted
from battles.engine.armies.group import ArmyGroup, Proposal
from battles.engine.armies.mapped import (
    ArmyTotal,
    CommandStands,
    ComparedCell,
    ComparedColumn,
    ComparedUnits,
    MappedUnits,
    RowCell,
    RowColumn,
    UnitRow,
    mark_of,
)
from battles.engine.armies.reckoning import Reckoning
from battles.engine.armies.tree import Place
from battles.engine.sheets.cheat_pages import Wanted
from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.army import battle_force
from battles.rules.easy_napoleonics.army import cards as random_cards
from battles.rules.easy_napoleonics.army.battle_force import roll, tables_of
from battles.rules.easy_napoleonics.army.catalogue import points_page, sample_army
from battles.rules.easy_napoleonics.army.checks import (
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    faults,
    leaders,
)
from battles.rules.easy_napoleonics.army.mapping import EasyUnit, map_unit
from battles.rules.easy_napoleonics.army.options import HOUSE_SPECS, OPTION_SPECS, OVERRIDE_SPECS, Options
from battles.rules.easy_napoleonics.army.options import options as read_options
from battles.rules.easy_napoleonics.army.roster import roster
from battles.rules.easy_napoleonics.army.roster_columns import blank_roster, field_roster
from battles.rules.easy_napoleonics.meta import KEY, META
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.sheets import needs
from battles.rules.easy_napoleonics.tables import LEADER_STANDS

COLUMNS: Final = (
    RowColumn("Kind", "kind"),
    RowColumn("Grade", "figure"),
    RowColumn("VP", "worth"),
    RowColumn("Cost", "points"),
)


class EasyMapped(MappedUnits[EasyUnit]):
    """An army under Easy Napoleonics and one set of options."""

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    def __init__(self, army: Army, options: Options) -> None:
        super().__init__(army, options)
        self._units = {place.element.id: unit for place, unit in easy_units(army, options)}

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


class EasyCompared(ComparedUnits[EasyUnit]):
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

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    @cached_property
    def whole(self) -> Reckoning | None:
        """The cost of the army with its leaders (EN-COST-01)."""
        return army_cost(self.army, self.options)

    @cached_property
    def _leaders(self) -> set[tuple[str, str]]:
        return {(leader.name, leader.of) for leader in leaders(self.army, self.options)}

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
        return self._leader(self.army.commander, self.army.name)

    def _leader(self, name: str, of: str) -> str:
        return "leader" if name and (name, of) in self._leaders else ""


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


class EasyArmies(ArmyGroup):
    """An army under Easy Napoleonics: points budget, victory points, leaders, random cards."""

    key = KEY
    title = META.title
    records = True
    builds = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS
    override_specs = OVERRIDE_SPECS
    army_numbers = ("cost", "victory_points")
    unit_numbers = (KEY, "cost", "victory_points")
    points_word = "points"
    row_columns = COLUMNS
    stand_rules = ("EN-UNIT-02",)
    command_title = "Leaders"
    cards = random_cards
    points_page = staticmethod(points_page)
    proposal = PROPOSAL
    sample_army = staticmethod(sample_army)
    field_roster = staticmethod(field_roster)

    options = staticmethod(read_options)
    mapped = EasyMapped
    compared = EasyCompared
    roll = staticmethod(roll)
    roster = staticmethod(roster)
    blank_roster = staticmethod(blank_roster)
    force = staticmethod(battle_force.full_force)
    setup = staticmethod(battle_force.battle_setup)

    def battle_rules(self, rules: Rules, options: Options) -> Rules:
        return Rules(rules.options, tables_of(options))

    def wanted(self, army: Army, rules: Rules) -> Wanted:
        return needs.brought(self.force(army, rules), rules)


ARMY = EasyArmies()
