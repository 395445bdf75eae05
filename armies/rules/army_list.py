"""An army as a system without an engine lists it: groups of units in columns, each number with its arithmetic.

What every such system has, so that one page and one roster serve them all.
"""

from typing import Literal

from msgspec import Struct

from armies.rules.reckoning import Fault, Reckoning


class Column(Struct, frozen=True):
    """A column of the list. ``wide`` is its share of the width on paper, in mm.

    ``says`` tells the columns apart that say what a unit is and how good.
    """

    title: str
    wide: float
    align: Literal["l", "c", "r"] = "l"
    says: Literal["", "kind", "quality"] = ""


class Leads(Struct, frozen=True):
    """A leader: his name, empty where it is not known, his rating in the word of the system.

    ``radius`` is in tenths of a millimetre, 0 for none told.
    """

    name: str = ""
    rating: str = ""
    radius: int = 0


class ListedUnit(Struct, frozen=True, kw_only=True):
    """A unit's line. ``cells`` stand in the list's columns; ``boxes`` are to be struck, ``chosen`` is the one it is at.

    ``element`` is the id of what it was made from, where that is recorded; ``why`` tells how it was made. It is of so
    many ``stands``, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 where the system does not say.
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
    """What is told of a group or of the whole beside its name: ``radius`` ``18"``; the rule that says so."""

    label: str
    text: str
    rule: str = ""


class ListedGroup(Struct, frozen=True, kw_only=True):
    """Units under one leader. ``write`` are the labels of spaces to write in on paper.

    ``leads`` is its leader; None where it has none.
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

    ``text`` says what it is for; ``foot`` are short paragraphs, lead and text, for the foot of a sheet. ``chief`` is
    its commander where he leads no group himself. ``grey`` says what the grey box of a unit is. ``unbased`` says in a
    sentence why units have no width of a base; "" where they have one.
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
