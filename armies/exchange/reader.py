"""Read a file of any known kind."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from armies.exchange.answers import with_notes
from armies.exchange.clean_text import one_line, short
from armies.exchange.draft_army import Kind, NoUnits, Reading, Unmapped, Unreadable
from armies.exchange.files.file_bytes import decode_text, detect
from armies.exchange.files.oob_json import read_json, read_oob
from armies.exchange.files.orbat_mapper import read_scenario
from armies.exchange.files.validation import checked
from armies.exchange.limits import MAX_LINES, MAX_NAME
from armies.exchange.lists.forum_text import is_forum_text
from armies.exchange.lists.list_reader import NO_CHOICES, read_list, read_sheets
from armies.exchange.table.columns import is_tabular
from armies.exchange.table.rows import NO_MEANINGS, ColumnMeanings, headless_figure, text_head
from armies.exchange.table.table_reader import read_csv, read_workbook
from armies.exchange.table.workbook import is_workbook
from armies.exchange.text.army_header import FORMAT
from armies.exchange.text.notation import FLAGS
from armies.exchange.text.text_reader import read_text
from armies.exchange.vocabulary import KIND_WORDS
from battles.engine.armies.facts import BASES, Army, Unit
from battles.engine.armies.tree import units, walk

HOUSE_RULES: Final = "The army was written under the house rules “{}”; they belong to a club and are not imported."
NO_NOTES: Final[Mapping[int, str]] = MappingProxyType({})
NOTHING_DECIDED: Final[Mapping[int, str | None]] = MappingProxyType({})


def read(
    data: bytes,
    filename: str = "",
    decisions: Mapping[int, str | None] = NOTHING_DECIDED,
    *,
    side: str = "",
    name: str = "",
    columns: ColumnMeanings = NO_MEANINGS,
    habits: Mapping[str, str] = NO_CHOICES,
    notes: Mapping[int, str] = NO_NOTES,
) -> Reading:
    """The armies of a file: indented text, a table as CSV or in a workbook, ``oob/1`` or our own JSON.

    Args:
        data: the file's bytes: text in UTF-8, UTF-16 with a byte order mark or Windows-1252, or a workbook (XLSX).
        filename: its extension helps to detect a table, its stem names an army without a name.
        decisions: by line number, the text to read instead of that line, or None to leave the line out.
        side: name of the army to read from a file with several; a part of a name is enough if it fits only one.
        name: name of an army that the file does not name; by default the stem of ``filename``.
        columns: meanings of columns, by the digest of a table's header row and the column's index from 0. A column
            without a meaning is left out. Without an entry for the header row, its headings decide.
        habits: how the list's style is read, where its owner chose it: see ``lists.style``.
        notes: by line number, a text to keep as a note of what the line became, or of the formation above it.

    A line that is not understood is a blocking Problem, and the army is read without it.

    Raises:
        Unmapped: it is a table, and its owner must first say what its columns mean.
        Unreadable: the file cannot be read at all; with a sentence.
    """
    name = name or _stem(filename)
    remarks: tuple[str, ...] = ()
    if is_workbook(data):
        reading = _read_workbook(data, decisions, name, columns, habits)
    else:
        text, remarks = decode_text(data)
        reading = _read_text(text, filename, decisions, name, columns, habits)
    reading = with_notes(reading, notes)
    armies = tuple(_checked(army) for army in reading.armies)
    return _of_side(msgspec.structs.replace(reading, armies=armies, notes=(*remarks, *reading.notes)), side)


def _read_workbook(
    data: bytes, decisions: Mapping[int, str | None], name: str, columns: ColumnMeanings, habits: Mapping[str, str]
) -> Reading:
    return better_reading(
        lambda: read_workbook(data, decisions, name, columns),
        lambda: read_sheets(data, decisions, name, habits),
        keep=bool(columns),
        sure=_is_known,
    )


def _read_text(
    text: str,
    filename: str,
    decisions: Mapping[int, str | None],
    name: str,
    columns: ColumnMeanings,
    habits: Mapping[str, str],
) -> Reading:
    text = _unquoted(text)
    kind = detect(text, filename)
    if kind in ("text", "csv") and (count := text.rstrip("\n").count("\n") + 1) > MAX_LINES:
        raise Unreadable(f"The file has {count:,} lines; at most {MAX_LINES:,} are read.")
    if kind == "text":
        text = ENDS.sub("", text)
    if kind == "muster":
        return _noted(read_json(text))
    if kind == "oob":
        return read_oob(text)
    if kind == "orbat":
        return read_scenario(text, decisions, habits)
    if text.startswith(f"Format: {FORMAT}"):
        return read_text(text, decisions, name)
    ours = OURS.search(text) is not None
    return better_reading(
        lambda: _plain(text, kind, decisions, name, columns),
        lambda: read_list(text, decisions, name, habits, kind),
        keep=bool(columns) and kind == "csv",
        chosen=bool(habits) or is_forum_text(text) or (kind == "text" and FOUND.search(text) is not None and not ours),
        sure=_is_known if kind == "csv" else (_is_clear if ours else _never),
    )


def _unquoted(text: str) -> str:
    """``text`` without the marks before quoted lines, if most lines have them, as in an answer to a mail."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    if (
        sum(line.startswith(">") and line[1:2] != ">" for line in filled) * 2 < len(filled)
        or len(filled) < LEAST_QUOTED
    ):
        return text
    return "\n".join(QUOTED.sub("", line) for line in lines)


