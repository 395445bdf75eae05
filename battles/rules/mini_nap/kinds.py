"""What a unit is by its type, its flags and its formation (MN-TYPE, MN-FORM)."""

from typing import Final, Protocol

from battles.rules.mini_nap.tables import FORMATIONS, FORMATIONS_OPEN, TYPES, Formation, Kind, UnitClass, UnitType

SQUARES: Final[frozenset[Formation]] = frozenset({"solid_square", "emergency_square"})
"""Any square."""


class Typed(Protocol):
    """A unit of the state or of a set-up."""

    @property
    def type(self) -> UnitType: ...
    @property
    def lancer(self) -> bool: ...
    @property
    def irregular(self) -> bool: ...


class Formed(Protocol):
    """A unit of the state, or where a unit stands from the start."""

    @property
    def formation(self) -> Formation: ...


def unit_class(unit: Typed) -> UnitClass:
    """Infantry, cavalry or artillery (MN-TYPE)."""
    return TYPES[unit.type].unit_class


def kind_of(unit: Typed) -> Kind:
    """Its type, but light cavalry is told apart by its flags (MN-TYPE-09, 10); irregulars are no lancers."""
    if unit.type != "light_cavalry":
        return unit.type
    if unit.irregular:
        return "irregular"
    return "lancer" if unit.lancer else "light_cavalry"


def formations_open(unit: Typed) -> tuple[Formation, ...]:
    """What it can form at all, in the order of the table; an emergency square only by reacting (MN-FORM-04)."""
    return FORMATIONS_OPEN[kind_of(unit)]


def formations_chosen(unit: Typed) -> tuple[Formation, ...]:
    """What its owner may have it form by choice, when it is deployed or by a formation change."""
    return tuple(each for each in formations_open(unit) if each != "emergency_square")


def is_formed(unit: Formed) -> bool:
    """Whether it stands in a formation that is formed (MN-FORM-07)."""
    return FORMATIONS[unit.formation].formed


def in_square(unit: Formed) -> bool:
    """Whether it stands in any square."""
    return unit.formation in SQUARES
