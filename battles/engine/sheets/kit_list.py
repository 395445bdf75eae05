"""The kit of a system, needed on the table besides figures: markers, chits, rulers, forms to write on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import ALWAYS, Need, Wanted, applies

MOST_LETTERS = 3
"""Most letters of a marker's ``short``."""
CENTIMETRE, INCH = 100, 254
"""Tenths of a millimetre."""


class Marker(Struct, frozen=True, kw_only=True):
    """A status shown by a marker or a chit. ``short`` is at most three letters for a small one.

    ``colour`` is the one that the rules name, ``""`` if they name none; words or a pattern always show it too.
    ``twice`` means that a unit may need two of it. ``on`` says what gets it and ``what`` is its meaning, in sentences;
    ``until`` completes "Remove it", such as ``at the end of the turn``, or is "" if never. ``per`` says what it is
    placed beside; ``share`` is the number needed for ten of those on a busy day.
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
    """How losses are shown beside a unit: by numbers from 1, or by the words of ``faces``, the first loss first;
    ``start`` is the word for no loss.

    On a strip for one unit, the unit's own track replaces ``faces``.
    """

    title: str
    what: str
    rule: str
    faces: tuple[str, ...] = ()
    start: str = "–"


class Notch(Struct, frozen=True):
    """A mark on a ruler: its distance from the end in tenths of a millimetre, its word, and its rule.

    ``parts`` are the words that it is made of, each with the units that need it.
    """

    at: int
    word: str
    rule: str
    parts: tuple[tuple[str, Need], ...] = ()


class Ruler(Struct, frozen=True, kw_only=True):
    """A ruler to cut out, to true scale, in centimetres or inches.

    With ``bands``, a notch ends the band that begins at the notch before, and its word names the band.
    ``text`` says what is measured from where. ``stand`` is the diameter of the round stand that it is laid against, in
    tenths of a millimetre, if the ruler can also be printed as arcs around it.
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
        """Tenths of a millimetre in its unit."""
        return CENTIMETRE if self.unit == "cm" else INCH

    @property
    def reach(self) -> int:
        """The distance of its last notch."""
        return max(notch.at for notch in self.notches)


class Step(Struct, frozen=True, kw_only=True):
    """What a hidden marker shows in the second step: its word, a symbol, and the symbols of the units under it."""

    word: str
    symbol: str
    of: tuple[str, ...]


class Hidden(Struct, frozen=True, kw_only=True):
    """Markers in place of units that the enemy has not seen: numbered, and in a second step with their types.

    ``steps`` are the types that a marker may show in the second step; ``()`` if the rules have none. ``dummies`` is the
    number of a side's markers that hide nothing; ``text`` says how they are used.
    """

    rule: str
    text: str
    steps: tuple[Step, ...] = ()
    dummies: int = 0


class Grid(Struct, frozen=True, kw_only=True):
    """A table to write in: its columns, a label for each row, and the number of further rows without one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...] = ()
    blank: int = 0
    rule: str = ""


class Form(Struct, frozen=True, kw_only=True):
    """A form to write on: labelled lines, words to tick, tables, and lines of free text under a caption."""

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
    """The whole kit. Empty parts get no sheet.

    ``reckoning`` is how its victory is computed, for the result form.
    """

    markers: tuple[Marker, ...] = ()
    tally: Tally | None = None
    orders: tuple[Marker, ...] = ()
    hidden: Hidden | None = None
    rulers: tuple[Ruler, ...] = ()
    forms: tuple[Form, ...] = ()
    reckoning: tuple[Grid, ...] = ()


Mark = tuple[int, str, str] | tuple[int, str, str, Need]
"""A distance of a ruler, its word, its rule, and who needs it: everybody without a need."""


def notches(distances: Iterable[Mark], step: int) -> tuple[Notch, ...]:
    """Notches in order from distances in units of ``step``, words and rules; equal distances share one.

    A distance of 0 gives none.
    """
    ordered = sorted((mark for mark in distances if mark[0]), key=lambda mark: mark[0])
    return tuple(_notch(far * step, list(same)) for far, same in groupby(ordered, key=lambda mark: mark[0]))


def _notch(at: int, marks: Sequence[Mark]) -> Notch:
    parts = tuple((mark[1], mark[3] if len(mark) > 3 else ALWAYS) for mark in marks)
    return Notch(at, _joined(parts), marks[0][2], parts)


def _joined(parts: Iterable[tuple[str, Need]]) -> str:
    return ", ".join(dict.fromkeys(word for word, _ in parts))


def limited_rulers(rulers: Iterable[Ruler], wanted: Wanted) -> tuple[Ruler, ...]:
    """``rulers`` without marks that cannot apply to a command, then without rulers that are empty."""
    kept = (replace(ruler, notches=tuple(_limited(ruler.notches, wanted))) for ruler in rulers)
    return tuple(ruler for ruler in kept if ruler.notches)


def _limited(marks: Iterable[Notch], wanted: Wanted) -> Iterator[Notch]:
    for notch in marks:
        parts = tuple(part for part in notch.parts if applies(part[1], wanted))
        if parts:
            yield replace(notch, word=_joined(parts), parts=parts)


def faults(kit: Kit) -> Iterator[str]:
    """What is wrong with a kit, a sentence for each."""
    if not kit.reckoning:
        yield "Its kit does not say how victory is computed."
    named = [("marker", each.key) for each in kit.markers] + [("order", each.key) for each in kit.orders]
    named += [("ruler", each.key) for each in kit.rulers] + [("form", each.key) for each in kit.forms]
    yield from (f"Its kit has {times} {what}s {key}." for (what, key), times in Counter(named).items() if times > 1)
    for each in (*kit.markers, *kit.orders):
        if not 0 < len(each.short) <= MOST_LETTERS:
            yield f"The marker {each.key} of its kit must have 1 to {MOST_LETTERS} letters."
    yield from (f"The ruler {each.key} of its kit has no mark." for each in kit.rulers if not each.notches)
