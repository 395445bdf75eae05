"""Read a file of any known kind."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from armies.exchange.clean_text import one_line, short
from armies.exchange.files.file_bytes import decode_text, detect
from armies.exchange.files.muster_json import read_json
from armies.exchange.files.oob_json import read_oob
from armies.exchange.files.validation import checked
from armies.exchange.import_result import Reading, Unmapped, Unreadable
from armies.exchange.limits import MAX_LINES, MAX_NAME
from armies.exchange.table.columns import is_tabular
from armies.exchange.table.rows import NO_MEANINGS, ColumnMeanings, text_head
from armies.exchange.table.table_reader import read_csv, read_workbook
from armies.exchange.table.workbook import is_workbook
from armies.exchange.text.text_reader import read_text
from battles.engine.armies.facts import Army

HOUSE_RULES: Final = "The army was written under the house rules “{}”; they belong to a club and are not imported."
NOTHING_DECIDED: Final[Mapping[int, str | None]] = MappingProxyType({})


def read(
    data: bytes,
    filename: str = "",
    decisions: Mapping[int, str | None] = NOTHING_DECIDED,
    *,
    side: str = "",
    name: str = "",
    columns: ColumnMeanings = NO_MEANINGS,
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

    A line that is not understood is a blocking Problem, and the army is read without it.

    Raises:
        Unmapped: it is a table, and its owner must first say what its columns mean.
        Unreadable: the file cannot be read at all; with a sentence.
    """
    name = name or _stem(filename)
    notes: tuple[str, ...] = ()
    if is_workbook(data):
        reading = read_workbook(data, decisions, name, columns)
    else:
        text, notes = decode_text(data)
        reading = _read_text(text, filename, decisions, name, columns)
    armies = tuple(_checked(army) for army in reading.armies)
    return msgspec.structs.replace(reading, armies=_chosen(armies, side), notes=(*notes, *reading.notes))


def _read_text(
    text: str, filename: str, decisions: Mapping[int, str | None], name: str, columns: ColumnMeanings
) -> Reading:
    kind = detect(text, filename)
    if kind in ("text", "csv") and (count := text.rstrip("\n").count("\n") + 1) > MAX_LINES:
        raise Unreadable(f"The file has {count:,} lines; at most {MAX_LINES:,} are read.")
    if kind == "muster":
        return _noted(read_json(text))
    if kind == "oob":
        return read_oob(text)
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
