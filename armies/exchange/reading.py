"""Reading a file of any kind that is known here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from armies.exchange.checking import checked
from armies.exchange.cleaning import one_line, short
from armies.exchange.csv_in import read_csv
from armies.exchange.decoding import decode
from armies.exchange.detect import detect
from armies.exchange.limits import MAX_LINES, MAX_NAME
from armies.exchange.muster_json import read_json
from armies.exchange.oob_in import read_oob
from armies.exchange.outcome import Reading, Unreadable
from armies.exchange.text_in import read_text
from armies.rules.facts import Army

NOTHING_DECIDED: Final[Mapping[int, str | None]] = MappingProxyType({})


def read(
    data: bytes, filename: str = "", decisions: Mapping[int, str | None] = NOTHING_DECIDED, *, side: str = ""
) -> Reading:
    """The armies of a file: indented text, a wide table, ``oob/1`` or our own JSON.

    Args:
        data: the file's bytes; UTF-8, UTF-16 with its mark, or Windows-1252.
        filename: its ending helps to tell a table from a text, its stem names an army without a name.
        decisions: by line number, a text to read in the place of that line, or None to leave it out.
        side: of a file with several armies, the one of that name; a part of a name that fits only one will do.

    A line that is not understood is a blocking Problem, and the army is read without it.

    Raises:
        Unreadable: the file as a whole cannot be read; with a sentence.
    """
    text, notes = decode(data)
    kind = detect(text, filename)
    if kind in ("text", "csv") and (count := text.rstrip("\n").count("\n") + 1) > MAX_LINES:
        raise Unreadable(f"The file has {count:,} lines; at most {MAX_LINES:,} are read.")
    name = _stem(filename)
    if kind == "muster":
        reading = read_json(text)
    elif kind == "oob":
        reading = read_oob(text)
    elif kind == "csv":
        reading = read_csv(text, decisions, name)
    else:
        reading = read_text(text, decisions, name)
    armies = tuple(_checked(army) for army in reading.armies)
    return msgspec.structs.replace(reading, armies=_chosen(armies, side), notes=(*notes, *reading.notes))


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
