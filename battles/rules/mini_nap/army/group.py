"""The army group of Mini-Nap: an army's values, rows of its page, comparison, chart, sizes of a proposed force."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

from battles.engine.armies.facts import (
    ARTILLERY,
    Army,
    Brigade,
    Corps,
    Division,
    Element,
    Formation,
    Unit,
    counted,
    strength_words,
)
from battles.engine.armies.group import ArmyGroup, Organisation, Proposal
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
from battles.engine.armies.reckoning import Line, Reckoning
from battles.engine.armies.tree import Place, unit_at, units, walk
from battles.engine.sheets.cheat_pages import Wanted
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army import attachment, battle_force
from battles.rules.mini_nap.army import ratings as commander_ratings
from battles.rules.mini_nap.army.battle_force import roll, tables_of
from battles.rules.mini_nap.army.checks import faults, has_command_stand
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import HOUSE_SPECS, OPTION_SPECS, OVERRIDE_SPECS, Options
from battles.rules.mini_nap.army.options import options as read_options
from battles.rules.mini_nap.army.ratings import explain_stand_loss, radius, stand_can_be_lost, standing_rating
from battles.rules.mini_nap.army.roster import roster
from battles.rules.mini_nap.army.roster_columns import blank_roster, field_roster
from battles.rules.mini_nap.army.words import RATING_WORDS
from battles.rules.mini_nap.meta import KEY, META
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets import needs
from battles.rules.mini_nap.tables import COMMAND_FIGURES

COLUMNS: Final = (
    RowColumn("Type", "kind"),
    RowColumn("Men or guns", "strength"),
    RowColumn("Quality", "quality"),
    RowColumn("SP", "points"),
)


class MiniNapMapped(MappedUnits[MiniNapUnit]):
    """An army under Mini-Nap and one set of options."""

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

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


class MiniNapCompared(ComparedUnits[MiniNapUnit]):
    """An army as Mini-Nap reads it, beside its values under other systems."""

    key = KEY
    title = META.title
    weight_word = "strength points"
    legend = "Under a unit: SP, strength points; QR, the D6 roll it needs (MN-SP-01, MN-SP-03, MN-RATE-07)"
    columns = (
        ComparedColumn("Type", "type in Mini-Nap", words=True, wide=25.0),
        ComparedColumn("QR", "quality rating, the D6 roll needed", wide=9.0),
        ComparedColumn("SP", "strength points", total="strength", wide=9.0),
        ComparedColumn("Dice", "a battery's dice close, medium, long", wide=15.0),
        ComparedColumn("Forms", "how many formations it can take", wide=10.5),
    )

    convert = staticmethod(map_unit)
    check = staticmethod(faults)

    @property
    def whole(self) -> Reckoning | None:
        """None: commanders add no strength points."""
        return None

    def cells(self, place: Place) -> tuple[ComparedCell, ...]:
        """The unit's type, QR, SP, dice and number of formations."""
        unit = self.unit(place)
        own = dict(unit.overridden)
        dice = f"{unit.dice.close}, {unit.dice.medium}, {unit.dice.long}" if unit.dice else "–"
        return (
            ComparedCell(unit.kind.replace("_", " "), mark=mark_of(own, None, "type")),
            ComparedCell(f"{unit.quality_needed}+", why=_quality(unit), mark=mark_of(own, None, "quality")),
            ComparedCell(str(unit.points), unit.points, unit.strength, mark_of(own, unit.strength, "strength_points")),
            ComparedCell(dice, mark=mark_of(own, None, "gun_weight")),
            ComparedCell(str(len(unit.formations)), why=_forms(unit)),
        )

    def weight(self, place: Place) -> int:
        """Strength points (MN-SP)."""
        return self.unit(place).points

    def strength(self, place: Place) -> str:
        """``12 SP``."""
        return f"{self.unit(place).points} SP"

    def quality(self, place: Place) -> str:
        """``QR 4+``, with the weight of a battery."""
        unit = self.unit(place)
        weight = f"{unit.weight}, " if unit.weight and unit_at(place).type in ARTILLERY else ""
        return f"{weight}QR {unit.quality_needed}+"

    def total(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {sum(map(self.weight, places)):,} SP"

    def rating(self, place: Place) -> str:
        """``Good, 18 cm`` for a commander of a corps or division who has a rating."""
        formation = place.element
        if not isinstance(formation, Corps | Division):
            return ""
        rating = standing_rating(formation.throws, self.options)
        return f"{RATING_WORDS[rating]}, {radius(rating)} cm" if rating else ""

    def head(self) -> str:
        """Nothing: armies' commanders are not rated (MN-CMD)."""
        return ""


def _quality(unit: MiniNapUnit) -> Reckoning:
    """Why a unit has its QR; the unit's whole arithmetic if its owner overrode the rating."""
    if "quality" in unit.overridden:
        return unit.reckoning
    needed = f"{unit.quality_needed}+"
    line = Line(f"rating as recorded: {unit.quality_word}", needed, (tables.QUALITIES[unit.quality].rule,))
    return Reckoning(unit.quality_needed, f"Why QR {needed}?", (line,))


def _forms(unit: MiniNapUnit) -> Reckoning:
    """A unit's formations with move and charge in cm."""
    lines = tuple(Line(form.word, form.move, (form.rule, form.move_rule)) for form in unit.formations)
    return Reckoning(len(lines), f"Which formations can {unit.kind.replace('_', ' ')} take?", lines)


ORGANISATION: Final = Organisation(
    least_foot=tables.INFANTRY_BRIGADE.least,
    most_foot=tables.INFANTRY_BRIGADE.most,
    most_horse=tables.CAVALRY_BRIGADE.most,
    most_division_artillery=tables.DIVISION_ARTILLERY.most,
    most_units=tables.SIDE.most,
)


def _worth(nation: str, options: Options) -> Callable[[Unit], int]:
    """A function that returns the strength points of a unit."""
    return lambda unit: map_unit(Place(unit, (), nation), options).points


def _spent(nation: str, options: Options) -> int:
    """0: commanders have no strength points."""
    return 0


PROPOSAL: Final = Proposal(
    measure="strength_points", words="strength points", least=20, most=400, meets=True, worth=_worth, spent=_spent
)
"""A force comes as close to its strength points as its units allow."""


class MiniNapArmies(ArmyGroup):
    """Armies under Mini-Nap: strength points, organisation, commanders' ratings."""

    key = KEY
    title = META.title
    records = True
    builds = True
    option_specs = OPTION_SPECS
    house_specs = HOUSE_SPECS
    override_specs = OVERRIDE_SPECS
    option_example = ("max_corps_per_side", 2)
    override_example = ("strength_points", 4)
    corps_option = "max_corps_per_side"
    army_numbers = ("strength_points",)
    unit_numbers = ("strength_points", KEY)
    points_word = "SP"
    row_columns = COLUMNS
    stand_rules = ("MN-BASE-01", "MN-BASE-02", "MN-BASE-03")
    command_title = "Command stands"
    ratings = commander_ratings
    reserves = attachment
    proposal = PROPOSAL
    organisation = ORGANISATION
    field_roster = staticmethod(field_roster)

    options = staticmethod(read_options)
    mapped = MiniNapMapped
    compared = MiniNapCompared
    roll = staticmethod(roll)
    roster = staticmethod(roster)
    blank_roster = staticmethod(blank_roster)
    force = staticmethod(battle_force.force_of)
    setup = staticmethod(battle_force.setup_from_options)

    def battle_rules(self, rules: Rules, options: Options) -> Rules:
        return Rules(rules.options, tables_of(options))

    def wanted(self, army: Army, rules: Rules) -> Wanted:
        return needs.brought(self.force(army, rules), rules)


ARMY = MiniNapArmies()
