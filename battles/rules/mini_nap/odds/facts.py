"""Facts of odds questions, and refusals of impossible facts with the path of the wrong part."""

from typing import Any, Final, Literal

from msgspec import Struct, field

from battles.engine.forecast import OddsError
from battles.rules.mini_nap.combat.combatants import Plan, RoundKind
from battles.rules.mini_nap.state import SQUARES
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
"""Most strength points of a unit in a question."""
MOST_HALVINGS: Final = 5
"""Most features that one unit may defend against another."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts common to all questions: the options of the battle."""

    options: dict[str, Any] = field(default_factory=dict)


class Target(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The target of a shot. If ``points`` are stated, the answer has the points left."""

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
    """A unit in combat. ``charging``: it counts as charging on impact (MN-RULING-35)."""

    side: Literal["a", "b"]
    unit_class: UnitClass
    rating: Quality
    formation: Formation
    points: int
    lancer: bool = False
    charging: bool = False
    plan: Plan = "first"


class Touch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit in contact with an enemy, by their indexes; ``halvings`` counts features the enemy defends."""

    unit: int
    enemy: int
    outflanking: bool = False
    halvings: int = 0


class CombatFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of units in contact; without ``contacts``, all of side a touch all of side b."""

    units: tuple[Unit, ...]
    contacts: tuple[Touch, ...] = ()
    start: RoundKind = "impact"


class QualityFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A quality test; a cautious unit tests for caution first."""

    rating: Quality
    bonus: int = 0
    cautious: bool = False


class ExtendFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A charge that falls short of its target by ``shortfall`` cm."""

    type: ExtendingType
    rating: Quality
    shortfall: float
    cautious: bool = False


class Foot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Charged infantry."""

    rating: Quality
    formation: Literal["line", "column"]
    points: int
    nation: NationWord = "other"
    kgl: bool = False


class Horse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Charging cavalry. ``outflanking`` counts against infantry that forms no square."""

    rating: Quality
    points: int
    formation: Literal["line", "column", "skirmish_line"] = "line"
    lancer: bool = False
    outflanking: bool = False


class SquareFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cavalry that charged formed infantry from over 12 cm; ``feints``: it tries to feint."""

    infantry: Foot
    cavalry: Horse
    feints: bool = True


class InitiativeFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first initiative of a Turn, or the one after ``holder``'s."""

    throw: Literal["first", "next"] = "next"
    holder: Literal["a", "b"] = "a"


class RatingFacts(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commander in a Corps of ``nation``."""

    level: Level
    nation: NationWord


# Refusals

_OPEN: Final[dict[UnitClass, frozenset[Formation]]] = {
    "infantry": frozenset({"line", "column", "solid_square", "emergency_square", "skirmish_line"}),
    "cavalry": frozenset({"line", "column", "skirmish_line"}),
    "artillery": frozenset({"battery"}),
}
"""MN-FORM-01, MN-FORM-02, MN-FORM-03, MN-FORM-04, MN-FORM-05, MN-FORM-06."""


def refuse_formation(unit_class: UnitClass, formation: Formation, path: str) -> None:
    """Raise for a formation that units of the class cannot form."""
    if formation not in _OPEN[unit_class]:
        word = FORMATIONS[formation].word
        raise OddsError(f"{unit_class.capitalize()} cannot be in {word} ({FORMATIONS[formation].rule}).", path)


def refuse_points(points: int, path: str) -> None:
    """Raise for a number of strength points that no unit can have."""
    if not 1 <= points <= MOST_POINTS:
        raise OddsError(f"A unit must have 1 to {MOST_POINTS} strength points, not {points}.", path)


def refuse_legion(nation: NationWord, kgl: bool, path: str) -> None:
    """Raise for the King's German Legion in a nation other than the British."""
    if kgl and nation != "british":
        raise OddsError(f"The King's German Legion is british, not {nation} (MN-TYPE-11).", path)


def refuse_square(facts: SquareFacts) -> None:
    """Raise for an impossible charge at infantry; the kind of cavalry is not checked."""
    refuse_points(facts.infantry.points, "infantry.points")
    refuse_points(facts.cavalry.points, "cavalry.points")
    refuse_legion(facts.infantry.nation, facts.infantry.kgl, "infantry.kgl")


def refuse_shot(facts: FireFacts) -> None:
    """Raise for an impossible shot; its number of dice is not checked."""
    refuse_legion(facts.nation, facts.kgl, "kgl")
    if facts.unit_class == "cavalry":
        raise OddsError("Cavalry cannot fire (MN-WEAPON-02).", "unit_class")
    if facts.unit_class == "artillery":
        if facts.weight is None or facts.band is None:
            missing = "weight" if facts.weight is None else "band"
            words = "State the weight and the range band of a battery (MN-FIRE-34, MN-FIRE-35, MN-FIRE-36)."
            raise OddsError(words, missing)
    elif facts.weight is not None or facts.band is not None:
        raise OddsError(
            "Small arms have no weight and no range band (MN-FIRE-13).", "weight" if facts.weight else "band"
        )
    elif facts.formation is None:
        raise OddsError(
            "State the formation: the fire of infantry depends on it (MN-FIRE-30, MN-FIRE-31, MN-FIRE-32, MN-FIRE-33)."
        )
    if facts.formation is not None:
        refuse_formation(facts.unit_class, facts.formation, "formation")
    if facts.screened and facts.band in (None, "close"):
        raise OddsError(
            "Small arms, and guns at close range, cannot fire through unformed enemies (MN-FIRE-23).", "screened"
        )
    if facts.screened and facts.band == "medium" and not FORMATIONS[facts.target.formation].formed:
        raise OddsError(
            "At medium range an unformed target behind unformed enemies is not eligible (MN-FIRE-24).", "screened"
        )
    if facts.target.points is not None:
        refuse_points(facts.target.points, "target.points")


def refuse_combat(facts: CombatFacts) -> None:
    """Raise for impossible units and contacts."""
    for place, unit in enumerate(facts.units):
        path = f"units[{place}]"
        refuse_points(unit.points, f"{path}.points")
        refuse_formation(unit.unit_class, unit.formation, f"{path}.formation")
        if unit.lancer and unit.unit_class != "cavalry":
            raise OddsError("Only cavalry can have lances (MN-TYPE-09).", f"{path}.lancer")
        if unit.charging and (unit.unit_class == "artillery" or unit.formation in SQUARES):
            raise OddsError("Artillery and squares cannot charge (MN-CHARGE-12).", f"{path}.charging")
    if {unit.side for unit in facts.units} != {"a", "b"}:
        raise OddsError("A combat needs units of side a and of side b.", "units")
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
            raise OddsError("The unit and its enemy are on the same side.", path)
        if not 0 <= touch.halvings <= MOST_HALVINGS:
            raise OddsError(
                f"halvings must be 0 to {MOST_HALVINGS}, not {touch.halvings} (MN-HTH-15).", f"{path}.halvings"
            )
        if (touch.unit, touch.enemy) in seen:
            raise OddsError("This contact is listed twice.", path)
        seen.add((touch.unit, touch.enemy))
    if facts.contacts:
        alone = set(range(len(facts.units))) - {number for pair in seen for number in pair}
        if alone:
            raise OddsError(f"Unit {min(alone)} is not in contact with any enemy (MN-HTH-10).", "contacts")
        apart = set(range(len(facts.units))) - _linked(seen)
        if apart:
            why = (
                f"Unit {min(apart)} is not in the same combat as unit 0; ask about each combat separately (MN-HTH-10)."
            )
            raise OddsError(why, "contacts")


def _linked(pairs: set[tuple[int, int]]) -> set[int]:
    """Units linked to unit 0 by contacts."""
    linked = {0}
    while neighbours := {number for pair in pairs if linked & set(pair) for number in pair} - linked:
        linked |= neighbours
    return linked
