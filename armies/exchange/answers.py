"""Answers to the questions of an import: the choices for a line, the text each stands for, and notes of lines."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from armies.exchange.clean_text import one_line, quote, short, words
from armies.exchange.draft_army import Kind, Reading, TableHead
from armies.exchange.limits import MAX_GUNS, MAX_ITEMS, MAX_NAME, MAX_NOTE
from armies.exchange.lists import terms
from armies.exchange.lists.ledger import Ledger
from armies.exchange.lists.style import Style
from armies.exchange.lists.unit_text import ReadUnit, read_unit
from armies.exchange.lists.units import Place as Above
from armies.exchange.lists.units import type_of
from armies.exchange.table.rows import unit_words
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
RANGE_KEYS: Final = ("low", "middle", "high")
"""Answers to the question which figure of a range counts: its lower end, its middle rounded down, its upper end."""
QUALITY: Final = "trained"
"""The quality of a unit whose line states none, as in lists."""
TABLES: Final[tuple[Kind, ...]] = ("csv", "workbook")
LEAST_WORD: Final = 2
"""Letters of the shortest word that tells lines apart."""


class Choice(Struct, frozen=True):
    """One answer to a question: its key, and its words on a button."""

    key: str
    label: str


def asked_text(line: str, kind: Kind, heads: Sequence[TableHead] = ()) -> str:
    """The text whose answers a line has: the line, or the unit of a row of a table; empty if it has only two answers.

    Args:
        heads: the header rows of the file's tables, with the meanings of their columns.
    """
    if kind in TABLES:
        return unit_words(line, heads)
    return line if kind in ("text", "orbat") else ""


def choices(text: str, *, row: bool = False) -> tuple[Choice, ...]:
    """The answers to a question about a line; only the first two if its ``asked_text`` is empty.

    A row of a table without figures is no formation: its formations have columns.
    The text of each other answer is ``decided_text``. For a range, its ends and its middle come before the other types,
    which have its upper end.
    """
    common = (Choice(NOTE, "Keep it as a note"), Choice(OUT, "Leave it out"))
    if not text:
        return common
    unit = _unit(text)
    guns = unit.amounts.guns
    if guns is not None and guns <= MOST_GUNS and (unit.amounts.men is None or unit.amounts.gun_ends):
        sized = _range_choices(unit)
        types = [key for key in GUN_TYPES if not sized or key != _gun_type(unit)]
        sized += [(key, _gun_type_words(key, guns, unit.amounts.men)) for key in types]
    elif unit.amounts.men is not None:
        sized = _range_choices(unit)
        own = _men_type(unit) if sized else None
        sized += [(key, _men_words(key, unit.amounts.men)) for key in MEN_TYPES if key != own]
        if not (row or unit.amounts.ends or _tells_type(unit)):
            sized += [(level, f"A {level}") for level in LEVEL_KEYS]
    elif row:
        return common
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
    men, guns = unit.amounts.men, unit.amounts.guns
    if key in LEVEL_KEYS:
        figures = [f"{men:,} men"] if men is not None else []
        figures += [counted(guns, "gun")] if guns is not None else []
        return f"{key.capitalize()} {quote(name)}" + (f" [note: {', '.join(figures)}]" if figures else "")
    if key in RANGE_KEYS and unit.amounts.gun_ends:
        guns, men, key = _range_figures(unit).get(key, guns), _gunners(unit, key), _gun_type(unit)
    elif key in RANGE_KEYS and men is not None:
        men, key = _range_figures(unit).get(key, men), _men_type(unit)
    if key in MEN_TYPES and men is not None:
        return f"{quote(name)}, {TYPE_NAMES[key]}, {men} men, {QUALITY}{_parts(unit, key)}"
    if key in GUN_TYPES and guns is not None and guns <= MOST_GUNS:
        return _batteries_text(name, TYPE_NAMES[key], guns, men)
    raise KeyError(key)


def _batteries_text(name: str, type_name: str, guns: int, men: int | None) -> str:
    """A line for each battery of ``guns`` pieces and ``men`` gunners."""
    batteries = _batteries(guns)
    names = [name] if len(batteries) == 1 else [f"{name} {number}" for number in range(1, len(batteries) + 1)]
    crews = [f", {crew} men" for crew in shares(men, len(batteries))] if men else [""] * len(batteries)
    return "\n".join(
        f"{quote(one)}, {type_name}, {counted(pieces, 'gun')}{crew}, {QUALITY}"
        for one, pieces, crew in zip(names, batteries, crews, strict=True)
    )


def _range_figures(unit: ReadUnit) -> dict[str, int]:
    """The figures that a range of men or guns may stand for, by their answers; none if the line has no range."""
    ends = unit.amounts.gun_ends or unit.amounts.ends
    return _figures_between(ends) if ends else {}


def _figures_between(ends: tuple[int, int]) -> dict[str, int]:
    low, high = ends
    return dict(zip(RANGE_KEYS, (low, (low + high) // 2, high), strict=True))


def _range_choices(unit: ReadUnit) -> list[tuple[str, str]]:
    """The answers for the figures of a range, each figure once: 30-31 has no middle."""
    keys = sorted({figure: key for key, figure in reversed(_range_figures(unit).items())}.items())
    if unit.amounts.gun_ends:
        return [(key, _gun_type_words(_gun_type(unit), guns, _gunners(unit, key))) for guns, key in keys]
    return [(key, _men_words(_men_type(unit), men)) for men, key in keys]


def _gun_type(unit: ReadUnit) -> UnitType:
    """The type that the line itself tells, if its units are batteries; else foot artillery."""
    told = type_of(unit, unit.parsed, Above())
    return told if told in GUN_TYPES else GUN_TYPES[0]


def _gunners(unit: ReadUnit, key: str) -> int | None:
    """The gunners of a battery after the answer ``key``: the same end of their range, where they have one."""
    ends = unit.amounts.ends
    return _figures_between(ends).get(key, ends[1]) if ends else unit.amounts.men


def _gun_type_words(key: UnitType, guns: int, men: int | None) -> str:
    return f"{TYPE_NAMES[key].capitalize()}, {_guns_words(guns)}" + (f", {men:,} men" if men else "")


def _men_type(unit: ReadUnit) -> UnitType:
    """The type that the line itself tells, if units of it are counted in men; else line infantry."""
    told = type_of(unit, unit.parsed, Above())
    return told if told in MEN_TYPES else MEN_TYPES[0]


def _tells_type(unit: ReadUnit) -> bool:
    """True if the words of a line tell for certain that it is a unit: such a line is no formation."""
    guess = terms.type_by_words(unit.name, "", guns=False, mounted=False, arm="")
    return guess is not None and not guess.doubt


def _men_words(key: UnitType, men: int) -> str:
    return f"{TYPE_NAMES[key].capitalize()}, {men:,} men"


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
    return key in (NOTE, OUT, *LEVEL_KEYS, *RANGE_KEYS, *MEN_TYPES, *GUN_TYPES)


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
