"""The columns of a wide table: what they are called, and which heading means which."""

import csv
import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from armies.exchange.cleaning import composed, one_line, plain
from armies.exchange.outcome import Unreadable

COLUMNS: Final = (
    "side",
    "army",
    "corps",
    "division",
    "brigade",
    "unit",
    "arm",
    "class",
    "quality",
    "men",
    "guns",
    "commander",
    "rating",
    "source",
    "notes",
)
"""The columns that people expect, in their order."""

FURTHER: Final = (
    "level",
    "place",
    "nation",
    "command_nation",
    "kind",
    "reserve",
    "gun_weight",
    "flags",
    "sub_units",
    "sub_unit",
    "basis",
    "throws",
    "overrides",
    "key",
    "value",
    "where",
)
"""What our own tables hold besides, so that nothing is lost.

``level`` says what a row is; ``place`` is where its element stands, counted from 1 (``1.2.1.3``); ``key``,
``value`` and ``where`` hold facts of the army: its sources, options and the like, one to a row.
"""

FOREIGN: Final = (
    "battalions",
    "battalion",
    "squadrons",
    "companies",
    "corps_commander",
    "division_commander",
    "brigade_commander",
    "id",
    "parent",
)
"""Columns that only other people's tables have. ``parent`` holds the ``id`` of the row that a row stands under."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        alias: column
        for column, aliases in {
            "side": "force|camp|seite",
            "army": "armee|army name|force name",
            "corps": "korps|army corps|column|wing|korps name|corps name",
            "division": "div|divn|divisions|division name",
            "brigade": "bde|brig|bgde|brigades|brigade name",
            "unit": "unit name|name|regiment|regt|rgt|units|einheit|unite|regiment name|formation",
            "arm": "branch|waffe|waffengattung|arme|arm of service",
            "class": "type|troop type|unit type|category|klasse|truppe|truppentyp|classe",
            "quality": "grade|morale|class of troops|training|experience|qualitat|qualite|moral"
            "|troop quality|morale grade",
            "men": "strength|str|effectives|effectif|mann|men present|no of men|manpower|hommes|starke"
            "|numbers|total men|soldiers",
            "guns": "gun|cannon|pieces|geschutze|canons|no of guns|artillery pieces",
            "commander": "cmdr|cdr|leader|general|commanding officer|co|commandant|kommandeur|chef",
            "rating": "commander rating|leader rating|cmdr rating|leadership",
            "source": "sources|src|ref|reference|quelle|quellen",
            "notes": "note|remarks|remark|comment|comments|bemerkung|bemerkungen|remarques",
            "nation": "nationality|country|nat|land|nationalitat|nationalite|pays",
            "gun_weight": "weight|calibre|caliber|kaliber|gun type|guns type|pdr|pounder",
            "battalions": "bns|btns|btls|no of battalions|bataillone|bataillons|bn count|no of bns",
            "battalion": "bn|btn|btl|batt|bataillon",
            "squadrons": "sqns|sqn|sqdns|squadron|escadrons|schwadronen|esc|no of squadrons",
            "companies": "coys|coy|cos|company|kompanien|compagnies|no of companies",
            "corps_commander": "corps cmdr|corps cdr|corps general",
            "division_commander": "division cmdr|div commander|div cmdr|div cdr|division general|divisional commander",
            "brigade_commander": "brigade cmdr|bde commander|bde cmdr|bde cdr|brig cmdr|brigade general|brigadier",
            "sub_units": "sub units|subunits",
            "sub_unit": "sub unit",
            "command_nation": "command nation",
            "flags": "traits|special",
            "id": "uid|uuid|unit id|formation id|element id|node id|row id",
            "parent": "parent id|parentid|parent unit id|parent formation|superior formation|superior|superior id"
            "|reports to|belongs to|parent unit|higher formation",
        }.items()
        for alias in aliases.split("|")
    }
)
HEADINGS: Final[Mapping[str, str]] = MappingProxyType({**ALIASES, **{c: c for c in (*COLUMNS, *FURTHER, *FOREIGN)}})
DELIMITERS: Final = ",;\t|"
MOST_TITLES: Final = 8
"""Lines with one filled cell that may stand above the head: a title, a date."""
CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Where a heading of another program begins a new word: ``UnitID``, ``ParentId``."""


def column_of(heading: str) -> str:
    """The column that a heading means, empty where it means none."""
    words = _words(one_line(heading))
    return _known(words) or _known(_words(CAMEL.sub(" ", one_line(heading))))