LEAST_QUOTED: Final = 4
ENDS: Final = re.compile(r"[ \t]+$", re.MULTILINE)
"""Blanks at the ends of lines: a tab there makes no table."""
QUOTED: Final = re.compile(r"^(?:> ?)+")
FACTS: Final = "|".join(
    [
        *(*BASES, *FLAGS, *KIND_WORDS, "sources?", "src", "note", "commander", "nation", "command", "reserve", "kind"),
        *(
            "sub-units?",
            "override",
            "battalions",
            "squadrons",
            "companies",
            "guard",
            "elite",
            "veteran",
            "(?:un)?trained",
        ),
    ]
)
"""Words with which a fact in square brackets begins."""
OURS: Final = re.compile(
    r"^[^\S\n]*(?:format|army|option|confidence|draw|house rules)[^\S\n]*:|^[^\S\n]*\* rated[^\S\n]*:|^[^\S\n]*>>"
    rf"|\S[^\S\n]*\[(?:{FACTS})[^\S\n]*[:;\]][^\[\n]*$"
    r"|^[^\S\n]*(?:corps |division |brigade )?\"[^\"\n]+\"[^\S\n]*[,:]",
    re.IGNORECASE | re.MULTILINE,
)
"""Lines that only our own notation has."""
FOUND: Final = re.compile(
    r"\(\d{1,3}/\d[\d,.]*\)|\[\[|\{\{|^\{\||</(?:p|li|tr|td|h[1-6]|ul|div|table)>|^[-=_][-=_ |+:]{9,}$"
    r"|^[=]{2,6}[^=\n]+={2,6}[^\S\n]*$"
    r"|\d\)?;[^\S\n]*\d{1,3}[/a-z]|\d\?(?=[\s),;]|$)",
    re.MULTILINE,
)
"""Marks that only lists from elsewhere have: pairs and doubts of figures, source of wikis and pages, drawn lines."""
UNKNOWN_COLUMN: Final = "is unknown and was left out"


def _never(_plain: Reading, _found: Reading | None) -> bool:
    return False


def _is_clear(plain: Reading, found: Reading | None) -> bool:
    """True for our own notation, unless most of it is not understood as such."""
    if found is None:
        return not plain.blocking
    return len(plain.blocking) < MOST_OPEN or len(plain.blocking) <= len(found.blocking) * MOST_OPEN


MOST_OPEN: Final = 3


def _is_known(plain: Reading, _found: Reading | None) -> bool:
    """True for tables whose columns all have known headings."""
    heads = [head for head in plain.heads if head.headings]
    known = all(sum(map(bool, head.meanings)) >= sum(map(bool, head.headings)) for head in heads)
    return (
        bool(heads) and known and not _drops_figures(plain) and not any(UNKNOWN_COLUMN in note for note in plain.notes)
    )


def _drops_figures(reading: Reading) -> bool:
    """True if a column without a heading or a meaning holds figures, which become nothing."""
    return any(headless_figure(head) for head in reading.heads)


def _plain(text: str, kind: Kind, decisions: Mapping[int, str | None], name: str, columns: ColumnMeanings) -> Reading:
    """The armies of a text in our own notation, or of a table with known headings."""
    if kind == "csv":
        return read_csv(text, decisions, name, columns)
    if not is_tabular(text):
        return read_text(text, decisions, name)
    head = text_head(text)
    if head.digest in columns:
        return read_csv(text, decisions, name, columns)
    try:
        return msgspec.structs.replace(read_text(text, decisions, name), heads=(head,))
    except Unreadable as error:
        raise Unmapped(str(error), (head,)) from None


def better_reading(
    plain: Callable[[], Reading],
    found: Callable[[], Reading],
    *,
    sure: Callable[[Reading, Reading | None], bool],
    keep: bool = False,
    chosen: bool = False,
) -> Reading:
    """The reading as our own notation if it leaves nothing open, else the one with fewer questions.

    Args:
        plain: reads our own notation or a table with known headings.
        found: reads a list as it was found, with a ledger of all its tokens.
        sure: decides for ``plain`` by both readings, or by ``plain`` alone where the other is None.
        keep: the owner said what the columns mean, so only ``plain`` counts.
        chosen: the owner said how the list's style is read, so only ``found`` counts.

    Raises:
        Unreadable: neither can read it; the error is that of ``plain``.
    """
    first: Reading | None = None
    refused: Unreadable | None = None
    if keep and not chosen:
        return plain()
    if not chosen:
        try:
            first = plain()
        except (NoUnits, Unmapped) as error:
            refused = error
        if first is not None and sure(first, None):
            return first
    try:
        second = found()
    except Unreadable as error:
        if first is not None:
            return first
        raise refused or error from None
    if first is None:
        return msgspec.structs.replace(second, heads=refused.heads if isinstance(refused, Unmapped) else ())
    return _fewer_doubts(first, second, sure)


