"""Reading a file of any kind that is known here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from armies.exchange.checking import checked
from armies.exchange.cleaning import one_line, short
from armies.exchange.csv_columns import is_tabular
from armies.exchange.csv_rows import NOTHING_SAID, Said, text_head
from armies.exchange.decoding import decode
from armies.exchange.detect import detect
from armies.exchange.limits import MAX_LINES, MAX_NAME
from armies.exchange.muster_json import read_json
from armies.exchange.oob_in import read_oob
from armies.exchange.outcome import Reading, Unmapped, Unreadable
from armies.exchange.tables_in import read_csv, read_workbook
from armies.exchange.text_in import read_text
from armies.exchange.workbook_in import is_workbook
from armies.rules.facts import Army

HOUSE_RULES: Final = "The army was written under the house rules “{}”; they are a club's and do not come along."
NOTHING_DECIDED: Final[Mapping[int, str | None]] = MappingProxyType({})


def read(
    data: bytes,
    filename: str = "",
    decisions: Mapping[int, str | None] = NOTHING_DECIDED,
    *,
    side: str = "",
    name: str = "",
    columns: Said = NOTHING_SAID,
) -> Reading:
    """The armies of a file: indented text, a table as CSV or in a workbook, ``oob/1`` or our own JSON.

    Args:
        data: the file's bytes; text in UTF-8, UTF-16 with its mark, or Windows-1252, or a workbook (XLSX).
        filename: its ending helps to tell a table from a text, its stem names an army without a name.
        decisions: by line number, a text to read in the place of that line, or None to leave it out.
        side: of a file with several armies, the one of that name; a part of a name that fits only one will do.
        name: of an army that the file does not name; the stem of ``filename`` without it.
        columns: by the digest of a table's head, by the place of a column from 0, what it means; a column
            that is not named there is left out. A head without such words is taken for what it is called.

    A line that is not understood is a blocking Problem, and the army is read without it.

    Raises:
        Unmapped: it is a table whose columns must be told first.
        Unreadable: the file as a whole cannot be read; with a sentence.
    """
    name = name or _stem(filename)
    notes: tuple[str, ...] = ()
    if is_workbook(data):
        reading = read_workbook(data, decisions, name, columns)
    else:
        text, notes = decode(data)
        reading = _read_text(text, filename, decisions, name, columns)
    armies = tuple(_checked(army) for army in reading.armies)
    return msgspec.structs.replace(reading, armies=_chosen(armies, side), notes=(*notes, *reading.notes))


def _read_text(text: str, filename: str, decisions: Mapping[int, str | None], name: str, columns: Said) -> Reading:
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
    """Our own file with a note of house rules that its army was under: they are a club's."""
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
    """The armies of the wanted name; all where none is wanted."""
    wanted = side.strip().casefold()
    if not wanted:
        return armies
    exact = tuple(army for army in armies if army.name.casefold() == wanted)
    part = tuple(army for army in armies if wanted in army.name.casefold())
    if exact or len(part) == 1:
        return exact or part
    names = ", ".join(f"“{army.name}”" for army in armies)
    raise Unreadable(f"The file holds no side “{short(side, 60)}” or more than one; its sides are {names}.")
