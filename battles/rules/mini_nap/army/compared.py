"""Mini-Nap values of an army for the comparison and the organisation chart."""

from collections.abc import Sequence
from functools import cached_property

from battles.engine.armies.facts import ARTILLERY, Army, Corps, Division
from battles.engine.armies.groups import unit_at
from battles.engine.armies.mapped import ComparedArmy, ComparedCell, ComparedColumn, mark_of
from battles.engine.armies.reckoning import Fault, Line, Reckoning
from battles.engine.armies.tree import Place
from battles.engine.armies.words import counted
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.mapping import MiniNapUnit, map_unit
from battles.rules.mini_nap.army.options import Options
from battles.rules.mini_nap.army.organisation import faults
from battles.rules.mini_nap.army.ratings import radius, standing_rating
from battles.rules.mini_nap.army.words import RATING_WORDS
from battles.rules.mini_nap.meta import KEY, META


class MiniNapCompared(ComparedArmy):
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

    def __init__(self, army: Army, options: Options, refused: str = "") -> None:
        self.refused = refused
        self._options = options
        self._army = army
        self._units: dict[str, MiniNapUnit] = {}

    @cached_property
    def faults(self) -> list[Fault]:
        """Every fault of the army (section 6 of the rulebook)."""
        return faults(self._army, self._options)

    @property
    def whole(self) -> Reckoning | None:
        """None: commanders add no strength points."""
        return None

    def unit(self, place: Place) -> MiniNapUnit:
        """The unit at ``place`` in Mini-Nap; computed once."""
        mapped = self._units.get(place.element.id)
        if mapped is None:
            mapped = self._units[place.element.id] = map_unit(place, self._options)
        return mapped

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
        rating = standing_rating(formation.throws, self._options)
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
