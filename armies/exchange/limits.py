"""How much an import may hold, and the sentences that say so.

The limits keep a slip of the pen from becoming an army, and a huge file from being read at all.
"""

from collections.abc import Iterator
from typing import Final

from armies.exchange.cleaning import short
from armies.rules.facts import Army, Draw, Element, HouseRules, Throw, Unit
from armies.rules.override_spec import MOST_REASON, twice

MAX_BYTES: Final = 5_000_000
MAX_LINES: Final = 5_000
"""Lines of a text, rows of a table. JSON has no lines to count."""
MAX_LINE: Final = 2_000
"""Characters of one line of text."""
MAX_HEAD: Final = 300
"""Characters of what one line says of a unit or a formation before its square brackets."""
MAX_CELL: Final = 20_000
"""Characters of one cell of a table, of one line that goes on over several."""
MAX_COLUMNS: Final = 200
"""Columns of a table."""
MAX_SHEETS: Final = 20
MAX_SHEET_ROWS: Final = 9_999
"""Sheets of a workbook, and the last row of a sheet that is read; blank rows count here, not for MAX_LINES."""
MAX_UNPACKED: Final = 40_000_000
MAX_MEMBERS: Final = 500
MAX_RATIO: Final = 250
"""Bytes of a workbook or another packed file when it is unpacked, the files in it, and how many times larger
unpacking may make one of them."""
MAX_ARCHIVE_ARMIES: Final = 1_000
MAX_ARCHIVE_UNPACKED: Final = 150_000_000
MAX_HISTORY: Final = 5_000
"""Armies of an archive, its bytes when it is unpacked, and entries in the history of one army in it."""
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
MAX_OVERRIDES: Final = 40
"""Overrides of one unit."""
MAX_KEY: Final = 60
"""Characters of the system and the value that an override or a house rule names, and of a word it sets."""
MAX_HOUSE: Final = 80
"""Characters of the name of a club's house rules."""
MAX_OVERLAY: Final = 500
"""House rules of one club under one system."""
MAX_SET: Final = 1_000_000
"""The highest number that an override or a house rule may set; the lowest is as far below nought."""
MAX_CARD_FACE: Final = 100
"""The highest face of a die that tells a card."""
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
        yield from override_faults(element)
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


def override_faults(unit: Unit) -> Iterator[str]:
    """What is beyond the limits in what the owner overrode of a unit."""
    if len(unit.overrides) > MAX_OVERRIDES:
        yield f"A unit may have {MAX_OVERRIDES} overrides; this one has {len(unit.overrides):,}."
    for override in unit.overrides:
        yield from too_long("The system of an override", override.system, MAX_KEY)
        yield from too_long("What an override is of", override.what, MAX_KEY)
        yield from set_faults("The value of an override", override.value)
        if not override.reason:
            yield f"The override of {short(override.what, MAX_KEY)} has no reason."
        yield from too_long("The reason of an override", override.reason, MOST_REASON)
    if again := twice(unit.overrides):
        yield f"A unit overrides {short(again.what, MAX_KEY)} twice; one is needed."


def house_faults(house: HouseRules) -> Iterator[str]:
    """What is beyond the limits in a club's house rules."""
    yield from too_long("The name of house rules", house.name, MAX_HOUSE)
    if len(house.overlays) > MAX_ITEMS:
        yield f"House rules may be for {MAX_ITEMS} systems; these are for {len(house.overlays):,}."
    for system, overlay in house.overlays.items():
        yield from too_long("The system of house rules", system, MAX_KEY)
        if len(overlay) > MAX_OVERLAY:
            yield f"House rules may set {MAX_OVERLAY} values of a system; these set {len(overlay):,}."
        for key, value in overlay.items():
            yield from too_long("What a house rule sets", key, MAX_KEY)
            yield from set_faults("The value of a house rule", value)


def set_faults(what: str, value: bool | int | str) -> Iterator[str]:
    """What is beyond the limits in a value that an override or a house rule sets."""
    if isinstance(value, str):
        yield from too_long(what, value, MAX_KEY)
    elif abs(value) > MAX_SET:
        yield f"{what} must be between -{MAX_SET:,} and {MAX_SET:,}; this is {figure(value)}."


def draw_faults(draw: Draw) -> Iterator[str]:
    """What is beyond the limits in one draw of random cards."""
    for what, items in (("dice", draw.faces), ("cards", draw.cards)):
        if len(items) > MAX_FACES:
            yield f"A draw of cards may have {MAX_FACES} {what}; this one has {len(items):,}."
    if wrong := [face for face in draw.faces if not 1 <= face <= MAX_CARD_FACE]:
        yield f"A die of a draw shows 1 to {MAX_CARD_FACE}; this one shows {figure(wrong[0])}."
    for text in (*draw.cards, draw.choice):
        yield from too_long("A card of a draw", text, MAX_KEY)
    yield from too_long("The name of who drew cards", draw.by, MAX_BY)
    yield from too_long("The time of a draw", draw.at, MAX_AT)


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
    if army.house:
        yield from house_faults(army.house)
    if len(army.draws) > MAX_ITEMS:
        yield f"An army may have drawn cards {MAX_ITEMS} times; this one drew {len(army.draws):,} times."
    for draw in army.draws:
        yield from draw_faults(draw)
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
