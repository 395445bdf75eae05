"""Class, kind and formations of a unit by its type and flags (MN-TYPE, MN-FORM)."""

from typing import Final, Protocol

from battles.rules.mini_nap.tables import FORMATIONS, FORMATIONS_OPEN, TYPES, Formation, Kind, UnitClass, UnitType

SQUARES: Final[frozenset[Formation]] = frozenset({"solid_square", "emergency_square"})
"""All square formations."""


class HasType(Protocol):
    """A unit of the state or of a set-up."""

    @property
    def type(self) -> UnitType: ...
    @property
    def lancer(self) -> bool: ...
    @property
    def irregular(self) -> bool: ...


class HasFormation(Protocol):
    """A unit of the state, or the starting place of a unit."""

    @property
    def formation(self) -> Formation: ...


def unit_class(unit: HasType) -> UnitClass:
    """Infantry, cavalry or artillery (MN-TYPE)."""
    return TYPES[unit.type].unit_class


def kind_of(unit: HasType) -> Kind:
    """The unit's type, with lancers and irregulars apart from light cavalry (MN-TYPE-09, MN-TYPE-10)."""
    if unit.type != "light_cavalry":
        return unit.type
    if unit.irregular:
        return "irregular"
    return "lancer" if unit.lancer else "light_cavalry"


def possible_formations(unit: HasType) -> tuple[Formation, ...]:
    """Formations that a unit can take, in table order; an emergency square only as a reaction (MN-FORM-04)."""
    return FORMATIONS_OPEN[kind_of(unit)]


def selectable_formations(unit: HasType) -> tuple[Formation, ...]:
    """Formations that its owner may choose, when it is deployed or by a formation change."""
    return tuple(each for each in possible_formations(unit) if each != "emergency_square")


def is_formed(unit: HasFormation) -> bool:
    """True if the unit's formation is formed (MN-FORM-07)."""
    return FORMATIONS[unit.formation].formed


def in_square(unit: HasFormation) -> bool:
    """True if the unit is in any square."""
    return unit.formation in SQUARES