def _fewer_doubts(first: Reading, second: Reading, sure: Callable[[Reading, Reading | None], bool]) -> Reading:
    if sure(first, second):
        return first
    if _overlooks(first, second):
        return msgspec.structs.replace(second, heads=first.heads)
    if len(first.blocking) <= len(second.blocking) and _agree(first, second):
        same = [problem.line for problem in first.blocking] == [problem.line for problem in second.blocking]
        return msgspec.structs.replace(first, ledger=second.ledger) if same else first
    if _doubts(first) < _doubts(second):
        return first
    return msgspec.structs.replace(second, heads=first.heads)


def _overlooks(plain: Reading, found: Reading) -> bool:
    """True if ``plain`` takes a few lines with figures for certain that ``found`` asks about."""
    if plain.kind != "text":
        return False
    open_lines = {problem.line for problem in plain.blocking}
    asked = [one for one in found.blocking if one.line not in open_lines and any(map(str.isdigit, one.text))]
    return 0 < len(asked) <= max(MOST_OPEN, sum(map(_unit_count, found.armies)) // MOST_OPEN)


def _unit_count(army: Army) -> int:
    return sum(1 for _ in units(army))


def _agree(plain: Reading, found: Reading) -> bool:
    """True if both readings have the same figures, commanders and nations, and the found list no more formations."""
    if plain.blocking and not found.blocking:
        return False
    facts = [sorted(_facts(army) for army in reading.armies) for reading in (plain, found)]
    formations = [sum(_formations(army) for army in reading.armies) for reading in (plain, found)]
    return facts[0] == facts[1] and formations[0] >= formations[1]


def _facts(army: Army) -> tuple[list[str], list[str], list[tuple[int, int]]]:
    """The commanders, the nations of the units that differ from the army's, and the figures."""
    places = list(walk(army))
    commanders = [place.element.commander for place in places if not isinstance(place.element, Unit)]
    nations = [unit.nation for unit in units(army)]
    figures = [(unit.men or 0, unit.guns or 0) for unit in units(army)]
    return sorted(filter(None, [army.commander, *commanders])), sorted(filter(None, nations)), sorted(figures)


def _formations(army: Army) -> int:
    return sum(1 for place in walk(army) if not isinstance(place.element, Unit))


def _doubts(reading: Reading) -> int:
    """How much a reading leaves open: its questions, and lines with units without any figure."""
    bare = {
        line
        for army, lines in zip(reading.armies, reading.places, strict=False)
        for place, line in zip(walk(army), lines[1:], strict=False)
        if isinstance(place.element, Unit) and place.element.men is None and place.element.guns is None
    }
    if reading.kind in ("csv", "workbook") and _drops_figures(reading):
        return MOST_DOUBTS
    return len(reading.blocking) * 2 + len(bare) + sum(not army.children for army in reading.armies)


MOST_DOUBTS: Final = 1_000_000


def _noted(reading: Reading) -> Reading:
    """``reading`` with a note about each army's house rules, which are not imported."""
    names = [army.house.name for army in reading.armies if army.house]
    notes = (*reading.notes, *(HOUSE_RULES.format(short(name, MAX_NAME)) for name in names))
    return msgspec.structs.replace(reading, notes=notes)


def _stem(filename: str) -> str:
    stem = filename.replace("\\", "/").rpartition("/")[2]
    stem = one_line(stem.rpartition(".")[0] or stem).replace("_", " ")
    return short(stem, MAX_NAME) or "Imported army"


def _checked(army: Army) -> Army:
    return checked(army)[0]


def _of_side(reading: Reading, side: str) -> Reading:
    """``reading`` with the army named ``side`` alone; with all if ``side`` is empty."""
    chosen = _chosen(reading.armies, side)
    places = tuple(at for army, at in zip(reading.armies, reading.places, strict=False) if army in chosen)
    return msgspec.structs.replace(reading, armies=chosen, places=places)


def _chosen(armies: tuple[Army, ...], side: str) -> tuple[Army, ...]:
    """The armies named ``side``; all if ``side`` is empty."""
    wanted = side.strip().casefold()
    if not wanted:
        return armies
    exact = tuple(army for army in armies if army.name.casefold() == wanted)
    part = tuple(army for army in armies if wanted in army.name.casefold())
    if exact or len(part) == 1:
        return exact or part
    names = ", ".join(f"“{army.name}”" for army in armies)
    raise Unreadable(f"The file has no side “{short(side, 60)}”, or more than one; its sides are {names}.")
