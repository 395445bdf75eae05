"""What a system wants on the table besides the figures: markers, chits, rulers, forms to write on.

A system's module ``kit`` answers ``kit(rules)`` for the numbers and options that a battle is fought by.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from msgspec import Struct

MOST_LETTERS = 3
"""Of a marker's ``short``."""
CENTIMETRE, INCH = 100, 254
"""Tenths of a millimetre."""


class Marker(Struct, frozen=True, kw_only=True):
    """A status that is shown by a marker, or a chit. ``short`` is at most three letters for a small one.

    ``colour`` is the one that the rules name, ``""`` where they name none; it is always told in words or pattern too.
    ``twice`` says that they want two of it at once. ``on`` is who gets it, ``what`` means it, ``until`` says when it
    goes, "" where it stays. ``per`` says what it is put beside; ``share`` is how many ten such need on a busy day.
    """

    key: str
    word: str
    short: str
    what: str
    rule: str
    on: str = ""
    until: str = ""
    colour: Literal["", "blue", "yellow", "white", "orange", "red"] = ""
    twice: bool = False
    per: Literal["unit", "commander", "command", "side"] = "unit"
    share: int = 3


class Tally(Struct, frozen=True, kw_only=True):
    """How losses are shown beside a unit: by numbers from 1 on, or by the words of ``faces``, the first loss first;
    ``start`` is the word of a unit without any.

    Where a unit has a track of its own in the roll, ``faces`` gives way to it on a strip for that unit.
    """

    title: str
    what: str
    rule: str
    faces: tuple[str, ...] = ()
    start: str = "–"


class Notch(Struct, frozen=True):
    """A mark on a ruler: its distance from the end in tenths of a millimetre, its word, and the rule behind it."""

    at: int
    word: str
    rule: str


class Ruler(Struct, frozen=True, kw_only=True):
    """A ruler to cut out, to true scale, in centimetres or inches.

    Of one with ``bands`` a notch ends a band that begins at the notch before, and its word is that of the band.
    ``text`` says what is measured from where. ``stand`` is the breadth of the round stand that it is laid against, in
    tenths of a millimetre, where it can be had as arcs about that too.
    """

    key: str
    title: str
    unit: Literal["cm", "in"]
    notches: tuple[Notch, ...]
    bands: bool = False
    text: str = ""
    stand: int = 0

    @property
    def step(self) -> int:
        """Tenths of a millimetre of its unit."""
        return CENTIMETRE if self.unit == "cm" else INCH

    @property
    def reach(self) -> int:
        """The distance of its last notch."""
        return max(notch.at for notch in self.notches)


class Step(Struct, frozen=True, kw_only=True):
    """What a hidden unit shows in the second step: its word, a symbol, and the symbols of the units that it is of."""

    word: str
    symbol: str
    of: tuple[str, ...]


class Hidden(Struct, frozen=True, kw_only=True):
    """Markers in place of units that the enemy has not seen: numbered, and in a second step with what they are.

    ``steps`` are the types that a marker may show in the second step; ``()`` where the rules have none. ``dummies`` is
    how many of a side's markers hide nothing; ``text`` says how they are used.
    """

    rule: str
    text: str
    steps: tuple[Step, ...] = ()
    dummies: int = 0


class Grid(Struct, frozen=True, kw_only=True):
    """A table to write in: its columns, a label for each row, and how many rows without one follow."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...] = ()
    blank: int = 0
    rule: str = ""


class Form(Struct, frozen=True, kw_only=True):
    """A form to write on: lines by their labels, words to tick, tables, and under a caption lines of free text."""

    key: str
    title: str
    text: str
    lines: tuple[str, ...] = ()
    ticks: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    writing: int = 0
    caption: str = "Notes"
    rule: str = ""


class Kit(Struct, frozen=True, kw_only=True):
    """All of it. What a system has none of is empty, and no such sheet is offered.

    ``reckoning`` is how its victory is worked out, for the form of the result.
    """

    markers: tuple[Marker, ...] = ()
    tally: Tally | None = None
    orders: tuple[Marker, ...] = ()
    hidden: Hidden | None = None
    rulers: tuple[Ruler, ...] = ()
    forms: tuple[Form, ...] = ()
    reckoning: tuple[Grid, ...] = ()


def notches(found: Iterable[tuple[int, str, str]], step: int) -> tuple[Notch, ...]:
    """Notches in order from distances in units of ``step``, words and rules; equal distances share one, 0 is none."""
    ordered = sorted(((far, word, rule) for far, word, rule in found if far), key=lambda one: one[0])
    return tuple(
        Notch(far * step, ", ".join(dict.fromkeys(one[1] for one in same)), same[0][2])
        for far, same in ((far, list(group)) for far, group in groupby(ordered, key=lambda one: one[0]))
    )


def faults(kit: Kit) -> Iterator[str]:
    """What is wrong with a kit, a sentence for each."""
    if not kit.reckoning:
        yield "Its kit does not say how its victory is reckoned."
    named = [("marker", each.key) for each in kit.markers] + [("order", each.key) for each in kit.orders]
    named += [("ruler", each.key) for each in kit.rulers] + [("form", each.key) for each in kit.forms]
    yield from (f"Its kit has {times} {what}s {key}." for (what, key), times in Counter(named).items() if times > 1)
    for each in (*kit.markers, *kit.orders):
        if not 0 < len(each.short) <= MOST_LETTERS:
            yield f"The marker {each.key} of its kit has not 1 to {MOST_LETTERS} letters."
    yield from (f"The ruler {each.key} of its kit has no mark." for each in kit.rulers if not each.notches)
