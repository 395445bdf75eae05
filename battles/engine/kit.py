"""What a system wants on the table besides the figures: markers, chits, rulers, forms to write on.

A system's module ``kit`` answers ``kit(rules)`` for the numbers and options that a battle is fought by.
"""

from typing import Literal

from msgspec import Struct


class Marker(Struct, frozen=True, kw_only=True):
    """A status that is shown by a marker, or a chit. ``short`` is at most three letters for a small one.

    ``colour`` is the one that the rules name, ``""`` where they name none; it is always told in words or pattern too.
    ``per`` says what it is put beside; ``share`` is how many of them ten such need on a busy day.
    """

    key: str
    word: str
    short: str
    what: str
    rule: str
    colour: str = ""
    per: Literal["unit", "commander", "command", "side"] = "unit"
    share: int = 3


class Notch(Struct, frozen=True):
    """A mark on a ruler: its distance from the end in tenths of a millimetre, its word, and the rule behind it."""

    at: int
    word: str
    rule: str


class Ruler(Struct, frozen=True, kw_only=True):
    """A ruler to cut out, to true scale, in centimetres or inches."""

    key: str
    title: str
    unit: Literal["cm", "in"]
    notches: tuple[Notch, ...]


class Hidden(Struct, frozen=True, kw_only=True):
    """Markers in place of units that the enemy has not seen: numbered, and in a second step with what they are.

    ``steps`` are the types that a marker may show in the second step; ``()`` where the rules have none.
    """

    rule: str
    steps: tuple[Marker, ...] = ()


class Form(Struct, frozen=True, kw_only=True):
    """A form to write on: lines by their labels, and the rows and columns of its table; ``()`` for none."""

    key: str
    title: str
    text: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    rule: str = ""


class Kit(Struct, frozen=True, kw_only=True):
    """All of it. What a system has none of is empty, and no such sheet is offered."""

    markers: tuple[Marker, ...] = ()
    orders: tuple[Marker, ...] = ()
    hidden: Hidden | None = None
    rulers: tuple[Ruler, ...] = ()
    forms: tuple[Form, ...] = ()
