"""An army list of a system without an engine: groups of units in columns, each number with its arithmetic.

All such systems share this form, so that one page and one roster serve them all.
"""

from typing import Literal

from msgspec import Struct

from battles.engine.armies.reckoning import Fault, Reckoning


class Column(Struct, frozen=True):
    """A column of the list. ``wide`` is its share of the width on paper, in mm.

    ``says`` marks the columns that give a unit's kind and its quality.
    """

    title: str
    wide: float
    align: Literal["l", "c", "r"] = "l"
    says: Literal["", "kind", "quality"] = ""


class Leads(Struct, frozen=True):
    """A leader: the name, empty if unknown, and the rating in the system's word.

    ``radius`` is in tenths of a millimetre, 0 if not stated.
    """

    name: str = ""
    rating: str = ""
    radius: int = 0


class ListedUnit(Struct, frozen=True, kw_only=True):
    """A unit's line. ``cells`` are for the list's columns; ``boxes`` can be crossed off, ``chosen`` is the present one.

    ``element`` is the id of the recorded unit, if there is one; ``why`` explains how it was converted. It has
    ``stands`` stands, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 if the system does not say.
    """

    element: str = ""
    number: str
    name: str
    under: str = ""
    symbol: str
    cells: tuple[str, ...]
    boxes: tuple[str, ...]
    chosen: int | None = None
    points: Reckoning
    why: Reckoning | None = None
    notes: str = ""
    wide: int = 0
    deep: int = 0
    stands: int = 1


class Fact(Struct, frozen=True):
    """A fact of a group or of the army, such as ``radius`` ``18"``, and its rule."""

    label: str
    text: str
    rule: str = ""


class ListedGroup(Struct, frozen=True, kw_only=True):
    """Units under one leader. ``write`` are labels of blank spaces on paper.

    ``leads`` is its leader; None if it has none.
    """

    element: str = ""
    title: str
    commander: str
    nation: str
    facts: tuple[Fact, ...]
    write: tuple[str, ...] = ()
    units: tuple[ListedUnit, ...]
    points: Reckoning
    leads: Leads | None = None


class ArmyList(Struct, frozen=True, kw_only=True):
    """A whole army under one system.

    ``text`` describes it; ``foot`` are short paragraphs, lead and text, for the foot of a sheet. ``chief`` is its
    commander, if they lead no group themselves. ``grey`` explains the grey box of a unit. ``unbased`` says in a
    sentence why units have no base width; "" if they have one.
    """

    system: str
    title: str
    text: str = ""
    commander: str
    nation: str
    facts: tuple[Fact, ...]
    columns: tuple[Column, ...]
    box_title: str
    groups: tuple[ListedGroup, ...]
    points: Reckoning
    faults: tuple[Fault, ...]
    foot: tuple[tuple[str, str], ...] = ()
    chief: Leads | None = None
    grey: str = ""
    unbased: str = ""

    @property
    def units(self) -> int:
        return sum(len(group.units) for group in self.groups)
