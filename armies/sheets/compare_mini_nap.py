"""An army under Mini-Nap, for the comparison and the organisation chart."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from armies.rules import mini_nap
from armies.rules.facts import ARTILLERY, Army, Corps, Division
from armies.rules.mini_nap import RATING_WORDS, MiniNapUnit
from armies.rules.reckoning import Fault, Line, Reckoning
from armies.rules.tree import Place
from armies.sheets.compare_parts import Cell, Column, mark_of, unit_of
from armies.sheets.wording import counted
from battles.rules.mini_nap import tables


class MiniNap:
    """What Mini-Nap makes of the units."""

    key: ClassVar[str] = "mini_nap"
    title: ClassVar[str] = "Mini-Nap"
    weight_word: ClassVar[str] = "strength points"
    legend: ClassVar[str] = "Under a unit: SP, strength points; QR, the D6 to reach (MN-SP-01, 03, MN-RATE-01 to 05)"
    columns: ClassVar[tuple[Column, ...]] = (
        Column("Type", "type in Mini-Nap", words=True, wide=25.0),
        Column("QR", "quality rating, the D6 to reach", wide=9.0),
        Column("SP", "strength points", total="strength", wide=9.0),
        Column("Dice", "a battery's dice close, medium, long", wide=15.0),
        Column("Forms", "how many formations it can take", wide=10.5),
    )

    def __init__(self, army: Army) -> None:
        self.refused = ""
        try:
            self._options = mini_nap.options(army.options.get(self.key, {}), army.house)
        except ValueError as error:
            self._options, self.refused = mini_nap.Options(), f"{error} The defaults of the rules are used."
        self._army = army
        self.whole: Reckoning | None = None
        self._units: dict[str, MiniNapUnit] = {}

    @cached_property
    def faults(self) -> list[Fault]:
        """What the army breaks (section 6 of the rulebook)."""
        return mini_nap.faults(self._army, self._options)

    def unit(self, place: Place) -> MiniNapUnit:
        """The unit at ``place`` in Mini-Nap; worked out once."""
        found = self._units.get(place.element.id)
        if found is None:
            found = self._units[place.element.id] = mini_nap.map_unit(place, self._options)
        return found

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """Type, QR, SP, dice, formations."""
        unit = self.unit(place)
        own = dict(unit.overridden)
        dice = f"{unit.dice.close}, {unit.dice.medium}, {unit.dice.long}" if unit.dice else "–"
        return (
            Cell(unit.kind.replace("_", " "), mark=mark_of(own, None, "type")),
            Cell(f"{unit.quality_needed}+", why=_quality(unit), mark=mark_of(own, None, "quality")),
            Cell(str(unit.points), unit.points, unit.strength, mark_of(own, unit.strength, "strength_points")),
            Cell(dice, mark=mark_of(own, None, "gun_weight")),
            Cell(str(len(unit.formations)), why=_forms(unit)),
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
        weight = f"{unit.weight}, " if unit.weight and unit_of(place).type in ARTILLERY else ""
        return f"{weight}QR {unit.quality_needed}+"

    def total(self, places: Sequence[Place]) -> str:
        """``41 units · 208 SP``."""
        return f"{counted(len(places), 'unit')} · {sum(map(self.weight, places)):,} SP"

    def rating(self, place: Place) -> str:
        """``Good, 18 cm`` for a commander of a corps or division who has a rating."""
        formation = place.element
        if not isinstance(formation, Corps | Division):
            return ""
        rating = mini_nap.standing_rating(formation.throws, self._options)
        return f"{RATING_WORDS[rating]}, {mini_nap.radius(rating)} cm" if rating else ""

    def head(self) -> str:
        """Nothing: armies' commanders are not rated (MN-CMD)."""
        return ""


def _quality(unit: MiniNapUnit) -> Reckoning:
    """Why a unit has its QR; with all that the unit is where its owner laid it down."""
    if "quality" in unit.overridden:
        return unit.reckoning
    needed = f"{unit.quality_needed}+"
    line = Line(f"rating as recorded: {unit.quality_word}", needed, (tables.QUALITIES[unit.quality].rule,))
    return Reckoning(unit.quality_needed, f"Why QR {needed}?", (line,))


def _forms(unit: MiniNapUnit) -> Reckoning:
    """Its formations with move and charge in cm."""
    lines = tuple(Line(form.word, form.move, (form.rule, form.move_rule)) for form in unit.formations)
    return Reckoning(len(lines), f"Which formations can {unit.kind.replace('_', ' ')} take?", lines)
