"""How much an import may hold, and the sentences that say so.

The limits keep a slip of the pen from becoming an army, and a huge file from being read at all.
"""

from collections.abc import Iterator
from typing import Final

from armies.exchange.cleaning import short
from armies.rules.facts import Army, Element, Throw, Unit

MAX_BYTES: Final = 5_000_000
MAX_LINES: Final = 5_000
"""Lines of a text, rows of a table. JSON has no lines to count."""
MAX_LINE: Final = 2_000
"""Characters of one line of text."""
MAX_HEAD: Final = 300
"""Characters of what one line says of a unit or a formation before its square brackets."""
MAX_CELL: Final = 20_000
"""Characters of one cell of a table, of one line that goes on over several."""
MAX_NAME: Final = 120
"""Characters of a name, of a unit, formation, army or commander."""
MAX_NOTE: Final = 4_000
MAX_UNITS: Final = 1_000
MAX_FORMATIONS: Final = 1_000
MAX_MEN: Final = 20_000
MAX_GUNS: Final = 48
MAX_SUB_UNITS: Final = 60
MAX_BATTALIONS: Final = 12
"""Battalions that one line may be split into."""
MAX_ITEMS: Final = 200
"""Sources, notes, words of confidence, options, ratings of one commander."""
MAX_FACES: Final = 12
"""Dice of one rating."""
MAX_MODIFIER: Final = 100
MAX_FIGURE: Final = 30
"""Characters of a number in a sentence."""
MAX_RULE: Final = 16
MAX_BY: Final = 150
MAX_AT: Final = 32
"""Characters of a throw's rule, of who threw and of when."""


def figure(value: int) -> str:
    """A number as a sentence says it; one that has too many digits is cut."""
    return short(f"{value:,}", MAX_FIGURE)


def between(what: str, value: int | None, most: int) -> Iterator[str]:
    """A sentence where ``value`` is given and not in 1..``most``."""
    if value is not None and not 1 <= value <= most:
        yield f"{what} must be between 1 and {most:,}; this says {figure(value)}."


def too_long(what: str, text: str, most: int) -> Iterator[str]:
    if len(text) > most:
        yield f"{what} may have {most:,} characters; this one has {len(text):,}."


def named(what: str, name: str) -> Iterator[str]:
    """A sentence where ``name`` is empty or too long."""
    if not name:
        yield f"{what} has no name."
    yield from too_long(f"The name of {what[0].lower()}{what[1:]}", name, MAX_NAME)


def level_of(element: Element) -> str:
    """``corps``, ``division``, ``brigade`` or ``unit``."""
    return type(element).__name__.lower()


def element_faults(element: Element) -> Iterator[str]:
    """What is beyond the limits in one element, not in those under it."""
    yield from named(f"A {level_of(element)}", element.name)
    yield from too_long("The name of a commander", element.commander, MAX_NAME)
    yield from too_long("A note", element.note, MAX_NOTE)
    if isinstance(element, Unit):
        yield from between("The men of a unit", element.men, MAX_MEN)
        yield from between("The guns of a unit", element.guns, MAX_GUNS)
        yield from between("The sub-units of a unit", element.sub_units, MAX_SUB_UNITS)
        if len(element.sources) > MAX_ITEMS:
            yield f"A unit may name {MAX_ITEMS} sources; this one names {len(element.sources)}."
        return
    throws: tuple[Throw, ...] = getattr(element, "throws", ())
    if len(throws) > MAX_ITEMS:
        yield f"A commander may have been rated {MAX_ITEMS} times; this one was more often."
    for throw in throws:
        yield from throw_faults(throw)


def throw_faults(throw: Throw) -> Iterator[str]:
    """What is beyond the limits in one rating of a commander."""
    if len(throw.faces) > MAX_FACES:
        yield f"A rating may have {MAX_FACES} dice; this one has {len(throw.faces)}."
    if wrong := [face for face in throw.faces if not 1 <= face <= 6]:
        yield f"A die of a rating shows 1 to 6; this one shows {figure(wrong[0])}."
    if abs(throw.modifier) > MAX_MODIFIER:
        what = figure(throw.modifier)
        yield f"The modifier of a rating must be between -{MAX_MODIFIER} and {MAX_MODIFIER}; this is {what}."
    yield from too_long("The rule of a rating", throw.rule, MAX_RULE)
    yield from too_long("The name of who threw for a rating", throw.by, MAX_BY)
    yield from too_long("The time of a rating", throw.at, MAX_AT)


def army_faults(army: Army) -> Iterator[str]:
    """What is beyond the limits in the army's own facts."""
    yield from named("The army", army.name)
    for what, text in (("commander", army.commander), ("battle", army.battle)):
        yield from too_long(f"The name of the {what}", text, MAX_NAME)
    for text in (army.place, army.scope, *army.notes):
        yield from too_long("A text of the army", text, MAX_NOTE)
    for source in army.sources:
        if not source.id:
            yield "A source has no id."
        for text in (source.id, source.title, source.where, source.used_for):
            yield from too_long("A text of a source", text, MAX_NOTE)
    for items in (army.sources, army.notes, army.confidence, army.options):
        if len(items) > MAX_ITEMS:
            yield f"An army may have {MAX_ITEMS} sources, notes, options; this one has {len(items):,}."


def count_faults(army: Army) -> Iterator[str]:
    """Whether the army holds too much."""
    unit_count = formation_count = 0
    waiting: list[Element] = list(army.children)
    while waiting:
        element = waiting.pop()
        if isinstance(element, Unit):
            unit_count += 1
        else:
            formation_count += 1
            waiting.extend(element.children)
    if unit_count > MAX_UNITS:
        yield f"An army may have {MAX_UNITS:,} units; this one has {unit_count:,}."
    if formation_count > MAX_FORMATIONS:
        yield f"An army may have {MAX_FORMATIONS:,} formations; this one has {formation_count:,}."
