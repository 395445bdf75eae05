"""The facts of questions for odds, and what cannot be: a sentence for the user with the path of the part at fault."""

from typing import Any, Final, Literal

from msgspec import Struct, field

from battles.engine.asking import OddsError
from battles.rules.mini_nap.combat_odds import Plan
from battles.rules.mini_nap.kinds import SQUARES
from battles.rules.mini_nap.sets import RoundKind
from battles.rules.mini_nap.tables import (
    FORMATIONS,
    Band,
    ExtendingType,
    Formation,
    GunWeight,
    Level,
    NationWord,
    Quality,
    UnitClass,
)

MOST_POINTS: Final = 100
"""Strength points that a question may be about."""
MOST_HALVINGS: Final = 5
"""Features that one unit may defend against another."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every question takes: the options of the battle."""

    options: dict[str, Any] = field(default_factory=dict)


class Target(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom a shot is at; with its points what it has left is told."""

    formation: Formation
    rating: Quality = "veteran"
    points: int | None = None


class FireFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shot (MN-FIRE-42). ``screened`` is fire through unformed enemies, ``covered`` a target in cover."""

    unit_class: UnitClass
    rating: Quality
    target: Target
    formation: Formation | None = None
    nation: NationWord = "other"
    kgl: bool = False
    weight: GunWeight | None = None
    band: Band | None = None
    screened: bool = False
    covered: bool = False


class Unit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit in combat. ``charging`` is what counts as that on impact (MN-RULING-35)."""

    side: Literal["a", "b"]
    unit_class: UnitClass
    rating: Quality
    formation: Formation
    points: int
    lancer: bool = False
    charging: bool = False
    plan: Plan = "first"


class Touch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit against an enemy, both by their places among the units; ``halvings`` are features of the enemy's."""

    unit: int
    enemy: int
    outflanking: bool = False
    halvings: int = 0


class CombatFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of units in contact: all of side a with all of side b where no contacts are given."""

    units: tuple[Unit, ...]
    contacts: tuple[Touch, ...] = ()
    start: RoundKind = "impact"


class QualityFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A quality test, after the test of a cautious unit where it is one."""

    rating: Quality
    bonus: int = 0
    cautious: bool = False


class ExtendFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A charge that falls short of its target by so many cm."""

    type: ExtendingType
    rating: Quality
    shortfall: float
    cautious: bool = False


class Foot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Infantry that is charged."""

    rating: Quality
    formation: Literal["line", "column"]
    points: int
    nation: NationWord = "other"
    kgl: bool = False


class Horse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cavalry that charges. ``outflanking`` is against infantry that forms no square."""

    rating: Quality
    points: int
    formation: Literal["line", "column", "skirmish_line"] = "line"
    lancer: bool = False
    outflanking: bool = False


class SquareFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cavalry that charged formed infantry from over 12 cm; ``feints`` is whether it tries to."""

    infantry: Foot
    cavalry: Horse
    feints: bool = True


class InitiativeFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first initiative of a Turn, or the next one after that of ``holder``."""

    throw: Literal["first", "next"] = "next"
    holder: Literal["a", "b"] = "a"


class RatingFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commander whose Corps that nation commands."""

    level: Level
    nation: NationWord


# What cannot be

_OPEN: Final[dict[UnitClass, frozenset[Formation]]] = {
    "infantry": frozenset({"line", "column", "solid_square", "emergency_square", "skirmish_line"}),
    "cavalry": frozenset({"line", "column", "skirmish_line"}),
    "artillery": frozenset({"battery"}),
}
"""MN-FORM-01 to 06."""


def refuse_formation(unit_class: UnitClass, formation: Formation, path: str) -> None:
    """Raise for a formation that no unit of the class can form."""
    if formation not in _OPEN[unit_class]:
        word = FORMATIONS[formation].word
        raise OddsError(f"No {unit_class} stands in {word} (MN-FORM-01 to 06).", path)


def refuse_points(points: int, path: str) -> None:
    """Raise for strength points that no unit in play has."""
    if not 1 <= points <= MOST_POINTS:
        raise OddsError(f"A unit in play has 1 to {MOST_POINTS} strength points here, not {points}.", path)


def refuse_legion(nation: NationWord, kgl: bool, path: str) -> None:
    """Raise for a King's German Legion of another army than the British."""
    if kgl and nation != "british":
        raise OddsError(f"The King's German Legion is british, not {nation} (MN-TYPE-11).", path)


def refuse_square(facts: SquareFacts) -> None:
    """Raise for a charge at infantry that cannot be, but for what cavalry may charge it."""
    refuse_points(facts.infantry.points, "infantry.points")
    refuse_points(facts.cavalry.points, "cavalry.points")
    refuse_legion(facts.infantry.nation, facts.infantry.kgl, "infantry.kgl")


def refuse_shot(facts: FireFacts) -> None:
    """Raise for a shot that cannot be, but for its number of dice."""
    refuse_legion(facts.nation, facts.kgl, "kgl")
    if facts.unit_class == "cavalry":
        raise OddsError("Cavalry never fires (MN-WEAPON-02).", "unit_class")
    if facts.unit_class == "artillery":
        if facts.weight is None or facts.band is None:
            missing = "weight" if facts.weight is None else "band"
            raise OddsError("A battery fires by its weight and its range band (MN-FIRE-34 to 36).", missing)
    elif facts.weight is not None or facts.band is not None:
        raise OddsError(
            "Small arms have no weight and no range band (MN-FIRE-13).", "weight" if facts.weight else "band"
        )
    elif facts.formation is None:
        raise OddsError("formation must be stated: infantry fires by its formation (MN-FIRE-30 to 33).")
    if facts.formation is not None:
        refuse_formation(facts.unit_class, facts.formation, "formation")
    if facts.screened and facts.band in (None, "close"):
        raise OddsError(
            "Small arms, and guns at close range, never fire through unformed enemies (MN-FIRE-23).", "screened"
        )
    if facts.screened and facts.band == "medium" and not FORMATIONS[facts.target.formation].formed:
        raise OddsError(
            "At medium range an unformed target behind unformed enemies is not eligible (MN-FIRE-24).", "screened"
        )
    if facts.target.points is not None:
        refuse_points(facts.target.points, "target.points")


def refuse_combat(facts: CombatFacts) -> None:
    """Raise for units and contacts that cannot be."""
    for place, unit in enumerate(facts.units):
        path = f"units[{place}]"
        refuse_points(unit.points, f"{path}.points")
        refuse_formation(unit.unit_class, unit.formation, f"{path}.formation")
        if unit.lancer and unit.unit_class != "cavalry":
            raise OddsError("Only cavalry carries lances (MN-TYPE-09).", f"{path}.lancer")
        if unit.charging and (unit.unit_class == "artillery" or unit.formation in SQUARES):
            raise OddsError("Neither guns nor squares charge (MN-CHARGE-12).", f"{path}.charging")
    if {unit.side for unit in facts.units} != {"a", "b"}:
        raise OddsError("A combat has units of side a and of side b.", "units")
    _refuse_contacts(facts)


def _refuse_contacts(facts: CombatFacts) -> None:
    seen = set()
    for place, touch in enumerate(facts.contacts):
        path = f"contacts[{place}]"
        for name, number in (("unit", touch.unit), ("enemy", touch.enemy)):
            if not 0 <= number < len(facts.units):
                most = len(facts.units) - 1
                raise OddsError(f"There is no unit {number}; they are numbered from 0 to {most}.", f"{path}.{name}")
        if facts.units[touch.unit].side == facts.units[touch.enemy].side:
            raise OddsError("Both are of the same side.", path)
        if not 0 <= touch.halvings <= MOST_HALVINGS:
            raise OddsError(f"halvings is 0 to {MOST_HALVINGS}, not {touch.halvings} (MN-HTH-15).", f"{path}.halvings")
        if (touch.unit, touch.enemy) in seen:
            raise OddsError("That unit against that enemy is given twice.", path)
        seen.add((touch.unit, touch.enemy))
    if facts.contacts:
        alone = set(range(len(facts.units))) - {number for pair in seen for number in pair}
        if alone:
            raise OddsError(f"Unit {min(alone)} is in contact with nobody (MN-HTH-10).", "contacts")
        apart = set(range(len(facts.units))) - _linked(seen)
        if apart:
            why = f"Unit {min(apart)} is in another combat than unit 0; each is asked about by itself (MN-HTH-10)."
            raise OddsError(why, "contacts")


def _linked(pairs: set[tuple[int, int]]) -> set[int]:
    """The units that contacts link to unit 0."""
    found = {0}
    while more := {number for pair in pairs if found & set(pair) for number in pair} - found:
        found |= more
    return found
