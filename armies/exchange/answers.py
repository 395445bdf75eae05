"""Answers to the questions of an import: the choices for a line, the text each stands for, and notes of lines."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs

from armies.exchange.clean_text import one_line, quote, short, words
from armies.exchange.draft_army import Kind, Reading
from armies.exchange.limits import MAX_GUNS, MAX_ITEMS, MAX_NAME, MAX_NOTE
from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.style import Style
from armies.exchange.lists.unit_text import ReadUnit, read_unit
from armies.exchange.text.unit_line import shares
from armies.exchange.vocabulary import TYPE_NAMES
from battles.engine.armies.facts import CAVALRY, Army, Element, Unit, UnitType, counted
from battles.engine.armies.tree import Place, walk

NOTE: Final = "note"
"""Keep the line as a note of the formation above it."""
OUT: Final = "out"
"""Leave the line out."""
TEXT: Final = "text"
"""Read another text, which the owner wrote, instead of the line."""
MEN_TYPES: Final[tuple[UnitType, ...]] = (
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
)
GUN_TYPES: Final[tuple[UnitType, ...]] = ("foot_artillery", "horse_artillery")
LEVEL_KEYS: Final = ("corps", "division", "brigade")
QUALITY: Final = "trained"
"""The quality of a unit whose line states none, as in lists."""
LEAST_WORD: Final = 2
"""Letters of the shortest word that tells lines apart."""


class Choice(Struct, frozen=True):
    """One answer to a question: its key, and its words on a button."""

    key: str
    label: str


def choices(text: str, kind: Kind) -> tuple[Choice, ...]:
    """The answers to a question about a line. A row of a table has only the first two.

    The text of each other answer is ``decided_text``.
    """
    common = (Choice(NOTE, "Keep it as a note"), Choice(OUT, "Leave it out"))
    if kind not in ("text", "orbat"):
        return common
    unit = _unit(text)
    if unit.amounts.men is not None:
        sized = [(key, f"{TYPE_NAMES[key].capitalize()}, {unit.amounts.men:,} men") for key in MEN_TYPES]
    elif unit.amounts.guns is not None and unit.amounts.guns <= MOST_GUNS:
        sized = [(key, f"{TYPE_NAMES[key].capitalize()}, {_guns_words(unit.amounts.guns)}") for key in GUN_TYPES]
    else:
        return (*common, *(Choice(level, f"A {level}") for level in LEVEL_KEYS))
    return (*common, *(Choice(key, label) for key, label in sized))


def decided_text(text: str, key: str) -> str | None:
    """What is read instead of the line ``text`` after the answer ``key``; None if it is left out.

    Raises:
        KeyError: the line has no such answer.
    """
    if key in (NOTE, OUT):
        return None
    unit = _unit(text)
    name = short(unit.name or one_line(text), MAX_NAME)
    if key in LEVEL_KEYS:
        return f"{key.capitalize()} {quote(name)}"
    if key in MEN_TYPES and unit.amounts.men is not None:
        return f"{quote(name)}, {TYPE_NAMES[key]}, {unit.amounts.men} men, {QUALITY}{_parts(unit, key)}"
    if key in GUN_TYPES and unit.amounts.guns is not None and unit.amounts.guns <= MOST_GUNS:
        batteries = _batteries(unit.amounts.guns)
        names = [name] if len(batteries) == 1 else [f"{name} {number}" for number in range(1, len(batteries) + 1)]
        return "\n".join(
            f"{quote(one)}, {TYPE_NAMES[key]}, {counted(guns, 'gun')}, {QUALITY}"
            for one, guns in zip(names, batteries, strict=True)
        )
    raise KeyError(key)


def _parts(unit: ReadUnit, key: str) -> str:
    """The battalions, squadrons or companies of a unit, as a fact in square brackets."""
    counts = dict(unit.amounts.counts)
    kind = "squadrons" if key in CAVALRY else "battalions"
    counts.setdefault(kind, counts.pop("times", 0))
    return next((f" [{one}: {counts[one]}]" for one in (kind, "companies", "squadrons") if counts.get(one)), "")


MOST_GUNS: Final = 480
"""The most guns of a line that an answer divides into batteries."""
GUNS_OF_BATTERY: Final = 8
"""The most guns of a battery into which more guns than a unit may have are divided."""


def _batteries(guns: int) -> list[int]:
    """The guns of each battery: one with all of them, or several that share them evenly if a unit may not have all."""
    return shares(guns, -(-guns // GUNS_OF_BATTERY)) if guns > MAX_GUNS else [guns]


def _guns_words(guns: int) -> str:
    batteries = _batteries(guns)
    if len(batteries) == 1:
        return counted(guns, "gun")
    least, most = min(batteries), max(batteries)
    return f"{len(batteries)} batteries of {most if least == most else f'{least} to {most}'} guns"


def is_answer(key: str) -> bool:
    """True if there is an answer with this key, apart from another text."""
    return key in (NOTE, OUT, *LEVEL_KEYS, *MEN_TYPES, *GUN_TYPES)


def line_pattern(text: str) -> str:
    """The words of a line without numbers and ordinals: lines with the same words get the same answer."""
    return " ".join(word for word in words(text) if len(word) >= LEAST_WORD and word.isalpha())[:200]


def _unit(text: str) -> ReadUnit:
    return read_unit(Ledger().text(1, one_line(text)), Style())


def with_notes(reading: Reading, notes: Mapping[int, str]) -> Reading:
    """``reading`` with a note for each line, on what the line became, else on the formation above it.

    A note without such an element, or too long for it, is a note of the army.
    """
    if not notes or not reading.armies:
        return reading
    armies = list(reading.armies)
    for line, text in sorted(notes.items()):
        index = _army_at(reading, line)
        lines = reading.places[index] if index < len(reading.places) else ()
        armies[index] = _noted(armies[index], lines, line, short(one_line(text), MAX_NOTE))
    return structs.replace(reading, armies=tuple(armies))


def _army_at(reading: Reading, line: int) -> int:
    """Index of the army that ``line`` belongs to: the last that begins before it."""
    begins = [min(filter(None, lines), default=0) for lines in reading.places]
    return max((index for index, first in enumerate(begins) if first <= line), default=0)


def _noted(army: Army, lines: tuple[int, ...], line: int, text: str) -> Army:
    place = _place_at(army, lines, line)
    if place is not None and (note := _joined(place.element.note, text)) is not None:
        return structs.replace(army, children=tuple(_replaced(child, place.element, note) for child in army.children))
    if text in army.notes or len(army.notes) >= MAX_ITEMS:
        return army
    return structs.replace(army, notes=(*army.notes, text))


def _joined(note: str, text: str) -> str | None:
    """``note`` with ``text``; None if it would be too long."""
    if text in note:
        return note
    joined = f"{note}\n{text}" if note else text
    return joined if len(joined) <= MAX_NOTE else None


def _place_at(army: Army, lines: tuple[int, ...], line: int) -> Place | None:
    """The first element that ``line`` became, else the last formation before it."""
    above: Place | None = None
    for place, at in zip(walk(army), lines[1:], strict=False):
        if at == line:
            return place
        if at and at < line and not isinstance(place.element, Unit):
            above = place
    return above


def _replaced(element: Element, wanted: Element, note: str) -> Element:
    if element is wanted:
        return structs.replace(element, note=note)
    if isinstance(element, Unit):
        return element
    return structs.replace(element, children=tuple(_replaced(child, wanted, note) for child in element.children))
