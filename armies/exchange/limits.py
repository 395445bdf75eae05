"""Limits on the size and values of an army, and the sentences for values beyond them.

The limits stop typing errors and huge files.
"""

from collections.abc import Iterator
from typing import Final

from armies.exchange.clean_text import short
from battles.engine.armies.facts import Army, Draw, Element, HouseRules, Throw, Unit
from battles.engine.armies.reckoning import MOST_REASON, twice

MAX_BYTES: Final = 5_000_000
MAX_LINES: Final = 5_000
"""Lines of a text or rows of a table. JSON has no such limit."""
MAX_LIST: Final = 400_000
"""Characters of a list from elsewhere; our own formats have no such limit."""
MAX_LINE: Final = 2_000
"""Characters of one line of text."""
MAX_HEAD: Final = 300
"""Characters of the description of a unit or formation before its square brackets."""
MAX_CELL: Final = 20_000
"""Characters of one table cell, or of one line continued over several lines."""
MAX_COLUMNS: Final = 200
"""Columns of a table."""
MAX_SHEETS: Final = 20
MAX_SHEET_ROWS: Final = 9_999
"""Sheets of a workbook, and the last row read from a sheet. Blank rows count here, but not for MAX_LINES."""
MAX_UNPACKED: Final = 40_000_000
MAX_MEMBERS: Final = 500
MAX_RATIO: Final = 250
"""For a ZIP file such as a workbook: unpacked bytes, files in it, and the highest compression ratio of one file."""
MAX_ARCHIVE_ARMIES: Final = 1_000
MAX_ARCHIVE_UNPACKED: Final = 150_000_000
MAX_HISTORY: Final = 5_000
"""Armies in an archive, its unpacked bytes, and history entries of one army."""
MAX_NAME: Final = 120
"""Characters of the name of a unit, formation, army or commander."""
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
"""Characters of the system, the key and a text value of an override or a house rule."""
MAX_HOUSE: Final = 80
"""Characters of the name of a club's house rules."""
MAX_OVERLAY: Final = 500
"""House rules of one club under one system."""
MAX_SET: Final = 1_000_000
"""The highest number that an override or a house rule may set; the lowest is its negative."""
MAX_CARD_FACE: Final = 100
"""The highest face of a die that selects a card."""
MAX_RULE: Final = 16
MAX_BY: Final = 150
MAX_AT: Final = 32
"""Characters of a rating's rule, of who rolled it and of when."""


def number_text(value: int) -> str:
    """``value`` as text for a sentence, cut if it has too many digits."""
    return short(f"{value:,}", MAX_FIGURE)


def range_faults(what: str, value: int | None, most: int) -> Iterator[str]:
    """A sentence if ``value`` is not None and not in 1..``most``."""
    if value is not None and not 1 <= value <= most:
        yield f"{what} must be between 1 and {most:,}, not {number_text(value)}."


def length_faults(what: str, text: str, most: int) -> Iterator[str]:
    if len(text) > most:
        yield f"{what} may have at most {most:,} characters; this one has {len(text):,}."


def name_faults(what: str, name: str) -> Iterator[str]:
    """A sentence if ``name`` is empty or too long."""
    if not name:
        yield f"{what} has no name."
    yield from length_faults(f"The name of {what[0].lower()}{what[1:]}", name, MAX_NAME)


def level_of(element: Element) -> str:
    """``corps``, ``division``, ``brigade`` or ``unit``."""
    return type(element).__name__.lower()


def element_faults(element: Element) -> Iterator[str]:
    """Faults of one element against the limits, without the elements under it."""
    yield from name_faults(f"A {level_of(element)}", element.name)
    yield from length_faults("The name of a commander", element.commander, MAX_NAME)
    yield from length_faults("A note", element.note, MAX_NOTE)
    if isinstance(element, Unit):
        yield from range_faults("The men of a unit", element.men, MAX_MEN)
        yield from range_faults("The guns of a unit", element.guns, MAX_GUNS)
        yield from range_faults("The sub-units of a unit", element.sub_units, MAX_SUB_UNITS)
        if len(element.sources) > MAX_ITEMS:
            yield f"A unit may name at most {MAX_ITEMS} sources; this one names {len(element.sources)}."
        yield from override_faults(element)
        return
    ratings: tuple[Throw, ...] = getattr(element, "throws", ())
    if len(ratings) > MAX_ITEMS:
        yield f"A commander may have at most {MAX_ITEMS} ratings; this one has {len(ratings):,}."
    for rating in ratings:
        yield from rating_faults(rating)


