"""The systems of comparisons and charts, and the army as recorded."""

from collections.abc import Sequence
from typing import Final

from battles.engine import registry
from battles.engine.armies.facts import ARTILLERY, CAVALRY, INFANTRY, TYPE_WORDS, Army, Corps, Division, Unit, counted
from battles.engine.armies.mapped import ComparedArmy, ComparedCell, ComparedColumn
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.systems import built_titles, options_in_force
from battles.engine.armies.tree import Place, unit_at

FLAGS: Final = {"lancer": "lancers", "irregular": "irregular", "kgl": "KGL", "armoured": "armoured"}


class Recorded(ComparedArmy):
    """The army as recorded, without rules."""

    key = "recorded"
    title = "As recorded"
    weight_word = "men"
    legend = "Under a unit: its men, or guns; its quality"
    columns = (
        ComparedColumn("Type", "type of unit as recorded", words=True, wide=29.0),
        ComparedColumn("Men", "men as recorded, including gunners if they are known", total="men", wide=12.0),
        ComparedColumn("Guns", "guns, including howitzers", total="guns", wide=10.0),
        ComparedColumn("Quality", "quality as recorded", words=True, wide=17.0),
    )

    refused = ""

    @property
    def faults(self) -> Sequence[Fault]:
        """No faults, because there are no rules."""
        return ()

    @property
    def whole(self) -> Reckoning | None:
        """None, because only units count."""
        return None

    def cells(self, place: Place) -> tuple[ComparedCell, ...]:
        """Type, men, guns, quality."""
        unit = unit_at(place)
        return (
            ComparedCell(kind_words(unit)),
            ComparedCell(f"{unit.men:,}" if unit.men else "–", unit.men or 0),
            ComparedCell(f"{unit.guns:,}" if unit.guns else "–", unit.guns or 0),
            ComparedCell(unit.quality),
        )

    def weight(self, place: Place) -> int:
        """Men, including gunners if they are known."""
        return unit_at(place).men or 0

    def strength(self, place: Place) -> str:
        """``601 men``, ``8 guns``."""
        unit = unit_at(place)
        if unit.type in ARTILLERY:
            return counted(unit.guns, "gun") if unit.guns else "guns not stated"
        return counted(unit.men, "man", "men") if unit.men else "men not stated"

    def quality(self, place: Place) -> str:
        """The word as recorded."""
        return unit_at(place).quality

    def total(self, places: Sequence[Place]) -> str:
        """``4,300 foot · 610 horse · 16 guns``."""
        units = [unit_at(place) for place in places]
        foot = sum(unit.men or 0 for unit in units if unit.type in INFANTRY)
        horse = sum(unit.men or 0 for unit in units if unit.type in CAVALRY)
        guns = sum(unit.guns or 0 for unit in units if unit.type in ARTILLERY)
        words = (f"{foot:,} foot" * bool(foot), f"{horse:,} horse" * bool(horse), counted(guns, "gun") * bool(guns))
        return " · ".join(filter(None, words))

    def rating(self, place: Place) -> str:
        """The last rating that was rolled or set, as stored."""
        formation = place.element
        return formation.throws[-1].rating if isinstance(formation, Corps | Division) and formation.throws else ""

    def head(self) -> str:
        """Empty, because commanders of armies are not rated."""
        return ""


def kind_words(unit: Unit) -> str:
    """``heavy foot artillery``, ``light cavalry, lancers``."""
    weight = f"{unit.gun_weight} " if unit.gun_weight and unit.type in ARTILLERY else ""
    flags = [words for name, words in FLAGS.items() if getattr(unit, name)]
    return ", ".join([f"{weight}{TYPE_WORDS[unit.type]}", *flags])


def compared_titles() -> dict[str, str]:
    """The titles by key, in the order of their columns."""
    return {Recorded.key: Recorded.title, **built_titles()}


def compared(army: Army, system: str) -> ComparedArmy:
    """A numbered army under one of the compared systems."""
    if system == Recorded.key:
        return Recorded()
    options, refused = options_in_force(army, system)
    return registry.army(system).compared(army, options, refused)