def _words(heading: str) -> str:
    return re.sub(r"[\s_/-]+", " ", plain(heading)).strip(" .:#*")


def _known(words: str) -> str:
    return HEADINGS.get(words) or HEADINGS.get(words.replace(" ", "_")) or HEADINGS.get(words.replace(".", "")) or ""


def delimiter_of(first: str) -> str:
    """The sign that parts the cells of a head line: the one that gives the most headings we know."""
    return max(DELIMITERS, key=lambda sign: (sum(bool(column_of(c)) for c in cells(first, sign)), first.count(sign)))


def cells(line: str, delimiter: str) -> list[str]:
    """The cells of one line, leniently."""
    try:
        return next(csv.reader(io.StringIO(line), delimiter=delimiter), [])
    except csv.Error:
        return []


def is_head(line: str) -> bool:
    """Whether a line is the head of a table: three known columns, or the unit's and one more."""
    return cells_are_head(cells(line, delimiter_of(line)))


def cells_are_head(head: Sequence[str]) -> bool:
    """Whether these are the headings of a table."""
    found = {column_of(cell) for cell in head} - {""}
    return len(found) >= LEAST_COLUMNS or (len(found) > 1 and bool(found & {"unit", "battalion"}))


def titles_above(lines: Sequence[str]) -> int | None:
    """How many lines stand above the head of the table that ``lines`` are, None where there is no head.

    A line above the head has one filled cell at most: a title, ``sep=;``, nothing.
    """
    for above, line in enumerate(lines[: MOST_TITLES + 1]):
        if is_head(line):
            return above
        if any(sum(bool(cell.strip()) for cell in cells(line, sign)) > 1 for sign in DELIMITERS):
            return None
    return None


def is_table(text: str) -> bool:
    """Whether the first lines hold the head of a table."""
    lines = (composed(line) for line in text.split("\n", 4 * MOST_TITLES) if line.strip())
    return titles_above(list(islice(lines, MOST_TITLES + 1))) is not None


LEAST_COLUMNS: Final = 3


def is_tabular(text: str) -> bool:
    """Whether the first lines have the same number of cells, three at least: they may be a table of unknown columns."""
    lines = [composed(line) for line in text.split("\n", 3 * MOST_TITLES) if line.strip()][: 2 * MOST_TITLES]
    if len(lines) < 2:
        return False
    counts = ({len(cells(line, sign)) for line in lines} for sign in DELIMITERS)
    return any(len(found) == 1 and found.pop() >= LEAST_COLUMNS for found in counts)


def digest_of(head: Sequence[str]) -> str:
    """What a head is remembered by: BLAKE2b over its headings, case and spaces at their ends left out."""
    words = "\x1f".join(one_line(heading).casefold() for heading in head)
    return hashlib.blake2b(words.encode(), digest_size=32).hexdigest()


def taken_for(head: Sequence[str]) -> list[str]:
    """The column that each heading is taken for by itself, empty where it is not known."""
    taken: list[str] = []
    for heading in head:
        column = column_of(heading)
        taken.append("arm" if column == "class" and "class" in taken and "arm" not in taken else column)
    return [column if column != "id" or "parent" in taken else "" for column in taken]


def columns(head: Sequence[str], said: Sequence[str] | None = None) -> tuple[dict[str, int], list[str]]:
    """Where each known column stands, and notes on those that are not known.

    Args:
        said: the meaning of each column where the owner has said so; None to take them for what they are called.

    Raises:
        Unreadable: two headings mean the same, or a column that is needed is missing.
    """
    found: dict[str, int] = {}
    notes: list[str] = []
    for index, (heading, column) in enumerate(zip(head, taken_for(head) if said is None else said, strict=True)):
        if not column:
            if heading.strip() and said is None:
                notes.append(f"The column “{one_line(heading)[:60]}” is not known and was left out.")
        elif column in found:
            first, second = (_called(head, place) for place in (found[column], index))
            raise Unreadable(f"Two columns mean the same: {first} and {second}.")
        else:
            found[column] = index
    if "unit" not in found and "battalion" in found:
        found["unit"] = found.pop("battalion")
    if "unit" not in found:
        raise Unreadable("The table has no column for the units: name one “unit”.")
    if not {"men", "guns"} & found.keys():
        raise Unreadable("The table has no column for strengths: name one “men” or “guns”.")
    return found, notes


def _called(head: Sequence[str], place: int) -> str:
    return f"“{one_line(head[place])[:60]}”" if head[place].strip() else f"column {place + 1}"