def rating_faults(rating: Throw) -> Iterator[str]:
    """Faults of one commander rating against the limits."""
    if len(rating.faces) > MAX_FACES:
        yield f"A rating may have at most {MAX_FACES} dice; this one has {len(rating.faces)}."
    if wrong := [face for face in rating.faces if not 1 <= face <= 6]:
        yield f"A die of a rating shows 1 to 6, not {number_text(wrong[0])}."
    if abs(rating.modifier) > MAX_MODIFIER:
        modifier = number_text(rating.modifier)
        yield f"The modifier of a rating must be between -{MAX_MODIFIER} and {MAX_MODIFIER}, not {modifier}."
    yield from length_faults("The rule of a rating", rating.rule, MAX_RULE)
    yield from length_faults("The name of the person who rolled a rating", rating.by, MAX_BY)
    yield from length_faults("The time of a rating", rating.at, MAX_AT)


def override_faults(unit: Unit) -> Iterator[str]:
    """Faults of a unit's overrides against the limits."""
    if len(unit.overrides) > MAX_OVERRIDES:
        yield f"A unit may have at most {MAX_OVERRIDES} overrides; this one has {len(unit.overrides):,}."
    for override in unit.overrides:
        yield from length_faults("The system of an override", override.system, MAX_KEY)
        yield from length_faults("The key of an override", override.what, MAX_KEY)
        yield from set_faults("The value of an override", override.value)
        if not override.reason:
            yield f"The override of {short(override.what, MAX_KEY)} has no reason."
        yield from length_faults("The reason of an override", override.reason, MOST_REASON)
    if again := twice(unit.overrides):
        yield f"The unit has two overrides of {short(again.what, MAX_KEY)}; only one is allowed."


def house_faults(house: HouseRules) -> Iterator[str]:
    """Faults of a club's house rules against the limits."""
    yield from length_faults("The name of house rules", house.name, MAX_HOUSE)
    if len(house.overlays) > MAX_ITEMS:
        yield f"House rules may cover at most {MAX_ITEMS} systems; these cover {len(house.overlays):,}."
    for system, overlay in house.overlays.items():
        yield from length_faults("The system of house rules", system, MAX_KEY)
        if len(overlay) > MAX_OVERLAY:
            yield f"House rules may set at most {MAX_OVERLAY} values of a system; these set {len(overlay):,}."
        for key, value in overlay.items():
            yield from length_faults("The key of a house rule", key, MAX_KEY)
            yield from set_faults("The value of a house rule", value)


def set_faults(what: str, value: bool | int | str) -> Iterator[str]:
    """Faults of a value that an override or a house rule sets."""
    if isinstance(value, str):
        yield from length_faults(what, value, MAX_KEY)
    elif abs(value) > MAX_SET:
        yield f"{what} must be between -{MAX_SET:,} and {MAX_SET:,}, not {number_text(value)}."


def draw_faults(draw: Draw) -> Iterator[str]:
    """Faults of one draw of random cards against the limits."""
    for what, items in (("dice", draw.faces), ("cards", draw.cards)):
        if len(items) > MAX_FACES:
            yield f"A draw of cards may have at most {MAX_FACES} {what}; this one has {len(items):,}."
    if wrong := [face for face in draw.faces if not 1 <= face <= MAX_CARD_FACE]:
        yield f"A die of a draw shows 1 to {MAX_CARD_FACE}, not {number_text(wrong[0])}."
    for text in (*draw.cards, draw.choice):
        yield from length_faults("A card of a draw", text, MAX_KEY)
    yield from length_faults("The name of the person who drew cards", draw.by, MAX_BY)
    yield from length_faults("The time of a draw", draw.at, MAX_AT)


def army_faults(army: Army) -> Iterator[str]:
    """Faults of the army's own facts against the limits."""
    yield from name_faults("The army", army.name)
    for what, text in (("commander", army.commander), ("battle", army.battle)):
        yield from length_faults(f"The name of the {what}", text, MAX_NAME)
    for text in (army.place, army.scope, *army.notes):
        yield from length_faults("A text of the army", text, MAX_NOTE)
    for source in army.sources:
        if not source.id:
            yield "A source has no id."
        for text in (source.id, source.title, source.where, source.used_for):
            yield from length_faults("A text of a source", text, MAX_NOTE)
    if army.house:
        yield from house_faults(army.house)
    if len(army.draws) > MAX_ITEMS:
        yield f"An army may have at most {MAX_ITEMS} draws of cards; this one has {len(army.draws):,}."
    for draw in army.draws:
        yield from draw_faults(draw)
    for items in (army.sources, army.notes, army.confidence, army.options):
        if len(items) > MAX_ITEMS:
            yield f"An army may have at most {MAX_ITEMS} sources, notes or options; this one has {len(items):,}."


def count_faults(army: Army) -> Iterator[str]:
    """Faults of the numbers of units and formations of the army."""
    unit_count = formation_count = 0
    pending: list[Element] = list(army.children)
    while pending:
        element = pending.pop()
        if isinstance(element, Unit):
            unit_count += 1
        else:
            formation_count += 1
            pending.extend(element.children)
    if unit_count > MAX_UNITS:
        yield f"An army may have at most {MAX_UNITS:,} units; this one has {unit_count:,}."
    if formation_count > MAX_FORMATIONS:
        yield f"An army may have at most {MAX_FORMATIONS:,} formations; this one has {formation_count:,}."
