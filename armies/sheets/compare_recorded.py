"""An army as it is recorded: men, guns, quality. No rules."""

from collections.abc import Sequence
from typing import ClassVar, Final

from armies.rules.facts import ARTILLERY, CAVALRY, INFANTRY, Army, Corps, Division, Unit
from armies.rules.mini_nap import TYPE_WORDS
from armies.rules.reckoning import Fault, Reckoning
from armies.rules.tree import Place
from armies.sheets.compare_parts import Cell, Column, unit_of
from armies.sheets.wording import counted

FLAGS: Final = {"lancer": "lancers", "irregular": "irregular", "kgl": "KGL", "armoured": "armoured"}


class Recorded:
    """What history says of the units."""

    key: ClassVar[str] = "recorded"
    title: ClassVar[str] = "As recorded"
    weight_word: ClassVar[str] = "men"
    legend: ClassVar[str] = "Under a unit: its men, or guns; its quality"
    columns: ClassVar[tuple[Column, ...]] = (
        Column("Type", "type of unit as recorded", words=True, wide=29.0),
        Column("Men", "men as recorded; gunners where they are known", total="men", wide=12.0),
        Column("Guns", "guns, howitzers included", total="guns", wide=10.0),
        Column("Quality", "quality as recorded", words=True, wide=17.0),
    )

    def __init__(self, army: Army) -> None:
        self.refused = ""
        self.faults: list[Fault] = []
        self.whole: Reckoning | None = None

    def cells(self, place: Place) -> tuple[Cell, ...]:
        """Type, men, guns, quality."""
        unit = unit_of(place)
        return (
            Cell(kind_words(unit)),
            Cell(f"{unit.men:,}" if unit.men else "–", unit.men or 0),
            Cell(f"{unit.guns:,}" if unit.guns else "–", unit.guns or 0),
            Cell(unit.quality),
        )

    def weight(self, place: Place) -> int:
        """Men, gunners where they are known."""
        return unit_of(place).men or 0

    def strength(self, place: Place) -> str:
        """``601 men``, ``8 guns``."""
        unit = unit_of(place)
        if unit.type in ARTILLERY:
            return counted(unit.guns, "gun") if unit.guns else "guns not said"
        return counted(unit.men, "man", "men") if unit.men else "men not said"

    def quality(self, place: Place) -> str:
        """The word as recorded."""
        return unit_of(place).quality

    def total(self, places: Sequence[Place]) -> str:
        """``4,300 foot · 610 horse · 16 guns``."""
        units = [unit_of(place) for place in places]
        foot = sum(unit.men or 0 for unit in units if unit.type in INFANTRY)
        horse = sum(unit.men or 0 for unit in units if unit.type in CAVALRY)
        guns = sum(unit.guns or 0 for unit in units if unit.type in ARTILLERY)
        words = (f"{foot:,} foot" * bool(foot), f"{horse:,} horse" * bool(horse), counted(guns, "gun") * bool(guns))
        return " · ".join(filter(None, words))

    def rating(self, place: Place) -> str:
        """The rating that was thrown or given last, as it is kept."""
        formation = place.element
        return formation.throws[-1].rating if isinstance(formation, Corps | Division) and formation.throws else ""

    def head(self) -> str:
        """Nothing: armies' commanders are not rated."""
        return ""


def kind_words(unit: Unit) -> str:
    """``heavy foot artillery``, ``light cavalry, lancers``."""
    weight = f"{unit.gun_weight} " if unit.gun_weight and unit.type in ARTILLERY else ""
    flags = [words for name, words in FLAGS.items() if getattr(unit, name)]
    return ", ".join([f"{weight}{TYPE_WORDS[unit.type]}", *flags])
